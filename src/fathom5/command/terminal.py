"""Playing in the terminal: the board in letters, numbered moves, the log in words."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule

from fathom5 import bots
from fathom5.bots import Seated
from fathom5.door import IllegalMove, Line, Match, summary
from fathom5.kernel.record import Move, spoken
from fathom5.scene import introduced

YOU = "you"
FEW = 30  # moves that are listed in a row
PLACE = 4  # letters that the name of a place has at most; places are listed side by side
A_ROW = 10  # of places
SAID = {
    "you": ("you", "vous"),
    "over": ("The game is over.", "La partie est finie."),
    "winner": ("Winner: {names}", "Vainqueur : {names}"),
    "winners": ("Winners: {names}", "Vainqueurs : {names}"),
    "no_winner": ("Nobody wins.", "Personne ne gagne."),
    "prompt": ("{name}, your move", "{name}, à vous"),
    "help": (
        "A number or the move itself; u take back, o odds, l whole log, b board, s save, q save and quit",
        "Un numéro ou le coup lui-même ; u reprendre, o chances, l journal, b plateau, s sauver, q sauver et quitter",
    ),
    "saved": (
        "Saved. Go on with:  fathom5 play --load {file} --seats {seats}",
        "Sauvé. Pour continuer :  fathom5 play --load {file} --seats {seats}",
    ),
    "pass": ("Hand over to {name}, then press Enter", "Passez à {name}, puis appuyez sur Entrée"),
    "setup": ("Set-up: {count} steps (l shows them all)", "Mise en place : {count} étapes (l les montre toutes)"),
    "where": ("{step}: where to?", "{step} : où ?"),
    "back": ("back", "retour"),
    "refused": ("That cannot be done now ({clause}).", "Ce n'est pas possible maintenant ({clause})."),
    "unknown": ("There is no such move here: {answer}", "Ce coup n'existe pas ici : {answer}"),
    "faulty": (
        "{name} gave no answer that can be played: the hinted move is played.",
        "{name} n'a rien répondu de jouable : le coup de « hinted » est joué.",
    ),
    "no_undo": ("There is nothing to take back.", "Il n'y a rien à reprendre."),
    "odds": ("{what}: {percent}%", "{what} : {percent} %"),
    "no_odds": ("Nothing is left to chance here.", "Rien ici ne dépend du hasard."),
}


class Sitting:
    """A match, who sits where, and what has been told so far."""

    def __init__(self, match: Match, seats: Sequence[str], language: str, console: Console):
        self.match, self.language, self.console = match, language, console
        self.words = {key: said[language == "fr"] for key, said in SAID.items()}
        self.bots: list[Seated | None] = [None if name == YOU else bots.named(name) for name in seats]
        self.seats, self.names = seats, named(match, seats, language, self.words[YOU])
        self.told = 0  # actions
        self.is_brief = True  # the set-up is told in one line

    @property
    def watcher(self) -> int | None:
        """Whose eyes the screen is for: the person to move, or the only one at the table."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        if self.match.seat in people:
            return self.match.seat
        return people[0] if len(people) == 1 else None

    def tell(self) -> None:
        """Say what has happened since, under the heads of rounds and turns; the set-up in one line."""
        new = [line for line in self.match.lines(self.watcher, self.language, self.names) if line["n"] > self.told]
        folded = [line for line in new if line["kind"] == "setup"] if self.is_brief else []
        if len(folded) > 1:
            self.console.print(f"  [dim]{escape(self.words['setup'].format(count=len(folded)))}[/]", highlight=False)
            new = [line for line in new if line["kind"] != "setup"]
        for line in new:
            self.console.print(styled(line), highlight=False)
        self.told = len(self.match.actions)

    def show_board(self) -> None:
        self.console.print(Rule(style="dim"))
        self.console.print(self.match.text(self.watcher, self.language, self.names), highlight=False)
        self.console.print()

    def save(self, file: Path | None) -> Path:
        """Keep the match in its file, or in a new one beside the user."""
        path = file or free_name(self.match.game.name)
        path.write_text(self.match.save(), encoding="utf8")
        said = self.words["saved"].format(file=path, seats=",".join(self.seats))
        self.console.print(said, highlight=False, soft_wrap=True)
        return path


def styled(line: Line) -> str:
    """A line of the log, with markup: heads stand out, then what matters."""
    text = escape(line["text"])
    if line["kind"] in ("round", "turn"):
        return f"[bold]{text}[/]"
    return f"  [bold]·[/] {text}" if line["kind"] in ("event", "end") else f"  [dim]·[/] {text}"


def named(match: Match, seats: Sequence[str], language: str, you: str) -> list[str]:
    """A name for each seat, with who sits there."""
    word = match.words(language)["seat"]
    return [f"{word} {seat + 1} ({you if who == YOU else who})" for seat, who in enumerate(seats)]


def free_name(game: str) -> Path:
    """A file that does not exist yet."""
    number = 1
    while (path := Path(f"{game}-{number}.fathom5")).exists():
        number += 1
    return path


def seated(match: Match, seats: Sequence[str]) -> list[str]:
    """Who sits where: as asked, else you first and hinted players after you."""
    asked = list(seats) or [YOU]
    if len(asked) == 1:
        asked += ["hinted"] * (match.seats - 1)
    if len(asked) != match.seats:
        raise ValueError(f"{match.seats} seats ask for {match.seats} names, not {len(asked)}")
    for name in asked:
        known = (YOU, *bots.names(match.game))
        if ":" not in name and name not in known:
            raise ValueError(f"there is no player {name!r}; there are: {', '.join(known)}")
        if bots.is_hinted(match.game, name):
            bots.brain(match.game, name)
    return asked


def play(match: Match, seats: Sequence[str], language: str, console: Console, file: Path | None) -> None:
    """Play to the end; Ctrl-C and the end of input save and say how to go on."""
    match.words(language)
    sitting = Sitting(match, seated(match, seats), language, console)
    try:
        while not match.over:
            take_turn(sitting, file)
    except (KeyboardInterrupt, EOFError):
        console.print()
        sitting.save(file)
        return
    sitting.tell()
    sitting.show_board()
    announce(sitting)


def take_turn(sitting: Sitting, file: Path | None) -> None:
    """Let whoever is to move do something."""
    match = sitting.match
    bot = sitting.bots[match.seat]
    if bot is not None:
        decided = bots.decision(bot, match, len(match.actions))
        if decided.fault:
            note(sitting)
        match.play(decided.action)
        return
    if match.has_secrets and sitting.bots.count(None) > 1:
        sitting.console.clear()
        sitting.console.input(sitting.words["pass"].format(name=sitting.names[match.seat]))
    sitting.tell()
    sitting.show_board()
    ask(sitting, file)


def note(sitting: Sitting) -> None:
    """A move was made for a player from outside."""
    said = sitting.words["faulty"].format(name=sitting.names[sitting.match.seat])
    sitting.console.print(f"  [yellow]· {escape(said)}[/]", highlight=False)


def ask(sitting: Sitting, file: Path | None) -> None:
    """Ask until something is done with the match, step by step where there is too much to choose from."""
    turn, step = len(sitting.match.actions), ""
    list_moves(sitting, step)
    while len(sitting.match.actions) == turn:
        answer = sitting.console.input("[bold]>[/] ").strip()
        if answer == "q":
            raise EOFError
        chosen = pick(sitting, step, answer)
        if chosen is None:
            obey(sitting, answer, file)
        elif isinstance(chosen, str):
            step = chosen
            list_moves(sitting, step)
        else:
            sitting.match.play(chosen)


def menu(sitting: Sitting, step: str) -> dict[str, list[Move]]:
    """What to choose from now: moves by their words, or first what they are about, if there are many."""
    match = sitting.match
    words = match.words(sitting.language)
    steps = getattr(match.game.words, "steps", None)
    shown: dict[str, list[Move]] = {}
    for move in match.moves:
        first, second = steps(move, words) if steps and len(match.moves) > FEW else ("", "")
        if not first:
            first = introduced(match.game.words.button(match.seen(match.seat), move, words), sitting.names)
        if not step or first == step:
            shown.setdefault(second if step and second else first, []).append(move)
    return shown


def pick(sitting: Sitting, step: str, answer: str) -> Move | str | None:
    """The move that is meant by a number or by what is written beside it, or the step that comes next."""
    shown = menu(sitting, step)
    labels = list(shown)
    if step and answer in ("0", sitting.words["back"]):
        return ""
    if answer.isdigit():
        label = labels[int(answer) - 1] if 1 <= int(answer) <= len(labels) else None
    else:
        label = next((label for label in labels if answer and label.lower() == answer.lower()), None)
    if label is None:
        return None
    return shown[label][0] if len(shown[label]) == 1 else label


def list_moves(sitting: Sitting, step: str = "") -> None:
    match = sitting.match
    words = match.words(sitting.language)
    prompt = sitting.words["prompt"].format(name=sitting.names[match.seat])
    where = sitting.words["where"].format(step=step)
    asked = where if step else match.game.words.ask(match.seen(match.seat), words)
    sitting.console.print(f"[bold]{escape(prompt)}.[/] {escape(asked)}")
    for line in listed(menu(sitting, step)):
        sitting.console.print(line, highlight=False)
    if step:
        sitting.console.print(f"  [bold cyan] 0[/] {escape(sitting.words['back'])}", highlight=False)
    sitting.console.print(f"[dim]{escape(sitting.words['help'])}[/]", highlight=False)


def listed(shown: dict[str, list[Move]]) -> Iterator[str]:
    """What to choose from, with numbers: a line each, or many places side by side."""
    numbered = [f"[bold cyan]{number:>2}[/] {escape(label):<{PLACE}}" for number, label in enumerate(shown, 1)]
    if len(shown) > A_ROW and all(len(label) <= PLACE for label in shown):
        yield from ("  " + "  ".join(numbered[n : n + A_ROW]) for n in range(0, len(numbered), A_ROW))
        return
    for choice, moves in zip(numbered, shown.values(), strict=True):
        typed = escape(spoken(moves[0])) if len(moves) == 1 else "…"
        yield f"  {choice}  [dim]{typed}[/]"


def obey(sitting: Sitting, answer: str, file: Path | None) -> None:
    """Do what was typed, or say why not."""
    match = sitting.match
    if answer == "u":
        undo(sitting)
    elif answer == "s":
        sitting.save(file)
    elif answer == "b":
        sitting.show_board()
    elif answer == "o":
        show_odds(sitting)
    elif answer in ("l", "log"):
        sitting.told, sitting.is_brief = 0, False
        sitting.tell()
        sitting.is_brief = True
    elif answer:
        try:
            match.play("" if answer.isdigit() else answer)
        except IllegalMove:
            sitting.console.print(f"[red]{escape(refusal(sitting, answer))}[/]", highlight=False)


def refusal(sitting: Sitting, answer: str) -> str:
    """Why a move cannot be made, in the language of the game."""
    clause = sitting.match.game.words.CLAUSES.get(answer.split(" ")[0])
    return sitting.words["refused" if clause else "unknown"].format(clause=clause, answer=answer)


def undo(sitting: Sitting) -> None:
    """Take back up to the last decision of the person who asks."""
    person = sitting.match.seat
    try:
        sitting.match.undo()
        while sitting.match.seat != person:
            sitting.match.undo()
    except IllegalMove:
        sitting.console.print(f"[red]{escape(sitting.words['no_undo'])}[/]", highlight=False)
    sitting.told = len(sitting.match.actions)
    sitting.show_board()
    list_moves(sitting)


def show_odds(sitting: Sitting) -> None:
    """What is known of the chances."""
    match = sitting.match
    chances = match.game.measures.odds(match.seen(match.seat))
    words = match.words(sitting.language)
    for name, chance in chances.items():
        told = sitting.words["odds"].format(what=words.get(f"odds.{name}", name), percent=round(100 * chance))
        sitting.console.print(f"  {escape(told)}", highlight=False)
    if not chances:
        sitting.console.print(sitting.words["no_odds"])


def announce(sitting: Sitting) -> None:
    """Why it is over, how each has fared, and who has won."""
    match, words = sitting.match, sitting.words
    winners = [sitting.names[seat] for seat in match.winners]
    key = "no_winner" if not winners else "winner" if len(winners) == 1 else "winners"
    ending = match.ending(sitting.language, sitting.names)
    if ending:
        sitting.console.print(escape(ending["why"]), highlight=False)
        for line in summary(ending, sitting.names):
            sitting.console.print(f"  {escape(line)}", highlight=False)
    sitting.console.print(f"[bold]{words['over']} {escape(words[key].format(names=', '.join(winners)))}[/]")


def retell(match: Match, at: int | None, language: str, console: Console) -> None:
    """The story so far, and the board."""
    count = len(match.actions)
    if at is not None and not 0 <= at <= count:
        raise ValueError(f"--at is from 0 to {count}, not {at}")
    shown = match if at is None else Match(match.game, match.options, None, match.actions[:at])
    for line in shown.lines(None, language):
        console.print(f"[dim]{line['n']:>4}[/] {styled(line)}", highlight=False)
    if ending := shown.ending(language):
        for text in summary(ending, shown.names(language)):
            console.print(f"     {escape(text)}", highlight=False)
    console.print()
    console.print(shown.text(None, language), highlight=False)
