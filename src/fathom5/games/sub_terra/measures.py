"""What can be counted in Sub Terra, and what can be foretold."""

from fathom5.kernel.game import rule

COLUMNS = ("turns",)


@rule
def measure(state, row):
    row[0] += 1
