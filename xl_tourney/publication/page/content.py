"""What stands on the page of a workbook, in its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from html import escape
from urllib.parse import quote

from openpyxl import Workbook

from ...defined_names import CHART
from ...events.entrants import Entrants
from ...events.games import Round
from ...events.prizes import Prize
from ...events.report import NOBODY, FailedCheck, Proofs, Report
from ...events.standings.table import StandingsTable, say_caption
from ...languages import LANGUAGES, message, say, say_count
from ...ooxml.workbook import find_destinations
from ..charts import Chart, read_charts
from ..progress import Progress, progress_of
from ..state import State, format_when, leader_of, state_of
from .document import Address, Head, fill_page, marked_english
from .drawings import format_progress, format_svg
from .results import format_cross_table, format_open_games, format_prizes, format_rounds
from .sections import format_sections
from .tables import format_legend, format_standings, same_for_all

MOST_PLAIN = 400_000
"""Of a page with more letters in the sections of its players and games these are packed: a phone
that shows the table first does not wait for them."""
TABLE, NEXT, RESULTS, CROSS_TABLE, PROGRESS, PRIZES, PLAYERS = (
    message("Table"), message("Next"), message("Results"), message("Cross table"),
    message("Progress"), message("Prizes"), message("Players"),
)  # fmt: skip

ENTRANTS = {"Team": message("Teams"), "Pair": message("Pairs")}
"""Who has a section, by a heading of the standings; without one of these they are players."""


def format_page(report: Report, index: str = "", beside: Address | None = None) -> str:
    """The page as HTML.

    ``index`` is the address of the page that lists it with others, ``beside`` those of the files
    that are written with it.
    """
    beside = beside or Address()
    event, state, tables = report.event, state_of(report), report.parts
    players, rounds, prizes = event.entrants, event.rounds, event.prizes
    across = _left_out(report)
    progress = [found for table in tables if (found := progress_of(table, players, rounds))]
    winners = prizes if any(part.is_begun for part in rounds) else []
    parts = {
        TABLE: "".join(_format_tables(tables, players, across, state, prizes)),
        NEXT: "".join(format_open_games(rounds)),
        RESULTS: "".join(format_rounds(rounds)),
        CROSS_TABLE: "".join(_format_cross_tables(tables, players, rounds)),
        PROGRESS: "".join(_format_charts(report, progress, players)),
        PRIZES: "".join(format_prizes(winners, players, is_over=state.is_over)),
    }
    proofs = report.explained.proofs
    sections = {
        player.anchor: text
        for player, text in format_sections(
            players,
            frozenset(event.across),
            report.explained,
            progress,
        )
    }
    packed: dict[str, str] = {}
    if sum(map(len, [parts[RESULTS], parts[CROSS_TABLE], *sections.values()])) > MOST_PLAIN:
        packed = dict(sections)
        for name in (RESULTS, CROSS_TABLE):
            if parts[name]:
                identity = _ID[name]
                packed[identity] = parts[name]
                parts[name] = _format_packed(identity, name)
        sections = {}
    headings = {heading for table in tables for heading in table.headings}
    entrants = next((name for found, name in ENTRANTS.items() if found in headings), PLAYERS)
    shown = _format_players(entrants, [*sections.values()], is_packed=bool(packed))
    parts[entrants] = "".join(shown)
    content = [
        *_format_languages(beside),
        *_format_header(report, state, index),
        *_format_navigation([name for name, text in parts.items() if text]),
        parts[TABLE] if tables else f"<p>{escape(say(NOBODY))}</p>",
        parts[NEXT],
        *(_format_proofs(proofs, beside.proofs) if proofs else ()),
        *(parts[name] for name in (RESULTS, CROSS_TABLE, PROGRESS, PRIZES, entrants)),
        *_format_footer(report, beside),
    ]
    return fill_page(
        "\n".join(filter(None, content)),
        Head(report.title, describe(report, state), beside),
        proofs=proofs.text if proofs else "",
        packed=packed,
    )


def _left_out(report: Report) -> frozenset[str]:
    """The headings of columns that cross tables have, or that say the same of everybody."""
    return same_for_all(report.parts).union(report.event.across if report.event.games else ())


def format_embedded(report: Report, page: str) -> str:
    """The tables alone, for a frame in the site of a club; names lead to the page."""
    state, tables = state_of(report), report.parts
    event, across = report.event, _left_out(report)
    content = [
        f'<h1 class="unseen">{escape(report.title)}</h1>',
        *_format_tables(tables, event.entrants, across, state, event.prizes, page),
        f'<p class="facts"><a href="{escape(page)}" target="_top">{escape(report.title)}</a></p>',
    ]
    return fill_page("\n".join(content), Head(report.title), kind="embedded")


def describe(report: Report, state: State) -> str:
    """A sentence on the event, for a messenger that shows a link to its page."""
    leader = leader_of(report)
    first = say("Winner") if state.is_over else say("First")
    who = f"{first}: {leader}" if leader else ""
    return ". ".join(filter(None, [state.text, who, format_when(report)]))


def _format_tables(
    tables: Sequence[StandingsTable],
    players: Entrants,
    across: frozenset[str],
    state: State,
    prizes: Sequence[Prize],
    page: str = "",
) -> Iterator[str]:
    """All tables of standings; the legend of several that have the same stands below the last."""
    if not tables:
        return
    legends = [list(format_legend(table, across, is_over=state.is_over)) for table in tables]
    yield '<div class="tables">'
    for number, table in enumerate(tables):
        is_said_below = number + 1 < len(tables) and legends[number + 1] == legends[number]
        legend = [] if is_said_below else legends[number]
        yield from format_standings(
            table, number, players, across, legend, prizes if number == 0 else (), page=page
        )
    yield "</div>"


_ID = {TABLE: "table-0", NEXT: "next", RESULTS: "results", CROSS_TABLE: "cross-table",
       PROGRESS: "progress", PRIZES: "prizes",
       **dict.fromkeys([PLAYERS, *ENTRANTS.values()], "players")}  # fmt: skip
"""The ids of the parts of the page, to which the navigation leads."""


def _format_navigation(names: Sequence[str]) -> Iterator[str]:
    """Links to the parts that the page has; the script adds the search to it."""
    if len(names) < 2:
        return
    links = "".join(f'<li><a href="#{_ID[name]}">{say(name)}</a></li>' for name in names)
    label = escape(say("Parts of this page"))
    yield f'<nav class="bar" aria-label="{label}"><ul>{links}</ul></nav>'


def _format_packed(identity: str, name: str) -> str:
    """The place of a part that the script puts in when a reader opens it."""
    return (
        f'<section id="{identity}"><details data-packed="{identity}"><summary><h2>{say(name)}</h2>'
        f"</summary><div><noscript><p>{say(NEEDS_SCRIPT)}</p></noscript></div></details></section>"
    )


NEEDS_SCRIPT = message("So that a large event opens fast on a phone, this part needs JavaScript.")


def _format_cross_tables(
    tables: Sequence[StandingsTable], players: Entrants, rounds: Sequence[Round]
) -> Iterator[str]:
    found = [
        "".join(format_cross_table(table, number, players, rounds, is_only=len(tables) == 1))
        for number, table in enumerate(tables)
    ]
    if any(found):
        yield f'<section id="cross-table"><h2>{say(CROSS_TABLE)}</h2>'
        yield from found
        yield "</section>"


def _format_charts(
    report: Report, progress: Sequence[Progress], players: Entrants
) -> Iterator[str]:
    """The places of the first after each round, and the workbook's charts that say something."""
    names = {player.anchor: player.name for player in players}
    figures = [
        format_progress(part, names, f"progress-{number}")
        for number, part in enumerate(progress)
        if any(len(set(places)) > 1 for places in part.places.values())
    ]
    sheets = [*(table.sheet for table in report.tables), *_chart_sheets(report.event.values)]
    charts = [
        (sheet, chart)
        for sheet in dict.fromkeys(sheets)
        for chart in _in_english(read_charts(report.event, sheet), report)
        if _says_something(chart)
    ]
    often = Counter(chart.title for _, chart in charts)
    captions = {table.sheet: say_caption(table.caption) for table in report.tables}
    for number, (sheet, chart) in enumerate(charts, 1):
        title = say(chart.title)
        if often[chart.title] > 1 and sheet in captions:
            title = f"{captions[sheet]}: {title}"
        figures.append((title, format_svg(chart, f"chart-{number}"), ""))
    if figures:
        yield f'<section id="progress"><h2 class="unseen">{say(PROGRESS)}</h2>'
        yield '<div class="figures-of-all">'
        for title, drawing, note in figures:
            below = f'<p class="legend">{escape(note)}</p>' if note else ""
            yield f"<figure><figcaption>{escape(title)}</figcaption>{drawing}{below}</figure>"
        yield "</div></section>"


def _in_english(charts: Iterable[Chart], report: Report) -> Iterator[Chart]:
    """Charts with their texts in English, whatever the language of the workbook."""
    english = report.event.language.english
    for chart in charts:
        yield replace(
            chart,
            title=english(chart.title),
            text=english(chart.text),
            labels=(english(chart.labels[0]), english(chart.labels[1])),
            categories=[english(name) for name in chart.categories],
        )


def _says_something(chart: Chart) -> bool:
    """Whether the values of a chart differ: equal bars say nothing."""
    values = {value for series in chart.series for value in series.values if value is not None}
    return len(values) > 1


def _chart_sheets(values: Workbook) -> Iterator[str]:
    """The other sheets with charts of the standings."""
    for name, defined in values.defined_names.items():
        if name.startswith(CHART):
            yield from (sheet for sheet, _ in find_destinations(values, defined))


def _format_players(name: str, sections: Sequence[str], *, is_packed: bool) -> Iterator[str]:
    if sections or is_packed:
        yield '<section class="players" aria-labelledby="players">'
        yield f'<h2 id="players">{say(name)}</h2>'
        if is_packed:
            yield f"<noscript><p>{say(NEEDS_SCRIPT)}</p></noscript>"
            yield f'<p class="hint">{say(CHOOSE)}</p>'
        yield from sections
        yield "</section>"


CHOOSE = message("Choose a name in the table: the section opens here.")


def _format_languages(beside: Address) -> Iterator[str]:
    """Links to the page in other languages, each in its own words."""
    if beside.languages:
        links = " ".join(
            f'<a href="{escape(address)}" lang="{code}" hreflang="{code}">{LANGUAGES[code]}</a>'
            for code, address in beside.languages.items()
        )
        label = escape(say("This page in other languages"))
        yield f'<nav class="languages" aria-label="{label}">{links}</nav>'


def _format_header(report: Report, state: State, index: str) -> Iterator[str]:
    """The title, from when the results are, how far the event is, and what the director says."""
    yield "<header>"
    if index:
        yield f'<p class="back"><a href="{quote(index)}">{escape(say("All events"))}</a></p>'
    yield f"<h1>{escape(report.title)}</h1>"
    if facts := format_facts(report, state):
        yield f'<p class="facts">{escape(facts)}</p>'
    if state.is_news:
        kind, sign = ("alert", "!") if state.kind == "provisional" else ("news", "●")
        yield (
            f'<p class="status {kind}" role="status"><span aria-hidden="true">{sign}</span> '
            f"{escape(state.text)}.</p>"
        )
    problems = [_describe_problem(problem) for problem in report.problems if report.is_provisional]
    problems += [say("{cell} shows an error", cell=cell) for cell in report.broken]
    if problems:
        lines = "".join(f"<li>{escape(problem)}.</li>" for problem in problems)
        yield f'<ul class="problems">{lines}</ul>'
    if report.note:
        yield f'<p class="about">{escape(report.note)}</p>'
    yield "</header>"


def format_facts(report: Report, state: State) -> str:
    """How far the event is, and from when the results are."""
    news = "" if state.is_news else state.text
    when = format_when(report)
    since = say("As of {when}", when=when) if report.as_of else ""
    if when and not report.as_of:
        since = say("Updated {when}", when=when)
    return " · ".join(filter(None, [news, since]))


def _describe_problem(problem: FailedCheck) -> str:
    """A failed check as a sentence for readers who do not have the workbook."""
    statement = say(problem.statement)
    if not problem.found.isdecimal():
        return say("This does not hold: {statement}", statement=statement)
    return say_count(
        "This does not hold in one case: {statement}",
        "This does not hold in {count} cases: {statement}",
        int(problem.found),
        statement=statement,
    )


def _format_proofs(proofs: Proofs, beside: str) -> Iterator[str]:
    """What is proved of who can still finish where; the page's script says which proofs hold."""
    title = escape(say("Who can still finish where"))
    yield f'<details class="open proofs"><summary><h2>{title}</h2> <span></span>'
    yield "</summary><div><ul>"
    for number, statement in enumerate(proofs.statements):
        yield f'<li data-proof="{number}">{escape(statement)} <b></b></li>'
    yield from (f"<li{marked_english()}>{escape(known)}</li>" for known in proofs.without)
    yield "</ul>"
    if beside:
        link = f'<a href="{quote(beside)}">{escape(say("the proofs as a file"))}</a>'
        yield f"<p>{escape(say('Whoever doubts one can check it without us:'))} {link}.</p>"
    yield "</div></details>"


def _format_footer(report: Report, beside: Address) -> Iterator[str]:
    """The files beside the page, and its address to photograph."""
    links = [
        f'<a href="{escape(address)}">{text}</a>'
        for address, text in (
            (beside.feed, say("News feed")),
            (beside.data, say("Data for programs")),
        )
        if address
    ]
    if links or beside.page:
        yield "<footer>"
        if links:
            yield f'<p class="facts">{" · ".join(links)}</p>'
        if beside.page:
            address = f"<figcaption>{escape(beside.page)}</figcaption>"
            yield f'<figure class="code">{beside.code}{address}</figure>'
        yield "</footer>"
