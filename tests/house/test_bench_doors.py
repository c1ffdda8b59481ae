"""Doors are measured beside others' by what both offer to everybody."""

import time

import pytest

from fathom5.command.bench import doors
from fathom5.command.bench.doors import DOORS, Door
from fathom5.command.bench.spread import LEAST

pytest.importorskip("gymnasium")
GAME = "deep_sea"


def busy(per_call):
    """Work that takes the processor for a moment and says how much it was."""

    def work():
        end = time.process_time() + 1e-4
        while time.process_time() < end:
            pass
        return per_call

    return work


def test_both_sides_take_turns_and_are_told_with_their_spread():
    door = Door("a door", lambda _: busy(6), "another's", lambda: busy(2), 2)
    found = doors.compared(door, GAME, LEAST, 0.001)
    assert 0 < found["times_as_fast"].low <= found["times_as_fast"].middle <= found["times_as_fast"].high
    assert found["ours_per_s"].middle > found["theirs_per_s"].middle
    assert (found["peer"], found["to_reach"]) == ("another's", 2)


def test_a_peer_that_is_missing_is_said_to_be_with_the_command_that_installs_it():
    door = Door("a door", lambda _: busy(6), "another's", lambda: None, None)
    found = doors.compared(door, GAME, LEAST, 0.001)
    assert "pip install 'fathom5[peers]'" in found["times_as_fast"]
    assert found["ours_per_s"].middle > 0


def test_kernel_and_doors_are_named_as_what_they_are():
    kinds = [door.name.partition(":")[0] for door in DOORS]
    assert kinds == ["inner kernel", *["public door"] * 4]


@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_every_door_is_gone_through(door):
    if door.ours is doors.inside_openspiel:
        pytest.importorskip("pyspiel")
    assert door.ours(GAME)() > 0


@pytest.mark.parametrize("door", DOORS[1:], ids=lambda door: door.peer)
def test_every_peer_that_is_there_is_gone_through(door):
    theirs = door.theirs()
    assert theirs is None or theirs() > 0


def test_what_has_no_peer_is_measured_by_itself():
    found = doors.alone(GAME, seconds=0.001, games=2, frames=2)
    assert found["vector_steps_per_s_one_core"].middle > 0
    assert doors.mean_picture([found, found]) == pytest.approx(found["seconds_for_a_picture"])
