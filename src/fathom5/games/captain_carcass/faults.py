"""Wrong rules that the tests must notice: by clause, what stands there and what might have stood there."""

FAULTS = {
    "CC-1": [
        ("LOWEST_VALUE + MERMAIDS_ABOVE + scent", "LOWEST_VALUE + scent"),
    ],
    "CC-2": [
        ('rstrip("_123")', 'rstrip("_12")'),
    ],
    "CC-3": [
        ("LOWEST, OTHERS = 1, 2**RANKS - 2", "LOWEST, OTHERS = 2, 2**RANKS - 3"),
        ("state.pile[:] = OTHERS", "state.pile[:] = OTHERS | LOWEST"),
    ],
    "CC-4": [
        ("_turn_down(state.mapped, 0)", "state.pile[:] = 0"),
    ],
    "CC-5": [
        ("offer(choices, Action.FIRST + seat)", "offer(choices, Action.FIRST + seat, 1 + seat)"),
        (
            "begin_turn(state, (state.explorer + 1) % state.seats)",
            "begin_turn(state, (state.explorer - 1) % state.seats)",
        ),
    ],
    "CC-6": [
        ("offer(choices, Action.SURFACE)", "pass"),
        ("state.explored += 1", "state.explored = 1"),
    ],
    "CC-7": [
        ("    put(lost, card)\n    _reward", "    put(state.hold[state.explorer], card)\n    _reward"),
        ("        _suffer_incident(state, card)\n        return", "        _suffer_incident(state, card)"),
        ("elif suit_of(other) == suit_of(card):", "elif other == card:"),
    ],
    "CC-8": [
        ("    take(state.grave, card)\n    place(state, card, False)", "    surface(state)"),
        ("elif suit == Suit.DRONE:", "elif suit == Suit.DRONE and state.explored == 1:"),
    ],
    "CC-9": [
        ("state.explored, state.hold[state.explorer]", "state.explored - 1, state.grave[:]"),
    ],
    "CC-10": [
        ("elif state.demanded > 0:", "elif state.demanded > 1:"),
    ],
    "CC-11": [
        ("    if is_empty(state.pile):\n        return True", "    if False:\n        return True"),
        ("elif is_empty(state.pile):\n        surface", "elif False:\n        surface"),
    ],
    "CC-12": [
        ("scoring, total = 1, TOP_RANK[ranks]", "scoring, total = HOW_MANY[ranks], RANKS_SUM[ranks]"),
        (" + size(state.hold[seat])", ""),
    ],
    "CC-20": [
        ("is_diver(state, state.explorer, Diver.OLD_SALT) else i\n", "False else i + 1\n"),
        ("if suit_of(state.exploration[i]) == Suit.ANCHOR:", "if False:"),
        ("return saved if keys > 0 and chests > 0 else 0", "return 0"),
        ("return saved if keys > 0 and chests > 0 else 0", "return saved if keys + chests > 0 else 0"),
    ],
    "CC-21": [
        ("state.demanded += state.house[demands]", "state.demanded += 3"),
        ("state.demanded += state.house[demands]", "state.demanded += 2 if demands == SQUID else 4"),
        ("state.demanded = max(0, state.demanded - 1)", "pass"),
        ("    if is_empty(state.pile):\n        state.demanded = 0\n", ""),
        (
            "        state.looked = 0\n        advance(state)",
            "        state.looked = 0\n        to(state, Phase.DECIDE)",
        ),
    ],
    "CC-22": [
        ("state.grave, state.mapped, state.looked)", "state.grave, state.mapped, 0)"),
        ("return min(state.house[MAP], size(state.grave))", "return state.house[MAP]"),
        ("return min(state.house[MAP], size(state.grave))", "return min(LOOKS, size(state.grave))"),
        ("    take(state.grave, card)\n", ""),
        ("    if is_empty(state.grave):\n        advance(state)\n    elif", "    if"),
        ("state.last = Action.MAP_UNSEEN", "pass"),
        (" or _is_shown(shown, card)", ""),
    ],
    "CC-23": [
        ("            saved += 1\n", "            saved = 2\n"),
        ("if state.bonus > 0 and not is_empty(spoils(state)):", "if state.bonus > 0:"),
    ],
    "CC-24": [
        ("        put(state.grave, card)\n    take", "        put(state.hold[state.explorer], card)\n    take"),
        ("is_own == (defender != NOBODY)", "True"),
    ],
    "CC-25": [
        ("else state.house[DRONE], size", "else 1, size"),
        ("if state.top[depth] >= 0:", "if False:"),
        (
            "    if is_empty(state.pile):\n        advance(state)\n    else:\n        to(state, Phase.DRONE",
            "    if True:\n        to(state, Phase.DRONE",
        ),
        ("state.last = Action.DRONE_UNSEEN", "pass"),
    ],
    "CC-26": [
        ("    if is_empty(state.hold[state.explorer]):\n        state.nets = 0\n", ""),
        ("    take(state.hold[state.explorer], card)\n", ""),
    ],
    "CC-27": [
        ("return state.hold[state.explorer, suit] == 0 or is_diver", "return True or is_diver"),
        (
            "    take(state.hold[seat], card)\n    place(state, card, False)",
            "    take(state.hold[seat], card)\n    advance(state)",
        ),
    ],
    "CC-31": [
        ("scent = state.house[MERMAID] if", "scent = 4 if"),
        ("scent = state.house[MERMAID] if", "scent = 5 if"),
    ],
    "CC-32": [
        ("return diver == Diver.SIREN_FRIEND_2", "return False"),
        (
            "        put(state.hold[state.explorer], card)\n        advance",
            "        state.demanded = 0\n        put(state.hold[state.explorer], card)\n        advance",
        ),
    ],
    "CC-33": [
        ("    state.plundered = seat\n", ""),
        ("    take(spoils(state), card)\n", ""),
    ],
    "CC-34": [
        ("state.bonus = 2 * cards if", "state.bonus = 1 + cards if"),
    ],
    "CC-35": [
        ("elif is_diver(state, state.explorer, Diver.NAVIGATOR):", "elif False:"),
    ],
    "CC-36": [
        ("        state.hold[seat, suit] = 0\n", ""),
    ],
    "CC-37": [
        ("if is_diver(state, state.explorer, Diver.KNIFE_HAND_2):", "if False:"),
    ],
    "CC-38": [
        ("is_own == (defender != NOBODY)", "not is_own"),
        ("if state.diver[seat] == diver and seat != state.explorer:", "if state.diver[seat] == diver:"),
    ],
    "CC-39": [
        (
            "return min(state.house[PILOT_DRONE] if is_pilot else state.house[DRONE], size(state.pile))",
            "return 1",
        ),
        ("return min(state.house[PILOT_DRONE] if", "return min(3 if"),
        ("else state.house[DRONE], size(state.pile))", "else state.house[DRONE], LOOKS)"),
    ],
    "CC-40": [
        ("or is_diver(state, state.explorer, Diver.HARPOONER_1)", ""),
    ],
    "CC-41": [
        ("if decoy != NOBODY and (seat != decoy or suit != Suit.SQUID):", "if False:"),
        ("    if decoy != NOBODY:\n        _lose_harpoon(state)\n", ""),
    ],
    "CC-42": [
        ("place(state, card, is_diver(state, state.explorer, Diver.NET_MAKER_1))", "place(state, card, False)"),
        ("        state.safe[state.explored - 1] = True\n", "        pass\n"),
    ],
    "CC-43": [
        ("state.nets += 2 if", "state.nets += 1 if"),
    ],
    "CC-44": [
        ("i + state.house[ANCHOR] if", "i + 2 if"),
        ("i + state.house[ANCHOR] if", "i + 3 if"),
    ],
    "CC-45": [
        ("return suit == Suit.SQUID and diver == Diver.TAMER_1", "return False"),
    ],
    "CC-46": [
        ("if rival(state, Diver.TAMER_2) == NOBODY else", "if True else"),
        ("state.demanded += state.house[demands]", "state.demanded += state.house[SQUID] if demands == SQUID else 4"),
    ],
    "CC-47": [
        ("if saboteur != NOBODY and state.victim == state.explorer:", "if saboteur != NOBODY:"),
        ("return state.hold[saboteur]", "return state.grave[:]"),
    ],
    "CC-48": [
        ("if not _is_taken(state, PERSON[diver]):", "if not _is_taken(state, diver):"),
    ],
    "CC-51": [
        ("state.hold[(state.explorer + 1) % state.seats]", "state.hold[state.explorer - 1]"),
        ("            continue\n", "            pass\n"),
    ],
    "CC-52": [
        ("if state.variant == Variant.PILE_OF_TREASURE:", "if False:"),
    ],
    "CC-53": [
        (">= state.house[ENOUGH]:", ">= 51:"),
        (">= state.house[ENOUGH]:", ">= 50:"),
        ("if state.variant == Variant.SUDDEN_DEATH:", "if True:"),
    ],
    "CC-54": [
        ("return -state.house[MISSING] if", "return 5 if"),
        ("return -state.house[MISSING] if", "return -5 if"),
    ],
    "CC-55": [
        ("if value_of(other) == value_of(card):", "if suit_of(other) == suit_of(card):"),
        ("MERMAIDS_ABOVE * (card // RANKS == Suit.MERMAID)", "MERMAIDS_ABOVE * 0"),
    ],
    "CC-56": [
        ("and points >= state.house[FLOOD]:", "and points > state.house[FLOOD]:"),
        ("and points >= state.house[FLOOD]:", "and points >= 60:"),
        ("        points = -points\n", "        points = np.int64(0)\n"),
    ],
    "CC-61": [
        ("elif is_empty(state.pile):\n        surface", "elif False:\n        surface"),
    ],
    "CC-62": [
        ("    put(lost, card)\n    _reward", "    _reward"),
    ],
    "CC-63": [
        ("for i in range(state.explored - 1, -1, -1):", "for i in range(state.explored):"),
    ],
    "CC-64": [
        ("state.demanded += state.house", "state.demanded = state.house"),
        ("    state.explored -= 1\n    put(", "    put("),
        ("state.demanded = max(0, state.demanded - 1)", "state.demanded -= 1"),
    ],
    "CC-65": [
        ("    state.patient = state.nets\n", ""),
        ("if state.nets > state.patient:", "if state.nets > 0 and state.demanded == 0:"),
        ("    state.patient = state.nets - 1\n", ""),
        ("    if is_empty(state.hold[state.explorer]):\n        state.nets = 0\n", ""),
        ("    state.nets = 0\n    state.patient = 0\n", "    pass\n"),
    ],
    "CC-66": [
        ("if goes_home(state, card):", "if goes_home(state, card) and not clashes(state, card):"),
    ],
    "CC-67": [
        ("and not is_empty(state.hold[seat])", ""),
    ],
    "CC-68": [
        ("return state.hold[state.explorer, suit] == 0 or is_diver", "return decoy != NOBODY or is_diver"),
    ],
    "CC-69": [
        ("        state.safe[state.explored - 1] = True\n", "        pass\n"),
        ("state.safe[state.explored] = safe", "state.safe[state.explored] = safe or state.explored == 1"),
    ],
    "CC-70": [
        (
            "total + scoring * (LOWEST_VALUE + MERMAIDS_ABOVE + scent)",
            "total + scoring * (LOWEST_VALUE + MERMAIDS_ABOVE) + scent",
        ),
    ],
    "CC-71": [
        ("            state.phase = Phase.SABOTAGE\n            state.seat = saboteur\n", "            pass\n"),
        ("seat != state.seat:", "seat != state.explorer:"),
    ],
    "CC-72": [
        ("if worth(state, seat) >= state.house[ENOUGH]:", "if worth(state, state.explorer) >= state.house[ENOUGH]:"),
        (" + size(state.hold[seat])", ""),
    ],
    "CC-73": [
        ("max(0, state.known[seat] - 1)", "0"),
        ("        state.top[i] = state.top[i + 1]\n", "        state.top[i] = NO_CARD\n"),
    ],
}
