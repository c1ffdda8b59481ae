"""What the page on hosting says is tried as it is written, as far as a machine has the programs."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest
from websockets.sync.client import connect

from fathom5.command.cli import app
from fathom5.table.web import metrics
from table.playing import FAST, house, spare_port
from table.test_play import SOME

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf8")
NAME = "games.example.org"


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def known_options():
    """Of each command, by name."""
    from typer.main import get_command

    commands = get_command(app).commands
    return {name: {word for param in one.params for word in param.opts} for name, one in commands.items()}


def test_every_command_on_the_page_exists_with_its_options():
    known, said = known_options(), re.findall(r"^(?:ExecStart=\S*/)?fathom5 (\w+)(.*)$", PAGE, re.MULTILINE)
    assert {"serve", "backup", "restore", "check", "export", "bench"} <= {command for command, _ in said}
    for command, rest in said:
        assert set(re.findall(r"(?<= )--[\w-]+", rest)) <= known[command], command
    spoken = set(re.findall(r"`(--[\w-]+)", PAGE)) - {"--publish"}
    assert spoken <= known["serve"] | known["export"] | known["bench"], spoken


def test_the_unit_is_one_that_systemd_understands(tmp_path):
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd here")
    (unit,) = blocks("ini")
    unit = unit.replace("/opt/fathom5/bin/fathom5", shutil.which("true"))  # it is not installed there
    (tmp_path / "fathom5-tried.service").write_text(unit)
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / "fathom5-tried.service")]
    done = subprocess.run(command, capture_output=True, text=True)
    ours = [line for line in done.stderr.splitlines() if "fathom5-tried" in line]
    assert not ours


@contextmanager
def behind_nginx(folder, behind):
    """The page's own configuration, at another port and with a certificate of our own; its port."""
    (site,) = blocks("nginx")
    port = spare_port()
    for what, by in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", f"{folder}/cert.pem"),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", f"{folder}/key.pem"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
    ):
        assert what in site
        site = site.replace(what, by)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    whole = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
    whole += f"http {{ access_log off; {temporary}\n{site} }}\n"
    (folder / "nginx.conf").write_text(whole)
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    make += ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run(make, check=True, capture_output=True)
    running = subprocess.Popen([shutil.which("nginx"), "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        ends = time.monotonic() + 60
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert running.poll() is None and time.monotonic() < ends
            time.sleep(0.05)
        yield port
    finally:
        running.terminate()
        running.wait(20)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_game_is_opened_and_joined_live_through_nginx_and_figures_are_not(tmp_path):
    if not shutil.which("nginx") or not shutil.which("openssl"):
        pytest.skip("no nginx here")
    settings = replace(FAST, public_url=f"https://{NAME}", trust_proxy="127.0.0.1")
    with house(tmp_path / "t.db", settings) as place, behind_nginx(tmp_path, place.port) as port:
        trusted = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        wish = {"game": SOME, "seats": ["me", "bot:hinted"], "name": "Ada"}
        headers = {"host": NAME, "origin": f"https://{NAME}"}
        with httpx2.Client(base_url=f"https://127.0.0.1:{port}", headers=headers, verify=False) as http:
            assert http.get("/").status_code == 200
            assert http.get("/metrics").status_code == 404
            opened = http.post("/tables", json=wish)
        assert opened.status_code == 303
        assert "Secure" in opened.headers["set-cookie"]  # the house knows that the world sees it by https
        cookie, path = opened.headers["set-cookie"].split(";")[0], opened.headers["location"]
        with (
            closing(socket.create_connection(("127.0.0.1", port))) as wire,
            connect(
                f"wss://{NAME}{path}/live", sock=wire, ssl=trusted, additional_headers={"Cookie": cookie},
                origin=f"https://{NAME}", compression=None,
            ) as live,
        ):  # fmt: skip
            assert json.loads(live.recv(20))["you"] == 0
        (tmp_path / "again").mkdir()
        with (
            metrics.told("0", lambda: place.rooms) as own,
            behind_nginx(tmp_path / "again", own) as through,
            httpx2.Client(base_url=f"https://127.0.0.1:{through}", headers=headers, verify=False) as http,
        ):
            assert http.get("/metrics").status_code == 404
