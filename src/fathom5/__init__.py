"""Full Fathom Five, the Python door: five games of the deep to play, to search and to measure."""

from fathom5.door import IllegalMove, Match, load, replay
from fathom5.games import names
from fathom5.kernel.game import CHANCE, NOBODY
from fathom5.kernel.options import Disagreement
from fathom5.kernel.record import BrokenSave

__all__ = ["CHANCE", "NOBODY", "BrokenSave", "Disagreement", "IllegalMove", "Match", "load", "names", "replay"]
__version__ = "0.1.0"
