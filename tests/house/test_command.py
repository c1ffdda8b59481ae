"""The command line, as someone who types finds it."""

import json
import sys
from importlib.util import find_spec

import pytest

from every import INTERPRETED
from fathom5 import __version__, load, names, replay
from fathom5.command import cli, terminal
from fathom5.command.bench import against
from fathom5.command.bench.spread import Spread
from fathom5.door import guide

GAME = "deep_sea"


@pytest.fixture
def fathom5(monkeypatch, capsys, tmp_path):
    """Type a command; the answer is its exit code and what it says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cli, "warm", lambda *games: None)
    for console in (cli.out, cli.err):
        monkeypatch.setattr(console, "_width", 200)

    def type_in(*words, answers=()):
        monkeypatch.setattr(sys, "argv", ["fathom5", *map(str, words)])
        typed = iter(answers)
        monkeypatch.setattr("builtins.input", lambda *_: next(typed, None) or _hang_up())
        try:
            cli.main()
            code = 0
        except SystemExit as end:
            code = end.code or 0
        said = capsys.readouterr()
        return code, said.out + said.err

    return type_in


def _hang_up():
    raise EOFError


@pytest.mark.parametrize("words", [(), ("play",), ("simulate",), ("rules",), ("replay",), ("bench",), ("games",)])
def test_help_is_worth_reading(fathom5, words):
    code, said = fathom5(*words, "--help")
    assert code == 0
    assert len(said.splitlines()) > 5


def test_it_says_which_version_it_is(fathom5):
    assert fathom5("--version") == (0, f"fathom5 {__version__}\n")


def test_games_lists_every_game_with_its_options(fathom5):
    code, said = fathom5("games")
    assert code == 0
    assert all(name in said for name in names())
    assert "-o air=" in said


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("language", ["en", "fr"])
def test_rules_are_short_at_first_and_whole_when_asked_and_a_clause_can_be_had_alone(fathom5, name, language):
    code, short = fathom5("rules", name, "--lang", language)
    _, whole = fathom5("rules", name, "--all", "--lang", language)
    number = next(iter(guide.clauses(name, language)))
    _, one = fathom5("rules", name, number.lower(), "--lang", language)
    assert code == 0
    assert guide.guide(name, language).steps[0].title in short
    assert number in whole
    assert one.startswith(number)
    assert len(one) < len(short) < len(whole)


@pytest.mark.parametrize("name", names())
def test_simulate_shows_means_with_intervals_by_seat(fathom5, name):
    code, said = fathom5("simulate", name, "-n", 3 if INTERPRETED else 20)
    assert code == 0
    assert "seat 0" in said
    assert "±" in said


@pytest.mark.skipif(find_spec("pyarrow") is None, reason="Parquet is the extra 'lab'")
def test_simulate_keeps_a_row_a_game(fathom5, tmp_path):
    from pyarrow import parquet

    code, _ = fathom5("simulate", GAME, "-n", 7, "--bots", "hinted,uniform,zeffar", "--out", "some.parquet")
    table = parquet.read_table(tmp_path / "some.parquet")
    assert (code, table.num_rows) == (0, 7)
    assert {"points_2", "share_2", "actions"} <= set(table.column_names)
    assert json.loads(table.schema.metadata[b"fathom5"])["options"]["players"] == 3


def test_play_by_number_by_word_and_with_help(fathom5, tmp_path):
    answers = ["1", "o", "b", "l", "fly", "99", "take", "u", "s"]
    code, said = fathom5("play", GAME, "--seed", 3, answers=answers)
    assert code == 0
    assert "There is no such move here: fly" in said
    assert "Go on with:  fathom5 play --load deep_sea-1.fathom5 --seats you,hinted" in said
    assert replay((tmp_path / "deep_sea-1.fathom5").read_text()).seats == 2


def test_a_saved_game_goes_on_to_its_end(fathom5, tmp_path):
    fathom5("play", GAME, "--seed", 3, "--seats", "you,hinted,uniform", answers=["1", "q"])
    code, said = fathom5("play", "--load", "deep_sea-1.fathom5", answers=["1"] * 300)
    assert code == 0
    assert "The game is over." in said


def test_anybodys_player_is_named_alike_in_every_command(fathom5, tmp_path):
    (tmp_path / "seaside.py").write_text(
        "def last(view):\n    return view.moves[-1]\n\ndef broken(view):\n    view.wisdom\n"
    )
    last, short = "seaside.py:last", ("-o", "rounds=1")
    code, said = fathom5("arena", GAME, last, "hinted:0.9:4", "seaside:broken", "-n", 6, *short)
    assert (code, "seaside:broken !" in said, f"over {last}" in said) == (0, True, True), said
    code, said = fathom5("simulate", GAME, "--bots", f"{last},search:iterations=2,trees=1", "-n", 2, *short)
    assert code == 0 and "points" in said
    code, said = fathom5("play", GAME, "--seats", f"seaside.py:broken,{last}", "--seed", 3, *short)
    assert code == 0 and "gave no answer that can be played" in said and "The game is over." in said


def test_knobs_and_players_are_told_apart():
    assert cli.apart("you, search:seconds=1,horizon=9,hinted") == ["you", "search:seconds=1,horizon=9", "hinted"]


@pytest.mark.parametrize(("bot", "compiled"), [("hinted", []), ("diver", [GAME]), ("leviathan", [GAME])])
def test_only_who_plays_against_a_search_waits_for_a_compiler(fathom5, monkeypatch, bot, compiled):
    asked = []
    monkeypatch.setattr(cli, "warm", lambda *games: asked.extend(games))
    assert fathom5("play", GAME, "--seats", f"you,{bot}", answers=["q"])[0] == 0
    assert asked == compiled


@pytest.mark.parametrize("language", ["en", "fr"])
def test_bots_can_play_among_themselves(fathom5, language):
    code, said = fathom5("play", GAME, "--seats", "hinted,uniform,zeffar", "--lang", language)
    assert code == 0
    assert {"en": "Winner", "fr": "Vainqueur"}[language] in said


def test_the_end_says_why_and_how_each_has_fared(fathom5):
    code, said = fathom5("play", GAME, "--seats", "hinted,hinted", "--seed", 1, "--lang", "fr", "-o", "rounds=2")
    assert code == 0
    assert "La dernière manche est jouée\N{NO-BREAK SPACE}: la partie est finie" in said
    assert said.count("– manche 1\N{NO-BREAK SPACE}: ") == said.count("· manche 2\N{NO-BREAK SPACE}: ") == 2


def test_errors_are_in_the_language_of_the_game(fathom5):
    code, said = fathom5("play", GAME, "--seed", 3, "--lang", "fr", answers=["vole", "drop 3", "u", "o"])
    assert code == 0
    assert "Rester sur place au prochain lancer : 0 %" in said and "Plongeur 2 (hinted)  " in said
    assert "Ce coup n'existe pas ici : vole" in said and "Ce n'est pas possible maintenant (DS-13)." in said
    assert "Il n'y a rien à reprendre." in said and "cannot" not in said


def test_where_there_is_much_to_choose_from_it_is_asked_in_steps(fathom5, tmp_path):
    answers = ["Un explorateur de valeur 6", "0", "6", "G4", "1", "1", "q"]
    code, said = fathom5("play", "the_island", "--seed", 3, "--lang", "fr", "-o", "two_colours=off", answers=answers)
    assert code == 0
    placed = [move for move in replay((tmp_path / "the_island-1.fathom5").read_text()).log if move[0] == "place"]
    assert [move[3] for move in placed[:1]] == [6] and len(placed) >= 3
    assert "Un explorateur de valeur 6 : où ?\n   1 D4     2 D5     3 D6 " in said  # places side by side
    assert "Mise en place : " in said and " 41 " not in said.split("Un explorateur de valeur 6")[1].split("\n")[0]


def test_who_shares_a_screen_hands_over_where_there_are_secrets(fathom5):
    code, said = fathom5("play", GAME, "--seats", "you,you", "-o", "peek=on", answers=["2", "1", "2"])
    assert code == 0
    assert "Saved" in said


def test_replay_tells_the_story(fathom5, tmp_path):
    match = load(GAME).start(seed=1)
    match.play("take")
    (tmp_path / "game.fathom5").write_text(match.save())
    code, said = fathom5("replay", "game.fathom5", "--lang", "fr")
    assert (code, "ramasse" in said) == (0, True)
    code, said = fathom5("replay", "game.fathom5", "--at", 2)
    assert (code, "takes" in said) == (0, False)


def test_serve_tells_how_to_invite_people_and_lan_shows_them_the_way(fathom5, monkeypatch):
    from fathom5 import table

    served = []

    def serve(*where, allow_hosts, tell, **how):
        served.append((*where, allow_hosts))
        tell()

    monkeypatch.setattr(table, "serve", serve)
    monkeypatch.setattr(table, "lan_address", lambda: "192.168.7.9")
    _, said = fathom5("serve")
    assert "fathom5 serve --lan" in said
    _, said = fathom5("serve", "--lan", "--port", 8123)
    assert "http://192.168.7.9:8123" in said
    assert "▄" in said
    assert served[0][0] == "127.0.0.1"
    assert served[1] == ("0.0.0.0", 8123, None, "http://192.168.7.9:8123", ["192.168.7.9"])


def test_serve_says_where_to_play(fathom5):
    code, _ = fathom5("serve", "--help")
    assert code == 0


@pytest.mark.parametrize(
    "words, why",
    [
        (("fly",), "No such command 'fly'"),
        (("rules", "deep_see"), "did you mean 'deep_sea'?"),
        (("rules", GAME, "DS-77"), "did you mean 'DS-7'?"),
        (("rules", GAME, "--lang", "de"), "the languages are en and fr"),
        (("simulate", GAME, "-n", "0"), "--games is at least 1, not 0"),
        (("simulate", GAME, "-n", "-5"), "--games is at least 1, not -5"),
        (("simulate", GAME, "-n", "many"), "'--games'"),
        (("simulate", GAME, "--bots", "hinted,zefar"), "did you mean 'zeffar'?"),
        (("simulate", GAME, "--bots", "hinted:x"), "the knobs of 'hinted' are numbers"),
        (("simulate", GAME, "--bots", "zeffar:1"), "zeffar has 0 knobs to tune, not 1"),
        (("simulate", GAME, "-o", "air"), "an option is NAME=VALUE, not 'air'"),
        (("simulate", GAME, "-o", "aire=3"), "did you mean 'air'?"),
        (("simulate", GAME, "-o", "air=many"), "air is from 1 to 60, not 'many'"),
        (("simulate", GAME, "-o", "players=4", "--bots", "hinted,hinted"), "4 seats ask for 4 players"),
        (("simulate", GAME, "--out", "/nowhere/x.parquet"), "no folder /nowhere"),
        (("simulate", GAME, "--out", "x.csv"), "*.parquet"),
        (("simulate", GAME, "--out", "."), "*.parquet"),
        (("play",), "which game?"),
        (("play", GAME, "--seats", "you,zef"), "there is no player 'zef'"),
        (("play", "--load", "nothing.fathom5"), "nothing.fathom5: No such file"),
        (("replay", "broken"), "no save of Full Fathom Five"),
        (("replay", "binary"), "no save of Full Fathom Five"),
        (("bench", "--game", "chess"), "there is no game 'chess'"),
        (("bench", "--against", "."), "is no tree of Full Fathom Five"),
        (("bench", "--against", ".", "--figure", "speed"), "there is no figure 'speed'"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_sentence(fathom5, tmp_path, words, why):
    (tmp_path / "broken").write_text("nothing of the sort")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x01")
    code, said = fathom5(*words)
    assert (code, "Traceback" in said) == (2, False)
    assert why in said


def test_bench_against_fails_where_the_bound_is_not_reached(fathom5, monkeypatch):
    slower = against.Compared(GAME, "playouts", *(Spread(value, value, value) for value in (90.0, 100.0, 0.9)))
    monkeypatch.setattr(against, "sources_of", lambda folder: folder)
    monkeypatch.setattr(against, "compare", lambda *_: iter([slower]))
    asked = ("bench", "--against", ".", "--game", GAME)
    assert fathom5(*asked, "--within", 2)[0] == 1
    assert fathom5(*asked, "--within", 10)[0] == fathom5(*asked)[0] == 0
    assert "NOT reached" in fathom5(*asked, "--at-least", 2)[1]
    assert '"middle": 0.9' in fathom5(*asked, "--json")[1]


def test_what_is_not_installed_is_named_with_the_extra_that_brings_it(fathom5, monkeypatch):
    monkeypatch.setitem(sys.modules, "fathom5.table", None)
    monkeypatch.delattr(sys.modules["fathom5"], "table", raising=False)  # if somebody has imported it before
    code, said = fathom5("verify", "some.fathom5")
    assert (code, "pip install 'fathom5[table]'" in said) == (2, True)


def test_replay_asks_for_a_turn_that_exists(fathom5, tmp_path):
    (tmp_path / "game.fathom5").write_text(load(GAME).start(seed=1).save())
    assert fathom5("replay", "game.fathom5", "--at", 999)[0] == 2


def test_a_file_name_is_never_used_twice(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    terminal.free_name(GAME).touch()
    assert terminal.free_name(GAME).name == "deep_sea-2.fathom5"
