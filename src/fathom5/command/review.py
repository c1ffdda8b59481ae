"""A review in the terminal: how each seat fared, and the moments that made the game what it was."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:  # this module must not wait for NumPy
    from fathom5.bots.review import Judged, Review
    from fathom5.door import Match

WIDTH = 60  # of a curve, in letters
LEVELS = " ▁▂▃▄▅▆▇█"
WORDS = {
    "en": {
        "title": "{game}: luck and skill, in hundredths of a victory",
        "known": "Judged by what each player could know.",
        "real": "Judged by how it really was, hidden things included.",
        "plays": "What was not played is played on by the hinted player '{player}', {rounds} times.",
        "costly": "Action {number}: {move} cost {cost}; better: {better}.",
        "lucky": "Action {number}: {move} was worth {worth} to {name}.",
        "curve": "Chance to win, from the first action to the last:",
        "sound": "No decision was clearly worse than another.",
    },
    "fr": {
        "title": "{game} : chance et adresse, en centièmes de victoire",
        "known": "Jugé d'après ce que chaque joueur pouvait savoir.",
        "real": "Jugé d'après la réalité, choses cachées comprises.",
        "plays": "Ce qui n'a pas été joué est poursuivi par le joueur « {player} », {rounds} fois.",
        "costly": "Action {number} : {move} a coûté {cost} ; mieux valait : {better}.",
        "lucky": "Action {number} : {move} a valu {worth} à {name}.",
        "curve": "Chances de gagner, de la première à la dernière action :",
        "sound": "Aucune décision n'était nettement moins bonne qu'une autre.",
    },
}
HEADS = {
    "en": "start|luck|own errors|others' errors|learnt|result|without luck|per decision",
    "fr": "départ|chance|ses erreurs|erreurs des autres|appris|résultat|sans la chance|par décision",
}


def shown(found: "Review", match: "Match", language: str) -> Group:
    """All of it, one below the other."""
    words, names = WORDS[language], match.names(language)
    lines = [words[found.kind], words["plays"].format(player=found.player, rounds=found.rounds), "", words["curve"]]
    curves = [f"{curve(found, seat)} {name}" for seat, name in enumerate(names)]
    below = (*lines, *curves, "", *told(found, names, language))
    return Group(standings(found, names, language), *map(Text, below))


def standings(found: "Review", names: Sequence[str], language: str) -> Table:
    """A column for each seat: its parts add up to its result."""
    table = Table(title=WORDS[language]["title"].format(game=found.game), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    seats = [
        (*map(hundredths, parts(found, seat)), f"{-100 * found.standings[seat].errors_per_decision:.2f}")
        for seat in range(len(names))
    ]
    for head, row in zip(HEADS[language].split("|"), zip(*seats, strict=True), strict=True):
        table.add_row(head, *row)
    return table


def parts(found: "Review", seat: int) -> tuple[float, ...]:
    """Where a seat began, what was added and taken, what it got, and what it would have got without luck."""
    own = found.standings[seat]
    return found.start[seat], own.luck, -own.errors, own.given, own.learnt, own.result, own.adjusted


def hundredths(share: float) -> str:
    return f"{100 * share:.1f}"


def curve(found: "Review", seat: int) -> str:
    """A seat's chance to win over the game, a letter for each stretch of it."""
    values = [judged.before[seat] for judged in found.actions] + [found.result[seat]]
    picked = [values[len(values) * k // WIDTH] for k in range(WIDTH - 1)] + [values[-1]]
    return "".join(LEVELS[round(min(1.0, max(0.0, value)) * (len(LEVELS) - 1))] for value in picked)


def told(found: "Review", names: Sequence[str], language: str) -> Iterator[str]:
    """The costliest decisions and the greatest strokes of luck, in sentences."""
    words = WORDS[language]
    for seat, name in enumerate(names):
        yield f"{name}:"
        costly = found.costliest(seat)
        yield from (f"  {_costly(judged, words)}" for judged in costly)
        if not costly:
            yield f"  {words['sound']}"
        for judged in (*found.luckiest(seat, 1), *found.unluckiest(seat, 1)):
            worth, move = f"{100 * judged.luck[seat]:+.1f}", " ".join(map(str, judged.move))
            yield "  " + words["lucky"].format(number=judged.number + 1, move=move, worth=worth, name=name)


def _costly(judged: "Judged", words: dict[str, str]) -> str:
    assert judged.better is not None
    move, better = (" ".join(map(str, each)) for each in (judged.move, judged.better.move))
    return words["costly"].format(number=judged.number + 1, move=move, cost=hundredths(judged.error), better=better)
