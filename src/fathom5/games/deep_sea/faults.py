"""Wrong rules that the tests must notice: by clause, what stands there and what might have stood there."""

FAULTS = {
    "DS-1": [
        ("FACES = 3", "FACES = 6"),
        ("offer_row(choices, Action.ROLL, ROLLS)", "offer_row(choices, Action.ROLL, ROLLS - 1)"),
        ("= state.house[LOWEST_FACE], state.house[HIGHEST_FACE]\n", "= 1, state.house[HIGHEST_FACE]\n"),
        ("= state.house[LOWEST_FACE], state.house[HIGHEST_FACE]\n", "= state.house[LOWEST_FACE], FACES\n"),
    ],
    "DS-2": [
        ("state.house[VALUE_OF_LEVEL + value // STEPS] + value % STEPS", "value"),
        ("first = STEPS * (state.held[seat, pile, chip, LEVEL] - 1)", "first = 0"),
        ("offer(choices, Action.VALUE + value, unseen)", "offer(choices, Action.VALUE + value, 1 + value)"),
    ],
    "DS-4": [
        ("    state.air = options.air\n", ""),
        ("state.air = state.full_air", "state.air = state.full_air if state.lap == 1 else state.air"),
    ],
    "DS-5": [
        ("1 + (space - 1) // options.chips", "LEVELS - (space - 1) // options.chips"),
    ],
    "DS-6": [
        ("Action.FIRST, state.seats)", "Action.FIRST, 1)"),
        ("diver = clockwise(state.diver, state.seats)", "diver = (state.diver - 1) % state.seats"),
    ],
    "DS-7": [
        ("state.air = max(0, state.air - state.house[AIR_PER_PILE] * piles)", "state.air = max(0, state.air - 1)"),
        (
            "state.air = max(0, state.air - state.house[AIR_PER_PILE] * piles)",
            "state.air = state.air - state.house[AIR_PER_PILE] * piles",
        ),
        ("state.house[AIR_PER_PILE] * piles", "piles"),
        ("piles = state.piles[diver]\n", "piles = state.piles[diver] + state.treasure[diver].sum()\n"),
        (
            "_to(state, Phase.TURN_BACK if piles > 0 and",
            "_to(state, Phase.TURN_BACK if state.air > 0 and piles > 0 and",
        ),
    ],
    "DS-8": [
        ("if piles > 0 and not state.returning[diver]", "if not state.returning[diver]"),
        ("if piles > 0 and not state.returning[diver]", "if piles > 0"),
        ("state.returning[state.diver] = action == Action.RETURN", "state.returning[state.diver] = 1"),
    ],
    "DS-9": [
        ("max(0, pips - state.piles[state.diver])", "max(1, pips - state.piles[state.diver])"),
        ("max(0, pips - state.piles[state.diver])", "pips"),
    ],
    "DS-10": [
        ("if is_free(state, ahead):\n            place = ahead", "if True:\n            place = ahead"),
        ("ahead > SUBMARINE:\n        if is_free(state, ahead):", "ahead > SUBMARINE:\n        if True:"),
    ],
    "DS-11": [
        (
            "    _arrive(state, place)\n\n\n@rule\ndef _rise",
            "    _arrive(state, place if steps == 0 else state.spaces)\n\n\n@rule\ndef _rise",
        ),
    ],
    "DS-12": [
        ("if steps > 0:\n        _come_home", "if steps == 1:\n        _come_home"),
        ("if steps > 0:\n        _come_home", "if steps >= 0 and place == 1:\n        _come_home"),
        ("while state.home[diver]:", "while False:"),
    ],
    "DS-13": [
        ("    _clear(state.path[place])\n    state.piles", "    state.piles"),
        ("    elif piles > state.returning", "    if piles > state.returning"),
        ("    if place == SUBMARINE:\n", "    if place == NOBODY:\n"),
        (
            "_lay(state.held[diver, pile], state.path[state.place[diver]])",
            "_lay(state.held[diver, 0], state.path[state.place[diver]])",
        ),
    ],
    "DS-14": [
        ("piles > state.returning[state.diver]", "piles > 0"),
        ("piles > state.returning[state.diver]", "piles > 1"),
    ],
    "DS-15": [
        ("Action.DROP, piles)", "Action.DROP, min(piles, 5))"),
    ],
    "DS-16": [
        ("    state.home[state.diver] = 1\n", ""),
        ("return state.air == 0 or", "return"),
    ],
    "DS-17": [
        (
            "for seat in range(state.seats):\n        if state.home[seat] and",
            "for seat in range(state.seats - 1, -1, -1):\n        if state.home[seat] and",
        ),
        (
            "return _next_to_reveal(state), 0, 0",
            "return _next_to_reveal(state), state.piles[_next_to_reveal(state)] - 1, 0",
        ),
    ],
    "DS-18": [
        ("filled, done = state.house[PILE_SIZE], 0", "filled, done = 0, 0"),
        ("state.piles[diver] = 0\n", "state.piles[diver] = 0\n        state.home[diver] = 1\n"),
        ("        _all_aboard(state)\n        state.seat", "        state.seat"),
        ("state.place[seat] > deepest:", "state.place[seat] >= 0 and deepest < 0:"),
        ("if filled == state.house[PILE_SIZE]:", "if filled == PILE:"),
        ("if filled == state.house[PILE_SIZE]:", "if filled == state.house[PILE_SIZE] or chip == 0:"),
    ],
    "DS-19": [
        ("if not is_blank(state, space):\n            kept += 1", "if True:\n            kept += 1"),
    ],
    "DS-20": [
        ("    for chip in range(PILE - 1):\n        pile[chip] = pile[chip + 1]\n", ""),
        ("    piles = state.piles[diver]\n", "    piles = (state.held[diver, :, :, LEVEL] > 0).sum()\n"),
        (
            "filled, done = state.house[PILE_SIZE], 0",
            "filled, done = 1 + (state.path[state.spaces, 1, LEVEL] != NO_CHIP), 0",
        ),
    ],
    "DS-21": [
        ("starter = farthest(state, 0)", "starter = state.last_home"),
        ("best = state.last_home", "best = 1"),
    ],
    "DS-22": [
        ("state.lap == state.laps or", "state.lap > state.laps or"),
        ("for level in range(LEVELS - 1, -1, -1):", "for level in range(LEVELS):"),
        ("share_among_best(shares, state.seats)", "shares /= shares[: state.seats].max()\n    shares //= 1"),
    ],
    "DS-23": [
        (" or state.spaces == 0:", ":"),
    ],
    "DS-24": [
        ("or not is_anyone_able(state) or", "or"),
        ("or not is_blank(state, state.place[seat]):", "or False:"),
        ("PATIENCE = 20", "PATIENCE = 21"),
        ("PATIENCE * divers_out(state)", "PATIENCE"),
        ("    state.idle = 0 if piles > 0 else state.idle + 1\n", "    state.idle += 1\n"),
    ],
    "DS-25": [
        ("state.seats = options.players", "state.seats = 2"),
        ("state.laps = options.rounds", "state.laps = 3"),
        ("state.full_air = options.air", "state.full_air = 25"),
        ("(state.chips + STEPS - 1 - value % STEPS) // STEPS", "2"),
    ],
    "DS-26": [
        ("    state.peek = options.peek\n", ""),
        ("    if not state.peek:\n        _end_turn(state)\n        return\n", ""),
        ("newest[chip, SEEN] |= 1 << state.diver", "newest[chip, SEEN] = 1 << state.diver"),
        ("        if newest[chip, VALUE] != UNKNOWN:\n", "        if False:\n"),
        ("count += (state.path[:, :, VALUE] == value).sum() + (state.held[:, :, :, VALUE] == value).sum()", "pass"),
    ],
}
