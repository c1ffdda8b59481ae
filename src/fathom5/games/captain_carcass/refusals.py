"""Why a touch on the board of Captain Carcass does nothing now."""

from collections.abc import Sequence

import numpy as np

from fathom5.games.captain_carcass.rules.cards import RANKS, Diver, Suit, is_empty
from fathom5.games.captain_carcass.rules.state import Phase, is_diver, rival
from fathom5.kernel.game import NOBODY
from fathom5.kernel.story import No
from fathom5.scene import Words

REASONS = {  # the clause, and the sentence in each language
    "first_map": ("CC-22", "First the Map: choose one of its cards", "D'abord la Carte : choisissez une de ses cartes"),
    "first_net": (
        "CC-26",
        "First the Net: choose a card of your own hold",
        "D'abord le Filet : choisissez une carte de votre cale",
    ),
    "first_knife": (
        "CC-24",
        "First the Knife: choose what it cuts",
        "D'abord le Couteau : choisissez ce qu'il tranche",
    ),
    "first_harpoon": (
        "CC-27",
        "First the Harpoon: choose what you steal",
        "D'abord le Harpon : choisissez ce que vous volez",
    ),
    "first_plunder": (
        "CC-33",
        "First the locksmith's bonus: choose whose hold",
        "D'abord le bonus du serrurier : choisissez la cale",
    ),
    "first_sabotage": (
        "CC-71",
        "First the saboteur: choose an opponent",
        "D'abord la saboteuse : choisissez un adversaire",
    ),
    "dive": (
        "CC-9",
        "The cards of the dive stay there until you surface",
        "Les cartes de l'exploration y restent jusqu'à la remontée",
    ),
    "grave": (
        "CC-22",
        "Only a Map, or Key and Chest together, bring up cards of the graveyard",
        "Seules la Carte, ou la Clef avec le Coffre, remontent des cartes du cimetière",
    ),
    "top": (
        "CC-25",
        "That card lies on top of the draw pile: go on to place it",
        "Cette carte est sur la pioche : continuez pour la poser",
    ),
    "holds": (
        "CC-8",
        "Holds are only reached by a Net, a Knife or a Harpoon",
        "Seuls un Filet, un Couteau ou un Harpon atteignent les cales",
    ),
    "own_only": ("CC-26", "A Net takes a card of your own hold", "Le Filet prend une carte de votre propre cale"),
    "others_only": (
        "CC-24",
        "The Knife cuts a card of an opponent's hold",
        "Le Couteau tranche une carte d'une cale adverse",
    ),
    "turned_knife": (
        "CC-38",
        "The knife hand turns your Knife on yourself: choose a card of your own",
        "La fine lame retourne votre Couteau contre vous : choisissez une de vos cartes",
    ),
    "steal_from": ("CC-27", "The Harpoon steals from an opponent", "Le Harpon vole un adversaire"),
    "owned": (
        "CC-27",
        "You have this suit in your own hold, so it cannot be stolen",
        "Vous avez déjà cette famille en cale : elle ne peut être volée",
    ),
    "decoy": (
        "CC-41",
        "The rival harpooner lets nothing be stolen but the Squid",
        "Face au harponneur adverse, on ne vole que son Calamar",
    ),
    "plunder_others": (
        "CC-67",
        "The bonus comes from an opponent who holds something",
        "Le bonus vient d'un adversaire dont la cale n'est pas vide",
    ),
    "sabotage_others": ("CC-47", "The saboteur chooses an opponent", "La saboteuse choisit un adversaire"),
    "risk": (
        "CC-7",
        "This shows how likely the next card is an incident",
        "C'est la chance que la prochaine carte soit un incident",
    ),
}
FIRST = {
    Phase.MAP: "first_map",
    Phase.NET: "first_net",
    Phase.KNIFE: "first_knife",
    Phase.HARPOON: "first_harpoon",
    Phase.PLUNDER: "first_plunder",
    Phase.SABOTAGE: "first_sabotage",
}


def refusal(view: np.record, begun: Sequence[str], touched: str, words: Words) -> No | None:
    """The reason and what it speaks of."""
    reason = _reason(view, touched)
    return (reason, {}) if reason else None


def _reason(view: np.record, touched: str) -> str:
    what, *numbers = touched.split("-")
    if what == "card" and len(numbers) == 1:
        return _card(view, int(numbers[0]))
    if what == "hold" and len(numbers) == 1:
        return _hold(view, int(numbers[0]))
    if what in ("watch", "odds", "tube"):
        return "risk"
    if what == "grave":
        return FIRST.get(Phase(view.phase), "grave")
    return FIRST.get(Phase(view.phase), "")


def _card(view: np.record, card: int) -> str:
    """In the dive, on the draw pile, or on top of a suit of somebody's hold."""
    if card in view.exploration[: view.explored].tolist():
        return FIRST.get(Phase(view.phase), "dive")
    if card in view.top.tolist():
        return FIRST.get(Phase(view.phase), "top")
    suit, rank = divmod(card, RANKS)
    owners = [seat for seat in range(view.seats) if view.hold[seat, suit] >> rank & 1]
    return _held(view, owners[0], suit) if owners else ""


def _held(view: np.record, owner: int, suit: int) -> str:
    is_own = owner == view.explorer
    if view.phase == Phase.NET:
        return "own_only"
    if view.phase == Phase.KNIFE:
        return "turned_knife" if rival(view, Diver.KNIFE_HAND_3) != NOBODY else "others_only"
    if view.phase == Phase.HARPOON:
        return "steal_from" if is_own else _stolen(view, owner, suit)
    return FIRST.get(Phase(view.phase), "holds")


def _stolen(view: np.record, owner: int, suit: int) -> str:
    """CC-27, CC-41: why a card of an opponent cannot be stolen."""
    decoy = rival(view, Diver.HARPOONER_2)
    if decoy != NOBODY and (owner != decoy or suit != Suit.SQUID):
        return "decoy"
    return "first_harpoon" if is_diver(view, view.explorer, Diver.HARPOONER_1) else "owned"


def _hold(view: np.record, owner: int) -> str:
    if view.phase == Phase.PLUNDER:
        return "plunder_others" if owner == view.explorer or is_empty(view.hold[owner]) else "first_plunder"
    if view.phase == Phase.SABOTAGE:
        return "sabotage_others"
    return FIRST.get(Phase(view.phase), "holds")
