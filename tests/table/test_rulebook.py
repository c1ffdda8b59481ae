"""The page of the rulebook: it answers by itself, finds words, and is light."""

import re

import httpx2
import pytest

import fathom5
from fathom5.door import guide

LIGHT = 150_000  # bytes, as sent
LOADED = re.compile(r'(?:href|src)="(/(?:static|games|look)[^"]+\.(?:css|js|svg))"')


def sent(address: str) -> int:
    """Bytes on the wire."""
    with httpx2.stream("GET", address, headers={"accept-encoding": "gzip"}) as answer:
        return sum(map(len, answer.iter_raw()))


def modules(house, script: str, known: set[str]) -> set[str]:
    """A script and all that it imports."""
    if script in known:
        return known
    known.add(script)
    for name in re.findall(r'from "\./(\w+\.js)"|import "\./(\w+\.js)"', httpx2.get(house.url + script).text):
        modules(house, script.rpartition("/")[0] + "/" + "".join(name), known)
    return known


def test_every_page_is_light_with_all_that_it_loads(house):
    for name in fathom5.names():
        for language in ("en", "fr"):
            page = httpx2.get(f"{house.url}/rules/{name}?lang={language}").text
            assert f'<html lang="{language}"' in page and "<noscript>" not in page and " style=" not in page
            loaded = set(LOADED.findall(page))
            scripts = set().union(*(modules(house, one, set()) for one in loaded if one.endswith(".js")))
            all_of_it = [f"/rules/{name}?lang={language}", *loaded | scripts]
            assert sum(sent(house.url + address) for address in all_of_it) < LIGHT, name
            steps = [f"step-{step.name}" for step in guide.guide(name, language).steps]
            assert all(page.count(f'id="{anchor}"') == 1 for anchor in (*guide.clauses(name, language), *steps))
            assert set(re.findall(r'href="#([^"]+)"', page)) <= set(re.findall(r'id="([^"]+)"', page))


def test_the_way_there_is_on_the_first_page_at_the_set_up_and_beside_the_board(house):
    first = httpx2.get(house.url).text
    for name in fathom5.names():
        way = f'href="/rules/{name}'
        assert way in first
        assert way in httpx2.get(f"{house.url}/new/{name}").text
        assert way in httpx2.get(f"{house.url}/games/{name}/rulebook.fr.html").text
    assert httpx2.get(f"{house.url}/rules/chess").status_code == 404


FOUND = [
    ("en", "AIR falls", "DS-7"),
    ("fr", "reserve", "DS-7"),
    ("en", "ds-12", "DS-12"),
    ("fr", "demi tour", "step-turn-back"),
]


@pytest.mark.parametrize("language, asked, anchor", FOUND)
def test_the_server_finds_words_whatever_their_case_and_accents(house, language, asked, anchor):
    page = httpx2.get(f"{house.url}/rules/deep_sea", params={"q": asked, "lang": language}).text
    found = page[page.index('<section class="found"') : page.index("<nav")]
    assert f'<a href="#{anchor}">' in found
    assert "<mark>" in found or asked == "ds-12"


def test_what_is_asked_for_is_never_taken_for_markup(house):
    page = httpx2.get(f"{house.url}/rules/deep_sea", params={"q": '<b>"air'}).text
    assert "<b>&#34;" not in page.replace("&lt;b&gt;", "") and 'value="&lt;b&gt;&#34;air"' in page
    nothing = httpx2.get(f"{house.url}/rules/deep_sea", params={"q": "zzz", "lang": "en"}).text
    assert "Try a shorter word" in nothing
