"""Wrong rules that the tests must notice: by clause, what stands there and what might have stood there."""

FAULTS = {
    "TD-1": [
        ("SIDES = (2, 1, 1, 1, 1)", "SIDES = (1, 1, 1, 1, 1)"),
        ("offer_odds(choices, one, WAYS_OF_ONE)", "offer_odds(choices, one, WAYS_OF_ONE * 0 + 1)"),
    ],
    "TD-2": [
        ("return (row - 1) // ROWS_OF_ZONE", "return min(row // ROWS_OF_ZONE, 1)"),
        ("state.house[BONUS] * (", "5 * ("),
        ("state.house[BONUS] * (", "4 * ("),
    ],
    "TD-3": [
        ("    if front == FACE_DOWN:\n        _to(state, Phase.FRONT)", "    if False:\n        pass"),
    ],
    "TD-4": [
        ("shell 1, shell 1, shell 2, shell 2, shell 3", "shell 1, shell 1, shell 1, shell 2, shell 3"),
        ("amphora 1, amphora 1, amphora 2,", "amphora 1, amphora 2, amphora 2,"),
        ("monster 1, monster 2, monster 2", "monster 1, monster 1, monster 2"),
    ],
    "TD-5": [
        ("gold 2, gold 3, gold 3, gold 4, seaweed 0", "gold 2, gold 3, gold 4, gold 4, seaweed 0"),
        ("monster 3, monster 3, monster 4", "monster 3, monster 4, monster 4"),
    ],
    "TD-6": [
        ("wreck 5, wreck 5, wreck 5, wreck 6", "wreck 5, wreck 5, wreck 6, wreck 6"),
    ],
    "TD-7": [
        ("state.house[FIRST_GOAL + kind]", "6"),
        ("state.house[FIRST_GOAL + kind]", "state.house[FIRST_GOAL]"),
        ("state.house[FIRST_GOAL + kind]", "(6, 6, 6, 7, 7, 3, 5)[kind]"),
        ("np.where(KIND == SEAWEED, 1,", "np.where(KIND == SEAWEED, 0,"),
        ("OBJECTS[find] * state.held", "state.held"),
        (">= state.goal[kind]", "> state.goal[kind]"),
    ],
    "TD-8": [
        ("for seat in range(state.seats):\n            offer(", "for seat in range(2):\n            offer("),
        ("(state.diver + 1) % state.seats", "(state.diver - 1) % state.seats"),
        ("state.dice += face != X", "state.dice += 1"),
        ("    if state.dice == 0:", "    if state.dice == 1 and state.row > 0 or state.dice == 0:"),
        ("    state.dice = DICE\n", "    state.dice = max(1, state.dice)\n"),
    ],
    "TD-9": [
        ("if state.row == SURFACE:\n        for column", "if True:\n        for column"),
        (
            "for column in range(COLUMNS):\n            _offer_numbers",
            "for column in range(1):\n            _offer_numbers",
        ),
        ("state.row = min(state.row + number, WRECK_ROW)", "state.row = min(state.row + max(state.rolled), WRECK_ROW)"),
    ],
    "TD-10": [
        ("state.row = min(state.row + number, WRECK_ROW)", "state.row = min(state.row + number, ROWS)"),
    ],
    "TD-11": [
        ("state.unlit[zone_of(state.row), symbol] -= 1", "pass"),
        ("state.symbol[state.column, state.row] = symbol\n    _face", "pass\n    _face"),
        ("offer(choices, Action.LIT + symbol, unlit[symbol])", "offer(choices, Action.LIT + symbol)"),
        ("state.face_down[front] > 0:\n            offer", "FRONTS_LEFT[front] > 0:\n            offer"),
    ],
    "TD-12": [
        ("        offer(choices, Action.STOP)", "        pass"),
        (
            "    elif action == Action.STOP:\n        _end_idle_turn(state)",
            "    elif action == Action.STOP:\n        _to(state, Phase.ROLL)",
        ),
    ],
    "TD-13": [
        ("state.held[state.diver, find_here(state)] += 1", "pass"),
        ("state.symbol[state.column, state.row] = GONE", "pass"),
        ("    state.face_down[front] -= 1", "    pass"),
        ("        _turn_over(state, front)\n\n\n@rule", "        _to(state, Phase.FRONT)\n\n\n@rule"),
    ],
    "TD-14": [
        ("state.wreck[find] -= 1", "pass"),
        ("if state.wreck[find] > 0:", "if WRECK_LEFT[find] > 0:"),
    ],
    "TD-15": [
        (">= AMOUNT[find_here(state)]", "> AMOUNT[find_here(state)]"),
        ("max(state.rolled[0], state.rolled[1]) >=", "state.rolled[0] + state.rolled[1] >="),
        ("max(state.rolled[0], state.rolled[1]) >=", "state.rolled[0] >="),
        ("    elif symbol_here(state) == MONSTER:\n        _pick_up(state)", "    elif False:\n        pass"),
        (
            "    state.front[state.column, state.row] = front\n    if",
            "    state.front[state.column, state.row] = front\n    state.dice = DICE\n    if",
        ),
    ],
    "TD-16": [
        ("    if KIND[FIND[front]] == MONSTER:", "    if symbol_here(state) == MONSTER:"),
    ],
    "TD-17": [
        (
            "        _offer_exchanges(state, choices)\n    else:\n",
            "        _offer_exchanges(state, choices)\n    if True:\n",
        ),
        ("KIND[find] < MONSTER or", "KIND[find] <= MONSTER or"),
        ("KIND[find] < MONSTER or", "KIND[find] < MONSTER - 1 or"),
        (" or KIND[find] == WRECKED", ""),
        ("state.held[seat, EXCHANGED] += 1", "state.held[state.diver, EXCHANGED] += 1"),
        ("(state.house[EXCHANGE_POINTS] - AMOUNT[EXCHANGED])", "0"),
        ("state.held[seat, find] -= 1", "pass"),
        ("        if seat != state.diver:", "        if seat == (state.diver + 1) % state.seats:"),
    ],
    "TD-18": [
        ("if state.bonus[kind] == NOBODY and objects", "if objects"),
        (
            "    _claim_bonuses(state)\n",
            "    if state.last < Action.EXCHANGE or state.last >= Action.FIRST:\n        _claim_bonuses(state)\n",
        ),
        ("    return count\n", "    return 0\n"),
    ],
    "TD-19": [
        ("        bonuses_left(state) == 0\n        or ", "        "),
        ("        or tiles_left(state, ZONES[0]) == 0\n", ""),
        ("        or tiles_left(state, ZONES[1]) == 0\n", ""),
        ("        or wreck_tiles_left(state) == 0\n", ""),
    ],
    "TD-20": [
        ("points += AMOUNT[find] * state.held", "points += OBJECTS[find] * state.held"),
        ("points += state.house[BONUS] * (state.bonus[kind] == seat)", "pass"),
        ("share_among_best(shares, state.seats)", "shares /= shares[: state.seats].max()\n    shares //= 1"),
        ("    share_among_best", "    shares *= -1\n    share_among_best"),
    ],
    "TD-21": [
        ("PATIENCE = 60", "PATIENCE = 61"),
        ("    state.idle = 0\n", ""),
        ("    state.idle += 1\n", "    state.idle += state.row == SURFACE\n"),
    ],
    "TD-22": [
        ("state.memory = options.memory", "pass"),
        ("lit, bool(view.memory)", "lit, True"),
        ("lit = view.row if view.column == column else SURFACE", "lit = SURFACE"),
        ('"log.lit_memory" if before.memory else "log.lit"', '"log.lit"'),
        ('"log.meet_memory" if before.memory else "log.meet"', '"log.meet"'),
        ("    if is_hidden:\n        return min", "    if is_hidden and front == FACE_DOWN:\n        return min"),
        ("is_hidden = view.memory and not (view.row == row and view.column == column)", "is_hidden = False"),
    ],
    "TD-31": [
        ("    if state.front[state.column, state.row] != FACE_DOWN:", "    if False:"),
        (
            "    state.face_down[front] -= 1",
            "    state.face_down[front] -= 1\n    state.unlit[1, symbol_here(state)] += symbol_here(state) != MONSTER",
        ),
    ],
    "TD-32": [
        (" or KIND[find] == WRECKED", " or KIND[find] > MONSTER"),
    ],
    "TD-33": [
        (
            "    _claim_bonuses(state)\n    state.idle = 0",
            "    if not is_last_gone(state):\n        _claim_bonuses(state)\n    state.idle = 0",
        ),
    ],
    "TD-34": [
        ("if b != X and b != a:", "if b != X:"),
        (
            "if state.held[seat, find] > 0 and can_be_exchanged(find):",
            "for _ in range(state.held[seat, find] if can_be_exchanged(find) else 0):",
        ),
        ("if state.wreck[find] > 0:", "for _ in range(state.wreck[find]):"),
    ],
}
