"""Playing in the terminal: the board in letters, numbered moves, the log in words."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.rule import Rule

from fathom5 import bots
from fathom5.bots import Bot
from fathom5.door import IllegalMove, Match

YOU = "you"
SAID = {
    "you": ("you", "vous"),
    "over": ("The game is over.", "La partie est finie."),
    "winner": ("Winner: {names}", "Vainqueur : {names}"),
    "winners": ("Winners: {names}", "Vainqueurs : {names}"),
    "no_winner": ("Nobody wins.", "Personne ne gagne."),
    "prompt": ("{name}, your move", "{name}, à vous"),
    "help": (
        "A number or the move itself; u undo, o odds, l whole log, b board, s save, q save and quit",
        "Un numéro ou le coup lui-même ; u annuler, o chances, l journal, b plateau, s sauver, q sauver et quitter",
    ),
    "saved": (
        "Saved. Go on with:  fathom5 play --load {file} --seats {seats}",
        "Sauvé. Pour continuer :  fathom5 play --load {file} --seats {seats}",
    ),
    "pass": ("Hand over to {name}, then press Enter", "Passez à {name}, puis appuyez sur Entrée"),
    "no_odds": ("Nothing is left to chance here.", "Rien ici ne dépend du hasard."),
}


class Sitting:
    """A match, who sits where, and what has been told so far."""

    def __init__(self, match: Match, seats: Sequence[str], language: str, console: Console):
        self.match, self.language, self.console = match, language, console
        self.words = {key: said[language == "fr"] for key, said in SAID.items()}
        self.bots: list[Bot | None] = [None if name == YOU else bots.load(name) for name in seats]
        self.seats, self.names = seats, named(match, seats, language, self.words[YOU])
        self.told = 0  # lines of the log

    @property
    def watcher(self) -> int | None:
        """Whose eyes the screen is for: the person to move, or the only one at the table."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        if self.match.seat in people:
            return self.match.seat
        return people[0] if len(people) == 1 else None

    def tell(self) -> None:
        """Say what has happened since."""
        story = self.match.story(self.watcher, self.language, self.names)
        for line in story[self.told :]:
            self.console.print(f"  [dim]·[/] {escape(line)}", highlight=False)
        self.told = len(story)

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


def seated(match: Match, seats: str) -> list[str]:
    """Who sits where: as asked, else you first and hinted players after you."""
    asked = [name.strip() for name in seats.split(",") if name.strip()] or [YOU]
    if len(asked) == 1:
        asked += ["hinted"] * (match.seats - 1)
    if len(asked) != match.seats:
        raise ValueError(f"{match.seats} seats ask for {match.seats} names, not {len(asked)}")
    for name in asked:
        known = (YOU, *bots.names(match.game))
        if name not in known and not name.startswith(bots.FILE):
            raise ValueError(f"there is no player {name!r}; there are: {', '.join(known)}")
    return asked


def play(match: Match, seats: str, language: str, console: Console, file: Path | None) -> None:
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
        match.play(bot(match.seen(match.seat), len(match.actions)))
        return
    if match.has_secrets and sitting.bots.count(None) > 1:
        sitting.console.clear()
        sitting.console.input(sitting.words["pass"].format(name=sitting.names[match.seat]))
    sitting.tell()
    sitting.show_board()
    ask(sitting, file)


def ask(sitting: Sitting, file: Path | None) -> None:
    """Ask until something is done with the match."""
    list_moves(sitting)
    turn = len(sitting.match.actions)
    while len(sitting.match.actions) == turn:
        answer = sitting.console.input("[bold]>[/] ").strip()
        if answer == "q":
            raise EOFError
        obey(sitting, answer, file)


def list_moves(sitting: Sitting) -> None:
    match = sitting.match
    words = match.words(sitting.language)
    prompt = sitting.words["prompt"].format(name=sitting.names[match.seat])
    sitting.console.print(f"[bold]{escape(prompt)}.[/] {escape(match.game.words.ask(match.seen(match.seat), words))}")
    for number, move in enumerate(match.moves, 1):
        text = match.game.words.button(match.seen(match.seat), move, words)
        sitting.console.print(
            f"  [bold cyan]{number:>2}[/] {escape(text)}  [dim]{escape(' '.join(map(str, move)))}[/]", highlight=False
        )
    sitting.console.print(f"[dim]{escape(sitting.words['help'])}[/]", highlight=False)


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
        sitting.told = 0
        sitting.tell()
    elif answer.isdigit() and 1 <= int(answer) <= len(match.moves):
        match.play(match.moves[int(answer) - 1])
    elif answer:
        try:
            match.play("" if answer.isdigit() else answer)
        except IllegalMove as refusal:
            sitting.console.print(f"[red]{escape(str(refusal))}[/]", highlight=False)


def undo(sitting: Sitting) -> None:
    """Take back up to the last decision of the person who asks."""
    person = sitting.match.seat
    try:
        sitting.match.undo()
        while sitting.match.seat != person:
            sitting.match.undo()
    except IllegalMove as refusal:
        sitting.console.print(f"[red]{escape(str(refusal))}[/]", highlight=False)
    sitting.told = len(sitting.match.actions)
    sitting.show_board()
    list_moves(sitting)


def show_odds(sitting: Sitting) -> None:
    """What is known of the chances."""
    match = sitting.match
    chances = match.game.measures.odds(match.seen(match.seat))
    words = match.words(sitting.language)
    for name, chance in chances.items():
        sitting.console.print(f"  {words.get(f'odds.{name}', name)}: [bold]{chance:.0%}[/]", highlight=False)
    if not chances:
        sitting.console.print(sitting.words["no_odds"])


def announce(sitting: Sitting) -> None:
    """Who has won."""
    match, words = sitting.match, sitting.words
    winners = [sitting.names[seat] for seat in match.winners]
    key = "no_winner" if not winners else "winner" if len(winners) == 1 else "winners"
    sitting.console.print(f"[bold]{words['over']} {escape(words[key].format(names=', '.join(winners)))}[/]")


def retell(match: Match, at: int | None, language: str, console: Console) -> None:
    """The story so far, and the board."""
    count = len(match.actions)
    if at is not None and not 0 <= at <= count:
        raise ValueError(f"--at is from 0 to {count}, not {at}")
    shown = match if at is None else Match(match.game, match.options, None, match.actions[:at])
    for number, line in enumerate(shown.story(None, language), 1):
        console.print(f"[dim]{number:>4}[/] {escape(line)}", highlight=False)
    console.print()
    console.print(shown.text(None, language), highlight=False)
