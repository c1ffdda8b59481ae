"""Wrong rules that the tests must notice: by clause, what stands there and what might have stood there."""

FAULTS = {
    "ST-1": [
        ("(Kind.PLAIN, CORNER, 4, ())", "(Kind.PLAIN, CORNER, 5, ())"),
        ("(Kind.ROUGH, FOUR, 3, ())", "(Kind.ROUGH, THREE, 3, ())"),
    ],
    "ST-2": [
        ("sum(1 << number for number in numbers)", "sum(1 << number for number in numbers[:1])"),
    ],
    "ST-3": [
        ("HAS_DOUBLES = np.array([0, 1, 1])", "HAS_DOUBLES = np.array([0, 2, 2])"),
    ],
    "ST-4": [
        ("or first_unused(state) == HORRORS:", "or first_unused(state) == 1:"),
    ],
    "ST-5": [
        ("if caver_of(state, rank) == NOWHERE:", "if rank > 0:"),
        ("return caver * state.seats // state.cavers", "return caver % state.seats"),
    ],
    "ST-6": [
        ("exit_too = tiles_left(state) <= state.house[EXIT_AMONG]", "exit_too = tiles_left(state) <= 7"),
        ("exit_too = tiles_left(state) <= state.house[EXIT_AMONG]", "exit_too = tiles_left(state) <= 6"),
        ("(design != EXIT or exit_too)", "True"),
    ],
    "ST-7": [
        ("[18, 15, 13]", "[18, 16, 13]"),
        ("RELIEF = 3", "RELIEF = 2"),
        ("state.pool[card] -= 1", "state.pool[card] -= 0"),
    ],
    "ST-8": [
        ("FEWER_CARDS = np.array([0, 1, 2])", "FEWER_CARDS = np.array([0, 0, 1])"),
        ("state.house[PLAIN_CARDS + hazard] -", "5 -"),
        ("state.pool[hazard] = max(0, state", "state.pool[hazard] = (state"),
        ("state.house[DOUBLE_CARDS + hazard] * HAS", "1 * HAS"),
    ],
    "ST-9": [
        ("state.first = (state.first + 1) % state.cavers", "state.first = state.first"),
    ],
    "ST-10": [
        ("caver = (state.first + state.turns) % state.cavers", "caver = (state.first - state.turns) % state.cavers"),
        ("begin_horror_phase(state)\n        return", "state.phase = Phase.DANGER\n        return"),
    ],
    "ST-11": [
        ("POINTS = 2", "POINTS = 3"),
        ("if not state.exerted:", "if True:"),
        ("and not is_safe(state, state.caver):", "and True:"),
        ("if state.exerted and is_conscious(state, state.caver)", "if state.exerted and True"),
    ],
    "ST-12": [
        ("SUCCESS = 4", "SUCCESS = 5"),
        ("return face + leads >= SUCCESS", "return face >= SUCCESS"),
    ],
    "ST-13": [
        ("SHAPE_OF[sides] == SHAPE[design] and", "SHAPE_OF[sides] == SHAPE[design] and sides < 13 and"),
        ("    spend(state, 1)\n    state.side = side", "    spend(state, 2)\n    state.side = side"),
    ],
    "ST-14": [
        ("if not is_directed(state):\n        state.points -= points", "if False:\n        state.points -= points"),
    ],
    "ST-15": [
        ("    if state.explores:", "    if False:"),
    ],
    "ST-16": [
        ("RUN, SPRINT = 3, 2", "RUN, SPRINT = 4, 2"),
        ("costs[RUN_COST] <= points", "points >= 2"),
        ("RUN, state.house[RUN_COST])", "RUN, 2)"),
        ("if state.steps > 0 and is_conscious(state, state.actor):", "if state.steps > 0:"),
    ],
    "ST-17": [
        ("state.health[other] < state.house[HEALTH_OF +", "state.health[other] <= state.house[HEALTH_OF +"),
        ("return state.place[other] == state.place[caver] and", "return"),
        ("costs[HEAL_COST] <= points", "points >= 2"),
        ("Action.HEAL, state.house[HEAL_COST])", "Action.HEAL, 2)"),
    ],
    "ST-18": [
        ("return what == Kind.SQUEEZE or state.marked[tile] == 1", "return what == Kind.SQUEEZE"),
        ("costs[SWIM_COST] <= points", "points >= 2"),
        ("state.house[SWIM_COST if verb", "state.house[SQUEEZE_COST if verb"),
    ],
    "ST-19": [
        ("<= points and can_pass_to(state, caver, side, Kind.SQUEEZE):", "<= points and False:"),
        ("costs[SQUEEZE_COST] <= points", "points >= 2"),
        ("Action.SWIM else SQUEEZE_COST]", "Action.SWIM else SWIM_COST]"),
    ],
    "ST-20": [
        (
            "tile = here if side == HERE else connected(state, here, side)",
            "tile = here if side == HERE else state.beside[here, side]",
        ),
        ("Action.CLEAR, state.house[CLEAR_COST])", "Action.CLEAR, 1)"),
        ("Action.CLEAR, state.house[CLEAR_COST])", "Action.CLEAR, 2)"),
        ("costs[CLEAR_COST] <= points", "points >= 2"),
    ],
    "ST-21": [
        ("state.house[ROPE_COST] <= points", "points >= 2"),
        ("spend(state, state.house[ROPE_COST])", "spend(state, 2)"),
        ("    check(state, Reason.ROPE)", "    secure(state)"),
        ("and not state.marked[here]", "and True"),
    ],
    "ST-22": [
        ("state.house[HIDE_COST] <= points", "points >= 2"),
        ("spend(state, state.house[HIDE_COST])", "spend(state, 2)"),
        ("or state.hidden[caver]:", "or False:"),
        ("PRACTICE = 2", "PRACTICE = 1"),
        ("if state.tried[caver] else 0", "if True else 0"),
        ("state.hidden[:] = 0", "state.hidden[:] = state.hidden"),
    ],
    "ST-23": [
        (
            "state.phase = Phase.TURN if is_conscious(state, state.caver) else Phase.TURN_OVER",
            "state.phase = Phase.TURN",
        ),
        ("guard != NOWHERE and is_conscious(state, guard)", "guard != NOWHERE and True"),
        ("elif is_conscious(state, caver):\n        state.phase", "else:\n        state.phase"),
    ],
    "ST-24": [
        ("and is_open(state, other, opposite(side)):", "and True:"),
        ("return not can_lay(state, state.drawn) and", "return False and"),
    ],
    "ST-25": [
        ("return tiles_left(state) > 0 or", "return True or"),
    ],
    "ST-26": [
        ("if is_marked(state, tile, Kind.FLOOD):", "if kind(state, tile) == Kind.FLOOD:"),
    ],
    "ST-27": [
        ("if state.gas and kind(state, tile) == Kind.GAS", "if kind(state, tile) == Kind.GAS"),
        ("hurt(state, caver, state.house[GAS_LOSS])", "hurt(state, caver, 1)"),
    ],
    "ST-28": [
        ("or is_marked(state, tile, Kind.CAVE_IN):", "or False:"),
    ],
    "ST-29": [
        ("if kind(state, tile) == Kind.SQUEEZE or", "if"),
    ],
    "ST-30": [
        ("return side != state.arrow[tile]", "return side == state.arrow[tile]"),
        ("return side != opposite(state.arrow[tile])", "return side != state.arrow[tile]"),
        ("if state.marked[tile]:\n        return True", "if False:\n        return True"),
    ],
    "ST-31": [
        ("if kind(state, tile) == Kind.ROUGH and is_conscious", "if False and is_conscious"),
    ],
    "ST-32": [
        ("state.rank[caver] != Rank.SCOUT and not is_safe(state, caver)", "state.rank[caver] != Rank.SCOUT"),
        ("state.place[caver] != IN_TRANSIT and not is_safe(state, caver)", "state.place[caver] != IN_TRANSIT"),
    ],
    "ST-33": [
        ("if in_cave and is_conscious(state, caver) and", "if in_cave and"),
        ("        hurt(state, caver, 1)", "        hurt(state, caver, 2)"),
    ],
    "ST-34": [
        ("_hurt_all(state, loses, 1)", "_hurt_all(state, loses, 2)"),
        (
            "            state.marked[tile] = 1\n    loses = 0",
            "            state.marked[tile] = tile % 2\n    loses = 0",
        ),
    ],
    "ST-35": [
        ("    state.gas = 0\n", "    state.gas = state.gas\n"),
        ("_hurt_all(state, loses, state.house[GAS_LOSS])", "_hurt_all(state, loses, 1)"),
        ("_hurt_all(state, loses, state.house[GAS_LOSS])", "_hurt_all(state, loses, 2)"),
    ],
    "ST-36": [
        ("and not is_marked(state, tile, Kind.CAVE_IN)", "and True"),
        ("_hurt_all(state, loses, state.house[CAVE_IN_LOSS])", "_hurt_all(state, loses, 2)"),
        ("_hurt_all(state, loses, state.house[CAVE_IN_LOSS])", "_hurt_all(state, loses, 3)"),
    ],
    "ST-37": [
        ("state.arrivals = state.again", "state.arrivals = 0"),
        ("again - 1\n    wake(state)", "again - 1"),
    ],
    "ST-38": [
        ("state.again = 1 + card // HAZARDS", "state.again = 1"),
    ],
    "ST-39": [
        ("    if state.late:\n        run_late(state)", "    if False:\n        run_late(state)"),
        ("state.place[caver] = REMOVED", "state.health[caver] = 0"),
    ],
    "ST-40": [
        ("REACH = 7", "REACH = 6"),
        ("min(state.prey[here], state.rank[caver])", "max(state.prey[here] % (RANKS + 1), state.rank[caver])"),
        (
            "state.near[other] > distance or state.prey[other] > state.prey[tile]",
            "state.near[other] > distance or state.prey[other] < state.prey[tile]",
        ),
        (
            "    other = connected(state, tile, side)\n        if other == NOWHERE or",
            "    other = state.beside[tile, side]\n        if other == NOWHERE or",
        ),
        ("owner(state, caver_of(state, state.prey[state.horror[state.figure]]))", "owner(state, state.first)"),
    ],
    "ST-41": [
        ("and not has_horror(state, tile)", "and True"),
        ("_dread(state, other) < _dread(state, tile)", "state.near[other] < state.near[tile]"),
        ("or state.near[tile] == FAR or", "or"),
    ],
    "ST-42": [
        ("    if tile != NOWHERE:\n        strike(state, tile)", "    if False:\n        strike(state, tile)"),
        ("return state.rank[caver] != Rank.SCOUT and not is_safe", "return not is_safe"),
        ("    state.phase = Phase.ARRIVE\n    strike(state, tile)", "    state.phase = Phase.ARRIVE"),
    ],
    "ST-43": [
        ("return is_conscious(state, caver) and fears_horrors(state, caver)", "return fears_horrors(state, caver)"),
    ],
    "ST-44": [
        ("state.house[DIVE_COST] <= points", "points >= 2"),
        ("spend(state, state.house[DIVE_COST])", "spend(state, 2)"),
        (
            "state.rank[caver] == Rank.DIVER and kind(state, state.place[caver]) == Kind.FLOOD",
            "state.rank[caver] == Rank.DIVER",
        ),
        (
            "    enter(state, state.caver, tile)\n    state.phase = Phase.TURN_OVER",
            "    enter(state, state.caver, tile)",
        ),
        ("and state.rank[caver] != Rank.DIVER", "and True"),
    ],
    "ST-45": [
        ("or state.guides == 0 or state.guided:", "or state.guides == 0:"),
        ("GUIDES, EXPLOSIVES = 3, 3", "GUIDES, EXPLOSIVES = 4, 3"),
        ("and state.drawn != EXIT", "and True"),
    ],
    "ST-46": [
        ("Phase.NEXT_TURN if caver_of(state, Rank.GEOLOGIST) == NOWHERE else Phase.KEEP", "Phase.NEXT_TURN"),
        ("design, state.kept = state.kept, state.drawn", "design, state.kept = state.kept, NOWHERE"),
        ("state.kept != NOWHERE and state.rank[state.actor] == Rank.GEOLOGIST", "state.kept != NOWHERE"),
    ],
    "ST-47": [
        ("costs[DEMOLISH_COST] <= points", "points >= 2"),
        ("spend(state, state.house[DEMOLISH_COST])", "spend(state, 2)"),
        ("        state.sides[other] |= 1 << opposite(side)", "        pass"),
        ("GUIDES, EXPLOSIVES = 3, 3", "GUIDES, EXPLOSIVES = 3, 4"),
        ("if state.rank[caver] == Rank.ENGINEER:", "if False:"),
        ("careful, min(CAREFUL_LOSS, state.house[CAVE_IN_LOSS]))", "careful, CAREFUL_LOSS)"),
        ("side)\n    state.phase = Phase.CAVE_IN", "side)\n    state.phase = Phase.ACTED"),
    ],
    "ST-48": [
        ("if rank == Rank.CLIMBER and needs_rope(state, caver):", "if False:"),
        ("return state.rank[caver] == Rank.CLIMBER", "return False"),
    ],
    "ST-49": [
        (
            "if rank == Rank.MEDIC and other != caver and can_heal(state, caver, other):\n            offer",
            "if rank == Rank.MEDIC and can_heal(state, caver, other):\n            offer",
        ),
        ("RUN, SPRINT = 3, 2", "RUN, SPRINT = 3, 3"),
    ],
    "ST-50": [
        ("    state.horror[figure] = NOWHERE", "    state.horror[figure] = figure"),
        ("guard != NOWHERE and", "False and"),
    ],
    "ST-51": [
        ("points >= state.cheapest:", "points >= 2:"),
        ("rank == Rank.LEADER and not state.directed and", "rank == Rank.LEADER and"),
        ("if other == caver or not is_conscious(state, other) or", "if other == caver or"),
        ("return owner(state, state.actor)", "return owner(state, state.caver)"),
    ],
    "ST-52": [
        ("in_cave = state.place[caver] != IN_TRANSIT and", "in_cave ="),
        (
            "if state.place[caver] != REMOVED and not is_safe(state, caver):",
            "if state.place[caver] >= 0 and not is_safe(state, caver):",
        ),
    ],
    "ST-53": [
        ("return awake == 0 or out == 0", "return awake == 0"),
        ("return awake == 0 or out == 0", "return out == 0"),
        ("max(0, 3 - left_behind(state))", "max(0, 4 - left_behind(state))"),
    ],
    "ST-54": [
        ("medal(state) / 3", "medal(state) // 3"),
        ("points[: state.seats]", "points[:1]"),
    ],
    "ST-61": [
        ("and not is_protected(state, caver):\n            state.due", ":\n            state.due"),
        ("== Kind.ROUGH and is_conscious(state, caver):", "== Kind.ROUGH:"),
    ],
    "ST-62": [
        ("if state.due == 0 and is_over(state):", "if is_over(state):"),
        ("if state.due == 0 and is_over(state):", "if state.due == 0 and state.again == 0 and is_over(state):"),
        ("        state.again -= 1\n        _strike(state)", "        state.again = 0\n        _strike(state)"),
        (
            "                loses |= 1 << caver\n    for tile",
            "                hurt(state, caver, state.house[CAVE_IN_LOSS])\n    for tile",
        ),
    ],
    "ST-63": [
        ("design == EXIT or tiles_left(state) == 0 or leaves_open(state, sides)", "True"),
        ("design == EXIT or tiles_left(state) == 0 or", "tiles_left(state) == 0 or"),
        ("design == EXIT or tiles_left(state) == 0 or", "design == EXIT or"),
        ("return not can_lay(state, state.drawn) and not (", "return not can_lay(state, state.drawn) or not ("),
        (
            "        if may_place_kept(state) and may_be_laid(",
            "        if may_be_laid(state, state.drawn, sides) and may_be_laid(",
        ),
        (
            "    state.drawn = NOWHERE\n\n\n@rule\ndef place",
            "    state.drawn = NOWHERE\n    state.kept = NOWHERE\n\n\n@rule\ndef place",
        ),
    ],
    "ST-64": [
        ("    if state.explores:", "    if state.explores and kind(state, tile) != Kind.SQUEEZE:"),
    ],
    "ST-65": [
        (
            "return here if side == HERE else state.beside[here, side]",
            "return here if side == HERE else connected(state, here, side)",
        ),
    ],
    "ST-66": [
        (
            "return connected(state, here, side) if can_leave(state, here, side) else NOWHERE",
            "return connected(state, here, side)",
        ),
    ],
    "ST-67": [
        (
            "return not is_unexplored(state, tile, side) and connected(state, tile, side) == NOWHERE",
            "return not is_open(state, tile, side)",
        ),
    ],
    "ST-68": [
        ("if state.place[caver] == IN_TRANSIT:", "if state.place[caver] == IN_TRANSIT and is_conscious(state, caver):"),
        (
            "awake += is_conscious(state, caver)",
            "awake += is_conscious(state, caver) and state.place[caver] != IN_TRANSIT",
        ),
    ],
    "ST-69": [
        ("    state.health[caver] += 1\n    meet_horror(state, caver)", "    state.health[caver] += 1"),
    ],
    "ST-70": [
        ("awake += is_conscious(state, caver)", "awake += is_conscious(state, caver) and not is_safe(state, caver)"),
        ("out += state.place[caver] != REMOVED and not is_safe", "out += not is_safe"),
    ],
    "ST-71": [
        (
            "state.first = (state.first + 1) % state.cavers",
            "state.first = (state.first + 1 + (state.health[(state.first + 1) % state.cavers] == 0)) % state.cavers",
        ),
    ],
    "ST-72": [
        ("state.cards = min(cards, state.pool.sum())", "state.cards = cards"),
    ],
    "ST-73": [
        (
            "return tiles_left(state) > 0 or (state.rank[caver] == Rank.GEOLOGIST and state.kept != NOWHERE)",
            "return tiles_left(state) > 0",
        ),
    ],
    "ST-74": [
        (
            "        state.hidden[caver] = passed",
            "        state.hidden[caver] = passed\n        state.tried[caver] = passed",
        ),
    ],
    "ST-75": [
        ("elif does_order_matter(state):", "elif False:"),
        ("if not covers(state, one, other):", "if True:"),
    ],
    "ST-76": [
        ("return tiles_left(state) > 0 and state.drawn != EXIT", "return True"),
        ("        offer(choices, Action.DECLINE)\n", "        pass\n"),
    ],
    "ST-77": [
        ("return state.rank[caver] != Rank.SCOUT and not state.hidden", "return not state.hidden"),
        ("!= Rank.SCOUT and not state.hidden[caver]", "!= Rank.SCOUT"),
        ("if costs[HEAL_COST] <= points and can_heal", "if state.rank[caver] != Rank.MEDIC and can_heal"),
    ],
    "ST-78": [
        ("return caver * state.seats // state.cavers", "return caver % state.seats"),
    ],
}
