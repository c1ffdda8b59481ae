"""The compiled halves of rules, and of verbs: the one place that knows Numba."""

from functools import cache, partial
from inspect import signature
from typing import Any

from numba import from_dtype, njit
from numba.extending import overload

from fathom5.kernel import cache as kept
from fathom5.kernel import game
from fathom5.kernel.worlds import NotLoaded, Rule

compiler = partial(njit, nogil=True, error_model="numpy")  # the one place that says how rules are compiled
asked: list[tuple[Rule, tuple[Any, ...]]] = []  # what Python has called, and the types of the arguments


def twin_of(rule: Rule) -> Any:
    """A rule's compiled half; from Python it takes only what is loaded, unless the rule is asked for compiled."""
    _let_games_answer()
    twin: Any  # Numba's types do not tell what C calls back
    try:
        twin = compiler(cache=True, **rule.options)(rule.plain)
    except RuntimeError:  # Numba finds no folder that can be written: compiled in memory only
        twin = compiler(**rule.options)(rule.plain)
    compile_for = twin._compile_for_args if rule.is_asked_compiled else None
    twin._compile_for_args = partial(_asked, rule, compile_for)
    twin.add_overload = partial(_add, rule, twin.add_overload)
    return twin


def _asked(rule: Rule, compile_for: Any, *arguments: Any, **named: Any) -> Any:
    """Python has called this for the first time with such arguments."""
    if compile_for is None:
        raise NotLoaded(rule)
    types = tuple(rule.twin.typeof_pyval(argument) for argument in arguments)
    asked.append((rule, types))
    return compile_for(*arguments, **named)


def _add(rule: Rule, add: Any, result: Any) -> None:
    add(result)
    rule.is_loaded = True


# Verbs.


@cache
def _let_games_answer() -> None:
    """When compiled code calls a verb, the game of the state among its arguments answers by a direct call."""
    kept.prepare()
    for verb in game.VERBS:
        _overload(verb)


def _overload(verb: game.Verb) -> None:
    if len(signature(verb).parameters) == 2:

        @overload(verb)
        def compiled(state, other):  # type: ignore[no-untyped-def]
            if rules := _answer(verb, state):
                return lambda state, other: rules(state, other)
            return None

    else:

        @overload(verb)
        def compiled_policy(state, choices, brain, rng):  # type: ignore[no-untyped-def]
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
