"""Who acts, what can happen, and the verbs that each game answers with its own rules."""

import copyreg
from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from operator import itemgetter
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

import numpy as np

from fathom5.kernel.options import HOUSE, House, Option, Rest, Value, nearest, values
from fathom5.kernel.worlds import inlined as inlined
from fathom5.kernel.worlds import loop as loop
from fathom5.kernel.worlds import rule as rule  # what games are written with

CHANCE, NOBODY = -1, -2  # the seats that are no player: the dice or the bag, and the end of the game
MAX_SEATS = 6
MAX_KNOBS = 4

package_of: dict[np.dtype, str] = {}  # from the type of a state to the game's package
derived_of: dict[np.dtype, tuple[str, ...]] = {}  # which of its fields follow from the others
house_of: dict[np.dtype, House] = {}  # what stands in its field `house`


# Records.


class Fields(type):
    """The kind of all kinds of records: pickles name one by its fields."""

    _fields: tuple[str, ...]


@cache
def record_type(names: tuple[str, ...]) -> Fields:
    """np.record, for `state.field` to work interpreted too, but a field is found at once, not by a search in Python."""
    own = {
        "_fields": names,
        "__getattribute__": np.void.__getattribute__,
        "__getitem__": np.void.__getitem__,
        "__setattr__": np.void.__setitem__,
    }
    return Fields("Record", (np.record,), own | {name: property(itemgetter(name)) for name in names})


copyreg.pickle(Fields, lambda kind: (record_type, (kind._fields,)))


def record_dtype(*fields: tuple) -> np.dtype:
    """Of records with these fields."""
    dtype = np.dtype(list(fields))
    if mistaken := [name for name in dtype.names or () if hasattr(np.record, name)]:
        raise ValueError(f"interpreted, {mistaken} would be methods of the record")
    return np.dtype((record_type(dtype.names), list(fields)))


def state_dtype(module: str, *fields: tuple, derived: tuple[tuple, ...] = (), house: House | None = None) -> np.dtype:
    """A game's state: who acts, how many play, what happened last, then the game's own fields.

    In the field `house` are the numbers of the rulebook that can be changed, in the order of that table. It comes last:
    where it moved what is read most, Sub Terra's random games took 7 % longer.

    What is derived follows from those; `apply` keeps it in step only so that `legal` need not compute it anew. Whoever
    reads a state is not shown it, and a law recomputes it.
    """
    whose = (module, "seat")  # a title makes this a type of its own, even if another game has the very same fields
    numbers = [("house", "i2", (len(house),))] if house else []
    dtype = record_dtype((whose, "i1"), ("seats", "i1"), ("last", "i2"), *fields, *derived, *numbers)
    package_of[dtype] = module.partition(".rules")[0]
    derived_of[dtype] = tuple(name for name, *_ in derived)
    house_of[dtype] = house or {}
    return dtype


def choices_dtype(capacity: int) -> np.dtype:
    """A sheet on which `legal` offers; each game proves how many offers there can be at most.

    Where the total is the count each can happen in one way only, and nobody reads the weights.
    """
    room = capacity + BITS - 1  # `offer_set` writes whole bytes
    return record_dtype(
        ("count", "i4"),
        ("total", "i4"),
        ("members", "i8"),  # a set that is not written out yet, see `offer_any`; 0 if there is none
        ("first", "i8"),
        ("action", "i2", room),
        ("weight", "i4", room),
    )


# The bits of each byte that are set, and how many they are: a set of offers is written eight at a time.
BITS = 8
MOST_MEMBERS = 64  # of a set, with the sign
SET_BITS = np.zeros((1 << BITS, BITS), np.int16)
SIZES = np.zeros(1 << BITS, np.int8)
for _byte in range(1 << BITS):
    for _bit in range(BITS):
        if _byte >> _bit & 1:
            SET_BITS[_byte, SIZES[_byte]] = _bit
            SIZES[_byte] += 1

BRAIN = record_dtype(
    ("style", "i8"),  # UNIFORM, or 1 + the place among the game's hinted players
    ("knob", "f8", MAX_KNOBS),  # what that player can be tuned by
)
UNIFORM = 0


# A game.


class Game(NamedTuple):
    """A game as all others know it."""

    name: str
    version: int  # of the rules; a save made by others is refused
    options: dict[str, Option]  # "players" is one of them
    longest: int  # no game has more actions than this, chance's included
    rules: ModuleType  # STATE, CHOICES, Action and the verbs of the rulebook
    words: ModuleType  # actions as moves, moves as sentences, in each language
    agree: Callable[[dict[str, Value]], dict[str, Value]] = dict  # what options demand of one another
    house: House = MappingProxyType({})  # numbers of the rulebook that can be overridden
    rests: tuple[Rest, ...] = ()  # and those that follow from them

    @classmethod
    def of(cls, package: str, **own: Any) -> "Game":
        """The game in a package: its parts are found there, each by its name; what it says of itself is given."""
        rules, words = import_module(f"{package}.rules"), import_module(f"{package}.words")
        return cls(name=package.rpartition(".")[2], rules=rules, words=words, **own)

    # Parts without which a game is known already: who only lists games does not wait for them.

    @property
    def board(self) -> ModuleType:
        """A view as a scene and as text; recalled, if need be: without what people may not look at again."""
        return import_module(f"{self.package}.board")

    @property
    def hints(self) -> ModuleType:
        """PLAYERS, policy and value: what a bot should know; SEARCH, if need be: how to search it."""
        return import_module(f"{self.package}.hints")

    @property
    def measures(self) -> ModuleType:
        """COLUMNS, measure and odds: what can be counted and foretold."""
        return import_module(f"{self.package}.measures")

    @property
    def package(self) -> str:
        """Where all of it lies: rulebooks, rules, words, board, hints and the rest."""
        return self.rules.__name__.rpartition(".")[0]

    @property
    def agreeable(self) -> dict[str, Option]:
        """All that can be agreed on: the options of the rulebook, and house rules by their marked names."""
        return self.options | {HOUSE + name: constant.option for name, constant in self.house.items()}

    def chosen(self, asked: dict[str, Any]) -> dict[str, Value]:
        """The options asked for and the defaults of the others, checked; of house rules only what was changed."""
        chosen = {name: option.default for name, option in self.options.items()}
        known = self.agreeable
        for name, value in self._spelled_out(asked).items():
            if name not in known:
                raise ValueError(f"{self.name} has no option {name!r}; {nearest(name, known)}")
            if value is not None:
                chosen[name] = known[name].check(name, value)
        changed = {
            name: value for name, value in chosen.items() if name in self.options or value != known[name].default
        }
        return self.agree(changed)

    def _spelled_out(self, asked: dict[str, Any]) -> dict[str, Any]:
        """House rules may be given by name in a mapping of their own: house={"hearts": 4}."""
        if not isinstance(house := asked.get("house", {}), Mapping):
            raise ValueError(f"house rules are given by name, as {{name: number}}, not {house!r}")
        if unknown := [name for name in house if name not in self.house]:
            raise ValueError(f"{self.name} has no house rule {unknown[0]!r}; {nearest(unknown[0], self.house)}")
        return {name: value for name, value in asked.items() if name != "house"} | {
            HOUSE + name: value for name, value in house.items()
        }

    def packed(self, chosen: dict[str, Value]) -> np.record:
        """Checked options as the record that `setup` reads."""
        fields = [field for name, option in self.options.items() for field in option.fields(name)]
        numbers = [("house", "i8", (len(self.house),))] if self.house else []
        packed = np.zeros(1, record_dtype(*fields, *numbers))[0]
        for name, option in self.options.items():
            option.pack(name, chosen[name], packed)
        if self.house:
            packed["house"] = list(values(self.house, chosen).values())
        return packed

    def brain(self, player: str, *knobs: float) -> np.record:
        """The hinted player of that name as a record, tuned by other knobs than its own if some are given."""
        names = ("uniform", *self.hints.PLAYERS)
        if player not in names:
            raise ValueError(f"{self.name} has no player {player!r}; {nearest(player, names)}")
        own = self.hints.PLAYERS.get(player, ())
        if len(knobs) > len(own):
            raise ValueError(f"{player} has {len(own)} knobs to tune, not {len(knobs)}")
        brain = np.zeros(1, BRAIN)[0]
        brain.style = names.index(player)
        brain.knob[: len(own)] = (*knobs, *own[len(knobs) :])
        return brain


# The verbs.


Verb = Callable[..., Any]
VERBS: dict[Verb, str] = {}  # and the module of a game in which its answer lies
_answers: dict[tuple[Verb, np.dtype], Callable[..., Any]] = {}


def verb(home: str) -> Callable[[Callable], Verb]:
    """Let the state's own game answer, from that module of it: by a direct call when compiled, by look-up when not."""

    def decorate(stub: Callable) -> Verb:
        @wraps(stub)
        def asked(state, *others):
            key = asked, state.dtype
            return (_answers.get(key) or answer(*key))(state, *others)

        VERBS[asked] = home
        return asked

    return decorate


def answer(verb: Verb, state: np.dtype) -> Callable[..., Any]:
    """The rule by which the game with such a state answers."""
    module = import_module(f"{package_of[state]}.{VERBS[verb]}")
    return _answers.setdefault((verb, state), getattr(module, verb.__name__))


@verb("rules")
def setup(state, options):
    """Lay out a zeroed state."""


@verb("rules")
def legal(state, choices):
    """Offer what can happen now."""


@verb("rules")
def apply(state, action):
    """Make a legal action happen, and note it as the last."""


@verb("rules")
def score(state, points):
    """Write the points that each seat would have if the game ended now: what people read."""


@verb("rules")
def win(state, shares):
    """Write each seat's share of the victory as it stands, ties as in the rulebook: what bots strive for."""


@verb("rules")
def hide(state, seat):
    """Turn face down what that seat may not know; NOBODY looks on and knows no secret."""


@verb("rules")
def deal(state, rng):
    """Undo `hide` in one of the ways it could really be, each as likely as it is."""


@verb("rules")
def evident(state, choices):
    """Whether everybody can see what the seat to move can do: by a sheet to write on, if need be."""


@verb("rules")
def opens(before, after):
    """Whether somebody sees, by what a seat has just done, more than could be foreseen of it."""


@verb("hints")
def policy(state, choices, brain, rng):
    """What a hinted player of this style does, from nothing but what the seat to move may know."""


@verb("hints")
def value(state, shares):
    """Estimate each seat's share of the victory in a game that is cut short."""


@verb("measures")
def measure(state, row):
    """Count what just happened, after each action, into the game's own columns."""


# Asking.


@rule
def offer(choices, action, weight=1):
    """Add what can happen: for a player once, for chance in as many ways as there are."""
    choices.action[choices.count] = action
    choices.weight[choices.count] = weight
    choices.count += 1
    choices.total += weight


@rule
def offer_row(choices, first, count):
    """Add actions that follow one another, each as likely as another."""
    end = choices.count
    for i in range(count):
        choices.action[end + i] = first + i
    choices.count = end + count
    choices.total += count


@rule
def offer_odds(choices, first, weights):
    """Add actions that follow one another, each in as many ways as its weight says."""
    end, total = choices.count, 0
    for i in range(len(weights)):
        choices.action[end + i] = first + i
        choices.weight[end + i] = weights[i]
        total += weights[i]
    choices.count = end + len(weights)
    choices.total += total


@rule
def offer_set(choices, first, members, most):
    """Add those of so many actions in a row whose bits are set, each as likely as another.

    A byte at a time and without a branch to guess wrong: what is no member is overwritten by the next.
    """
    end = choices.count
    for passed in range(0, most, BITS):
        byte = int(members) >> passed & (1 << BITS) - 1
        for i in range(BITS):
            choices.action[end + i] = first + passed + SET_BITS[byte, i]
        end += SIZES[byte]
    choices.total += end - choices.count
    choices.count = end


@rule
def offer_any(choices, first, members):
    """Add those of up to 63 actions in a row whose bits are set, each as likely as another, and nothing else.

    Chance only has to draw one of them, so they are written out only for who wants to read them.
    """
    choices.first = first
    choices.members = members
    choices.count = choices.total = how_many(members)


@rule
def write_out(choices):
    """Let the offers be read."""
    members = choices.members
    if members:
        clean(choices)
        offer_set(choices, choices.first, members, MOST_MEMBERS)


@rule
def take_house_rules(state, options):
    """The numbers that were agreed on, or those of the rulebook."""
    for i in range(len(state.house)):
        state.house[i] = options.house[i]


@rule
def clean(choices):
    choices.count = 0
    choices.total = 0
    choices.members = 0


@rule
def clockwise(seat, seats):
    """Who comes next: a division would take longer."""
    return seat + 1 if seat + 1 < seats else 0


@rule
def how_many(members):
    """Bits that are set."""
    count = 0
    while members:
        members &= members - 1
        count += 1
    return count


@rule
def look(state, choices):
    """Fill a clean sheet with what can happen now, for who only picks from it or writes it out."""
    clean(choices)
    legal(state, choices)


@rule
def ask(state, choices):
    """Fill a clean sheet with what can happen now."""
    look(state, choices)
    write_out(choices)


def read(sheets: np.ndarray) -> dict[int, int]:
    """What stands on the first sheet: in how many ways each action can happen."""
    count, total = sheets["count"].item(0), sheets["total"].item(0)
    actions = sheets["action"][0, :count].tolist()
    if total == count:
        return dict.fromkeys(actions, 1)
    return dict(zip(actions, sheets["weight"][0, :count].tolist(), strict=True))


def sheet(state: np.record) -> np.record:
    """An empty sheet for this state's game."""
    return np.zeros(1, sheet_dtype(state.dtype))[0]


@cache
def sheet_dtype(state: np.dtype) -> np.dtype:
    return import_module(f"{package_of[state]}.rules").CHOICES


def offers(state: np.record) -> dict[int, int]:
    """What can happen now, and in how many ways."""
    sheets = np.zeros(1, sheet_dtype(state.dtype))
    ask(state, sheets[0])
    return read(sheets)


def view(state: np.record, seat: int) -> np.record:
    """What a seat may know, the one way out for a state; NOBODY looks on and knows no secret."""
    seen = state.copy()
    hide(seen, seat)
    return seen
