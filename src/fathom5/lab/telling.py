"""How far a run has come, for who plays a study from Python: a bar in a notebook, a line in a terminal."""

import sys
from html import escape
from importlib import import_module
from time import monotonic
from typing import Any

from fathom5.lab.forecast import lasting
from fathom5.lab.plan import Study
from fathom5.lab.work import News, Tell

PAUSE = 0.2  # seconds between two tellings, as far as nothing ends


def told_here(study: Study) -> Tell:
    """In whatever way somebody who sits here can see it."""
    if is_notebook():
        return Bar(study.name)
    return Line(study.name) if sys.stderr.isatty() else lambda news: None


def is_notebook() -> bool:
    """This process is the kernel of one."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return hasattr(shell, "kernel")


def words(news: News) -> str:
    """How far, how fast, how long still, and how sure it is by now."""
    told = [f"{news.games:,} of {news.of:,} {news.kind}"]
    if 0 < news.games < news.of and news.rate:
        told += [f"{news.rate:,.0f}/s", f"{lasting(news.seconds_left)} left"]
    return ", ".join([*told, *[news.sureness] * bool(news.sureness)])


class Paced:
    """Shows news now and then, and whenever something is done."""

    def __init__(self, title: str) -> None:
        self.title, self.shown_at = title, float("-inf")

    def __call__(self, news: News) -> None:
        if news.games == news.of or monotonic() > self.shown_at + PAUSE:
            self.show(news)
            self.shown_at = monotonic()

    def show(self, news: News) -> None:
        raise NotImplementedError


class Bar(Paced):
    """What a notebook shows: one output that changes, as IPython lets it."""

    handle: Any = None

    def show(self, news: News) -> None:
        shown = import_module("IPython.display")
        picture = shown.HTML(
            f'<label>{escape(self.title)} <progress max="{max(1, news.of)}" value="{news.games}"></progress> '
            f"{escape(words(news))}</label>"
        )
        if self.handle is None:
            self.handle = shown.display(picture, display_id=True)
        else:
            self.handle.update(picture)


class Line(Paced):
    """What a terminal shows: a line that is written over."""

    def show(self, news: News) -> None:
        end = "\n" if news.games == news.of else ""
        print(f"\r{self.title}: {words(news)}\033[K", end=end, file=sys.stderr, flush=True)
