"""Who has won, once it is known how well each has done."""

from fathom5.kernel.game import rule


@rule
def share_among_best(shares, seats):
    """Turn how well each seat has done into its share of the victory: equal parts for the best, else nothing."""
    best = shares[:seats].max()
    winners = 0
    for seat in range(seats):
        winners += shares[seat] == best
    for seat in range(seats):
        shares[seat] = (shares[seat] == best) / winners
