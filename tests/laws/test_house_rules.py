"""House rules: numbers of the rulebook that can be changed are declared, marked, kept, sealed and have room."""

import json

import pytest

from every import house_tables, random_game
from fathom5 import NOBODY, load, names, replay
from fathom5.bots import Hinted, View
from fathom5.door import LANGUAGES, guide
from fathom5.door.data import house_rules
from fathom5.games import load as find
from fathom5.kernel.options import HOUSE, MARK
from fathom5.scene import typeset
from fathom5.table import dice
from fathom5.table.keep.store import Seat
from fathom5.table.play import sealing
from fathom5.table.web import pages

DECLARED = [(name, rule) for name in names() for rule in find(name).house]
every_number = pytest.mark.parametrize("name, rule", DECLARED)


def other(name, rule):
    """The end of its range that is not the rulebook's number."""
    constant = find(name).house[rule]
    return next(end for end in (constant.allowed[-1], constant.allowed[0]) if end != constant.rulebook)


def changed(name, rule):
    return load(name, house={rule: other(name, rule)})


@every_number
def test_a_number_is_declared_with_its_range_its_clause_and_its_name(name, rule):
    constant = find(name).house[rule]
    assert constant.rulebook in constant.allowed
    assert len(constant.allowed) > 1
    for language, mark in zip(LANGUAGES, MARK, strict=True):
        assert guide.clause(name, language, constant.clause)
        assert find(name).words.WORDS[language][f"option.{HOUSE}{rule}"].startswith(typeset(mark, language))


@every_number
def test_the_rulebooks_own_number_is_no_house_rule(name, rule):
    ready = load(name, house={rule: find(name).house[rule].rulebook})
    assert ready.options == load(name).options
    assert "house" not in ready.start(seed=1).view(0)


@every_number
def test_what_is_out_of_range_is_refused_with_the_range(name, rule):
    allowed = find(name).house[rule].allowed
    for wrong in (allowed[0] - 1, allowed[-1] + 1, True, "3"):
        with pytest.raises(ValueError, match=f"{HOUSE}{rule} is from {allowed[0]} to {allowed[-1]}, not"):
            load(name, house={rule: wrong})


@every_number
def test_records_views_and_saves_name_the_changed_number(name, rule):
    value, match = other(name, rule), changed(name, rule).start(seed=1)
    assert match.view(0)["house"] == match.state["house"] == house_rules(match.record) == {rule: value}
    assert f"\n{HOUSE}{rule}: {value}\n" in match.save()


@every_number
def test_a_game_at_either_end_is_played_to_its_end_within_its_bound(name, rule):
    """Interpreted, an index out of range is an error; compiled, CI checks bounds in one run."""
    for end in (0, -1):
        ready = load(name, house={rule: find(name).house[rule].allowed[end]})
        *_, (last, _) = course = list(random_game(ready, 8))
        assert last.seat == NOBODY
        assert len(course) - 1 <= ready.longest <= ready.game.longest


@pytest.mark.parametrize("name", names())
def test_a_save_is_played_again_by_its_house_rules(name):
    for ready in house_tables(name):
        match = ready.start(seed=3)
        for _ in range(12):
            if not match.over:
                match.play(match.moves[-1])
        again = replay(match.save())
        assert again.options == match.options == ready.options
        assert again.record.tobytes() == match.record.tobytes()
        assert again.seen().tobytes() == match.seen().tobytes()


@pytest.mark.parametrize("name", names())
def test_players_are_given_the_house_rules(name):
    for ready in house_tables(name):
        match = ready.start(seed=2)
        if match.seat >= 0:
            assert View.of(match, match.seat).ready.options == ready.options


@pytest.mark.parametrize("name", names())
def test_the_table_names_them_and_the_seal_holds_them(name):
    for ready in house_tables(name):
        agreed = sealing.opened("table", name, ready.game.version, dict(ready.options), None, None)
        seats = [Seat("table", seat, "bot", "Bot", seat, "hinted") for seat in range(ready.seats)]
        seal = dice.Seal.of(json.loads(sealing.sealed(agreed, seats).seal))
        told = dict(pages.agreed(name, ready.options, "en"))
        for rule, value in house_rules(ready.start(seed=1).record).items():
            assert json.loads(seal.options)[HOUSE + rule] == value
            assert told[MARK[0] + find(name).house[rule].said[0]] == str(value)
        offered = {field.name for field in pages.fields(name, "en")}
        assert not any(key.startswith(HOUSE) for key in offered)


@pytest.mark.parametrize("name", names())
def test_hinted_players_play_by_house_rules(name):
    player = Hinted("hinted")
    for ready in house_tables(name):
        match = ready.start(seed=4)
        for _ in range(60):
            if not match.over:
                match.play(player(match.seen(match.seat), 1))
        assert len(match.actions) > 10


def test_a_wrong_name_is_answered_with_the_right_one():
    with pytest.raises(ValueError, match="no house rule 'air_per_pil'; did you mean 'air_per_pile'"):
        load("deep_sea", house={"air_per_pil": 2})
    with pytest.raises(ValueError, match="house rules are given by name"):
        load("deep_sea", house=3)
