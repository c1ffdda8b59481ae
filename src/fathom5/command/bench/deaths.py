"""A server that dies before and after each commit, and is started again: what was acknowledged is there once.

A process that has loaded everything and runs no thread forks one life after the other. Each plays on from what the
database holds until its appointed commit, and ends there as if it had been killed: without a word, nothing closed.
What people were told goes through a pipe as it happens, so that it outlives them.
"""

import asyncio
import json
import logging
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fathom5.command.bench.faults import HURRIED, PATIENCE, SEATS, Client, Play, Verdict, alarms_left, opened
from fathom5.command.bench.table import SOURCES
from fathom5.table.keep.store import Job, Store
from fathom5.table.play.people import new_id
from fathom5.table.play.rooms import Rooms

KILLED = 9  # how a life ends at its appointed commit
ENDED, LEFT = 0, 2  # and when all games are over, with no alarm left or with some
TABLES = 2


class Dying(Store):
    """Ends its process at a commit, before it or after it; 0 is never."""

    def __init__(self, database: str, commit: int, is_after: bool) -> None:
        self.left, self.is_after = commit, is_after
        super().__init__(database)

    def _together(self, jobs: list[Job]) -> None:
        self.left -= 1
        if self.left == 0 and not self.is_after:
            os._exit(KILLED)
        super()._together(jobs)
        if self.left == 0:
            os._exit(KILLED)


class Fate:
    """What is known outside of the lives: who sits where, what they asked for last, what they were told."""

    def __init__(self, database: str, game: str, tables: int, seed: int) -> None:
        self.database, self.game, self.luck = database, game, random.Random(seed)
        self.crowd = [[Client(new_id()) for _ in range(SEATS)] for _ in range(tables)]
        self.ids: list[str] = []
        self.pending: dict[str, dict[str, Any]] = {}

    def hear(self, lines: Iterable[str]) -> None:
        """What a life said before it ended; the last line may be torn."""
        for line in lines:
            if not line.endswith("\n"):
                return
            told = json.loads(line)
            if "table" not in told:
                self.ids.append(told["opened"])
            elif "asks" in told:
                self.pending[told["table"]] = told["asks"]
            else:
                done = self.pending.pop(told["table"])
                client = self.crowd[self.ids.index(told["table"])][told["seat"]]
                client.acknowledged[done["id"]] = (done["turn"], done["action"])

    def live(self, commit: int, is_after: bool) -> int:
        """One life; how it ended."""
        sys.stdout.flush()
        reading, writing = os.pipe()
        seed = self.luck.random()
        if (child := os.fork()) == 0:
            os.close(reading)
            code = 1
            try:
                code = asyncio.run(self._life(commit, is_after, writing, random.Random(seed)))
            except BaseException:  # nobody else would tell why
                traceback.print_exc()
            finally:
                os._exit(code)
        os.close(writing)
        with open(reading, encoding="utf8") as lines:
            self.hear(lines)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

    async def _life(self, commit: int, is_after: bool, writing: int, luck: random.Random) -> int:
        def note(told: Mapping[str, Any]) -> None:
            os.write(writing, json.dumps(told).encode() + b"\n")

        store = Dying(self.database, commit, is_after)
        rooms = Rooms(store, HURRIED)
        while len(self.ids) < len(self.crowd):
            self.ids.append(await opened(rooms, self.game, self.crowd[len(self.ids)]))
            note({"opened": self.ids[-1]})
        plays = [
            Play(rooms, table, clients, random.Random(luck.random()), self.pending.get(table, {}), note)
            for table, clients in zip(self.ids, self.crowd)
        ]
        await asyncio.gather(*(play.until(time.monotonic() + PATIENCE) for play in plays))
        left = await alarms_left(rooms, self.ids)
        rooms.close()
        return LEFT if left else ENDED

    def verdict(self, alarms: int) -> dict[str, int]:
        store, verdict = Store(self.database), Verdict(alarms=alarms)
        for table, clients in zip(self.ids, self.crowd):
            verdict.judge(store.kept(table), clients)
        store.close()
        return verdict.told()


def lives(database: str, game: str, seed: int, most: int, far: int, seconds: float) -> dict[str, int]:
    """Deaths before and after one commit after the other, or some commits later, so many at most; then the games are
    played to their ends."""
    fate, ends, deaths, code = Fate(database, game, TABLES, seed), time.monotonic() + seconds, 0, KILLED
    while deaths < most and code == KILLED and time.monotonic() < ends:
        code = fate.live(fate.luck.randint(1, far), is_after=bool(deaths % 2))
        deaths += code == KILLED
    if code == KILLED:
        code = fate.live(0, is_after=False)
    if code not in (ENDED, LEFT):
        raise RuntimeError(f"a life has ended with {code}")
    return fate.verdict(alarms=int(code == LEFT)) | {"deaths": deaths}


def measure(game: str, seed: int = 0, most: int = 1000, far: int = 1, seconds: float = 3600.0) -> dict[str, int]:
    """In a process of its own, from which lives are forked before it has any thread."""
    with tempfile.TemporaryDirectory() as folder:
        words = map(str, (Path(folder) / "t.db", game, seed, most, far, seconds))
        found = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))}
        command = [sys.executable, "-m", __spec__.name, *words]
        done = subprocess.run(command, env=found, stdout=subprocess.PIPE, text=True, check=True)
    return {str(name): int(count) for name, count in json.loads(done.stdout.splitlines()[-1]).items()}


if __name__ == "__main__":
    logging.getLogger("fathom5").setLevel(logging.CRITICAL)  # every game would tell its end
    where, game, seed, most, far, seconds = sys.argv[1:]
    print(json.dumps(lives(where, game, int(seed), int(most), int(far), float(seconds))))
