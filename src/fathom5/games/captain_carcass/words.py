"""Captain Carcass in words: actions as moves, moves as sentences, and all that the board and the table say."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from fathom5.games.captain_carcass.house import ENOUGH, HOUSE
from fathom5.games.captain_carcass.rules.cards import (
    CARDS,
    NAMES,
    RANKS,
    SUITS,
    Diver,
    Suit,
    Variant,
    highest,
    is_empty,
    suit_of,
    value_of,
)
from fathom5.games.captain_carcass.rules.state import (
    MOST_PLAYERS,
    Action,
    Phase,
    anchored,
    dealt,
    goes_home,
    rival,
    worth,
)
from fathom5.kernel.game import NOBODY
from fathom5.kernel.moves import spread
from fathom5.kernel.options import named as house_names
from fathom5.kernel.options import rulebook_numbers
from fathom5.kernel.record import Move
from fathom5.kernel.story import Course, Ending, Fared, Kind, Told
from fathom5.scene import Cited, Words

SUIT_NAMES = tuple(suit.name.lower() for suit in Suit)
CARD_NAMES = tuple(f"{SUIT_NAMES[suit_of(card)]}-{value_of(card)}" for card in range(CARDS))
CARD_OF = {name: card for card, name in enumerate(CARD_NAMES)}
SEATS = range(MOST_PLAYERS)
MOVES = spread(  # but for the divers, dealt to a seat that follows from the record
    {
        Action.GO_ON: ("go_on",),
        Action.SURFACE: ("surface",),
        Action.SABOTAGE: ("sabotage", SEATS),
        Action.PLUNDER: ("plunder", SEATS),
        Action.NET: ("net", SUIT_NAMES),
        Action.KNIFE: ("knife", SEATS, SUIT_NAMES),
        Action.HARPOON: ("harpoon", SEATS, SUIT_NAMES),
        Action.MAP: ("map", CARD_NAMES),
        Action.FIRST: ("first_player", SEATS),
        Action.TURN_OVER: ("turn_over", CARD_NAMES),
        Action.BONUS: ("bonus", CARD_NAMES),
        Action.MAP_SHOWS: ("map_shows", CARD_NAMES),
        Action.MAP_UNSEEN: ("map_shows", [None]),
        Action.DRONE_SHOWS: ("drone_shows", CARD_NAMES),
        Action.DRONE_UNSEEN: ("drone_shows", [None]),
    }
)
CLAUSES = {  # where the rulebook speaks of each move
    "sabotage": "CC-47",
    "go_on": "CC-6",
    "surface": "CC-9",
    "map": "CC-22",
    "net": "CC-26",
    "knife": "CC-24",
    "harpoon": "CC-27",
    "plunder": "CC-33",
    "first_player": "CC-5",
    "diver": "CC-48",
    "turn_over": "CC-6",
    "map_shows": "CC-22",
    "drone_shows": "CC-25",
    "bonus": "CC-23",
}


def move(before: np.record, action: int) -> Move:
    """An action as a readable tuple, given what stood before it."""
    if Action.DIVER <= action < Action.TURN_OVER:
        return ("diver", dealt(before), NAMES[action - Action.DIVER])
    return MOVES[action]


# Sentences.


def card_word(card: str, words: dict[str, str]) -> str:
    """A card as people call it: the suit in their language, and the value."""
    suit, value = card.split("-")
    return f"{words[f'suit.{suit}']} {value}"


def tell(before: np.record, after: np.record, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What a viewer hears of an action, from what it saw before and sees after."""
    done = move(before, int(after.last))
    kind: Kind = "setup" if done[0] in ("first_player", "diver") else "deed"
    yield Told(kind, sentence(before, done, names, words), _places(before, done))
    yield from _effects(before, after, done, names, words)
    if begun(after) == begun(before):
        return
    if after.seat == NOBODY:
        yield Told("end", _why(after, names, words), clause="CC-11" if is_empty(after.pile) else "CC-53")
    else:
        yield Told("turn", words["log.turn"].format(who=names[after.explorer]), (f"hold-{after.explorer}",))


def begun(state: np.record) -> tuple[int, bool]:
    """How many turns have begun, and whether the last is over."""
    return int(state.turns.sum()), state.seat == NOBODY


def sentence(before: np.record, move: Move, names: Sequence[str], words: Words) -> str:
    """What was done; `before` is what the reader saw before it."""
    said = {"who": names[before.seat if move[0] == "sabotage" else before.explorer]}
    if len(move) > 1 and isinstance(move[1], int):
        said["whom"] = names[move[1]]
    if move[0] == "diver":
        said["diver"] = words[f"option.divers.{move[2]}"]
    elif len(move) > 1 and (card := named(before, move)):
        said["card"] = card_word(card, words)
    return words[_log_key(before, move)].format(**said)


def _places(before: np.record, move: Move) -> tuple[str, ...]:
    """What a sentence speaks of, on the board."""
    if len(move) > 1 and (card := named(before, move)):
        return (f"card-{CARD_OF[card]}",)
    return (f"hold-{move[1]}",) if len(move) > 1 and isinstance(move[1], int) else (f"hold-{before.explorer}",)


def _effects(before: np.record, after: np.record, done: Move, names: Sequence[str], words: Words) -> Iterator[Told]:
    """What came of it: an incident, cards brought home, a bonus, a hungry Squid, a lost Harpoon."""
    who, hold = names[before.explorer], f"hold-{before.explorer}"
    if has_incident(before, after):
        yield from _incident(before, done, names, words)
    elif done[0] == "surface" or (before.explored and not after.explored and done[0] not in ("bonus", "plunder")):
        cards = int(before.explored) + (done[0] != "surface")
        gain = worth(after, before.explorer) - worth(before, before.explorer)
        key = "log.home" if done[0] == "surface" else "log.home_at_once"
        yield Told("event", words.count(key, cards, who=who, points=f"{gain:+d}"), (hold,), "CC-9")
    if after.bonus > 0 and before.bonus == 0:
        yield Told("event", words["log.bonus_due"].format(n=after.bonus, who=who), (hold,), "CC-23")
    if after.demanded > before.demanded:
        yield Told("event", words["log.demanded"].format(n=after.demanded), (), "CC-21")
    if is_harpoon_lost(before, after, done):
        yield Told("event", words["log.harpoon_lost"].format(who=who), ("grave",), "CC-41")


def has_incident(before: np.record, after: np.record) -> bool:
    return int(after.incidents.sum()) > int(before.incidents.sum())


def is_harpoon_lost(before: np.record, after: np.record, done: Move) -> bool:
    """CC-41: it was placed, and the exploration is no longer for it."""
    is_placed = len(done) > 1 and done[0] in ("turn_over", "map", "net", "harpoon")
    if not is_placed or begun(after) != begun(before) or after.explored > before.explored:
        return False
    return named(before, done).startswith("harpoon-") and before.explored > 0


def _incident(before: np.record, done: Move, names: Sequence[str], words: Words) -> Iterator[Told]:
    """CC-7, CC-20: what is lost, and what that would have been worth; what is saved."""
    who, hold = names[before.explorer], f"hold-{before.explorer}"
    cards, saved = int(before.explored) + 1, saved_of(before)
    said = words.count("log.incident", cards - saved, who=who, points=missed(before))
    yield Told("event", said, (hold, f"card-{CARD_OF[named(before, done)]}"), "CC-7")
    if saved:
        yield Told("event", words.count("log.saved", saved, who=who), (hold,), "CC-20")
    if (taker := taker_of(before)) != NOBODY:
        yield Told("event", words["log.taken"].format(whom=names[taker]), (f"hold-{taker}",), "CC-47")


def saved_of(before: np.record) -> int:
    """CC-20, CC-42: cards of the exploration that an incident does not take."""
    kept = anchored(before)
    return sum(i < kept or bool(before.safe[i]) for i in range(before.explored))


def missed(before: np.record) -> int:
    """The points that surfacing would have brought."""
    home = before.copy()
    for card in before.exploration[: before.explored]:
        home.hold[before.explorer, card // RANKS] |= 1 << card % RANKS
    return int(worth(home, before.explorer) - worth(before, before.explorer))


def taker_of(before: np.record) -> int:
    """CC-47, CC-51: into whose hold the lost cards go; NOBODY for the graveyard."""
    if before.variant == Variant.THIEVES_ISLAND:
        return int((before.explorer + 1) % before.seats)
    return int(rival(before, Diver.SABOTEUR)) if before.victim == before.explorer else NOBODY


def _why(after: np.record, names: Sequence[str], words: Words) -> str:
    """CC-11, CC-53: why the game is over."""
    if is_empty(after.pile):
        return words["log.end"]
    rich = [names[seat] for seat in range(after.seats) if worth(after, seat) >= after.house[ENOUGH]]
    return words["log.end_sudden"].format(who=", ".join(rich))


def ending(course: Course, names: Sequence[str], words: Words) -> Ending:
    """What each hold scores, and what was lost in incidents."""
    last = course[-1]
    lost, would = [0] * last.seats, [0] * last.seats
    for before, after in pairwise(course):
        if has_incident(before, after):
            lost[before.explorer] += before.explored + 1 - saved_of(before)
            would[before.explorer] += missed(before)
    fared = []
    for seat in range(last.seats):
        parts = [_hold_part(last, seat, words)]
        if last.incidents[seat]:
            cards = words.count("end.cards", lost[seat])
            said = words.count("end.incidents", int(last.incidents[seat]), cards=cards, points=would[seat])
            parts.append(Cited(said, "CC-7"))
        fared.append(Fared(seat, tuple(parts)))
    return Ending(_why(last, names, words), tuple(fared))


def _hold_part(last: np.record, seat: int, words: Words) -> Cited:
    """Such as 3 suits: Anchor 5, Key 7, Mermaid 9."""
    suits = [suit for suit in range(SUITS) if last.hold[seat, suit]]
    tops = [card_word(CARD_NAMES[highest(last.hold[seat], suit)], words) for suit in suits]
    said = words.count("end.suits", len(suits), suits=", ".join(tops)) if suits else words["end.nothing"]
    return Cited(said, "CC-12")


def _log_key(before: np.record, move: Move) -> str:
    """Which sentence a move is told in."""
    if move[-1] is None:
        return f"log.{move[0]}_unseen"
    if move[0] == "knife" and move[1] == before.explorer:
        return "log.knife_own"
    if move[0] == "turn_over" and goes_home(before, CARD_OF[move[1]]):
        return "log.straight_home"
    if move[0] == "bonus" and before.plundered >= 0:
        return "log.bonus_plundered"
    return f"log.{move[0]}"


def named(before: np.record, move: Move) -> str:
    """The card that a move is about, if it is about one."""
    if move[-1] in SUIT_NAMES:
        seat = before.explorer if move[0] == "net" else move[1]
        return CARD_NAMES[highest(before.hold[seat], SUIT_NAMES.index(move[-1]))]
    return move[-1] if move[-1] in CARD_OF else ""


def button(before: np.record, move: Move, words: Words) -> str:
    """A move as something to press."""
    said = {}
    if len(move) > 1 and isinstance(move[1], int):
        said["whom"] = words.player(move[1])
    if len(move) > 1 and (card := named(before, move)):
        said["card"] = card_word(card, words)
    own = "_own" if move[0] == "knife" and move[1] == before.explorer else ""
    return words[f"do.{move[0]}{own}"].format(**said)


def ask(view: np.record, words: dict[str, str]) -> str:
    """What the seat to move has to decide."""
    if view.seat < 0:
        return ""
    if view.phase == Phase.KNIFE and rival(view, Diver.KNIFE_HAND_3) != NOBODY:
        return words["ask.knife_own"]
    return words[f"ask.{Phase(view.phase).name.lower()}"]


SAID = {
    "title": ("Captain Carcass", "Cap'taine Carcasse"),
    "blurb": (
        "Turn over card after card, and surface before a suit comes twice.",
        "Retournez les cartes une à une, et remontez avant qu'une famille ne revienne.",
    ),
    "length": ("15–20 min", "15–20 min"),
    "depth": ("4", "4"),  # from the surface to the abyss
    "seat": ("Explorer", "Explorateur"),
    "option.players": ("Explorers", "Explorateurs"),
    "option.divers": ("Divers, each with a power", "Scaphandriers, chacun son pouvoir"),
    "option.divers.off": ("none", "aucun"),
    "option.divers.dealt": ("dealt at random", "distribués au hasard"),
    "option.variant": ("Variant", "Variante"),
    "option.variant.none": ("none", "aucune"),
    "suit.anchor": ("Anchor", "Ancre"),
    "suit.squid": ("Squid", "Calamar"),
    "suit.map": ("Map", "Carte"),
    "suit.key": ("Key", "Clef"),
    "suit.chest": ("Chest", "Coffre"),
    "suit.knife": ("Knife", "Couteau"),
    "suit.drone": ("Drone", "Drone"),
    "suit.net": ("Net", "Filet"),
    "suit.harpoon": ("Harpoon", "Harpon"),
    "suit.mermaid": ("Mermaid", "Sirène"),
    "log.first_player": ("{whom} begins", "{whom} commence"),
    "log.diver": ("{whom} – {diver}", "{whom} – {diver}"),
    "log.sabotage": ("{who} sabotages {whom}", "{who} sabote {whom}"),
    "log.go_on": ("{who} goes on", "{who} continue"),
    "log.surface": ("{who} surfaces", "{who} remonte à la surface"),
    "log.map": ("{who} follows the Map to {card}", "{who} suit la Carte jusqu'à : {card}"),
    "log.net": ("{who} nets {card}", "{who} ramène au Filet : {card}"),
    "log.knife": ("{who} cuts {card} from the hold of {whom}", "{who} tranche {card} chez {whom}"),
    "log.knife_own": ("{who} has to give up {card}", "{who} doit sacrifier : {card}"),
    "log.harpoon": ("{who} steals {card} from {whom}", "{who} vole {card} à {whom}"),
    "log.plunder": ("{who} breaks into the hold of {whom}", "{who} force la cale adverse : {whom}"),
    "log.turn_over": ("{who} turns over: {card}", "{who} retourne : {card}"),
    "log.straight_home": ("{who} turns over: {card}, straight to the hold", "{who} retourne : {card}, droit en cale"),
    "log.map_shows": ("The Map shows {who}: {card}", "La Carte montre à {who} : {card}"),
    "log.map_shows_unseen": ("The Map shows {who} a card", "La Carte montre une carte à {who}"),
    "log.drone_shows": ("The Drone shows {who}: {card}", "Le Drone montre à {who} : {card}"),
    "log.drone_shows_unseen": ("The Drone shows {who} a card", "Le Drone montre une carte à {who}"),
    "log.bonus": ("{who} unlocks: {card}", "{who} déverrouille : {card}"),
    "log.bonus_plundered": ("{who} plunders: {card}", "{who} pille : {card}"),
    "log.turn": ("{who}’s turn", "À {who} de jouer"),
    "log.incident.one": (
        "Incident! {who} loses a card; points missed: {points}",
        "Incident ! {who} perd une carte ; points manqués : {points}",
    ),
    "log.incident.many": (
        "Incident! {who} loses {n} cards; points missed: {points}",
        "Incident ! {who} perd {n} cartes ; points manqués : {points}",
    ),
    "log.saved.one": ("{who} saves a card", "{who} sauve une carte"),
    "log.saved.many": ("{who} saves {n} cards", "{who} sauve {n} cartes"),
    "log.taken": ("What is lost goes to the hold of {whom}", "Ce qui est perdu finit en cale : {whom} en profite"),
    "log.home.one": ("{who} brings a card home; points: {points}", "{who} rapporte une carte ; points : {points}"),
    "log.home.many": ("{who} brings {n} cards home; points: {points}", "{who} rapporte {n} cartes ; points : {points}"),
    "log.home_at_once.one": (
        "The draw pile is empty: {who} surfaces with a card; points: {points}",
        "Plus de pioche : {who} remonte avec une carte ; points : {points}",
    ),
    "log.home_at_once.many": (
        "The draw pile is empty: {who} surfaces with {n} cards; points: {points}",
        "Plus de pioche : {who} remonte avec {n} cartes ; points : {points}",
    ),
    "log.bonus_due": (
        "Key and Chest: {n} cards more for {who}",
        "Clef et Coffre : {n} cartes de plus pour {who}",
    ),
    "log.demanded": ("The Squid demands {n} cards more", "Le Calamar exige encore {n} cartes"),
    "log.harpoon_lost": ("The Harpoon of {who} hits nothing and is lost", "{who} perd son Harpon, qui ne touche rien"),
    "log.end": ("The draw pile is empty: the game is over", "Plus de pioche : la partie est finie"),
    "log.end_sudden": (
        "{who} has <enough> points or more: the game is over",
        "{who} atteint <enough> points : la partie est finie",
    ),
    "end.suits.one": ("{n} suit: {suits}", "{n} famille : {suits}"),
    "end.suits.many": ("{n} suits: {suits}", "{n} familles : {suits}"),
    "end.nothing": ("an empty hold", "cale vide"),
    "end.incidents.one": (
        "{n} incident: {cards} lost, points missed: {points}",
        "{n} incident : {cards}, points manqués : {points}",
    ),
    "end.incidents.many": (
        "{n} incidents: {cards} lost, points missed: {points}",
        "{n} incidents : {cards}, points manqués : {points}",
    ),
    "end.cards.one": ("{n} card", "{n} carte perdue"),
    "end.cards.many": ("{n} cards", "{n} cartes perdues"),
    "reason.risk": (
        "The next card is an incident in {percent} % of cases; cards at stake: {cards}",
        "La prochaine carte est un incident dans {percent} % des cas ; cartes en jeu : {cards}",
    ),
    "do.go_on": ("Go on", "Continuer"),
    "do.surface": ("Surface", "Remonter"),
    "do.sabotage": ("Sabotage {whom}", "Saboter {whom}"),
    "do.map": ("Place {card}", "Poser {card}"),
    "do.net": ("Net {card}", "Filet : {card}"),
    "do.knife": ("Cut {card} from the hold of {whom}", "Trancher {card} chez {whom}"),
    "do.knife_own": ("Give up {card}", "Sacrifier {card}"),
    "do.harpoon": ("Steal {card} from {whom}", "Voler {card} à {whom}"),
    "do.plunder": ("Plunder {whom}", "Piller {whom}"),
    "ask.sabotage": ("Whose losses shall be yours?", "De qui voulez-vous récolter les pertes ?"),
    "ask.decide": ("Go on, or surface?", "Continuer, ou remonter ?"),
    "ask.map": ("Which card do you place?", "Quelle carte posez-vous ?"),
    "ask.net": ("What does your Net bring up?", "Que ramène votre Filet ?"),
    "ask.knife": ("Whose highest card do you cut?", "Quelle carte adverse tranchez-vous ?"),
    "ask.knife_own": ("Which of your own cards do you give up?", "Laquelle de vos cartes sacrifiez-vous ?"),
    "ask.harpoon": ("What do you steal?", "Que volez-vous ?"),
    "ask.plunder": ("Whose hold do you plunder?", "Quelle cale pillez-vous ?"),
    "odds.incident": ("Incident with the next card", "Incident à la prochaine carte"),
    "board.pile": ("Draw pile: {count}", "Pioche : {count}"),
    "board.grave": ("Graveyard: {count}", "Cimetière marin : {count}"),
    "board.boat": ("The boat of {who}", "Bateau : {who}"),
    "board.explored": ("{card}, in the exploration", "{card}, dans l'exploration"),
    "board.safe": ("{card}, in the exploration and safe", "{card}, dans l'exploration et à l'abri"),
    "board.danger": ("{suit}: one more would be an incident", "{suit} : une de plus et c'est l'incident"),
    "board.no_danger": ("{suit}: no danger", "{suit} : aucun danger"),
    "board.risk": ("Incident with the next card: {percent} %", "Incident à la prochaine carte : {percent} %"),
    "board.hold": ("Hold of {who}, points: {points}", "Cale : {who}, points : {points}"),
    "board.held": ("{card}, held by {who}", "{card}, chez {who}"),
    "board.top": ("{card}, on top of the draw pile", "{card}, sur la pioche"),
    "board.shown": ("{card}, from the graveyard", "{card}, du cimetière"),
    "board.unseen": ("A card that only the explorer sees", "Une carte que seul l'explorateur voit"),
    "board.seen": (
        "Cards of the draw pile that {who} knows: {count}",
        "Cartes de la pioche que connaît {who} : {count}",
    ),
    "board.demanded": ("Squids demand {count} more", "Les calamars en veulent encore {count}"),
    "board.victim": ("Sabotaged", "Victime du sabotage"),
    "board.empty": ("nothing yet", "rien encore"),
}
DIVERS = {  # a name and a power, in each language
    "siren_friend_1": (
        "Siren's friend",
        "scoring Mermaid +<mermaid>",
        "Ami des sirènes",
        "la Sirène comptée vaut +<mermaid>",
    ),
    "siren_friend_2": ("Siren's friend", "Mermaids come home", "Ami des sirènes", "Sirènes droit en cale"),
    "locksmith_1": ("Locksmith", "bonus from a rival's hold", "Serrurier", "bonus pris dans une cale adverse"),
    "locksmith_2": ("Locksmith", "bonus doubled", "Serrurier", "bonus doublé"),
    "navigator": ("Navigator", "Maps show the whole graveyard", "Navigateur", "la Carte montre tout le cimetière"),
    "knife_hand_1": ("Knife hand", "cuts a whole suit", "Fine lame", "tranche toute une famille"),
    "knife_hand_2": ("Knife hand", "keeps what it cuts", "Fine lame", "garde la carte tranchée"),
    "knife_hand_3": ("Knife hand", "rivals cut themselves", "Fine lame", "les Couteaux adverses se retournent"),
    "drone_pilot": ("Drone pilot", "Drone shows <pilot_drone>", "Pilote de drone", "le Drone en montre <pilot_drone>"),
    "harpooner_1": ("Harpooner", "steals owned suits too", "Harponneur", "vole aussi ce qu'il possède"),
    "harpooner_2": ("Harpooner", "rivals must take the Squid", "Harponneur", "on ne lui vole que son Calamar"),
    "net_maker_1": ("Net maker", "Net and catch are safe", "Tisseur", "Filet et prise à l'abri"),
    "net_maker_2": ("Net maker", "Net places two cards", "Tisseur", "le Filet pose deux cartes"),
    "old_salt": ("Old salt", "keeps <anchor> from the Anchor on", "Loup de mer", "en garde <anchor> dès l'Ancre"),
    "tamer_1": ("Tamer", "Squids come home", "Dompteur", "Calamars droit en cale"),
    "tamer_2": (
        "Tamer",
        "rivals' Squids demand <tamed_squid>",
        "Dompteur",
        "les Calamars adverses en exigent <tamed_squid>",
    ),
    "saboteur": ("Saboteur", "takes a rival's losses", "Saboteuse", "prend les pertes d'un adversaire"),
}
VARIANTS = {
    "thieves_island": ("Thieves' island", "losses go to the left", "L'île des voleurs", "les pertes vont à gauche"),
    "pile_of_treasure": ("Pile of treasure", "every card scores", "Tas de trésors", "chaque carte compte"),
    "sudden_death": ("Sudden death", "<enough> points win at once", "Mort subite", "<enough> points et c'est gagné"),
    "all_hands_on_deck": (
        "All hands on deck",
        "−<missing> for a missing suit",
        "Tous sur le pont",
        "−<missing> par famille absente",
    ),
    "strange_lands": ("Strange lands", "no number twice", "Contrées étranges", "jamais deux fois un nombre"),
    "beneath_the_waves": (
        "Beneath the waves",
        "best below <flood> wins",
        "Sous les vagues",
        "le meilleur sous <flood> gagne",
    ),
}
for option, cards in (("divers", DIVERS), ("variant", VARIANTS)):
    for name, (english, power, french, pouvoir) in cards.items():
        SAID[f"option.{option}.{name}"] = (f"{english}: {power}", f"{french} : {pouvoir}")
# What the lab counts.
MEASURED = {
    "turns": ("turns", "tours"),
    "incidents": ("incidents", "incidents"),
    "turned_over": ("cards turned over", "cartes retournées"),
    "deepest": ("cards of the longest exploration", "cartes de la plus longue exploration"),
    "mapped": ("cards placed by a Map", "cartes posées par une Carte"),
    "netted": ("cards netted", "cartes prises au filet"),
    "harpooned": ("cards harpooned", "cartes harponnées"),
    "knifed": ("cards knifed", "cartes prises au couteau"),
    "bonus": ("bonus cards of Key and Chest", "cartes gagnées par Clé et Coffre"),
    "highest": ("points of the best hold", "points de la meilleure cale"),
    "lowest": ("points of the worst hold", "points de la moins bonne cale"),
}
SAID |= {f"measure.{column}": said for column, said in MEASURED.items()}
SAID |= house_names(HOUSE)

WORDS = Words.by_language(SAID, rulebook_numbers(HOUSE))
