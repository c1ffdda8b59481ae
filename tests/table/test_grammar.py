"""Frames and requests that are nearly right, by the protocol's own grammar: each is answered, and people play on.

A seeded few thousand; FATHOM5_FRAMES=1000000 or `fathom5 bench attack --frames 1000000` throws as many.
"""

import logging
import os
from dataclasses import replace

import pytest

from fathom5.command.bench import fuzz, grammar
from fathom5.command.bench.grammar import Frame, Near, Offered
from fathom5.table import check
from fathom5.table.play.commands import COMMANDS
from fathom5.table.play.people import DEPTH, LONGEST, is_plain
from table.playing import FAST, house

FRAMES = int(os.environ.get("FATHOM5_FRAMES", 6_000))
GENEROUS = replace(FAST, waiting=10**6, connections=10**6)


def is_ours(record):
    """A failure of the table's own."""
    return record.name.startswith("fathom5") and record.levelno >= logging.ERROR


def test_all_that_is_nearly_right_is_answered_and_people_play_on(tmp_path, caplog):
    with house(tmp_path / "t.db", GENEROUS) as place, caplog.at_level(logging.WARNING):
        found = fuzz.fuzz(place.url, FRAMES, number=5)
    assert found["frames"] + found["requests"] >= FRAMES
    assert found["requests"] > FRAMES / 1000
    assert not [record.getMessage() for record in caplog.records if is_ours(record)]
    assert all(one.wrong is None for one in check(str(tmp_path / "t.db")))
    assert {"nonsense", "done", "http 200", "http 404"} <= set(found)  # some of it was right, and some was not


def test_what_must_not_be_is_found(monkeypatch):
    target = fuzz.Target("http://127.0.0.1:1")
    asked = grammar.Asked("GET", "/", (), b"", 0)
    with pytest.raises(fuzz.Found, match="500"):
        target._judge(asked, b"HTTP/1.1 500 Oh\r\n\r\n")
    with pytest.raises(fuzz.Found, match="without its headers"):
        target._judge(asked, b"HTTP/1.1 200 OK\r\nserver: x\r\n\r\n")
    with pytest.raises(fuzz.Found, match="busy"):
        target._hear(Answering('{"do": "refused", "n": 1, "why": "busy", "id": "x"}'), "last")


class Answering:
    def __init__(self, text):
        self.text = text

    def recv(self, timeout):
        return self.text


def test_the_grammar_knows_every_command_and_what_is_on_offer():
    text = Frame({"do": "act", "turn": Near(1), "action": Offered(5)}).text(7, [30, 40])
    assert text == '{"do": "act", "turn": 8, "action": 40}'
    assert len(list(Frame({"do": "act"}).variants(0, [], 1))) == grammar.VARIANTS
    for how in grammar.CHANGES:
        assert grammar.changed('{"do": "act"}', how, 3, "x") != '{"do": "act"}'
    assert {"act", "undo", "since", "words"} <= set(COMMANDS)


def test_texts_are_bounded_in_depth_and_length_and_can_be_stored():
    deep = []
    for _ in range(DEPTH + 1):
        deep = [deep]
    for wrong in (deep, {"a": deep}, "x" * (LONGEST + 1), "\0", "\ud800", {"\ud800": 1}, [["\0"]]):
        assert not is_plain(wrong)
    assert is_plain({"a": [1, None, "é😀", {"b": 2.5}]})
