"""Who asks much waits longer."""

import asyncio
import time

import pytest

from fathom5.table.web import turns
from fathom5.table.web.turns import Turns
from table.playing import finished


async def asking(queue, asker, times, order, work=0.0):
    """Somebody who asks so often, one after the other; each takes some work."""
    for number in range(times):
        await queue.take(asker)
        order.append((asker, number))
        if work:
            time.sleep(work)


def test_as_long_as_it_is_little_everything_is_begun_at_once():
    async def go():
        queue, order = Turns(), []
        for asker in "abc":
            await asking(queue, asker, 3, order)
            assert len(queue) == 0
        return order

    assert len(finished(go())) == 9


def test_a_crowd_from_one_address_does_not_keep_another_waiting(monkeypatch):
    monkeypatch.setattr(turns, "STRETCH", 0.0)  # all is much

    async def go():
        queue, order = Turns(), []
        crowd = [asyncio.create_task(asking(queue, "crowd", 5, order)) for _ in range(50)]
        await asyncio.sleep(0)
        innocent = asyncio.create_task(asking(queue, "innocent", 3, order))
        await asyncio.gather(innocent, *crowd)
        return order

    order = finished(go())
    assert len(order) == 50 * 5 + 3
    assert order.index(("innocent", 2)) < 20


def test_between_two_looks_at_the_sockets_little_is_done():
    """While others keep the house busy, what is ready elsewhere is heard every few things."""

    async def go():
        queue, order, looks = Turns(), [], 0
        crowd = [asyncio.create_task(asking(queue, f"a{n % 10}", 4, order, work=0.004)) for n in range(40)]
        while not all(one.done() for one in crowd):
            await asyncio.sleep(0)
            looks += 1
        return len(order), looks

    done, looks = finished(go())
    assert done == 160
    assert looks >= done / (turns.AT_ONCE + 2)


def test_who_goes_away_while_waiting_leaves_the_turn_to_the_next(monkeypatch):
    monkeypatch.setattr(turns, "STRETCH", 0.0)

    async def go():
        queue, order = Turns(), []
        some = [asyncio.create_task(asking(queue, "a", 1, order)) for _ in range(20)]
        await asyncio.sleep(0)
        for one in some[::2]:
            one.cancel()
        await asyncio.wait(some, timeout=10)
        return order, len(queue), sum(one.cancelled() for one in some)

    order, left, gone = finished(go())
    assert (len(order), left, gone) == (10, 0, 10)


@pytest.mark.parametrize("askers", [1, 3, 30])
def test_all_come_to_their_turn(monkeypatch, askers):
    monkeypatch.setattr(turns, "STRETCH", 0.0)

    async def go():
        queue, order = Turns(), []
        await asyncio.gather(*(asking(queue, str(n % askers), 3, order) for n in range(60)))
        return order, len(queue)

    order, left = finished(go())
    assert (len(order), left) == (180, 0)
