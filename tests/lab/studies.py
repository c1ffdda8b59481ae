"""Small studies that are played in a moment, also interpreted."""

from fathom5.lab.dataset import Dataset
from fathom5.lab.plan import Study
from fathom5.lab.summary import query
from fathom5.lab.work import Threads, run

GAME = "deep_sea"
SMALL = {"rounds": 1, "air": [6, 9], "players": [2, 3]}


def small(**asked):
    return Study(GAME, **({"options": SMALL, "games": 6, "seed": 3} | asked))


def played(study, folder, **how):
    dataset = Dataset(folder)
    run(study, dataset, **how)
    return dataset


def rows(study, dataset):
    """Every row, in the order of points and games."""
    return query(study, dataset, "SELECT * FROM games ORDER BY point, game").to_pylist()


def chunked(study, dataset, chunk=4):
    """A dataset that is written in small parts."""
    dataset.begin(study, chunk)
    return dataset


ONE, THREE = Threads(1), Threads(3)
