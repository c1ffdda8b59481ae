"""Everything that CI runs: lint, types, tests compiled, interpreted with coverage, with bounds checking, in both."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple
from xml.etree import ElementTree

from browser import chromium
from table import postgres

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
CORES = os.cpu_count() or 1
LONGEST = "600"  # seconds for a test: what hangs is told with its traceback, and the rest goes on
ALONE = [PYTHON, "-m", "pytest", "--timeout", LONGEST]
PYTEST = [*ALONE, "-n", str(CORES), "--dist", "loadgroup"]
WAITING = [*ALONE, "-n", str(CORES + 1)]  # one more than there are cores: pages are often waited for
WARM = [PYTHON, "-m", "fathom5", "warm"]  # each game as a whole: call by call it would take longer
COVERED = 95  # percent of the branches of rules and kernel, by their own tests and whole games

# Interpreted, the other rooms show nothing new, slowly: servers, bots, commands, wheels, texts and others' libraries.
# WORLDS shows that what they build on is the same there.
WORLDS = "tests/worlds"
BROWSER = "tests/browser"  # Playwright keeps an event loop running where it was used: others could start none there
CLUSTER = "tests/lab/test_cluster.py"  # two Ray clusters on one machine disturb each other
COVERING = [WORLDS, "tests/kernel", "tests/door"]
INTERPRETED = ["tests/laws", "tests/house/test_wheel.py"]
SLOWEST = 10

PARTS = {
    "lint": [[PYTHON, "-m", "ruff", "check", "."], [PYTHON, "-m", "ruff", "format", "--check", "."]],
    "types": [[PYTHON, "-m", "mypy"]],
    "compiled": [
        WARM,
        [*PYTEST, f"--ignore={BROWSER}", f"--ignore={CLUSTER}"],
        [*ALONE, "--maxfail=2", CLUSTER],  # all of its tests share one cluster: where that is ill, each would wait long
        [*WAITING, BROWSER],
    ],
    "interpreted": [
        [*PYTEST, "src", *COVERING, "--cov", f"--cov-fail-under={COVERED}"],
        [*PYTEST, *INTERPRETED],
    ],
    "bounds": [[*WARM, "--no-environments"], [*PYTEST, "src"]],
    "both": [[*PYTEST, WORLDS]],
}
SETTINGS = {
    "compiled": {"FATHOM5_WORLD": "compiled"},
    "interpreted": {"FATHOM5_WORLD": "interpreted"},
    "bounds": {"FATHOM5_WORLD": "compiled", "NUMBA_BOUNDSCHECK": "1"},
}


class Test(NamedTuple):
    """What became of a test in a part."""

    name: str
    seconds: float
    ran: bool


def run(part: str, notes: Path) -> tuple[bool, list[Test]]:
    """One part; all of its commands in order, so that one that fails hides no other, and the tests in it."""
    print(f"\n=== {part} ===", flush=True)
    env, tests, all_good = os.environ | SETTINGS.get(part, {}), [], True
    for number, command in enumerate(PARTS[part]):
        note = notes / f"{part}-{number}.xml"
        more = [f"--junitxml={note}"] if "pytest" in command else []
        all_good &= subprocess.run([*command, *more], cwd=ROOT, env=env).returncode == 0
        tests += noted(note)
    return all_good, tests


def noted(note: Path) -> list[Test]:
    """The tests of which pytest has taken notes there."""
    if not note.exists():
        return []
    cases = ElementTree.parse(note).iter("testcase")
    return [
        Test(f"{case.get('classname')}::{case.get('name')}", float(case.get("time", 0)), case.find("skipped") is None)
        for case in cases
    ]


def tell(tests: dict[str, list[Test]]) -> None:
    """How many tests ran in each part, which took longest, and which ran nowhere."""
    for part, own in tests.items():
        if own:
            print(f"{sum(test.ran for test in own):6} tests ran in {part}, {sum(not test.ran for test in own)} did not")
    every = [(test, part) for part, own in tests.items() for test in own]
    for test, part in sorted(every, key=lambda pair: -pair[0].seconds)[:SLOWEST]:
        print(f"{test.seconds:6.0f} s {test.name} ({part})")
    ran = {test.name for test, _ in every if test.ran}
    for name in sorted({test.name for test, _ in every} - ran):
        print(f"in no part: {name}")


def work() -> float:
    """Seconds of processor time that all commands took so far."""
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> int:
    parser = argparse.ArgumentParser(prog="fathom5 test", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    asked = parser.parse_args().parts or list(PARTS)
    if wrong := [part for part in asked if part not in PARTS]:
        parser.error(f"there is no part {wrong[0]!r}; there are: {', '.join(PARTS)}")
    if "compiled" in asked:
        chromium.ensure()
        postgres.ensure()
    results, tests = {}, {}
    with TemporaryDirectory() as notes:
        for part in asked:
            start, worked = time.monotonic(), work()
            good, tests[part] = run(part, Path(notes))
            taken = time.monotonic() - start
            results[part] = good, taken, (work() - worked) / taken
    print("\n=== in short ===")
    tell(tests)
    for part, (good, seconds, cores) in results.items():
        print(f"{'ok    ' if good else 'FAILED'} {part:<12} {seconds:6.0f} s, {cores:.1f} cores busy")
    return 0 if all(good for good, *_ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
