"""What a learner is shown of Captain Carcass."""

from fathom5.games.captain_carcass.rules.cards import CARDS, DIVERS, RANKS, Variant
from fathom5.games.captain_carcass.rules.state import LONGEST_EXPLORATION, LOOKS, Action, Phase
from fathom5.kernel.fields import Field, Kind, Observation, Rows

SEAT, ONE_HOT, BITS, PLACES, BY_SEAT = Kind.SEAT, Kind.ONE_HOT, Kind.BITS, Kind.PLACES, Rows.BY_SEAT
LAST_CARD, TOP_RANK = CARDS - 1, RANKS - 1

FIELDS = (
    Field("to_move", "seat", "Who decides now.", kind=SEAT),
    Field("explorer", "explorer", "Whose turn it is.", kind=SEAT),
    Field("phase", "phase", "What is going on, as in Phase of the rules.", 0, len(Phase) - 1, ONE_HOT),
    Field("variant", "variant", "Which variant is played.", 0, len(Variant) - 1, ONE_HOT),
    Field("diver", "diver", "Which diver each seat has.", 0, DIVERS - 1, ONE_HOT, BY_SEAT),
    Field("victim", "victim", "Whom the Saboteur has chosen.", kind=SEAT),
    Field("pile", "pile", "Cards of the draw pile, by suit and rank.", 0, TOP_RANK, BITS),
    Field("grave", "grave", "Cards of the graveyard, by suit and rank.", 0, TOP_RANK, BITS),
    Field("hold", "hold", "Cards of each hold, by suit and rank.", 0, TOP_RANK, BITS, BY_SEAT),
    Field("explored", "explored", "How many cards the exploration has.", 0, LONGEST_EXPLORATION),
    Field("exploration", "exploration", "Its cards in the order placed, by number; -1 is none.", -1, LAST_CARD),
    Field("in_exploration", "exploration", "The same as a map of all cards.", 0, LAST_CARD, PLACES),
    Field("safe", "safe", "Which of them a net maker's Net keeps.", 0, 1),
    Field("demanded", "demanded", "How many cards squids still demand.", 0, 60),
    Field("nets", "nets", "How many cards Nets have still to place.", 0, 20),
    Field("patient", "patient", "How many of those wait for the squids.", 0, 20),
    Field("looked", "looked", "How many cards the Drone or Map at work has shown.", 0, LOOKS),
    Field("mapped", "mapped", "What the Map shows the explorer.", 0, LAST_CARD, PLACES),
    Field("top", "top", "The top of the draw pile, as far as the viewer has seen it.", 0, LAST_CARD, ONE_HOT),
    Field("known", "known", "How much of it each seat has seen.", 0, LOOKS, rows=BY_SEAT),
    Field("bonus", "bonus", "How many cards Key and Chest still bring.", 0, 2 * LONGEST_EXPLORATION),
    Field("plundered", "plundered", "From whose hold they come, if not from the graveyard.", kind=SEAT),
    Field("turns", "turns", "Turns that each seat has begun.", 0, CARDS, rows=BY_SEAT),
    Field("incidents", "incidents", "In how many of them there was one.", 0, CARDS, rows=BY_SEAT),
)


def has_secrets(options: dict[str, object]) -> bool:
    """CC-22, CC-25: Drones and Maps show cards to one player alone."""
    return True


OBSERVATION = Observation(FIELDS, int(Action.FIRST), int(Action.DRONE_UNSEEN) + 1, has_secrets)
