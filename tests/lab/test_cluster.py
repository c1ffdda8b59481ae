"""The same study on a Ray cluster of several nodes, all on this machine: no row is lost, none comes twice."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import pytest
from pyarrow import parquet

from fathom5 import load
from fathom5.bots import arena
from fathom5.bots.review import FIRST, review
from fathom5.command import cli
from fathom5.lab import cluster
from fathom5.lab.cluster import Cluster, versions
from fathom5.lab.dataset import Dataset
from fathom5.lab.reviews import Save, judged
from fathom5.lab.work import run
from lab.studies import chunked, played, rows, small

HERE = "127.0.0.1"
NODE = {"num_cpus": 1, "node_ip_address": HERE, "object_store_memory": 80_000_000}

os.environ[cluster.STAY_HERE] = "0"  # Ray reads it when it is imported, by whichever test comes first

SOON_MISSED = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 10}


@pytest.fixture(scope="module")
def nodes():
    """Three nodes with one core each."""
    import ray
    from ray.cluster_utils import Cluster as Nodes

    machines = Nodes(
        initialize_head=True, head_node_args=NODE | {"include_dashboard": False, "_system_config": SOON_MISSED}
    )
    for _ in range(2):
        machines.add_node(**NODE)
    machines.wait_for_nodes()
    yield machines
    ray.shutdown()
    machines.shutdown()


def address(nodes):
    """The head as it is reached here: bound to this machine alone."""
    return f"{HERE}:{nodes.address.rpartition(':')[2]}"


@pytest.fixture
def whole(tmp_path):
    """All rows, as threads play them."""
    study = small(games=12)
    return rows(study, played(study, tmp_path / "threads"))


def on_ray(nodes, dataset, tell=lambda news: None):
    run(small(games=12), dataset, Cluster(address(nodes)), tell)
    return rows(small(games=12), dataset)


@pytest.mark.filterwarnings("ignore")  # of Ray's own, on its way in
def test_a_cluster_plays_the_same_rows_and_a_lost_node_changes_none(nodes, whole, tmp_path):
    dataset = chunked(small(games=12), Dataset(tmp_path / "ray"), 2)
    lost = []

    def lose_a_node(news):
        if news.games and not lost:
            lost.append(sorted(nodes.worker_nodes, key=str)[0])
            nodes.remove_node(lost[0], allow_graceful=False)

    assert on_ray(nodes, dataset, lose_a_node) == whole
    assert lost


@pytest.mark.filterwarnings("ignore")
def test_a_driver_that_is_killed_and_resumed_changes_no_row(nodes, whole, tmp_path):
    dataset = chunked(small(games=12), Dataset(tmp_path / "killed"), 1)
    driver = subprocess.Popen(
        [sys.executable, "-c", DRIVER, nodes.address, dataset.address],
        env=os.environ | {"PYTHONPATH": ":".join(sys.path)},
    )
    while not dataset.done() and driver.poll() is None:
        time.sleep(0.05)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert 0 < len(dataset.done()) < 48
    assert on_ray(nodes, dataset) == whole


def test_a_node_that_goes_before_it_is_asked_is_done_without(monkeypatch):
    """A stand-in for Ray: a real one that is asked for a node which never was does not survive it."""
    gone, there = ({"NodeID": letter * 56, "Alive": True, "Resources": {"CPU": 1.0}} for letter in "ab")
    asked = []

    def get(node):
        asked.append(node)
        if node == gone["NodeID"]:
            raise ray.exceptions.TaskUnschedulableError("it has gone")
        return versions(), True

    class Asking:
        def options(self, scheduling_strategy):
            return SimpleNamespace(remote=lambda *about: scheduling_strategy.node_id)

    ray = cluster.library()
    fake = SimpleNamespace(
        nodes=lambda: [gone, there], remote=lambda **how: lambda work: Asking(), get=get, exceptions=ray.exceptions
    )
    monkeypatch.setattr(cluster, "library", lambda: fake)
    cluster.check_nodes("deep_sea", "somewhere")
    assert asked == [gone["NodeID"], there["NodeID"]]


@pytest.mark.filterwarnings("ignore")
def test_an_arena_on_a_cluster_plays_the_same_games_and_keeps_them(nodes, tmp_path):
    contest = partial(arena.run, load("deep_sea", rounds=1), ["hinted", "uniform"], 6, seed=3)
    there = contest(crew=Cluster(address(nodes)).contest, saves=tmp_path, file=tmp_path / "all.parquet")
    assert untimed(there) == untimed(contest())
    assert len(list(tmp_path.glob("*.fathom5"))) == 6
    again = contest(crew=nobody, file=tmp_path / "all.parquet")
    assert untimed(again) == untimed(there)


@pytest.mark.filterwarnings("ignore")
def test_reviews_on_a_cluster_are_the_same_and_a_lost_node_changes_none(nodes, tmp_path):
    ask = partial(review, effort=FIRST, seed=3)
    saves = [saved(tmp_path, "deep_sea", seed, rounds=1) for seed in range(6)]
    saves += [saved(tmp_path, "treasure_divers", 1), tmp_path / "letter.fathom5", tmp_path / "picture.fathom5"]
    saves[-2].write_text("a letter")
    saves[-1].write_bytes(b"\xff")
    third, there = nodes.add_node(**NODE), []
    for reviewed in Cluster(address(nodes)).review(ask, saves):
        if not there:
            nodes.remove_node(third, allow_graceful=False)
        there.append(reviewed)
    here = [judged(ask, Save.at(path)) for path in saves]
    assert sorted(there, key=str) == sorted(here, key=str)
    assert [bool(each.wrong) for each in here] == [False] * 7 + [True] * 2


@pytest.mark.filterwarnings("ignore")
def test_the_command_keeps_reviews_of_a_cluster_as_rows(nodes, tmp_path, capsys):
    for seed in range(3):
        saved(tmp_path, "deep_sea", seed, rounds=1)
    files = [tmp_path / f"{name}.parquet" for name in ("there", "here")]
    for file, ray in zip(files, (address(nodes), None), strict=True):
        cli.review(sorted(tmp_path.glob("*.fathom5")), effort=FIRST, rows=file, ray=ray)
    assert capsys.readouterr().out.count("3 of 3 games in") == 2
    there, here = (parquet.read_table(file).sort_by([("file", "ascending"), ("number", "ascending")]) for file in files)
    assert there == here


def saved(folder, game, seed, **options):
    """A game of hinted players, written down."""
    ready, path = load(game, **options), folder / f"{game}-{seed}.fathom5"
    arena.Arena(ready, ("hinted", "uniform"), seed, saves=folder).play(arena.Fixture(seed, 0, ("hinted", "uniform")))
    (folder / f"{game}-{seed:06d}.fathom5").rename(path)
    return path


def untimed(rows):
    return sorted(row._replace(seconds=0.0) for row in rows)


def nobody(arena, todo):
    assert not todo
    return iter(())


def test_an_arena_on_a_cluster_takes_players_by_name():
    playing = arena.Arena(load("deep_sea"), ("own", "hinted"), players={"own": lambda view: view.moves[0]})
    with pytest.raises(ValueError, match="on a cluster players are named"):
        Cluster("127.0.0.1:1").contest(playing, [])


# It stays when it has heard of the first games, so that it is killed in the middle of its work.
DRIVER = """
import sys
import time
from fathom5.lab.cluster import Cluster
from fathom5.lab.dataset import Dataset
from fathom5.lab.reviews import Save, judged
from fathom5.lab.work import run
from lab.studies import small
run(small(games=12), Dataset(sys.argv[2]), Cluster(sys.argv[1]), lambda news: news.games and time.sleep(600))
"""


@pytest.mark.filterwarnings("ignore")
def test_other_versions_on_a_node_are_refused(nodes, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "versions", lambda: versions() | {"numpy": "0.1"})
    dataset = chunked(small(), Dataset(tmp_path))
    with pytest.raises(ValueError, match=r"has other versions: numpy .* there, 0.1 here"):
        run(small(), dataset, Cluster(address(nodes)))
    assert not dataset.done()


@pytest.mark.filterwarnings("ignore")
def test_a_place_that_nodes_do_not_see_is_refused(nodes, tmp_path):
    far = Dataset(f"memory://{tmp_path.name}")  # each process has a memory of its own
    with pytest.raises(ValueError, match="does not see memory"):
        run(small(), far, Cluster(address(nodes)))


@pytest.mark.parametrize("nowhere", ["ray://127.0.0.1:1", "127.0.0.1:1"])
def test_an_address_that_does_not_answer_is_told_at_once(tmp_path, nowhere):
    import ray

    ray.shutdown()
    with pytest.raises(ValueError, match=f"no Ray cluster answers at '{nowhere}'"):
        run(small(), Dataset(tmp_path), Cluster(nowhere))
    assert not Dataset(tmp_path).done()


@pytest.mark.parametrize("host", [HERE, "localhost"])
def test_a_cluster_that_ray_would_seek_elsewhere_is_not_waited_for(monkeypatch, host):
    """As where Ray was imported first: it takes the loopback for this machine's own address; nobody listens there."""
    late = SimpleNamespace(util=SimpleNamespace(get_node_ip_address=lambda: "127.0.0.2"), is_initialized=lambda: False)
    monkeypatch.setattr(cluster, "library", lambda: late)
    with socket.create_server((HERE, 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(ValueError, match=rf"no Ray cluster answers at '{host}:{port}': 127.0.0.2:{port}: "):
            cluster.connect(f"{host}:{port}")


def test_what_is_sent_to_workers_is_the_study():
    again = cluster.bench_of(json.dumps(small().asked()), "").study
    assert [again.key(point) for point in again.points] == [small().key(point) for point in small().points]
