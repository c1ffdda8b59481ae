"""Makes `tables-0001.db.gz`: a database as the first version of the tables wrote it, for the test that upgrades it.

Run in a checkout of the last commit of that version (a7eb5fa), with its own sources and tests on the path:

    PYTHONPATH=src:tests python …/tests/table/old/make.py TARGET
"""

import gzip
import sys
import tempfile
from pathlib import Path

from fathom5 import names
from table.playing import Person, house
from table.test_play import seats_of

DECISIONS = 12  # of the games that are left in the middle


def play(person: Person, table: str, most: int) -> None:
    """Some moves of one who takes back the first if that is possible."""
    socket, tries = person.live(table), 1
    while most and socket.my_turn():
        socket.act()
        most -= 1
        if tries and socket.ask("undo")["do"] == "done":
            tries = 0
    socket.quiet(0.5)
    socket.close()


def main(target: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.db"
        with house(file) as place:
            ada = Person(place)
            for name in names():
                play(ada, ada.open(name, *seats_of(name)), DECISIONS)
            play(ada, whole := ada.open(names()[0], *seats_of(names()[0])), 10_000)
            ada.http.post("/replay", content=ada.http.get(f"/t/{whole}/save").text)
            ada.open(names()[0], "me", "open")
        Path(target).write_bytes(gzip.compress(file.read_bytes(), mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
