"""The Python door: load a game, start a match, play it in words."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.resources import files
from secrets import randbits
from typing import Any, NamedTuple, TypedDict

import numpy as np

from fathom5 import games
from fathom5.kernel import record
from fathom5.kernel.chance import dice
from fathom5.kernel.game import CHANCE, NOBODY, Game, apply, derived_of, evident, opens, read, score, sheet, view, win
from fathom5.kernel.options import Value
from fathom5.kernel.play import begin, fall, follow, step
from fathom5.kernel.record import BrokenSave, Move, spoken
from fathom5.kernel.story import Ending, Kind
from fathom5.scene import LANGUAGES, SHAPES, WIDE, Scene, svg, typeset


class IllegalMove(ValueError):
    """What was asked cannot happen now; nothing has changed."""


class Ready(NamedTuple):
    """A game with all its options chosen."""

    game: Game
    options: dict[str, Value]

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self.options["players"])  # type: ignore[arg-type]  # every game has this option, a number

    def start(self, seed: int | None = None, chance: str = "seeded") -> "Match":
        """A match in which chance plays itself from the seed; chance="manual" leaves it to the caller."""
        if chance not in ("seeded", "manual"):
            raise ValueError(f"chance is 'seeded' or 'manual', not {chance!r}")
        if chance == "manual":
            return Match(self.game, self.options, None)
        return Match(self.game, self.options, randbits(32) if seed is None else whole(seed))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and written down by name: a game holds modules, which can be neither."""
        return partial(load, self.game.name, **self.options), ()

    def __repr__(self) -> str:
        return f"fathom5.load({self.game.name!r}, {_arguments(self.options)})"


class Match:
    """One game under way: its options, its seed and its actions; all else follows from them."""

    def __init__(self, game: Game, options: dict[str, Value], seed: int | None, actions: Sequence[int] = ()):
        self.game, self.options, self.seed = game, options, seed
        self.actions: list[int] = []  # all since the start, chance's included
        self._falls = 0  # how many of them were chance's
        self._deciders: list[int] = []  # which seat took each
        self._states, self._sheets = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.CHOICES)
        self._key, self._rng = dice(seed or 0)[0], np.zeros(1, np.uint64)
        self._seen: dict[int, np.record] = {}  # what each viewer may know of this state, once somebody has asked
        self._sheet: dict[int, int] | None = None  # what can happen in it, likewise
        self._moves: tuple[Move, ...] | None = None  # and in words
        begin(self._states, 0, game.packed(options), self._sheets)
        self.seats = int(self._states["seats"][0])  # how many play
        self.follow(actions)

    # What there is to know.

    @property
    def seat(self) -> int:
        """Whose decision it is; CHANCE or NOBODY where it is no player's."""
        return int(self._states["seat"][0])

    @property
    def over(self) -> bool:
        return self.seat == NOBODY

    @property
    def offers(self) -> dict[int, int]:
        """The actions that can happen now, by number, and in how many ways."""
        if self._sheet is None:
            self._sheet = read(self._sheets[0])
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
    def log(self) -> list[Move]:
        """Every action since the start, chance's included."""
        return self._history(None)

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
        """The log as that seat heard it."""
        return self._history(NOBODY if seat is None else self._checked(seat))

    def story(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> list[str]:
        """The log in sentences, as that seat heard it; after the end, how each has fared."""
        told = [line["text"] for line in self.lines(seat, language, names)]
        ending = self.ending(language, names)
        return told + (summary(ending, names or self.names(language)) if ending else [])

    def lines(self, seat: int | None = None, language: str = "en", names: Sequence[str] = ()) -> list["Line"]:
        """The log as that seat heard it, each line with what kind it is, where the rules speak of it, and its place."""
        viewer = NOBODY if seat is None else self._checked(seat)
        names = names or self.names(language)
        return [
            line
            for n, (whose, before, after) in enumerate(self._retold(viewer), 1)
            for line in lines_of(self.game, n, whose, before, after, language, names)
        ]

    def ending(self, language: str = "en", names: Sequence[str] = ()) -> "Summary | None":
        """Why the game ended and what each result is made of, the best first; None before the end."""
        if not self.over:
            return None
        start = Match(self.game, self.options, seed=None).seen()
        course = [start, *(after for _, _, after in self._retold(NOBODY))]
        return summed_up(self, self.game.words.ending(course, names or self.names(language), self.words(language)))

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
    ) -> "Refusal | None":
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
        return self.game.words.WORDS[checked_language(language)]

    def _checked(self, seat: int) -> int:
        if isinstance(seat, bool) or seat not in range(self.seats):
            raise ValueError(f"there is no seat {seat!r}; the seats are 0 to {self.seats - 1}")
        return int(seat)

    def _history(self, viewer: int | None) -> list[Move]:
        return [self.game.words.move(before, int(after.last)) for _, before, after in self._retold(viewer)]

    def _retold(self, viewer: int | None) -> Iterator[tuple[int, np.record, np.record]]:
        """Who acted in each action, with what a viewer saw before and after it; None sees all."""
        state = Match(self.game, self.options, seed=None)._states[0]
        before = state if viewer is None else view(state, viewer)
        for action in self.actions:
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
        self._take(self._meant(move))
        self._let_chance_fall()

    def follow(self, actions: Sequence[int]) -> None:
        """Let what was written down happen, and chance answer; IllegalMove at the first that cannot."""
        seats, numbers = np.zeros(len(actions), np.int64), numbered(actions)
        done = int(follow(self._states, 0, numbers, seats, self._sheets))
        self._note_change()
        self.actions += numbers[:done].tolist()
        self._deciders += seats[:done].tolist()
        self._falls += int((seats[:done] == CHANCE).sum())
        if done < len(actions):
            raise IllegalMove(f"action {len(self.actions) + 1}: {self._refusal(actions[done])}")
        self._let_chance_fall()

    def _meant(self, move: object) -> int:
        """The number of an action that can happen now."""
        if isinstance(move, int | np.integer) and not isinstance(move, bool) and int(move) in self.offers:
            return int(move)
        asked = tuple(move) if isinstance(move, list) else move
        for action, words in zip(self.offers, self.moves, strict=True):
            if same(asked, words) or (isinstance(asked, str) and asked == spoken(words)):
                return action
        raise IllegalMove(self._refusal(asked))

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

    def _take(self, action: int) -> None:
        self._falls += self.seat == CHANCE
        self._deciders.append(self.seat)
        step(self._states, 0, action, self._sheets)
        self._note_change()
        self.actions.append(action)

    def _note_change(self) -> None:
        """What was worked out of the state before is not true any more. Copies share it until one of them goes on."""
        self._seen, self._sheet, self._moves = {}, None, None

    def _let_chance_fall(self) -> None:
        """What falls follows from the seed and the count of falls alone, so that a match can go on from its actions."""
        while self.seat == CHANCE and self.seed is not None:
            action = fall(self._states, 0, self._sheets, self._key, self._falls, self._rng)
            self._note_change()
            self._falls += 1
            self._deciders.append(CHANCE)
            self.actions.append(int(action))

    def undo(self) -> None:
        """Take back the last seat's decision and chance's answers; where chance is played by hand, one action."""
        last = len(self.actions) - 1
        while self.seed is not None and last >= 0 and self._deciders[last] == CHANCE:
            last -= 1
        if last < 0:
            raise IllegalMove("there is nothing to undo: nobody has made a move yet")
        self.__init__(self.game, self.options, self.seed, self.actions[:last])  # type: ignore[misc]

    def copy(self) -> "Match":
        """A match that goes its own way from here."""
        twin = Match.__new__(Match)
        twin.__dict__ = self.__dict__ | {
            "actions": self.actions.copy(),
            "_deciders": self._deciders.copy(),
            "_states": again(self._states),
            "_sheets": again(self._sheets),
            "_rng": self._rng.copy(),
        }
        return twin

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    # What can be shown and kept.

    def save(self, **notes: Any) -> str:
        """The match as one small text; `replay` reads it back. A table notes who played, and what its dice were."""
        agreed = {"game": self.game.name, "rules": self.game.version, "seed": self.seed}
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


# The story.


class Line(TypedDict):
    """A line of the log. Several can tell of one action: what was done, what came of it, and whose turn begins."""

    n: int  # of the action that it tells of, from 1
    kind: Kind
    text: str
    clause: str | None  # where the rulebook speaks of it; heads have none
    seat: int  # who acted; CHANCE for the dice, and from the head of a turn on
    things: list[str]  # ids of the things on the board that it speaks of


class Refusal(NamedTuple):
    """Why something cannot be done now, and where the rulebook says so."""

    text: str
    clause: str


class Row(TypedDict):
    """How a seat has fared."""

    seat: int
    place: int  # from 1; who is equal shares the better place
    won: bool
    score: int
    parts: list[str]  # what the result is made of, in words


class Summary(TypedDict):
    """The end of a game, for pages, the terminal and the story."""

    why: str  # in a sentence
    together: bool  # all win or lose together: there are no points to show or to compare
    rows: list[Row]  # the best first
    notes: list[str]  # what concerns all


def lines_of(
    game: Game, n: int, whose: int, before: np.record, after: np.record, language: str, names: Sequence[str]
) -> list[Line]:
    """The n-th action as lines, from what a viewer saw before and after it."""
    said = game.words
    done = said.move(before, int(after.last))
    told = said.tell(before, after, names, said.WORDS[language])
    lines: list[Line] = []
    for kind, text, things, clause in told:
        if kind in ("round", "turn"):
            whose = CHANCE  # what follows is no longer the deed of who acted
        cited = clause or _cited(game, kind, done)
        lines.append(Line(n=n, kind=kind, text=text, clause=cited, seat=whose, things=list(things)))
    return lines


def _cited(game: Game, kind: Kind, done: Move) -> str | None:
    """Where the rulebook speaks of a move; of heads it does not."""
    return game.words.CLAUSES.get(done[0]) if kind in ("setup", "deed", "event") else None


def summed_up(match: Match, ending: Ending) -> Summary:
    """With places: by shares of the victory, then by points."""
    rank = {seat: (share, score) for seat, (share, score) in enumerate(zip(match.shares, match.scores))}
    rows = [
        Row(
            seat=seat,
            place=1 + sum(other > rank[seat] for other in rank.values()),
            won=seat in match.winners,
            score=match.scores[seat],
            parts=list(parts),
        )
        for seat, parts in ending.fared
    ]
    return Summary(why=ending.why, together=match.is_shared, rows=sorted(rows, key=_place), notes=list(ending.notes))


def _place(row: Row) -> tuple[int, int]:
    return row["place"], row["seat"]


def summary(ending: Summary, names: Sequence[str]) -> list[str]:
    """The end as lines of text; why it came is the log's own last line."""
    told = list(ending["notes"])
    for row in ending["rows"]:
        head = names[row["seat"]] if ending["together"] else f"{row['place']}. {names[row['seat']]}, {row['score']}"
        told.append(" – ".join([head, " · ".join(row["parts"])] if row["parts"] else [head]))
    return told


def whole(seed: object) -> int:
    """A seed is a whole number of any size and sign."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise ValueError(f"a seed is a whole number, not {seed!r}")
    return int(seed)


def numbered(actions: Sequence[int]) -> np.ndarray:
    """Actions for a loop; what is no number of an action is one that is never on offer."""
    span = np.iinfo(np.int16)
    right = [type(one) is not bool and isinstance(one, int | np.integer) and 0 <= one <= span.max for one in actions]
    return np.array([one if fits else -1 for one, fits in zip(actions, right)], np.int64)


def same(one: object, other: object) -> bool:
    """Equal, and not by accident: True is not 1, nor is 1.0."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.integer):
        one = int(one)
    return type(one) is type(other) and one == other


def again(records: np.ndarray | np.record) -> np.ndarray:
    """The same records once more; NumPy's own copy goes field by field and takes forty times as long."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def plain(values: np.record) -> dict[str, Any]:
    """A record as JSON data, without what only follows from the rest of it."""
    shown = (name for name in values.dtype.names or () if name not in derived_of[values.dtype])
    return {name: values[name].tolist() for name in shown}


def _arguments(options: dict[str, Value]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in options.items())


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"the languages are {' and '.join(LANGUAGES)}, not {language!r}")
    return language


def words_of(name: str, language: str) -> dict[str, str]:
    """All that a game says, in a language."""
    return games.load(name).words.WORDS[checked_language(language)]


def rulebook(name: str, language: str) -> str:
    """A game's rulebook, as Markdown."""
    page = files(games).joinpath(games.checked(name), f"rulebook.{checked_language(language)}.md")
    return page.read_text("utf8")


def load(name: str, **options: Any) -> Ready:
    """A game, ready to start; a wrong name or option is a ValueError that says what would be right."""
    game = games.load(name)
    return Ready(game, game.chosen(options))


class Save(NamedTuple):
    """What stands in a save."""

    ready: Ready
    seed: int | None
    moves: list[str]
    notes: dict[str, Any]  # what a table adds: who played, and what its dice were made of


def read_save(text: str) -> Save:
    """A save as it was written; whether its moves can be made is for `replay`."""
    agreed, moves = record.read(text)
    missing = [key for key in ("game", "rules", "seed") if key not in agreed]
    if missing:
        raise BrokenSave(f"this save does not say its {missing[0]}")
    name, version, seed, notes = (agreed.pop(key, None) for key in ("game", "rules", "seed", "notes"))
    ready = load(name, **agreed)
    if version != ready.game.version:
        raise BrokenSave(f"played by rules {version} of {name}; these are rules {ready.game.version}")
    return Save(ready, None if seed is None else whole(seed), moves, notes if isinstance(notes, dict) else {})


def replay(text: str) -> Match:
    """The match that `save` wrote down, ready to go on."""
    save = read_save(text)
    match = save.ready.start(chance="manual")
    for number, move in enumerate(save.moves, 1):
        try:
            match.play(move)
        except IllegalMove as refusal:
            raise BrokenSave(f"move {number} of this save: {refusal}") from None
    return Match(match.game, match.options, save.seed, match.actions)
