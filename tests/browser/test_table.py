"""What people do at a table, in a real browser."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

import fathom5
from browser.people import FRAMES, PLAYER
from fathom5.table.play.fair import commitment, draw, key
from fathom5.table.web.pages import STAMP
from table.playing import House, spare_port

GAME = fathom5.names()[0]
SHORT = next(name for name in fathom5.names() if "rounds" in fathom5.load(name).game.options)  # can be made short
NOON = 1_700_000_000  # of some day


@pytest.fixture
def finished(visit):
    """Someone at a table at which a game has just ended."""
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.play()
    ada.at_the_end()
    return ada


# Coming and going.


def test_a_device_finds_its_tables_on_the_first_page(visit):
    ada = visit("Ada")
    address = ada.set_up(GAME, "me", "open")
    ada.page.goto("/")
    expect(ada.page.locator("#mine a")).to_have_attribute("href", re.sub(r"^.*/t/", "/t/", address))


def test_a_name_and_a_colour_are_remembered(visit):
    ada = visit("")
    ada.page.goto(f"/new/{GAME}")
    ada.page.fill("#my-name", "Marina")
    ada.page.locator(".colour-3").click()
    ada.page.goto(f"/new/{GAME}")
    expect(ada.page.locator("#my-name")).to_have_value("Marina")
    expect(ada.page.locator(".colour-3 input")).to_be_checked()


def test_who_comes_by_the_link_may_sit_down_or_look_on(visit):
    ada, ben, cleo = visit("Ada"), visit("Ben"), visit("Cleo")
    address = ada.set_up(GAME, "me", "open")
    cleo.page.goto(address)
    ben.join(address)
    expect(cleo.page.locator("#ask")).to_contain_text("You are looking on.")
    assert cleo.page.locator("#board [role=button]").count() == 0
    expect(ada.page.locator("#seats")).to_contain_text("Ben")


def test_the_seats_own_link_takes_the_seat_to_another_device(visit):
    ada, phone = visit("Ada"), visit("")
    ada.set_up(SHORT, "me", "bot:uniform")
    ada.my_turn()
    link = ada.page.evaluate("async () => (await (await fetch(location.pathname + '/mine')).json()).link")
    phone.page.goto(link)
    expect(ada.page.locator("#bar.yours")).to_have_count(1)  # a look at the page takes nothing
    phone.page.get_by_role("button", name="Play on this device").click()
    phone.my_turn()
    expect(ada.page.locator("#bar.yours")).to_have_count(0)


def test_a_lost_connection_comes_back_within_a_second(visit):
    ada, wires = visit("Ada"), []

    def wired(wire: WebSocketRoute) -> None:
        wire.connect_to_server()
        wires.append(wire)

    ada.page.clock.install(time=NOON)
    ada.page.route_web_socket(re.compile("/live"), wired)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.clock.pause_at(NOON + 3600)  # by the page's own clock, whatever else this machine has to do
    wires[0].close(code=3000, reason="the network is gone")
    expect(ada.page.locator("#state")).to_contain_text("Connection lost")
    ada.page.clock.run_for(1000)
    expect(ada.page.locator("#state")).to_have_text("")
    assert len(wires) == 2
    ada.page.clock.resume()
    ada.play()
    ada.at_the_end()


def test_a_restart_of_the_server_is_not_noticed_for_long(visit, tmp_path):
    first = House(str(tmp_path / "tables.db"))
    first.server.config.port = spare_port()
    first.start()
    ada = visit("Ada", base_url=first.url)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    told = ada.log()
    first.stop()
    expect(ada.page.locator("#state")).to_contain_text("Connection lost")
    second = House(str(tmp_path / "tables.db"))
    second.server.config.port = first.port
    second.start()
    expect(ada.page.locator("#state")).to_have_text("")
    assert ada.log()[: len(told)] == told
    ada.play()
    ada.at_the_end()
    second.stop()


# Playing.


def test_the_title_says_whose_turn_it_is(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    expect(ada.page.locator("#seats li.you.turn")).to_be_visible()


# What calls the player leaves its name on the page.
CALLS = """
  const call = (name) => (document.documentElement.dataset.calls += ` ${name}`);
  navigator.vibrate = () => call("tremor");
  window.AudioContext = class extends AudioContext { constructor() { super(); call("sound"); } };
"""


def test_a_tremor_calls_who_is_to_move_and_a_sound_where_it_is_wanted(visit):
    ada = visit("Ada")
    ada.context.add_init_script(CALLS)
    ada.set_up(SHORT, "me", "bot:hinted")
    called = ada.page.locator("html")
    ada.page.locator("#acts .lit").first.click()
    ada.play_until("document.documentElement.dataset.calls?.includes('tremor')")
    expect(called).not_to_have_attribute("data-calls", re.compile("sound"))
    ada.page.locator("[data-panel=more]").click()
    ada.page.get_by_label("A sound when it is my turn").check()
    ada.play_until("document.documentElement.dataset.calls.includes('sound')", seed=2)


def test_the_clock_runs_where_one_was_agreed_on(visit):
    ada = visit("Ada")
    ada.page.goto(f"/new/{SHORT}")
    ada.page.select_option("#clock", index=1)
    ada.page.select_option("#seat-1", "bot:hinted")
    ada.page.click("[type=submit]")
    ada.my_turn()
    expect(ada.page.locator("#seats .turn .clock")).to_have_text(re.compile(r"\d"))


def test_a_bot_sits_in_for_who_is_away_until_they_return(visit):
    ada, ben = visit("Ada"), visit("Ben")
    address = ada.set_up(SHORT, "me", "open")
    ben.join(address)
    expect(ben.page.locator("body[data-status=playing]")).to_be_attached()  # before that there is no game to leave
    ben.page.goto("/")
    ada.play_until("document.querySelector('#seats').textContent.includes('a bot sits in')")
    ben.page.goto(address)
    expect(ada.page.locator("#seats")).not_to_contain_text("a bot sits in")


def test_a_click_on_a_lit_thing_is_a_move(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    before = len(ada.log())
    ada.page.locator("#board [role=button]").first.click(force=True)
    expect(ada.page.locator("#log li[data-n]")).not_to_have_count(before)


def test_a_press_counts_though_something_is_told_before_it_ends(visit):
    ada, cleo = visit("Ada"), visit("Cleo")
    heard = ada.listen()
    address = ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    before, told = len(ada.log()), len(heard)
    ada.page.locator("#acts .lit").first.hover()
    ada.page.mouse.down()
    cleo.page.goto(address)
    ada.wait_until(lambda: any('"do":"seats"' in frame for frame in heard[told:]))
    ada.page.evaluate(FRAMES)
    ada.page.mouse.up()
    expect(ada.page.locator("#log li[data-n]")).not_to_have_count(before)


def test_two_tabs_of_a_seat_agree(visit):
    ada = visit("Ada")
    address = ada.set_up(SHORT, "me", "bot:hinted")
    other = ada.open_tab()
    other.goto(address)
    expect(other.locator("#bar.yours")).to_be_visible()
    ada.settle()
    before = len(ada.log())
    ada.page.locator("#acts .lit").first.click()
    expect(ada.page.locator("#log li[data-n]")).not_to_have_count(before)
    ada.settle()  # from here on nothing happens without her
    expect(other.locator("#log li[data-n]")).to_have_count(len(ada.log()))
    assert ada.log() == other.locator("#log li[data-n] > :nth-child(2)").all_text_contents()


def test_a_move_can_be_taken_back_while_nothing_new_was_seen(visit):
    """In one of the games at least; in some every move is followed by dice."""
    for game in fathom5.names():
        ada = visit("Ada")
        ada.set_up(game, *["me", "bot:hinted"][: fathom5.load(game).game.options["players"].allowed[0]])
        if ada.page.evaluate(PLAYER.replace("WISHED", "document.querySelector('.yours #undo:enabled')"), 1):
            expect(ada.page.get_by_role("button", name="Undo", disabled=False)).to_be_visible()
            ada.page.keyboard.press("u")
            expect(ada.page.locator("#log .undone").last).to_be_visible()
            return
    pytest.skip("no game here lets a move be taken back")


def test_a_log_line_opens_the_rulebook_at_its_clause(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    link = ada.page.locator("#log > li > a").first
    clause = link.get_attribute("data-clause")
    link.click()
    expect(ada.page.locator(".rulebook .here")).to_have_attribute("id", clause)
    expect(ada.page.locator(".rulebook .here")).to_be_in_viewport()


def test_a_refusal_leads_to_the_clause_of_the_rulebook_and_to_its_picture(visit):
    ada = visit("Ada")

    def wired(wire: WebSocketRoute) -> None:
        """What is sent asks for a move that cannot be made."""
        server = wire.connect_to_server()
        wire.on_message(lambda text: server.send(re.sub(r'"action":\d+', '"action":31000', str(text))))

    ada.page.route_web_socket(re.compile("/live"), wired)
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.settle()
    ada.page.locator("#acts .lit").first.click()
    expect(ada.page.locator("#wrong")).to_contain_text("That cannot be done now.")
    why = ada.page.locator("#wrong a")
    expect(why).to_have_text("Why?")
    clause = why.get_attribute("data-clause")
    expect(why).to_have_attribute("href", f"/rules/{SHORT}?lang=en#{clause}")
    why.click()
    expect(ada.page.locator(".rulebook .here")).to_have_attribute("id", clause)
    expect(ada.page.locator(".rulebook .here figure svg")).to_be_in_viewport()


def test_the_bots_give_advice(visit):
    ada = visit("Ada")
    ada.set_up(SHORT, "me", "bot:hinted")
    ada.my_turn()
    ada.page.get_by_role("button", name="Hint").click()
    expect(ada.page.locator("#hint li").first).to_contain_text(re.compile(r"\d+ % ± \d+"))
    expect(ada.page.locator("#hint .what")).to_contain_text("Chance to win")
    expect(ada.page.locator("#hint .why")).to_contain_text("air")  # a fact of the game
    expect(ada.page.locator("#hint dl dt").first).to_have_text("Not moving at the next roll")


def test_what_is_said_is_written_and_never_run(visit):
    ada, ben = visit("Ada"), visit("<b>Ben</b>")
    address = ada.set_up(GAME, "me", "open")
    ben.join(address)
    ben.page.locator("[data-panel=talk]").click()
    ben.page.fill("#say-text", "<img src=x onerror=alert(1)>")
    ben.page.click("#say button")
    ada.page.locator("[data-panel=talk]").click()
    expect(ada.page.locator("#talk li")).to_contain_text("<b>Ben</b> <img src=x onerror=alert(1)>")
    assert ada.page.locator("#talk img").count() == 0
    ada.page.reload()  # and is still known to be Ben's
    expect(ada.page.locator("#talk li")).to_contain_text("<b>Ben</b> <img src=x onerror=alert(1)>")


def test_quick_phrases_and_emoji_are_for_all(visit):
    ada, cleo = visit("Ada"), visit("Cleo")
    cleo.page.goto(ada.set_up(SHORT, "me", "bot:hinted"))
    cleo.page.locator("[data-panel=talk]").click()
    cleo.page.get_by_role("button", name="Good luck!").click()
    cleo.page.get_by_role("button", name="🐙").click()
    ada.page.locator("[data-panel=talk]").click()
    said = ["Someone who looks on Good luck!", "Someone who looks on 🐙"]
    expect(cleo.page.locator("#talk li")).to_have_text(said)
    expect(ada.page.locator("#talk li")).to_contain_text(said)
    expect(ada.page.locator("#talk li").get_by_role("button", name="Mute")).to_have_count(2)  # she is the host


# After the end.


def test_a_chart_shows_how_the_points_came_about(finished):
    chart = finished.page.locator(".end svg.chart")
    expect(chart).to_be_visible()
    expect(chart).to_have_attribute("aria-label", re.compile(r"\d"))
    expect(chart.locator(".course")).to_have_count(2)


def test_after_the_end_there_is_another_game(finished):
    before = finished.page.url
    finished.page.get_by_role("button", name="Play again").click()
    finished.page.wait_for_url(lambda url: url != before)
    finished.my_turn()


def test_the_replay_slides_over_every_action_and_proves_the_dice(finished):
    page = finished.page
    page.goto(page.url + "/replay")
    expect(page.locator("#count")).to_contain_text("/")
    last = int(page.locator("#slider").get_attribute("max"))
    things = page.locator("#board [data-id]").count()
    page.locator("#slider").fill(str(last))
    expect(page.locator("#count")).to_have_text(f"{last} / {last}")
    page.select_option("#view", "0")
    expect(page.locator("#count")).to_have_text(f"{last} / {last}")
    assert things > 0
    page.locator("[data-panel=more]").click()
    expect(page.locator("#verdict.good")).to_be_visible()


def tampered(route: Route) -> None:
    """One draw is said to have been another."""
    told = route.fetch().json()
    fated = next(each for each in told["fair"]["draws"] if len(each["offers"]) > 1)
    fated["took"] = next(action for action, _ in fated["offers"] if action != fated["took"])
    route.fulfill(body=json.dumps(told), content_type="application/json")


def test_a_tampered_replay_is_refused_with_the_number_of_the_action(finished):
    page = finished.page
    page.route("**/replay.json*", tampered)
    page.goto(page.url + "/replay")
    page.locator("[data-panel=more]").click()
    expect(page.locator("#verdict.bad")).to_contain_text(re.compile(r"Action \d+ was not drawn fairly"))


def test_a_save_file_can_be_taken_away_and_brought_back(finished, tmp_path):
    page = finished.page
    with page.expect_download() as coming:
        page.get_by_role("link", name="Save file").click()
    coming.value.save_as(tmp_path / "game.txt")
    page.goto("/replay")
    page.set_input_files("[type=file]", tmp_path / "game.txt")
    page.get_by_role("button", name="Watch it").click()
    page.wait_for_url("**/r/*")
    expect(page.locator("#count")).to_contain_text("/")
    page.locator("[data-panel=more]").click()
    expect(page.locator("#verdict.good")).to_be_visible()


def test_a_file_that_is_no_save_is_refused_beside_the_form(visit, tmp_path):
    ada = visit("Ada").may_be_refused()
    (tmp_path / "no.txt").write_text("nothing")
    ada.page.goto("/replay")
    ada.page.set_input_files("[type=file]", tmp_path / "no.txt")
    ada.page.get_by_role("button", name="Watch it").click()
    expect(ada.page.locator("#error")).to_contain_text("cannot be read")


# The modules by themselves.


def in_page(page: Page, module: str, body: str, *values: object) -> object:
    """Run some lines with a module of ours."""
    return page.evaluate(f"async (values) => {{ const m = await import('/static/{STAMP}/{module}'); {body} }}", values)


def test_the_browser_draws_as_the_server_does(visit):
    page = visit("Ada").page
    page.goto("/")
    offers = {7: 3, 2: 5, 11: 1}
    for n in range(40):
        said = in_page(
            page, "fair.js", "return m.ticket(new TextEncoder().encode(values[0]), values[1], 9)", "secretwords", n
        )
        counted = [action for action, weight in offers.items() for _ in range(weight)]
        assert counted[said] == draw(key("secret", ["words"]), n, offers)
    assert commitment("abc" * 50) == in_page(page, "fair.js", "return m.commitment(values[0])", "abc" * 50)


def test_an_act_is_pointed_out_step_by_step(visit):
    page = visit("Ada").page
    page.goto("/")
    acts = [{"action": 1, "path": ["a", "x"]}, {"action": 2, "path": ["a", "y"]}, {"action": 3, "path": ["b"]}]
    body = """
      const acts = new m.Acts(values[0]), told = [];
      for (const touch of values[1]) told.push([acts.touch(touch)?.action ?? null, [...acts.next].sort()]);
      return told"""
    touched = [["a"], ["nothing"], ["under", "a"], ["a"], ["a"], ["y"], ["b"]]
    assert in_page(page, "acts.js", body, acts, touched) == [
        [None, ["x", "y"]],
        [None, ["a", "b"]],
        [None, ["x", "y"]],
        [None, ["a", "b"]],
        [None, ["x", "y"]],
        [2, []],
        [3, []],
    ]
