"""A hundred thousand hostile frames: the tables play on."""

import asyncio
import json
import logging
import random
from collections.abc import Iterator
from dataclasses import replace

from websockets.asyncio.client import connect

from fathom5.table.play.commands import COMMANDS
from table.playing import FAST, Person, finished, house
from table.test_play import SOME, seats_of

FRAMES, SOCKETS, AT_ONCE = 100_000, 8, 200
ODD = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        7,
        2**31,
        -(2**63),
        10**40,
        1e308,
        float("nan"),
        [],
        [[]],
        {},
        {"do": "act"},
        ["act"],
    ),
    *("", "x", "0", "me", "bot:hinted", "open", "a" * 64, "A" * 300, "\x00", "\ud83d", "\u202e", "null", "__proto__"),
    *("../../etc", "'; drop table actions;--", "<script>alert(1)</script>", "{{7*7}}", "%s%n"),
]
KEYS = [
    "id",
    "turn",
    "action",
    "n",
    "text",
    "phrase",
    "words",
    "commitment",
    "seat",
    "as",
    "fill",
    "name",
    "colour",
    "on",
]


def frames(luck: random.Random, count: int) -> Iterator[str | bytes]:
    """Half of them commands with odd contents, the others no commands at all."""
    makers = (command, command, command, mutated, scraps, nested, binary)
    for _ in range(count):
        yield luck.choice(makers)(luck)


def command(luck):
    keys = luck.sample(KEYS, luck.randrange(6))
    message = {"do": luck.choice([*COMMANDS])} | {key: luck.choice(ODD) for key in keys}
    if luck.random() < 0.5:
        message |= {"turn": luck.randrange(-2, 60), "action": luck.randrange(-2, 120)}
    if message["do"] == "leave" or (message["do"] == "rematch"):
        message["do"] = luck.choice(ODD)  # a seat given up would leave us nobody to play on with
    return json.dumps(message)


def mutated(luck):
    """A good command with some letters exchanged."""
    text = list('{"do":"act","id":"abc","turn":3,"action":5}')
    for _ in range(luck.randrange(1, 6)):
        text[luck.randrange(len(text))] = luck.choice('\0",:[]{}\\' + chr(luck.randrange(32, 0x2FF)))
    return "".join(text)


def scraps(luck):
    return "".join(chr(luck.randrange(1, 0xD7FF)) for _ in range(luck.randrange(40)))


def nested(luck):
    deep = luck.randrange(1, 3000)
    ways = ("[" * deep, "[" * deep + "]" * deep, '{"do":' * (deep // 3), "x" * deep, '"' + "\\u0000" * (deep // 3))
    return luck.choice(ways)


def binary(luck):
    return luck.randbytes(luck.randrange(60))


async def throw(url: str, cookie: str, seed: int, count: int) -> tuple[int, dict[str, int]]:
    """Send them in bursts, and count what is answered."""
    luck, sent, answers = random.Random(seed), 0, {}
    headers = {"Cookie": cookie} if cookie else {}
    async with connect(url, additional_headers=headers, compression=None, max_queue=None) as wire:
        burst = []
        for frame in frames(luck, count):
            burst.append(frame)
            if len(burst) == AT_ONCE or sent + len(burst) == count:
                for one in burst:
                    await wire.send(one)
                sent, burst = sent + len(burst), []
                await wire.send('{"do":"ping"}')
                await _count_until_pong(wire, answers)
    return sent, answers


async def _count_until_pong(wire, answers):
    async for text in wire:
        message = json.loads(text)
        if message["do"] == "pong" and message.get("id") is None:
            answers["pong"] = answers.get("pong", 0) + 1
            return
        word = message.get("why", message["do"])
        answers[word] = answers.get(word, 0) + 1


def test_a_hundred_thousand_hostile_frames_and_the_tables_play_on(tmp_path, caplog):
    with house(tmp_path / "t.db", replace(FAST, waiting=10**6)) as place:
        outlived(Person(place), caplog)


def is_ours(record):
    """A warning of the table's; whoever ran before may have asked it to tell more."""
    return record.name.startswith("fathom5") and record.levelno >= logging.WARNING


def outlived(ada, caplog):
    """Let it rain on some tables, then play them to their ends."""
    tables = [ada.open(SOME, *seats_of(SOME)) for _ in range(SOCKETS // 2)]
    cookie = "; ".join(f"{name}={value}" for name, value in ada.http.cookies.items())
    sockets = [ada.live(table) for table in tables]
    for socket in sockets:
        socket.my_turn()
        socket.close()

    async def storm():
        url = ada.house.url.replace("http", "ws")
        return await asyncio.gather(
            *(
                throw(f"{url}/t/{tables[n % len(tables)]}/live", cookie if n % 4 else "", n, FRAMES // SOCKETS)
                for n in range(SOCKETS)
            )
        )

    with caplog.at_level(logging.WARNING):
        thrown = finished(storm())
    assert sum(sent for sent, _ in thrown) >= FRAMES
    assert not any("busy" in answers for _, answers in thrown)
    assert not [record for record in caplog.records if is_ours(record)]
    for table in tables:
        plays_on(ada, table)


def plays_on(person: Person, table: str) -> None:
    socket = person.live(table)
    socket.until("sync")
    while socket.my_turn():
        answer = socket.act(socket.acts[-1]["action"])
        assert answer["do"] == "done" or answer["why"] == "too_late"
    assert person.http.get(f"/t/{table}/replay.json").json()["fair"]["ok"]
