"""A review as one page that stands alone: curves, standings, and the board at each turning point."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from fathom5.command.review import MEDAL_HEADS as MEDALS
from fathom5.command.review import WORDS, Story, hundredths, level_basis, medal_rows, standing_rows, values_of
from fathom5.scene import DARK, LIGHT, SEAT_COLOURS, TOKENS, Scene, svg

if TYPE_CHECKING:
    from fathom5.bots.review import Judged, Review
    from fathom5.door import Match

MOST_BOARDS = 12
WIDTH, HEIGHT = 640, 240  # of the curves
DASHES = ("", "9 4", "2 4", "12 4 2 4", "6 2 2 2 2 2", "16 6")  # who cannot tell colours apart tells lines apart
STYLE = """
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,sans-serif;color-scheme:light dark}
main{max-width:46rem;margin:auto;padding:0 20px 40px}h1,h2{font-family:ui-serif,Georgia,serif;line-height:1.2}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{padding:5px 12px;text-align:right;border-bottom:1px solid color-mix(in srgb,var(--ink) 20%,transparent)}
th:first-child{text-align:left}.curves{width:100%;height:auto;overflow:visible}.curves path{fill:none;stroke-width:3}
.curves text{font-size:13px;fill:var(--ink)}.axis{stroke:var(--ink);opacity:.3}.turn{fill:var(--coral)}
figure{margin:28px 0;break-inside:avoid}figure img{width:100%;height:auto;border-radius:10px}
figcaption{margin-bottom:8px}.key{display:flex;flex-wrap:wrap;gap:6px 18px;padding:0;list-style:none}
"""


def page(found: "Review", match: "Match", names: Sequence[str], language: str) -> str:
    """The whole page, in one language."""
    words, story = WORDS[language], Story(match, names, language)
    title = escape(words["title"].format(game=match.words(language)["title"]))
    plays = escape(words["plays"].format(player=found.player, rounds=found.rounds))
    turns = turning_points(found)
    return "\n".join(
        [
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>:root{{{tokens(LIGHT)}}}{STYLE}",
            f"@media (prefers-color-scheme:dark){{:root{{{tokens(DARK)}}}}}</style>",
            f"</head><body><main><h1>{title}</h1><p>{words[found.kind]} {plays}</p>",
            f"<h2>{words['curve']}</h2>{curves(found, names, turns)}{key(names)}",
            table(("", *names), standing_rows(found, language)),
            f"<p>{escape(level_basis(found, language))}</p>",
            *medals(found, language),
            f"<h2>{words['turning']}</h2>",
            *(turning_point(judged, story) for judged in turns),
            "</main></body></html>",
        ]
    )


def tokens(theme: int) -> str:
    return "".join(f"--{name}:{colours[theme]};" for name, colours in TOKENS.items())


def medals(found: "Review", language: str) -> Iterator[str]:
    if found.medals:
        yield f"<h2>{WORDS[language]['medals']}</h2>"
        yield table(("", *MEDALS[language].split("|")), medal_rows(found, language))


def table(head: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{escape(word)}</th>' for word in head)
    body = "".join(
        f'<tr><th scope="row">{escape(first)}</th>{"".join(f"<td>{escape(cell)}</td>" for cell in rest)}</tr>'
        for first, *rest in rows
    )
    return f'<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


# The curves.


def curves(found: "Review", names: Sequence[str], turns: Sequence["Judged"]) -> str:
    """Each seat's chance to win, with marks at turning points."""
    last = max(1, len(found.actions))
    lines = "".join(
        f'<path d="{line(values_of(found, seat))}" stroke="{SEAT_COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}">'
        f"<title>{escape(name)}</title></path>"
        for seat, name in enumerate(names)
    )
    marks = "".join(
        f'<circle class="turn" r="5" cx="{WIDTH * one.number / last:.1f}" cy="{HEIGHT}">'
        f"<title>{one.number + 1}</title></circle>"
        for one in turns
    )
    axes = "".join(
        f'<line class="axis" x2="{WIDTH}" y1="{HEIGHT * (1 - share):g}" y2="{HEIGHT * (1 - share):g}"/>'
        f'<text x="-36" y="{HEIGHT * (1 - share) + 4:g}">{share:.0%}</text>'
        for share in (0, 0.5, 1)
    )
    box = f"-40 -10 {WIDTH + 50} {HEIGHT + 20}"
    return f'<svg class="curves" viewBox="{box}" role="img">{axes}{lines}{marks}</svg>'


def line(values: Sequence[float]) -> str:
    last = max(1, len(values) - 1)
    points = (f"{WIDTH * k / last:.1f} {HEIGHT * (1 - value):.1f}" for k, value in enumerate(values))
    return "M" + "L".join(points)


def key(names: Sequence[str]) -> str:
    """Which line is whose."""
    stroke = 'width="36" height="12"><path d="M0 6H36" stroke-width="3"'
    items = (
        f'<li><svg {stroke} stroke="{SEAT_COLOURS[seat]}" stroke-dasharray="{DASHES[seat]}"/></svg> {escape(name)}</li>'
        for seat, name in enumerate(names)
    )
    return f'<ul class="key">{"".join(items)}</ul>'


# The turning points.


def turning_points(found: "Review") -> list["Judged"]:
    """The costliest decisions and the greatest strokes of luck of all seats, in the order of the game."""
    picked: dict[int, Judged] = {}
    for seat in range(len(found.result)):
        for judged in (*found.costliest(seat), *found.luckiest(seat, 1), *found.unluckiest(seat, 1)):
            picked[judged.number] = judged
    greatest = sorted(picked.values(), key=lambda judged: -swing(judged))[:MOST_BOARDS]
    return sorted(greatest, key=lambda judged: judged.number)


def swing(judged: "Judged") -> float:
    """By how much an action changed what somebody could expect, by luck or by skill."""
    return max(map(abs, (*judged.luck, *judged.skill)))


def turning_point(judged: "Judged", story: Story) -> str:
    """What happened, what each could expect, and the board as it stood; the better move is lit."""
    if judged.better is not None:
        told, seat = f"{story.names[judged.seat]}. {story.costly(judged)}", judged.seat
    else:
        seat = max(range(len(judged.luck)), key=lambda seat: abs(judged.luck[seat]))
        told = story.lucky(judged, seat)
    expected = zip(story.names, judged.before, strict=True)
    values = "; ".join(f"{name} {hundredths(value, story.language)}" for name, value in expected)
    chances = story.words["values"].format(values=values)
    caption = f"<figcaption>{escape(told)}<br><small>{escape(chances)}</small></figcaption>"
    return f"<figure>{caption}{board(judged, seat, story)}</figure>"


def board(judged: "Judged", seat: int, story: Story) -> str:
    """As that seat saw it, which is as a replay shows it; each picture has its own styles, so it is kept apart."""
    match = story.before(judged)
    scene, drawn = lit(match.scene(seat, story.language), judged), match.game.board
    light, dark = (
        b64encode(svg(scene, drawn.SYMBOLS, drawn.STYLE, theme).encode()).decode() for theme in (LIGHT, DARK)
    )
    data = "data:image/svg+xml;base64"
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{data},{dark}">'
        f'<img loading="lazy" alt="" src="{data},{light}"></picture>'
    )


def lit(scene: Scene, judged: "Judged") -> Scene:
    """Only what would have to be touched for the better move is lit."""
    better = judged.better.action if judged.better else None
    touched = [thing for act in scene["acts"] if act["action"] == better for thing in act["path"]]
    return {**scene, "acts": [{"action": 0, "words": "", "path": [thing]} for thing in touched]}
