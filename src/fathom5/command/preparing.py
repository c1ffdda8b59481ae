"""What a command needs compiled is compiled before it begins, and that is said."""

import time
from collections.abc import Callable

from fathom5.command.screen import err, progress


def warm(*games: str) -> None:
    """Compile what is not compiled yet of these games, or of all, before anyone waits for it; load what was named."""
    from fathom5.bots import compiling

    compiled("", compiling.cold(games), compiling.warm_up)
    for name in games:
        compiling.load_code(name)


def compiled(what: str, todo: list[str], warm_up: Callable[..., None]) -> None:
    """Compile something of some games, saying so, and how far it is."""
    if not todo:
        return
    began = time.monotonic()
    err.print(f"Compiling, once{what}: {', '.join(todo)}; that takes up to a minute for each.", highlight=False)
    with progress("games") as bar:
        task = bar.add_task("Compiling", total=len(todo))
        warm_up(todo, lambda name, done: bar.update(task, completed=done, description=f"Compiled {name}"))
    err.print(f"Compiled in {time.monotonic() - began:.0f} seconds.", highlight=False)
