"""Everything that CI runs: lint, types, tests compiled, interpreted with coverage, with bounds checking, in both."""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

from browser import chromium

ROOT = Path(__file__).parent.parent
PYTHON = sys.executable
CORES = str(os.cpu_count() or 1)
PYTEST = [PYTHON, "-m", "pytest", "-n", CORES, "--dist", "loadgroup"]
COVERED = 95  # percent of the branches of rules and kernel, by the games' own tests and whole games

# Interpreted, the other rooms show nothing new, slowly: servers, bots, commands, wheels, texts and others' libraries.
# WORLDS shows that what they build on is the same there.
WORLDS = "tests/worlds"
INTERPRETED = [f"tests/{room}" for room in ("kernel", "door", "laws")]

PARTS = {
    "lint": [[PYTHON, "-m", "ruff", "check", "."], [PYTHON, "-m", "ruff", "format", "--check", "."]],
    "types": [[PYTHON, "-m", "mypy"]],
    "compiled": [[PYTHON, "-m", "fathom5", "warm"], PYTEST],
    "interpreted": [
        [*PYTEST, "src", WORLDS, "--cov", f"--cov-fail-under={COVERED}"],
        [*PYTEST, *INTERPRETED],
    ],
    "bounds": [[*PYTEST, "src"]],
    "both": [[*PYTEST, WORLDS]],
}
SETTINGS = {
    "compiled": {"FATHOM5_WORLD": "compiled"},
    "interpreted": {"FATHOM5_WORLD": "interpreted"},
    "bounds": {"FATHOM5_WORLD": "compiled", "NUMBA_BOUNDSCHECK": "1"},
}


def run(part: str) -> bool:
    """One part; its commands in order, up to the first that fails."""
    print(f"\n=== {part} ===", flush=True)
    env = os.environ | SETTINGS.get(part, {})
    return all(subprocess.run(command, cwd=ROOT, env=env).returncode == 0 for command in PARTS[part])


def main() -> int:
    parser = argparse.ArgumentParser(prog="fathom5 test", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"only these: {', '.join(PARTS)}")
    asked = parser.parse_args().parts or list(PARTS)
    if wrong := [part for part in asked if part not in PARTS]:
        parser.error(f"there is no part {wrong[0]!r}; there are: {', '.join(PARTS)}")
    if "compiled" in asked:
        chromium.ensure()
    results = {}
    for part in asked:
        start = time.monotonic()
        results[part] = (run(part), time.monotonic() - start)
    print("\n=== in short ===")
    for part, (good, seconds) in results.items():
        print(f"{'ok    ' if good else 'FAILED'} {part:<12} {seconds:6.0f} s")
    return 0 if all(good for good, _ in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
