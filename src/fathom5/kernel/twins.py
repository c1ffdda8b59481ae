"""The compiled halves of rules, and of verbs: how Numba is asked for them, and where they are found again.

What Python calls is linked with all that it calls, and becomes machine code in one go (see linking.py).
"""

import pickle
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from inspect import signature
from pathlib import Path
from threading import RLock
from typing import Any

from numba import from_dtype, njit, typeof
from numba.core import types as kinds
from numba.extending import overload

from fathom5.kernel import cache as keep
from fathom5.kernel import game
from fathom5.kernel.handing import hand_over_by_address
from fathom5.kernel.linking import Types, compiled, restored
from fathom5.kernel.watching import watched
from fathom5.kernel.worlds import NotLoaded, Rule, ready

# The one place that says how rules are compiled. What Python calls gets a wrapper when it is linked.
compiler = partial(njit, nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
Call = tuple[Rule, Types]
hand_over_by_address()
coming = RLock()  # what several threads ask for at once comes once


def twin_of(rule: Rule) -> Any:
    """A rule's compiled half; from Python it takes only what is loaded, unless the rule is asked for compiled."""
    _let_games_answer()
    twin: Any = compiler(**rule.options)(rule.plain)  # Numba's types do not tell what C calls back
    twin._compile_for_args = partial(_asked, rule)
    twin.add_overload = partial(_note, twin)
    twin.get_call_template = partial(_called, twin.get_call_template)
    return twin


def _called(template_of: Callable, arguments: Types, named: dict[str, Any]) -> Any:
    """Compiled code calls this. Whole numbers of all sizes come as one, else there would be a rule for each size."""
    return template_of(tuple(map(widest, arguments)), {name: widest(kind) for name, kind in named.items()})


def widest(kind: Any) -> Any:
    """In which numbers of this kind are handed from rule to rule; interpreted, they come as they are."""
    return kinds.int64 if getattr(kind, "signed", False) else kind


def _note(twin: Any, result: Any) -> None:
    """What others are linked with; Python cannot call that."""
    twin.overloads[tuple(result.signature.args)] = result


def _asked(rule: Rule, *arguments: Any, **named: Any) -> Any:
    """Python calls this for the first time with such arguments."""
    if not rule.is_asked_compiled:
        raise NotLoaded(rule)
    return code_of(rule, *arguments)


def code_of(rule: Rule, *arguments: Any) -> Callable:
    """The code for a call with such arguments, which need not be looked at again."""
    types = types_of(*arguments)
    with coming:
        _let_come(rule, types)
    return rule.loaded[types]


def _let_come(rule: Rule, types: Types) -> None:
    """Have the code for one call, from wherever it is."""
    name = game_among(types)
    if name and name not in ready:
        load_game(name)
    if types not in rule.loaded and not load(place_of(rule, types)):
        with watched(f"{rule.name} of {name}" if name else rule.name):
            make([(rule, types)], place_of(rule, types))


def types_of(*arguments: Any) -> Types:
    return tuple(map(typeof, arguments))


def game_among(types: Types) -> str:
    """The game whose state is among arguments of these types, or in a record there; nothing if there is none."""
    for each in types:
        record = each.dtype if isinstance(each, kinds.Array) else each
        inside = [kind for _, kind in record.members] if isinstance(record, kinds.Record) else []
        for dtype, package in game.package_of.items():
            if _type_of(dtype) in (record, *inside):
                return package.rpartition(".")[2]
    return ""


# What is kept.


def make(calls: Sequence[Call], place: Path) -> None:
    """Compile what these calls need, in one piece, let Python take it from now on, and keep it."""
    linked = compiled([(rule.twin, types) for rule, types in calls])
    names = [(rule.__module__, rule.name, types) for rule, types in calls]
    if linked.kept:
        keep.write(place, pickle.dumps((names, linked.kept)))
    for (rule, types), code in zip(calls, linked.codes, strict=True):
        take(rule, types, code)


def load(place: Path) -> bool:
    """Let Python take what was kept there; False if there is nothing, or nothing that this machine understands."""
    if (data := keep.read(place)) is None:
        return False
    names, kept = pickle.loads(data)
    if (codes := restored(kept)) is None:
        return False
    for (module, name, types), code in zip(names, codes, strict=True):
        take(getattr(import_module(module), name), types, code)
    return True


def take(rule: Rule, types: Types, code: Callable) -> None:
    """Let Python call this code where the arguments are of such types."""
    with coming:
        if types not in rule.loaded:  # of two that fit, Numba would choose neither, and ask each time
            rule.loaded[types] = code  # C does not hold it
            rule.twin._insert([each._code for each in types], code, False)
            rule.direct = rule.twin


def place_of(rule: Rule, types: Types) -> Path:
    """Where the code of one call is kept."""
    about = sha256(f"{rule.__module__} {types}".encode()).hexdigest()[:16]
    return keep.place(game_among(types), f"{rule.name}-{about}", rule.__module__)


def load_game(name: str) -> bool:
    """Let Python take all of a game, if that has been compiled."""
    if load(keep.whole(name)):
        ready.add(name)
    return name in ready


def make_game(name: str, calls: Sequence[tuple[Rule, Sequence[Any]]]) -> None:
    """Compile all of a game: what it takes to make these calls, given with arguments."""
    make(list({(rule, types_of(*arguments)): None for rule, arguments in calls}), keep.whole(name))
    ready.add(name)


# Verbs.


@cache
def _let_games_answer() -> None:
    """When compiled code calls a verb, the game of the state among its arguments answers by a direct call."""
    for verb in game.VERBS:
        _overload(verb)


def _overload(verb: game.Verb) -> None:
    if len(signature(verb).parameters) == 2:

        @overload(verb)
        def compiled(state, other):  # type: ignore[no-untyped-def]  # Numba reads its names
            if rules := _answer(verb, state):
                return lambda state, other: rules(state, other)
            return None

    else:

        @overload(verb)
        def compiled_policy(state, choices, brain, rng):  # type: ignore[no-untyped-def]  # Numba reads its names
            if rules := _answer(verb, state):
                return lambda state, choices, brain, rng: rules(state, choices, brain, rng)
            return None


def _answer(verb: game.Verb, state: Any) -> Any:
    """The rule by which the game with this type of state answers."""
    for dtype in game.package_of:
        if _type_of(dtype) == state:
            return game.answer(verb, dtype)
    return None


_type_of = cache(from_dtype)
