"""Every game as a Python game of OpenSpiel: importing this registers python_fathom5_<game>.

Chance is explicit, as it is with us. An information state is the log as told to the seat; an observation is its view.

Parameters are the game's options. Lists are written with spaces, as in challenges=a b; where an option is a number or a
list of numbers, as cavers is, the list is a parameter of its own, cavers_list. With imperfect=True also a game without
secrets says that it has some, for algorithms such as IS-MCTS that want no others.
"""

import json
from copy import deepcopy
from typing import Any

import numpy as np
import pyspiel

from fathom5 import games
from fathom5.door import Ready, load, plain
from fathom5.gym.encoding import Encoding, observation_of
from fathom5.kernel.chance import dice
from fathom5.kernel.game import CHANCE, NOBODY, Game, deal, hide, read, win
from fathom5.kernel.options import Option
from fathom5.kernel.play import begin, step
from fathom5.kernel.record import spoken

PREFIX = "python_fathom5_"
IMPERFECT, LIST = "imperfect", "_list"  # a parameter of ours, and the end of the name of a list
Types = pyspiel.GameType


# A game under way.


class Course:
    """The state, what can happen, and what each seat was told; the telling is put off until somebody asks."""

    def __init__(self, ready: Ready):
        self.ready = ready
        self.states, self.sheets = np.zeros(1, ready.game.rules.STATE), np.zeros(1, ready.game.rules.CHOICES)
        begin(self.states, 0, ready.game.packed(ready.options), self.sheets)
        self.told: list[tuple[str, ...]] = [() for _ in range(self.seats)]
        self.untold: tuple[tuple[np.record, np.record], ...] = ()  # what was, and what was then

    @property
    def seat(self) -> int:
        return int(self.states[0].seat)

    @property
    def seats(self) -> int:
        return int(self.states[0].seats)

    @property
    def offers(self) -> dict[int, int]:
        return read(self.sheets[0])

    @property
    def shares(self) -> list[float]:
        shares = np.zeros(self.seats)
        win(self.states[0], shares)
        return shares.tolist()

    def seen(self, seat: int) -> np.record:
        seen = self.states[0].copy()
        hide(seen, seat)
        return seen

    def take(self, action: int) -> None:
        before = self.states[0].copy()
        step(self.states, 0, action, self.sheets)
        self.untold += ((before, self.states[0].copy()),)

    def heard(self, seat: int) -> tuple[str, ...]:
        """The log as told to a seat."""
        for before, after in self.untold:
            for listener in range(self.seats):
                self.told[listener] += (self._said(before, after, listener),)
        self.untold = ()
        return self.told[seat]

    def _said(self, before: np.record, after: np.record, listener: int) -> str:
        seen, then = before.copy(), after.copy()
        hide(seen, listener)
        hide(then, listener)
        return spoken(self.ready.game.words.move(seen, int(then.last)))

    def imagined(self, seat: int, rng: np.ndarray) -> "Course":
        """Another course that this seat could not tell from this one; the others know what their new views show."""
        other = deepcopy(self)
        other.heard(seat)
        other.states[0] = other.seen(seat)
        deal(other.states[0], rng)
        for listener in range(self.seats):
            if listener != seat:
                other.told[listener] += (other.seen(listener).tobytes().hex(),)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        self.heard(0)
        written = (self.states.tobytes(), self.sheets.tobytes(), self.told)
        return restored, (self.ready.game.name, self.ready.options, *written)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        twin = Course.__new__(Course)
        twin.__dict__ = self.__dict__ | {
            "states": self.states.copy(),
            "sheets": self.sheets.copy(),
            "told": self.told.copy(),
        }
        return twin


def restored(name: str, options: dict[str, Any], states: bytes, sheets: bytes, told: list[tuple[str, ...]]) -> Course:
    """A course that was written down."""
    course = Course(load(name, **options))
    course.states[:] = np.frombuffer(states, course.states.dtype)
    course.sheets[:] = np.frombuffer(sheets, course.sheets.dtype)
    course.told = told
    return course


class FathomState(pyspiel.State):  # type: ignore[misc]
    """As OpenSpiel asks for it."""

    def __init__(self, game: "FathomGame", course: Course):
        super().__init__(game)
        self.course = course
        self.first_of_chance = game.first_of_chance

    def current_player(self) -> int:
        seat = self.course.seat
        if seat == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if seat == NOBODY else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.course.offers) if player == self.course.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Numbered from 0, as OpenSpiel keeps chance's actions apart from the players'."""
        offers = self.course.offers
        total = sum(offers.values())
        return [(action - self.first_of_chance, ways / total) for action, ways in sorted(offers.items())]

    def _apply_action(self, action: int) -> None:
        number = action + self.first_of_chance * (self.course.seat == CHANCE)
        if number not in self.course.offers:
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
        """All that matters for what comes, as bytes; what happened last does not, as no rule depends on it."""
        state = self.course.states.copy()
        state["last"] = 0
        return state.tobytes().hex()

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
        self.first_of_chance = self.table.decisions
        self.start = Course(self.ready)
        has_secrets = asked.get(IMPERFECT) or self.table.has_secrets(self.ready.options)
        super().__init__(game_type(game, bool(has_secrets)), self._info(), asked)

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
            max_game_length=self.ready.game.longest,
        )

    def new_initial_state(self) -> FathomState:
        return FathomState(self, deepcopy(self.start))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FathomObserver:
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return FathomObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    def max_chance_nodes_in_history(self) -> int:
        return self.ready.game.longest


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
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, int | bool | str]:
    """Each with its default, which also says of which type it is; 0 and "" stand for what is no single word."""
    parameters: dict[str, int | bool | str] = {IMPERFECT: False}
    for name, option in game.options.items():
        value = 0 if _has_own_list(option) else game.chosen({})[name]
        parameters[name] = value if isinstance(value, int | str) else ""
        if _has_own_list(option):
            parameters[name + LIST] = ""
    return parameters


def _has_own_list(option: Option) -> bool:
    """OpenSpiel's parameters have one type each: a number cannot be a list instead, a word can."""
    return bool(option.several) and isinstance(option.allowed, range)


def _meant(game: Game, params: dict[str, Any]) -> dict[str, Any]:
    """Parameters as our options; those left at their defaults, which OpenSpiel fills in, may follow from the others."""
    defaults, meant = _parameters(game), {}
    for name, value in params.items():
        if value != defaults[name] and name != IMPERFECT:
            option = name if name in game.options else name.removesuffix(LIST)
            meant[option] = game.options[option].parse(value) if isinstance(value, str) else value
    return meant


def register() -> None:
    """Tell OpenSpiel of all games, once."""
    known = set(pyspiel.registered_names())
    for name in games.names():
        if PREFIX + name not in known:
            kind = type(f"FathomGame_{name}", (FathomGame,), {"name": name})
            pyspiel.register_game(game_type(games.load(name)), kind)


register()
