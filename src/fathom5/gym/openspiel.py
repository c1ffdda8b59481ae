"""Every game as a Python game of OpenSpiel: importing this registers python_fathom5_<game>.

Chance is explicit, as it is with us. An information state is the log as told to the seat; an observation is its view.

Parameters are the game's options, and its house rules as house_name. Lists are written with spaces, as in challenges=a
b; where an option is a number or a list of numbers, as cavers is, the list is a parameter of its own, cavers_list.
Three are the door's own: with imperfect=True also a game without secrets says that it has some, for algorithms such as
IS-MCTS that want no others; with horizon=n a game is over after n actions, as it stands then; with merged=True outcomes
of chance that come to the same are one. TINY and TINY_WITH_SECRETS are so small that algorithms which go through all of
it come to their end in seconds.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from hashlib import sha256
from typing import Any

import numpy as np
import pyspiel

from fathom5 import games
from fathom5.door import Ready, again, load, plain, words_at
from fathom5.gym.encoding import Encoding, observation_of
from fathom5.kernel.chance import dice
from fathom5.kernel.game import CHANCE, NOBODY, Game, apply, deal, hide, read, win
from fathom5.kernel.options import Option
from fathom5.kernel.play import begin, step
from fathom5.kernel.record import spoken
from fathom5.text import plainly

PREFIX = "python_fathom5_"
LIST = "_list"  # the end of the name of a list
IMPERFECT, HORIZON, MERGED = "imperfect", "horizon", "merged"  # parameters that are no options of a game
OWN: dict[str, int | bool | str] = {IMPERFECT: False, HORIZON: 0, MERGED: False}
TINY = f"{PREFIX}deep_sea(air=1,chips=1,horizon=12,merged=True,players=2,rounds=1)"
TINY_WITH_SECRETS = f"{PREFIX}deep_sea(air=1,chips=2,horizon=8,merged=True,peek=True,players=2,rounds=1)"
Types = pyspiel.GameType
PLAYERS = {CHANCE: int(pyspiel.PlayerId.CHANCE), NOBODY: int(pyspiel.PlayerId.TERMINAL)}  # as OpenSpiel calls them


# A game under way.


class Course:
    """The state, what can happen, and what each seat was told; the telling is put off until somebody asks."""

    def __init__(self, ready: Ready, horizon: int = 0):
        self.ready = ready
        self.horizon, self.taken = horizon, 0  # after how many actions it is over, whatever the rules say; 0 is never
        self.states, self.sheets = np.zeros(1, ready.game.rules.STATE), np.zeros(1, ready.game.rules.CHOICES)
        begin(self.states, 0, ready.game.packed(ready.options), self.sheets)
        self.seats = int(self.states[0].seats)
        self.told: list[tuple[str, ...]] = [() for _ in range(self.seats)]
        self.untold: list[int] = []  # actions
        self.told_of = self.states.tobytes()  # the state before these
        self._open_windows()

    def _open_windows(self) -> None:
        """What is asked for at each step, by name: to find it takes longer than to read it."""
        self._whose, self._count = self.states["seat"], self.sheets["count"]
        self._actions = self.sheets["action"][0]
        self._look_again()

    def _look_again(self) -> None:
        """OpenSpiel asks several times at each step who is to decide."""
        self.seat = NOBODY if 0 < self.horizon <= self.taken else self._whose.item(0)
        self.player = PLAYERS.get(self.seat, self.seat)
        self._numbers: list[int] = []  # there is always something that can happen, as long as somebody is to decide

    @property
    def numbers(self) -> list[int]:
        """The actions that can happen now."""
        if not self._numbers:
            self._numbers = self._actions[: self._count.item(0)].tolist()
        return self._numbers

    @property
    def weighted(self) -> dict[int, int]:
        """The same, and in how many ways each can."""
        return read(self.sheets)

    @property
    def outcomes(self) -> dict[int, int]:
        """What chance can do, those that come to the same as one."""
        first: dict[bytes, int] = {}  # of those that come to this
        merged: dict[int, int] = {}
        for action, ways in self.weighted.items():
            one = first.setdefault(self._come_of(action), action)
            merged[one] = merged.get(one, 0) + ways
        return merged

    def _come_of(self, action: int) -> bytes:
        then = self.states[0].copy()
        apply(then, action)
        then.last = 0  # on which no rule depends
        return then.tobytes()

    @property
    def shares(self) -> list[float]:
        shares = np.zeros(self.seats)
        win(self.states[0], shares)
        return shares.tolist()

    def seen(self, seat: int) -> np.record:
        return seen_by(seat, self.states)

    def take(self, action: int) -> None:
        step(self.states, 0, action, self.sheets)
        self.taken += 1
        self.untold.append(action)
        self._look_again()

    def heard(self, seat: int) -> tuple[str, ...]:
        """The log as told to a seat."""
        if self.untold:
            self.told = [old + tuple(self._said_to(each)) for each, old in enumerate(self.told)]
            self._tell_from_here()
        return self.told[seat]

    def _said_to(self, listener: int) -> Iterator[str]:
        """What was not told yet, one action after the other."""
        states = np.frombuffer(bytearray(self.told_of), self.states.dtype)
        before = seen_by(listener, states)
        for action in self.untold:
            apply(states[0], action)
            after = seen_by(listener, states)
            yield spoken(self.ready.game.words.move(before, int(after.last)))
            before = after

    def _tell_from_here(self) -> None:
        self.untold, self.told_of = [], self.states.tobytes()

    def imagined(self, seat: int, rng: np.ndarray) -> "Course":
        """Another course that this seat could not tell from this one; the others know what their new views show."""
        other = deepcopy(self)
        other.heard(seat)
        other.states[0] = other.seen(seat)
        deal(other.states[0], rng)
        other._tell_from_here()
        for listener in range(self.seats):
            if listener != seat:
                other.told[listener] += (other.seen(listener).tobytes().hex(),)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        self.heard(0)
        written = (self.states.tobytes(), self.sheets.tobytes(), self.horizon, self.taken, self.told)
        return restored, (self.ready.game.name, self.ready.options, *written)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        twin = Course.__new__(Course)
        own = {"states": again(self.states), "sheets": again(self.sheets)}
        twin.__dict__ = self.__dict__ | own | {"told": self.told.copy(), "untold": self.untold.copy()}
        twin._open_windows()
        return twin


def seen_by(seat: int, states: np.ndarray) -> np.record:
    """What a seat may know."""
    seen = again(states)[0]
    hide(seen, seat)
    return seen


def restored(
    name: str,
    options: dict[str, Any],
    states: bytes,
    sheets: bytes,
    horizon: int,
    taken: int,
    told: list[tuple[str, ...]],
) -> Course:
    """A course that was written down."""
    course = Course(load(name, **options), horizon)
    course.taken = taken
    course.states[:] = np.frombuffer(states, course.states.dtype)
    course.sheets[:] = np.frombuffer(sheets, course.sheets.dtype)
    course.told = told
    course._tell_from_here()
    course._look_again()
    return course


class FathomState(pyspiel.State):  # type: ignore[misc]
    """As OpenSpiel asks for it."""

    def __init__(self, game: "FathomGame", course: Course):
        super().__init__(game)
        self.course = course
        self.first_of_chance, self.is_merged = game.first_of_chance, game.is_merged

    def current_player(self) -> int:
        return self.course.player

    def legal_actions(self, *player: int) -> list[int]:
        """What OpenSpiel would say as well, but it would come back to Python half a dozen times to find it out."""
        course = self.course
        if player or self.is_merged or course.seat == NOBODY:
            return list(super().legal_actions(*player))
        first = self.first_of_chance if course.seat == CHANCE else 0
        return sorted([action - first for action in course.numbers])

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.numbers) if player == self.course.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbered from 0, as OpenSpiel keeps chance's actions apart from the players'."""
        offers = sorted((self.course.outcomes if self.is_merged else self.course.weighted).items())
        total, first = sum([ways for _, ways in offers]), self.first_of_chance
        return [(action - first, ways / total) for action, ways in offers]

    def _apply_action(self, action: int) -> None:
        number = action + self.first_of_chance * (self.course.seat == CHANCE)
        if number not in self.course.numbers:
            raise pyspiel.SpielError(f"action {action} cannot be taken now")
        self.course.take(number)

    def _action_to_string(self, player: int, action: int) -> str:
        number = action + self.first_of_chance * (player == pyspiel.PlayerId.CHANCE)
        return spoken(self.course.ready.game.words.move(self.course.states[0], number))

    def is_terminal(self) -> bool:
        return self.course.seat == NOBODY

    def returns(self) -> list[float]:
        """What one wins the others lose: 1 for a sole winner; together, the share of the victory."""
        course = self.course
        if course.seat != NOBODY:
            return [0.0] * course.seats
        if observation_of(course.ready.game).together:
            return course.shares
        return [(share * course.seats - 1) / (course.seats - 1) for share in course.shares]

    def __str__(self) -> str:
        """The board in letters, who decides, and what tells states apart that look alike on the board.

        No rule depends on what happened last, so states that differ in this alone are written alike.
        """
        return "\n".join((self._board(), "", self._decider(), f"state {self._digest()}"))

    def _board(self) -> str:
        course = self.course
        game, said = course.ready.game, words_at(course.states[0], course.ready.game, "en")
        names = [f"{said['seat']} {seat + 1}" for seat in range(course.seats)]
        return plainly(game.board.text(course.states[0], NOBODY, names, said)).rstrip()

    def _decider(self) -> str:
        seat = self.course.seat
        return "over" if seat == NOBODY else "chance decides" if seat == CHANCE else f"seat {seat} decides"

    def _digest(self) -> str:
        course, written = self.course, self.course.states.copy()
        written["last"] = 0
        left = course.horizon - course.taken if course.horizon else 0
        return sha256(written.tobytes() + bytes(str(left), "ascii")).hexdigest()[:16]

    def imagined(self, player: int, rng: np.ndarray) -> "FathomState":
        """A state that this player could not tell from this one."""
        twin = self.clone()
        twin.course = self.course.imagined(player, rng)
        return twin


def resampler(seed: int = 0) -> Any:
    """What OpenSpiel's IS-MCTS asks for: one of the states that could be behind an information state, from `deal`."""
    rng = dice(seed)

    def resample(state: FathomState, player: int) -> FathomState:
        return state.imagined(player, rng)

    return resample


class FathomObserver:
    """Views as tensors and strings; with perfect recall, the string is the log as told."""

    def __init__(self, game: "FathomGame", kind: Any):
        self.kind = kind
        self.encoding, self.seats = Encoding(game.ready), game.num_players()
        self.tensor = np.zeros(self.seats + self.encoding.size, np.float32)
        self.dict = {"player": self.tensor[: self.seats], **self.encoding.named(self.tensor[self.seats :])}

    def _viewer(self, player: int) -> int:
        return player if self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else NOBODY

    def set_from(self, state: FathomState, player: int) -> None:
        """Who looks, and what is to be seen."""
        self.tensor.fill(0)
        if self.kind.public_info:
            self.dict["player"][player] = 1
            vector = self.encoding.vector(state.course.seen(self._viewer(player)), player)
            self.tensor[self.seats :] = self.encoding.scaled(vector)

    def string_from(self, state: FathomState, player: int) -> str | None:
        if not self.kind.public_info:
            return None
        if self.kind.perfect_recall:
            return "\n".join((f"player {player}", *state.course.heard(player)))
        return json.dumps({"player": player} | plain(state.course.seen(self._viewer(player))))


# The games.


class FathomGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours; a class of its own for each is registered below."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None):
        game = games.load(self.name)
        asked = params or {}
        self.ready = load(self.name, **_meant(game, asked))
        self.table = observation_of(game)
        self.first_of_chance, self.is_merged = self.table.decisions, bool(asked.get(MERGED))
        self.start = Course(self.ready, _checked_horizon(asked.get(HORIZON, 0)))
        has_secrets = asked.get(IMPERFECT) or self.table.has_secrets(self.ready.options)
        super().__init__(game_type(game, bool(has_secrets)), self._info(), asked)

    @property
    def length(self) -> int:
        """No game has more actions than this."""
        return min(self.ready.longest, self.start.horizon or self.ready.longest)

    def _info(self) -> Any:
        players = self.ready.seats
        together = self.table.together
        return pyspiel.GameInfo(
            num_distinct_actions=self.table.decisions,
            max_chance_outcomes=self.table.actions - self.table.decisions,
            num_players=players,
            min_utility=0.0 if together else -1 / (players - 1),
            max_utility=1.0,
            utility_sum=None if together else 0.0,
            max_game_length=self.length,
        )

    def new_initial_state(self) -> FathomState:
        return FathomState(self, deepcopy(self.start))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FathomObserver:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return FathomObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        return self.length


def _checked_horizon(actions: int) -> int:
    if actions < 0:
        raise ValueError(f"{HORIZON} is a number of actions, or 0 for games to their end, not {actions}")
    return actions


def game_type(game: Game, has_secrets: bool = True) -> Any:
    """What OpenSpiel may expect; before options are chosen, the most that there can be."""
    table, players = observation_of(game), game.options["players"].allowed
    information, utility = Types.Information, Types.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.words.WORDS["en"]["title"],
        dynamics=Types.Dynamics.SEQUENTIAL,
        chance_mode=Types.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if has_secrets else information.PERFECT_INFORMATION,
        utility=utility.IDENTICAL if table.together else utility.ZERO_SUM,
        reward_model=Types.RewardModel.TERMINAL,
        max_num_players=max(map(int, players)),
        min_num_players=min(map(int, players)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,  # a log has no fixed size; its string is the information state
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, int | bool | str]:
    """Each with its default, which also says of which type it is.

    0 and "" stand for what is no single word, and for what follows from the other options: nobody has said it.
    """
    parameters = dict(OWN)
    for name, option in game.agreeable.items():
        value = 0 if _has_own_list(option) else option.default
        parameters[name] = value if isinstance(value, int | str) else ""
        if _has_own_list(option):
            parameters[name + LIST] = ""
    return parameters


def _has_own_list(option: Option) -> bool:
    """OpenSpiel's parameters have one type each: a number cannot be a list instead, a word can."""
    return bool(option.several) and isinstance(option.allowed, range)


def _meant(game: Game, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters as our options; those left at their defaults, which OpenSpiel fills in, may follow from the others."""
    defaults, known, meant = _parameters(game), game.agreeable, {}
    for name, value in params.items():
        if value != defaults[name] and name not in OWN:
            option = name if name in known else name.removesuffix(LIST)
            meant[option] = known[option].parse(value) if isinstance(value, str) else value
    return meant


def register() -> None:
    """Tell OpenSpiel of all games, once."""
    known = set(pyspiel.registered_names())
    for name in games.names():
        if PREFIX + name not in known:
            kind = type(f"FathomGame_{name}", (FathomGame,), {"name": name})
            pyspiel.register_game(game_type(games.load(name)), kind)


register()
