"""What the log of Sub Terra tells: every event, with its clause and its sentence in both languages."""

from fathom5.door.testing import then
from fathom5.games.sub_terra.corners_test import two_ways
from fathom5.games.sub_terra.rules_test import escape, exit_found, rubble, turn_of

SETUPS = (
    {"cavers": [1, 3, 4, 8]},
    {"cavers": [2, 6, 7, 5], "easier": True},
    {"players": 3, "difficulty": "expert"},
)  # in which random games are played
EVENTS = {
    "log.passed": (
        "ST-12",
        "The Medic rolls 5 after the effort: success",
        "Le Médecin obtient 5 après l'effort : réussi",
    ),
    "log.failed": (
        "ST-12",
        "The Engineer rolls 2 against the tremor: failure",
        "L'Ingénieur obtient 2 contre la secousse : échec",
    ),
    "log.check": (
        "ST-12",
        "The Medic rolls 5 after the effort: success",
        "Le Médecin obtient 5 après l'effort : réussi",
    ),
    "log.caver": ("ST-5", "Ada plays the Diver", "Ada joue le Plongeur"),
    "log.first_caver": ("ST-9", "The Engineer goes first", "L'Ingénieur commence"),
    "log.tile": ("ST-6", "A new tile: plain rock, four ways", "Nouvelle tuile : roche nue, quatre issues"),
    "log.set_aside": (
        "ST-6",
        "The Geologist sets a tile aside: shaky roof, corner (1 · 5)",
        "Le Géologue met une tuile de côté : plafond fragile, coude (1 · 5)",
    ),
    "log.round": ("", "Round 1", "Tour 1"),
    "log.turn": ("", "The Engineer acts", "L'Ingénieur agit"),
    "log.roofs": ("ST-36", "The roof falls at (-1, 1)", "Le plafond s'effondre en (-1, 1)"),
    "log.no_roof": ("ST-36", "No roof falls", "Aucun plafond ne s'effondre"),
    "log.flooded": ("ST-34", "The water rises at (0, -1)", "L'eau monte en (0, -1)"),
    "log.dry": ("ST-34", "No other tile is flooded", "Aucune autre tuile n'est inondée"),
    "log.discarded": (
        "ST-63",
        "This tile would close the cave: it is discarded",
        "Cette tuile fermerait la grotte : elle est défaussée",
    ),
    "log.exit": ("ST-32", "The exit is found, at (2, 0)!", "La sortie est trouvée, en (2, 0) !"),
    "log.horror_moves": ("ST-40", "Horror 1 moves to (0, 0)", "L'horreur 1 avance en (0, 0)"),
    "log.horror_appears": ("ST-41", "Horror 1 appears at (-1, 0)", "L'horreur 1 surgit en (-1, 0)"),
    "log.horror_loses": ("ST-40", "Horror 1 loses the trail and is gone", "L'horreur 1 perd la piste et disparaît"),
    "log.hurt": (
        "ST-33",
        "The Engineer loses 1 health (the tremor), 2 left",
        "L'Ingénieur perd 1 de santé (la secousse), reste 2",
    ),
    "log.falls": ("ST-11", "The Medic falls unconscious (the effort)", "Le Médecin perd connaissance (l'effort)"),
    "log.better": ("ST-17", "The Climber is better: health 3", "Le Grimpeur va mieux : santé 3"),
    "log.wakes": ("ST-17", "The Scout wakes up: health 1", "L'Éclaireur revient à soi : santé 1"),
    "log.removed": ("ST-39", "The Geologist is lost in the dark", "Le Géologue disparaît dans le noir"),
    "log.out": ("ST-32", "The Diver reaches the exit", "Le Plongeur atteint la sortie"),
    "log.end.out": ("ST-53", "All cavers are out: the game is over", "Tout le monde est dehors : la partie est finie"),
    "log.end.survivors": (
        "ST-53",
        "All who survive are out: the game is over",
        "Tous les survivants sont dehors : la partie est finie",
    ),
    "log.end.fallen": (
        "ST-53",
        "Nobody is conscious any more: the game is over",
        "Plus personne n'est conscient : la partie est finie",
    ),
    "log.end.time": (
        "ST-53",
        "Time is out, and nobody is left who could go on: the game is over",
        "Le temps est écoulé et plus personne ne peut continuer : la partie est finie",
    ),
    "log.hazard": ("ST-33", "Hazard: tremor", "Danger : secousse"),
    "log.cave_in": ("ST-36", "The roof trembles: 6", "Le plafond tremble : 6"),
    "log.end": ("ST-11", "The Engineer ends the turn", "L'Ingénieur termine son tour"),
    "log.exert": ("ST-11", "The Medic makes an extra effort", "Le Médecin fait un effort"),
    "log.reveal": ("ST-13", "The Engineer looks south", "L'Ingénieur regarde au sud"),
    "log.explore": ("ST-15", "The Medic explores west", "Le Médecin explore à l'ouest"),
    "log.move": ("ST-14", "The Engineer moves south", "L'Ingénieur va au sud"),
    "log.run": ("ST-16", "The Diver runs south", "Le Plongeur court au sud"),
    "log.sprint": ("ST-49", "The Medic sprints south", "Le Médecin sprinte au sud"),
    "log.step": ("ST-16", "The Medic runs on north", "Le Médecin court encore au nord"),
    "log.stop": ("ST-16", "The Diver stops", "Le Plongeur s'arrête"),
    "log.swim": ("ST-18", "The Engineer swims south", "L'Ingénieur nage au sud"),
    "log.squeeze": ("ST-19", "The Climber squeezes east", "Le Grimpeur se faufile à l'est"),
    "log.heal": ("ST-17", "The Engineer heals the Climber", "L'Ingénieur soigne le Grimpeur"),
    "log.treat": ("ST-49", "The Medic treats the Engineer", "Le Médecin panse l'Ingénieur"),
    "log.clear": ("ST-20", "The Leader clears rubble north", "Le Leader dégage les éboulis au nord"),
    "log.excavate": ("ST-46", "The Geologist excavates north", "Le Géologue excave au nord"),
    "log.rope": ("ST-21", "The Scout tries to fix a rope", "L'Éclaireur tente de fixer une corde"),
    "log.secure": ("ST-48", "The Climber fixes a rope", "Le Grimpeur fixe une corde"),
    "log.hide": ("ST-22", "The Engineer hides", "L'Ingénieur se cache"),
    "log.dive": ("ST-44", "The Diver dives", "Le Plongeur plonge"),
    "log.surface": ("ST-44", "The Diver surfaces at (0, -1)", "Le Plongeur refait surface en (0, -1)"),
    "log.demolish": ("ST-47", "The Engineer blows up the wall east", "L'Ingénieur fait sauter la paroi à l'est"),
    "log.repel": ("ST-50", "The Bodyguard repels the horror west", "Le Garde du corps repousse l'horreur à l'ouest"),
    "log.direct": ("ST-51", "The Leader directs the Diver", "Le Leader dirige le Plongeur"),
    "log.decline": ("ST-76", "The Geologist declines", "Le Géologue décline"),
    "log.place": (
        "ST-13",
        "The Engineer lays the new tile, open north, east, south, west",
        "L'Ingénieur pose la nouvelle tuile, ouverte au nord, à l'est, au sud, à l'ouest",
    ),
    "log.guide": (
        "ST-45",
        "The Scout finds another way: the tile is discarded",
        "L'Éclaireur cherche un autre passage : tuile défaussée",
    ),
    "log.horror_first": ("ST-75", "The Climber sends horror 1 first", "Le Grimpeur fait avancer d'abord l'horreur 1"),
    "log.horror_path": ("ST-40", "The horror comes north", "L'horreur avance au nord"),
    "log.appear": ("ST-41", "A horror appears at (-1, 0)", "Une horreur apparaît en (-1, 0)"),
}


def rare():
    """Matches that tell what random games seldom do."""
    yield escape(exit_found(), 5, 1, 4, 6)
    yield then(turn_of(rubble(3, 4, 5, 1), 3), "excavate N")
    yield then(two_ways(), "horror_first 0")
