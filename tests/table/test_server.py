"""The ear of the server."""

import asyncio
import socket
import sys

import pytest

from fathom5.table.web.server import SWITCH, bound
from table.playing import finished


def test_answers_are_sent_at_once_and_never_wait_for_more_to_say():
    """Without a word the system waits up to 40 ms after a small packet whether another comes."""

    async def accepted():
        seen = asyncio.get_running_loop().create_future()
        with bound("127.0.0.1", 0) as ear:
            server = await asyncio.start_server(lambda _, wire: seen.set_result(wire), sock=ear)
            _, mine = await asyncio.open_connection(*ear.getsockname())
            wire = await asyncio.wait_for(seen, 10)
            is_at_once = wire.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for one in (wire, mine, server):
                one.close()
        return is_at_once

    assert finished(accepted())


def test_the_thread_that_writes_does_not_wait_long_for_a_busy_loop(house):
    """At each step of a write Python makes it wait for the loop, by default for up to 5 ms."""
    assert sys.getswitchinterval() == pytest.approx(SWITCH)
    assert SWITCH < 0.005
