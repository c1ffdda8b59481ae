"""What the log of The Island tells: every event, with its clause and its sentence in both languages."""

from fathom5.door.testing import then
from fathom5.games.the_island.rules_test import WEST, island, turn

SETUPS = (
    {"players": 3, "memory": False},
    {"challenges": ["to_the_last"]},
    {"challenges": ["atlantis_submerged"]},
)  # in which random games are played
EVENTS = {
    "log.first_player": ("TI-51", "Ada begins", "Ada commence"),
    "log.terrain": ("TI-6", "D4 is forest", "D4 : forêt"),
    "log.place": ("TI-7", "Ada (disc) sends an explorer to F10", "Ada (disque) envoie un explorateur en F10"),
    "log.place_known": ("TI-7", "Ada sends a 6 to F10", "Ada envoie un 6 en F10"),
    "log.place_boat": ("TI-8", "Ada (disc) moors a boat at K8", "Ada (disque) amarre un bateau en K8"),
    "log.pass": ("TI-10", "Ben (square) plays no red tile", "Ben (carré) ne joue pas de tuile rouge"),
    "log.dolphin": (
        "TI-28",
        "Ben (diamond) calls a dolphin, which carries explorer 5 to L6",
        "Ben (losange) appelle un dauphin, qui porte l'explorateur 5 en L6",
    ),
    "log.wind": (
        "TI-28",
        "Ada (disc) has a fair wind: the boat at K10 sails to L9",
        "Ada (disque) a bon vent : le bateau en K10 file en L9",
    ),
    "log.move_serpent": (
        "TI-28",
        "Ada (triangle) calls the serpent at H6 to B7",
        "Ada (triangle) appelle le serpent de H6 en B7",
    ),
    "log.move_shark": (
        "TI-28",
        "Ben (diamond) calls the shark at D5 to D8",
        "Ben (losange) appelle le requin de D5 en D8",
    ),
    "log.move_whale": (
        "TI-28",
        "Ada (triangle) calls the whale at J1 to M1",
        "Ada (triangle) appelle la baleine de J1 en M1",
    ),
    "log.end_moves": ("TI-11", "Ada (triangle) moves no further", "Ada (triangle) arrête ses déplacements"),
    "log.walk": ("TI-15", "Ben (square): explorer 7 walks to G4", "Ben (carré) : l'explorateur 7 marche jusqu'en G4"),
    "log.board": (
        "TI-15",
        "Ada (disc): explorer 5 boards a boat at G10",
        "Ada (disque) : l'explorateur 5 embarque en G10",
    ),
    "log.dive": (
        "TI-18",
        "Ada (triangle): explorer 5 jumps into the water at G2",
        "Ada (triangle) : l'explorateur 5 saute à l'eau en G2",
    ),
    "log.swim": (
        "TI-18",
        "Ada (triangle): explorer 2 swims to I5",
        "Ada (triangle) : l'explorateur 2 nage jusqu'en I5",
    ),
    "log.land": (
        "TI-23",
        "Ada (triangle): explorer 3 is safe in the north-west",
        "Ada (triangle) : l'explorateur 3 est sauvé au nord-ouest",
    ),
    "log.boat": ("TI-20", "Ada (disc) sails the boat at I2 to H2", "Ada (disque) mène le bateau de I2 en H2"),
    "log.remove": ("TI-24", "Ada (disc) lets E4 sink", "Ada (disque) fait sombrer E4"),
    "log.aboard": ("TI-26", "Ada takes explorer 1 (Ben) aboard", "Ada fait monter à bord l'explorateur 1 (Ben)"),
    "log.stay": ("TI-13", "Ada (disc) lets all creatures stay", "Ada (disque) laisse les créatures en place"),
    "log.creature": (
        "TI-13",
        "Ada (disc) sends the serpent from K1 to K2",
        "Ada (disque) envoie le serpent de K1 en K2",
    ),
    "log.decline": ("TI-29", "Cleo lets it come", "Cleo laisse faire"),
    "log.stop_shark": (
        "TI-29",
        "Ada (disc) drives the shark away for good",
        "Ada (disque) chasse le requin pour de bon",
    ),
    "log.stop_whale": (
        "TI-29",
        "Ben (square) drives the whale away for good",
        "Ben (carré) chasse la baleine pour de bon",
    ),
    "log.turn": ("", "Ada (disc) to play", "À Ada (disque) de jouer"),
    "log.explorer": (
        "TI-25",
        "In the water now: explorer 1 (Ada, triangle)",
        "À l'eau : l'explorateur 1 (Ada, triangle)",
    ),
    "log.sunk.serpent": ("TI-21", "A serpent sinks the boat at H12", "Un serpent coule le bateau en H12"),
    "log.sunk.whale": ("TI-21", "A whale sinks the boat at D4", "Une baleine coule le bateau en D4"),
    "log.sunk.whirlpool": ("TI-26", "The whirlpool at I4 swallows a boat", "Le tourbillon en I4 engloutit un bateau"),
    "log.overboard": (
        "TI-25",
        "In the water now: explorer 1 (Ada, triangle)",
        "À l'eau : l'explorateur 1 (Ada, triangle)",
    ),
    "log.rescued": (
        "TI-26",
        "Safe in the new boat: explorer 3 (Ada)",
        "À bord du nouveau bateau : l'explorateur 3 (Ada)",
    ),
    "log.lost.serpent": (
        "TI-31",
        "A serpent at H6 takes explorer 4 (Ada, disc)",
        "Un serpent en H6 emporte l'explorateur 4 (Ada, disque)",
    ),
    "log.lost.shark": (
        "TI-32",
        "A shark at J7 takes explorer 8 (Ben, square)",
        "Un requin en J7 emporte l'explorateur 8 (Ben, carré)",
    ),
    "log.lost.whirlpool": (
        "TI-26",
        "The whirlpool at G4 takes explorer 6 (Ada, disc), explorer 3 (Ben, square)",
        "Le tourbillon en G4 emporte l'explorateur 6 (Ada, disque), l'explorateur 3 (Ben, carré)",
    ),
    "log.creatures_gone.one": (
        "TI-26",
        "The whirlpool takes a creature too",
        "Le tourbillon emporte aussi une créature",
    ),
    "log.creatures_gone.many": (
        "TI-26",
        "The whirlpool takes 2 creatures too",
        "Le tourbillon emporte aussi 2 créatures",
    ),
    "log.sinking.forest": (
        "TI-24",
        "The beaches are gone: the forests sink now",
        "Plus de plage : les forêts sombrent",
    ),
    "log.sinking.mountain": (
        "TI-24",
        "The forests are gone: the mountains sink now",
        "Plus de forêt : les montagnes sombrent",
    ),
    "log.sinking.sea": ("TI-24", "The last tile has sunk", "La dernière tuile a sombré"),
    "log.end.volcano": ("TI-34", "The volcano ends the game", "Le volcan met fin à la partie"),
    "log.end.deserted": (
        "TI-34",
        "Nobody is left to be saved: the game is over",
        "Il n'y a plus personne à sauver : la partie est finie",
    ),
    "log.end.submerged": ("TI-34", "The island is gone: the game is over", "L'île a disparu : la partie est finie"),
    "log.end.late": (
        "TI-34",
        "The last turns are played: the game is over",
        "Les derniers tours sont joués : la partie est finie",
    ),
    "log.die": ("TI-13", "Ada (disc) rolls: serpent", "Ada (disque) lance le dé : serpent"),
    "log.no_creature": ("TI-13", "There is none: nothing moves", "Il n'y en a pas : rien ne bouge"),
    "log.under.red": (
        "TI-26",
        "Ben (square) finds a red tile and keeps it",
        "Ben (carré) trouve une tuile rouge et la garde",
    ),
    "log.under.shark": ("TI-26", "A shark comes up from below", "Un requin surgit des profondeurs"),
    "log.under.whale": ("TI-26", "A whale comes up from below", "Une baleine surgit des profondeurs"),
    "log.under.boat": ("TI-26", "A boat drifts free", "Un bateau se détache"),
    "log.under.whirlpool": ("TI-26", "A whirlpool swallows all around", "Un tourbillon engloutit tout alentour"),
    "log.under.volcano": ("TI-26", "The volcano awakes", "Le volcan se réveille"),
    "log.under.dolphin": (
        "TI-26",
        "Ada (disc) finds a dolphin and keeps it",
        "Ada (disque) trouve un dauphin et le garde",
    ),
    "log.under.wind": (
        "TI-26",
        "Ada (disc) finds a fair wind and keeps it",
        "Ada (disque) trouve un bon vent et le garde",
    ),
    "log.under.move_serpent": (
        "TI-26",
        "Ada (triangle) may call a serpent later",
        "Ada (triangle) pourra appeler un serpent",
    ),
    "log.under.move_shark": ("TI-26", "Ada (disc) may call a shark later", "Ada (disque) pourra appeler un requin"),
    "log.under.move_whale": (
        "TI-26",
        "Ada (triangle) may call a whale later",
        "Ada (triangle) pourra appeler une baleine",
    ),
    "log.under.stop_shark": ("TI-26", "Ada (disc) can stop a shark later", "Ada (disque) pourra repousser un requin"),
    "log.under.stop_whale": (
        "TI-26",
        "Ada (disc) can stop a whale later",
        "Ada (disque) pourra repousser une baleine",
    ),
}


def rare():
    """A match that tells what random games seldom do."""
    match = island(spots=(WEST, [(-3, 5), (-4, 6)]))
    turn(match, "walk 0 0 -5 5", "walk 0 2 -5 5", remove=(3, 3), under="shark")
    then(match, "walk 1 0 -5 5", "walk 1 1 -5 5", "end_moves", "remove -5 5", "under boat")
    yield then(match, "aboard 1 0", "aboard 0 2", "aboard 1 1")
