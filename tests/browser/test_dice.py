"""The page's own part of fair dice: what it computes, what it keeps, what it refuses, and what it finds at the end."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from fathom5.table import dice
from fathom5.table.web.pages import STAMP
from table.forging import FORGERIES, HISTORY, Honest, honest, house_of_one_game, name_of
from table.playing import Person, time_is_up
from table.test_dice import SECRET, TABLE, WORDS, sealed
from table.test_rounds import is_waiting

SHORT = "deep_sea"


def in_page(page: Page, body: str, *values: object) -> object:
    """Run some lines with the module."""
    return page.evaluate(f"async (values) => {{ const m = await import('/static/{STAMP}/dice.js'); {body} }}", values)


@pytest.fixture
def page(visit) -> Page:
    page = visit("Ada").page
    page.goto("/")
    return page


def test_the_page_computes_as_the_table_does(page):
    seal = sealed()
    digest = seal.digest.hex()
    key = dice.dice_key(SECRET, seal.digest, WORDS)
    rows = [(-1, 7, "chance"), (0, 3, "person"), (1, 5, "bot:hinted")]
    said = in_page(page, """
      const [seal, secret, words, rows, hex] = values;
      const digest = m.sealDigest(seal);
      const key = m.diceKey(secret, digest, words);
      return [digest, m.hex(key), m.links(secret, digest, rows), [...Array(40).keys()].map((n) => m.ticket(key, n, 36)),
        m.spoken(digest), m.SPOKEN, m.tableCommitment(seal.table, secret), m.seatCommitment(seal.table, 2, words[2]),
        m.hex(m.framed("é", 12, m.unhex("ff00")))];
    """, seal.data(), SECRET, WORDS, rows)  # fmt: skip
    links = dice.links(dice.chain_key(bytes.fromhex(SECRET), seal.digest), seal.digest, rows)
    tickets = [dice.ticket(key, n, 36) for n in range(40)]
    commitments = [dice.table_commitment(TABLE, SECRET), dice.seat_commitment(TABLE, 2, WORDS[2])]
    framed = dice.framed("é", 12, b"\xff\0").hex()
    assert said == [digest, key.hex(), links, tickets, dice.spoken(seal.digest), dice.SPOKEN, *commitments, framed]


@pytest.mark.parametrize("options", [{"players": 3, "air": 25}, {"b": ["é", 1], "a": True, "B": "x", "c": None}])
def test_the_page_writes_options_as_the_table_does(page, options):
    assert in_page(page, "return m.optionsText(values[0])", options) == dice.options_text(options)


# Forgeries.


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Iterator[Honest]:
    with house_of_one_game(tmp_path_factory.mktemp("honest") / "t.db") as place:
        yield honest(place)


def found(page: Page, replay: object, kept: object) -> set[str]:
    """What the page says of a replay; another history is one thing, whether it is shorter or not."""
    faults = in_page(page, "return m.faults(values[0], values[1])", replay, kept)
    return {HISTORY if fault["what"] in ("tail", "rewritten") else fault["what"] for fault in faults}


def test_the_page_finds_every_forgery_and_nothing_wrong_with_the_honest_game(page, game):
    assert found(page, *game.copies()) == set()
    assert found(page, game.replay, {}) == set()
    for forgery in FORGERIES:
        replay, kept = game.copies()
        forgery.forge(replay, kept)
        assert forgery.page <= found(page, replay, kept), name_of(forgery)


# At the table.


def test_the_end_says_that_the_table_kept_its_word_and_who_came_later_is_asked_to_compare(visit):
    ada, late = visit("Ada"), visit("Late")
    address = ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.locator("[data-panel=more]").click()
    words = ada.page.locator("#panel-more .eight-words").inner_text().split()
    assert len(words) == 8 and set(words) <= set(dice.SPOKEN)
    ada.page.locator("[data-panel=more]").click()
    ada.play()
    ada.at_the_end()
    expect(ada.page.locator("#dice-verdict #verdict.good")).to_contain_text("The table kept its word.")
    expect(ada.page.locator("#dice-verdict .eight-words")).to_have_text(" ".join(words))
    late.page.goto(address)
    expect(late.page.locator("#dice-verdict #verdict.good")).to_contain_text("All fits together.")
    expect(late.page.locator("#dice-verdict")).to_contain_text("compare the eight words")
    kept = ada.page.evaluate("JSON.parse(localStorage.getItem(`fathom5.dice.${document.body.dataset.table}`))")
    assert kept["rounds"]["1"]["sent"] and len(kept["rounds"]["1"]["words"]) == 32
    kept["rounds"]["1"]["seal"] = "00" * 32
    ada.page.evaluate(
        "(kept) => localStorage.setItem(`fathom5.dice.${document.body.dataset.table}`, kept)", json.dumps(kept)
    )
    ada.page.goto(address + "/replay")
    ada.page.locator("[data-panel=more]").click()
    expect(ada.page.locator("#verdict.bad")).to_contain_text("another seal")


def altered(change):
    """A table that tells this page something else than it does."""

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def hear(text: str) -> None:
            message = json.loads(text)
            if message.get("fair"):
                change(message["fair"])
            socket.send(json.dumps(message))

        server.on_message(hear)

    return between


def other_commitment(fair):
    if fair["seal"]:
        fair["seal"]["commitment"] = "00" * 32


def other_own(fair):
    if fair["seal"]:
        fair["seal"]["seats"][0]["commitment"] = "00" * 32


def other_options(fair):
    if fair["seal"]:
        fair["seal"]["options"] = "{}"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (other_commitment, "not the one that this device had noted"),
        (other_own, "What this device had committed to"),
        (other_options, "options are not those"),
    ],
)
def test_a_page_that_finds_another_seal_tells_no_words_and_says_why(visit, house, change, says):
    ada = visit("Ada")
    ada.page.route_web_socket(re.compile("/live"), altered(change))
    address = ada.set_up(SHORT, "me", "open")
    ben = visit("Ben").join(address)
    expect(ada.page.locator("#dice-warning")).to_contain_text(says)
    table = address.rsplit("/", 1)[1]
    while house.rooms.store.kept(table).seats[1].words is None:
        ben.page.wait_for_timeout(20)
    time_is_up(house, table)
    expect(ben.page.locator("#broken-rounds")).to_contain_text("no words came from Ada")  # and the round is broken
    (told,) = house.rooms.store.kept(table).agreed.rounds[:1]
    assert told["seats"] == [0] and told["words"][0] is None


def silenced(fair):
    """A broken round in which this seat is said to have kept silent."""
    for each in fair["rounds"]:
        each["seats"], each["words"][0] = [0], None


def test_a_page_whose_words_were_sent_and_are_called_missing_says_so(visit, house):
    ada, ben = visit("Ada"), visit("Ben")
    ada.page.route_web_socket(re.compile("/live"), altered(silenced))
    ben.page.route_web_socket(re.compile("/live"), altered(other_own_of_ben))
    address = ada.set_up(SHORT, "me", "open")
    ben.join(address)
    expect(ben.page.locator("#dice-warning")).to_be_visible()  # so it tells no words
    kept = "JSON.parse(localStorage.getItem(`fathom5.dice.${document.body.dataset.table}`))?.rounds?.['1']?.sent"
    ada.page.wait_for_function(kept)
    time_is_up(house, address.rsplit("/", 1)[1])
    expect(ada.page.locator("#dice-warning")).to_contain_text("sent its words")


def other_own_of_ben(fair):
    if fair["seal"]:
        fair["seal"]["seats"][1]["commitment"] = "00" * 32


def test_a_device_without_storage_plays_all_the_same(visit):
    ada = visit("Ada")
    ada.context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()


def test_windows_of_one_device_share_what_is_kept(visit):
    ada = visit("Ada")
    address = ada.set_up(SHORT, "me", "open")
    other = ada.open_tab()
    other.goto(address)
    expect(other.locator("#places")).to_be_visible()
    visit("Ben").join(address)
    for window in (ada.page, other):
        expect(window.locator("body[data-status=playing]")).to_be_attached()
        expect(window.locator("#dice-warning")).to_be_hidden()
        window.locator("[data-panel=more]").click()
    words = [window.locator("#panel-more .eight-words").inner_text() for window in (ada.page, other)]
    assert words[0] == words[1]


def test_after_three_broken_rounds_the_lobby_says_that_the_table_is_closed(visit, house):
    ada = visit("Ada")
    address = ada.set_up(SHORT, "me", "open", "open", "open")
    table, people = address.rsplit("/", 1)[1], [Person(house, name) for name in ("Ben", "Carl", "Dora")]
    for seat, person in enumerate(people, 1):
        assert person.join(table, seat).status_code == 200
    people[0].tells = {"commitment"}
    sockets = [person.live(table) for person in people]
    for silent in (1, 2, 3):
        while not is_waiting(house.rooms.store.kept(table), {*range(1, silent + 1)}):
            ada.page.wait_for_timeout(20)
        if silent < len(people):
            people[silent].tells = {"commitment"}
        time_is_up(house, table)
    expect(ada.page.locator("#lobby-next")).to_contain_text("this table is closed")
    expect(ada.page.locator("#broken-rounds li")).to_have_count(3)
    expect(ada.page.locator("#start")).to_be_hidden()
    for socket in sockets:
        socket.close()


def test_a_file_whose_dice_cannot_be_read_is_shown_and_said_to_be_so(visit, game):
    ada = visit("Ada")
    for broken in (
        game.save.replace('"seal": {', '"seal": [{}], "was": {', 1),
        game.save.replace('"rows": [[', '"rows": [null, [', 1),
    ):
        assert broken != game.save
        sent = ada.context.request.post("/replay", data=broken.encode(), max_redirects=0)
        ada.page.goto(sent.headers["location"])
        ada.page.locator("[data-panel=more]").click()
        expect(ada.page.locator("#verdict.bad")).to_contain_text("cannot be read")
