"""Fair dice: nobody can steer them, and everybody can check them. Rounds before a game are in `test_rounds.py`, what a
cheating house might try in `test_forgeries.py`, the arithmetic in `test_dice.py`."""

import hmac
import json
from dataclasses import replace
from hashlib import sha256

import pytest

import fathom5
from fathom5 import BrokenSave, names
from fathom5.table import Tampered, dice, verify
from fathom5.table.keep.store import Agreed
from fathom5.table.play import fair, sealing
from fathom5.table.play.commands import seat_for
from table.playing import FAST, Person, house
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
    assert first["seal"] is None
    assert all(seat["words"] is None for seat in first["seats"])
    one = ada.live(table)
    ben.join(table, 1)
    other = ben.live(table)
    while other.status != "playing":
        one.quiet(0.02)
        other.quiet(0.02)
    known = Person(ada.house).live(table).hear()["fair"]
    assert known["commitment"] == first["commitment"]
    assert [seat["words"] for seat in known["seats"]] == [ada.words(table, 1), ben.words(table, 1)]
    asked = [message["fair"] for message in other.heard if "fair" in message]  # the first may tell all of it already
    assert all(fair["seal"] for fair in asked if fair["asks"] == "words")
    assert any(fair["asks"] == "words" for fair in asked)
    assert all(seat["words"] is None for fair in asked if fair["asks"] for seat in fair["seats"])


def test_words_must_be_those_committed_to(ada, ben):
    table = ada.open(SOME, "me", "open")
    one = ada.live(table)
    one.until("sync")
    ben.join(table, 1)
    ben.luck = "another"
    other = ben.live(table)
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
    assert verdict.protocol == 2
    assert verdict.draws > 0
    assert verdict.recomputed > 0 and not verdict.unsure
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
    told = replay["fair"]
    key = dice.dice_key(told["secret"], dice.Seal.of(told["seal"]).digest, told["words"])
    for count, draw in enumerate(told["draws"]):
        assert draw["took"] == dice.draw(key, count, dict(draw["offers"]))
    draw = next(draw for draw in replay["fair"]["draws"] if len(draw["offers"]) > 1)
    for change in (
        lambda: draw["offers"][0].__setitem__(1, draw["offers"][0][1] + 1),
        lambda: replay["fair"]["rows"][turn_of(replay, draw)].__setitem__(1, other_than(draw)),
    ):
        change()
        file.write_text(json.dumps(replay))
        with pytest.raises(Tampered, match=f"action {draw['n']}\\b"):
            verify(file)


def turn_of(replay, draw):
    """Where a draw stands among all rows."""
    standing = [turn for turn, row in enumerate(replay["fair"]["rows"]) if len(row) == 3]
    return standing[draw["n"] - 1]


def other_than(draw):
    return next(action for action, _ in draw["offers"] if action != draw["took"])


@pytest.mark.parametrize("part", ["secret", "words"])
def test_another_secret_or_other_words_are_refused(finished, tmp_path, part):
    ada, table = finished
    replay = ada.http.get(f"/t/{table}/replay.json").json()
    if part == "secret":
        replay["fair"]["secret"] = "f" * 64
    else:
        replay["fair"]["words"][0] = "f" * 32
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
    half = fathom5.load(SOME).start(seed=3)
    half.play(half.moves[0])
    where = ada.http.post("/replay", content=half.save().encode()).headers["location"]
    assert len(ada.http.get(f"{where}/replay.json").json()["steps"]) == 1 + len(half.actions)


def test_a_save_that_takes_back_without_end_is_refused(ada):
    match = fathom5.load(SOME).start(seed=3)
    rows = [[match.seat, match.actions[-1], ""], [match.seat, -1, ""]] * 1000
    answer = ada.http.post("/replay", content=match.save(fair={"protocol": 2, "rows": rows}).encode())
    assert (answer.status_code, "takes back" in answer.json()["why"]) == (422, True)


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


# The first protocol: what was begun under it goes on under it.


@pytest.fixture
def first_protocol(monkeypatch):
    """Tables as they were opened before."""

    def opened(table, game, rules, options, clock, host):
        return Agreed(table, game, rules, options, clock, fair.new_secret(), host)

    monkeypatch.setattr(sealing, "opened", opened)


def test_a_table_of_the_first_protocol_goes_on_under_it_and_its_save_says_what_it_did_not_exclude(
    first_protocol, ada, tmp_path
):
    table = ada.open(SOME, *seats_of(SOME))
    one = ada.live(table)
    while one.my_turn():
        one.act(one.acts[-1]["action"])
    assert not any("digest" in message for message in one.heard)
    kept = ada.house.rooms.store.kept(table)
    assert (kept.agreed.protocol, kept.agreed.seal) == (1, None)
    file, save = tmp_path / "old.fathom5", ada.http.get(f"/t/{table}/save").text
    for text in (save, ada.http.get(f"/t/{table}/replay.json").text):
        file.write_text(text)
        verdict = verify(file)
        assert (verdict.protocol, verdict.draws > 0) == (1, True)
        assert "does not exclude" in " ".join(verdict.notes)
        with pytest.raises(BrokenSave, match="first protocol"):
            verify(file, "00" * 32)
    where = ada.http.post("/replay", content=save.encode()).headers["location"]
    assert ada.http.get(f"{where}/replay.json").json()["fair"]["ok"]


def spared(agreed, number, kind, others):
    """A seat as it was then: the table had committed to words of its own for it."""
    return replace(seat_for(agreed, number, kind, others), spare=fair.new_words())


def test_what_did_not_come_in_time_was_replaced_under_the_first_protocol(first_protocol, ada, ben, monkeypatch):
    monkeypatch.setattr(ada.house.rooms, "settings", replace(FAST, words_wait=0.3))
    monkeypatch.setattr("fathom5.table.web.app.seat_for", spared)
    table = ada.open(SOME, "me", "open")
    one = ada.live(table)
    one.hear()
    promise = fair.commitment("words" * 3)
    assert ben.http.post(f"/t/{table}/join", json={"seat": 1, "name": "Ben", "commitment": promise}).status_code == 200
    begins = one.until(lambda message: message["do"] == "sync" and message["status"] != "lobby")
    spare = ada.house.rooms.store.kept(table).seats[1].spare
    assert begins["fair"]["seats"][1] == {
        "commitment": fair.commitment(spare),
        "spare": fair.commitment(spare),
        "words": spare,
        "of_table": True,
    }
