"""A scene is plain data."""

import json
import random

import numpy as np
import pytest

from fathom5 import load, names
from fathom5.door import rulebook
from fathom5.scene import LANGUAGES, OPEN, Words, introduced, thing


def test_what_comes_from_a_record_can_be_sent_as_json():
    drawn = thing("piece", "disc", np.int64(3), np.float64(1.25), turn=90 * np.bool_(True), scale=np.float32(0.5))
    assert json.loads(json.dumps(drawn)) == {
        "id": "piece", "symbol": "disc", "x": 3, "y": 1.2, "turn": 90, "scale": 0.5,
    }  # fmt: skip


def test_a_seat_that_is_spoken_of_is_called_by_its_name_if_it_has_one():
    who = Words({"seat": "Diver"}).player(1)
    assert introduced(f"Boat of {who}", ["Ada", "Ben"]) == "Boat of Ben"
    for nobody in ([], ["Ada"], ["Ada", ""]):
        assert introduced(f"Boat of {who}", nobody) == f"Boat of {who}"


def seen_by(name, **options):
    """Scenes of a random game, every few decisions, as the seat to move sees them; and at the end."""
    match, luck = load(name, **options).start(seed=2), random.Random(2)
    while not match.over:
        if len(match.actions) % 5 == 0:
            yield match, match.scene(match.seat)
        match.play(luck.choice(list(match.offers)))
    yield match, match.scene()


@pytest.mark.parametrize("name", names())
def test_whatever_has_a_name_tells_what_it_is_and_does_with_a_clause_of_the_rulebook(name):
    about = load(name).game.board.ABOUT
    for language in LANGUAGES:
        book = rulebook(name, language)
        assert [clause for clause in set(about.values()) if f"- {clause} " not in book] == []
    more = [{"players": 3, "divers": "dealt", "variant": "sudden_death"}] if "divers" in load(name).options else [{}]
    for scene in (scene for options in more for _, scene in seen_by(name, **options)):
        named = {thing.get("about") or thing["symbol"] for thing in scene["things"] if thing.get("label")}
        assert named <= set(about)


@pytest.mark.parametrize("name", ["sub_terra", "the_island"])
def test_places_that_the_log_speaks_of_are_printed_on_the_board(name):
    for _, scene in seen_by(name):
        cells = [thing for thing in scene["things"] if thing["id"].startswith(("tile-", "cell-"))]
        assert cells and all(thing["note"] in thing["label"] for thing in cells)


def test_in_a_game_of_memory_a_number_is_only_shown_while_its_explorer_is_touched():
    for memory in (True, False):
        for _, scene in seen_by("the_island", memory=memory):
            people = [thing for thing in scene["things"] if thing["id"].startswith("explorer-") and "note" in thing]
            assert all(("quiet" in thing["classes"]) == memory for thing in people)


@pytest.mark.parametrize("name", names())
def test_pictures_and_buttons_speak_of_people_by_name(name):
    most = load(name).game.options["players"].allowed[-1]
    for match, scene in seen_by(name, players=min(3, most)):
        people = ["Ada", "Ben", "Cleo"][: match.seats]
        said = [*(thing.get("label", "") for thing in scene["things"]), *(act["words"] for act in scene["acts"])]
        told = "; ".join(introduced(text, people) for text in said)
        assert OPEN not in told
        assert not [called for called in match.names() if called.lower() in told.lower()]
