"""What the house counts, for Prometheus: at an address of its own, and nothing of it anywhere else."""

import http.client
import os
import socket
import subprocess
import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from fathom5.table.keep.database import CannotOpen
from fathom5.table.play.meters import Times
from fathom5.table.web import metrics
from table.test_play import SOME, seats_of


@pytest.fixture
def port(house):
    with metrics.told("0", lambda: house.rooms) as port:
        yield port


def asked(port, path="/metrics", host="127.0.0.1", method="GET", **headers):
    wire = http.client.HTTPConnection(host, port, timeout=20)
    try:
        wire.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = wire.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())
    finally:
        wire.close()


def figures(port):
    """Each figure by its name and labels."""
    status, text, _ = asked(port)
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_all_figures_of_a_game_are_there(house, ada, port):
    table = ada.open(SOME, *seats_of(SOME))
    socket = ada.live(table)
    assert socket.my_turn()
    assert socket.ask("act", turn=socket.n, action=30_000)["do"] == "refused"
    moves = 0
    while socket.my_turn():
        moves += socket.act()["do"] == "done"
    assert ada.http.get("/t/nowhere").status_code == 404
    told = figures(port)
    assert told["fathom5_tables",] == told["fathom5_sockets",] == told["fathom5_tables_kept",] == 1
    assert told["fathom5_writing",] == 1
    assert told["fathom5_queue", "store"] == told["fathom5_queue", "bots"] == 0
    assert told["fathom5_refusals_total", "not_legal"] == 1
    assert told["fathom5_errors_total", "404"] == 1
    assert told["fathom5_moves_total", "person"] + told.get(("fathom5_moves_total", "forced"), 0) >= moves
    assert told["fathom5_moves_total", "chance"] > 0
    assert told["fathom5_delivery_seconds_count",] >= moves
    assert told["fathom5_delivery_seconds_bucket", "+Inf"] == told["fathom5_delivery_seconds_count",]
    assert told["fathom5_delivery_seconds_sum",] > 0
    assert told["process_resident_memory_bytes",] > 1e7


def test_what_bots_do_by_themselves_is_no_answer_to_a_command(house, ada, port):
    table = ada.open(SOME, *["bot:hinted"] * 2)
    ada.live(table).until("over")
    told = figures(port)
    assert told["fathom5_moves_total", "bot"] > 0
    assert told["fathom5_delivery_seconds_count",] == 0


def test_it_is_the_text_form_of_prometheus(port):
    _, text, headers = asked(port)
    assert headers["Content-Type"].startswith("text/plain; version=")
    assert "# TYPE fathom5_moves counter" in text or "# TYPE fathom5_moves_total counter" in text
    assert "# TYPE fathom5_delivery_seconds histogram" in text


def test_no_secret_no_name_and_no_table_is_told(house, ada, port):
    table = ada.open(SOME, *seats_of(SOME))
    ada.live(table).hear()
    _, text, _ = asked(port)
    assert table not in text and table[:6] not in text and ada.name not in text


def test_an_outsider_finds_no_such_page_at_the_table(house, ada, port):
    assert ada.http.get("/metrics").status_code == 404
    assert asked(house.port, "/metrics", x_forwarded_for="127.0.0.1")[0] == 404


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Host", "Origin"])
def test_nothing_is_told_through_a_proxy_or_to_a_page_of_another_site(port, name):
    assert asked(port, **{name: "1.2.3.4"})[:2] == (404, "")


@pytest.mark.parametrize(
    ("method", "path"), [("GET", "/"), ("POST", "/metrics"), ("GET", "/metrics/"), ("GET", "/t/x")]
)
def test_nothing_else_is_at_its_address(port, method, path):
    assert asked(port, path, method=method)[0] == 404


def test_it_listens_to_this_machine_only_unless_an_address_is_named():
    assert metrics.place_of("9100") == ("127.0.0.1", 9100)
    assert metrics.place_of("10.0.0.5:9100") == ("10.0.0.5", 9100)
    assert metrics.place_of("[::1]:9100") == ("::1", 9100)
    for wrong in ("", "here", "10.0.0.5", "1:2:x", "127.0.0.1:70000"):
        with pytest.raises(CannotOpen, match="--metrics is"):
            metrics.place_of(wrong)


def test_a_port_in_use_is_said_at_the_start(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "fathom5", "serve", "--port", "0", "--database", tmp_path / "t.db"]
        command += ["--metrics", str(taken.getsockname()[1])]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, env=os.environ)
    assert done.returncode == 2
    assert "cannot tell metrics" in " ".join(done.stderr.split())
    assert "The table is open" not in done.stdout


def test_without_the_database_the_rest_is_told(house, port, monkeypatch):
    def fails(*_):
        raise OSError("gone")

    monkeypatch.setattr(house.rooms.store, "count", fails)
    told = figures(port)
    assert ("fathom5_tables",) in told and ("fathom5_tables_kept",) not in told


def test_times_are_counted_up_to_each_bound():
    times = Times()
    for seconds in (0.001, 0.005, 0.006, 99.0):
        times.add(seconds)
    assert times.up_to()[:2] == [("0.005", 2), ("0.01", 3)]
    assert times.up_to()[-1] == ("+Inf", 4)
    assert times.total == pytest.approx(99.012)


def has_ipv6():
    """Whether this machine can listen at its own address of that kind: not every container can."""
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.skipif(not has_ipv6(), reason="no IPv6 on this machine")
def test_it_can_be_reached_by_ipv6():
    with metrics.told("[::1]:0", lambda: None) as port:
        assert asked(port, host="::1")[0] == 200
