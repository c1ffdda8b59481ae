"""`fathom5 study COMMAND`: run a study, go on with it, read it, compare two, ask in SQL."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from fathom5.command.preparing import warm
from fathom5.command.screen import err, out, progress

if TYPE_CHECKING:  # --help answers at once
    from fathom5.lab.cluster import Cluster
    from fathom5.lab.dataset import Dataset
    from fathom5.lab.forecast import Forecast
    from fathom5.lab.plan import Study
    from fathom5.lab.work import Crew, News

app = typer.Typer(no_args_is_help=True, help="Studies: many games at many settings, with a report.")
MOST_ROWS = 1000  # of an answer that are printed

Where = Annotated[str, typer.Argument(help="The study's folder, or the address it was written to.", show_default=False)]
Language = Annotated[str, typer.Option("--lang", "-l", help="en or fr.")]
Cores = Annotated[int | None, typer.Option(min=1, help="How many cores of this machine; all, if left out.")]
Ray = Annotated[str | None, typer.Option("--ray", help="Play on a Ray cluster: auto, local or ray://HOST:PORT.")]


@app.command()
def run(
    file: Annotated[Path, typer.Argument(help="A study as a TOML file.", show_default=False)],
    to: Annotated[
        str | None, typer.Option("--out", help="A folder or an address; beside the file if left out.")
    ] = None,
    cores: Cores = None,
    ray: Ray = None,
    yes: Annotated[bool, typer.Option("--yes", help="Yes, I mean so many points.")] = False,
) -> None:
    """Play a study and write its report. Ctrl-C keeps all that was played; run or resume goes on."""
    from fathom5.lab.dataset import Dataset
    from fathom5.lab.plan import read

    study = read(file)
    _play(study, Dataset(to or str(file.with_suffix(".study"))), cores, ray, yes)


@app.command()
def resume(where: Where, cores: Cores = None, ray: Ray = None) -> None:
    """Play what is missing of a study, and write its report anew."""
    dataset = _opened(where)
    _play(dataset.study, dataset, cores, ray, yes=True)


@app.command()
def show(where: Where, lang: Language = "en") -> None:
    """Tell what a study found, and write its report anew."""
    dataset = _opened(where)
    _tell(dataset.study, dataset, lang)


@app.command()
def compare(
    a: Where,
    b: Annotated[str, typer.Argument(help="Another study of the same game.", show_default=False)],
    lang: Language = "en",
) -> None:
    """Say what differs between two studies at the points they share."""
    from fathom5.lab import compare as comparing
    from fathom5.lab.report import Results

    one, other = (Results(dataset.study, dataset).summary for dataset in (_opened(a), _opened(b)))
    for line in comparing.told(one, other, _checked(lang)):
        out.print(line, highlight=False, markup=False)


@app.command()
def query(
    where: Where,
    sql: Annotated[str, typer.Argument(help="SQL over games (the rows) and points.", show_default=False)],
) -> None:
    """Ask the rows in SQL: SELECT air, avg(turns) FROM games JOIN points USING (point) GROUP BY air."""
    from fathom5.lab.summary import query as ask

    dataset = _opened(where)
    answer = ask(dataset.study, dataset, sql)
    table = Table(*answer.column_names)
    for row in answer.slice(0, MOST_ROWS).to_pylist():
        table.add_row(*(str(value) for value in row.values()))
    out.print(table)
    if answer.num_rows > MOST_ROWS:
        out.print(f"… and {answer.num_rows - MOST_ROWS:,} more rows", highlight=False)


@app.command()
def luck(
    files: Annotated[list[Path], typer.Argument(help="What `fathom5 review --out` wrote.", show_default=False)],
    lang: Language = "en",
) -> None:
    """Say how much of the results of reviewed games is luck, by number of players and option."""
    from fathom5.command.review import luck_table
    from fathom5.lab.reviews import fared, groups, shares

    seats = fared(files)
    found = {key: (len({seat.file for seat in each}), shares(each)) for key, each in groups(seats).items()}
    out.print(luck_table(found, _checked(lang)))


@app.command()
def errors(
    files: Annotated[list[Path], typer.Argument(help="What `fathom5 review --out` wrote.", show_default=False)],
    only: Annotated[list[str] | None, typer.Option("--player", help="Only this one; as often as you like.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
    lang: Language = "en",
) -> None:
    """Say how much each player's decisions cost it, and how often a group of games tells who has made fewer errors."""
    import json

    from fathom5.command.review import error_tables
    from fathom5.lab.reviews import errors as rated
    from fathom5.lab.reviews import fared

    seats = [seat for seat in fared(files) if not only or seat.who in only]
    if as_json:
        found = {game: {who: row._asdict() for who, row in each.items()} for game, each in rated(seats).items()}
        print(json.dumps(found, indent=2))
        return
    for table in error_tables(seats, _checked(lang)):
        out.print(table)


def _opened(where: str) -> "Dataset":
    from fathom5.lab.dataset import Dataset

    folder = Path(where)
    beside = folder.with_suffix(".study")
    dataset = Dataset(str(beside) if folder.is_file() and beside.is_dir() else where)
    _ = dataset.about  # says so, if there is none
    return dataset


def _checked(language: str) -> str:
    from fathom5.lab.tongues import LANGUAGES

    if language not in LANGUAGES:
        raise ValueError(f"the languages are en and fr, not {language!r}")
    return language


def _play(study: "Study", dataset: "Dataset", cores: int | None, ray: str | None, yes: bool) -> None:
    from fathom5.lab.forecast import forecast
    from fathom5.lab.work import checked, prepared, run

    warm(study.game)
    crew = _crew(cores, ray)
    checked(study, yes)
    expected = forecast(study)
    prepared(study, dataset, yes, expected)
    err.print(_foretold(study, dataset, expected, cores), highlight=False)
    if not study.is_repeatable:
        err.print("Some players think by the clock: these games cannot be repeated exactly.", highlight=False)
    try:
        with progress("{task.fields[kind]} {task.fields[rate]} {task.fields[width]}", markup=False) as bar:
            task = bar.add_task(study.name, total=expected.games, kind="games", rate="", width="")
            run(study, dataset, crew, lambda news: bar.update(task, **_news(news)), yes)
    except KeyboardInterrupt:
        kept = sum(games for _, _, games in dataset.done())
        again = f"go on with: fathom5 study resume {dataset.address}"
        err.print(f"{kept:,} games are kept; {again}", highlight=False, soft_wrap=True)
        raise
    _tell(study, dataset, "en")


def _foretold(study: "Study", dataset: "Dataset", expected: "Forecast", cores: int | None) -> str:
    """How long the rest will take and how much of the disk, in a sentence."""
    from fathom5.kernel.play import CORES
    from fathom5.lab.dataset import free_bytes
    from fathom5.lab.forecast import between, sized
    from fathom5.lab.work import missing

    games, positions = missing(study, dataset)
    left, free, most = (
        expected._replace(games=games, positions=positions),
        free_bytes(dataset),
        "up to " * bool(study.width),
    )
    there = f" ({expected.games - games:,} of them are there)" * (games < expected.games)
    drawn = f" and {positions:,} positions" * bool(positions)
    room = f" of {sized(free)} free" if free is not None else ""
    return (
        f"{expected.points:,} points, {most}{expected.games:,} games{there}{drawn}: {most}about "
        f"{between(*left.seconds(cores or CORES))} on this machine, {most}{sized(left.bytes)}{room}"
    )


def _crew(cores: int | None, ray: str | None) -> "Crew":
    from fathom5.kernel.play import CORES
    from fathom5.lab.work import Threads

    return Threads(cores or CORES) if ray is None else cluster(ray)


def cluster(address: str) -> "Cluster":
    """A Ray cluster that tells on the screen how long its start took."""
    from fathom5.lab.cluster import Cluster

    return Cluster(address, tell=lambda line: err.print(line, highlight=False))


def _news(news: "News") -> dict[str, Any]:
    told = {"kind": news.kind, "rate": f"{news.rate:,.0f}/s", "width": news.sureness}
    return {"completed": news.games, "total": news.of} | told


def _tell(study: "Study", dataset: "Dataset", language: str) -> None:
    from fathom5.lab.report import Results

    results = Results(study, dataset)
    for fact in results.facts(_checked(language)):
        out.print(f"• {fact}", highlight=False, markup=False)
    for path in results.write_report():
        out.print(f"Report: {path}", highlight=False, markup=False, soft_wrap=True)
