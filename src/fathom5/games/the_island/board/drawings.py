"""The shapes of The Island, drawn once: tiles in relief, boats, people, creatures and what is printed under tiles."""

from math import cos, pi, sin

from fathom5.scene import MARKS

RADIUS = 30  # of a hex, from its middle to a corner
ACROSS, DOWN = 26, 45  # half a hex across, and from row to row


def hexagon(radius: float, lift: float = 0.0) -> str:
    """Standing on a corner."""
    corners = [(radius * sin(pi * k / 3), -radius * cos(pi * k / 3) - lift) for k in range(6)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


def relief(name: str, height: int, texture: str) -> str:
    """A tile of some height: shadow on the water, walls, top and what grows on it."""
    walls = f"M-26 {15 - height}L0 {30 - height}L26 {15 - height}V15L0 30L-26 15Z"
    return (
        f'<path d="{hexagon(RADIUS)}" transform="translate({2 + height / 2} {3 + height / 2})" class="cast"/>'
        f'<path d="{walls}" class="{name}-wall edge"/><path d="{hexagon(RADIUS, height)}" class="{name}-top edge"/>'
        f'<g transform="translate(0 {-height})">{texture}</g>'
    )


def dots(*places: tuple[int, int]) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="1.3" class="grain"/>' for x, y in places)


def tree(x: int, y: int) -> str:
    return f'<path d="M{x} {y - 9}l6 8h-3.4l4.4 7h-14l4.4-7h-3.4Z" class="tree"/>'


def peak(x: int, y: int, size: float) -> str:
    """A mountain with snow on it."""
    return (
        f'<g transform="translate({x} {y}) scale({size})"><path d="M0-17L15 9H-15Z" class="rock"/>'
        '<path d="M0-17L5.2-8L2-9.5L0-5.5L-2.6-9L-5.2-8Z" class="foam"/></g>'
    )


SAND = dots((-15, -8), (-7, -15), (4, -18), (14, -9), (18, 3), (10, 13), (-3, 19), (-13, 11), (-19, 1))
WOOD = tree(-13, -6) + tree(12, -9) + tree(0, -15) + tree(-15, 11) + tree(15, 9)
ROCKS = peak(-11, -3, 0.8) + peak(11, 0, 0.9) + peak(0, -9, 1.1)
CRATER = (
    '<path d="M-21 15L-8-11H8L21 15Z" class="rock"/><path d="M-6-11Q-11-22 0-30Q11-22 6-11Z" class="coral"/>'
    '<path d="M-3-11Q-5-18 0-22Q5-18 3-11Z" class="gold"/>'
    '<path d="M-8-11H8L10-6Q7 0 5-5Q3 6 0-3Q-4 3-6-4Q-8-2-10-6Z" class="coral"/>'
)
EDDY = '<path d="M1-1Q6-5 6 1Q4 8-4 7Q-13 4-10-5Q-5-15 7-12Q19-7 17 5Q13 18-3 18" class="spout"/>'
SURF = '<path d="M-15 0q5-5 10 0t10 0t10 0" class="ripple"/>'


def person(colour: int) -> str:
    """Head and shoulders, with the mark of the colour."""
    mark = MARKS[colour].replace("own edge", "foam")
    return (
        '<circle r="13" class="hit"/><path d="M-8.5 11Q-9.5-1-3.5-2.5A5.5 5.5 0 1 1 3.5-2.5Q9.5-1 8.5 11Q0 14-8.5 11Z" '
        f'class="own edge"/><g transform="translate(0 5.5) scale(.5)">{mark}</g>'
    )


def swimmer(colour: int) -> str:
    """The same, up to the shoulders in water."""
    mark = MARKS[colour].replace("own edge", "foam")
    return (
        '<circle r="13" class="hit"/><path d="M-10 5Q-9-4 0-4Q9-4 10 5Z" class="own edge"/>'
        '<circle cy="-6" r="6" class="own edge"/>'
        f'<g transform="translate(0 -6) scale(.45)">{mark}</g>'
        '<path d="M-13 6q3.3-4 6.5 0t6.5 0t6.5 0t6.5 0" class="wash"/>'
    )


BOAT = (
    '<path d="M-25-5Q0 1 25-5Q22 13 11 15H-11Q-22 13-25-5Z" class="hull edge"/>'
    '<path d="M-23 1Q0 7 23 1" class="line shade"/>'
    + "".join(f'<ellipse cx="{x}" cy="-1" rx="6" ry="3.5" class="thwart"/>' for x in (-14, 0, 14))
)
SERPENT = (
    '<path d="M-23 12Q-23-4-14-4Q-6-4-6 12M-4 12Q-4-9 6-9Q14-9 14 6" class="coil-rim"/>'
    '<path d="M-23 12Q-23-4-14-4Q-6-4-6 12M-4 12Q-4-9 6-9Q14-9 14 6" class="coil"/>'
    '<path d="M14 8Q14-14 22-16Q27-15 25-9L29-6Q25-3 20-5Q19 2 19 8Z" class="beast"/>'
    '<circle cx="22" cy="-11" r="1.6" class="eye"/>'
    '<path d="M17-14L14-20L20-17" class="beast"/>'
)
SHARK = (
    '<path d="M-27 3Q-12-8 8-6Q20-5 27 3Q18 9 6 9Q-8 9-17 5L-27 13Q-24 6-27 3Z" class="beast"/>'
    '<path d="M-4-6Q-1-20 9-23Q6-13 10-5Z" class="beast"/><path d="M-2 8L-8 17L6 9Z" class="beast"/>'
    '<circle cx="19" cy="1" r="1.6" class="eye"/><path d="M10-1v5M7-1v5" class="gill"/>'
)
WHALE = (
    '<path d="M-16 2Q-12-15 8-14Q27-12 27 3Q26 15 8 15Q-8 15-16 6Q-19 4-22 6Q-30 7-30-4Q-25-3-23-1Q-23-7-17-11Q-14-4'
    '-16 2Z" class="beast"/><path d="M2 12Q16 12 25 6" class="gill"/><circle cx="18" cy="-2" r="1.7" class="eye"/>'
    '<path d="M9-15v-5m0 0q-5-7-9-2m9 2q5-7 9-2" class="spout"/>'
)
BEASTS = {"serpent": SERPENT, "shark": SHARK, "whale": WHALE}


def small(shape: str, scale: float = 0.42) -> str:
    return f'<g transform="scale({scale})">{shape}</g>'


def card(face: str) -> str:
    """A red tile in hand."""
    return f'<path d="M-13-17H13V17H-13Z" class="card edge"/>{face}'


CROSS = '<path d="M-9 9L9-9" class="ban"/>'
DOLPHIN = (
    '<path d="M-11 7Q-9-9 6-8Q11-7 12-3Q8-4 5-2Q-3 0-6 6L-4 11L-9 9L-14 11Z" class="beast"/>'
    '<path d="M0-8L-3-14L5-9Z" class="beast"/>'
)
WIND = '<path d="M-10-5H3a4 4 0 1 0-4-4M-10 0H8a4 4 0 1 1-4 4M-10 5H0a3.5 3.5 0 1 1-3.5 3.5" class="gust"/>'
FACES = {
    "dolphin": DOLPHIN,
    "wind": WIND,
    **{f"move_{kind}": small(shape) for kind, shape in BEASTS.items()},
    **{f"stop_{kind}": small(BEASTS[kind]) + CROSS for kind in ("shark", "whale")},
}
HAVEN = "M-52-34Q-20-52 18-44Q50-38 56-14Q62 12 34 26Q10 40-22 32Q-58 26-60-2Q-62-24-52-34Z"

SYMBOLS = {
    "defs": (
        '<radialGradient id="island-sea" cx=".5" cy=".5" r=".62"><stop offset=".2" stop-color="var(--depth-3)"/>'
        '<stop offset=".62" stop-color="var(--depth-4)"/><stop offset="1" stop-color="var(--depth-6)"/>'
        "</radialGradient>"
    ),
    "water": f'<path d="{hexagon(RADIUS)}" class="swell"/>',
    "ripples": f'<path d="{hexagon(RADIUS)}" class="swell"/>{SURF}',
    "beach": relief("beach", 4, SAND),
    "forest": relief("forest", 9, WOOD),
    "mountain": relief("mountain", 14, ROCKS),
    "whirlpool": f'<path d="{hexagon(RADIUS)}" class="swell"/>{EDDY}',
    "volcano": relief("mountain", 14, CRATER),
    "target": f'<path d="{hexagon(24)}" class="reach"/>',
    "haven": (
        f'<path d="{HAVEN}" transform="translate(4 6)" class="cast"/><path d="{HAVEN}" class="haven edge"/>'
        f'<path d="{HAVEN}" transform="scale(.84)" class="meadow"/>'
    ),
    "jetty": '<path d="M0-4H30V4H0Z" class="hull edge"/><path d="M8-4V4M16-4V4M24-4V4" class="line shade"/>',
    "pip": '<circle r="7" class="foam edge"/>',
    "boat": '<circle r="24" class="hit"/>' + BOAT,
    **{kind: f'<circle r="24" class="hit"/>{shape}' for kind, shape in BEASTS.items()},
    **{f"explorer-{colour}": person(colour) for colour in range(4)},
    **{f"swimmer-{colour}": swimmer(colour) for colour in range(4)},
    "red-back": card('<path d="M-8-12H8V12H-8Z" class="card-back"/>'),
    **{f"red-{name}": card(face) for name, face in FACES.items()},
    **{
        f"die-{kind}": f'<rect x="-20" y="-20" width="40" height="40" rx="7" class="foam edge"/>{small(shape, 0.6)}'
        for kind, shape in BEASTS.items()
    },
    "die-blank": '<rect x="-20" y="-20" width="40" height="40" rx="7" class="foam edge"/>',
    "safe": '<path d="M-14 8Q-12-4 0-5Q12-4 14 8Z" class="meadow edge"/><path d="M0-5V-17L9-12L0-8" class="own edge"/>',
    "afoot": '<path d="M-8.5 11Q-9.5-1-3.5-2.5A5.5 5.5 0 1 1 3.5-2.5Q9.5-1 8.5 11Q0 14-8.5 11Z" class="own edge"/>',
}
ABOUT = {  # where the rulebook tells what a thing is and does
    "water": "TI-18",
    "ripples": "TI-18",
    **dict.fromkeys(("beach", "forest", "mountain"), "TI-24"),
    "haven": "TI-23",
    "panel": "TI-34",
    "target": "TI-11",
    "boat": "TI-20",
    "serpent": "TI-31",
    "shark": "TI-32",
    "whale": "TI-33",
    **{f"explorer-{colour}": "TI-15" for colour in range(4)},
    **{f"swimmer-{colour}": "TI-18" for colour in range(4)},
    "red-back": "TI-27",
    **{f"red-{name}": "TI-29" if name.startswith("stop") else "TI-28" for name in FACES},
    **{f"die-{kind}": "TI-13" for kind in BEASTS},
    "pip": "TI-11",
}
STYLE = (
    ".ocean path{fill:url(#island-sea)}"
    ".swell{fill:currentColor;stroke:var(--depth-2);stroke-width:1;stroke-opacity:.45}"
    ".deep-0{color:#8fccd1}.deep-1{color:#57a5b6}.deep-2{color:#3f8fa6}.deep-3{color:#2b7490}"
    ".deep-4{color:#1c5f7d}.deep-5{color:#134a68}"
    ".ripple{fill:none;stroke:var(--foam);stroke-width:1.5;stroke-linecap:round;opacity:.35}"
    ".cast{fill:var(--depth-6);opacity:.35}.grain{fill:#b58f4b}.tree{fill:#1f5d3c}.rock{fill:#6d7480}"
    ".beach-top{fill:var(--sand)}.beach-wall{fill:#bfa063}.forest-top{fill:#5f9e63}.forest-wall{fill:#5b4a33}"
    ".mountain-top{fill:#a9adb5}.mountain-wall{fill:#5a5f68}"
    ".haven{fill:var(--sand)}.meadow{fill:var(--kelp);opacity:.75}"
    ".hull{fill:#8a5a33}.thwart{fill:#4c2f18}.hit{fill:transparent}"
    ".beast{fill:var(--depth-6);stroke:var(--depth-1);stroke-width:1.4;stroke-linejoin:round}"
    ".coil,.coil-rim{fill:none;stroke:var(--depth-6);stroke-width:7;stroke-linecap:round}"
    ".coil-rim{stroke:var(--depth-1);stroke-width:9.6}"
    ".eye{fill:var(--coral)}.gill{fill:none;stroke:var(--depth-1);stroke-width:1.4;stroke-linecap:round}"
    ".spout,.wash{fill:none;stroke:var(--foam);stroke-width:2.2;stroke-linecap:round}"
    ".gust{fill:none;stroke:var(--depth-6);stroke-width:2.4;stroke-linecap:round}"
    ".reach{fill:var(--lamp);fill-opacity:.05;stroke:var(--lamp);stroke-width:4}"
    ".card{fill:#f4d9cf}.card-back{fill:var(--coral)}.ban{stroke:var(--coral);stroke-width:4;stroke-linecap:round}"
    ".panel path{fill:var(--paper);stroke:var(--night);stroke-width:2}"
    ".panel.now path{stroke:var(--lamp);stroke-width:6}"
    ".worth text{font-size:15px;transform:translateY(5.5px);paint-order:stroke;stroke:var(--foam);stroke-width:3px}"
    ".tally text{font:700 22px ui-serif,Georgia,serif;fill:var(--ink);text-anchor:start}"
    ".tally.for-tall text{font-size:34px}"
    "text.note{font-size:14.4px;font-weight:500;fill:var(--night);opacity:.5;transform:translateY(19px);"
    "paint-order:normal;stroke:none}"
    ":is(.beach,.forest,.mountain)>text.note{transform:translateY(9px)}"  # above the tile in front of it
    ":is(.forest,.mountain)>text.note{fill:var(--foam);opacity:.85}"
    ".own text.note{transform:translate(11px,-11px)}"
)
