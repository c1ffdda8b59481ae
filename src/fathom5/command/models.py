"""`fathom5 mcp`: tables for a language model, over the pipes of whoever has started it."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer


def mcp(
    database: Annotated[
        str | None, typer.Option(help="As for serve; without it, tables are forgotten at the end.")
    ] = None,
    players: Annotated[
        list[str] | None, typer.Option("--player", help="A player who may sit down too, as for serve.")
    ] = None,
) -> None:
    """Serve the Model Context Protocol on stdio: a language model opens tables, sits down and plays."""
    from fathom5.table.web.mcp import on_stdio

    with TemporaryDirectory(prefix="fathom5-mcp-") as folder:
        on_stdio(database or str(Path(folder) / "tables.db"), players or ())
