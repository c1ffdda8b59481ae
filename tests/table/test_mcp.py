"""Language models at the table: the official client against the real server, over HTTP and over pipes."""

import asyncio
import os
import re
import sys
from dataclasses import replace

import httpx2
import pytest

from every import story_of
from fathom5 import CHANCE, load, names
from fathom5.bots import View, thinker
from fathom5.door import lines_of
from fathom5.door.testing import dealt
from fathom5.kernel.chance import dice
from fathom5.scene import introduced
from fathom5.table.play import botseats
from fathom5.text import plainly
from table.playing import FAST, Person, house

mcp = pytest.importorskip("mcp")
from fathom5.table.web.mcp import _chances as chances  # noqa: E402
from fathom5.table.web.mcp import _listed as listed  # noqa: E402

SMALL = {"deep_sea": {"rounds": 1}}
LARGEST = 20_000  # letters of an answer that can be read


def told(answer):
    """What a tool has answered, as text."""
    assert len(answer.content) == 1
    said = answer.content[0].text
    assert len(said) < LARGEST
    return said


async def ask(client, tool, **about):
    answer = await client.call_tool(tool, about)
    assert not answer.is_error, told(answer)
    return told(answer)


async def refused(client, tool, **about):
    answer = await client.call_tool(tool, about)
    assert answer.is_error
    return told(answer)


def token_of(said):
    return re.search(r"Your token: (\S+)", said)[1]


@pytest.fixture
def open_house(tmp_path):
    with house(tmp_path / "tables.db", replace(FAST, mcp=True)) as running:
        yield running


async def played(client, game, others, options):
    """A whole game in which the first move is made every time; all that was answered."""
    heard = [await ask(client, "open_table", game=game, others=others, options=options)]
    token = token_of(heard[0])
    heard.append(await ask(client, "look", token=token, wait=30))
    for _ in range(2000):
        if "It is over." in heard[-1]:
            return heard
        if "Your moves:" in heard[-1]:
            heard.append(await ask(client, "play", token=token, move="1", wait=30))
        else:
            heard.append(await ask(client, "look", token=token, wait=30))
    raise AssertionError("no end")


def test_a_model_plays_every_game_to_its_end(open_house, name):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            return await played(client, name, ["bot:hinted"], SMALL.get(name, {}))

    heard = asyncio.run(go())
    assert "over" in heard[-1] and "Log:" in heard[-1]


def test_advice_names_each_medal_where_all_win_or_lose_together(open_house):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            token = token_of(await ask(client, "open_table", game="sub_terra", others=[], options={}))
            await ask(client, "look", token=token, wait=30)
            return await ask(client, "advice", token=token)

    assert re.search(r": Gold \d+% ± \d+%, Silver \d+% ± \d+%, Bronze \d+% ± \d+%", asyncio.run(go()))


def test_a_clause_says_what_the_house_rules_of_ones_table_change(open_house):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            asked = {"game": "deep_sea", "others": ["bot:hinted"], "options": {"house_air_per_pile": 2}}
            here = {"game": "deep_sea", "token": token_of(await ask(client, "open_table", **asked))}
            changed = "House rule. Air used for each pile carried: 2, not 1 as in the rulebook."
            assert (await ask(client, "rules", clause="ds-7", **here)).endswith(f"\n{changed}")
            assert (await ask(client, "rules", **here)).endswith(f"\n{changed}")
            assert changed not in await ask(client, "rules", clause="DS-8", **here)
            assert changed not in await ask(client, "rules", game="deep_sea", clause="DS-7")

    asyncio.run(go())


def test_all_that_is_offered(open_house):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {
                "games", "rules", "open_table", "sit_down", "tables", "look", "moves", "play", "advice", "resign",
                "review",
            }  # fmt: skip
            said = await ask(client, "games")
            assert all(name in said for name in names())
            assert "DS-7" in await ask(client, "rules", game="deep_sea")
            assert (await ask(client, "rules", game="deep_sea", clause="ds-7")).startswith("- DS-7")
            assert "no clause" in await refused(client, "rules", game="deep_sea", clause="DS-999")
            assert "did you mean" in await refused(client, "rules", game="deep_see")
            said = await ask(client, "open_table", game="deep_sea", others=["bot:hinted"])
            token = token_of(said)
            await ask(client, "look", token=token, wait=30)
            assert "no move is clear" in await refused(client, "play", token=token, move="perhaps take")
            assert "1. " in await ask(client, "moves", token=token)
            assert "deep_sea, playing" in await ask(client, "tables", tokens=[token])
            assert "after the end" in await refused(client, "review", token=token)
            assert "left the table" in await ask(client, "resign", token=token)
            assert "nobody holds this token" in await refused(client, "look", token=token)
            for wrong in (["bot:my_bots.py:Evil"], ["bot:file:/etc/passwd"], ["bot:os:abort"]):
                await refused(client, "open_table", game="deep_sea", others=wrong)

    asyncio.run(go())


def test_a_link_is_exchanged_once_for_a_token(open_house):
    ada = Person(open_house, "Ada")
    table = ada.open("deep_sea", "me", "bot:hinted")
    link = ada.http.get(f"/t/{table}/mine").json()["link"]

    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            said = await ask(client, "sit_down", table=link)
            assert "seat 1" in said
            assert "leads nowhere" in await refused(client, "sit_down", table=link)
            assert "refused: " in await refused(client, "sit_down", table=table)
            assert "no such table" in await refused(client, "sit_down", table="x" * 22)

    asyncio.run(go())


SECRETIVE = {"deep_sea": {"rounds": 1, "peek": True}}


def twin_of(match, seat):
    """Another world that the seat cannot tell from this one: what it may not know is dealt anew."""
    match.told(seat)
    twin = match.copy()
    twin._states[0] = dealt(match.seen(seat), dice(len(match.actions), seat))
    twin._seen, twin._sheet, twin._moves = {}, None, None
    return twin


def shown_to(twin, seat, room, log):
    """The answer to `look` as it would be in the other world, to the last byte; its log is checked beside it."""
    view, who = View.of(twin, seat), ", ".join(f"{each.name} ({each.kind})" for each in room.seats)
    head = f"table {room.agreed.id}: {room.agreed.game}, {room.status}; you are seat {seat + 1}; {who}"
    parts = [head, plainly(twin.text(seat, "en", room.names())), "\n".join(["Log:", *log])]
    return "\n\n".join([*parts, listed(view, 1) if view.moves else "It is not your turn."])


def advised_in(twin, seat, room):
    """The answer to `advice` as it would be in the other world, with all its numbers."""
    found = thinker.answered(botseats.advice(twin, seat, room.luck, room.settings.thought))
    lines = botseats.in_words(twin, seat, "en", found)
    assert lines
    said = "\n".join(f"{line['words']}: {chances(line)} {line['reason']}" for line in lines)
    return introduced(said, room.names())


class Reader:
    """Reads every byte that a seat is told, at a table where nothing happens meanwhile: both seats are ours."""

    def __init__(self, client, room):
        self.client, self.room, self.different, self.advised = client, room, 0, 0
        self.beside = load(room.agreed.game, **room.agreed.options).start(chance="manual")
        self.log = [set(), set()]  # lines that each seat may have heard

    def listen(self, match):
        """What has happened since, as either seat may hear it."""
        for n, action in enumerate(match.actions[len(self.beside.actions) :], 1 + len(self.beside.actions)):
            whose, before = self.beside.seat, [self.beside.seen(seat) for seat in range(2)]
            self.beside.follow([action])
            for seat, heard in enumerate(self.log):
                seen = before[seat], self.beside.seen(seat)
                heard |= {line["text"] for line in lines_of(match.game, n, whose, *seen, "en", self.room.names())}

    async def settled(self):
        """Who decides, once chance has acted."""
        while self.room.status == "lobby" or self.room.match.seat == CHANCE:
            await asyncio.sleep(0.005)
        return self.room.match.seat

    async def read(self, token, seat):
        room, looked = self.room, await ask(self.client, "look", token=token)
        match = room.match.copy()
        if match.over:
            return
        self.listen(match)
        twin = twin_of(match, seat)
        self.different += twin._states.tobytes() != match._states.tobytes()
        log = looked.split("\n\nLog:\n")[1].split("\n\n")[0].splitlines()
        assert set(log) <= self.log[seat] and looked == shown_to(twin, seat, room, log)
        if match.seat == seat:
            await self.read_what_can_be_asked(token, twin, seat)

    async def read_what_can_be_asked(self, token, twin, seat):
        assert await ask(self.client, "moves", token=token) == listed(View.of(twin, seat), 1)
        if self.advised < 5:
            self.advised += 1
            advised = await ask(self.client, "advice", token=token)
            assert advised == await asyncio.to_thread(advised_in, twin, seat, self.room)


def test_every_byte_that_models_get_is_one_of_a_world_that_they_cannot_tell_from_this(open_house, name):
    """In all games to the end: what they look at, list and are advised, and the review when all is known."""

    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            options = SECRETIVE.get(name, {})
            said = await ask(client, "open_table", game=name, others=["open"], options=options)
            table, tokens = re.search(r"table (\S+)\.", said)[1], [token_of(said)]
            tokens.append(token_of(await ask(client, "sit_down", table=table)))
            found = asyncio.run_coroutine_threadsafe(open_house.rooms.find(table), open_house.loop)
            reader = Reader(client, await asyncio.wrap_future(found))
            heard = await played_by_both(client, tokens, reader)
            review = (await ask(client, "review", token=tokens[0])).splitlines()
            assert len(review) == 2 and all("luck" in line and "own errors" in line for line in review)
            return heard, reader

    heard, reader = asyncio.run(go())
    assert "It is over." in heard and (reader.different > 0) == hasattr(story_of(name), "heard")


async def played_by_both(client, tokens, reader):
    """All is read in the first turns and in some later ones; between them it is only played."""
    for turn in range(5000):
        if reader.room.status == "over":
            return await ask(client, "look", token=tokens[0])
        seat = await reader.settled()
        if turn < 40 or turn % 20 == 0:
            for each, token in enumerate(tokens):
                await reader.read(token, each)
        if seat >= 0:
            moves = await ask(client, "moves", token=tokens[seat])
            many = len(re.findall(r"^\d+\. ", moves, re.MULTILINE))
            await client.call_tool("play", {"token": tokens[seat], "move": str(1 + 7 * turn % many), "wait": 0})
    raise AssertionError("no end")


def test_models_are_marked_and_a_house_can_refuse_them(tmp_path):
    async def sits(url, table):
        async with mcp.Client(f"{url}/mcp") as client:
            return told(await client.call_tool("sit_down", {"table": table}))

    for programs in (True, False):
        with house(tmp_path / f"{programs}.db", replace(FAST, mcp=True, programs=programs)) as running:
            ada = Person(running, "Ada")
            table = ada.open("deep_sea", "me", "open", "open")
            said = asyncio.run(sits(running.url, table))
            seats = ada.live(table).until("sync")["seats"]
            assert [seat["level"] for seat in seats] == [None, "program" if programs else None, None]
            assert ("for people only" in said) != programs


def test_on_stdio(tmp_path):
    server = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "fathom5", "mcp"], cwd=str(tmp_path), env=dict(os.environ)
    )

    async def go():
        async with mcp.Client(server) as client:
            return await played(client, "deep_sea", ["bot:hinted"], {"rounds": 1})

    assert "It is over." in asyncio.run(go())[-1]


def test_without_the_word_nothing_is_mounted(ada):
    assert ada.http.post("/mcp", json={}).status_code in (404, 405)


def test_a_token_outlives_a_restart_of_the_house(tmp_path):
    async def opens(url):
        async with mcp.Client(f"{url}/mcp") as client:
            token = token_of(await ask(client, "open_table", game="deep_sea", others=["bot:hinted"]))
            return token, await ask(client, "look", token=token, wait=30)

    async def goes_on(url, token):
        async with mcp.Client(f"{url}/mcp") as client:
            assert "nobody holds this token" in await refused(client, "look", token="x" * 22)
            await ask(client, "look", token=token, wait=30)
            return await ask(client, "play", token=token, move="1", wait=0)

    with house(tmp_path / "tables.db", replace(FAST, mcp=True)) as running:
        token, before = asyncio.run(opens(running.url))
    with house(tmp_path / "tables.db", replace(FAST, mcp=True)) as running:
        after = asyncio.run(goes_on(running.url, token))
    assert before.split(";")[1] == after.split(";")[1] == " you are seat 1"


def test_who_sits_at_a_table_that_was_taken_in_anew_comes_along(open_house):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            said = await ask(client, "open_table", game="deep_sea", others=["bot:hinted"])
            token, table = token_of(said), re.search(r"table (\S+)\.", said)[1]
            await ask(client, "look", token=token, wait=30)
            open_house.loop.call_soon_threadsafe(open_house.rooms.drop_table, table)
            await asyncio.sleep(0.1)
            await ask(client, "play", token=token, move="1", wait=0)
            room = asyncio.run_coroutine_threadsafe(open_house.rooms.find(table), open_house.loop)
            return (await asyncio.wrap_future(room)).guests

    assert len(asyncio.run(go())) == 1


def test_a_move_is_short_and_so_is_whatever_is_asked(open_house):
    async def go():
        async with mcp.Client(f"{open_house.url}/mcp") as client:
            token = token_of(await ask(client, "open_table", game="deep_sea", others=["bot:hinted"]))
            await ask(client, "look", token=token, wait=30)
            assert "no move is clear" in await refused(client, "play", token=token, move="1\n" * 101)
            assert "over" not in await ask(client, "tables", tokens=[token] * 100)

    asyncio.run(go())
    with httpx2.Client() as client:
        much = client.post(f"{open_house.url}/mcp", content=b'{"a": "' + b"x" * 20_000 + b'"}')
    assert much.status_code == 413


ASKED = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}},
}


def test_nothing_is_remembered_of_who_says_hello(open_house):
    with httpx2.Client() as client:
        for _ in range(20):
            answer = client.post(f"{open_house.url}/mcp", json=HELLO, headers=ASKED)
            assert answer.status_code == 200 and "mcp-session-id" not in answer.headers
        for method in ("GET", "DELETE"):
            assert client.request(method, f"{open_house.url}/mcp", headers=ASKED).status_code == 405


def test_what_models_ask_for_draws_on_the_budget_of_their_address(tmp_path):
    async def go(url):
        async with mcp.Client(f"{url}/mcp") as client:
            tokens = [token_of(await ask(client, "open_table", game="deep_sea", others=["bot:hinted"])) for _ in "ab"]
            heard = [await client.call_tool("look", {"token": token}) for token in tokens * 20]
            return [told(each) for each in heard], told(await client.call_tool("open_table", OPENED))

    budget = replace(FAST, mcp=True, budget=(0.001, 0.0), openings=(2, 0))
    with house(tmp_path / "tables.db", budget) as running:
        heard, third = asyncio.run(go(running.url))
    assert "too fast: wait a little" in heard[-1] and "too many sit down" in third


OPENED = {"game": "deep_sea", "others": ["bot:hinted"]}


def test_so_many_models_from_one_address_and_no_more(tmp_path):
    async def go(url):
        async with mcp.Client(f"{url}/mcp") as client:
            return [told(await client.call_tool("open_table", OPENED)) for _ in range(3)]

    with house(tmp_path / "tables.db", replace(FAST, mcp=True, address_sockets=2)) as running:
        assert "too many sit here" in asyncio.run(go(running.url))[2]
