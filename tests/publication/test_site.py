"""What is written beside a page, and what stays the same from one state of an event to the next."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

from tests.publication.samples import report, report_of_sample
from tests.publication.test_layout import HOSTILE
from tests.publication.test_publish import Page
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.events.report import Report
from xl_tourney.generator.generate import made
from xl_tourney.publication.page import content
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.document import Address
from xl_tourney.publication.site.feed import ATOM, format_feed
from xl_tourney.publication.site.publish import format_code
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

GAMES = "home,away,home_score,away_score,round\nReds,Blues,{},5 May\nBlues,Golds,{},6 May\n"
PAGE = "https://club.example/cup.html"


@pytest.fixture
def league(tmp_path):
    """A league after some of its two games."""

    def league(*scores: str, **options: object) -> Report:
        games = tmp_path / "games.csv"
        games.write_text(GAMES.format(*scores), "utf-8")
        return report(TEMPLATES["league"], games, **options)

    return league


def links(found: Report) -> dict[str, str | None]:
    page = Page(format_page(found))
    return {text: a["href"] for a, text in page.all("a") if text in ("Reds", "Blues", "Golds")}


def test_a_link_leads_to_the_same_team_whatever_its_place(league) -> None:
    before, after = league("1,0", ","), league("1,9", "8,0")
    order = [[row[0] for row in found.tables[0].rows] for found in (before, after)]
    assert order[0] and links(before) == links(after)
    assert links(after)["Golds"] == "#player-golds"


def test_namesakes_keep_apart(monkeypatch) -> None:
    shared = report_of_sample("chess", 1)
    for row in shared.tables[0].cells[:2]:
        monkeypatch.setattr(row[3], "value", "Ann  Lee")  # the report is shared
    event = Event(shared.event.package)
    vars(event)["values"] = shared.event.values
    found = replace(shared, event=event)
    anchors = {text: a["href"] for a, text in Page(format_page(found)).all("a")}
    page = format_page(found)
    assert "Ann  Lee" in anchors
    assert 'href="#player-ann-lee-3"' in page and 'href="#player-ann-lee-1"' in page


def test_a_feed_has_an_entry_for_each_state(league) -> None:
    first = replace(league("1,0", ",", title=HOSTILE), saved_on="2026-05-05")
    second = replace(league("1,0", "2,2", title=HOSTILE), saved_on="2026-05-06")
    older = format_feed(first, PAGE)
    assert format_feed(first, PAGE, older) == older
    newer = format_feed(second, PAGE, older)
    feed = ET.fromstring(newer)
    assert feed.tag == f"{{{ATOM}}}feed" and feed.findtext(f"{{{ATOM}}}title") == HOSTILE
    entries = feed.findall(f"{{{ATOM}}}entry")
    assert [entry.findtext(f"{{{ATOM}}}updated") for entry in entries] == [
        "2026-05-06T00:00:00Z", "2026-05-05T00:00:00Z"
    ]  # fmt: skip
    identities = [entry.findtext(f"{{{ATOM}}}id") for entry in (feed, *entries)]
    assert len(set(identities)) == 3 and all(
        text and text.startswith("urn:") for text in identities
    )
    assert format_feed(second, PAGE, "<!DOCTYPE x><feed/>") == format_feed(second, PAGE)


def test_a_messenger_and_a_browser_know_what_the_page_is(league) -> None:
    address = Address(PAGE, format_code(PAGE), f"{PAGE}.png", "cup.atom", "cup.standings.json")
    page = Page(format_page(league("1,0", ",", title=HOSTILE), beside=address))
    named = {a.get("property") or a.get("name"): a.get("content") for a, _ in page.all("meta")}
    assert named["og:title"] == HOSTILE and named["og:url"] == PAGE
    assert named["og:image"] == f"{PAGE}.png" and "1 game to play" in str(named["og:description"])
    kinds = {a.get("rel"): a.get("href") for a, _ in page.all("link")}
    assert kinds["canonical"] == PAGE and str(kinds["icon"]).startswith("data:image/svg+xml")
    (code,) = [a for a, _ in page.all("svg") if a.get("aria-label") == "QR code"]
    assert "style" not in code and not [a for _, a, _ in page.elements if "style" in a]


def test_an_event_in_progress_says_so_first(league) -> None:
    page = Page(format_page(league("1,0", ",")))
    ((status, text),) = [(a, t) for a, t in page.all("p") if a.get("role") == "status"]
    assert (status["class"], text) == ("status news", "● 1 game to play.")
    assert [text for a, text in page.all("h2") if "unseen" not in str(a)][:3] == [
        "Standings", "Next games", "Results"
    ]  # fmt: skip
    assert [text for _, text in page.all("i")][:2] == ["W", "L"]


def test_parts_of_a_large_event_are_put_in_when_they_are_asked_for(
    league, tab, monkeypatch, tmp_path
) -> None:
    found = league("1,0", "2,2", title=HOSTILE)
    monkeypatch.setattr(content, "MOST_PLAIN", 0)
    html = format_page(found)
    assert html == format_page(found) and "player-golds" in html and "<dl" not in html
    path = tmp_path / "page.html"
    path.write_text(html, "utf-8")
    errors: list[str] = []
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.on("console", lambda message: errors.append(message.text))
    tab.goto(f"{path.as_uri()}#player-golds")
    tab.wait_for_selector("#player-golds")
    tab.locator(".standings tbody th a").first.focus()
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".players > details >> nth=1")
    tab.locator("#results > details > summary").click()
    tab.wait_for_selector("table.games")
    assert tab.locator("#results h3").first.inner_text() == "6 May"
    assert tab.locator("#results tr a").first.get_attribute("href") == "#player-blues"
    assert errors == []


@pytest.mark.slow
def test_the_command_writes_what_belongs_to_a_page(run, tmp_path) -> None:
    book = tmp_path / "cup.xlsx"
    book.write_bytes(made(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, "cup.xlsx")[0])
    code, _, err = run("publish", book, "--url", "cup.html")
    assert code == Exit.WRONG and "write the whole address" in err
    code, _, err = run("publish", book, "--url", PAGE, "--embed")
    assert code == Exit.DONE, err
    names = {path.name for path in tmp_path.iterdir()}
    beside = {f"cup.{end}" for end in ("html", "embed.html", "atom", "standings.json")}
    assert beside <= names
    first = {name: Path(name).read_bytes() for name in beside}
    assert run("publish", book, "--url", PAGE, "--embed")[0] == Exit.DONE
    assert first == {name: Path(name).read_bytes() for name in beside}
    assert json.loads(first["cup.standings.json"])["schema"] == 1
    embedded = Page(first["cup.embed.html"].decode())
    targets = {a.get("href") for a, text in embedded.all("a") if re.fullmatch(r"P\d\d", text)}
    assert "cup.html#player-p08" in targets and not embedded.all("nav")


@pytest.mark.slow
def test_no_two_workbooks_have_one_page(run, tmp_path) -> None:
    season = tmp_path / "season"
    season.mkdir()
    data = made(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, "cup.xlsx")[0]
    for name in ("a.xlsx", "a.xlsm", "index.xlsx"):
        (season / name).write_bytes(data)
    (season / "broken.xlsx").write_bytes(b"PK")
    code, _, _ = run("publish", season, "-o", "site", "--title", "Our season")
    assert code == Exit.SOME_FAILED
    pages = {path.name for path in Path("site").glob("*.html")}
    assert pages == {"index.html", "index-1.html", "a.html", "a-xlsm.html"}
    index = Page(Path("site/index.html").read_text("utf-8"))
    assert index.all("h1")[0][1] == "Our season"
    assert {a["href"] for a, _ in index.all("a")} == pages - {"index.html"}
    assert "brokenNot published yet" in "".join(text for _, text in index.all("li"))
