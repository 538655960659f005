"""The page of a report in headless Chromium: it loads, sorts, fits a phone, and has a dark side."""

from __future__ import annotations

import pytest

from tests.reports.browser import Browser, found

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(found() is None, reason="no Chromium here (apt-get install chromium)"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    one = Browser(tmp_path_factory.mktemp("profile"))
    yield one
    one.close()


@pytest.fixture(params=["compared", "heat_map"])
def page(request, reports):
    return reports[request.param] / "report.html"


def test_it_asks_for_nothing_but_itself_and_has_no_errors(browser, page):
    browser.show(page)
    assert browser.requests == [page.as_uri()]
    assert browser.console == []
    assert browser.run("document.querySelector('.answer').textContent").startswith(("With", "The"))


def test_every_picture_says_what_it_shows(browser, page):
    browser.show(page)
    alts = browser.run(
        "[...document.querySelectorAll('figure svg')].map(e => e.getAttribute('aria-label'))"
    )
    assert len(alts) == browser.run("document.querySelectorAll('figure').length") > 1
    assert all(alt and len(alt) > 60 for alt in alts)
    assert browser.run("document.querySelectorAll('img:not([alt])').length") == 0


def test_no_picture_is_empty_or_out_of_its_frame(browser, page):
    for width in (390, 1400):
        browser.show(page, width)
        boxes = browser.run(
            "[...document.querySelectorAll('figure')].map(f => { const s = f.querySelector('svg')"
            ".getBoundingClientRect(), b = f.getBoundingClientRect();"
            " return [s.width, s.height, b.left, b.right]; })"
        )
        assert all(w > 250 and h > 100 and 0 <= a < b <= width for w, h, a, b in boxes)


@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_runs_out_of_the_window(browser, page, width):
    browser.show(page, width)
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert browser.run("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("dark", [False, True])
def test_it_is_light_or_dark_as_the_reader_has_it(browser, page, dark):
    browser.show(page, dark=dark)

    def light(script):
        colour = browser.run(script)
        parts = [int(x) for x in colour[colour.index("(") + 1 : -1].split(",")[:3]]
        return sum(parts) / 3

    ground = light("getComputedStyle(document.body).backgroundColor")
    ink = light("getComputedStyle(document.body).color")
    line = "figure svg path[style*='stroke: var(--ink)']"
    drawn = light(f'getComputedStyle(document.querySelector("{line}")).stroke')
    assert (ground < 60 and ink > 180) if dark else (ground > 230 and ink < 80)
    assert abs(drawn - ground) > 100


TALLEST = (
    "[...document.querySelectorAll('table')].findIndex(t => t.tBodies[0].rows.length > 3"
    " && !t.closest('details'))"
)


def test_a_table_sorts_by_click_and_by_key(browser, reports):
    browser.show(reports["heat_map"] / "report.html")
    place = browser.run(TALLEST)
    assert place >= 0
    browser.run(f"document.querySelectorAll('table')[{place}].id = 'it'")
    column = browser.run(
        "[...document.querySelectorAll('#it th')].findIndex(h => h.textContent.includes('edge %'))"
    )
    rows = "[...document.querySelector('#it').tBodies[0].rows]"
    values = f"{rows}.map(r => r.cells[{column}].textContent)"
    before = [float(text) for text in browser.run(values)]
    head = f"#it th:nth-child({column + 1})"
    browser.click(f"{head} button")
    assert [float(text) for text in browser.run(values)] == sorted(before) != before
    assert browser.run(f"document.querySelector('{head}').getAttribute('aria-sort')") == "ascending"
    browser.run(f"document.querySelector('{head} button').focus()")
    browser.key("Enter", "Enter", 13, "\r")
    assert [float(text) for text in browser.run(values)] == sorted(before, reverse=True)
    # by words, from the keyboard alone
    browser.run("document.querySelector('#it th button').focus()")
    browser.key(" ", "Space", 32, " ")
    words = browser.run(values.replace(f"cells[{column}]", "cells[0]"))
    assert words == sorted(words)


def test_a_sum_stays_below_what_it_sums_up(browser, reports):
    """The players' hands of an arm: sorted by any column, "all" is the last line."""
    browser.show(reports["compared"] / "report.html")
    browser.run("document.querySelectorAll('details').forEach(one => one.open = true)")
    browser.run("document.querySelector('tfoot').closest('table').id = 'it'")
    browser.click("#it th:last-child button")
    last = "[...document.querySelectorAll('#it tr')].at(-1).cells[0].textContent"
    assert browser.run(last) == "all"


def test_tab_reaches_the_heads_of_columns(browser, reports):
    browser.show(reports["heat_map"] / "report.html")
    for _ in range(8):
        browser.key("Tab", "Tab", 9)
        if browser.run("document.activeElement.closest('th') !== null"):
            return
    raise AssertionError("no head of a column was reached")


def test_without_colour_vision_marks_still_stand(browser, reports):
    """The best and what is alike to it have frames, which are lines, not colours."""
    browser.show(reports["heat_map"] / "report.html")
    dashes = browser.run("document.querySelectorAll('figure svg [style*=stroke-dasharray]').length")
    assert dashes >= 1
