"""The command line: `fathom5 COMMAND`. Each command reads what was asked, asks the layer that knows, and shows it."""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from fathom5 import __version__
from fathom5.command import figures as tables
from fathom5.command import launch, study

if TYPE_CHECKING:  # what needs Numba is imported by the commands that need it: --help answers at once
    from fathom5.door import Ready

app = typer.Typer(
    name="fathom5",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(study.app, name="study")
out, err = study.out, study.err

GameName = Annotated[str, typer.Argument(help="A game, by its name; `fathom5 games` lists them.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game, as often as you like: -o air=20."
    ),
]
Language = Annotated[str, typer.Option("--lang", "-l", help="en or fr.")]
CROWD, MANY = 200, 100_000  # tables
BENCHES = ("games", "cores", "gym", "lab", "serve", "start", "faults", "tables", "attack")
Seed = Annotated[int | None, typer.Option(help="A whole number; the same seed gives the same chance again.")]


def _tell_version(asked: bool) -> None:
    if asked:
        out.print(f"fathom5 {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def before_all(
    is_version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Say which version this is.")
    ] = False,
) -> None:
    """Full Fathom Five: five board games of the deep, to play, to search and to measure."""


def main() -> None:
    """Run a command; what was asked wrongly is answered in one sentence, with exit code 2."""
    try:
        if code := app(standalone_mode=False):
            sys.exit(code)
    except typer.Exit as end:
        sys.exit(end.exit_code)
    except (ValueError, RuntimeError) as wrong:
        fail(str(wrong))
    except ModuleNotFoundError as missing:
        if not (extras := launch.needs(sys.argv[1:])):
            raise
        fail(f"this needs {missing.name}, which is not installed: pip install 'fathom5[{','.join(extras)}]'")
    except OSError as wrong:
        fail(f"{wrong.filename}: {wrong.strerror}" if wrong.filename else str(wrong))
    except Exception as wrong:
        if not hasattr(wrong, "format_message"):
            raise
        fail(f"{wrong.format_message()} Try: fathom5 --help")
    except KeyboardInterrupt:
        sys.exit(130)


def fail(why: str) -> None:
    err.print(f"[bold red]fathom5:[/] {_plain(why)}", highlight=False, soft_wrap=True)
    sys.exit(2)


def _plain(text: str) -> str:
    """Text that is shown as it is: no brackets of it are markup."""
    from rich.markup import escape

    return escape(text)


def progress(unit: str) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )


def loaded(game: str, options: list[str] | None, **more: Any) -> "Ready":
    """A game with the options of the command line."""
    from fathom5.door import load
    from fathom5.games import load as find

    known, chosen = find(game).options, dict(more)
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is NAME=VALUE, not {text!r}")
        chosen[name] = known[name].parse(value) if name in known else value
    return load(game, **chosen)


def warm(*games: str) -> None:
    """Compile what is not compiled yet of these games, or of all, before anyone waits for it; load what was named."""
    from fathom5.bots import compiling

    _compile("", compiling.cold(games), compiling.warm_up)
    for name in games:
        compiling.load_code(name)


def _compile(what: str, todo: list[str], warm_up: Callable[..., None]) -> None:
    """Compile something of some games, saying so, and how far it is."""
    if not todo:
        return
    began = time.monotonic()
    err.print(f"Compiling, once{what}: {', '.join(todo)}; that takes up to a minute for each.", highlight=False)
    with progress("games") as bar:
        task = bar.add_task("Compiling", total=len(todo))
        warm_up(todo, lambda name, done: bar.update(task, completed=done, description=f"Compiled {name}"))
    err.print(f"Compiled in {time.monotonic() - began:.0f} seconds.", highlight=False)


@app.command()
def games(lang: Language = "en") -> None:
    """List the games, with their players and options."""
    from fathom5.door import load, words_of
    from fathom5.games import names

    for name in names():
        game, words = load(name).game, words_of(name, lang)
        players = game.options["players"].allowed
        out.print(f"[bold]{words['title']}[/]  [cyan]{name}[/]  {players[0]}–{players[-1]}  {words['length']}")
        out.print(f"  {words['blurb']}", highlight=False)
        for option, asked in game.options.items():
            shown = "" if asked.default is None else f" ({_shown(asked.default)})"
            out.print(
                f"  [dim]-o {option}=[/]{_plain(asked.described())}{shown}  [dim]{words[f'option.{option}']}[/]",
                highlight=False,
            )
        out.print()


def _shown(value: Any) -> str:
    """An option's value as one types it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return (",".join(map(str, value)) or "none") if isinstance(value, tuple) else str(value)


@app.command()
def rules(game: GameName, lang: Language = "en") -> None:
    """Show a game's rulebook; each clause has a number that tests, log and refusals cite."""
    from rich.markdown import Markdown

    from fathom5.door import rulebook

    out.print(Markdown(rulebook(game, lang)))


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game; leave it out with --load.", show_default=False)] = "",
    seats: Annotated[
        str, typer.Option(help="Who sits where: 'you' and names of bots, as in you,hinted. Several can be 'you'.")
    ] = "",
    option: Options = None,
    seed: Seed = None,
    lang: Language = "en",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal, against bots or with friends at one screen. Ctrl-C saves."""
    from fathom5.bots.levels import LEVELS
    from fathom5.command import terminal
    from fathom5.door import replay as read

    if load is not None:
        match = read(_text_of(load))
    elif game:
        named = [word for word in seats.split(",") if word]
        players = {"players": len(named)} if len(named) > 1 else {}
        match = loaded(game, option, **players).start(seed=seed)
    else:
        raise ValueError("which game? `fathom5 games` lists them; or go on with --load FILE")
    if any(word.partition(":")[0] in (*LEVELS, "search") for word in seats.split(",")):
        warm(match.game.name)  # who searches is waited for, and all is said
    terminal.play(match, seats, lang, out, load)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf8")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no save of Full Fathom Five: it is no text") from None


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option("--games", "-n", help="How many games.")] = 10_000,
    bots: Annotated[str, typer.Option(help="A player for each seat, or one for all: hinted,uniform.")] = "hinted",
    option: Options = None,
    seed: Seed = 0,
    file: Annotated[Path | None, typer.Option("--out", help="Keep one row a game in this .parquet file.")] = None,
) -> None:
    """Play many games at once and show means with 95 % intervals, by seat."""
    from fathom5.lab import series as lab
    from fathom5.lab import store

    if games < 1:
        raise ValueError(f"--games is at least 1, not {games}")
    names = [name for name in bots.split(",") if name]
    players = {"players": len(names)} if len(names) > 1 and not _says(option, "players") else {}
    ready = loaded(game, option, **players)
    if file is not None:
        store.writable(file)
    lab.brains(ready, names)
    warm(game)
    about = {"game": game, "rules": ready.game.version, "options": ready.options, "bots": names, "seed": seed}
    moments = lab.Moments()
    with progress("games") as bar, store.written(file, about) as rows:
        task = bar.add_task(f"Playing {game}", total=games)
        for chunk in lab.series(ready, names, games, seed or 0):
            moments.add(chunk)
            if rows:
                rows.add(chunk)
            bar.advance(task, len(chunk["actions"]))
    out.print(tables.means(ready, names, moments.means(), games))
    if file is not None:
        out.print(f"Kept in {file}", highlight=False)


def _says(options: list[str] | None, name: str) -> bool:
    return any(text.startswith(f"{name}=") for text in options or [])


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.", show_default=False)],
    at: Annotated[int | None, typer.Option(help="Show the board after so many actions; the end if left out.")] = None,
    lang: Language = "en",
) -> None:
    """Tell a saved game in words, and show its board."""
    from fathom5.command import terminal
    from fathom5.door import replay as read

    match = read(_text_of(file))
    terminal.retell(match, at, lang, out)


@app.command()
def review(
    file: Annotated[Path, typer.Argument(help="A saved game that is over.", show_default=False)],
    seconds: Annotated[float | None, typer.Option(help="How long it may take.")] = None,
    effort: Annotated[int | None, typer.Option(help="Rounds for each comparison: 1024, say.")] = None,
    kind: Annotated[str, typer.Option(help="known: by what each could know; real: by how it really was.")] = "known",
    seed: Annotated[int, typer.Option(help="Of what is played on.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    lang: Language = "en",
) -> None:
    """Tell luck from skill in a saved game: what each decision cost, and what chance did to each player."""
    from fathom5.bots.review import Review
    from fathom5.bots.review import review as reviewed
    from fathom5.command import review as showing
    from fathom5.door import replay as read

    match = read(_text_of(file))
    match.words(lang)  # a language that is not spoken is refused now
    warm(match.game.name)
    with progress("rounds") as bar:
        task = bar.add_task("Reviewing", total=effort)

        def tell(so_far: Review) -> None:
            bar.update(task, completed=so_far.rounds)

        found = reviewed(match, seconds, effort, kind, seed, tell)
    if as_json:
        print(json.dumps(found.plain()))
    else:
        out.print(showing.shown(found, match, lang))


@app.command()
def bench(
    what: Annotated[
        str,
        typer.Argument(
            help="games: the engine; cores: all of them against one; gym: the environments; lab: studies; "
            "serve: the table, under a crowd; start: from nothing; faults: games through a store that fails; "
            "tables: with a hundred tables kept, and with many; "
            "attack: innocent tables beside those who want to spoil it."
        ),
    ] = "games",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    peers: Annotated[bool, typer.Option(help="Measure others' games in the same run.")] = False,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game; as often as you like.")] = None,
    browser: Annotated[bool, typer.Option(help="serve: also time clicks in Chromium.")] = False,
    minutes: Annotated[float, typer.Option(help="faults: for how long.")] = 1.0,
    seconds: Annotated[float | None, typer.Option(min=2, help="serve, attack: for how long.")] = None,
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
        bound = at_least if at_least is not None else None if within is None else 1 - within / 100
        _bench_against(against, only, figure, rounds, bound, as_json)
        return
    measure: dict[str, Callable[[], dict[str, Any]]] = {
        "attack": lambda: _bench_attack(seconds or 10.0) if frames is None else _bench_frames(frames),
        "cores": lambda: _bench_cores(only),
        "faults": lambda: _bench_faults(minutes),
        "games": lambda: _bench_games(only, peers),
        "gym": lambda: _bench_gym(only, peers),
        "lab": lambda: _bench_lab(only),
        "serve": lambda: _bench_serve(browser, many or CROWD, workers, bots, seconds or 15.0, database),
        "tables": lambda: _bench_tables(many or MANY),
    }
    figures = measure[what]()
    if as_json:
        print(json.dumps(plain(figures), indent=2))
    else:
        _show_bench("frames" if what == "attack" and frames is not None else what, figures)


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
    from fathom5.command.bench import start as measuring

    found = []
    for stage in measuring.stages():
        found.append(stage._asdict())
        bound = "" if stage.to_reach is None else f"  (to reach: {stage.to_reach:g} s)"
        err.print(f"{stage.seconds:8.2f} s  {_plain(stage.stage)}{bound}", highlight=False)
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
    from fathom5.games import load as find
    from fathom5.games import names

    todo, wanted = [find(name).name for name in only or names()], measuring.chosen(figures)
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


def _bench_games(only: list[str] | None, peers: bool) -> dict[str, Any]:
    from fathom5.command.bench import engine as measuring
    from fathom5.games import load as find
    from fathom5.games import names

    if peers and not measuring.has_peers():
        raise ValueError("--peers needs OpenSpiel: pip install 'fathom5[openspiel]'")
    todo = [find(name).name for name in only or names()]
    warm(*todo)
    with progress("measured") as bar:
        task = bar.add_task("Measuring", total=len(todo) + len(measuring.PEER_GAMES) * peers)
        ours = [_one_more(bar, task, measuring.measure(name)) for name in todo]
        theirs = [_one_more(bar, task, figures) for figures in (measuring.peers() if peers else ())]
    return {"games": ours, "peers": theirs, "ratios": measuring.ratios(ours, theirs)}


def _bench_gym(only: list[str] | None, peers: bool) -> dict[str, Any]:
    from importlib.util import find_spec

    from fathom5.games import load as find
    from fathom5.games import names

    if not find_spec("gymnasium") or not find_spec("pettingzoo"):
        raise ValueError("bench gym needs Gymnasium and PettingZoo: pip install 'fathom5[gym]'")
    from fathom5.command.bench import gym as measuring

    todo = [find(name).name for name in only or names()]
    warm(*todo)
    with progress("measured") as bar:
        task = bar.add_task("Measuring", total=len(todo))
        ours = [_one_more(bar, task, measuring.measure(name)) for name in todo]
    return {"games": ours, "peers": list(measuring.peers() if peers else ())}


def _bench_lab(only: list[str] | None) -> dict[str, Any]:
    from fathom5.command.bench import lab as measuring
    from fathom5.games import load as find
    from fathom5.games import names

    todo = [find(name).name for name in only or names()]
    warm(*todo)
    with progress("measured") as bar:
        task = bar.add_task("Measuring", total=len(todo))
        tell = partial(err.print, highlight=False)
        return {"games": [_one_more(bar, task, measuring.measure(name, tell=tell)) for name in todo]}


def _advance(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _bench_cores(only: list[str] | None) -> dict[str, Any]:
    from fathom5.command.bench import cores as measuring
    from fathom5.games import load as find
    from fathom5.games import names

    todo = [find(name).name for name in only or names()]
    warm(*todo)
    with progress("measured") as bar:
        task = bar.add_task("Measuring", total=len(todo))
        return {"games": [_one_more(bar, task, measuring.measure(name)) for name in todo]}


def _one_more(bar: Progress, task: TaskID, figures: dict[str, Any]) -> dict[str, Any]:
    bar.advance(task)
    return figures


@app.command()
def arena(
    game: GameName,
    bots: Annotated[list[str], typer.Argument(help="Two or more bots, as in search:seconds=0.2 hinted.")],
    games: Annotated[int, typer.Option("--games", "-n", help="How many games; the last deal is completed.")] = 100,
    option: Options = None,
    seed: Seed = 0,
    file: Annotated[Path | None, typer.Option("--out", help="Keep results here, and go on from them.")] = None,
    bar: Annotated[float | None, typer.Option(help="Stop once the first bot is clearly above or below this.")] = None,
) -> None:
    """Let bots play each other, seats rotated and chance paired, and rate them."""
    from fathom5.bots import arena as hall
    from fathom5.bots import standings
    from fathom5.lab.store import writable

    if games < 1:
        raise ValueError(f"--games is at least 1, not {games}")
    ready = loaded(game, option)
    if file is not None:
        writable(file)
    warm(game)
    with progress("games") as shown:
        task = shown.add_task(f"Playing {game}", total=games)
        rows = hall.run(
            ready,
            bots,
            games,
            seed or 0,
            file,
            bar=bar,
            progress=lambda played, of: shown.update(task, completed=played, total=of),
        )
    out.print(standings.told(rows), highlight=False)


@app.command("warm")
def warm_up(
    environments: Annotated[
        bool, typer.Option("--environments/--no-environments", help="Those of researchers too, if they are installed.")
    ] = True,
) -> None:
    """Compile all games now, and their environments where those are installed, so that nobody waits for it later."""
    warm()
    if not environments:
        return
    if find_spec("gymnasium") is None:
        err.print("Environments are not compiled: they need fathom5[gym].", highlight=False)
        return
    from fathom5.bots import compiling
    from fathom5.gym import warming

    _compile(", environments of", warming.cold(), partial(compiling.warm_up, module=warming.__name__))


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in this network join.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on.")] = 8000,
    lan: Annotated[bool, typer.Option("--lan", help="Let people in this network join, and show them the way.")] = False,
    database: Annotated[
        str | None, typer.Option(help="A file, or a PostgreSQL URL; a file in your data folder if left out.")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option(help="How the world reaches this server, if not by its address.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name that this server goes by; or several.")
    ] = None,
    trust_proxy: Annotated[
        str | None, typer.Option(help="Addresses or networks of proxies that tell where requests come from.")
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="So many processes, which share the port and a PostgreSQL database.")
    ] = 1,
    metrics: Annotated[
        str | None, typer.Option(help="Where Prometheus finds figures: a port of this computer, or ADDRESS:PORT.")
    ] = None,
    keep_lobbies: Annotated[
        float | None, typer.Option(min=0, help="Days for which tables that have not begun are kept: 7; 0 is for ever.")
    ] = None,
    keep_unfinished: Annotated[
        float | None, typer.Option(min=0, help="Days for games that are not over and at which nothing happens: 90.")
    ] = None,
    keep_finished: Annotated[float | None, typer.Option(min=0, help="Days for games that are over: 365.")] = None,
    trained: Annotated[
        list[Path] | None, typer.Option("--player", help="A player you have trained, to sit down too; or several.")
    ] = None,
) -> None:
    """Open the table in the browser: five games, with friends and bots."""
    from fathom5 import table

    names = list(allow_host or ())
    if lan:
        host, here = "0.0.0.0", table.lan_address()
        public_url = public_url or f"http://{here}:{port}"
        names.append(here)
    told = [f"The table is open:  [bold]{public_url or f'http://{host}:{port}'}[/]   (Ctrl-C closes it)"]
    if lan:
        told.append(table.qr_in_letters(public_url or ""))
    elif host == "127.0.0.1" and public_url is None:
        told.append("Only this computer can reach it. To invite people in the same network: fathom5 serve --lan")
    days = {"keep_lobbies": keep_lobbies, "keep_unfinished": keep_unfinished, "keep_finished": keep_finished}
    more: dict[str, Any] = {name: count for name, count in days.items() if count is not None}
    table.serve(
        host,
        port,
        database,
        public_url,
        allow_hosts=names,
        trust_proxy=trust_proxy,
        metrics=metrics,
        workers=workers,
        players=trained or (),
        **more,
        tell=lambda: out.print("\n".join(told), highlight=False),
    )


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A save or a replay of a table.", show_default=False)],
    seal: Annotated[
        str | None,
        typer.Option(help="The seal that you have noted: its eight words, or its 64 digits.", show_default=False),
    ] = None,
    last: Annotated[
        str | None, typer.Option(help="The last digest, if your page showed it to you.", show_default=False)
    ] = None,
) -> None:
    """Check that nobody has steered a finished game: commitments, seal, rows, every draw, and bots where it can be."""
    from fathom5 import table

    verdict = table.verify(file, seal, last)
    out.print(f"[green]✓[/] {verdict}")
    for note in verdict.notes:
        out.print(f"  {note}", highlight=False)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where to write it.", show_default=False)],
    database: Annotated[str | None, typer.Option(help="As for serve.")] = None,
) -> None:
    """Write all tables to one file, also while the server runs."""
    from fathom5 import table

    out.print(f"{table.backup(file, database)} tables kept in {file}", highlight=False)


@app.command()
def check(
    database: Annotated[
        str | None, typer.Argument(help="As for serve; the server may be running.", show_default=False)
    ] = None,
) -> None:
    """Tell which tables are whole, and of the others from which row on they are not; exit code 1 if there are such."""
    from fathom5 import table

    count, torn = 0, 0
    for found in table.check(database):
        count += 1
        torn += found.wrong is not None
        if found.wrong is not None:
            out.print(f"{found.table}  {found.game}  {found.rows} rows: {found.wrong}", highlight=False, markup=False)
    out.print(f"{count} tables, {count - torn} whole", highlight=False)
    if torn:
        raise typer.Exit(1)


@app.command()
def export(
    folder: Annotated[Path, typer.Argument(help="Where to write them; a file for each table.", show_default=False)],
    database: Annotated[str | None, typer.Option(help="As for serve; the server may be running.")] = None,
    only: Annotated[list[str] | None, typer.Option("--table", help="Only this table; as often as you like.")] = None,
    older: Annotated[
        float | None, typer.Option(min=0, help="Only tables at which nothing has happened for so many days.")
    ] = None,
) -> None:
    """Write down everything about tables, for whoever runs the house: seats, rows, dice, torn tables as well."""
    from fathom5 import table

    out.print(f"{table.export(folder, database, only, older)} tables written to {folder}", highlight=False)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What backup wrote.", show_default=False)],
    database: Annotated[str | None, typer.Option(help="As for serve; it must be empty.")] = None,
) -> None:
    """Fill an empty database from a backup."""
    from fathom5 import table

    out.print(f"{table.restore(file, database)} tables restored", highlight=False)


if __name__ == "__main__":
    main()
