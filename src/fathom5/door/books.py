"""What a game says of itself: its words and its rulebook, in each language."""

from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType

from fathom5 import games
from fathom5.kernel.options import HOUSE, Constant, Value, changed_numbers, nearest
from fathom5.kernel.options import values as house_numbers
from fathom5.scene import LANGUAGES, Words, typeset

DEPARTURE = (
    "House rule. {said}: {number}, not {rulebook} as in the rulebook.",
    "Règle maison. {said} : {number}, et non {rulebook} comme dans la règle du jeu.",
)


def checked_language(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"the languages are {' and '.join(LANGUAGES)}, not {language!r}")
    return language


def words_of(name: str, language: str, options: Mapping[str, Value] = MappingProxyType({})) -> dict[str, str]:
    """All that a game says, in a language; with house rules among the options, by these."""
    words: Words = games.load(name).words.WORDS[checked_language(language)]
    return words.by_house(changed_numbers(options))


def rulebook(name: str, language: str) -> str:
    """A game's rulebook, as Markdown."""
    page = files(games).joinpath(games.checked(name), f"rulebook.{checked_language(language)}.md")
    return page.read_text("utf8")


def departures(name: str, language: str, options: Mapping[str, Value]) -> dict[str, tuple[str, ...]]:
    """By clause of the rulebook: what is not so where these options are agreed on, in sentences."""
    own, told = LANGUAGES.index(checked_language(language)), dict[str, tuple[str, ...]]()
    for constant, number in _changed(name, options):
        said = DEPARTURE[own].format(said=constant.said[own], number=number, rulebook=constant.rulebook)
        for clause in constant.clauses:
            told[clause] = (*told.get(clause, ()), typeset(said, language))
    return told


def _changed(name: str, options: Mapping[str, Value]) -> Iterator[tuple[Constant, int]]:
    """Numbers of the rulebook that house rules change, and those that follow from them."""
    game = games.load(name)
    for rule, number in changed_numbers(options).items():
        yield game.house[rule], number
    numbers = house_numbers(game.house, options)
    for size, rules, constant in game.rests:
        rest = size - sum(numbers[rule] for rule in rules)
        if rest != constant.rulebook:
            yield constant, rest


def house_rules_among(options: Mapping[str, Value]) -> dict[str, Value]:
    """Those of the options agreed on that are house rules, by their marked names."""
    return {name: value for name, value in options.items() if name.startswith(HOUSE)}


def house_rules_meant(name: str, said: Mapping[str, str]) -> dict[str, Value]:
    """The house rules among what somebody has typed, checked; without those that are the rulebook's own numbers."""
    known, meant = games.load(name).agreeable, dict[str, Value]()
    for rule, text in said.items():
        if rule.startswith(HOUSE):
            if rule not in known:
                raise ValueError(f"{name} has no house rule {rule!r}; {nearest(rule, known)}")
            meant[rule] = known[rule].check(rule, known[rule].parse(text))
    return {rule: number for rule, number in meant.items() if number != known[rule].default}
