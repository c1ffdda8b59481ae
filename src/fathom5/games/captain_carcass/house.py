"""Numbers of the rulebook of Captain Carcass that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

_DEMANDS = range(7)  # of six squids in one exploration at most (CC-55)
_LOOKS = range(1, 4)  # the record keeps three cards that somebody has seen
HOUSE = {
    "squid": Constant(2, _DEMANDS, "CC-21", ("Cards that a Squid demands", "Cartes qu'exige un Calamar")),
    "tamed_squid": Constant(
        4,
        _DEMANDS,
        "CC-46",
        ("Cards that a Squid demands of the tamer's opponents", "Cartes qu'exige un Calamar des rivaux du dompteur"),
    ),
    "map": Constant(3, _LOOKS, "CC-22", ("Cards that a Map shows", "Cartes que montre une Carte")),
    "drone": Constant(1, _LOOKS, "CC-25", ("Cards that a Drone shows", "Cartes que montre un Drone")),
    "pilot_drone": Constant(
        3, _LOOKS, "CC-39", ("Cards that the pilot's Drone shows", "Cartes que montre le Drone du pilote")
    ),
    "anchor": Constant(
        3,
        range(1, 11),
        "CC-44",
        ("Cards that the old salt keeps from the Anchor on", "Cartes que le loup de mer garde dès l'Ancre"),
    ),
    "mermaid": Constant(
        5,
        range(21),
        "CC-31",
        ("What a Mermaid is worth more to her friend", "Ce qu'une Sirène vaut de plus pour son ami"),
        ("CC-70",),
    ),
    "missing": Constant(5, range(21), "CC-54", ("What a missing suit costs", "Ce que coûte une couleur absente")),
    "enough": Constant(50, range(10, 101), "CC-53", ("Points for a sudden death", "Points pour la mort subite")),
    "flood": Constant(
        60, range(10, 101), "CC-56", ("Points that are too many beneath the waves", "Points de trop sous les vagues")
    ),
}
# Where each stands in the record.
SQUID, TAMED_SQUID, MAP, DRONE, PILOT_DRONE, ANCHOR, MERMAID, MISSING, ENOUGH, FLOOD = range(len(HOUSE))
