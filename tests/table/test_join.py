"""Players from anywhere: of this package over the table's own protocol, and of any language."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from fathom5 import bots
from fathom5.command.bench.clicks import chromium
from fathom5.command.joining import Guest
from table.playing import FAST, Person, house

PAGE = (Path(__file__).parents[2] / "docs" / "any_language.md").read_text(encoding="utf8")
(PROGRAM,) = re.findall(r"```js\n(.*?)```", PAGE, re.DOTALL)


def last(view):
    assert view.told
    return view.moves[-1]


def joined(house, table, player, found):
    guest = Guest(house.url, table)
    guest.sit_down("Nemo")
    found.append(guest.play(bots.named(player)))


@pytest.mark.parametrize("name", ["deep_sea", "captain_carcass"])  # without secrets and with
def test_players_of_other_houses_sit_down_and_play_to_the_end(ada, name):
    """A function, a bot of the house and the host's own bot at one table."""
    table = ada.open(name, "open", "open", "bot:hinted", options={"rounds": 1} if name == "deep_sea" else {})
    onlooker, found = ada.live(table), []
    guests = [Thread(target=joined, args=(ada.house, table, player, found), daemon=True) for player in (last, "hinted")]
    for guest in guests:
        guest.start()
    for guest in guests:
        guest.join(120)
    assert len(found) == 2 and found[0]["scores"] == found[1]["scores"]
    seats = onlooker.until(lambda message: message["do"] == "seats" and message["seats"][0]["level"] is not None)[
        "seats"
    ]
    assert "program" in {seat["level"] for seat in seats}
    rows = ada.http.get(f"/t/{table}/replay.json").json()["fair"]
    assert rows["ok"]  # its part of the dice was as it should be


def test_a_seat_is_taken_over_by_its_link_and_marked(ada):
    table = ada.open("deep_sea", "me", "open")
    link = ada.http.get(f"/t/{table}/mine").json()["link"].rpartition("/")[2]
    Guest(ada.house.url, table).take_over(link)
    assert ada.live(table).until("sync")["seats"][0]["level"] == "program"
    with pytest.raises(ValueError):
        Guest(ada.house.url, table).take_over(link)


def test_a_house_can_refuse_programs(tmp_path):
    with house(tmp_path / "people.db", replace(FAST, programs=False)) as running:
        ada = Person(running, "Ada")
        table = ada.open("deep_sea", "me", "open")
        with pytest.raises(ValueError, match="for people only"):
            Guest(running.url, table).sit_down("Nemo")
        link = ada.http.get(f"/t/{table}/mine").json()["link"].rpartition("/")[2]
        with pytest.raises(ValueError, match="for people only"):
            Guest(running.url, table).take_over(link)
        wanted = {"game": "deep_sea", "seats": ["me", "open"], "program": True}
        assert ada.http.post("/tables", json=wanted).json() == {"why": "no_programs"}


def test_a_full_table_and_no_table_are_told(ada):
    table = ada.open("deep_sea", "me", "bot:hinted")
    with pytest.raises(ValueError, match="no seat is free"):
        Guest(ada.house.url, table).sit_down("Nemo")
    with pytest.raises(ValueError, match="no such table"):
        Guest(ada.house.url, "x" * 22).sit_down("Nemo")


def test_a_view_is_for_who_sits_there(ada, ben):
    table = ada.open("captain_carcass", "me", "bot:hinted")
    socket = ada.live(table)
    socket.until(lambda message: message.get("to_move", -2) == 0 and message["do"] in ("sync", "change"))
    seen = socket.ask("view")
    match = ada.house.rooms._rooms[table].match
    assert bytes.fromhex(seen["record"]) == match.seen(0).tobytes() and seen["view"] == match.view(0)
    assert [each["action"] for each in seen["moves"]] == list(match.offers)
    assert ben.live(table).ask("view")["why"] == "not_seated"


def in_node(address, folder):
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")
    version = int(subprocess.run([node, "--version"], capture_output=True, text=True).stdout[1:].partition(".")[0])
    (folder / "bot.mjs").write_text(PROGRAM)
    flags = ["--experimental-websocket", "--no-warnings"] if version < 22 else []
    done = subprocess.run([node, *flags, "bot.mjs", address], cwd=folder, capture_output=True, text=True, timeout=60)
    return done.stdout or done.stderr


def in_chromium(address, folder):
    """On a page of the house that says nothing itself."""
    browser = chromium()
    if browser is None:
        pytest.skip("there is no Chromium here")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driven:
        page = driven.chromium.launch(executable_path=browser, args=["--no-sandbox"]).new_page()
        page.goto(f"{address.partition('/t/')[0]}/robots.txt")
        with page.expect_console_message(timeout=60_000) as said:
            page.evaluate(
                f"(address) => {{ globalThis.process = {{ argv: ['', '', address] }}; {IN_A_PAGE} }}", address
            )
        return said.value.text


IN_A_PAGE = f"(async () => {{\n{PROGRAM}\n}})(); undefined;"


@pytest.mark.parametrize("run", [in_node, in_chromium])
def test_forty_lines_of_javascript_play_to_the_end(ada, tmp_path, run):
    table = ada.open("deep_sea", "open", "bot:hinted", options={"rounds": 1})
    assert run(f"{ada.house.url}/t/{table}", tmp_path).startswith("over")
    assert ada.http.get(f"/t/{table}/replay.json").json()["fair"]["ok"]


def test_it_is_about_forty_lines():
    assert len(PROGRAM.strip().splitlines()) <= 45
