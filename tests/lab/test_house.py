"""House rules in studies: ranges as options have, rows by point, and a report that says what left the rulebook."""

from html import unescape

import pytest

from fathom5.door import words_of
from fathom5.kernel.options import HOUSE
from fathom5.lab.plan import Study, from_data, read
from fathom5.lab.report import composed
from fathom5.lab.summary import query, summary
from lab.studies import GAME, played, small

RULE = f"{HOUSE}air_per_pile"


def breathless(**asked):
    return small(**({"options": {"rounds": 1, "air": 12}, "house": {"air_per_pile": [1, 4]}} | asked))


def test_a_file_and_a_few_lines_of_python_ask_the_same(tmp_path):
    path = tmp_path / "study.toml"
    path.write_text(
        f'game = "{GAME}"\nseed = 3\n[options]\nrounds = 1\nair = 12\n'
        "[house]\nair_per_pile = {from = 1, to = 4, step = 3}\n[stop]\ngames = 6\n"
    )
    assert read(path).axes == breathless().axes == {"rounds": (1,), "air": (12,), RULE: (1, 4)}
    assert read(path).points == breathless().points


def test_every_point_names_the_number_and_only_a_changed_one_is_agreed_on():
    rulebook, changed = (breathless().ready(point) for point in breathless().points)
    assert [point.options[RULE] for point in breathless().points] == [1, 4]
    assert RULE not in rulebook.options
    assert changed.options[RULE] == 4


def test_what_was_asked_is_kept_and_a_study_without_house_rules_is_kept_as_before():
    assert from_data(breathless().asked()) == from_data(breathless().asked())
    assert from_data(breathless().asked()).axes == breathless().axes
    assert "house" not in small().asked()


@pytest.mark.parametrize(
    "house, why",
    [
        ({"air_per_pil": 2}, "did you mean 'house_air_per_pile'"),
        ({"air_per_pile": [1, 99]}, "house_air_per_pile is from 1 to 10, not 99"),
        ({"air_per_pile": []}, "house_air_per_pile has an empty range"),
        ([2], "house rules and events are given by name"),
    ],
)
def test_what_is_asked_wrongly_is_answered_in_a_sentence(house, why):
    with pytest.raises(ValueError, match=why):
        Study(GAME, house=house)


def test_rows_are_played_by_the_house_rule(tmp_path):
    study = breathless(games=30)
    dataset = played(study, tmp_path)
    asked = f"SELECT {RULE}, avg(turns) FROM games JOIN points USING (point) GROUP BY 1 ORDER BY 1"
    (_, many), (_, few) = (row.values() for row in query(study, dataset, asked).to_pylist())
    assert few < many  # each pile uses four times the air


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_report_says_that_these_are_not_the_rulebooks_rules(tmp_path, language):
    study = breathless()
    html, _ = composed(summary(study, played(study, tmp_path)), language)
    label = words_of(GAME, language)[f"option.{RULE}"]
    assert "DS-7" in html
    assert label[1:] in unescape(html)
    plain, _ = composed(summary(small(), played(small(), tmp_path / "plain")), language)
    assert "DS-7" not in plain
