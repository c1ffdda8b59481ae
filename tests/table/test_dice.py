"""The arithmetic of the second protocol, computed here once more from its description in `docs/fair_dice.md`."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from fathom5.table import dice

PAGE = Path(__file__).parents[2] / "docs" / "fair_dice.md"
TABLE, SECRET, WORDS = "lagoon", "5e" * 32, ["ab" * 16, "", "cd" * 16]


def frame(*parts):
    """Each part after its length: written without looking at ours."""
    done = b""
    for part in parts:
        raw = part if isinstance(part, bytes) else str(part).encode("utf-8")
        done += bytes([len(raw) >> 24 & 255, len(raw) >> 16 & 255, len(raw) >> 8 & 255, len(raw) & 255]) + raw
    return done


def sha(*parts):
    return hashlib.sha256(frame(*parts)).digest()


def mac(key, *parts):
    return hmac.new(key, frame(*parts), hashlib.sha256).digest()


def sealed():
    places = (
        dice.Place("person", "", dice.seat_commitment(TABLE, 0, WORDS[0])),
        dice.Place("bot", "hinted", ""),
        dice.Place("person", "", dice.seat_commitment(TABLE, 2, WORDS[2])),
    )
    commitment = dice.table_commitment(TABLE, SECRET)
    options = dice.options_text({"players": 3, "air": 25})
    return dice.Seal(TABLE, 2, "game", 4, options, commitment, places, (dice.Broken("silent", (1, 2), "0f" * 32),))


def test_texts_are_framed_so_that_no_two_lists_are_the_same():
    assert dice.framed("ab", "c") == frame("ab", "c") != dice.framed("a", "bc")
    assert dice.framed(12, "é", b"\xff") == b"\0\0\0\x0212\0\0\0\x02\xc3\xa9\0\0\0\x01\xff"


def test_commitments_are_named_and_bound_to_the_table_and_the_seat():
    assert dice.table_commitment(TABLE, SECRET) == sha("table", TABLE, bytes.fromhex(SECRET)).hex()
    assert dice.seat_commitment(TABLE, 2, "w") == sha("seat", TABLE, 2, "w").hex()
    same = {dice.seat_commitment(table, seat, "w") for table in ("a", "b") for seat in (0, 1)}
    assert len(same) == 4


def test_a_seal_holds_everything_that_was_agreed():
    seal = sealed()
    parts = ["seal", TABLE, 2, "game", 4, '{"air":25,"players":3}', seal.commitment, 3]
    parts += ["person", "", seal.seats[0].commitment, "bot", "hinted", "", "person", "", seal.seats[2].commitment]
    assert seal.digest == sha(*parts, 1, "silent", "1 2", "0f" * 32)
    assert dice.Seal.of(json.loads(json.dumps(seal.data()))) == seal


@pytest.mark.parametrize(
    "change",
    [
        {"table": "other"}, {"protocol": 3}, {"game": "x"}, {"rules": 5}, {"options": "{}"}, {"commitment": "00" * 32},
        {"seats": sealed().seats[:2]}, {"seats": sealed().seats[::-1]}, {"rounds": ()},
        {"rounds": (dice.Broken("changed", (1, 2), "0f" * 32),)}, {"rounds": (dice.Broken("silent", (1,), "0f" * 32),)},
        {"seats": (sealed().seats[0], dice.Place("bot", "diver", ""), sealed().seats[2])},
    ],
)  # fmt: skip
def test_whatever_changes_gives_another_seal(change):
    assert sealed()._replace(**change).digest != sealed().digest


@pytest.mark.parametrize("data", [None, [], {}, 7, "x", {"table": "t"}])
def test_what_is_no_seal_is_refused(data):
    with pytest.raises(ValueError, match="no seal"):
        dice.Seal.of(data)


@pytest.mark.parametrize("part", ["table", "protocol", "game", "rules", "options", "commitment"])
def test_a_seal_has_texts_and_numbers_where_they_belong(part):
    with pytest.raises(ValueError, match="no seal"):
        dice.Seal.of(sealed().data() | {part: None})


def test_dice_seeds_and_rows_follow_from_the_secret_the_seal_and_all_words():
    seal, s = sealed().digest, bytes.fromhex(SECRET)
    key = dice.dice_key(SECRET, seal, WORDS)
    assert key == mac(s, "dice", seal, *WORDS)
    assert dice.bot_seed(key, 1, 30) == int.from_bytes(mac(key, "bot", 1, 30)[:4], "big")
    chain = dice.chain_key(s, seal)
    assert chain == mac(s, "chain", seal)
    first = mac(chain, "seal", seal)[:16]
    second = mac(chain, first, 0, -1, 7, "chance")[:16]
    third = mac(chain, second, 1, 0, 3, "person")[:16]
    rows = [(-1, 7, "chance"), (0, 3, "person")]
    assert dice.links(chain, seal, rows) == [first.hex(), second.hex(), third.hex()]


def test_a_ticket_is_drawn_by_weight_in_the_order_of_the_offers():
    key = b"k" * 32
    for n in range(50):
        number = int.from_bytes(mac(key, "draw", n)[:8], "big")
        assert dice.ticket(key, n, 36) == number * 36 // 2**64
        expected = [7] * 1 + [3] * 5 + [9] * 30
        assert dice.draw(key, n, {7: 1, 3: 5, 9: 30}) == expected[dice.ticket(key, n, 36)]
    drawn = Counter(dice.draw(key, n, {1: 1, 2: 3}) for n in range(4000))
    assert 900 < drawn[1] < 1100
    with pytest.raises(ValueError, match="nothing to choose"):
        dice.draw(key, 0, {})


def test_the_words_of_a_seal_are_of_one_list_and_tell_every_bit_of_eleven_bytes():
    assert len(set(dice.SPOKEN)) == 2048
    assert all(re.fullmatch("[a-z]{4,6}", word) for word in dice.SPOKEN)
    seal = sealed().digest
    for bit in range(88):
        other = (int.from_bytes(seal, "big") ^ 1 << 255 - bit).to_bytes(32, "big")
        differ = [one != two for one, two in zip(dice.spoken(seal), dice.spoken(other))]
        assert [number for number, is_other in enumerate(differ) if is_other] == [bit // 11]
    assert dice.spoken(bytes(32)) == [dice.SPOKEN[0]] * 8


def test_the_list_of_words_never_changes():
    """People have written down seals in it."""
    assert hashlib.sha256(" ".join(dice.SPOKEN).encode()).hexdigest() == LIST


LIST = "3966077509074e8c3f25dd1c3f0c6dd5b61fc323742bd8c6927d599177d62136"


def test_the_worked_example_of_the_page_is_what_comes_out():
    """Every line `name = value` of its example, computed here."""
    example = PAGE.read_text("utf8").partition("## A worked example")[2]
    told = dict(re.findall(r"^    (\S+) += (.+)$", example, re.MULTILINE))
    assert told == worked()


def worked():
    """The example of the page: two people and a bot, and three rows."""
    seal, s = sealed(), bytes.fromhex(SECRET)
    key, chain = dice.dice_key(SECRET, seal.digest, WORDS), dice.chain_key(s, seal.digest)
    links = dice.links(chain, seal.digest, [(-1, 7, "chance"), (0, 3, "person"), (1, 5, "bot:hinted")])
    return {
        "id": TABLE, "s": SECRET, "w_0": WORDS[0], "w_2": WORDS[2],
        "c": sha("table", TABLE, s).hex(),
        "c_0": sha("seat", TABLE, 0, WORDS[0]).hex(),
        "c_2": sha("seat", TABLE, 2, WORDS[2]).hex(),
        "framed('seat',id,0,w_0)": frame("seat", TABLE, 0, WORDS[0]).hex(),
        "seal": seal.digest.hex(),
        "words": " ".join(dice.spoken(seal.digest)),
        "K": key.hex(),
        "ticket(0)": str(int.from_bytes(mac(key, "draw", 0)[:8], "big") * 36 >> 64),
        "ticket(1)": str(int.from_bytes(mac(key, "draw", 1)[:8], "big") * 36 >> 64),
        "seed(1,2)": str(int.from_bytes(mac(key, "bot", 1, 2)[:4], "big")),
        "chain": chain.hex(),
        **{f"D_{number}": link for number, link in enumerate(links)},
    }  # fmt: skip
