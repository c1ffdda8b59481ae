"""Numbers of the rulebook of Sub Terra that a designer may change, each as far as the record has room."""

from fathom5.kernel.options import Constant

_HEALTH = range(1, 6)  # the board shows five at most
_LOSSES = range(6)  # the Bodyguard has five health, and nobody more
HOUSE = {
    "gas_loss": Constant(2, _LOSSES, "ST-35", ("Health that gas costs", "Santé que coûte le gaz")),
    "cave_in_loss": Constant(3, _LOSSES, "ST-36", ("Health that a cave-in costs", "Santé que coûte un éboulement")),
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
}
# Where each stands in the record; health follows by rank, from 1.
GAS_LOSS, CAVE_IN_LOSS, EXIT_AMONG, OF_FIRST_RANK, *_ = range(len(HOUSE))
HEALTH_OF = OF_FIRST_RANK - 1  # the Diver, from whom on all are counted, is of rank 1
