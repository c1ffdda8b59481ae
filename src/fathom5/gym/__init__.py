"""The researcher's door: any game for Gymnasium, PettingZoo and OpenSpiel.

Needs `fathom5[gym]`, and `fathom5[openspiel]` for what is OpenSpiel's. Importing this registers Gymnasium's ids, such
as Fathom5/DeepSea-v2, versioned with the rules.
"""

from importlib.util import find_spec
from typing import Any

from fathom5 import games

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


def single(game: str, **settings: Any) -> Any:
    """One seat among bots: seat, bots, observation, dtype, render_mode and the game's options."""
    from fathom5.gym.seat_env import SeatEnv

    return SeatEnv(game, **settings)


def vector(game: str, num_envs: int, **settings: Any) -> Any:
    """Many games at once: seat, bots, observation, dtype, autoreset_mode, copy, cores and the game's options."""
    from fathom5.gym.games_env import GamesEnv

    return GamesEnv(game, num_envs, **settings)


def aec(game: str, **settings: Any) -> Any:
    """PettingZoo's environment of a game: observation, dtype, render_mode and the game's options."""
    from fathom5.gym.turns_env import aec as made

    return made(game, **settings)


if find_spec("gymnasium"):
    register()
