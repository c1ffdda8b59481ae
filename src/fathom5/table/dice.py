"""Dice that nobody can choose: the arithmetic of the second protocol, all of it, and nothing else.

`docs/fair_dice.md` says who sends what when, what that excludes and what it does not. The page computes the same in
`web/static/dice.js`. In short: the table commits to a secret, every person to words; all commitments are sealed; only
then are words told; dice, bots' seeds and the chain of rows follow from the secret, the seal and the words.
"""

import hmac
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from secrets import token_hex
from typing import Any, NamedTuple

PROTOCOL = 2
PLAYED_ON = -1  # instead of a protocol: a game that goes on from another; its rows before that are nobody's draws
PREPARED = 0  # instead of a protocol: the dice of a lesson, for which nobody vouches
SECRET = re.compile(r"[0-9a-f]{64}")  # 256 bits
WORDS = re.compile(r"[0-9a-f]{32,64}")  # at least 128 bits
COMMITMENT = SEAL = re.compile(r"[0-9a-f]{64}")
LINK = 16  # bytes of a digest in the chain
Part = str | int | bytes

# Texts. No two lists of parts give the same bytes.


def framed(*parts: Part) -> bytes:
    """Parts in order, each after its length in four bytes, big-endian. A text is its UTF-8, a number its digits."""
    texts = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)


def hashed(*parts: Part) -> bytes:
    """H: SHA-256 of the framed parts."""
    return sha256(framed(*parts)).digest()


def keyed(key: bytes, *parts: Part) -> bytes:
    """HMAC-SHA-256 of the framed parts."""
    return hmac.digest(key, framed(*parts), "sha256")


# 1, 2: opening and sitting down.


def new_secret() -> str:
    return token_hex(32)


def table_commitment(table: str, secret: str) -> str:
    """c = H('table', id, s), with the 32 bytes of s."""
    return hashed("table", table, bytes.fromhex(secret)).hex()


def seat_commitment(table: str, seat: int, words: str) -> str:
    """c_i = H('seat', id, i, w), with w as it is sent: hexadecimal digits."""
    return hashed("seat", table, seat, words).hex()


# 3: sealing.


class Place(NamedTuple):
    """A seat as it is sealed: a person with a commitment, or a bot with a level."""

    kind: str
    level: str
    commitment: str


class Broken(NamedTuple):
    """An earlier round as the next seal tells of it."""

    reason: str
    seats: tuple[int, ...]  # whose words did not come, or who changed
    seal: str  # the digest of its own seal, in hexadecimal digits


class Seal(NamedTuple):
    """What all agree on before any words are told."""

    table: str
    protocol: int
    game: str
    rules: int
    options: str
    commitment: str  # the table's
    seats: tuple[Place, ...]
    rounds: tuple[Broken, ...] = ()

    @property
    def digest(self) -> bytes:
        """H('seal', id, …): counts stand before lists, so that no two seals have the same parts."""
        rounds = ((each.reason, " ".join(map(str, each.seats)), each.seal) for each in self.rounds)
        agreed: tuple[Part, ...] = (self.table, self.protocol, self.game, self.rules, self.options, self.commitment)
        return hashed("seal", *agreed, len(self.seats), *chain(*self.seats), len(self.rounds), *chain(*rounds))

    def data(self) -> dict[str, Any]:
        """As it is published and kept."""
        return self._asdict() | {
            "seats": [place._asdict() for place in self.seats],
            "rounds": [each._asdict() | {"seats": list(each.seats)} for each in self.rounds],
        }

    @classmethod
    def of(cls, data: Any) -> "Seal":
        """From what was published; a ValueError if that is not of its form."""
        try:
            seats = tuple(Place(**place) for place in data["seats"])
            rounds = tuple(Broken(**each | {"seats": tuple(each["seats"])}) for each in data["rounds"])
            seal = cls(**data | {"seats": seats, "rounds": rounds})
        except (TypeError, KeyError) as error:
            raise ValueError(f"this is no seal: {error!r}") from None
        texts = (seal.table, seal.game, seal.options, seal.commitment, *chain(*seats))
        texts += tuple(text for each in rounds for text in (each.reason, each.seal))
        numbers = (seal.protocol, seal.rules, *(number for each in rounds for number in each.seats))
        if not all(type(text) is str for text in texts) or not all(type(number) is int for number in numbers):
            raise ValueError("this is no seal: a text or a number in it is none")
        return seal


def options_text(options: Mapping[str, Any]) -> str:
    """Options as they are sealed: JSON, sorted, without spaces."""
    return json.dumps(options, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


# A seal that can be read aloud: eight words of eleven bits each, the first 88 bits of its digest.

HEADS = [head + vowel for head in (*"bdfgjklmnprstvz", "tr") for vowel in "aeio"]
TAILS = [tail + vowel for tail in (*"flmnprstvz", "lm", "nd", "nt", "rk", "rn", "st") for vowel in "ao"]
SPOKEN = [head + tail for head in HEADS for tail in TAILS]  # 2,048, the same in all languages
BITS, COUNT = 11, 8


def spoken(seal: bytes) -> list[str]:
    """The eight words of a seal."""
    number = int.from_bytes(seal[:BITS], "big")  # eight words of eleven bits are eleven bytes
    return [SPOKEN[number >> BITS * (COUNT - 1 - place) & (1 << BITS) - 1] for place in range(COUNT)]


def is_noted(seal: bytes, noted: str) -> bool:
    """Whether a seal is the one that somebody wrote down, in digits or in its eight words; a ValueError if neither."""
    text = noted.lower().replace("-", " ").replace(",", " ").split()
    if len(text) == 1 and SEAL.fullmatch(text[0]):
        return text[0] == seal.hex()
    if len(text) != COUNT or not set(text) <= set(SPOKEN):
        raise ValueError("a seal is 64 hexadecimal digits or its eight words")
    return text == spoken(seal)


# 5: dice.


def dice_key(secret: str, seal: bytes, words: Sequence[str]) -> bytes:
    """K = HMAC(s, 'dice', seal, w_0, w_1, …): a part for each seat, empty where a bot sits."""
    return keyed(bytes.fromhex(secret), "dice", seal, *words)


def ticket(key: bytes, n: int, total: int) -> int:
    """The number below the total weight that chance's n-th action draws, from 0."""
    return int.from_bytes(keyed(key, "draw", n)[:8], "big") * total >> 64


def draw(key: bytes, n: int, offers: Mapping[int, int]) -> int:
    """Chance's n-th action: of the offers, by weight and in their order, the one that holds the ticket."""
    return held(ticket(key, n, sum(offers.values())), offers)


def held(ticket: int, offers: Mapping[int, int]) -> int:
    """Who holds a ticket."""
    for action, weight in offers.items():
        ticket -= weight
        if ticket < 0:
            return action
    raise ValueError("chance has nothing to choose from")


def bot_seed(key: bytes, seat: int, n: int) -> int:
    """The seed of a bot's choice after n actions that count: four bytes of HMAC(K, 'bot', seat, n)."""
    return int.from_bytes(keyed(key, "bot", seat, n)[:4], "big")


# 6: the chain of rows.


def chain_key(secret: bytes, seal: bytes) -> bytes:
    """HMAC(s, 'chain', seal): a digest tells nothing before s is known, and everything after."""
    return keyed(secret, "chain", seal)


def first_link(key: bytes, seal: bytes) -> str:
    """What the first row has before it: the seal itself is the first thing in the chain."""
    return keyed(key, "seal", seal)[:LINK].hex()


def link(key: bytes, before: str, turn: int, seat: int, action: int, by: str) -> str:
    """What a row carries: the digest before, its number, who, what, and who really chose."""
    return keyed(key, bytes.fromhex(before), turn, seat, action, by)[:LINK].hex()


def links(key: bytes, seal: bytes, rows: Iterable[tuple[int, int, str]]) -> list[str]:
    """The chain's digest before the first row and after each."""
    chained = [first_link(key, seal)]
    for turn, row in enumerate(rows):
        chained.append(link(key, chained[-1], turn, *row))
    return chained
