"""The Python door: load a game, start a match, play it in words."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from secrets import randbits
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from fathom5 import games
from fathom5.door.books import checked_language
from fathom5.door.branch import Branch, dealt
from fathom5.door.data import again, plain, words_at
from fathom5.door.story import Line, Refusal, Summary, lines_of, summary, summed_up
from fathom5.kernel import record
from fathom5.kernel.chance import dice
from fathom5.kernel.game import (
    CHANCE,
    NOBODY,
    Game,
    apply,
    ask,
    evident,
    opens,
    read,
    score,
    sheet,
    view,
    win,
)
from fathom5.kernel.options import Value
from fathom5.kernel.play import COURSE, KEY, USED, answered, begin, fallen, follow, step, table_dtype
from fathom5.kernel.record import Move, spoken
from fathom5.scene import LANGUAGES, SHAPES, WIDE, Scene, svg, typeset

MOST = np.iinfo(np.int16).max  # that an action's number can be
OPENINGS = 1 << 8  # kinds of tables that are kept at hand
writing = Lock()  # who only reads what has happened may have it written down, and several may read at once


class IllegalMove(ValueError):
    """What was asked cannot happen now; nothing has changed."""


class Ready(NamedTuple):
    """A game with all its options chosen."""

    game: Game
    options: dict[str, Value]
    branch: Branch | None = None  # where its games go on from another

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.options["players"])  # type: ignore[arg-type]  # every game has this option, a number

    @property
    def longest(self) -> int:
        """No match has more actions than this, chance's included."""
        return int(import_module(self.game.package).longest(self.options))

    def start(self, seed: int | None = None, chance: str = "seeded") -> "Match":
        """A match in which chance plays itself from the seed; chance="manual" leaves it to the caller."""
        if chance not in ("seeded", "manual"):
            raise ValueError(f"chance is 'seeded' or 'manual', not {chance!r}")
        if chance == "manual":
            return Match(self.game, self.options, None, branch=self.branch)
        return Match(self.game, self.options, randbits(32) if seed is None else whole(seed), branch=self.branch)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and written down by name: a game holds modules, which can be neither."""
        return _ready, (self.game.name, self.options, self.branch)

    def __repr__(self) -> str:
        return f"fathom5.load({self.game.name!r}, {_arguments(self.options)})"


def _ready(name: str, options: dict[str, Value], branch: Branch | None) -> Ready:
    return load(name, **options)._replace(branch=branch)


class Match:
    """One game under way: its options, its seed and its actions; all else follows from them."""

    def __init__(
        self,
        game: Game,
        options: dict[str, Value],
        seed: int | None,
        actions: Sequence[int] = (),
        branch: Branch | None = None,
    ):
        self.game, self.options, self.seed, self.branch = game, options, seed, branch
        self._is_dealt = branch is None  # what was not known at the branch
        self._actions: list[int] = []  # all since the start, chance's included, but for those on the course
        self._deciders: list[int] = []  # which seat took each
        self._seen: dict[int, np.record] = {}  # what each viewer may know of this state, once somebody has asked
        self._sheet: dict[int, int] | None = None  # what can happen in it, likewise
        self._moves: tuple[Move, ...] | None = None  # and in words
        self._ears: dict[int, Ears] = {}  # who has listened so far
        self._sit_down_at(again(opening(game.name, *options.items())))
        self._luck[KEY] = dice(seed or 0)[0]
        self.seats = int(self._states["seats"][0])  # how many play
        self.follow(actions)

    def _sit_down_at(self, tables: np.ndarray) -> None:
        """What is on the table, each by its name: it takes longer to find than to read."""
        self._tables = tables
        self._states, self._sheets, self._luck = tables["state"], tables["sheet"], tables["luck"][0]
        self._noted, self._course, self._whose = tables["noted"], tables["course"][0], self._states["seat"]
        self._offered, self._count = self._sheets["action"][0], self._sheets["count"]

    # What there is to know.

    @property
    def seat(self) -> int:
        """Whose decision it is; CHANCE or NOBODY where it is no player's."""
        return self._whose.item(0)

    @property
    def over(self) -> bool:
        return self._whose.item(0) == NOBODY

    @property
    def actions(self) -> list[int]:
        """All since the start, chance's included."""
        self._write_down()
        return self._actions

    @property
    def numbers(self) -> list[int]:
        """The actions that can happen now, by number: quicker than any other way to ask."""
        return self._offered[: self._count.item(0)].tolist()

    @property
    def offers(self) -> dict[int, int]:
        """The same, and in how many ways each can."""
        if self._sheet is None:
            self._sheet = read(self._sheets)
        return self._sheet.copy()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The same as readable tuples."""
        if self._moves is None:
            self._moves = tuple(self.game.words.move(self._states[0], action) for action in self.offers)
        return self._moves

    @property
    def deciders(self) -> tuple[int, ...]:
        """Which seat took each of the actions."""
        self._write_down()
        return tuple(self._deciders)

    @property
    def odds(self) -> tuple[float, ...]:
        """How likely each of the moves is, where chance acts; for a player, each as likely as another."""
        ways = self.offers.values()
        return tuple(way / sum(ways) for way in ways)

    @property
    def scores(self) -> list[int]:
        points = np.zeros(self.seats, np.int64)
        score(self._states[0], points)
        return points.tolist()

    @property
    def is_shared(self) -> bool:
        """All win or lose together: there are no points to show or to compare."""
        return bool(getattr(self.game.words, "TOGETHER", False))

    @property
    def shares(self) -> list[float]:
        """Each seat's share of the victory, as it stands."""
        shares = np.zeros(self.seats)
        win(self._states[0], shares)
        return shares.tolist()

    @property
    def winners(self) -> list[int]:
        """Nobody before the end."""
        return [seat for seat, share in enumerate(self.shares) if self.over and share > 0]

    @property
    def state(self) -> dict[str, Any]:
        """All of it, as plain JSON data."""
        return plain(self._states[0])

    @property
    def record(self) -> np.record:
        """All of it, as the rules have it, secrets included: for whoever runs the match, never for a player."""
        return again(self._states)[0]

    @property
    def log(self) -> list[Move]:
        """Every action since the start, chance's included."""
        return [self.game.words.move(before, int(after.last)) for _, before, after in self._retold(None)]

    # What a seat may know.

    def seen(self, seat: int | None = None) -> np.record:
        """The record as that seat may know it, for bots and boards; without a seat, as someone who looks on may."""
        return again(self.glance(seat))[0]

    def glance(self, seat: int | None = None) -> np.record:
        """The same to read only, and quickly: there is one for all who ask."""
        viewer = NOBODY if seat is None else self._checked(seat)
        if viewer not in self._seen:
            hidden = again(self._states)
            self.game.rules.hide(hidden[0], viewer)
            hidden.flags.writeable = False
            self._seen[viewer] = hidden[0]
        return self._seen[viewer]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What that seat may know, as plain JSON data."""
        return plain(self.seen(seat))

    @property
    def has_secrets(self) -> bool:
        """Somebody at the table may not know all that is."""
        return any(self.glance(seat).tobytes() != self._states[0].tobytes() for seat in range(self.seats))

    def told(self, seat: int | None = None) -> list[Move]:
        """The log as that seat heard it, gathered as it happens: who asks again waits for what is new only."""
        viewer = NOBODY if seat is None else self._checked(seat)
        if viewer not in self._ears:
            self._ears[viewer] = Ears(self.game, self.options, viewer, self.branch)
        return self._ears[viewer].listen(self.actions)

    def story(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> list[str]:
        """The log in sentences, as that seat heard it; after the end, how each has fared."""
        told = [line["text"] for line in self.lines(seat, language, names)]
        ending = self.ending(language, names)
        return told + (summary(ending, names or self.names(language)) if ending else [])

    def lines(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> list[Line]:
        """The log as that seat heard it, each line with what kind it is, where the rules speak of it, and its place."""
        viewer = NOBODY if seat is None else self._checked(seat)
        names = names or self.names(language)
        return [
            line
            for n, (whose, before, after) in enumerate(self._retold(viewer), 1)
            for line in lines_of(self.game, n, whose, before, after, language, names)
        ]

    def ending(self, language: str = "en", names: Sequence[str] = ()) -> Summary | None:
        """Why the game ended and what each result is made of, the best first; None before the end."""
        if not self.over:
            return None
        start = Match(self.game, self.options, seed=None).seen()
        course = [start, *(after for _, _, after in self._retold(NOBODY))]
        said = names or self.names(language), self.words(language)
        (clause,) = (line.clause for line in self.game.words.tell(*course[-2:], *said) if line.kind == "end")
        ending = self.game.words.ending(course, *said)
        return summed_up(ending, clause, self.shares, self.scores, self.is_shared)

    def names(self, language: str = "en") -> list[str]:
        """What the seats are called where nobody has a name."""
        return [f"{self.words(language)['seat']} {seat + 1}" for seat in range(self.seats)]

    def scene(self, seat: int | None = None, language: str = "en", shape: str = WIDE) -> Scene:
        """The picture as data, composed for a wide or a tall stage."""
        if shape not in SHAPES:
            raise ValueError(f"a scene is {' or '.join(SHAPES)}, not {shape!r}")
        viewer = NOBODY if seat is None else seat
        return self.game.board.scene(self.glance(seat), viewer, self.words(language), shape)

    def refusal(
        self, seat: int, touched: Sequence[str], begun: Sequence[str] = (), language: str = "en"
    ) -> Refusal | None:
        """Why a touch on these things of the board, the topmost first, does nothing for who is to move.

        `begun` are the things of a move that were touched before. None where there is nothing to say of them.
        """
        there = {thing["id"] for thing in self.scene(seat)["things"]}
        if self.seat != seat or not there.issuperset(begun):
            return None
        part = import_module(f"{self.game.package}.refusals")
        for thing in touched:
            no = part.refusal(self.glance(seat), begun, thing, self.words(language)) if thing in there else None
            if no:
                clause, *sentences = part.REASONS[no[0]]
                sentence = sentences[LANGUAGES.index(language)].format(**no[1])
                return Refusal(typeset(sentence, language), clause)
        return None

    def words(self, language: str) -> dict[str, str]:
        return words_at(self._states[0], self.game, checked_language(language))

    def _checked(self, seat: int) -> int:
        if isinstance(seat, bool) or seat not in range(self.seats):
            raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return int(seat)

    def _retold(self, viewer: int | None) -> Iterator[tuple[int, np.record, np.record]]:
        """Who acted in each action, with what a viewer saw before and after it; None sees all."""
        state = Match(self.game, self.options, seed=None)._states[0]
        before = state if viewer is None else view(state, viewer)
        for n, action in enumerate(self.actions):
            if self.branch is not None and n == self.branch.at:
                state = dealt(state, self.branch)
                before = state if viewer is None else view(state, viewer)
            state, whose = state.copy(), int(state.seat)
            apply(state, action)
            after = state if viewer is None else view(state, viewer)
            yield whose, before, after
            before = after

    # What everybody knows.

    @property
    def forced(self) -> int | None:
        """What has to be done, if all can see that nothing else can be: haste must not tell what a hand lacks."""
        if self.seat < 0 or len(self.offers) != 1 or not self.is_evident:
            return None
        return next(iter(self.offers))

    @property
    def is_evident(self) -> bool:
        """Everybody can see what the seat to move can do, whatever is in its hand."""
        return bool(evident(self._states[0], sheet(self._states[0])))

    def opens(self, action: int) -> bool:
        """Whether anybody would learn by this action what they could not foresee; then it is not to be taken back."""
        if action not in self.offers:
            raise IllegalMove(self._refusal(action))
        after = again(self._states)
        apply(after[0], action)
        return bool(opens(self._states[0], after[0]))

    # What can be done.

    def play(self, move: Move | str | int) -> None:
        """Make a move, given as a tuple, as text or by its number, and let chance answer."""
        if self.seed is None:
            self._take(self._meant(move))
        elif not self._is_answered(move):
            self._is_answered(self._meant(move))

    def follow(self, actions: Sequence[int]) -> None:
        """Let what was written down happen, and chance answer; IllegalMove at the first that cannot."""
        if self.branch is not None and not self._is_dealt:
            rest = self.branch.at - len(self.actions)
            self._follow(actions[:rest])
            self._deal_if_due()
            actions = actions[rest:]
        self._follow(actions)
        self._let_chance_fall()

    def _follow(self, actions: Sequence[int]) -> None:
        if not len(actions):
            return
        seats, numbers = np.zeros(len(actions), np.int64), numbered(actions)
        done = int(follow(self._states, 0, numbers, seats, self._sheets))
        self._note_change()
        self._write_down()
        self._actions += numbers[:done].tolist()
        self._deciders += seats[:done].tolist()
        self._luck[USED] += np.uint64((seats[:done] == CHANCE).sum())
        if done < len(actions):
            raise IllegalMove(f"action {len(self.actions) + 1}: {self._refusal(actions[done])}")

    def _deal_if_due(self) -> None:
        """Where it goes on from another game, whatever its seat could not know is another now."""
        if self._is_dealt or self.branch is None or len(self.actions) < self.branch.at:
            return
        if len(self.actions) > self.branch.at or self.seat != self.branch.seat:
            raise IllegalMove(f"a game goes on from a decision of seat {self.branch.seat}, not of {self.seat}")
        self._states[0], self._is_dealt = dealt(self._states[0], self.branch), True
        ask(self._states[0], self._sheets[0])
        self._note_change()

    def _meant(self, move: object) -> int:
        """The number of an action that can happen now."""
        if isinstance(move, int | np.integer) and not isinstance(move, bool) and int(move) in self.offers:
            return int(move)
        asked = tuple(move) if isinstance(move, list) else move
        action = among(asked, self.offers, self.moves)
        if action is None:
            raise IllegalMove(self._refusal(asked))
        return action

    def _refusal(self, move: object) -> str:
        asked = spoken(move) if isinstance(move, tuple) else str(move)
        if self.over:
            return f"{asked!r} cannot happen: the game is over"
        word = asked.split(" ")[0]
        clause = self.game.words.CLAUSES.get(word)
        if clause is None:
            return f"{asked!r} is no move of {self.game.name}; {self._can()}"
        return f"{asked!r} cannot happen now (see {clause}); {self._can()}"

    def _can(self) -> str:
        who = "chance" if self.seat == CHANCE else f"seat {self.seat}"
        some, more = self.moves[:12], len(self.moves) - 12
        return f"{who} can: {', '.join(map(spoken, some))}" + (f" and {more} more" if more > 0 else "")

    def _is_answered(self, move: object) -> bool:
        """Let a move that is named by its number happen, and chance answer; False if it cannot."""
        if type(move) is not int or not 0 <= move <= MOST or not (noted := answered(self._tables, move)):
            self._write_down()  # who was interrupted may have left a full course
            return False
        self._seen, self._sheet, self._moves = {}, None, None
        if noted == COURSE or not self._is_dealt:
            self._deal_if_due()
            self._let_chance_fall()
        return True

    def _take(self, action: int) -> None:
        self._write_down()
        self._deciders.append(self.seat)
        step(self._states, 0, action, self._sheets)
        self._note_change()
        self._actions.append(action)
        self._deal_if_due()

    def _note_change(self) -> None:
        """What was worked out of the state before is not true any more. Copies share it until one of them goes on."""
        self._seen, self._sheet, self._moves = {}, None, None

    def _write_down(self) -> None:
        """What stands on the course: what happens is only noted there, since a list for each move would take longer."""
        if not self._noted.item(0):
            return
        with writing:
            actions, seats = self._course[:, : self._noted.item(0)].tolist()
            self._actions += actions
            self._deciders += seats
            self._noted[0] = 0

    def _let_chance_fall(self) -> None:
        """What falls follows from the seed and the count of falls alone, so that a match can go on from its actions."""
        self._write_down()
        while self.seat == CHANCE and self.seed is not None:
            fallen(self._tables)
            self._note_change()
            self._deal_if_due()
            self._write_down()

    def undo(self) -> None:
        """Take back the last seat's decision and chance's answers; where chance is played by hand, one action."""
        last = len(self.actions) - 1  # all are written down now
        while self.seed is not None and last >= 0 and self._deciders[last] == CHANCE:
            last -= 1
        if last < (self.branch.at if self.branch is not None else 0):
            raise IllegalMove("there is nothing to undo: nobody has made a move yet")
        self.__dict__ = Match(self.game, self.options, self.seed, self.actions[:last], self.branch).__dict__

    def copy(self) -> "Match":
        """A match that goes its own way from here."""
        twin = Match.__new__(Match)
        twin.__dict__ = self.__dict__ | {
            "_actions": self._actions.copy(),
            "_deciders": self._deciders.copy(),
            "_ears": {viewer: ears.copy() for viewer, ears in self._ears.items()},
        }
        twin._sit_down_at(again(self._tables))
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Written down as what all else follows from: a game holds modules, which cannot be."""
        return _unpacked, (self.game.name, self.options, self.seed, tuple(self.actions), self.branch)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    # What can be shown and kept.

    def save(self, **notes: Any) -> str:
        """The match as one small text; `replay` reads it back. A table notes who played, and what its dice were."""
        agreed = {"game": self.game.name, "rules": self.game.version, "seed": self.seed}
        if self.branch is not None:
            agreed["branch"] = self.branch
        if notes:
            agreed["notes"] = notes
        return record.write(agreed | self.options, self.log)

    def text(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> str:
        """The board in letters, with markup for colour."""
        names = names or self.names(language)
        viewer = NOBODY if seat is None else seat
        return self.game.board.text(self.glance(seat), viewer, names, self.words(language))

    def _repr_svg_(self) -> str:
        """The board as a picture, in a notebook: as the seat to move sees it."""
        return svg(self.scene(self.seat if self.seat >= 0 else None), self.game.board.SYMBOLS, self.game.board.STYLE)

    def __repr__(self) -> str:
        if self.over:
            now = f"over, {' : '.join(map(str, self.scores))}"
        else:
            now = f"{self._can()}"
        return f"<Match of {self.game.name}, {len(self.actions)} actions; {now}>"


@lru_cache(OPENINGS)
def opening(name: str, *options: tuple[str, Value]) -> np.ndarray:
    """A table of this game as it is laid out, to be copied."""
    game = games.load(name)
    tables = np.zeros(1, table_dtype(game.rules.STATE, game.rules.CHOICES))
    begin(tables["state"], 0, game.packed(dict(options)), tables["sheet"])
    return tables


def _unpacked(
    name: str, options: dict[str, Value], seed: int | None, actions: tuple[int, ...], branch: Branch | None
) -> Match:
    """A match that was written down; a save is for longer, it names the rules too."""
    return Match(games.load(name), options, seed, actions, branch)


class Ears:
    """What one viewer has heard of a game so far."""

    def __init__(self, game: Game, options: dict[str, Value], viewer: int, branch: Branch | None = None) -> None:
        self.game, self.viewer, self.branch = game, viewer, branch
        self.told: list[Move] = []
        self._state = Match(game, options, seed=None)._states
        self._before = view(self._state[0], viewer)

    def listen(self, actions: Sequence[int]) -> list[Move]:
        """All that was heard of these actions, which begin with those that were heard before."""
        for action in actions[len(self.told) :]:
            if self.branch is not None and len(self.told) == self.branch.at:
                self._state[0] = dealt(self._state[0], self.branch)
                self._before = view(self._state[0], self.viewer)
            apply(self._state[0], action)
            after = view(self._state[0], self.viewer)
            self.told.append(self.game.words.move(self._before, int(after.last)))
            self._before = after
        return self.told.copy()

    def copy(self) -> "Ears":
        """Ears that hear another continuation."""
        twin = Ears.__new__(Ears)
        twin.__dict__ = self.__dict__ | {"told": self.told.copy(), "_state": again(self._state)}
        return twin


def whole(seed: object) -> int:
    """A seed is a whole number of any size and sign."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return int(seed)


def numbered(actions: Sequence[int]) -> np.ndarray:
    """Actions for a loop; what is no number of an action is one that is never on offer."""
    right = [type(one) is not bool and isinstance(one, int | np.integer) and 0 <= one <= MOST for one in actions]
    return np.array([one if fits else -1 for one, fits in zip(actions, right)], np.int64)


def same(one: object, other: object) -> bool:
    """Equal, and not by accident: True is not 1, nor is 1.0."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.integer):
        one = int(one)
    return type(one) is type(other) and one == other


def among(move: object, actions: Iterable[int], moves: Iterable[Move]) -> int | None:
    """The action that a tuple or a text means among those that can be done."""
    for action, words in zip(actions, moves, strict=True):
        if same(move, words) or (isinstance(move, str) and move == spoken(words)):
            return action
    return None


def _arguments(options: dict[str, Value]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def load(name: str, **options: Any) -> Ready:
    """A game, ready to start; a wrong name or option is a ValueError that says what would be right."""
    game = games.load(name)
    return Ready(game, game.chosen(options))
