"""Fair dice: nobody can steer them, and everybody can check them."""

import hmac
import json
from hashlib import sha256

import pytest

import fathom5
from fathom5 import BrokenSave, names
from fathom5.table import Tampered, verify
from fathom5.table.play import fair
from table.playing import Person, house
from table.test_play import SOME, begun, mover, ordered, play_as_advised, seats_of


def test_a_ticket_is_what_the_design_says():
    """ticket = first 8 bytes (big-endian) of HMAC-SHA-256(key, n) x total weight >> 64, in the order of the offers."""
    key = fair.key("secret", ["one", "two"])
    assert key == b"secretonetwo"
    for n in range(50):
        number = int.from_bytes(hmac.digest(key, str(n).encode(), "sha256")[:8], "big")
        assert fair.ticket(key, n, 36) == number * 36 // 2**64
        expected = [7] * 1 + [3] * 5 + [9] * 30
        assert fair.draw(key, n, {7: 1, 3: 5, 9: 30}) == expected[fair.ticket(key, n, 36)]


def test_a_known_ticket_stays_as_it_is():
    """Games that were played must stay checkable."""
    assert [fair.ticket(fair.key("00" * 32, ["abcdefgh"]), n, 1000) for n in range(4)] == KNOWN


KNOWN = [
    int.from_bytes(hmac.digest(("00" * 32 + "abcdefgh").encode(), str(n).encode(), "sha256")[:8], "big") * 1000 >> 64
    for n in range(4)
]


def test_every_weight_gets_its_share():
    drawn = [fair.draw(b"key", n, {1: 1, 2: 3}) for n in range(4000)]
    assert 900 < drawn.count(1) < 1100


def test_a_commitment_is_shown_before_anyone_joins_and_words_only_when_all_have_committed(ada, ben):
    table = ada.open(SOME, "me", "open")
    first = Person(ada.house).live(table).hear()["fair"]
    assert len(first["commitment"]) == 64
    assert "secret" not in first
    assert all(seat["words"] is None for seat in first["seats"])
    one = ada.live(table)
    ben.join(table, 1)
    other = ben.live(table)
    while other.status != "playing":
        one.quiet(0.02)
        other.quiet(0.02)
    known = Person(ada.house).live(table).hear()["fair"]
    assert known["commitment"] == first["commitment"]
    assert [seat["words"] for seat in known["seats"]] == [ada.words, ben.words]
    asked = [message["fair"] for message in other.heard if message["do"] == "fair"]
    assert any(fair["asks"] == "words" for fair in asked)
    assert all(seat["words"] is None for fair in asked if fair["asks"] for seat in fair["seats"])


def test_words_must_be_those_committed_to(ada, ben):
    table = ada.open(SOME, "me", "open")
    one = ada.live(table)
    one.until("sync")
    ben.join(table, 1)
    other = ben.live(table)
    ben.words = "somethingelse"
    while not any(message["do"] == "refused" for message in other.heard):
        other.hear()
    assert other.heard[-1]["why"] == "nonsense"
    assert one.ask("words", commitment="no")["why"] in ("nonsense", "not_now")


@pytest.fixture(params=names(), scope="module")
def finished(request, tmp_path_factory):
    """A table at its end, and who sat there; the bots' advice makes the game short."""
    with house(tmp_path_factory.mktemp("finished") / "t.db") as place:
        ada = Person(place)
        table = ada.open(request.param, *seats_of(request.param))
        play_as_advised(ada.live(table))
        yield ada, table


def test_a_finished_game_can_be_checked_and_a_tampered_one_is_refused_with_the_actions_number(finished, tmp_path):
    ada, table = finished
    save = ada.http.get(f"/t/{table}/save").text
    file = tmp_path / "game.fathom5"
    file.write_text(save)
    verdict = verify(file)
    assert verdict.draws > 0
    assert fathom5.replay(save).over
    head, gap, body = save.partition("\n\n")
    for number, tampered in enumerate_swaps(head, body):
        file.write_text(head + gap + tampered)
        with pytest.raises(Tampered, match=f"action {number}\\b"):
            verify(file)
        return
    pytest.fail("no draw could be changed")


def enumerate_swaps(head, body):
    """Change one of chance's actions into another that could have happened."""
    moves = body.splitlines()
    options = dict(line.split(": ", 1) for line in head.splitlines()[1:])
    name = json.loads(options.pop("game"))
    for key in ("rules", "seed", "notes"):
        options.pop(key)
    match = fathom5.load(name, **{key: json.loads(value) for key, value in options.items()}).start(chance="manual")
    for number, move in enumerate(moves[:-1], 1):
        others = [" ".join(map(str, other)) for other in match.moves if " ".join(map(str, other)) != move]
        if match.seat == fathom5.CHANCE and others and number > 3:
            yield number, "\n".join([*moves[: number - 1], others[0], *moves[number:], ""])
        match.play(move)


def test_a_replay_carries_every_draw_and_a_changed_one_is_refused(finished, tmp_path):
    ada, table = finished
    replay = ada.http.get(f"/t/{table}/replay.json").json()
    file = tmp_path / "replay.json"
    file.write_text(json.dumps(replay))
    assert verify(file).draws == len(replay["fair"]["draws"])
    assert replay["fair"]["ok"]
    key = (replay["fair"]["secret"] + "".join(seat["words"] for seat in replay["fair"]["seats"])).encode()
    for count, draw in enumerate(replay["fair"]["draws"]):
        assert draw["took"] == fair.draw(key, count, dict(draw["offers"]))
    draw = next(draw for draw in replay["fair"]["draws"] if len(draw["offers"]) > 1)
    for change in (
        lambda: draw["offers"][0].__setitem__(1, draw["offers"][0][1] + 1),
        lambda: replay["steps"][draw["n"]].__setitem__("action", other_than(draw)),
    ):
        change()
        file.write_text(json.dumps(replay))
        with pytest.raises(Tampered, match=f"action {draw['n']}\\b"):
            verify(file)


def other_than(draw):
    return next(action for action, _ in draw["offers"] if action != draw["took"])


@pytest.mark.parametrize("part", ["secret", "words"])
def test_another_secret_or_other_words_are_refused(finished, tmp_path, part):
    ada, table = finished
    replay = ada.http.get(f"/t/{table}/replay.json").json()
    holder = replay["fair"] if part == "secret" else replay["fair"]["seats"][0]
    holder[part] = "f" * 32
    file = tmp_path / "replay.json"
    file.write_text(json.dumps(replay))
    with pytest.raises(Tampered, match="committed"):
        verify(file)


def test_a_game_that_was_not_played_at_a_table_has_nothing_to_check(tmp_path):
    file = tmp_path / "alone.fathom5"
    file.write_text(fathom5.load(SOME).start(seed=1).save())
    with pytest.raises(BrokenSave, match="not played at a table"):
        verify(file)


def test_replays_and_saves_exist_only_after_the_end(ada, ben):
    table, one, other = begun(ada, ben)
    for path in ("save", "replay.json", "replay.json?view=1"):
        assert ada.http.get(f"/t/{table}/{path}").status_code == 403
    while (socket := mover(one, other)) is not None:
        socket.act(socket.acts[-1]["action"])
    for path in ("save", "replay.json", "replay.json?view=1", "replay.json?view=0&lang=fr", "replay.json?shape=tall"):
        assert Person(ada.house).http.get(f"/t/{table}/{path}").status_code == 200
    for path in ("replay.json?view=9", "replay.json?view=x", "replay.json?lang=xx", "replay.json?shape=round"):
        assert ada.http.get(f"/t/{table}/{path}").status_code == 404


def test_a_replay_leads_through_every_position_of_every_viewpoint(finished):
    ada, table = finished
    for view in ("?view=0", ""):
        replay = ada.http.get(f"/t/{table}/replay.json{view}").json()
        things = []
        for step in replay["steps"]:
            things = ordered(things, {"things": [], "gone": []} | step)
        seen = ada.live(table) if view else Person(ada.house).live(table)
        assert things == seen.hear()["scene"]["things"]
        assert len(replay["steps"]) == 1 + len(ada.house.rooms.store.kept(table).rows)


def test_a_save_can_be_uploaded_and_shared(finished):
    ada, table = finished
    save = ada.http.get(f"/t/{table}/save").text
    where = Person(ada.house).http.post("/replay", content=save.encode()).headers["location"]
    assert where.startswith("/r/")
    shown = Person(ada.house).http.get(f"{where}/replay.json").json()
    assert shown["fair"]["ok"]
    original = ada.http.get(f"/t/{table}/replay.json").json()
    assert (shown["scores"], shown["course"]) == (original["scores"], original["course"])
    by_form = ada.http.post("/replay", files={"file": ("x.fathom5", save.encode())})
    assert by_form.status_code == 303


def test_games_of_the_python_door_can_be_uploaded_too(ada):
    match = fathom5.load(SOME).start(seed=3)
    while not match.over:
        match.play(match.moves[0])
    where = ada.http.post("/replay", content=match.save().encode()).headers["location"]
    shown = ada.http.get(f"{where}/replay.json").json()
    assert shown["fair"] is None
    assert shown["scores"] == match.scores


@pytest.mark.parametrize(
    "text", ["", "hello", "fathom5 save\n\nend\n", "fathom5 save\ngame: 1\n\nend\n", "{}", "\x00\xff"]
)
def test_what_is_no_save_is_refused(ada, text):
    answer = ada.http.post("/replay", content=text.encode())
    assert answer.status_code == 422
    assert answer.json()["why"]


def test_an_upload_with_a_false_draw_shows_that_its_dice_are_wrong(finished):
    ada, table = finished
    save = ada.http.get(f"/t/{table}/save").text
    head, gap, body = save.partition("\n\n")
    for _, tampered in enumerate_swaps(head, body):
        answer = ada.http.post("/replay", content=(head + gap + tampered).encode())
        if answer.status_code == 303:
            shown = ada.http.get(f"{answer.headers['location']}/replay.json").json()
            assert not shown["fair"]["ok"]
            return


def test_hashes_are_plain_sha_256():
    assert fair.commitment("abc") == sha256(b"abc").hexdigest()
