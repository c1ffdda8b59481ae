"""Who plays: seats held by devices, names, colours, and how fast anyone may ask."""

import time
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from secrets import compare_digest, token_urlsafe

from fathom5.scene import SEAT_COLOURS
from fathom5.table.keep.ledger import Ledger
from fathom5.table.keep.store import Seat

LONGEST_NAME, LONGEST_TEXT, LONGEST_PHRASE = 24, 200, 24


# Seats.


def new_id() -> str:
    """128 bits that nobody guesses."""
    return token_urlsafe(16)


def seat_of(seats: list[Seat], device: str | None) -> int | None:
    """The seat that a device holds."""
    return next((seat.seat for seat in seats if device and seat.kind == "person" and seat.holder == device), None)


def seat_by_link(seats: list[Seat], secret: str) -> Seat | None:
    """The seat whose own link has this secret."""
    for seat in seats:
        if seat.kind == "person" and seat.secret and compare_digest(seat.secret.encode(), secret.encode()):
            return seat
    return None


# Words.


def cleaned(text: object, longest: int) -> str:
    """One line of printable text without control characters, direction marks and other tricks; "" if it is none."""
    if not isinstance(text, str):
        return ""
    kept = (letter if unicodedata.category(letter) not in UNSEEN or letter in JOINERS else " " for letter in text)
    return " ".join("".join(kept).split())[:longest].strip()


DEPTH, LONGEST = 12, 100_000  # of what anybody sends us: how deep it is, and how long a text in it


def is_plain(sent: object, depth: int = DEPTH) -> bool:
    """Whether all texts in it can be stored anywhere: letters that can be encoded, no NUL, not too long or too deep."""
    if isinstance(sent, dict):
        return depth > 0 and all(is_plain(key, depth - 1) and is_plain(one, depth - 1) for key, one in sent.items())
    if isinstance(sent, list):
        return depth > 0 and all(is_plain(one, depth - 1) for one in sent)
    if not isinstance(sent, str):
        return True
    return len(sent) <= LONGEST and "\0" not in sent and not any("\ud800" <= letter <= "\udfff" for letter in sent)


UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
JOINERS = "\u200d"  # holds many an emoji together


STACKED = 2  # marks that a letter may carry
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters that nobody sees


def name_of(text: object, others: Iterable[str] = ()) -> str:
    """A name of visible letters, unlike all others at the table to the eye: else with a number; "" if it is none."""
    composed = unicodedata.normalize("NFC", text) if isinstance(text, str) else ""
    name = cleaned("".join(letter for letter in _bare_of_marks(composed) if letter not in BLANK), LONGEST_NAME)
    taken = {folded(other) for other in others}
    for number in range(2, len(taken) + 3) if name and folded(name) in taken else ():
        numbered = f"{name[: LONGEST_NAME - 2].strip()} {number}"
        if folded(numbered) not in taken:
            return numbered
    return name


def _bare_of_marks(text: str) -> Iterator[str]:
    """Letters with no more marks above and below than languages need."""
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= STACKED:
            yield letter


def folded(name: str) -> str:
    """What looks the same is the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


PHRASES = ("hello", "good_luck", "well_played", "your_turn", "sorry", "thanks", "one_moment", "good_game")
EMOJI = ("👍", "😄", "😮", "😱", "🌊", "🐙")
BOT_NAMES = ("Nautilus", "Calypso", "Triton", "Nereid", "Proteus", "Thetis")
SAYINGS = (*PHRASES, *EMOJI)  # what anybody can say


def free_colour(wanted: object, seats: list[Seat], own: int | None) -> int:
    """The colour asked for, or the next that nobody else at the table wears."""
    first = wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else own or 0
    worn = {seat.colour for seat in seats if seat.kind != "open" and seat.seat != own}
    order = [(first + step) % len(SEAT_COLOURS) for step in range(len(SEAT_COLOURS))]
    return next((colour for colour in order if colour not in worn), order[0])


# How fast.


@dataclass(slots=True)
class Bucket:
    """So many at once, and so many a second in the long run."""

    burst: float
    rate: float
    level: float = field(init=False)
    filled: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.level = self.burst

    def take(self) -> bool:
        """Whether one more is all right now."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.filled) * self.rate)
        self.filled = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Budgets:
    """Seconds of the house's time, for each that asks: who has used up theirs waits until there is some again."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self.burst, self.rate, self.most = burst, rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # seconds, and when that was

    def left(self, asker: str) -> float:
        now = time.monotonic()
        seconds, then = self._left.get(asker, (self.burst, now))
        return min(self.burst, seconds + (now - then) * self.rate)

    def spend(self, asker: str, seconds: float) -> None:
        self._left[asker] = (self.left(asker) - seconds, time.monotonic())
        self._left.move_to_end(asker)
        if len(self._left) > self.most:
            self._left.popitem(last=False)


class SharedBudgets(Budgets):
    """The same for all processes of a house together."""

    def __init__(self, ledger: Ledger, burst: float, rate: float) -> None:
        super().__init__(burst, rate)
        self.ledger = ledger

    def left(self, asker: str) -> float:
        return self.ledger.left(f"budget {asker}", self.burst, self.rate)

    def spend(self, asker: str, seconds: float) -> None:
        self.ledger.spend(f"budget {asker}", seconds, self.burst, self.rate)


class Buckets:
    """One bucket for each asker; who has not asked for long is forgotten."""

    def __init__(self, burst: float, rate: float, most: int = 10_000) -> None:
        self.burst, self.rate, self.most = burst, rate, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, asker: str) -> bool:
        bucket = self._of.setdefault(asker, Bucket(self.burst, self.rate))
        self._of.move_to_end(asker)
        if len(self._of) > self.most:
            self._of.popitem(last=False)
        return bucket.take()


class SharedBuckets(Buckets):
    """The same for all processes of a house together."""

    def __init__(self, ledger: Ledger, burst: float, rate: float) -> None:
        super().__init__(burst, rate)
        self.ledger = ledger

    def take(self, asker: str) -> bool:
        return self.ledger.spend(f"opening {asker}", 1, self.burst, self.rate, least=1)
