"""Wrong rules that the tests must notice: by clause, what stands there and what might have stood there."""

FAULTS = {
    "TI-1": [
        ("(6, 9, 10, 9, 10, 11, 10, 11, 10, 9, 10, 9, 6)", "(5, 9, 10, 9, 10, 11, 10, 11, 10, 9, 10, 9, 7)"),
        ("5: 7, 6: 6", "5: 5, 6: 8"),
    ],
    "TI-2": [
        ("LAIRS = ((-9, 1), (10, 2)", "LAIRS = ((-9, 1), (9, 1)"),
        ("((9, 1), (10, 2))", "((9, 1), (8, 2))"),
    ],
    "TI-3": [
        ("if not IS_LAND[AROUND[LAND[slot], 1:NEAR]].all()", "if IS_LAND[AROUND[LAND[slot], 1:NEAR]].all()"),
    ],
    "TI-4": [
        ("(2, 2, 3, 2, 0, 1, 0, 1, 1, 1, 1, 2)", "(2, 2, 3, 3, 0, 1, 0, 1, 1, 1, 1, 2)"),
        ("        state.left[terrain, symbol] += more\n", ""),
        ("        state.left[terrain, REST[terrain]] -= more\n", ""),
        ("Action.UNDER + symbol, state.left[state.sunk, symbol])", "Action.UNDER + symbol)"),
    ],
    "TI-5": [
        ("        state.team[0] -= count\n", ""),
        ("state.team[more] = count", "state.team[more] = VALUES[more]"),
        ("offer(choices, Action.DIE + kind)", "offer(choices, Action.DIE + kind, 1 + kind)"),
    ],
    "TI-6": [
        ("Action.TERRAIN + terrain, tiles_to_lay(state, terrain))", "Action.TERRAIN + terrain)"),
        ("surface(state, Kind.SERPENT, LAIR_CELLS", "surface(state, Kind.SHARK, LAIR_CELLS"),
        ("TILES[terrain] - how_many(state.lying[terrain])", "TILES[terrain]"),
    ],
    "TI-7": [
        ("ALL_SLOTS & ~full", "ALL_SLOTS"),
        ("in_play[state.colour] += 1\n    _pass_on(state)", "in_play[state.colour] += 1"),
        ("state.last = Action.PLACE_UNSEEN + (state.last - Action.PLACE) % SLOTS", "pass"),
        ("state.value[who] = UNKNOWN", "pass"),
        ("explorers_left(state, colour, value)\n            state.value", "1\n            state.value"),
        (" or _are_all_worth_the_same(state)", ""),
        ("        if count == TEAM:\n", "        if count > 0:\n"),
    ],
    "TI-8": [
        ("if state.boat_on[cell] == NO_BOAT and not", "if not"),
        (" and not is_there(state, Kind.SERPENT, cell):", ":"),
        ("state.house[OWN_BOATS] * state.colours", "state.colours"),
        ("state.house[OWN_BOATS] * state.colours", "2 * state.colours"),
    ],
    "TI-9": [
        ("move[3] and not before.memory", "move[3]"),
        ("view.phase < Phase.START or not view.memory", "True"),
        ("view.phase < Phase.START or not view.memory", "view.phase < Phase.START"),
    ],
    "TI-10": [
        ("elif tiles_in_hand(state, state.colour) > 0:", "elif True:"),
        ("        play_red_tile(state, action)\n", "        play_red_tile(state, action)\n        return\n"),
    ],
    "TI-11": [
        ("state.moves = state.house[MOVES]", "state.moves = 4"),
        ("state.moves = state.house[MOVES]", "state.moves = 3"),
        ("        state.moves = 0", "        state.moves -= 1"),
    ],
    "TI-12": [
        ("_to(state, Phase.REMOVE)  # TI-12", "_to(state, Phase.DIE)"),
    ],
    "TI-13": [
        ("stride = state.house[STRIDE + kind]", "stride = (1, 2, 2)[kind]"),
        ("stride = state.house[STRIDE + kind]", "stride = (1, 2, 3)[kind]"),
        ("stride = state.house[STRIDE + kind]", "stride = (1, 3, 3)[kind]"),
        ("if is_kind_on_board(state, kind):", "if True:"),
    ],
    "TI-14": [
        ("elif state.moves > 0 and has_explorers(state, state.colour):", "elif state.moves > 0:"),
    ],
    "TI-15": [
        ("& 1 and has_room(state, AROUND[here, near])", "& 1"),
        ("crew(state, boat) < state.house[BOAT_ROOM]", "crew(state, boat) <= state.house[BOAT_ROOM]"),
        ("crew(state, boat) < state.house[BOAT_ROOM]", "crew(state, boat) < ROOM"),
        ("BESIDE[here] & ~state.sea_near[here]", "0"),
    ],
    "TI-16": [
        ("    _offer_boats(state, index, here, choices)\n    if not", "    if not"),
        ("    if ISLAND_AT[here] != NOWHERE:", "    if False:"),
        ("        offer(choices, Action.DIVE + NEAR * index)\n", "        pass\n"),
    ],
    "TI-17": [
        ("if plight == Plight.ASHORE:", "if plight < Plight.SAVED:"),
    ],
    "TI-18": [
        ("    _spend(state, index)\n    plunge", "    plunge"),
        ("    if has_room(state, here):", "    if state.boat_on[here] != NO_BOAT:"),
        ("    state.spent = 0\n", ""),
    ],
    "TI-19": [
        ("if kills_swimmers(state, cell):\n        lose", "if is_there(state, Kind.SERPENT, cell):\n        lose"),
        ("if kills_swimmers(state, cell):\n        lose", "if is_there(state, Kind.SHARK, cell):\n        lose"),
    ],
    "TI-20": [
        ("|= aboard(state, boat, other) > own", "|= aboard(state, boat, other) >= own"),
        ("is_outvoted = aboard(state, boat, colour)", "is_outvoted = 3 * aboard(state, boat, colour)"),
        ("state.sea_near[here] & ~state.boats_near[here]", "state.sea_near[here]"),
    ],
    "TI-21": [
        ("    _founder(state, boat)\n", "    pass\n"),
        ("crew(state, boat) == 0 or not", "not"),
        ("(state, Kind.SERPENT, cell) or is_there(state, Kind.WHALE, cell)", "(state, Kind.WHALE, cell)"),
    ],
    "TI-22": [
        ("    _founder(state, state.boat_on[cell])", "    pass"),
    ],
    "TI-23": [
        ("leave(state, who, Plight.SAVED)", "leave(state, who, Plight.LOST)"),
    ],
    "TI-24": [
        ("lowest & slots_at_sea(state)", "lowest"),
        ("at_sea = lowest & slots", "at_sea = slots"),
        ("at_sea if at_sea else lowest", "at_sea"),
    ],
    "TI-25": [
        ("            plunge(state, who, state.hole)", "            pass"),
    ],
    "TI-26": [
        ("        state.left[state.sunk, symbol] -= 1\n        _end", "        turn_over(state, symbol)\n        _end"),
        (
            "        surface(state, Kind.SHARK, state.hole)\n        lose_swimmers(state, state.hole)",
            "        surface(state, Kind.SHARK, state.hole)",
        ),
        ("state.swimmers[state.hole] <= state.house", "state.swimmers[state.hole] < state.house"),
        ("state.swimmers[state.hole] <= state.house[BOAT_ROOM]", "state.swimmers[state.hole] <= 3"),
        (
            "for near in range(NEAR):\n        cell = AROUND[state.hole",
            "for near in range(1):\n        cell = AROUND[state.hole",
        ),
        ("cell):\n    lose_swimmers(state, cell)\n", "cell):\n"),
        ("                state.creature[kind, slot] = NOWHERE", "                pass"),
        ("swallow(state, state.boat_on[cell])\n    for", "pass\n    for"),
        ("state.bench[boat, state.house[BOAT_ROOM] - 1]", "state.bench[boat, state.house[BOAT_ROOM] - 2]"),
        ("state.bench[boat, state.house[BOAT_ROOM] - 1]", "state.bench[boat, 2]"),
    ],
    "TI-27": [
        ("        state.last = Action.UNDER_UNSEEN", "        pass"),
        ("            state.left[terrain, RED + red] += hand[terrain, red]", "            pass"),
        ("            state.hand[colour, terrain, symbol - RED] -= 1", "            pass"),
        ("    state.left[state.sunk, symbol] -= 1\n    if symbol >= RED", "    if symbol >= RED"),
    ],
    "TI-28": [
        (
            "    ends = creatures_around(state, Kind.SERPENT, here) | creatures_around(state, Kind.SHARK, here)",
            "    ends = 0",
        ),
        ("ends, state.house[DOLPHIN_STRIDE])", "ends, 2)"),
        ("ends, state.house[DOLPHIN_STRIDE])", "ends, 3)"),
        ("ends, state.house[WIND_STRIDE])", "ends, 2)"),
        ("ends, state.house[WIND_STRIDE])", "ends, 3)"),
        (
            "!= NOWHERE and controls(state, boat, state.colour):\n                _offer_wind",
            "!= NOWHERE:\n                _offer_wind",
        ),
        ("FAR) & ~boats_around(state, here)", "FAR)"),
        ("        capsize(state, boat)", "        pass"),
        (" & (state.swimmers[cell] == 0)", ""),
        ("                empty &= ~(1 << int(state.creature[kind, slot]) - first)", "                pass"),
    ],
    "TI-29": [
        ("    stop_creature(state)\n", ""),
        (
            "    if action == Action.DECLINE:\n        _ask_defenders(state)",
            "    if action == Action.DECLINE:\n        _end_turn(state)",
        ),
        ("or tiles_in_hand(state, colour) == 0", ""),
        ("is_manned(state, cell) and controls(state, state.boat_on[cell], colour)", "is_manned(state, cell)"),
        ("return state.die == Kind.WHALE and is_boat", "return is_boat"),
        ("    discard(state, state.asked, _stopper(state))", "    discard(state, state.colour, _stopper(state))"),
    ],
    "TI-30": [
        ("!= NOWHERE and not is_double(state, state.die, slot)", "!= NOWHERE"),
        ("return kind != Kind.SHARK and is_manned(state, cell)", "return state.boat_on[cell] >= 0"),
    ],
    "TI-31": [
        ("            swallow(state, state.boat_on[cell])", "            pass"),
        ("    if state.die != Kind.WHALE:\n        lose", "    if state.die == Kind.SHARK:\n        lose"),
    ],
    "TI-32": [
        ("    if kind != Kind.WHALE and state.swimmers[cell] > 0:", "    if False:"),
        ("return kind != Kind.SHARK and is_manned", "return is_manned"),
        ("    if state.die != Kind.WHALE:\n        lose", "    if state.die == Kind.SERPENT:\n        lose"),
    ],
    "TI-33": [
        ("            capsize(state, state.boat_on[cell])", "            swallow(state, state.boat_on[cell])"),
        ("return kind != Kind.SHARK and is_manned(state, cell)", "return False"),
        ("    if state.die != Kind.WHALE:\n        lose", "    if True:\n        lose"),
    ],
    "TI-34": [
        (
            "        if is_in_play(state, who):\n            lose(state, who)\n    state.seat",
            "        pass\n    state.seat",
        ),
        ("if symbol == Under.VOLCANO and not outlasts_volcano(state):", "if False:"),
        ("share_among_best(shares, state.seats)", "shares /= shares[: state.seats].max()\n    shares //= 1"),
        ("else state.value[who]\n", "else 1\n"),
    ],
    "TI-35": [
        ("    if is_deserted(state):\n        _end(state)\n    elif", "    if"),
    ],
    "TI-36": [
        ("2 * options.players if options.two_colours else", ""),
        ("return colour % state.seats", "return colour // 2 % state.seats"),
    ],
    "TI-37": [
        ("return once & COAST | twice if state.challenge[Challenge.CROWDED] else once", "return once"),
        ("return once & COAST | twice if state.challenge[Challenge.CROWDED] else once", "return twice"),
    ],
    "TI-38": [
        ("return state.challenge[Challenge.TO_THE_LAST] or", "return"),
    ],
    "TI-39": [
        ("worth = 1 if state.challenge[Challenge.ALL_EQUAL] else", "worth ="),
    ],
    "TI-40": [
        ("or state.challenge[Challenge.ATLANTIS_SUBMERGED]", ""),
        ("if is_submerged or is_deserted(state):", "if is_deserted(state):"),
    ],
    "TI-41": [
        (
            "            state.challenge[challenge] = 1",
            "            state.challenge[:] = 0\n            state.challenge[challenge] = 1",
        ),
    ],
    "TI-51": [
        (
            "for seat in range(state.seats):\n            offer(choices, Action.FIRST",
            "for seat in range(1):\n            offer(choices, Action.FIRST",
        ),
        ("seat_of(state, colour) == seat_of(state, state.colour) or", "colour == state.colour or"),
        ("return state.crews[boat, colour]", "return state.crews[boat, colour] + state.crews[boat, (colour + 2) % 4]"),
    ],
    "TI-52": [
        ("            _spend(state, int(who) % TEAM)", "            pass"),
        ("_spend(state, int(who) % TEAM)", "_spend(state, who % TEAM)"),
        (
            "    if not is_spent(state, index):\n        offer(choices, Action.DIVE",
            "    if True:\n        offer(choices, Action.DIVE",
        ),
    ],
    "TI-53": [
        ("elif state.moves > 0 and has_explorers(state, state.colour):", "elif state.moves > 0:"),
    ],
    "TI-54": [
        ("state.house[WIND_STRIDE]) & ~OWN_CELL", "state.house[WIND_STRIDE])"),
    ],
    "TI-55": [
        (
            "is_deserted(state):\n        _end(state)\n    else:",
            "is_deserted(state):\n        state.seat = NOBODY\n    else:",
        ),
        ("    elif lowest_terrain(state) != Terrain.SEA:\n", "    elif True:\n"),
    ],
    "TI-56": [
        ("if state.seat != NOBODY or state.plight[who] != Plight.SAVED:", "if True:"),
        ("if state.seat != NOBODY or state.plight[who] != Plight.SAVED:", "if state.seat != NOBODY:"),
    ],
    "TI-57": [
        ("or tiles_in_hand(state, colour) == 0", "or state.hand[colour, :, 5:7].sum() == 0"),
        ("return not doubtful_kinds(state, state.asked) >> _stopper(state) & 1", "return True"),
        ("return not would_help(state, doubtful_kinds(state, state.colour), choices)", "return True"),
        ("return not would_help(state, doubtful_kinds(state, state.colour), choices)", "return False"),
    ],
    "TI-58": [
        ("LAST_TURNS = 20", "LAST_TURNS = 19"),
        ("LAST_TURNS * state.colours", "LAST_TURNS"),
    ],
}
