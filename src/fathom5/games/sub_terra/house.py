"""Numbers of the rulebook of Sub Terra that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

_HEALTH = range(1, 6)  # the board shows five at most
_LOSSES = range(6)  # the Bodyguard has five health, and nobody more
_OF_CARDS = ("ST-3", "ST-7", "ST-72")  # what is in the box, and how large a deck it makes
HAZARDS = {  # in the order of the cards
    "tremor": ("tremor", "de séisme"),
    "flood": ("flood", "d'inondation"),
    "gas": ("gas", "de gaz"),
    "cave_in": ("cave-in", "d'éboulement"),
    "horror": ("horror", "d'horreur"),
}
COSTLY = {  # what takes two points by the rulebook; nobody has more than three
    "run": ("ST-16", "to run", "courir"),
    "heal": ("ST-17", "to heal", "soigner"),
    "swim": ("ST-18", "to swim", "nager"),
    "squeeze": ("ST-19", "to squeeze in", "se glisser"),
    "clear": ("ST-20", "to clear rubble", "déblayer"),
    "rope": ("ST-21", "to place a rope", "poser une corde"),
    "hide": ("ST-22", "to hide", "se cacher"),
    "dive": ("ST-44", "to dive", "plonger"),
    "demolish": ("ST-47", "to demolish", "dynamiter"),
}


def _plain(en: str, fr: str) -> Constant:
    """ST-8: of a normal game; fewer cards only make the deck end earlier, as in ST-72."""
    said = (
        f"Plain {en} cards (one fewer in advanced games, two in expert ones)",
        f"Cartes {fr} simples (une de moins en difficile, deux en expert)",
    )
    return Constant(5, range(11), "ST-8", said, _OF_CARDS)


def _double(en: str, fr: str) -> Constant:
    said = f"Double {en} cards (none in normal games)", f"Cartes {fr} doubles (aucune en normal)"
    return Constant(1, range(4), "ST-8", said, _OF_CARDS)


def _cost(clause: str, en: str, fr: str) -> Constant:
    said = f"Points that it takes {en}", f"Points qu'il faut pour {fr}"
    return Constant(2, range(1, 4), clause, said, ("ST-11",))  # where it says what points are for


HOUSE = {
    "gas_loss": Constant(2, _LOSSES, "ST-35", ("Health that gas costs", "Santé que coûte le gaz"), ("ST-27", "ST-38")),
    "cave_in_loss": Constant(
        3, _LOSSES, "ST-36", ("Health that a cave-in costs", "Santé que coûte un éboulement"), ("ST-47",)
    ),
    "exit_among": Constant(  # of the 65 tiles of the stack
        6,
        range(1, 66),
        "ST-6",
        ("Last tiles among which the exit is", "Dernières tuiles où se trouve la sortie"),
    ),
    "diver_health": Constant(3, _HEALTH, "ST-44", ("Health of the Diver", "Santé du Plongeur")),
    "scout_health": Constant(3, _HEALTH, "ST-45", ("Health of the Scout", "Santé de l'Éclaireur")),
    "geologist_health": Constant(3, _HEALTH, "ST-46", ("Health of the Geologist", "Santé du Géologue")),
    "engineer_health": Constant(3, _HEALTH, "ST-47", ("Health of the Engineer", "Santé de l'Ingénieur")),
    "climber_health": Constant(3, _HEALTH, "ST-48", ("Health of the Climber", "Santé du Grimpeur")),
    "medic_health": Constant(3, _HEALTH, "ST-49", ("Health of the Medic", "Santé du Médecin")),
    "bodyguard_health": Constant(5, _HEALTH, "ST-50", ("Health of the Bodyguard", "Santé du Garde du corps")),
    "leader_health": Constant(3, _HEALTH, "ST-51", ("Health of the Leader", "Santé du Leader")),
    **{f"{name}_cards": _plain(*said) for name, said in HAZARDS.items()},
    **{f"double_{name}_cards": _double(*said) for name, said in HAZARDS.items()},
    **{f"{name}_cost": _cost(*said) for name, said in COSTLY.items()},
}
# Where each stands in the record; health follows by rank, from 1.
GAS_LOSS, CAVE_IN_LOSS, EXIT_AMONG, OF_FIRST_RANK, *_ = range(len(HOUSE))
HEALTH_OF = OF_FIRST_RANK - 1  # the Diver, from whom on all are counted, is of rank 1
PLAIN_CARDS = list(HOUSE).index("tremor_cards")  # by hazard, and so are the double ones
DOUBLE_CARDS = PLAIN_CARDS + len(HAZARDS)
FIRST_COST = DOUBLE_CARDS + len(HAZARDS)
RUN_COST, HEAL_COST, SWIM_COST, SQUEEZE_COST, CLEAR_COST, *_ = range(FIRST_COST, len(HOUSE))
ROPE_COST, HIDE_COST, DIVE_COST, DEMOLISH_COST = range(CLEAR_COST + 1, len(HOUSE))
