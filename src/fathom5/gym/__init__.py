"""The researcher's door: any game for Gymnasium, PettingZoo and OpenSpiel.

Needs `fathom5[gym]`, and `fathom5[openspiel]` for what is OpenSpiel's. Importing this registers Gymnasium's ids, such
as Fathom5/DeepSea-v2, versioned with the rules.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from fathom5 import games

if TYPE_CHECKING:  # for who checks types; at run time each is imported where it is asked for
    from fathom5.gym.games_env import GamesEnv
    from fathom5.gym.seat_env import SeatEnv
    from fathom5.gym.turns import Turns

__all__ = ["aec", "ids", "single", "vector"]


def ids() -> dict[str, str]:
    """Gymnasium's id of each game."""
    return {f"Fathom5/{camel(name)}-v{games.load(name).version}": name for name in games.names()}


def camel(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def register() -> None:
    """Tell Gymnasium of all games, once."""
    import gymnasium

    for id, name in ids().items():
        if id not in gymnasium.registry:
            gymnasium.register(
                id=id,
                entry_point="fathom5.gym.seat_env:SeatEnv",
                vector_entry_point="fathom5.gym.games_env:GamesEnv",
                kwargs={"game": name},
            )


def single(game: str, **settings: Any) -> "SeatEnv":
    """One seat among players: seat, bots, observation, dtype, render_mode, reward and the game's options."""
    from fathom5.gym.seat_env import SeatEnv

    return SeatEnv(game, **settings)


def vector(game: str, num_envs: int, **settings: Any) -> "GamesEnv":
    """Many games at once: as for one, and autoreset_mode, copy and cores."""
    from fathom5.gym.games_env import GamesEnv

    return GamesEnv(game, num_envs, **settings)


def aec(game: str, **settings: Any) -> "Turns":
    """PettingZoo's environment of a game: observation, dtype, render_mode, reward and the game's options."""
    from fathom5.gym.turns_env import aec as made

    return made(game, **settings)


if find_spec("gymnasium"):
    register()
