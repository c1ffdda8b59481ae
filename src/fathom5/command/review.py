"""A review in the terminal and as a page: how each seat fared, and the moments that made the game what it was."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from fathom5.kernel.record import spoken

if TYPE_CHECKING:  # this module must not wait for NumPy
    from fathom5.bots.review import Judged, Review
    from fathom5.door import Match

WIDTH = 60  # of a curve, in letters
HEIGHTS = " ▁▂▃▄▅▆▇█"
WORDS = {
    "en": {
        "title": "{game}: luck and skill, in hundredths of a victory",
        "known": "Judged by what each player could know.",
        "real": "Judged by how it really was, hidden things included.",
        "plays": "What was not played is played on by the hinted player '{player}', up to {rounds} times.",
        "costly": "Action {number}: {move} cost {cost} ± {margin}; better: {better}.",
        "lucky": "Action {number}: {move} was worth {worth} to {name}.",
        "curve": "Chance to win, from the first action to the last:",
        "sound": "No decision was clearly worse than another.",
        "medals": "Chances of each medal, in per cent",
        "turning": "Turning points",
        "values": "Chances at that moment: {values}.",
        "luck": "How much of the results is luck: shares of their variance, with 95 % intervals",
        "alike": "all results are alike: there is nothing to explain",
        "errors": "{game}: errors in hundredths of a victory; fewer in so many of {groups} groups of {group} games",
        "fewer": "than {name}",
        "level": "level of play",
        "lost": "lost of what was at stake",
        "errors_per_decision": "Level of play: the bot whose errors per decision are nearest.",
        "errors_per_stake": "Level of play: the bot that lost most nearly as much of what was at stake; at stake is "
        "what moves picked blindly would have cost.",
        "unknown": "–",
    },
    "fr": {
        "title": "{game} : chance et adresse, en centièmes de victoire",
        "known": "Jugé d'après ce que chaque joueur pouvait savoir.",
        "real": "Jugé d'après la réalité, choses cachées comprises.",
        "plays": "Ce qui n'a pas été joué est poursuivi par le joueur « {player} », jusqu'à {rounds} fois.",
        "costly": "Action {number} : {move} a coûté {cost} ± {margin} ; mieux valait : {better}.",
        "lucky": "Action {number} : {move} a valu {worth} à {name}.",
        "curve": "Chances de gagner, de la première à la dernière action :",
        "sound": "Aucune décision n'était nettement moins bonne qu'une autre.",
        "medals": "Chances de chaque médaille, en pour cent",
        "turning": "Les tournants de la partie",
        "values": "Chances à ce moment : {values}.",
        "luck": "La part de la chance dans les résultats : parts de leur variance, avec intervalles à 95 %",
        "alike": "tous les résultats sont les mêmes : il n'y a rien à expliquer",
        "errors": "{game} : erreurs en centièmes de victoire ; moins dans tant de {groups} groupes de {group}",
        "fewer": "que {name}",
        "level": "niveau de jeu",
        "lost": "perdu de l'enjeu",
        "errors_per_decision": "Niveau de jeu : le robot dont les erreurs par décision sont les plus proches.",
        "errors_per_stake": "Niveau de jeu : le robot qui a perdu à peu près la même part de l'enjeu ; l'enjeu est ce "
        "qu'auraient coûté des coups choisis à l'aveuglette.",
        "unknown": "–",
    },
}
HEADS = {
    "en": "start|luck|own errors|others' errors|learnt|result|without luck|per decision",
    "fr": "départ|chance|ses erreurs|erreurs des autres|appris|résultat|sans la chance|par décision",
}
MEDAL_HEADS = {"en": "start|luck|skill|result", "fr": "départ|chance|adresse|résultat"}
LUCK_HEADS = {
    "en": "game|players|options|games|start|luck|own errors|others' errors|learnt",
    "fr": "jeu|joueurs|options|parties|départ|chance|ses erreurs|erreurs des autres|appris",
}
ERROR_HEADS = {"en": "player|games|decisions|per decision", "fr": "joueur|parties|décisions|par décision"}
LEVELS = {  # in French, as on the pages; in English bots have their own names
    "paddler": "barboteur",
    "snorkeller": "nageur au tuba",
    "diver": "plongeur",
    "leviathan": "léviathan",
}


# Reading.


def saves_in(paths: Sequence[Path]) -> list[Path]:
    """These files, and all in these folders."""
    found = [file for path in paths for file in (sorted(path.iterdir()) if path.is_dir() else [path])]
    if not found:
        raise ValueError("there is no save in there")
    return [file for file in found if not file.is_dir()]


# The terminal.


def shown(found: "Review", match: "Match", names: Sequence[str], language: str) -> Group:
    """All of it, one below the other."""
    words = WORDS[language]
    about = [level_basis(found, language), words[found.kind]]
    lines = [*about, words["plays"].format(player=found.player, rounds=found.rounds), "", words["curve"]]
    curves = [f"{curve(found, seat)} {name}" for seat, name in enumerate(names)]
    below = (*lines, *curves, "", *told(found, Story(match, names, language)))
    tables = [standings(found, names, language), *([medal_table(found, language)] if found.medals else [])]
    return Group(*tables, *map(Text, below))


def standings(found: "Review", names: Sequence[str], language: str) -> Table:
    """A column for each seat: its parts add up to its result."""
    table = Table(title=WORDS[language]["title"].format(game=found.game), title_justify="left")
    table.add_column("")
    for name in names:
        table.add_column(name, justify="right")
    for row in standing_rows(found, language):
        table.add_row(*row)
    return table


def standing_rows(found: "Review", language: str) -> Iterator[tuple[str, ...]]:
    """What was added and taken, and a word for the level of play."""
    seats = [
        [hundredths(part, language) for part in parts(found, seat)]
        + [hundredths(-own.errors_per_decision, language, ".2f")]
        for seat, own in enumerate(found.standings)
    ]
    for head, row in zip(HEADS[language].split("|"), zip(*seats, strict=True), strict=True):
        yield head, *row
    words, lost = WORDS[language], [own.lost for own in found.standings]
    if any(share is not None for share in lost):
        yield words["lost"], *(words["unknown"] if share is None else hundredths(share, language) for share in lost)
    levels = [own.level or words["unknown"] for own in found.standings]
    yield words["level"], *(LEVELS.get(level, level) if language == "fr" else level for level in levels)


def level_basis(found: "Review", language: str) -> str:
    """What the word for the level of play rests on."""
    from fathom5.bots.review.levels import measure

    return WORDS[language][measure(found.game).rate]


def parts(found: "Review", seat: int) -> tuple[float, ...]:
    """Where a seat began, what was added and taken, what it got, and what it would have got without luck."""
    own = found.standings[seat]
    return found.start[seat], own.luck, -own.errors, own.given, own.learnt, own.result, own.adjusted


def medal_table(found: "Review", language: str) -> Table:
    """How likely each medal was, what luck and skill did to that, and which it became."""
    table = Table(title=WORDS[language]["medals"], title_justify="left")
    for head in ("", *MEDAL_HEADS[language].split("|")):
        table.add_column(head, justify="right" if head else "left")
    for row in medal_rows(found, language):
        table.add_row(*row)
    return table


def medal_rows(found: "Review", language: str) -> Iterator[tuple[str, ...]]:
    from fathom5.bots.review.rollouts import medal_word
    from fathom5.games import load

    game = load(found.game)
    told = [judged.medals for judged in found.actions if judged.medals is not None]
    for place, medal in enumerate(found.medals):
        luck, skill = sum(one.luck[place] for one in told), sum(one.skill[place] for one in told)
        row = told[0].before[place], luck, skill, told[-1].after[place]
        yield medal_word(game, medal, language), *(hundredths(part, language) for part in row)


def hundredths(share: float, language: str, form: str = ".1f") -> str:
    """With a comma in French; nothing has no sign."""
    text = f"{round(100 * share, 2) + 0.0:{form}}"
    return text.replace(".", ",") if language == "fr" else text


def curve(found: "Review", seat: int) -> str:
    """A seat's chance to win over the game, a letter for each stretch of it."""
    values = values_of(found, seat)
    picked = [values[len(values) * k // WIDTH] for k in range(WIDTH - 1)] + [values[-1]]
    return "".join(HEIGHTS[round(min(1.0, max(0.0, value)) * (len(HEIGHTS) - 1))] for value in picked)


def values_of(found: "Review", seat: int) -> list[float]:
    """What a seat could expect before each action, and what it got."""
    return [judged.before[seat] for judged in found.actions] + [found.result[seat]]


def told(found: "Review", story: "Story") -> Iterator[str]:
    """The costliest decisions and the greatest strokes of luck, in sentences."""
    for seat, name in enumerate(story.names):
        yield f"{name}:"
        costly = found.costliest(seat)
        yield from (f"  {story.costly(judged)}" for judged in costly)
        if not costly:
            yield f"  {story.words['sound']}"
        for judged in (*found.luckiest(seat, 1), *found.unluckiest(seat, 1)):
            yield f"  {story.lucky(judged, seat)}"


class Story:
    """What was done, and what could have been done instead, in the words of the game."""

    def __init__(self, match: "Match", names: Sequence[str], language: str) -> None:
        self.match, self.names, self.language, self.words = match, names, language, WORDS[language]
        self.heard: dict[int, dict[int, str]] = {}  # by seat and action

    def costly(self, judged: "Judged") -> str:
        """A decision and what it cost."""
        assert judged.better is not None
        offered = {act["action"]: act["words"] for act in self.before(judged).scene(judged.seat, self.language)["acts"]}
        move, better = (offered.get(one.action) or spoken(one.move) for one in (judged, judged.better))
        cost, margin = (hundredths(part, self.language) for part in (judged.error, judged.better.margin))
        return self._say("costly", number=judged.number + 1, move=move, cost=cost, margin=margin, better=better)

    def lucky(self, judged: "Judged", seat: int) -> str:
        """What chance did, and what that was worth to a seat."""
        worth, move = hundredths(judged.luck[seat], self.language, "+.1f"), self.done(judged, seat)
        return self._say("lucky", number=judged.number + 1, move=move, worth=worth, name=self.names[seat])

    def done(self, judged: "Judged", seat: int) -> str:
        """An action as the log told it to a seat."""
        if seat not in self.heard:
            lines = self.match.lines(seat, self.language, self.names)
            deeds = [line for line in reversed(lines) if line["kind"] in ("deed", "event", "setup")]
            self.heard[seat] = {line["n"]: line["text"].rstrip(".") for line in deeds}
        return self.heard[seat].get(judged.number + 1) or spoken(judged.move)

    def before(self, judged: "Judged") -> "Match":
        """The game as it stood."""
        match = self.match
        return type(match)(match.game, match.options, None, match.actions[: judged.number])

    def _say(self, key: str, **about: object) -> str:
        from fathom5.scene import typeset

        return typeset(self.words[key].format(**about), self.language)


def luck_table(found: Mapping[tuple[str, int, str], tuple[int, Mapping[str, Any]]], language: str) -> Table:
    """How much of each game is luck: a row for each game, number of players and option."""
    table = Table(title=WORDS[language]["luck"], title_justify="left")
    for head in LUCK_HEADS[language].split("|"):
        table.add_column(head)
    for (game, players, options), (games, shares) in found.items():
        cells = [f"{each.middle:.0%} ({each.low:.0%} – {each.high:.0%})" for each in shares.values()]
        unknown = [WORDS[language]["alike"]] if not cells else []
        table.add_row(game, str(players), options, str(games), *unknown, *cells)
    return table


def error_tables(seats: Sequence[Any], language: str) -> Iterator[Table]:
    """For each game what decisions cost each player, and in how many groups of games one made fewer errors."""
    from fathom5.lab.reviews import GROUP, GROUPS, errors, fewer

    words = WORDS[language]
    for game, players in errors(seats).items():
        ranked = sorted(players, key=lambda who: players[who].errors_per_decision)
        table = Table(title=words["errors"].format(game=game, group=GROUP, groups=GROUPS), title_justify="left")
        for head in (*ERROR_HEADS[language].split("|"), *(words["fewer"].format(name=who) for who in ranked)):
            table.add_column(head, justify="right")
        own = [seat for seat in seats if seat.game == game]
        for who in ranked:
            rate, margin, games, decisions = players[who]
            cost = f"{hundredths(rate, language, '.2f')} ± {hundredths(margin, language, '.2f')}"
            against = ["" if who == other else str(fewer(own, who, other)) for other in ranked]
            table.add_row(who, str(games), str(decisions), cost, *against)
        yield table
