"""The Python door: what the package offers, and words for telling a game's story in a test."""

from fathom5.door.match import (
    IllegalMove,
    Line,
    Match,
    Ready,
    Summary,
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
    "IllegalMove",
    "Line",
    "Match",
    "Ready",
    "Summary",
    "lines_of",
    "load",
    "plain",
    "read_save",
    "replay",
    "rulebook",
    "summary",
    "words_of",
]
