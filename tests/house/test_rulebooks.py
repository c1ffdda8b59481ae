"""Every clause is in both rulebooks and has its test, and every clause that is cited exists."""

import re
from importlib import import_module
from pathlib import Path

import pytest

from fathom5 import load, names


def folder(name):
    return Path(import_module(load(name).game.package).__file__).parent


def clauses(name, language):
    text = (folder(name) / f"rulebook.{language}.md").read_text(encoding="utf8")
    return re.findall(r"^- ([A-Z]{2}-\d+) ", text, re.MULTILINE)


@pytest.mark.parametrize("name", names())
def test_both_rulebooks_have_the_same_clauses_once_each(name):
    english, french = clauses(name, "en"), clauses(name, "fr")
    assert english == french
    assert len(set(english)) == len(english) > 0


@pytest.mark.parametrize("name", names())
def test_every_clause_has_a_test_that_names_it(name):
    tests = "".join(path.read_text() for path in folder(name).rglob("*_test.py"))
    tested = {f"{letters.upper()}-{number}" for letters, number in re.findall(r"def test_([a-z]{2})_(\d+)_", tests)}
    assert set(clauses(name, "en")) == tested


@pytest.mark.parametrize("name", names())
def test_every_clause_that_is_cited_exists(name):
    prefix = clauses(name, "en")[0][:2]
    for path in folder(name).rglob("*.py"):
        cited = set(re.findall(rf"\b{prefix}-\d+", path.read_text(encoding="utf8")))
        assert cited <= set(clauses(name, "en")), path
