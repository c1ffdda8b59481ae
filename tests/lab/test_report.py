"""The report: sentences and charts follow the rows, in two languages, on a page that stands alone."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from fathom5 import names
from fathom5.door import load, words_of
from fathom5.lab.dataset import Dataset
from fathom5.lab.facts import facts
from fathom5.lab.looking import Looking, pooled
from fathom5.lab.plan import Study
from fathom5.lab.report import Results, composed, page
from fathom5.lab.summary import Cell, Summary, score_for, wilson
from fathom5.lab.tongues import SAID, Tongue
from lab.studies import GAME, played, small

EVENTS = {
    "empty": {"when": "brought_home = 0", "en": "nobody brings home a chip", "fr": "personne ne rapporte de jeton"}
}
STUDY = Study(GAME, options={"air": [10, 20, 30], "players": 2}, events=EVENTS, columns=["turns"], games=1000)


def found(empty=(0.83, 0.83, 0.1), first=0.5, turns=(20.0, 20.0, 30.0), games=1000):
    """What a summary would say of rows like these."""
    cells = {}
    for point in range(3):
        share = empty[point]
        cells |= {
            (point, "event:empty"): Cell(games, share, (share * (1 - share)) ** 0.5),
            (point, "order_0"): Cell(games, first, 0.5),
            (point, "order_1"): Cell(games, 1 - first, 0.5),
            (point, "turns"): Cell(games, turns[point], 4.0),
            (point, "actions"): Cell(games, 60.0, 9.0),
            (point, "zero:turns"): Cell(games, 0.0, 0.0),
        }
    return Summary(STUDY, cells)


def told(language="en", is_clear=True, **rows):
    return "\n".join(fact.text for fact in facts(found(**rows), Tongue(language, STUDY)) if fact.is_clear == is_clear)


# Sentences.


def test_a_sentence_is_computed_from_the_rows():
    assert "at 20 or less, nobody brings home a chip in 83.0% of games" in told()
    assert "at 20 or less, nobody brings home a chip in 41.0% of games" in told(empty=(0.41, 0.41, 0.1))


def test_other_rows_give_another_threshold():
    assert "at 10 or less, nobody brings home a chip in 83.0% of games" in told(empty=(0.83, 0.1, 0.1))


def test_french_is_as_native_as_english():
    assert "à 20 ou moins, personne ne rapporte de jeton dans 83,0\u202f% des parties" in told("fr")


def test_french_signs_stay_with_their_words():
    assert "«\u00a0air au début de chaque manche\u00a0»" in told("fr")
    assert not re.search(r" [:;»]", told("fr"))


def test_what_could_be_chance_is_said_to_be_so():
    assert "the 1st to play wins 57.0% of games" in told(first=0.57)
    assert "no place in the turn order wins significantly more or less than 50.0%" in told(first=0.505, is_clear=False)
    assert "the 1st to play" not in told(first=0.505)


def test_a_trend_is_told_and_its_absence_as_well():
    assert "Turns: 20 on average with “air at the start of each round” at 10, 30 at 30" in told()
    assert "does not change these significantly: turns" in told(turns=(20.0, 20.1, 20.01), is_clear=False)


def test_what_rises_and_falls_again_is_not_called_unchanged():
    hump = told(turns=(20.0, 25.0, 20.01))
    assert "Turns: 20 on average with “air at the start of each round” at 10, 25 at 20" in hump


def test_players_of_pairings_are_compared():
    study = Study(GAME, pairings=["hinted", "uniform"], games=400)
    shares = {("hinted", "uniform"): 0.9, ("uniform", "hinted"): 0.2}
    cells = {}
    for point in study.points:
        share = shares[point.players]
        cells |= {(point.number, f"share_{seat}"): Cell(400, abs(seat - share), 0.4) for seat in (0, 1)}
        cells[point.number, "actions"] = Cell(400, 60.0, 9.0)
    told = [fact.text for fact in facts(Summary(study, cells), Tongue("en", study))]
    assert told[0].startswith("hinted wins 85.0% of its games")


def test_words_of_an_option_one_for_each_seat_are_set_against_each_other():
    divers = [["saboteur", "navigator"], ["navigator", "saboteur"]]
    study = Study("captain_carcass", options={"divers": divers}, games=400)
    cells = {
        (point, f"share_{seat}"): Cell(400, 0.8 if point == seat else 0.2, 0.4) for point in (0, 1) for seat in (0, 1)
    }
    look = Looking(Summary(study, cells))
    assert look.contenders() == {0: ("saboteur", "navigator"), 1: ("navigator", "saboteur")}
    assert {name: cell.mean for name, cell in look.by_player().items()} == {"saboteur": 0.8, "navigator": 0.2}


def test_one_sided_duels_are_told_with_how_many_are_clearly_apart():
    told = [fact.text for fact in facts(met({"ab": 0.9, "bc": 0.9, "ac": 0.99}), Tongue("en", TRIO))]
    assert told[0] == "3 of 3 are clearly apart, each above the one before: zeffar < uniform < hinted."
    assert told[1].startswith("From zeffar to hinted it is 6.")
    assert told[2].startswith("hinted wins 99.0% ")
    even = [fact for fact in facts(met({"ab": 0.5, "bc": 0.5, "ac": 0.5}), Tongue("en", TRIO)) if not fact.is_clear]
    assert even[0].text == "None of hinted, uniform, zeffar is clearly stronger than another."


TRIO = Study(GAME, pairings=["hinted", "uniform", "zeffar"], games=400)


def met(won):
    """What a summary would say if each of these three won so much against the other."""
    letters, cells = {"hinted": "a", "uniform": "b", "zeffar": "c"}, {}
    for point in TRIO.points:
        pair = "".join(letters[name] for name in point.players)
        share = won[pair] if pair in won else 1 - won[pair[::-1]]
        cells |= {(point.number, f"share_{seat}"): Cell(400, abs(seat - share), 0.4) for seat in (0, 1)}
    return Summary(TRIO, cells)


def test_seats_with_different_players_are_shown_by_seat():
    study = Study(GAME, players=["hinted", "uniform"], games=400)
    cells = {(0, f"share_{seat}"): Cell(400, share, 0.4) for seat, share in enumerate((0.8, 0.2))}
    html = page(Summary(study, cells | {(0, "actions"): Cell(400, 60.0, 9.0)}))
    assert "Share of victory, by seat" in html and "seat 1, hinted" in html


def test_where_all_win_together_victory_is_a_measure_and_words_of_a_list_are_weighed():
    lists = [[1, 2, 3, 4], [1, 2, 3, 5], [1, 2, 4, 5]]
    study = Study("sub_terra", options={"cavers": lists, "players": 2}, games=400)
    shares = (0.8, 0.5, 0.8)
    cells = {(point, f"share_{seat}"): Cell(400, share, 0.4) for point, share in enumerate(shares) for seat in (0, 1)}
    told = "\n".join(fact.text for fact in facts(Summary(study, cells), Tongue("en", study)))
    assert "in “cavers”, the share of victory is 80.0%" in told
    assert "Share of victory: 80.0% on average" in told


def test_what_options_in_words_change_is_told():
    study = Study("captain_carcass", options={"variant": ["none", "sudden_death"]}, columns=["turns"], games=400)
    cells = {(point, "turns"): Cell(400, mean, 2.0) for point, mean in enumerate((20.0, 11.0))}
    told = "\n".join(fact.text for fact in facts(Summary(study, cells), Tongue("fr", study)))
    assert re.search("Tours\u00a0: 20 en moyenne avec «\u00a0.*\u00a0» à .*, 11 à ", told)


# How sure.


def test_intervals_grow_with_the_number_of_comparisons():
    assert score_for(1) == pytest.approx(1.96, abs=0.001)
    assert score_for(100) == pytest.approx(3.481, abs=0.001)


def test_a_share_has_an_interval_even_if_it_never_happened():
    never = wilson(0.0, 100, score_for(1))
    assert never.low == pytest.approx(0, abs=1e-12)
    assert 0.03 < never.high < 0.05


def test_points_are_pooled_with_equal_weight():
    cell = pooled([Cell(100, 10.0, 2.0), Cell(400, 20.0, 4.0)])
    assert cell.mean == 15
    assert cell.spread / cell.games**0.5 == pytest.approx((0.2**2 + 0.2**2) ** 0.5 / 2)


def test_nothing_is_compared_where_all_win_together():
    study = Study("sub_terra", options={"players": 2})
    cells = {(0, f"order_{place}"): Cell(50, 0.6, 0.3) for place in (0, 1)}
    assert Looking(Summary(study, cells)).turn_order() == {}


# Words.


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_column_and_option_has_words(name, language):
    words = words_of(name, language)
    game = load(name).game
    assert all(words.get(f"measure.{column}") for column in game.measures.COLUMNS)
    assert all(words.get(f"option.{option}") for option in game.options)


def test_a_number_in_a_list_is_a_word_and_alone_a_number():
    tongue = Tongue("en", Study("sub_terra"))
    assert (tongue.choice("cavers", 4), tongue.choice("cavers", (4, 6))) == ("4", "Engineer + Medic")
    assert Tongue("fr", Study("the_island")).choice("challenges", ()) == "aucun"


def test_both_languages_ask_for_the_same_things():
    for key, (english, french) in SAID.items():
        assert sorted(re.findall(r"{(\w+)}", english)) == sorted(re.findall(r"{(\w+)}", french)), key


def test_there_are_games_to_report_on():
    assert GAME in names()


# Pages.


class Reader(HTMLParser):
    """Notes what a page refers to, and how its pictures are told."""

    def __init__(self):
        super().__init__()
        self.tags, self.told = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        found = dict(attributes)
        assert not {"src", "onclick"} & set(found)
        assert not (found.get("href") or found.get("xlink:href") or "").startswith("http")
        if tag == "svg":
            self.told.append(found.get("aria-label"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_stands_alone_and_tells_its_pictures(language):
    html = page(found(), language)
    reader = Reader()
    reader.feed(html)
    assert f'<html lang="{language}">' in html
    assert not {"script", "link", "img", "iframe"} & set(reader.tags)
    assert len(reader.told) >= 4 and all(reader.told)
    assert "url(" not in html and "prefers-color-scheme: dark" in html
    assert reader.tags.count("table") >= 3  # the figures of each chart, and of all points


def test_a_title_is_in_the_language_of_the_page():
    study = replace(STUDY, title={"en": "How much air?", "fr": "Combien d’air ?"})
    both = Summary(study, found().cells)
    assert (study.name, study.titled("de")) == ("How much air?", "How much air?")
    assert "<h1>How much air?</h1>" in page(both, "en") and "<h1>Combien d’air ?</h1>" in page(both, "fr")


def test_charts_have_no_colours_but_those_of_the_look():
    html = page(found())
    drawn = re.findall(r'(?:fill|stroke)="([^"]+)"', html)
    assert drawn
    assert {colour for colour in drawn if not colour.startswith("var(--")} <= {"none", "transparent"}


def test_charts_are_files_too_and_a_notebook_shows_the_study(tmp_path):
    study = small(options={"rounds": 1, "air": [6, 9]}, columns=["turns"])
    results = Results(study, played(study, tmp_path))
    assert [path.rpartition("/")[2] for path in results.write_report()] == ["report.en.html", "report.fr.html"]
    picture = (tmp_path / "charts" / "turns-air.fr.svg").read_text()
    assert "<title>Tours, selon" in picture and "prefers-color-scheme" in picture
    shown = results._repr_html_()
    assert "fathom5-study" in shown and "<html" not in shown


def drawn_in(chart, shape="wide"):
    """The letters of a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>", chart.pictures[shape])


def test_axes_write_numbers_as_the_language_does():
    shares = {language: composed(found(first=0.505, games=100_000), language)[1][0] for language in ("en", "fr")}
    assert any(re.fullmatch(r"\d+\.\d%", text) for text in drawn_in(shares["en"]))
    assert any(re.fullmatch(r"\d+,\d\u202f%", text) for text in drawn_in(shares["fr"]))
    assert not any(re.search(r"\d\.\d", text) for text in drawn_in(shares["fr"]))


def test_bars_stand_on_the_axis(tmp_path):
    study = small(options={"rounds": 1, "air": 9}, games=9)
    (chart,) = [
        c for c in composed(Results(study, played(study, tmp_path)).summary, "en")[1] if c.name == "length-turns"
    ]
    boxes = re.findall(
        r'd="M[\d.]+,([\d.]+)h[\d.]+v([\d.]+)h[-\d.]+Z" fill="var\(--depth-line\)"', chart.pictures["wide"]
    )
    assert len(boxes) >= 2
    assert {round(float(top) + float(height), 6) for top, height in boxes} == {220}


def test_long_names_of_contenders_are_told_apart_on_a_phone(tmp_path):
    names = ["hinted", *(f"search:iterations={count},trees=1" for count in (1, 2))]
    study = small(options={"rounds": 1, "air": 6, "players": 2}, pairings=names, games=1)
    (chart,) = [c for c in composed(Results(study, played(study, tmp_path)).summary, "en")[1] if c.name == "pairs"]
    assert 'aria-label="Share of victory of the first seat, by pairing"' in chart.pictures["tall"]
    assert len({text for text in drawn_in(chart, "tall") if text.startswith("search")}) == 2


def test_titles_in_french_keep_their_colon_and_refusals_are_counted(tmp_path):
    study = Study(
        "captain_carcass",
        options={"divers": [["saboteur", "navigator"], ["locksmith_1", "locksmith_2"]]},
        games=2,
        title={"en": "Divers: all", "fr": "Plongeurs : tous"},
    )
    results = Results(study, played(study, tmp_path))
    assert "<h1>Plongeurs\u00a0: tous</h1>" in results.report("fr")
    assert "1 réglage que le jeu n&#39;accepte pas est écarté." in results.report("fr")
    assert "1 setting is left out, because the game does not agree: " in results.report("en")
    assert "2 games at 1 point, " in results.report("en")


def test_how_long_games_are_is_shown_even_of_a_single_point(tmp_path):
    study = small(options={"rounds": 1, "air": 9}, games=9)
    results = Results(study, played(study, tmp_path))
    counts = results.summary.lengths
    assert list(counts) == ["decisions", "turns"] and sum(counts["turns"].values()) == 9
    (chart,) = [chart for chart in composed(results.summary, "en")[1] if chart.name == "length-turns"]
    assert sum(int(row[-1]) for row in chart.figures) == 9
    assert chart.title == "How long games are, in turns, all points together"


def test_a_study_of_pairings_has_a_matrix(tmp_path):
    study = small(options={"rounds": 1, "air": 6, "players": 2}, pairings=["hinted", "zeffar", "uniform"], games=3)
    html = Results(study, played(study, tmp_path)).report()
    assert "Share of victory of the first seat, by pairing" in html
    assert "zeffar" in html


def test_a_report_of_all_kinds_of_options(tmp_path):
    study = small(options={"rounds": 1, "air": [6, 7, 8], "peek": [False, True], "players": [2, 3]}, games=2)
    dataset = played(study, Dataset(tmp_path).address)
    assert "2, 3" in Results(study, dataset).report("fr")
