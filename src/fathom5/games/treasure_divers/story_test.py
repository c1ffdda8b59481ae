"""What the log of Treasure Divers tells: every event, with its clause and its sentence in both languages."""

from fathom5.games.treasure_divers.rules_test import clear, game

SETUPS = ({}, {"players": 4, "memory": False})  # in which random games are played
EVENTS = {
    "log.first_player": ("TD-8", "Ada goes first", "Ada commence"),
    "log.roll": ("TD-8", "Ada rolls 2 and X", "Ada lance 2 et X"),
    "log.bust": ("TD-8", "Ada rolls X: nothing this time", "Ada lance X : rien cette fois"),
    "log.dive": ("TD-9", "Ada dives 2 down at buoy 4", "Ada descend de 2 à la bouée 4"),
    "log.dive_on": ("TD-9", "Ada dives 2 deeper", "Ada descend encore de 2"),
    "log.lit": ("TD-11", "The lamp shows a barrel", "La lampe montre un tonneau"),
    "log.lit_memory": ("TD-11", "Ada shines the lamp on a tile", "Ada éclaire une tuile"),
    "log.take": ("TD-11", "Ada takes the tile", "Ada prend la tuile"),
    "log.keep": ("TD-11", "Ben keeps the exchange tile", "Ben garde la tuile d'échange"),
    "log.on": ("TD-11", "Ada dives on", "Ada plonge encore"),
    "log.stop": ("TD-12", "Ben comes up with nothing", "Ben remonte les mains vides"),
    "log.find": ("TD-13", "Ada finds 3 shells", "Ada trouve 3 coquillages"),
    "log.seaweed": ("TD-13", "Ada finds only seaweed", "Ada ne trouve que des algues"),
    "log.meet": ("TD-13", "Ben meets 2 sea monsters!", "Ben tombe sur 2 monstres marins !"),
    "log.meet_memory": ("TD-13", "Ben meets sea monsters!", "Ben tombe sur des monstres marins !"),
    "log.fight_won": (
        "TD-8",
        "Ben rolls 4 and X and beats 2 sea monsters!",
        "Ben lance 4 et X et bat 2 monstres marins !",
    ),
    "log.fight_lost": ("TD-8", "Ben rolls 2: the monsters win", "Ben lance 2 : les monstres gagnent"),
    "log.exchange": (
        "TD-17",
        "Ada gives Ben the exchange tile and takes 3 barrels",
        "Ada donne la tuile d'échange à Ben et prend 3 tonneaux",
    ),
    "log.wreck": ("TD-14", "Ada takes 5 coins from the wreck", "Ada prend 5 pièces d'or dans l'épave"),
    "log.bonus": ("TD-18", "Ben wins the bonus for gold!", "Ben gagne le bonus or !"),
    "log.turn": ("", "Ada’s turn", "À Ada de jouer"),
    "log.end.bonus": (
        "TD-19",
        "The last bonus is won: the game is over",
        "Le dernier bonus est gagné : la partie est finie",
    ),
    "log.end.light": (
        "TD-19",
        "The last light tile is gone: the game is over",
        "Plus de tuile claire : la partie est finie",
    ),
    "log.end.dark": (
        "TD-19",
        "The last dark tile is gone: the game is over",
        "Plus de tuile foncée : la partie est finie",
    ),
    "log.end.wreck": ("TD-19", "The wreck is empty: the game is over", "L'épave est vide : la partie est finie"),
    "log.end.idle": (
        "TD-21",
        "Nobody finds anything any more: the game is over",
        "Plus personne ne trouve rien : la partie est finie",
    ),
}


def rare():
    """A match that tells what random games seldom do."""
    match = game()
    for row in range(6, 11):
        for column in range(5):
            clear(match, column, row)
    yield match
