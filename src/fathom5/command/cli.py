"""The command line: `fathom5 COMMAND`. Each command reads what was asked, asks the layer that knows, and shows it."""

import json
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from fathom5 import __version__
from fathom5.command import benches, joining, launch, models, study
from fathom5.command import figures as tables
from fathom5.command.preparing import compiled, warm
from fathom5.command.screen import err, out, progress

if TYPE_CHECKING:  # what needs Numba is imported by the commands that need it: --help answers at once
    from rich.progress import Progress, TaskID

    from fathom5.bots.review import Review
    from fathom5.door import Ready

app = typer.Typer(
    name="fathom5",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(study.app, name="study")

GameName = Annotated[str, typer.Argument(help="A game, by its name; `fathom5 games` lists them.", show_default=False)]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        metavar="NAME=VALUE",
        help="An option of the game, as often as you like: -o air=20. House rules too: `fathom5 games --house`.",
    ),
]
Language = Annotated[str, typer.Option("--lang", "-l", help="en or fr.")]
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


def loaded(game: str, options: list[str] | None, **more: Any) -> "Ready":
    """A game with the options of the command line."""
    from fathom5.door import load

    return load(game, **chosen(game, options, **more))


def chosen(game: str, options: list[str] | None, **more: Any) -> dict[str, Any]:
    """The options of the command line, each as the game means it."""
    from fathom5.games import load as find

    known, found = find(game).agreeable, dict(more)
    for text in options or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is NAME=VALUE, not {text!r}")
        found[name] = known[name].parse(value) if name in known else value
    return found


@app.command()
def games(
    lang: Language = "en",
    house: Annotated[bool, typer.Option("--house", help="Also the numbers that house rules can change.")] = False,
) -> None:
    """List the games, with their players and options."""
    from fathom5.door import load, words_of
    from fathom5.games import names

    for name in names():
        game, words = load(name).game, words_of(name, lang)
        players = game.options["players"].allowed
        out.print(f"[bold]{words['title']}[/]  [cyan]{name}[/]  {players[0]}–{players[-1]}  {words['length']}")
        out.print(f"  {words['blurb']}", highlight=False)
        for option, asked in (game.agreeable if house else game.options).items():
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
def rules(
    game: GameName,
    clause: Annotated[str, typer.Argument(help="A clause, as in DS-7.", show_default=False)] = "",
    lang: Language = "en",
    every: Annotated[bool, typer.Option("--all", help="All clauses.")] = False,
) -> None:
    """Show how a game is played, in short; all clauses of its rulebook, or the one that log and refusals cite."""
    from rich.markdown import Markdown

    from fathom5.door import guide, rulebook

    if clause:
        out.print(Markdown(f"**{clause.upper()}** {guide.clause(game, lang, clause)}"))
        return
    out.print(Markdown(rulebook(game, lang) if every else guide.short(game, lang)))


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="A game; leave it out with --load.", show_default=False)] = "",
    seats: Annotated[
        str, typer.Option(help="Who sits where: 'you' and players, as in you,hinted,my_bots.py:Careful.")
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
        named = apart(seats)
        players = {"players": len(named)} if len(named) > 1 else {}
        match = loaded(game, option, **players).start(seed=seed)
    else:
        raise ValueError("which game? `fathom5 games` lists them; or go on with --load FILE")
    if any(word.partition(":")[0] in (*LEVELS, "search") for word in apart(seats)):
        warm(match.game.name)  # who searches is waited for, and all is said
    terminal.play(match, apart(seats), lang, out, load)


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
    """Play many games at once and show means with 95 % intervals, by seat: the smallest study, of one point."""
    from fathom5.lab import Study, store
    from fathom5.lab.series import Moments

    if games < 1:
        raise ValueError(f"--games is at least 1, not {games}")
    names = apart(bots)
    players = {"players": len(names)} if len(names) > 1 and not _says(option, "players") else {}
    options = {name: [value] for name, value in chosen(game, option, **players).items()}
    study = Study(game, options=options, players=names, games=games, seed=seed or 0)
    ready = study.ready(study.only_point)
    if file is not None:
        store.writable(file)
    warm(game)
    about = {"game": game, "rules": ready.game.version, "options": ready.options, "bots": names, "seed": seed}
    moments = Moments()
    with progress("games") as bar, store.written(file, about) as rows:
        task = bar.add_task(f"Playing {game}", total=games)
        for chunk in study.rows():
            moments.add(chunk)
            if rows:
                rows.add(chunk)
            bar.advance(task, len(chunk["actions"]))
    out.print(tables.means(ready, names, moments.means(), games))
    if file is not None:
        out.print(f"Kept in {file}", highlight=False)


def apart(players: str) -> list[str]:
    """Names of players in a row; commas also stand between the knobs of one: search:seconds=1,horizon=9,hinted."""
    found: list[str] = []
    for word in filter(None, map(str.strip, players.split(","))):
        if found and "=" in found[-1] and "=" in word and ":" not in word:
            found[-1] += f",{word}"
        else:
            found.append(word)
    return found


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
    files: Annotated[
        list[Path], typer.Argument(help="Saved games that are over, or folders of them.", show_default=False)
    ],
    seconds: Annotated[float | None, typer.Option(help="How long it may take, for each game.")] = None,
    effort: Annotated[int | None, typer.Option(help="Rounds for each comparison, at most: 256, say.")] = None,
    kind: Annotated[str, typer.Option(help="known: by what each could know; real: by how it really was.")] = "known",
    seed: Annotated[int, typer.Option(help="Of what is played on.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    page: Annotated[
        Path | None, typer.Option("--html", help="Write one page that stands alone, with the board at each turn.")
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--out", help="Of many games: one row an action, in this .parquet file.")
    ] = None,
    ray: study.Ray = None,
    lang: Language = "en",
) -> None:
    """Tell luck from skill in saved games: what each decision cost, and what chance did to each player."""
    from fathom5.bots.review import review as reviewed
    from fathom5.command import review as showing
    from fathom5.lab.reviews import read

    ask = partial(reviewed, seconds=seconds, effort=effort, kind=kind, seed=seed)
    if rows is not None:
        _review_many(showing.saves_in(files), ask, rows, ray)
        return
    if ray is not None:
        raise ValueError("a cluster reviews many games: name --out FILE.parquet, which keeps one row an action")
    if len(files) != 1 or files[0].is_dir():
        raise ValueError("one game is told at a time; of many, --out FILE.parquet keeps one row an action")
    match, names = read(_text_of(files[0]), lang)
    warm(match.game.name)
    with progress("%") as bar:
        task = bar.add_task("Reviewing", total=100)
        found = ask(match, tell=lambda so_far: bar.update(task, completed=int(100 * so_far.progress)))
    if page is not None:
        from fathom5.command.review_page import page as composed

        page.write_text(composed(found, match, names, lang), encoding="utf8")
        err.print(f"Written to {page}", highlight=False)
    if as_json:
        print(json.dumps(found.plain()))
    elif page is None:
        out.print(showing.shown(found, match, names, lang))


def _review_many(saves: list[Path], ask: Callable[..., "Review"], file: Path, ray: str | None) -> None:
    """One game after the other, each on all cores, or many on a cluster; what cannot be reviewed is named."""
    from fathom5.lab import store
    from fathom5.lab.reviews import Save, judged, schema

    store.writable(file)
    told = study.cluster(ray).review(ask, saves) if ray else map(partial(judged, ask), map(Save.at, saves))
    with progress("games") as bar, closing(store.Rows(file, {"reviews": len(saves)}, schema())) as kept:
        task, count = bar.add_task("Reviewing", total=len(saves)), 0
        for reviewed in told:
            bar.advance(task)
            if reviewed.wrong:
                err.print(f"{reviewed.file}: {_plain(reviewed.wrong)}", highlight=False, soft_wrap=True)
                continue
            kept.add(reviewed.columns)
            count += 1
    out.print(f"{count} of {len(saves)} games in {file}" if count else "No game could be reviewed.", highlight=False)


app.command()(benches.bench)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        list[str],
        typer.Argument(help="Two or more players, as in search:seconds=0.2 hinted file:one.npz my_bots.py:Careful."),
    ],
    games: Annotated[int, typer.Option("--games", "-n", help="How many games; the last deal is completed.")] = 100,
    option: Options = None,
    seed: Seed = 0,
    file: Annotated[Path | None, typer.Option("--out", help="Keep results here, and go on from them.")] = None,
    bar: Annotated[float | None, typer.Option(help="Stop once the first bot is clearly above or below this.")] = None,
    settle: Annotated[
        bool, typer.Option("--settle", help="Stop once one of the first two is clearly better, at 95 %.")
    ] = False,
    patience: Annotated[float, typer.Option(help="Seconds that a move of a player from outside may take.")] = 10.0,
    saves: Annotated[Path | None, typer.Option(help="Keep each game as a save in this folder, for a review.")] = None,
    ray: study.Ray = None,
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
    contest = partial(hall.run, ready, bots, games, seed or 0, file, bar=bar, patience=patience, settle=settle)
    elsewhere = study.cluster(ray).contest if ray else None
    with progress("games") as shown:
        task = shown.add_task(f"Playing {game}", total=games)
        tell = partial(_tell_played, shown, task)
        rows = contest(saves=saves, crew=elsewhere, progress=tell)
    out.print(standings.told(rows), highlight=False)
    if settle:
        out.print(standings.verdict(rows, *bots[:2]), highlight=False, soft_wrap=True)


def _tell_played(bar: "Progress", task: "TaskID", played: int, of: int) -> None:
    bar.update(task, completed=played, total=of)


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

    compiled(", environments of", warming.cold(), partial(compiling.warm_up, module=warming.__name__))


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
        list[str] | None,
        typer.Option("--player", help="A player who may sit down too: file:one.npz, my_bots.py:Careful; or several."),
    ] = None,
    mcp: Annotated[bool, typer.Option("--mcp", help="Let language models sit down too, at /mcp.")] = False,
    programs: Annotated[
        bool, typer.Option("--programs/--no-programs", help="Let programs from outside sit down, marked as such.")
    ] = True,
) -> None:
    """Open the table in the browser: five games, with friends and bots."""
    from fathom5 import table

    way = _way_in(host, port, lan, public_url)
    days = {"keep_lobbies": keep_lobbies, "keep_unfinished": keep_unfinished, "keep_finished": keep_finished}
    more: dict[str, Any] = {name: count for name, count in days.items() if count is not None}
    table.serve(
        way.host,
        port,
        database,
        way.public_url,
        allow_hosts=[*(allow_host or ()), *way.names],
        trust_proxy=trust_proxy,
        metrics=metrics,
        workers=workers,
        players=trained or (),
        mcp=mcp,
        programs=programs,
        **more,
        tell=lambda: out.print("\n".join(way.told), highlight=False),
    )


class _Way(NamedTuple):
    """How people get to the table."""

    host: str
    public_url: str | None
    names: list[str]  # that it also goes by
    told: list[str]  # once it is open


def _way_in(host: str, port: int, lan: bool, public_url: str | None) -> _Way:
    from fathom5 import table

    if lan:
        here = table.lan_address()
        url = public_url or f"http://{here}:{port}"
        return _Way("0.0.0.0", url, [here], [_open_at(url), table.qr_in_letters(url)])
    told = [_open_at(public_url or f"http://{host}:{port}")]
    if host == "127.0.0.1" and public_url is None:
        told.append("Only this computer can reach it. To invite people in the same network: fathom5 serve --lan")
    return _Way(host, public_url, [], told)


def _open_at(url: str) -> str:
    return f"The table is open:  [bold]{url}[/]   (Ctrl-C closes it)"


app.command()(joining.join)
app.command()(models.mcp)


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
