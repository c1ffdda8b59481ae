"""Frames and requests that are nearly right, by the protocol's own grammar: each is answered, and people play on.

A seeded few thousand; FATHOM5_FRAMES=1000000 or `fathom5 bench attack --frames 1000000` throws as many.
"""

import os

import pytest

from fathom5.command.bench import fuzz, grammar
from fathom5.command.bench.grammar import Frame, Near, Offered
from fathom5.table.play.commands import COMMANDS
from fathom5.table.play.people import DEPTH, LONGEST, is_plain

FRAMES = int(os.environ.get("FATHOM5_FRAMES", 6_000))


@pytest.mark.filterwarnings("ignore::hypothesis.errors.HypothesisDeprecationWarning")  # other threads use chance too
def test_all_that_is_nearly_right_is_answered_and_people_play_on(capfd):
    found = fuzz.measure(FRAMES)
    assert found["frames"] + found["requests"] >= FRAMES
    assert found["requests"] > FRAMES / 1000
    told = [line for line in capfd.readouterr().err.splitlines() if '"level": "error"' in line]
    assert not [line for line in told if "Invalid UTF-8" not in line]  # which the server beneath says of others
    # Some of it was right, and some was not.
    assert {"nonsense", "done", "http 200", "http 404", "broken lines"} <= set(found)


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


def test_a_frame_goes_over_the_wire_as_it_is_said_to():
    assert grammar.Raw(0x81, True, b"ab", None).bytes() == b"\x81\x82\0\0\0\0ab"
    assert grammar.Raw(0x81, False, b"ab", 5000).bytes() == b"\x81\x7e\x13\x88ab"
    assert grammar.Raw(0x02, True, b"", 1 << 63).bytes() == b"\x02\xff\x80" + bytes(11)


def test_texts_are_bounded_in_depth_and_length_and_can_be_stored():
    deep = []
    for _ in range(DEPTH + 1):
        deep = [deep]
    for wrong in (deep, {"a": deep}, "x" * (LONGEST + 1), "\0", "\ud800", {"\ud800": 1}, [["\0"]]):
        assert not is_plain(wrong)
    assert is_plain({"a": [1, None, "é😀", {"b": 2.5}]})
