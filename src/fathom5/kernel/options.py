"""What a table agrees on before a game, and how a wrong word is answered with the right one."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

import numpy as np

Word = int | str | bool
Value = Word | tuple[Word, ...] | None
ON_OFF = (False, True)
SPOKEN = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}


class Disagreement(ValueError):
    """Options that do not go together: told with their names as an error, and to people in their language."""

    def __init__(self, why: str, **said: str) -> None:
        super().__init__(why)
        self.said = said  # by language


class Option(NamedTuple):
    """One thing to agree on: a number of a range, one of some words, or a list of words."""

    default: Value  # None: it follows from the other options, the game's `agree` says how
    allowed: range | tuple[Word, ...] = ()
    several: tuple[Word, ...] = ()  # the words of which a list may be given instead
    most: int = 0  # the longest such list

    def check(self, name: str, value: object) -> Value:
        """The value in its own form, or a ValueError that says what is allowed."""
        if isinstance(value, list | tuple):
            return self._check_list(name, tuple(value))
        if isinstance(value, set | frozenset):
            raise ValueError(f"{name} is {self.described()}, not a set, which has no order")
        for word in self.allowed:
            if type(value) is type(word) and value == word:
                return word
        raise ValueError(f"{name} is {self.described()}, not {value!r}{self._hint(value)}")

    def _check_list(self, name: str, words: tuple[Any, ...]) -> Value:
        if not self.several:
            raise ValueError(f"{name} is {self.described()}, not a list")
        for word in words:
            if word not in self.several or isinstance(word, bool):
                raise ValueError(f"{name} has no {word!r}; {nearest(word, self.several)}")
        if len(set(words)) < len(words):
            raise ValueError(f"{name} names {next(word for word in words if words.count(word) > 1)!r} twice")
        if len(words) > self.most:
            raise ValueError(f"{name} lists at most {self.most}, not {len(words)}")
        return words

    def _hint(self, value: object) -> str:
        words = [word for word in (*self.allowed, *self.several) if isinstance(word, str)]
        close = get_close_matches(str(value), words, n=1)
        return f"; did you mean {close[0]!r}?" if close else ""

    def described(self) -> str:
        """What is allowed, in words."""
        ways = []
        if isinstance(self.allowed, range):
            ways.append(f"from {self.allowed[0]} to {self.allowed[-1]}")
        elif self.allowed == ON_OFF:
            ways.append("on or off (True or False)")
        elif self.allowed:
            ways.append(f"one of {', '.join(map(str, self.allowed))}")
        if self.several:
            ways.append(f"a list of up to {self.most} of {', '.join(map(str, self.several))}")
        return ", or ".join(ways)

    def parse(self, text: str) -> object:
        """What someone who types this means; whether it is allowed is for `check`."""
        if self.allowed == ON_OFF and text.lower() in SPOKEN:
            return SPOKEN[text.lower()]
        if self.several and (not self.allowed or "," in text or self._word(text) not in self.allowed):
            return [self._word(word) for word in text.replace(",", " ").split() if word != "none"]
        return self._word(text)

    def _word(self, text: str) -> Word:
        """A whole number where numbers are asked for, else the word itself."""
        numeric = any(type(word) is int for word in (*self.allowed, *self.several))
        try:
            return int(text) if numeric else text
        except ValueError:
            return text

    def fields(self, name: str) -> list[tuple]:
        """Of the record that `setup` reads."""
        return [(name, "i8")] + ([(f"{name}_list", "i8", self.most)] if self.several else [])

    def pack(self, name: str, value: Any, into: np.record) -> None:
        """Write the value as numbers: itself, or a word's place among the words; -1 fills up and stands for a list."""
        is_list = isinstance(value, tuple)
        if self.several:
            listed = [self.several.index(word) for word in value] if is_list else []
            into[f"{name}_list"] = [*listed, *[-1] * (self.most - len(listed))]
        into[name] = -1 if is_list else value if isinstance(self.allowed, range) else self.allowed.index(value)


HOUSE = "house_"  # the names of house rules begin so, wherever options are named
MARK = ("House rule, not the rulebook's: ", "Règle maison, hors règle du jeu : ")


class Constant(NamedTuple):
    """A number of the rulebook that a designer may change: a house rule, off the table's page unless it is named."""

    rulebook: int
    allowed: range  # what the sizes of the record, the sheet and the action numbers leave room for
    clause: str  # of the rulebook, where the number stands
    said: tuple[str, str]  # what it is, in each language
    also: tuple[str, ...] = ()  # other clauses that tell this number, or what follows from it

    @property
    def clauses(self) -> tuple[str, ...]:
        """Where the rulebook no longer tells the truth once it is changed."""
        return self.clause, *self.also

    @property
    def option(self) -> Option:
        """As something to agree on."""
        return Option(self.rulebook, self.allowed)


House = Mapping[str, Constant]  # by name, in the order of the record


class Rest(NamedTuple):
    """A number that nobody changes by itself: what those of some house rules leave of a whole."""

    size: int  # of the whole
    rules: tuple[str, ...]
    constant: Constant


def values(house: House, chosen: Mapping[str, Any]) -> dict[str, int]:
    """Each number as it was agreed, or as it stands in the rulebook."""
    return {name: int(chosen.get(HOUSE + name, constant.rulebook)) for name, constant in house.items()}


def named(house: House) -> dict[str, tuple[str, str]]:
    """What house rules are called, marked as such, for a game's words."""
    en, fr = MARK
    return {f"option.{HOUSE}{name}": (en + each.said[0], fr + each.said[1]) for name, each in house.items()}


def rulebook_numbers(house: House) -> dict[str, int]:
    """Each as it stands there, for texts that tell it."""
    return {name: constant.rulebook for name, constant in house.items()}


def changed_numbers(chosen: Mapping[str, Any]) -> dict[str, int]:
    """Those of the options agreed on that are house rules, by their own names."""
    return {name.removeprefix(HOUSE): number for name, number in chosen.items() if name.startswith(HOUSE)}


def nearest(word: object, words: Iterable[object]) -> str:
    """A hint for someone who misspelt one of these words."""
    known = list(map(str, words))
    close = get_close_matches(str(word), known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(known)}"
