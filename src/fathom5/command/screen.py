"""Where commands print, and how they tell how far they are."""

from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:  # --help answers at once
    from rich.progress import Progress

out, err = Console(), Console(stderr=True)


def progress(unit: str, markup: bool = True) -> "Progress":
    """A bar that says how many of these are done, and how long the others will take."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}", markup=markup),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(unit),
        TimeRemainingColumn(),
        console=err,
        transient=True,
    )
