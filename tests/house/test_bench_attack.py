"""Innocent tables beside each attack, for a moment; `fathom5 bench attack` measures for longer, on a quiet machine."""

import asyncio

import pytest

from fathom5.command.bench import attack, attackers
from fathom5.command.bench.table import running

FEW = {"SOCKETS": 6, "HALF_OPEN": 40}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with running(str(tmp_path_factory.mktemp("attack") / "t.db")) as server:
        yield server


@pytest.mark.parametrize("name", attackers.ATTACKS)
def test_an_attack_does_what_it_says_and_ends_in_time(server, name, monkeypatch):
    for size, count in FEW.items():
        monkeypatch.setattr(attackers, size, count)
    assert sum(attackers.attack(name, server.port, 0.5).values()) > 0


def test_innocent_tables_play_on_beside_an_attack(server, monkeypatch):
    monkeypatch.setattr(attack, "INNOCENTS", 2)
    seen, most, done = asyncio.run(attack.beside(server, "floods of requests", 0, 1.5))
    assert len(seen.times) == len(seen.work) > 2
    assert sum(done.values()) > 0
    told = attack.told("floods of requests", seen, most, most, done)
    assert 0 < told["p50_ms"] <= told["p99_ms"]
    assert told["times_its_start"] == 1
    assert told["work_p99_ms"] > 0


def test_attackers_come_from_this_machine_alone():
    place = attackers.Place(1, 1.0, 3)
    assert {place.address(number)[0] for number in range(50)} == {f"127.0.3.{n}" for n in range(2, 12)}
