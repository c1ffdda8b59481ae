"""`fathom5 bench`: what is measured, how far it is, and what came of it."""

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fathom5.command import figures as tables
from fathom5.command.preparing import warm
from fathom5.command.screen import err, out, progress

if TYPE_CHECKING:  # what needs Numba is imported by the benches that need it: --help answers at once
    from rich.progress import Progress, TaskID

CROWD, MANY = 200, 100_000  # tables
BENCHES = ("games", "cores", "doors", "gym", "lab", "serve", "start", "faults", "tables", "attack", "review")


def bench(
    what: Annotated[
        str,
        typer.Argument(
            help="games: the engine; cores: all of them against one; doors: what others may call, beside their own; "
            "gym: the environments; lab: studies; "
            "serve: the table, under a crowd; start: from nothing; faults: games through a store that fails; "
            "tables: with a hundred tables kept, and with many; "
            "attack: innocent tables beside those who want to spoil it; "
            "review: how long games of all kinds take to be reviewed."
        ),
    ] = "games",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    peers: Annotated[bool, typer.Option(help="Measure others' games in the same run.")] = False,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game; as often as you like.")] = None,
    browser: Annotated[bool, typer.Option(help="serve: also time clicks in Chromium.")] = False,
    minutes: Annotated[float, typer.Option(help="faults: for how long.")] = 1.0,
    seconds: Annotated[float | None, typer.Option(min=2, help="serve, attack, lab: for how long.")] = None,
    rows: Annotated[
        int, typer.Option(min=0, help="lab: also write so many rows, a hundred million, say, and watch the memory.")
    ] = 0,
    frames: Annotated[
        int | None, typer.Option(min=100, help="attack: throw so many nearly right frames and requests instead.")
    ] = None,
    many: Annotated[
        int | None, typer.Option("--tables", min=100, help=f"serve: how many, or {CROWD}; tables: or {MANY}.")
    ] = None,
    bots: Annotated[int, typer.Option(help="serve: so many of the tables are of bots alone, the strongest.")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="serve: processes that serve, on a PostgreSQL.")] = 1,
    database: Annotated[str | None, typer.Option(help="serve: a file or an address; else one for the bench.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="games: take turns with another tree, a worktree of an older commit, say.")
    ] = None,
    figure: Annotated[list[str] | None, typer.Option(help="--against: only this figure; as often as you like.")] = None,
    rounds: Annotated[int, typer.Option(help="--against: fresh processes for each game.")] = 8,
    within: Annotated[
        float | None, typer.Option(help="--against: fail where it is slower by more than so many per cent.")
    ] = None,
    at_least: Annotated[
        float | None, typer.Option(help="--against: fail where it is not at least so many times as fast.")
    ] = None,
) -> None:
    """Measure speed: playouts on one core and on all, steps from Python, copies, sizes, starts; or the server."""
    from fathom5.command.bench.spread import plain

    if what not in BENCHES:
        raise ValueError(f"bench measures {', '.join(map(repr, BENCHES[:-1]))} or {BENCHES[-1]!r}, not {what!r}")
    if what == "start":
        _bench_start(as_json)
        return
    if against is not None:
        _bench_against(against, only, figure, rounds, _bound(within, at_least), as_json)
        return
    measure: dict[str, Callable[[], dict[str, Any]]] = {
        "attack": lambda: _bench_attack(seconds or 10.0) if frames is None else _bench_frames(frames),
        "cores": lambda: _bench_cores(only),
        "doors": lambda: _bench_doors(only),
        "faults": lambda: _bench_faults(minutes),
        "games": lambda: _bench_games(only, peers),
        "gym": lambda: _bench_gym(only, peers),
        "lab": lambda: _bench_lab(only, seconds or 10.0, rows),
        "review": lambda: _bench_review(only),
        "serve": lambda: _bench_serve(browser, many or CROWD, workers, bots, seconds or 15.0, database),
        "tables": lambda: _bench_tables(many or MANY),
    }
    figures = measure[what]()
    if as_json:
        print(json.dumps(plain(figures), indent=2))
    else:
        _show_bench("frames" if what == "attack" and frames is not None else what, figures)


def _bound(within: float | None, at_least: float | None) -> float | None:
    """How many times as fast as the other tree it must be."""
    if at_least is not None or within is None:
        return at_least
    return 1 - within / 100


ONE_TABLE = {  # of benches that measure one thing: its title
    "faults": "Games through a store that fails",
    "frames": "Nearly right frames and requests, and how they were answered",
    "serve": "The table under a crowd",
}


def _show_bench(what: str, figures: dict[str, Any]) -> None:
    if what in ONE_TABLE:
        out.print(tables.figures(ONE_TABLE[what], [figures]))
    elif what == "tables":
        out.print(tables.figures("However many tables are kept", figures["tables"]))
    elif what == "doors":
        out.print(tables.rows("Doors, beside others in the same run", figures["doors"]))
        out.print(tables.rows("By themselves", figures["alone"]))
        out.print(f"a picture, mean of these games: {tables.figure(figures['seconds_for_a_picture'])} s")
    elif what == "attack":
        out.print(tables.rows("Innocent tables beside each attack", figures["attacks"]))
    else:
        out.print(tables.figures("Full Fathom Five", figures["games"], "game"))
        theirs = figures.get("peers")
        if theirs and "ratios" in figures:
            out.print(tables.peers(theirs, figures["ratios"]))
        elif theirs:
            out.print(tables.figures("Others, in the same run", theirs, "game"))


def _bench_start(as_json: bool) -> None:
    """Each stage is told as it comes: all of them take minutes."""
    from rich.markup import escape

    from fathom5.command.bench import start as measuring

    found = []
    for stage in measuring.stages():
        found.append(stage._asdict())
        bound = "" if stage.to_reach is None else f"  (to reach: {stage.to_reach:g} s)"
        err.print(f"{stage.seconds:8.2f} s  {escape(stage.stage)}{bound}", highlight=False)
    if as_json:
        print(json.dumps({"stages": found}, indent=2))


def _bench_against(
    folder: Path,
    only: list[str] | None,
    figures: list[str] | None,
    rounds: int,
    bound: float | None,
    as_json: bool,
) -> None:
    from fathom5.command.bench import against as measuring

    todo, wanted = _named(only), measuring.chosen(figures)
    rows: list[dict[str, Any]] = []
    measuring.sources_of(folder)
    with progress("measured") as bar:
        task = bar.add_task("Measuring", total=len(todo))
        for name in todo:
            rows += [found.plain(bound) for found in measuring.compare(folder, name, wanted, rounds)]
            bar.advance(task)
    if as_json:
        print(json.dumps({"against": str(folder), "bound": bound, "figures": rows}, indent=2))
    else:
        out.print(tables.compared(str(folder), rows))
    if not all(row.get("is_reached", True) for row in rows):
        sys.exit(1)


def _bench_faults(minutes: float) -> dict[str, Any]:
    import logging

    from fathom5.command.bench import faults as measuring

    logging.getLogger("fathom5").setLevel(logging.CRITICAL)  # every fault would be told
    with err.status(f"Playing through faults for {minutes} minutes"):
        return measuring.measure(minutes)


def _bench_attack(seconds: float) -> dict[str, Any]:
    """Each is told as it comes: all of them take minutes."""
    from fathom5.command.bench import attack as measuring

    def tell(row: dict[str, Any]) -> None:
        figures = f"{row['p99_ms']:8.1f} ms p99, {row['times_its_start']:.2f} times the memory"
        err.print(f"{figures}  {row['attack']}  ({row['done']})", highlight=False)

    return {"attacks": measuring.measure(seconds, tell=tell)}


def _bench_frames(count: int) -> dict[str, Any]:
    from fathom5.command.bench import fuzz as measuring

    with progress("frames") as bar:
        task = bar.add_task("Throwing", total=count)
        return measuring.measure(count, partial(_advance, bar, task))


def _bench_tables(many: int) -> dict[str, Any]:
    from fathom5.command.bench import many as measuring

    found = []
    for count in dict.fromkeys((100, many)):
        with progress("tables") as bar:
            tell = partial(_advance, bar, bar.add_task("Filling", total=count))
            found.append(measuring.measure(count, tell=tell))
    return {"tables": found}


def _bench_serve(
    browser: bool, many: int, workers: int, bots: int, seconds: float, database: str | None
) -> dict[str, Any]:
    from fathom5.command.bench import clicks
    from fathom5.command.bench import table as measuring

    if browser and not clicks.can_be_measured():
        raise ValueError("--browser needs Chromium, and Playwright: pip install 'fathom5[dev]'")
    warm()
    if not 0 <= bots <= many - 2:
        raise ValueError(f"--bots is at most two less than --tables ({many}), not {bots}")
    with err.status(f"Measuring {many} tables"):
        return measuring.serve(many, seconds, database, browser, workers, bots)


def _advance(bar: "Progress", task: "TaskID", done: int) -> None:
    bar.update(task, completed=done)


def _bench_games(only: list[str] | None, peers: bool) -> dict[str, Any]:
    from fathom5.command.bench import engine as measuring

    if peers and not measuring.has_peers():
        raise ValueError("--peers needs OpenSpiel: pip install 'fathom5[openspiel]'")
    ours = _of_each(only, measuring.measure)
    theirs = _told("Measuring", len(measuring.PEER_GAMES), measuring.peers()) if peers else []
    return {"games": ours, "peers": theirs, "ratios": measuring.ratios(ours, theirs)}


def _bench_gym(only: list[str] | None, peers: bool) -> dict[str, Any]:
    if not find_spec("gymnasium") or not find_spec("pettingzoo"):
        raise ValueError("bench gym needs Gymnasium and PettingZoo: pip install 'fathom5[gym]'")
    from fathom5.command.bench import gym as measuring

    return {"games": _of_each(only, measuring.measure), "peers": list(measuring.peers() if peers else ())}


def _bench_doors(only: list[str] | None) -> dict[str, Any]:
    if not find_spec("gymnasium") or not find_spec("pettingzoo"):
        raise ValueError("bench doors needs Gymnasium and PettingZoo: pip install 'fathom5[gym]'")
    from fathom5.command.bench import doors as measuring

    todo = _named(only)
    warm(*todo)
    rows = (row for name in todo for row in measuring.measure(name))
    beside = _told("Measuring", len(todo) * len(measuring.DOORS), rows)
    alone = _told("Measuring", len(todo), map(measuring.alone, todo))
    return {"doors": beside, "alone": alone, "seconds_for_a_picture": measuring.mean_picture(alone)}


def _bench_lab(only: list[str] | None, seconds: float, rows: int) -> dict[str, Any]:
    from fathom5.command.bench import lab as measuring

    tell = partial(err.print, highlight=False)
    return {"games": _of_each(only, partial(measuring.measure, seconds=seconds, tell=tell, rows=rows))}


def _bench_review(only: list[str] | None) -> dict[str, Any]:
    from fathom5.command.bench import review as measuring

    return {"games": _of_each(only, measuring.measure, "Reviewing")}


def _bench_cores(only: list[str] | None) -> dict[str, Any]:
    from fathom5.command.bench import cores as measuring

    return {"games": _of_each(only, measuring.measure)}


def _of_each(
    only: list[str] | None, measure: Callable[[str], dict[str, Any]], what: str = "Measuring"
) -> list[dict[str, Any]]:
    """The figures of each game, or of those that were named, once they are compiled."""
    todo = _named(only)
    warm(*todo)
    return _told(what, len(todo), map(measure, todo))


def _named(only: list[str] | None) -> list[str]:
    from fathom5.games import load as find
    from fathom5.games import names

    return [find(name).name for name in only or names()]


def _told(what: str, count: int, figures: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Figures as they come, and how many of them have."""
    found = []
    with progress("measured") as bar:
        task = bar.add_task(what, total=count)
        for each in figures:
            found.append(each)
            bar.advance(task)
    return found
