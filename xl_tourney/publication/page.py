"""The standings of a workbook as one self-contained web page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from string import Template
from typing import TypeAlias
from urllib.parse import quote

from openpyxl import Workbook
from openpyxl.cell import Cell

from .. import atomic
from ..defined_names import CHART, PASSED
from ..errors import WriteError
from ..ooxml.package import Limits
from .charts import read_charts
from .explained import Explained, Proofs
from .report import NOBODY, FailedCheck, Report, format_facts, read_report
from .sections import (
    Players,
    PublishedPlayer,
    format_open_games,
    format_sections,
    format_sign,
    table_id,
)
from .standings import StandingsTable, find_destinations, format_cell, is_number
from .svg import format_svg

PAGE = Path(__file__).with_name("page.html")
CHECKER = PAGE.with_name("proof_checker.js")
PROOFS_SUFFIX = ".proofs.json"
"""What the name of the file of proofs ends with, beside the page."""
MARK, QUALIFIES = "Mark", "Qxy"
"""The heading of the column that marks who qualifies, and its signs; x and y are certain."""
WIDE = 12
"""With more columns than this a table is printed smaller."""
LONG = 24
"""A text with this many letters or more may be wrapped."""
MARK_LENGTH = 3
"""The longest text of a table that is looked at for marks."""
_SIGN = re.compile(r"(?:[Qxye]|[^\w\s]) ")
"""A sign at the beginning of the part of a sentence that explains it."""

Explainer: TypeAlias = Callable[[Report], Explained]
"""A function that explains the places of the players of a report."""


def publish(
    book: Path,
    page: Path,
    limits: Limits | None = None,
    *,
    anyway: bool = False,
    index: str = "",
    explain: Explainer | None = None,
) -> Report:
    """Write the page of a workbook, calculated anew; gives what is on it.

    ``index`` is the address of a page that lists it with others.  With ``explain`` the page has an
    explanation of each player's place, and the proofs of who can still finish where, which it
    checks itself; they are written beside it too.

    Raises
    ------
    WorkbookError
        The workbook cannot be read; there is nothing in it to publish; or, without ``anyway``, its
        status is red, or a cell of its standings is an error.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    if page.exists() and page.samefile(book):
        raise WriteError(f"{page}: is the workbook itself; name another file for the page.")
    report = read_report(book, limits, anyway=anyway)
    if explain is not None:
        report = replace(report, explained=explain(report))
    beside, proofs = page.with_suffix(PROOFS_SUFFIX), report.explained.proofs
    html = format_page(report, index, beside.name)
    atomic.write_bytes(page, html.encode())
    if proofs:
        atomic.write_bytes(beside, proofs.text.encode())
    else:
        beside.unlink(missing_ok=True)
    return report


def format_page(report: Report, index: str = "", beside: str = "") -> str:
    """The page as HTML.

    ``index`` is the address of the page that lists it with others, ``beside`` that of the file
    with its proofs.
    """
    parts: list[str] = []
    chart_count = 0
    sheets = [*(table.sheet for table in report.tables), *_chart_sheets(report.values)]
    tables = report.parts
    players = Players(tables, report.records)
    for sheet in dict.fromkeys(sheets):
        for number, table in enumerate(tables):
            parts += _format_section(table, number, players) if table.sheet == sheet else ()
        for chart in read_charts(report.package, report.values, sheet):
            chart_count += 1
            parts.append(
                f'<figure><figcaption id="chart-{chart_count}">{escape(chart.title)}</figcaption>'
                f"{format_svg(chart, f'chart-{chart_count}')}</figure>"
            )
    if not tables:
        parts.append(f"<p>{escape(NOBODY)}</p>")
    across = frozenset().union(*(records.across for records in report.records))
    parts += format_open_games(players, report.records)
    proofs = report.explained.proofs
    parts += _format_proofs(proofs, beside) if proofs else ()
    parts += format_sections(players, across, report.explained)
    back = f'<p class="back"><a href="{quote(index)}">All tables</a></p>' if index else ""
    return fill_page(
        title=escape(report.title),
        status="\n".join([back, *_format_facts(report), *_format_status(report)]),
        note=f'<p class="about">{escape(report.note)}</p>' if report.note else "",
        content="\n".join(parts),
        proofs=proofs.text if proofs else "",
    )


def fill_page(proofs: str = "", **contents: str) -> str:
    """The page with these contents, and a policy by which nothing but itself runs or loads.

    Its own style sheet and scripts are named by their hashes; so a text that came through as markup
    by mistake would still do nothing.  With proofs it has the script that checks them.
    """
    template = PAGE.read_text(encoding="utf-8")
    style, *scripts = (_text_of(template, tag) for tag in ("style", "script"))
    elements = ""
    if proofs:
        checker = CHECKER.read_text(encoding="utf-8")
        scripts.append(checker)
        data = proofs.replace("<", "\\u003c")
        elements = (
            f'<script type="application/json" id="proofs">{data}</script>\n'
            f"<script>{checker}</script>\n"
        )
    named = " ".join(f"'{_hash_of(script)}'" for script in scripts)
    policy = (
        f"default-src 'none'; style-src '{_hash_of(style)}'; script-src {named}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    return Template(template).substitute(policy=policy, proofs=elements, **contents)


def _text_of(page: str, tag: str) -> str:
    """The text of the first element with a tag."""
    return page.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]


def _hash_of(text: str) -> str:
    """The hash of the text of an element, as a policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _format_proofs(proofs: Proofs, beside: str) -> Iterator[str]:
    """What is proved of who can still finish where; the page's script says which proofs hold."""
    yield '<details class="open proofs"><summary><h2>Who can still finish where</h2> <span></span>'
    yield "</summary><div><ul>"
    for number, statement in enumerate(proofs.statements):
        yield f'<li data-proof="{number}">{escape(statement)} <b></b></li>'
    yield from (f"<li>{escape(known)}</li>" for known in proofs.without)
    yield "</ul>"
    if beside:
        link = f'<a href="{quote(beside)}">the proofs as a file</a>'
        yield f"<p>Whoever doubts one can check it without us: {link}.</p>"
    yield "</div></details>"


def _format_facts(report: Report) -> Iterator[str]:
    if facts := format_facts(report):
        yield f'<p class="facts">{escape(facts)}</p>'


def _chart_sheets(values: Workbook) -> Iterator[str]:
    """The other sheets with charts of the standings."""
    for name, defined in values.defined_names.items():
        if name.startswith(CHART):
            yield from (sheet for sheet, _ in find_destinations(values, defined))


def _format_status(report: Report) -> Iterator[str]:
    """The status of the checks as a sign, a colour and words, with the checks that failed."""
    if not report.status and not report.is_provisional:
        return
    kind, sign, text = "note", "–", report.status
    if report.is_provisional:
        kind, sign, text = "alert", "!", "Provisional: something is wrong with these standings."
    elif report.status.startswith(PASSED):
        kind, sign = "well", "✓"
    yield (
        f'<p class="status {kind}" role="status"><span aria-hidden="true">{sign}</span> '
        f"{escape(text)}</p>"
    )
    problems = [_describe_problem(problem) for problem in report.problems]
    problems += [f"{cell} shows an error" for cell in report.broken]
    if problems:
        lines = "".join(f"<li>{escape(problem)}.</li>" for problem in problems)
        yield f'<ul class="problems">{lines}</ul>'


def _describe_problem(problem: FailedCheck) -> str:
    """A failed check as a sentence for readers who do not have the workbook."""
    cases = {"1": " in one case"}.get(problem.found, f" in {problem.found} cases")
    return f"This does not hold{cases if problem.found.isdecimal() else ''}: {problem.statement}"


def _format_section(table: StandingsTable, number: int, players: Players) -> Iterator[str]:
    """A table in a frame that scrolls horizontally, with its legend."""
    identity = table_id(number)
    alignments = [
        _alignment([row[column] for row in table.cells])
        for column in range(len(table.heading_cells))
    ]
    header_column = table.row_header_column
    first = _first_columns(table, header_column, alignments)
    classes = [
        " ".join(
            [
                alignment,
                *(["rest"] if column not in first else []),
                *(["long"] if _is_long(table, column) and column != header_column else []),
            ]
        )
        for column, alignment in enumerate(alignments)
    ]
    wide = " wide" if len(table.heading_cells) > WIDE else ""
    yield "<section>"
    yield (
        f'<div class="window"><div class="frame" role="region" aria-labelledby="{identity}" '
        f'tabindex="0"><table class="standings{wide}">'
        f'<caption><h2 id="{identity}">{escape(table.caption)}</h2></caption><thead><tr>'
    )
    for heading, words, name in zip(table.heading_cells, table.words, classes):
        turned = " turned" if (heading.alignment.text_rotation or 0) == 90 else ""
        text = escape(format_cell(heading))
        if words != format_cell(heading):
            text = f'<abbr title="{escape(words)}">{text}</abbr>'
        yield f'<th scope="col" class="{name}{turned}"><span>{text}</span></th>'
    yield "</tr></thead><tbody>"
    mark = table.headings.index(MARK) if MARK in table.headings else None
    for row in table.cells:
        player = players.of_row(table, row)
        cells = [
            _format_row_header(cell, classes[column], player)
            if column == header_column
            else _format_cell(cell, classes[column])
            for column, cell in enumerate(row)
        ]
        qualifies = mark is not None and format_cell(row[mark]).startswith(tuple(QUALIFIES))
        opened = '<tr class="qualified">' if qualifies else "<tr>"
        yield f"{opened}{''.join(cells)}</tr>"
    yield "</tbody></table></div></div>"
    yield from _format_legend(table)
    yield "</section>"


def _is_long(table: StandingsTable, column: int) -> bool:
    """Whether a column has texts that are wrapped."""
    return any(len(format_cell(row[column])) > LONG for row in table.cells)


def _first_columns(
    table: StandingsTable, header_column: int, alignments: Sequence[str]
) -> set[int]:
    """The columns that a phone shows first: place, mark, name, and those that decide."""
    numeric = [
        column
        for column, alignment in enumerate(alignments)
        if column > header_column and alignment == "number"
    ]
    decisive = table.leading_columns or numeric[:2]
    marks = [column for column, heading in enumerate(table.headings) if heading == MARK]
    return {0, header_column, *decisive, *marks}


def _format_legend(table: StandingsTable) -> Iterator[str]:
    """The sheet's subtitle, without the signs that do not stand in the table."""
    marks = (text for row in table.rows for text in row if len(text) <= MARK_LENGTH)
    drawn = {sign for text in marks for sign in text}
    sentences = []
    for sentence in re.split(r"(?<=\.) +", table.subtitle):
        clauses = [
            clause
            for clause in re.split(rf", (?={_SIGN.pattern})", sentence.rstrip("."))
            if not (sign := _SIGN.match(clause)) or sign[0].rstrip() in drawn
        ]
        if clauses:
            sentences.append(f"{', '.join(clauses)}.")
    if text := escape(" ".join(sentences)):
        text = re.sub(rf"(^|(?<=[.,] ))[{QUALIFIES}](?= )", r'<b class="qualified">\g<0></b>', text)
        yield f'<p class="legend">{text}</p>'
    if key := ", ".join(_format_meanings(table)):
        yield f'<p class="legend key">{key}.</p>'


def _format_meanings(table: StandingsTable) -> Iterator[str]:
    """What the short headings mean; on a phone nothing else says it."""
    for heading, words in zip(table.headings, table.words):
        if heading not in (words, words.partition(" ")[0]):
            yield f"<dfn>{escape(heading)}</dfn> {escape(words[:1].lower() + words[1:])}"


def _alignment(cells: list[Cell]) -> str:
    """The alignment of a column: centred as on the sheet, else by its content."""
    if cells and cells[0].alignment.horizontal == "center":
        return "middle"
    return "number" if any(map(is_number, cells)) else "text"


def _format_cell(cell: Cell, name: str) -> str:
    """A cell as HTML; sorting compares its unrounded value."""
    return (
        f'<td class="{name}"{_sort_value(cell)}>{escape(format_sign(format_cell(cell), cell))}</td>'
    )


def _format_row_header(cell: Cell, name: str, player: PublishedPlayer | None) -> str:
    """The name in a row, which leads to the player's section."""
    text = escape(format_sign(format_cell(cell), cell))
    if player:
        text = f'<a href="#{player.anchor}">{escape(player.name)}</a>'
    return f'<th scope="row" class="{name}"{_sort_value(cell)}>{text}</th>'


def _sort_value(cell: Cell) -> str:
    return f' data-value="{cell.value!r}"' if is_number(cell) else ""
