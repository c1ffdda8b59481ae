"""The first dive of Sub Terra: three rounds in the cave, a run into the water, eyes in the dark; then to the exit."""

import json
from importlib.resources import files

from fathom5.kernel.lesson import Answers, Decision, Lesson, ask, let, tell

DECISIONS = {
    "turn": Decision(
        (
            *("end", "exert", "reveal", "explore", "move", "run", "heal", "swim", "squeeze", "clear", "rope", "hide"),
            *("dive", "excavate", "demolish", "secure", "treat", "sprint", "repel", "direct", "decline"),
        ),
        (
            "Each turn has two points. Revealing or moving costs one; running, healing and hiding cost two.",
            "Chaque tour a deux points. Révéler ou bouger en coûte un ; courir, soigner, se cacher en coûtent deux.",
        ),
        "ST-11",
    ),
    "place": Decision(
        ("place", "guide"),
        (
            "Lay the tile any way round that connects: openings decide where you can go.",
            "Posez la tuile dans le sens voulu, pourvu qu'elle se raccorde : les ouvertures font le chemin.",
        ),
        "ST-13",
    ),
    "step": Decision(
        ("step", "stop"),
        (
            "A run goes up to three tiles: run on, or stop?",
            "Une course va jusqu'à trois tuiles : courir encore, ou s'arrêter ?",
        ),
        "ST-16",
    ),
    "surface": Decision(
        ("surface",),
        (
            "The Diver can come up on any flood tile.",
            "Le Plongeur peut ressortir sur n'importe quelle tuile inondable.",
        ),
        "ST-44",
    ),
    "horror": Decision(
        ("horror_first", "horror_path", "appear"),
        (
            "Where a horror could come from two places, you choose which.",
            "Quand une horreur peut venir de deux endroits, c'est vous qui choisissez.",
        ),
        "ST-41",
    ),
}
ANSWERS = Answers(
    wins=(
        "You win together: all out is gold, one left behind silver, two bronze.",
        "On gagne ensemble : tous dehors, c'est l'or ; un oublié, l'argent ; deux, le bronze.",
    ),
    ends=(
        "It is over when all who live stand on the exit, or nobody is awake.",
        "C'est fini quand tous les vivants sont sur la sortie, ou quand personne n'est conscient.",
    ),
    risked=(
        "In the dark, every round more risked losing the Climber for good.",
        "Dans le noir, chaque manche de plus risquait de perdre le Grimpeur pour de bon.",
    ),
)
REST = [
    tuple(move) for move in json.loads(files(__package__).joinpath("rest.json").read_text("utf8"))
]  # see docs/rests.py
SHAKEN, FOUND, DARK = (
    206,
    408,
    454,
)  # how much of it has happened when the ground shook, the exit was found, time was out
FIRST_ROUND = (
    let(("first_caver", 5)),
    tell(
        (
            "Your four cavers have fallen into a cave. You lead them all.",
            "Vos quatre spéléologues sont tombés dans une grotte. Vous les menez tous.",
        ),
        "caver-0",
        "caver-1",
        "caver-2",
        "caver-3",
    ),
    tell(
        (
            "Somewhere in this stack, among the last six tiles, is the only exit.",
            "Dans cette pile, parmi les six dernières tuiles, se trouve la seule sortie.",
        ),
        "stack",
    ),
    tell(ANSWERS.wins, "card-0"),
    tell(DECISIONS["turn"].said, "effort"),
    ask(("reveal", "N"), ("The Climber begins: look north.", "Le Grimpeur commence : regardez au nord."), "caver-3"),
    let(("tile", "plain", "T")),
    ask(("place", "drawn", "NES"), DECISIONS["place"].said, "tile-0"),
    ask(("move", "N"), ("Now go there, with the second point.", "Allez-y, avec le second point."), "tile-1"),
    ask(
        ("end",),
        ("Both points are spent. End the turn.", "Les deux points sont dépensés. Finissez le tour."),
        "caver-3",
    ),
    let(
        *(("reveal", "S"), ("tile", "horror", "D"), ("place", "drawn", "N")),
        *(("reveal", "W"), ("tile", "horror", "D"), ("place", "drawn", "E"), ("end",)),
    ),
    tell(
        (
            "The Bodyguard found two lairs, from which horrors may come.",
            "Le Garde du corps a trouvé deux antres, d'où peuvent venir des horreurs.",
        ),
        "tile-2",
        "tile-3",
    ),
    ask(
        ("explore", "E"),
        (
            "The Diver is bold: explore east. That reveals and goes in one.",
            "Le Plongeur ose : explorez à l'est. C'est révéler et entrer d'un coup.",
        ),
        "caver-1",
    ),
    let(
        ("tile", "flood", "X"),
        ("place", "drawn", "NESW"),
        ("explore", "E"),
        ("tile", "flood", "S"),
        ("place", "drawn", "EW"),
        ("end",),
    ),
    tell(
        (
            "Flood tiles! They are dry now, but not for ever.",
            "Des tuiles inondables ! Sèches pour l'instant, mais pas toujours.",
        ),
        "tile-4",
        "tile-5",
    ),
    ask(
        ("run", "E"),
        (
            "Be careless for once: let the Medic run east, after the Diver.",
            "Soyons imprudents : faites courir le Médecin vers l'est, après le Plongeur.",
        ),
        "caver-2",
    ),
    ask(("step", "E"), DECISIONS["step"].said, "tile-5"),
    let(("stop",), ("end",)),
    tell(
        (
            "All have acted. Now a hazard strikes: turn over this deck.",
            "Tout le monde a joué. Un danger frappe : on retourne cette pioche.",
        ),
        "deck",
    ),
    let(("hazard", "flood")),
)
SECOND_ROUND = (
    tell(
        (
            "A flood! The Medic was in the wrong place, and lost one health.",
            "Une inondation ! Le Médecin était au mauvais endroit, et perd un de santé.",
        ),
        "caver-2",
    ),
    tell(
        (
            "Watch where you stand when a round ends. At no health a caver lies unconscious.",
            "Voyez où vous êtes en fin de manche. Sans santé, on gît inconscient.",
        ),
        "card-2",
    ),
    let(("end",)),
    ask(
        ("dive",),
        ("The Diver loves water. A power of its own: dive.", "Le Plongeur aime l'eau. Son pouvoir à lui : plonger."),
        "caver-1",
    ),
    ask(
        ("heal", 6),
        ("And the Medic heals itself, for two points.", "Et le Médecin se soigne, pour deux points."),
        "caver-2",
    ),
    let(("end",), ("explore", "N"), ("tile", "plain", "X"), ("place", "drawn", "NESW"), ("end",), ("hazard", "horror")),
    ask(("appear", 0, 1), DECISIONS["horror"].said, "tile-2"),
)
THIRD_ROUND = (
    tell(
        (
            "It hunts the nearest awake caver, one tile each round: the Bodyguard is next to it!",
            "Elle traque le plus proche, une tuile par manche : le Garde du corps est à côté !",
        ),
        "tile-2",
    ),
    ask(("surface", 1, 0), DECISIONS["surface"].said, "tile-4"),
    let(("end",), ("end",)),
    ask(
        ("repel", "S"),
        (
            "Now the Bodyguard's power, for one point: repel the horror.",
            "Et le pouvoir du Garde du corps, pour un point : repousser l'horreur.",
        ),
        "tile-2",
    ),
    tell(
        (
            "Left alone, the horror would have come: who shares its tile loses all health.",
            "Laissée là, l'horreur serait venue : qui partage sa tuile perd toute sa santé.",
        ),
        "tile-2",
    ),
    tell(
        (
            "When this deck is empty, time is out: then every round may lose somebody.",
            "Quand cette pioche est vide, le temps est écoulé : chaque manche peut alors coûter quelqu'un.",
        ),
        "deck",
    ),
)
TO_THE_EXIT = (
    tell(
        (
            "From here I lead your cavers, quickly. Watch the stack: the exit comes last.",
            "À partir d'ici, je mène vos spéléologues, très vite. Voyez la pile : la sortie vient en dernier.",
        ),
        "stack",
    ),
    let(*REST[:SHAKEN]),
    tell(
        (
            "Three tremors in a row! The Medic is down to one: time to heal.",
            "Trois secousses de suite ! Le Médecin n'a plus qu'un point de santé : il faut soigner.",
        ),
        "card-2",
    ),
    let(*REST[SHAKEN:FOUND]),
    tell(
        (
            "The exit! The Medic is safe there. Now the others must come, too.",
            "La sortie ! Le Médecin y est à l'abri. Aux autres de le rejoindre.",
        ),
        "caver-2",
    ),
    let(*REST[FOUND:DARK]),
    tell(
        (
            "Time is out, and the Climber is still inside. This check went well…",
            "Le temps est écoulé, et le Grimpeur est encore dedans. Ce jet a réussi…",
        ),
        "caver-3",
    ),
    let(*REST[DARK:-2]),
    ask(REST[-2], ("The exit is near: run west!", "La sortie est proche : courez à l'ouest !"), "caver-3"),
    ask(REST[-1], ("One tile more!", "Encore une tuile !"), "caver-3"),
    tell(ANSWERS.ends, "caver-3"),
    tell(ANSWERS.risked, "card-3"),
    tell(("All out: gold! Now you know the cave.", "Tous dehors : l'or ! Vous connaissez la grotte."), "caver-0"),
)
LESSON = Lesson(
    options={"players": 1, "cavers": (7, 1, 6, 5), "easier": True},
    decisions=DECISIONS,
    script=(*FIRST_ROUND, *SECOND_ROUND, *THIRD_ROUND, *TO_THE_EXIT),
    answers=ANSWERS,
    others=(
        "That can be done too, but not in this lesson. Do what glows.",
        "Cela se peut aussi, mais pas dans cette leçon. Faites ce qui brille.",
    ),
    next_seats=("me",),
    next_options=(("easier", True),),
)
