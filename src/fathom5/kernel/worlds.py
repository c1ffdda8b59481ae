"""Rules in both worlds: interpreted by Python, and compiled by Numba where that is worth the wait.

A rule is one object with both worlds in it. Called from Python it runs interpreted until its game's compiled code is
loaded; called from compiled code, Numba takes its compiled half. A loop over whole games is compiled when it is asked
for. Which world it is, is decided at the outermost call of each thread, and kept until that returns.

FATHOM5_WORLD=compiled or =interpreted forces one world for a whole run; so does NUMBA_DISABLE_JIT=1.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, partial, update_wrapper
from threading import get_ident, local
from typing import Any

BOTH, COMPILED, INTERPRETED = "both", "compiled", "interpreted"
SETTING = "FATHOM5_WORLD"


def chosen() -> str:
    """The world that the settings ask for."""
    world = os.environ.get(SETTING) or BOTH
    if world not in (BOTH, COMPILED, INTERPRETED):
        raise ValueError(f"{SETTING} is {BOTH}, {COMPILED} or {INTERPRETED}, not {world!r}")
    return INTERPRETED if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0") else world


class NotLoaded(Exception):
    """For these arguments there is no compiled code yet."""


interpreting: set[int] = set()  # threads; asked first, since mostly there is none and a thread's own things cost time


class Here(local):
    """What this thread is doing."""

    calls: list[tuple["Rule", tuple[Any, ...]]] | None = None  # of rules by Python, where somebody wants to know

    @property
    def interprets(self) -> bool:
        """A rule, so what that calls is interpreted too."""
        return get_ident() in interpreting

    @interprets.setter
    def interprets(self, is_so: bool) -> None:
        (interpreting.add if is_so else interpreting.discard)(get_ident())


here = Here()
WORLD = chosen()
ready: set[str] = set()  # games whose compiled code is loaded


class Rule:
    """A function in both worlds."""

    def __init__(self, plain: Callable, is_loop: bool = False, **options: Any):
        self.plain, self.options, self.name = plain, options, plain.__qualname__
        self.is_asked_compiled = WORLD == COMPILED or (is_loop and WORLD == BOTH)  # also if it must be compiled first
        self.loaded: dict[tuple[Any, ...], Callable] = {}  # what Python can call compiled, by Numba's types
        self.direct: Callable | None = None  # the twin, once something is loaded
        update_wrapper(self, plain)

    def __call__(self, *arguments: Any) -> Any:
        if interpreting and here.interprets:
            return self.plain(*arguments)
        if self.direct is not None:
            try:
                return self.direct(*arguments)
            except NotLoaded:
                pass
        elif self.is_asked_compiled and here.calls is None:
            return self.twin(*arguments)
        return self.interpret(*arguments)

    def interpret(self, *arguments: Any) -> Any:
        """Run in Python, and all that is called as well."""
        if WORLD == COMPILED:
            raise AssertionError(f"{self} is interpreted, though all is to be compiled")
        if here.calls is not None:
            here.calls.append((self, arguments))
        here.interprets = True
        try:
            return self.plain(*arguments)
        finally:
            here.interprets = False

    def __reduce__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<rule {self.__module__}.{self.name}>"

    # What Numba asks for when compiled code calls this.

    @cached_property
    def twin(self) -> Any:
        """The compiled half: a dispatcher of Numba, which is imported only here."""
        if WORLD == INTERPRETED:
            raise AssertionError(f"{self} is to be compiled, though all is to be interpreted")
        from fathom5.kernel.twins import twin_of

        return twin_of(self)

    @property
    def _numba_type_(self) -> Any:
        return self.twin._numba_type_

    @property
    def targetoptions(self) -> dict[str, Any]:
        return self.twin.targetoptions

    @property
    def py_func(self) -> Callable:
        return self.plain


@contextmanager
def recorded() -> Iterator[list[tuple[Rule, tuple[Any, ...]]]]:
    """What Python calls meanwhile in this thread, loops too, all interpreted."""
    calls: list[tuple[Rule, tuple[Any, ...]]] = []
    here.calls = calls
    try:
        yield calls
    finally:
        here.calls = None


rule = Rule
inlined = partial(Rule, inline="always")  # for what is done in less time than a call takes that hands over arrays
loop = partial(Rule, is_loop=True)  # over whole games: called from Python it is worth compiling
