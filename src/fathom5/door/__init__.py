"""The Python door: what the package offers, and words for telling a game's story in a test."""

from fathom5.door.books import departures, house_rules_among, house_rules_meant, rulebook, words_of
from fathom5.door.branch import Branch
from fathom5.door.data import again, plain, words_at
from fathom5.door.match import Ears, IllegalMove, Match, Ready, among, load
from fathom5.door.saves import read_save, replay
from fathom5.door.story import Line, Summary, lines_of, summary
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
    "departures",
    "house_rules_among",
    "house_rules_meant",
    "lines_of",
    "load",
    "plain",
    "read_save",
    "replay",
    "rulebook",
    "summary",
    "words_at",
    "words_of",
]
