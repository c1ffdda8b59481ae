"""Numbers of the rulebook of The Island that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

_STRIDES = range(1, 4)  # actions name cells up to three steps around a creature
HOUSE = {
    "moves": Constant(  # the board has room for three
        3, range(1, 4), "TI-11", ("Moves in a turn", "Déplacements par tour")
    ),
    "serpents": Constant(  # as many as there are lairs
        5, range(6), "TI-2", ("Serpents on the chart", "Serpents sur la carte")
    ),
    "serpent_stride": Constant(1, _STRIDES, "TI-13", ("Cells that a serpent moves", "Cases que parcourt un serpent")),
    "shark_stride": Constant(2, _STRIDES, "TI-13", ("Cells that a shark moves", "Cases que parcourt un requin")),
    "whale_stride": Constant(3, _STRIDES, "TI-13", ("Cells that a whale moves", "Cases que parcourt une baleine")),
}
# Where each stands in the record; the strides follow one another, in the order of the kinds.
MOVES, SERPENTS, STRIDE, *_ = range(len(HOUSE))
