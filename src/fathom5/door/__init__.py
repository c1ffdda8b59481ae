"""The Python door: what the package offers, and words for telling a game's story in a test."""

from fathom5.door.branch import Branch
from fathom5.door.match import (
    Ears,
    IllegalMove,
    Line,
    Match,
    Ready,
    Summary,
    again,
    among,
    lines_of,
    load,
    plain,
    read_save,
    replay,
    rulebook,
    summary,
    words_of,
)
from fathom5.scene import LANGUAGES

__all__ = [
    "LANGUAGES",
    "Branch",
    "Ears",
    "IllegalMove",
    "Line",
    "Match",
    "Ready",
    "Summary",
    "again",
    "among",
    "lines_of",
    "load",
    "plain",
    "read_save",
    "replay",
    "rulebook",
    "summary",
    "words_of",
]
