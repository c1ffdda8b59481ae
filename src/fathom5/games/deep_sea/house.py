"""Numbers of the rulebook of Deep Sea Adventure that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

HOUSE = {
    "air_per_pile": Constant(  # at least 1: without it a round would have no end
        1, range(1, 11), "DS-7", ("Air used for each pile carried", "Air consommé par pile portée")
    ),
    "lowest_face": Constant(1, range(1, 4), "DS-1", ("Lowest face of the dice", "Plus petite face des dés")),
    "highest_face": Constant(  # with twice as many piles nobody moves, and a diver has room for six
        3, range(1, 4), "DS-1", ("Highest face of the dice", "Plus grande face des dés"), ("DS-15",)
    ),
    "pile_size": Constant(3, range(1, 4), "DS-18", ("Lost chips in a pile", "Jetons perdus par pile")),
    "value_1": Constant(0, range(51), "DS-2", ("Lowest value of level 1", "Plus petite valeur du niveau 1")),
    "value_2": Constant(4, range(51), "DS-2", ("Lowest value of level 2", "Plus petite valeur du niveau 2")),
    "value_3": Constant(8, range(51), "DS-2", ("Lowest value of level 3", "Plus petite valeur du niveau 3")),
    "value_4": Constant(12, range(51), "DS-2", ("Lowest value of level 4", "Plus petite valeur du niveau 4")),
}
# Where each stands in the record; the values of the levels follow one another.
AIR_PER_PILE, LOWEST_FACE, HIGHEST_FACE, PILE_SIZE, VALUE_OF_LEVEL, *_ = range(len(HOUSE))
