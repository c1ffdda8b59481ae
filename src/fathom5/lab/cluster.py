"""Many machines: the chunks of a study, the games of an arena and reviews of many games on a Ray cluster.

Workers write their rows themselves, to one place that all of them see; the driver holds no more than the sums of a few
chunks. A chunk that is lost with its node is played again by another, and is the same chunk.
"""

import json
import os
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib import import_module
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from platform import python_version
from time import perf_counter
from typing import Any, TypeVar

from fathom5 import __version__, games
from fathom5.bots.arena import Arena, Fixture
from fathom5.bots.compiling import make_ready
from fathom5.bots.results import Row
from fathom5.bots.review import Review
from fathom5.kernel import cache
from fathom5.kernel.play import CORES
from fathom5.lab.dataset import Chunk, needs
from fathom5.lab.plan import Study, from_data
from fathom5.lab.reviews import Reviewed, Save, games_of, judged
from fathom5.lab.series import Stretch
from fathom5.lab.work import Bench, Done

ANSWER_SECONDS = 5.0  # for an address to answer
AHEAD = 2  # chunks for each core that are handed out at once
LOOPBACK = "127.0.0.1"
STAY_HERE = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"  # 0: Ray binds to the loopback alone, on Linux too; read on import
Tell = Callable[[str], None]
Task = TypeVar("Task")
Result = TypeVar("Result")


class Cluster:
    """A Ray cluster: `auto` is the one that runs here, `local` one of this machine's own, else its address."""

    def __init__(self, address: str, tell: Tell = lambda line: None) -> None:
        if address == "local" or address.startswith(LOOPBACK):
            os.environ.setdefault(STAY_HERE, "0")
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is told to anybody
        needs("ray", extra="ray")
        self.address, self.tell, self.is_ready = address, tell, False

    def play(self, study: Study, address: str, chunks: Iterable[Chunk]) -> Iterator[Done]:
        """The chunks of a study, written by those who play them."""
        asked = json.dumps(study.asked())
        self._prepare(partial(ready_node, asked, address), address)
        return self._spread(partial(play_chunk, asked, address), map(tuple, chunks))

    def contest(self, arena: Arena, todo: Sequence[Fixture]) -> Iterator[list[Row]]:
        """The games of an arena, each by one core; if games are kept too, in a folder that all nodes see."""
        if arena.players or arena.ended is not None:
            raise ValueError("on a cluster players are named: a file of them lies at the same place on every node")
        folder = str(arena.saves.absolute()) if arena.saves else ""
        self._prepare(partial(ready_hall, arena.ready.game.name, folder), folder)
        return self._spread(partial(play_fixture, arena), todo)

    def review(self, ask: Callable[..., Review], saves: Sequence[Path]) -> Iterator[Reviewed]:
        """Reviews of games, each by one core, as they are done; saves are read here, and nodes need not see them."""
        self._prepare(partial(ready_halls, games_of(map(Save.at, saves))), "")
        return self._spread(partial(judged, partial(ask, cores=1)), map(Save.at, saves))

    def _spread(self, work: Callable[[Any], Result], tasks: Iterable[Any]) -> Iterator[Result]:
        """Hand out a few tasks ahead, and take what comes first."""
        ray, left = library(), iter(tasks)
        # A node may be lost as often as nodes are lost; what fails by itself fails at once.
        worker = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(done_by)
        width = AHEAD * int(ray.cluster_resources().get("CPU", 1))
        running = [worker.remote(work, task) for task in islice(left, width)]
        try:
            while running:
                (first, *_), running = ray.wait(running)
                running += [worker.remote(work, task) for task in islice(left, 1)]
                yield unwrapped(first)
        finally:
            for task in running:
                ray.cancel(task)

    def _prepare(self, getting_ready: Callable[[], bool], address: str) -> None:
        """Connect, and see that every node has the same versions, sees the place, and has compiled the game."""
        if self.is_ready:
            return
        begun = perf_counter()
        connect(self.address)
        joined = perf_counter()
        check_nodes(getting_ready, address)
        self.tell(f"Ray: connected in {joined - begun:.1f} s, nodes ready in {perf_counter() - joined:.1f} s")
        self.is_ready = True


def library() -> Any:
    """Ray, which only those install who have many machines."""
    return import_module("ray")


def connect(address: str) -> None:
    """Join the cluster, or say in a sentence why not."""
    ray = library()
    if ray.is_initialized():
        return
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    try:
        if address == "local":
            ray.init("local", num_cpus=CORES, include_dashboard=False, _node_ip_address=LOOPBACK, **quiet)
        else:
            if ":" in address:
                reach(address)
            ray.init(address, **quiet)
    except (ConnectionError, OSError, TimeoutError, ValueError) as why:
        raise ValueError(f"no Ray cluster answers at {address!r}: {str(why).splitlines()[0]}") from None


def reach(address: str) -> None:
    """Knock before Ray does, which would wait for long, and where Ray does.

    Whoever has imported Ray before `STAY_HERE` was set has one that takes the loopback for this machine's own address.
    """
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host in (LOOPBACK, "localhost") and not address.startswith("ray://"):
        host = library().util.get_node_ip_address()
    try:
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    except OSError as why:
        raise ConnectionError(f"{host}:{port}: {why.strerror or why}") from None


def check_nodes(getting_ready: Callable[[], bool], address: str) -> None:
    """Ask each node once, all of them at the same time."""
    ray, scheduling = library(), import_module("ray.util.scheduling_strategies")
    asking = ray.remote(num_cpus=1, max_retries=3)(asked_node)
    nodes = [node["NodeID"] for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
    there = {node: scheduling.NodeAffinitySchedulingStrategy(node, soft=False) for node in nodes}
    tasks = {node: asking.options(scheduling_strategy=there[node]).remote(getting_ready) for node in nodes}
    ours = versions()
    for node, task in tasks.items():
        try:
            theirs, sees = unwrapped(task)
        except (ray.exceptions.TaskUnschedulableError, ray.exceptions.NodeDiedError):
            continue  # it has gone meanwhile, and others play what it would have played
        if theirs != ours:
            other = {name: (theirs.get(name), ours[name]) for name in ours if theirs.get(name) != ours[name]}
            told = ", ".join(f"{name} {there} there, {here} here" for name, (there, here) in other.items())
            raise ValueError(f"node {node[:8]} has other versions: {told}; install the same everywhere")
        if not sees:
            raise ValueError(f"node {node[:8]} does not see {address}; name a place that all nodes share with --out")


def versions() -> dict[str, str]:
    """What must be the same for the same rows."""
    sources = " ".join(map(cache.fingerprint, games.names()))
    ours = {"fathom5": __version__, "sources": sources, "python": python_version()}
    return ours | {name: version(name) for name in ("numpy", "numba")}


def unwrapped(task: Any) -> Any:
    """A result; what went wrong over there is told as if it had gone wrong here."""
    ray = library()
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as wrong:
        raise wrong.cause if isinstance(wrong.cause, ValueError | RuntimeError | OSError) else wrong from None


# What workers do.


@lru_cache(maxsize=4)
def bench_of(asked: str, address: str) -> Bench:
    """One for all chunks of a study that this worker plays."""
    return Bench(from_data(json.loads(asked)), address)


def asked_node(getting_ready: Callable[[], bool]) -> tuple[dict[str, str], bool]:
    """The versions of this node, and whether it sees where things go."""
    return versions(), getting_ready()


def ready_node(asked: str, address: str) -> bool:
    """Compile the game of a study once on this node; whether it sees where the rows go."""
    bench = bench_of(asked, address)
    bench.hall(0).play(Stretch(0, 1))
    return bench.dataset.exists()


def ready_hall(game: str, folder: str) -> bool:
    """Compile a game once on this node, also its search; whether it sees where games are kept."""
    make_ready(game)
    return not folder or Path(folder).is_dir()


def ready_halls(names: Sequence[str]) -> bool:
    """The same for several games; nothing is kept there."""
    return all(ready_hall(name, "") for name in names)


def done_by(work: Callable[[Task], Result], task: Task) -> Result:
    return work(task)


def play_fixture(arena: Arena, fixture: Fixture) -> list[Row]:
    return arena.play(Fixture(*fixture))


def play_chunk(asked: str, address: str, chunk: tuple[int, tuple[int, int], str]) -> Done:
    point, stretch, kind = chunk
    return bench_of(asked, address).play(Chunk(point, Stretch(*stretch), kind))
