"""What can be counted in Treasure Divers, and what can be foretold."""

from fathom5.kernel.game import rule

COLUMNS = ("actions",)


@rule
def measure(state, row):
    row[0] += 1
