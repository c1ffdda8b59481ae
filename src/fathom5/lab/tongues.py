"""What a report says, in English and French, and how each writes its numbers."""

from collections.abc import Sequence

from fathom5.door import words_of
from fathom5.kernel.options import HOUSE
from fathom5.lab.plan import MATTER, Study, shown
from fathom5.lab.summary import Estimate, is_share

SAID = {
    "report": ("A study of {game}", "Une étude de {game}"),
    "question": ("What was asked", "La question"),
    "played": (
        "{games} at {points}, seed {seed}, rules {rules}.",
        "{games} en {points}, graine {seed}, règles {rules}.",
    ),
    "to_play": (
        "{settings} to be played, with {games} at each: run(FOLDER) plays them, and shows what was found.",
        "{settings} à jouer, avec {games} pour chacun : run(DOSSIER) les joue, et montre ce qui a été trouvé.",
    ),
    "count.game": ("game|games", "partie|parties"),
    "count.point": ("point|points", "point|points"),
    "count.setting": ("setting|settings", "réglage|réglages"),
    "points.grid": ("every combination of {axes}", "toutes les combinaisons de {axes}"),
    "points.random": ("{count} random points of {axes}", "{count} points au hasard de {axes}"),
    "points.one": (
        "one setting, as in the rulebook but for what is named",
        "un seul réglage, celui de la règle sauf mention",
    ),
    "who": ("Who plays: {players}.", "Qui joue : {players}."),
    "from_to": ("{name} from {low} to {high} ({count} values)", "{name} de {low} à {high} ({count} valeurs)"),
    "so_many": ("{name}, in {count} ways", "{name}, de {count} façons"),
    "one_of": ("{name}: {values}", "{name} : {values}"),
    "sure": (
        "Every interval holds with 95 % confidence together with all others of its chart (Bonferroni); "
        "what is called a difference is clear of chance at that level.",
        "Chaque intervalle tient à 95 % avec tous les autres de son graphique (Bonferroni) ; "
        "ce qui est dit différent l'est à ce niveau, hasard exclu.",
    ),
    "pooled": (
        "Where a chart shows fewer options than were varied, the others are averaged, each value counting the same.",
        "Quand un graphique montre moins d'options qu'il n'y en a, les autres sont moyennées à poids égal.",
    ),
    "timed": (
        "Some players think by the clock: these games cannot be repeated exactly.",
        "Certains joueurs réfléchissent au chronomètre : ces parties ne peuvent pas être répétées à l'identique.",
    ),
    "house": (
        "Not all of this is played by the rulebook's rules: house rules change numbers of {clauses}.",
        "Tout n'est pas joué selon la règle du jeu : des règles maison changent des nombres de {clauses}.",
    ),
    "count.left_out": (
        "setting is left out, because the game does not agree|settings are left out, because the game does not agree",
        "réglage que le jeu n'accepte pas est écarté|réglages que le jeu n'accepte pas sont écartés",
    ),
    "house_rule": ("{name} (house rule)", "{name} (règle maison)"),
    "matter": ("share of decisions that clearly matter", "part des décisions qui comptent nettement"),
    "matter.asked": (
        "A decision matters if its best move brings more than {bound} of a victory more than the next; that was found "
        "out by playing on from {count} decisions at each point, with the same dice after both moves.",
        "Une décision compte si son meilleur coup rapporte plus de {bound} de victoire de plus que le suivant ; "
        "pour le savoir, {count} décisions par point ont été rejouées, avec les mêmes dés après les deux coups.",
    ),
    "facts": ("The hardest facts", "Les faits les plus nets"),
    "unclear": ("What was not significant", "Ce qui n'est pas significatif"),
    "charts": ("Charts", "Graphiques"),
    "table": ("The figures of this chart", "Les chiffres de ce graphique"),
    "all": ("All points", "Tous les points"),
    "games": ("games", "parties"),
    "mean": ("mean", "moyenne"),
    "between": ("95 % interval", "intervalle à 95 %"),
    "share": ("share of victory", "part de victoire"),
    "place": ("place in the turn order", "place dans l'ordre du tour"),
    "ordinals": ("1st 2nd 3rd 4th 5th 6th", "1er 2e 3e 4e 5e 6e"),
    "decisions": ("decisions", "décisions"),
    "actions": ("actions, chance included", "actions, hasard compris"),
    "players_seated": ("who sits where", "qui est assis où"),
    "on": ("on", "oui"),
    "off": ("off", "non"),
    "none": ("none", "aucun"),
    "cited": ("“{words}”", "« {words} »"),
    "row": ("first seat", "premier siège"),
    "seat": ("seat {number}", "siège {number}"),
    "against": ("against", "contre"),
    "chart.order": ("Who begins, and who wins", "Qui commence, et qui gagne"),
    "chart.line": ("{measure}, by {option}", "{measure}, selon {option}"),
    "chart.heat": ("{measure}, by {option} and {other}", "{measure}, selon {option} et {other}"),
    "chart.pairs": ("Share of victory of the first seat, by pairing", "Part de victoire du premier siège, par duel"),
    "chart.length": (
        "How long games are, in {measure}, all points together",
        "La durée des parties, tous points confondus : {measure}",
    ),
    "of_games": ("share of games", "part des parties"),
    "chart.seats": ("Share of victory, by seat", "Part de victoire, par siège"),
    "chart.ladder": ("How strong each is, against an average one", "La force de chacun, face à un adversaire moyen"),
    "chart.alone": ("How much of the victory each wins alone", "La part de victoire de chacun, seul"),
    "contender": ("who", "qui"),
    "event": ("share of games: {event}", "part des parties : {event}"),
    "alone": ("{measure} in all games", "{measure}, toutes parties"),
    "fact.order": (
        "With {count} players, the {place} to play wins {share} of games ({low} to {high}), {more} an "
        "equal share of {equal}.",
        "À {count} joueurs, le {place} à jouer gagne {share} des parties ({low} à {high}), {more} la "
        "part égale de {equal}.",
    ),
    "more": ("more than", "plus que"),
    "less": ("less than", "moins que"),
    "unclear.order": (
        "With {count} players, no place in the turn order wins significantly more or less than {equal}.",
        "À {count} joueurs, aucune place dans l'ordre du tour ne gagne significativement plus ou moins que {equal}.",
    ),
    "fact.event": (
        "With “{option}” at {value} or less, {event} in {share} of games ({low} to {high}); "
        "with more, in {other} ({low2} to {high2}).",
        "Avec « {option} » à {value} ou moins, {event} dans {share} des parties ({low} à {high}) ; "
        "au-delà, dans {other} ({low2} à {high2}).",
    ),
    "zero": ("there are no {measure}", "le compte des {measure} reste à zéro"),
    "fact.trend": (
        "{measure}: {first} on average with “{option}” at {low}, {last} at {high}: "
        "a change of {change} ({least} to {greatest}).",
        "{measure} : {first} en moyenne avec « {option} » à {low}, {last} à {high} : "
        "une différence de {change} ({least} à {greatest}).",
    ),
    "unclear.kind": (
        "“{option}” does not change these significantly: {measures}.",
        "« {option} » ne change pas significativement : {measures}.",
    ),
    "unclear.trend": (
        "From {low} to {high}, “{option}” does not change these significantly: {measures}.",
        "De {low} à {high}, « {option} » ne change pas significativement : {measures}.",
    ),
    "fact.player": (
        "{player} wins {share} of its games ({low} to {high}) against all others.",
        "{player} gagne {share} de ses parties ({low} à {high}) contre tous les autres.",
    ),
    "fact.alone": (
        "{player} wins {share} of the victory ({low} to {high}).",
        "{player} obtient {share} de la victoire ({low} à {high}).",
    ),
    "fact.ladder": (
        "{count} of {of} are clearly apart, each above the one before: {names}.",
        "{count} sur {of} se distinguent nettement, chacun au-dessus du précédent : {names}.",
    ),
    "fact.steps": (
        "From {worst} to {best} it is {steps} steps of two wins in three ({low} to {high}).",
        "De {worst} à {best}, il y a {steps} marches de deux victoires sur trois ({low} à {high}).",
    ),
    "unclear.ladder": (
        "None of {names} is clearly stronger than another.",
        "Aucun de {names} n'est nettement plus fort qu'un autre.",
    ),
    "fact.pair": (
        "{player} wins {share} ({low} to {high}) of its games against {other}.",
        "{player} gagne {share} ({low} à {high}) de ses parties contre {other}.",
    ),
    "fact.matter": (
        "In {share} of decisions ({low} to {high}) the best move clearly brings more than {bound} of a victory more "
        "than the next; of {open} it could not be told.",
        "Dans {share} des décisions ({low} à {high}), le meilleur coup rapporte nettement plus de {bound} de victoire "
        "de plus que le suivant ; pour {open}, on n'a pas pu le dire.",
    ),
    "fact.word": (
        "With {word} in “{option}”, the share of victory is {share} ({low} to {high}); without, {other} "
        "({low2} to {high2}).",
        "Avec {word} dans « {option} », la part de victoire est de {share} ({low} à {high}) ; sans, de {other} "
        "({low2} à {high2}).",
    ),
    "unclear.word": (
        "In “{option}”, these do not change the share of victory significantly: {words}.",
        "Dans « {option} », ceux-ci ne changent pas significativement la part de victoire : {words}.",
    ),
    "unclear.player": (
        "{player} is not clearly above or below average.",
        "{player} n'est pas nettement au-dessus ou au-dessous de la moyenne.",
    ),
    "nothing": ("Nothing stands out clearly.", "Rien ne ressort nettement."),
    "compare": (
        "{measure} at {point}: {a} and {b}, a difference of {change} ({low} to {high}).",
        "{measure} à {point} : {a} et {b}, soit {change} ({low} à {high}).",
    ),
    "same": (
        "{count} of {of} comparisons show no significant difference.",
        "{count} comparaisons sur {of} ne montrent pas de différence significative.",
    ),
    "made": (
        "Made by Full Fathom Five {version}; the rows lie beside this page.",
        "Fait par Full Fathom Five {version} ; les lignes sont à côté de cette page.",
    ),
    "first_seat": ("seat 1", "siège 1"),
}
LANGUAGES = ("en", "fr")


class Tongue:
    """A language, with the words of one study's game."""

    def __init__(self, language: str, study: Study) -> None:
        self.language, self.study = language, study
        self.place, self.words = LANGUAGES.index(language), words_of(study.game, language)

    def say(self, key: str, **about: object) -> str:
        return self.spaced(SAID[key][self.place].format(**about))

    def spaced(self, text: str) -> str:
        """French keeps its high signs and quotation marks with their words."""
        if self.language == "fr":
            for loose, firm in ((" :", "\u00a0:"), (" ;", "\u202f;"), ("« ", "«\u00a0"), (" »", "\u00a0»")):
                text = text.replace(loose, firm)
        return text

    # Numbers.

    def number(self, value: float, digits: int | None = None) -> str:
        if digits is None:
            digits = 0 if abs(value) >= 1000 or value == int(value) else 1 if abs(value) >= 10 else 2
        text = f"{value:,.{digits}f}".replace("-", "−")
        return text if self.language == "en" else text.replace(",", "\u202f").replace(".", ",")

    def counted(self, count: int, what: str) -> str:
        """So many of something; in French none is singular too."""
        one, many = self.say(f"count.{what}").split("|")
        is_one = count == 1 or (count == 0 and self.language == "fr")
        return f"{self.number(count, 0)} {one if is_one else many}"

    def percent(self, share: float) -> str:
        percent = 100 * min(1.0, max(0.0, share)) if share >= 0 else 100 * share
        return f"{self.number(percent, 1)}{'' if self.language == 'en' else ' '}%".replace(" %", "\u202f%")

    def value(self, measure: str, value: float) -> str:
        """As the measure wants it: a share in per cent."""
        return self.percent(value) if is_share(measure) else self.number(value)

    def signed(self, measure: str, value: float) -> str:
        if is_share(measure):
            sign = "+" if value >= 0 else "−"
            return f"{sign}{self.number(abs(100 * value), 1)}"
        return ("+" if value >= 0 else "") + self.number(value)

    def interval(self, measure: str, estimate: Estimate) -> str:
        return f"{self.value(measure, estimate.low)} – {self.value(measure, estimate.high)}"

    # Names.

    def option(self, name: str) -> str:
        """In short: of a house rule it is enough to say that it is one, where the report has said what that means."""
        if not name.startswith(HOUSE):
            return self.option_in_full(name)
        constant = self.study.kind.house[name.removeprefix(HOUSE)]
        return small(self.say("house_rule", name=constant.said[self.place]))

    def option_in_full(self, name: str) -> str:
        return self.say(name) if name == "players_seated" else small(self.words[f"option.{name}"])

    def choice(self, name: str, value: object) -> str:
        """An option's value, in words where it has some."""
        if isinstance(value, tuple):
            return " + ".join(self.word(name, word) for word in value) or self.say("none")
        if isinstance(value, bool):
            return self.say("on" if value else "off")
        return self.word(name, value) if isinstance(value, str) else shown(value)

    def word(self, name: str, word: object) -> str:
        """A word of an option, also where words are numbers in a list: caver 4 is somebody, 4 cavers are four."""
        return self.words.get(f"option.{name}.{word}") or shown(word)

    def measure(self, name: str) -> str:
        """What a column counts."""
        kind, _, rest = name.partition(":")
        if kind == "event":
            return self.say("event", event=self.event(rest))
        if name.startswith(("share_", "order_")):
            return self.say("share")
        if name == MATTER:
            return self.say("matter")
        return self.say(name) if name in ("decisions", "actions") else self.words[f"measure.{name}"]

    def event(self, name: str) -> str:
        """As the study calls it in this language, or by its name."""
        told = self.study.events[name]
        return name.replace("_", " ") if isinstance(told, str) else str(told.get(self.language, name.replace("_", " ")))

    def ordinal(self, place: int) -> str:
        return self.say("ordinals").split()[place]

    def listed(self, words: Sequence[str]) -> str:
        return ", ".join(words)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def small(text: str) -> str:
    return text[:1].lower() + text[1:]
