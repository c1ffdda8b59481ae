"""`fathom5 review`: in the terminal, as a page, as rows, and what of them the lab says."""

import json
import re
from functools import cache, partial
from html import escape

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet
from rich.console import Console

from every import INTERPRETED
from fathom5 import bots, load, names
from fathom5.bots import Hinted
from fathom5.bots.review import FIRST, Review, levels, review
from fathom5.bots.review.levels import BY_STAKE, level, measure, measured, rates
from fathom5.command import benches, cli, study
from fathom5.command.bench import review as measuring
from fathom5.command.review import (
    ERROR_HEADS,
    HEADS,
    LEVELS,
    LUCK_HEADS,
    MEDAL_HEADS,
    WORDS,
    error_tables,
    hundredths,
    level_basis,
    luck_table,
    medal_rows,
    standing_rows,
    standings,
)
from fathom5.command.review_page import page, turning_points
from fathom5.door import Match
from fathom5.lab.reviews import PARTS, Fared, errors, fared, fewer, groups, lost, shares
from fathom5.table.web.language import speech

SOME = 8 * FIRST


@cache
def played(name: str, seed: int = 1, **options: int) -> Match:
    if INTERPRETED:
        pytest.skip("thousands of games are played on")
    match = load(name, **options).start(seed=seed)
    while not match.over:
        match.play(Hinted("uniform")(match.seen(match.seat), len(match.actions)))
    return match


@cache
def reviewed(name: str) -> Review:
    return review(played(name, players=2), effort=SOME if name == "deep_sea" else FIRST)


@pytest.fixture
def save(tmp_path):
    path = tmp_path / "game.fathom5"
    path.write_text(played("deep_sea").save(seats=["Ann", "Bob"]))
    return path


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setattr(cli, "out", Console(width=160))
    monkeypatch.setattr(study, "out", Console(width=160))


# One game.


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_terminal_tells_it_with_curves_and_moments(save, capsys, lang):
    cli.review([save], effort=SOME, lang=lang)
    told = capsys.readouterr().out
    assert WORDS[lang]["known"] in told
    assert WORDS[lang]["level"] in told
    assert WORDS[lang]["errors_per_decision"] in told
    assert WORDS[lang]["lost"] not in told
    assert "█ Ann" in told or "█ Bob" in told  # where somebody has won
    assert ("rolls" if lang == "en" else "obtient") in told


def test_it_can_be_had_as_json(save, capsys):
    cli.review([save], effort=FIRST, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["rounds"] == FIRST
    assert len(found["actions"]) == len(played("deep_sea").actions)


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", ["deep_sea", "sub_terra"])
def test_the_page_stands_alone_and_shows_the_board_at_each_turning_point(name, lang):
    match, found = played(name, players=2), reviewed(name)
    html = page(found, match, ["<Ann>", "Bob"], lang)
    assert html.count("<figure>") == html.count("<img") == len(turning_points(found)) >= 2
    assert not re.search(r'(src|href)="(?!data:)', html)
    assert "&lt;Ann&gt;" in html and "<Ann>" not in html
    assert (WORDS[lang]["medals"] in html) == (name == "sub_terra")


def test_the_page_is_written_where_it_is_asked_for(save, tmp_path, capsys):
    cli.review([save], effort=FIRST, page=tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")
    assert not capsys.readouterr().out


def test_both_languages_say_everything():
    assert set(WORDS["en"]) == set(WORDS["fr"])
    for heads in (HEADS, MEDAL_HEADS, LUCK_HEADS, ERROR_HEADS):
        assert heads["en"].count("|") == heads["fr"].count("|")


def test_levels_of_play_are_called_as_on_the_pages():
    assert list(LEVELS) == list(bots.LEVELS)
    assert all(speech("fr").gettext(level) == word for level, word in LEVELS.items())


@pytest.mark.parametrize(("lang", "medals"), [("en", ["Defeat", "Gold"]), ("fr", ["Défaite", "Or"])])
def test_medals_are_called_as_in_the_game(lang, medals):
    rows = list(medal_rows(reviewed("sub_terra"), lang))
    assert [rows[0][0], rows[-1][0]] == medals


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_level_by_what_was_at_stake_says_so(lang):
    judged = [one._replace(stake=0.02 if one.was_choice else None) for one in reviewed("deep_sea").actions]
    found = reviewed("deep_sea")._replace(game="the_island", actions=judged)
    own, words = found.standings[0], WORDS[lang]
    rows = {first: rest for first, *rest in standing_rows(found, lang)}
    assert rows[words["lost"]][0] == hundredths(own.errors / own.stake, lang)
    assert level_basis(found, lang) == words["errors_per_stake"]
    assert escape(words["errors_per_stake"]) in page(found, played("deep_sea", players=2), ["Ann", "Bob"], lang)


def test_french_writes_a_comma():
    found = review(played("deep_sea"), effort=FIRST)
    assert "100,0" in {cell for column in standings(found, ["A", "B"], "fr").columns for cell in column.cells}


# What is no game that is over.


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a letter", "no save of Full Fathom Five"),
        (load("deep_sea").start(seed=1).save().replace('"deep_sea"', '"chess"'), "there is no game 'chess'"),
        (load("deep_sea").start(seed=1).save(), "not over"),
        (load("deep_sea").start(seed=1).save().replace("rules: ", "rules: 9"), "played by rules 9"),
        (load("deep_sea").start(seed=1).save().removesuffix("end\n"), "torn off"),
        (load("deep_sea").start(seed=1).save().replace("\nend", "\nfly away\nend"), "move .* of this save"),
    ],
)
def test_what_is_no_game_that_is_over_is_refused_in_a_sentence(text, why):
    with pytest.raises(ValueError, match=why):
        review(text)


# Many games.


def test_many_games_become_a_row_an_action(save, tmp_path, capsys):
    other, broken = tmp_path / "other.fathom5", tmp_path / "torn.fathom5"
    other.write_text(played("deep_sea", seed=2, players=3).save())
    broken.write_text(save.read_text()[:200])
    file = tmp_path / "rows.parquet"
    cli.review([tmp_path], effort=FIRST, rows=file)
    told = capsys.readouterr()
    assert "2 of 3 games" in told.out
    assert "torn" in told.err
    seats = fared([file])
    assert [seat.who for seat in seats[:2]] == ["Ann", "Bob"]
    for seat in seats:
        assert sum(seat.parts) == pytest.approx(seat.result, abs=1e-9)
    study.luck([file], lang="fr")
    told = capsys.readouterr().out
    assert "chance" in told
    assert set(groups(seats)) == {("deep_sea", 2, ""), ("deep_sea", 3, "")}


def test_games_with_and_without_medals_are_kept_together(save, tmp_path):
    (tmp_path / "team.fathom5").write_text(played("sub_terra", players=2).save())
    cli.review([save, tmp_path / "team.fathom5"], effort=FIRST, rows=tmp_path / "rows.parquet")
    medals = {row["game"]: len(row["medals"]) for row in parquet.read_table(tmp_path / "rows.parquet").to_pylist()}
    assert medals == {"deep_sea": 0, "sub_terra": 4}


def test_a_cluster_reviews_many_games_not_one(save):
    with pytest.raises(ValueError, match="a cluster reviews many games"):
        cli.review([save], ray="auto")


def test_what_holds_no_reviews_is_refused_in_a_sentence(tmp_path):
    letter, other, nothing = (tmp_path / f"{name}.parquet" for name in ("letter", "other", "nothing"))
    letter.write_text("a letter")
    parquet.write_table(pa.table({"game": ["deep_sea"], "turns": [3]}), other)
    for wrong in (letter, other):
        with pytest.raises(ValueError, match=f"{wrong.name} holds no reviews"):
            study.luck([wrong])
    with pytest.raises(OSError, match=r"there is no file .*nothing"):
        study.errors([nothing])


def test_one_game_is_told_at_a_time(save, tmp_path):
    with pytest.raises(ValueError, match="one game"):
        cli.review([save, save])
    (tmp_path / "nothing").mkdir()
    with pytest.raises(ValueError, match="no save"):
        cli.review([tmp_path / "nothing"], rows=tmp_path / "rows.parquet")


def seat(game, luck, own):
    return Fared("some", str(game), 2, "{}", "", 1, -own, (0.5, luck, own, 0.0, 0.0), 0.5 + luck + own)


def test_the_parts_of_the_variance_add_up_and_luck_is_what_it_is():
    rng = np.random.default_rng(1)
    seats = [seat(game, luck, own) for game, (luck, own) in enumerate(rng.normal(0, (3.0, 1.0), (2000, 2)))]
    found = shares(seats)
    assert sum(share.middle for share in found.values()) == pytest.approx(1)
    assert found["luck"].low < 0.9 < found["luck"].high
    assert found["luck"].high - found["luck"].low < 0.05
    assert list(found) == list(PARTS)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_where_all_results_are_alike_it_says_so_in_words(lang):
    found = shares([seat(game, 0.1, 0.0) for game in range(5)])
    assert found == {}
    table = luck_table({("some", 2, ""): (5, found)}, lang)
    assert WORDS[lang]["alike"] in [cell for column in table.columns for cell in column.cells]


def made(game, who, errors, decisions=10):
    return Fared("some", str(game), 2, "{}", who, decisions, errors, (0.5, 0.0, -errors, 0.0, 0.0), 0.5 - errors)


def test_errors_are_rated_by_player_and_groups_tell_who_makes_fewer():
    rng = np.random.default_rng(1)
    seats = [made(game, who, abs(rng.normal(0, size))) for game in range(60) for who, size in (("a", 0.1), ("b", 0.4))]
    found = errors(seats)["some"]
    assert found["a"].errors_per_decision + 2 * found["a"].standard_error < found["b"].errors_per_decision
    assert found["a"].decisions == 600
    assert fewer(seats, "a", "b") > 95
    assert fewer(seats, "a", "b") + fewer(seats, "b", "a") == 100
    (table,) = error_tables(seats, "en")
    assert [next(iter(column.cells)) for column in table.columns][:3] == ["a", "60", "600"]


def test_teams_that_never_sat_together_are_compared_each_in_its_own_games():
    rng = np.random.default_rng(1)
    teams = [(60, "strong", 0.1), (30, "weak", 0.4)]
    seats = [
        made(f"{who} {game}", who, abs(rng.normal(0, size))) for games, who, size in teams for game in range(games)
    ]
    assert fewer(seats, "strong", "weak") > 95
    assert fewer(seats, "strong", "weak") + fewer(seats, "weak", "strong") == 100


def test_the_bench_reviews_a_game_and_says_how_long_it_took(monkeypatch):
    monkeypatch.setattr(measuring, "review", partial(review, effort=FIRST))
    monkeypatch.setattr(measuring, "played", lambda name, seed: played(name, players=3))
    found = measuring.measure("deep_sea")
    assert 0 < found["s_until_a_curve"] <= found["s_in_all"]
    assert (found["players"], measuring.seats("the_island")) == (3, 4)
    assert "review" in benches.BENCHES


def row(rate, decisions=100):
    return {"errors_per_decision": rate, "decisions": decisions}


def test_who_plays_better_does_not_make_more_errors():
    found = rates({"paddler": row(0.03), "diver": row(0.0), "leviathan": row(0.02, 300)})
    assert found == pytest.approx({"paddler": 0.03, "diver": 0.015, "leviathan": 0.015})


@pytest.mark.parametrize("name", names())
def test_a_level_is_the_bot_whose_errors_are_most_alike(name):
    known = rates(measured()[name], measure(name))
    assert level(name, 100, 100.0, 100.0) == "paddler"
    assert known[level(name, 10_000, 0.0, 10_000.0)] == min(known.values())
    assert level(name, 1, 0.0, 1.0) is None
    for bot, rate in known.items():  # who plays as a level did has its word, or that of one like it
        assert known[level(name, 10_000, 10_000 * rate, 10_000.0)] == known[bot]


def test_where_it_is_not_known_what_was_at_stake_nothing_is_said():
    assert measure("the_island") is BY_STAKE
    assert (
        level("the_island", 60, 0.3) is level("the_island", 60, 0.3, 0.0) is level("the_island", 60, 0.3, -0.1) is None
    )


def test_what_was_lost_of_the_stakes_is_no_matter_of_how_much_was_at_stake():
    known = rates(measured()["the_island"], BY_STAKE)
    for stake in (5.0, 50.0):
        assert level("the_island", 60, known["paddler"] * stake, stake) == "paddler"
        assert known[level("the_island", 60, known["leviathan"] * stake, stake)] == known["leviathan"]
    assert level("the_island", 60, 0.0, 0.01) is None  # a paddler would have lost as little


def test_errors_are_rated_by_what_was_at_stake_where_that_is_known():
    seats = [made(game, who, share * stake)._replace(stake=stake)
             for game, stake in enumerate((0.5, 1.0, 2.0)) for who, share in (("a", 0.2), ("b", 0.5))]  # fmt: skip
    found = lost([*seats, made(9, "c", 0.1)])["some"]
    assert {who: rate.errors_per_stake for who, rate in found.items()} == pytest.approx({"a": 0.2, "b": 0.5})
    assert found["a"].stake == pytest.approx(3.5) and found["a"].games == 3
    assert found["a"].standard_error == pytest.approx(0)


def test_a_word_of_praise_is_not_said_of_what_the_weakest_might_have_done_by_luck(monkeypatch):
    paddler = row(0.01) | {"standard_error": 0.005}  # 0.05 for each root of a decision
    monkeypatch.setattr(levels, "measured", lambda: {"some": {"paddler": paddler, "diver": row(0.0)}})
    assert level("some", 20, 0.0) is None
    assert level("some", 36, 0.0) == "diver"
    assert level("some", 25, 0.01) is None
    assert level("some", 20, 0.3) == "paddler"


def test_where_no_games_of_bots_were_reviewed_nothing_is_said():
    assert level("some", 100, 0.0) is None


def test_options_that_differ_are_told_apart():
    one = seat(1, 0.1, 0.0)
    found = groups(
        [one._replace(options='{"air": 25, "players": 2}'), one._replace(options='{"air": 9, "players": 2}')]
    )
    assert [options for _, _, options in found] == ["air=25", "air=9"]


def test_house_rules_are_told_apart_from_the_rulebook():
    one = seat(1, 0.1, 0.0)
    options = ['{"air": 25, "players": 2}', '{"air": 25, "players": 2, "house_air_per_pile": 2}']
    assert [told for _, _, told in groups([one._replace(options=each) for each in options])] == [
        "house_air_per_pile=2",
        "",
    ]
