"""The command line: `fathom5 COMMAND`. Each command reads what was asked, asks the layer that knows, and shows it."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

if TYPE_CHECKING:  # what needs Numba is imported by the commands that need it: --help answers at once
    from fathom5.door import Ready

app = typer.Typer(
    name="fathom5",
    help="Full Fathom Five: five board games of the deep, to play, to search and to measure.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out, err = Console(), Console(stderr=True)

GameName = Annotated[str, typer.Argument(help="A game, by its name; `fathom5 games` lists them.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game, as often as you like: -o air=20."
    ),
]
Language = Annotated[str, typer.Option("--lang", "-l", help="en or fr.")]
Seed = Annotated[int | None, typer.Option(help="A whole number; the same seed gives the same chance again.")]


def main() -> None:
    """Run a command; what was asked wrongly is answered in one sentence, with exit code 2."""
    try:
        app(standalone_mode=False)
    except typer.Exit as end:
        sys.exit(end.exit_code)
    except (ValueError, RuntimeError) as wrong:
        fail(str(wrong))
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
    """A game with the options of the command line, compiled."""
    from fathom5.door import load
    from fathom5.games import load as find

    known, chosen = find(game).options, dict(more)
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is NAME=VALUE, not {text!r}")
        chosen[name] = known[name].parse(value) if name in known else value
    ready = load(game, **chosen)
    warm()
    return ready


def warm() -> None:
    """Compile what is not compiled yet, before anyone waits for it."""
    from fathom5 import warm as kernels

    if not kernels.is_needed():
        return
    with progress("games") as bar:
        task = bar.add_task("Compiling, once", total=None)

        def tell(name: str, done: int, of: int) -> None:
            bar.update(task, total=of, completed=done, description=f"Compiling, once: {name}")

        kernels.warm_up(tell)


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
    from fathom5 import terminal
    from fathom5.door import replay as read

    if load is not None:
        match = read(_text_of(load))
        warm()
    elif game:
        named = [word for word in seats.split(",") if word]
        players = {"players": len(named)} if len(named) > 1 else {}
        match = loaded(game, option, **players).start(seed=seed)
    else:
        raise ValueError("which game? `fathom5 games` lists them; or go on with --load FILE")
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
    chunks = []
    with progress("games") as bar:
        task = bar.add_task(f"Playing {game}", total=games)
        for chunk in lab.series(ready, names, games, seed or 0):
            chunks.append(chunk)
            bar.advance(task, len(chunk["actions"]))
    columns = lab.joined(chunks)
    if file is not None:
        about = {"game": game, "rules": ready.game.version, "options": ready.options, "bots": names, "seed": seed}
        store.write(file, columns, about)
    out.print(_means_table(ready, names, lab.means(columns), games))
    if file is not None:
        out.print(f"Kept in {file}", highlight=False)


def _says(options: list[str] | None, name: str) -> bool:
    return any(text.startswith(f"{name}=") for text in options or [])


def _means_table(ready: "Ready", names: list[str], means: dict[str, Any], games: int) -> Table:
    """Points and wins by seat, then what the game counts."""
    count = int(ready.options["players"])  # type: ignore[arg-type]
    table = Table(title=f"{ready.game.name}: {games:,} games, means ± 95 %", title_justify="left")
    table.add_column("")
    for seat in range(count):
        table.add_column(f"seat {seat}\n{names[seat % len(names)]}", justify="right")
    for word in ("points", "share"):
        table.add_row(word, *(_mean(means[f"{word}_{seat}"]) for seat in range(count)))
    table.add_section()
    for name in ("decisions", "actions", *ready.game.measures.COLUMNS):
        table.add_row(name.replace("_", " "), _mean(means[name]))
    return table


def _mean(mean: Any) -> str:
    margin = f" ± {mean.margin:.2g}" if mean.margin < float("inf") else ""
    return f"{mean.mean:.3f}{margin}"


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.", show_default=False)],
    at: Annotated[int | None, typer.Option(help="Show the board after so many actions; the end if left out.")] = None,
    lang: Language = "en",
) -> None:
    """Tell a saved game in words, and show its board."""
    from fathom5 import terminal
    from fathom5.door import replay as read

    match = read(_text_of(file))
    warm()
    terminal.retell(match, at, lang, out)


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    peers: Annotated[bool, typer.Option(help="Measure OpenSpiel in the same run, and print ratios.")] = False,
    only: Annotated[list[str] | None, typer.Option("--game", help="Only this game; as often as you like.")] = None,
) -> None:
    """Measure speed: playouts on one core and on all, steps from Python, copies, sizes, starts."""
    from fathom5 import bench as measuring
    from fathom5.games import load as find
    from fathom5.games import names

    if peers and not measuring.has_peers():
        raise ValueError("--peers needs OpenSpiel: pip install 'fathom5[openspiel]'")
    for name in only or []:
        find(name)
    warm()
    figures: list[dict[str, Any]] = []
    others: list[dict[str, Any]] = []
    with progress("measured") as bar:
        todo = list(only or names())
        task = bar.add_task("Measuring", total=len(todo) + len(measuring.PEER_GAMES) * peers)
        for name in todo:
            figures.append(measuring.measure(name))
            bar.advance(task)
        for other in measuring.peers() if peers else ():
            others.append(other)
            bar.advance(task)
    if as_json:
        print(json.dumps({"games": figures, "peers": others, "ratios": measuring.ratios(figures, others)}, indent=2))
    else:
        _show_bench(figures, others, measuring.ratios(figures, others))


def _show_bench(
    figures: list[dict[str, Any]], others: list[dict[str, Any]], ratios: dict[str, dict[str, float]]
) -> None:
    table = Table(title="Full Fathom Five", title_justify="left")
    table.add_column("")
    for figure in figures:
        table.add_column(str(figure["game"]), justify="right")
    for key in figures[0]:
        if key != "game":
            table.add_row(
                key.replace("_", " ").replace(" per s", " / s"), *(_figure(figure[key]) for figure in figures)
            )
    out.print(table)
    if others:
        table = Table(
            "", *(str(other["game"]) for other in others), title="OpenSpiel, in the same run", title_justify="left"
        )
        for key in ("nodes_per_s", "python_steps_per_s"):
            table.add_row(key.replace("_", " ").replace(" per s", " / s"), *(_figure(other[key]) for other in others))
        for name, ratio in ratios.items():
            table.add_row(f"{name}, times as fast", *(f"{ratio[str(other['game'])]:.2f}" for other in others))
        out.print(table)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}" if isinstance(value, float) else str(value)


@app.command("warm")
def warm_up() -> None:
    """Compile all kernels now, so that nothing is compiled while a player waits."""
    warm()


@app.command()
def serve() -> None:
    """Open the table in the browser."""
    out.print("The table in the browser is still being built. Until then, play here:  [bold]./fathom5 play deep_sea[/]")


if __name__ == "__main__":
    main()
