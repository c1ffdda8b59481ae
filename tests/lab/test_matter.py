"""Decisions that matter: drawn from games, and judged by playing on."""

import numpy as np
import pytest

from fathom5 import load
from fathom5.bots.review.rollouts import Desk, Start
from fathom5.kernel.chance import dice
from fathom5.kernel.game import offers
from fathom5.lab import matter
from fathom5.lab.dataset import POSITIONS, Dataset
from fathom5.lab.matter import Sampler, judged, picked
from fathom5.lab.report import Results
from fathom5.lab.series import Stretch
from fathom5.lab.summary import OPEN, query, summary
from fathom5.lab.work import run
from lab.studies import ONE, THREE, chunked, small

MATTER = "decisions_that_matter"


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    monkeypatch.setattr(matter, "STAGE", 16)
    monkeypatch.setattr(matter, "FEWEST", 4)
    monkeypatch.setattr(matter, "MOST", 8)


def asked(**more):
    options = {"rounds": 1, "air": [6, 9]}
    return small(**({"options": options, "games": 2, "positions": 5, "columns": ["turns", MATTER]} | more))


class Bandit(Desk):
    """Moves whose worth is known: so much for each number, and a coin."""

    def __init__(self, *worth):
        self.worth, self.rng = np.array(worth), np.random.default_rng(1)

    def compare(self, start, actions, first, rounds):
        coins = self.rng.choice([-0.1, 0.1], (rounds, len(actions)))
        return np.repeat((self.worth[actions] + coins)[:, :, np.newaxis], 2, axis=2)


NOWHERE = Start(np.zeros(1)[0], False, np.uint64(0))


def test_the_two_best_of_many_are_picked():
    desk = Bandit(*np.arange(20) / 20)
    assert sorted(picked(desk, NOWHERE, 0, list(range(20)))) == [18, 19]


def test_a_gap_is_judged_until_it_is_clear_of_the_bound(monkeypatch):
    monkeypatch.setattr(matter, "MOST", 1024)
    wide, close = (judged(Bandit(0.0, gap), NOWHERE, 0, [0, 1], 0.2) for gap in (0.9, 0.21))
    assert wide.games < close.games
    assert wide.mean[0] == pytest.approx(0.9, abs=0.1)


def test_every_row_is_a_decision_of_a_game():
    ready = load("deep_sea", rounds=1)
    rows = Sampler(ready, ["hinted", "hinted"], dice(3)[0], 0.05).play(Stretch(0, 6))
    assert list(rows) == list(matter.COLUMNS)
    assert set(rows["seat"].tolist()) <= {0, 1} and (rows["moves"] >= 2).all()
    assert (rows["choices"] > 0).all() and (rows["gap"] >= 0).all() and (rows["rounds"] >= 4).all()


def test_any_decision_of_a_game_is_as_likely(monkeypatch):
    """The worth of a decision is replaced by the air that is left: that is spread over the game."""
    ready = load("deep_sea", rounds=1)
    sampler = Sampler(ready, ["hinted", "hinted"], dice(3)[0], 0.05)
    monkeypatch.setattr(sampler, "_weigh", lambda state, seat, seed: (len(offers(state)), int(state["air"]), 0.0, 0))
    rows = sampler.play(Stretch(0, 40))
    assert len(set(rows["gap"].tolist())) > 5


def test_cores_and_chunks_change_no_position_and_what_is_there_is_not_played_again(tmp_path):
    study = asked()
    for crew, name in ((ONE, "one"), (THREE, "three")):
        run(study, chunked(study, Dataset(tmp_path / name)), crew)
    one, three = (positions(study, Dataset(tmp_path / name)) for name in ("one", "three"))
    assert one == three and len(one) == 10
    more, news = asked(positions=7), []
    run(more, Dataset(tmp_path / "one"), ONE, news.append)
    assert next(told.games for told in news if told.kind == POSITIONS) == 10
    assert positions(more, Dataset(tmp_path / "one"))[:5] == one[:5]


def positions(study, dataset):
    return query(study, dataset, f"SELECT * FROM {POSITIONS} ORDER BY point, game").to_pylist()


def test_a_decision_counts_as_often_as_its_game_has_decisions(tmp_path, monkeypatch):
    study, found = asked(better_by=0.1), iter([(30, 0.5), (10, 0.0), (10, 0.0), (10, 0.11), (0, 0.0)] * 2)
    monkeypatch.setattr(Sampler, "play", lambda self, stretch: known([next(found) for _ in range(stretch.games)]))
    dataset = chunked(study, Dataset(tmp_path))
    run(study, dataset, ONE)
    cell = summary(study, dataset).cells[0, MATTER]
    assert cell.mean == pytest.approx(30 / 60)
    assert cell.games == round(60**2 / (30**2 + 3 * 10**2))
    assert summary(study, dataset).cells[0, OPEN].mean == pytest.approx(10 / 60)


def known(rows):
    """Rows with so many choices and such a gap, each sure to a hundredth."""
    columns = {name: np.zeros(len(rows), kind) for name, kind in matter.COLUMNS.items()}
    columns["choices"], columns["gap"] = np.array(rows).T.astype(np.float32)
    columns["margin"][:] = 0.01
    return {name: column.astype(matter.COLUMNS[name]) for name, column in columns.items()}


@pytest.mark.parametrize("language, said", [("en", "of decisions ("), ("fr", "des décisions (")])
def test_the_report_says_how_many_decisions_matter(tmp_path, language, said):
    study = asked()
    run(study, dataset := chunked(study, Dataset(tmp_path)), ONE)
    html = Results(study, dataset).report(language)
    assert said in html
    assert {"en": "5 decisions at each point", "fr": "5 décisions par point"}[language] in html
