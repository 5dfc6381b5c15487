"""The page of standings: whole, self-contained, readable; what was typed stays text."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from tests.publication.samples import report, report_of_sample
from tests.templates.test_theme import contrast
from xl_tourney.cli.main import main
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.events.standings.formats import format_number
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook as SavedWorkbook
from xl_tourney.publication.charts import Chart, Series, read_charts
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.document import STYLE as PAGE
from xl_tourney.publication.page.drawings import WIDTH, format_svg
from xl_tourney.publication.state import say_round_in_short
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.games.race import MOST_TEAMS

pytestmark = pytest.mark.slow

SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]
HEADINGS = "player_a,player_b,games,tps_a,tps_b"
VOID = {"meta", "link", "br", "img", "input", "hr", "path", "rect", "polyline"}


class Page(HTMLParser):
    """The elements of a page, in their order, each with its attributes and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self._inside: list[list[str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes) -> None:
        texts: list[str] = []
        self.elements.append((tag, dict(attributes), texts))
        if tag not in VOID:
            self.open.append(tag)
            self._inside.append(texts)

    def handle_endtag(self, tag) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag
            self._inside.pop()

    def handle_startendtag(self, tag, attributes) -> None:
        self.elements.append((tag, dict(attributes), []))

    def handle_data(self, data) -> None:
        for texts in self._inside:
            texts.append(data)

    def all(self, tag: str) -> list[tuple[dict[str, str | None], str]]:
        return [(found, "".join(texts)) for name, found, texts in self.elements if name == tag]


@cache
def package(template, data, **options) -> Package:
    return Package(made(template, data, "book.xlsx", **options)[0], "book.xlsx")


@pytest.fixture
def of_matches(tmp_path):
    def page(rows: str, **options) -> Page:
        path = tmp_path / "matches.csv"
        path.write_text(f"{HEADINGS}\n{rows}", encoding="utf-8")
        return Page(format_page(report(TEMPLATES["tantrix"], path, **options)))

    return page


@pytest.mark.slow
@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=[s.file for _, s in SAMPLES])
def test_every_sample_gives_a_page_that_needs_nothing_else(template, sample) -> None:
    of_sample = report_of_sample(template.name, template.samples.index(sample))
    text, tables = format_page(of_sample), of_sample.tables
    page = Page(text)
    captions = [text for _, text in page.all("figcaption")]
    assert len(captions) == len({*captions}), "charts of several groups say of which each is"
    assert len(page.all("table")) == len(page.all("caption")) >= len(tables) >= 1
    assert all(a.get("scope") in ("col", "row") for a, _ in page.all("th"))
    for _, attributes, _ in page.elements:
        assert not {"src", "srcset", "data", "onclick", "style"} & set(attributes)
        assert (attributes.get("href") or "#").startswith(("#", "data:image/svg+xml"))
    assert not re.search(r"url\(|@import|https?:", text)
    identities = [a["id"] for _, a, _ in page.elements if "id" in a]
    assert len(set(identities)) == len(identities)
    for _, attributes, _ in page.elements:
        for name in (attributes.get("aria-labelledby") or "").split():
            assert name in identities
    assert not [a for a, _ in page.all("p") if a.get("role") == "status"]
    assert "All checks passed" not in text and "xl-tourney" not in text


def test_the_sample_as_it_is_published() -> None:
    page = Page(
        format_page(report(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, title="2001"))
    )
    assert page.all("title")[0][1] == page.all("h1")[0][1] == "2001"
    heads = [text for a, text in page.all("th") if a["scope"] == "col"][:7]
    assert heads == ["Place", "Player", "Games", "TPs", "TP%", "GBQ", "Form"]
    players = [text for a, text in page.all("th") if a["scope"] == "row"]
    assert players[:5] == ["P08 (qualifies)", "P06 (qualifies)", "P07", "P24", "P25"]
    first = [text for _, text in page.all("td")][:6]
    assert first == ["1", "2", "29.6", "74.0", "−0.5", "W"]


def test_sorting_compares_values_and_not_what_is_shown(of_matches) -> None:
    page = of_matches("Ann,Bob,3,40.1,19.9\n")
    values = {text: a.get("data-value") for a, text in page.all("td")}
    assert float(values["66.8"]) == pytest.approx(40.1 / 0.6)
    assert values["W"] is None


def test_text_stays_text(of_matches) -> None:
    page = of_matches(
        '<script>alert(1)</script>,"A & B ""x""",2,30,10\n', title="</title><b>$title"
    )
    players = [text for a, text in page.all("th") if a["scope"] == "row"]
    assert {name.removesuffix(" (qualifies)") for name in players} == {
        "<script>alert(1)</script>", 'A & B "x"'
    }  # fmt: skip
    assert len(page.all("script")) == 1
    assert page.all("h1")[0][1] == "</title><b>$title"
    assert any("<script>" in text for _, text in page.all("text"))


def test_the_status_says_when_the_checks_need_a_look(of_matches) -> None:
    page = of_matches("Ann,Bob,3,40,19\n")
    ((attributes, text),) = [(a, t) for a, t in page.all("p") if "role" in a]
    assert attributes["class"] == "status alert"
    assert text == "! Provisional: something is wrong with these standings."
    assert [text for _, text in page.all("li")][:2] == [
        "This does not hold in one case: The TPs of both players add up to 20 a game.",
        "This does not hold in one case: All TPs are 20 times all games.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "fact"),
    [
        ("1", "2", "Final standings · As of 3 May 2026"),
        ("2026-04-26", "2026-05-03", "Final standings · As of 3 May 2026"),
    ],
)
def test_from_when_the_results_are_is_on_the_page(tmp_path, first, second, fact) -> None:
    """Dates are no rounds."""
    games = tmp_path / "games.csv"
    rows = ["home,away,home_score,away_score,round", f"Reds,Blues,1,0,{first}"]
    games.write_text("\n".join([*rows, f"Blues,Reds,1,0,{second}", ""]), "utf-8")
    page = Page(format_page(report(TEMPLATES["league"], games, as_of="2026-05-03")))
    facts = [text for a, text in page.all("p") if a.get("class") == "facts"]
    assert facts == [fact]


def test_the_chart_is_drawn_from_the_cells() -> None:
    book = package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample)
    event = Event(book)
    (chart,) = read_charts(event, "Standings")
    assert chart.title == "Games behind the last qualifying place"
    assert chart.labels == ("Player", "Games behind (below 0: ahead)")
    assert chart.text.startswith("Bar chart of GBQ by player")
    assert chart.categories == ["P08", "P06", "P07", "P24", "P25"]
    assert chart.series == [Series("bars", "", [-0.5, 0, 0.5, 1, 1])]
    assert list(read_charts(event, "Results")) == []


def test_the_words_below_an_axis_keep_apart_and_on_the_picture() -> None:
    days = [f"2025-{month:02}-{day:02}" for month in range(4, 8) for day in (5, 12, 19, 26)]
    chart = Chart("T", ("", ""), "", "0", days, [Series("lines", "Reds", [1] * len(days))])
    page = Page(format_svg(chart, "one"))
    shown = [say_round_in_short(day) for day in days]
    at = [float(a["x"]) for a, text in page.all("text") if text in shown]
    half = 7.2 * max(map(len, shown)) / 2
    assert len(at) > 2 and at[-1] + half <= WIDTH
    assert all(after - before > 2 * half for before, after in pairwise(at))


def test_the_race_of_a_league_is_on_its_page(tmp_path) -> None:
    games = tmp_path / "games.csv"
    games.write_text("home,away,home_score,away_score,round\nReds,Blues,1,0,5 May\n", "utf-8")
    page = Page(format_page(report(TEMPLATES["league"], games)))
    assert [text for _, text in page.all("figcaption")] == [
        "Games behind the leader",
        "The race: games behind after each round",
    ]
    lines = [a["class"] for a, _ in page.all("polyline")]
    assert lines == ["line s0", "line s1"] * 2
    assert {"Reds", "Blues", "Start", "5 May"} <= {text for _, text in page.all("text")}


def test_what_readers_should_know_is_on_the_page(of_matches) -> None:
    page = of_matches("Ann,Bob,3,40,20\n", note="Provisional <b>")
    assert [text for a, text in page.all("p") if a.get("class") == "about"] == ["Provisional <b>"]
    assert page.all("caption")[0][1] == "Standings"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ((0.5, "+0.0##;-0.0##;0.0"), "+0.5"),
        ((-0.125, "+0.0##;-0.0##;0.0"), "-0.125"),
        ((0, "+0.0##;-0.0##;0.0"), "0.0"),
        ((1 / 3, "0.0%"), "33.3%"),
        ((-2.5, "0.00"), "-2.50"),
        ((1234567, "#,##0"), "1,234,567"),
        ((3, "0.###"), "3"),
        ((10, "0"), "10"),
        ((2.5, "0"), "3"),
        ((0.125, "0.00"), "0.13"),
        ((0.050499999999999996, "+0.000;-0.000;0.000"), "+0.051"),
        ((1.5e300, "0"), "15" + "0" * 299),
        ((0.1, "General"), "0.1"),
        ((0.00009, '[<0.0001]"< 0.0001";0.0000'), "< 0.0001"),
        ((0.00011, '[<0.0001]"< 0.0001";0.0000'), "0.0001"),
    ],
)
def test_numbers_are_shown_as_the_sheet_shows_them(value, shown) -> None:
    assert format_number(*value) == shown


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_there_is_enough_contrast(scheme) -> None:
    light, dark = (
        dict(re.findall(r"--([\w-]+): #([0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\n *\}", PAGE.read_text("utf-8"), re.DOTALL)[:2]
    )
    assert set(light) == set(dark)
    colours = {"light": light, "dark": dark}[scheme]
    for text, paper in (
        ("text", "paper"), ("text", "stripe"), ("text", "qualified"), ("quiet", "paper"),
        ("title", "paper"),
        ("on-head", "head"), ("well", "well-paper"), ("alert", "alert-paper"),
        *((f"s{number}", "paper") for number in range(MOST_TEAMS)),
    ):  # fmt: skip
        assert contrast(colours[text], colours[paper]) >= 4.5, (text, paper)


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["publish", *map(str, arguments)])
    return int(stopped.value.code)


@pytest.mark.slow
def test_the_command_writes_the_page(tmp_path, capsys) -> None:
    book = tmp_path / "group.xlsx"
    book.write_bytes(package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample).data)
    assert run(book) == Exit.DONE
    assert "1 table of standings, 5 rows" in capsys.readouterr().err
    first = (tmp_path / "group.html").read_bytes()
    (tmp_path / "other").mkdir()
    assert run(book, "-o", tmp_path / "other" / "group.html") == Exit.DONE
    assert (tmp_path / "other" / "group.html").read_bytes() == first


def with_cell(book: Path, place: str, old: bytes, new: bytes) -> None:
    """Change a cell in the XML of a sheet, as no spreadsheet program would."""
    saved = Package.from_path(book)
    sheet = next(s for s in SavedWorkbook.open(saved).worksheets if s.name == place.split("!")[0])
    data = saved.read(sheet.part)
    start = data.index(b'<c r="%s"' % place.split("!")[1].encode())
    end = data.index(b"</c>", start)
    cell = data[start:end]
    assert old in cell
    book.write_bytes(
        saved.with_parts({sheet.part: data[:start] + cell.replace(old, new) + data[end:]})
    )


@pytest.mark.slow
def test_a_spoiled_cached_value_is_not_published(tmp_path) -> None:
    book = tmp_path / "group.xlsx"
    book.write_bytes(package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, as_of="May").data)
    assert run(book, "-o", tmp_path / "right.html") == Exit.DONE
    with_cell(book, "Standings!D6", b">P08<", b">P99<")
    spoiled = book.read_bytes()
    assert run(book, "-o", tmp_path / "again.html") == Exit.DONE
    again = (tmp_path / "again.html").read_text("utf-8").replace("again.", "right.")
    assert again == (tmp_path / "right.html").read_text("utf-8")
    assert book.read_bytes() == spoiled


@pytest.mark.slow
def test_what_is_wrong_is_published_only_as_provisional(tmp_path, capsys) -> None:
    matches, book, page = (tmp_path / name for name in ("m.csv", "group.xlsx", "group.html"))
    matches.write_text(f"{HEADINGS}\nAnn,Bob,3,40,19\n", "utf-8")
    book.write_bytes(package(TEMPLATES["tantrix"], matches).data)
    assert run(book) == Exit.WRONG
    refusal = capsys.readouterr().err
    assert refusal.count("\n") == 1 and "“The TPs of both players add up to 20 a game”" in refusal
    assert not page.exists()
    assert run(book, "--anyway") == Exit.DONE
    assert "Provisional" in capsys.readouterr().err and "Provisional" in page.read_text("utf-8")


@pytest.mark.slow
def test_an_error_in_a_cell_is_not_published(tmp_path, capsys) -> None:
    book, page = tmp_path / "group.xlsx", tmp_path / "group.html"
    book.write_bytes(package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample).data)
    with_cell(book, "Standings!F6", b"<f>", b"<f>1/0+")
    assert run(book) == Exit.WRONG
    refusal = capsys.readouterr().err
    assert refusal.count("\n") == 1 and "Standings!F6 of its standings is an error" in refusal
    assert not page.exists()
    assert run(book, "--anyway") == Exit.DONE
    items = [text for _, text in Page(page.read_text("utf-8")).all("li")]
    assert "Standings!F6 shows an error." in items


def test_a_page_has_the_name_of_a_page(tmp_path, capsys) -> None:
    book = tmp_path / "group.xlsx"
    book.write_bytes(package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample).data)
    assert run(book, "-o", tmp_path / "page.pdf") == Exit.WRONG
    assert "must end in .html or .htm" in capsys.readouterr().err
    assert not (tmp_path / "page.pdf").exists()


@pytest.mark.slow
def test_what_cannot_be_published_is_one_sentence(tmp_path, capsys) -> None:
    plain, empty = tmp_path / "plain.xlsx", tmp_path / "empty.xlsx"
    workbook = openpyxl.Workbook()
    workbook.save(plain)
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$B$9"
    )
    workbook.save(empty)
    for book, says in ((plain, "no table of standings"), (empty, "standings are blank")):
        assert run(book, "-o", tmp_path / "page.html") == Exit.WRONG
        assert says in capsys.readouterr().err
    page = tmp_path / "same.html"
    page.hardlink_to(plain)
    assert run(plain, "-o", page) == Exit.WRONG
    assert "the workbook itself" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists() and plain.read_bytes().startswith(b"PK")


def test_two_winners_are_two_tables(tmp_path) -> None:
    travellers = tmp_path / "session.csv"
    lines = ["1,1,11,420", "1,2,12,-50", "2,1,12,110", "2,2,11,600"]
    travellers.write_text("\n".join(["board,ns,ew,score", *lines, ""]), "utf-8")
    page = Page(format_page(report(TEMPLATES["bridge"], travellers, winners=2)))
    assert [text for _, text in page.all("h2")][:2] == [
        "Standings: North–South", "Standings: East–West"
    ]  # fmt: skip
    assert "Side" not in [text for _, text in page.all("th")]


def legend(page: Page) -> str:
    ((_, text),) = [(a, text) for a, text in page.all("p") if a.get("class") == "legend"]
    return text


def test_who_qualifies_is_tinted_and_the_tint_is_explained(of_matches) -> None:
    page = of_matches("Ann,Bob,3,40,20\nBob,Cy,3,40,20\n", places=1)
    assert [a.get("class") for a, _ in page.all("tr")][:4] == [None, "qualified", None, None]
    assert legend(page).startswith(" qualifies. GBQ:")
    assert ({"class": "qualified"}, "") in page.all("b")


def test_a_legend_explains_only_the_signs_that_are_drawn(of_matches) -> None:
    tied = of_matches("Ann,Bob,3,30,30\nCy,Ann,1,5,15\nCy,Bob,1,5,15\n", places=1)
    assert "? is tied across the qualifying line" in legend(tied)
    assert " qualifies" not in legend(tied)


@pytest.mark.slow
def test_a_folder_becomes_a_site(tmp_path, capsys) -> None:
    season, site = tmp_path / "season", tmp_path / "site"
    season.mkdir()
    book = package(TEMPLATES["tantrix"], TEMPLATES["tantrix"].sample, title="Spring & all").data
    kept = "one #1 (saved meanwhile, 2026-11-25 13.14.51).xlsx"
    for name in ("one #1.xlsx", "one #1.bak.xlsx", kept, "~$one #1.xlsx"):
        (season / name).write_bytes(book)
    (season / "broken.xlsx").write_bytes(b"PK")
    assert run(season, "-o", site) == Exit.SOME_FAILED
    err = capsys.readouterr().err
    assert "broken.xlsx: is not a workbook" in err and "1 pages, 1 failed" in err
    assert sorted(path.name for path in site.iterdir()) == [
        "index.html", "one #1.atom", "one #1.html", "one #1.standings.json"
    ]  # fmt: skip
    index = Page((site / "index.html").read_text("utf-8"))
    ((link, text),) = index.all("a")
    assert (link["href"], text) == ("one%20%231.html", "Spring & all")
    written = Page((site / "one #1.html").read_text("utf-8"))
    links = {text: a["href"] for a, text in written.all("a")}
    assert "Why 1st" in [text for _, text in written.all("summary")]
    assert links["All events"] == "index.html"


@pytest.mark.slow
def test_short_headings_are_explained_below_the_table_and_in_the_sections(tmp_path) -> None:
    games = tmp_path / "games.csv"
    games.write_text("home,away,home_score,away_score\nReds,Blues,2,1\nBlues,Reds,0,0\n", "utf-8")
    page = Page(format_page(report(TEMPLATES["league"], games, rules="fifa-2022", places=1)))
    assert page.all("abbr")[-1] == ({"title": "Points"}, "Pts")
    (key,) = (text for a, text in page.all("p") if a.get("class") == "legend key")
    assert key == (
        "P games played, W won, D drawn, L lost, GF goals for, GA goals against, GD goal "
        "difference, Pts points."
    )
    assert ({}, "Goal difference") in page.all("dt") and ({}, "GD") not in page.all("dt")


@pytest.mark.slow
def test_a_legend_of_clinched_places_names_the_letters_that_are_drawn(tmp_path) -> None:
    teams = tmp_path / "teams.csv"
    teams.write_text("team,wins,losses\nReds,9,1\nBlues,5,5\nGolds,1,9\n", "utf-8")
    page = Page(format_page(report(TEMPLATES["league"], teams, places=2, season=10)))
    assert "y has clinched first place, x a place that qualifies, e is eliminated." in legend(page)
    teams.write_text("team,wins,losses\nReds,2,1\nBlues,1,2\n", "utf-8")
    page = Page(format_page(report(TEMPLATES["league"], teams, places=1, season=10)))
    assert " would qualify now. GB is games behind: – is level." in legend(page)
