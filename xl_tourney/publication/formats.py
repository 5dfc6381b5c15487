"""Standings as CSV, JSON and Markdown."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from openpyxl.cell import Cell

from ..events.report import NOBODY, Report
from ..events.standings.formats import format_cell, is_number
from ..events.standings.table import StandingsTable

SCHEMA = 1
"""The version of the JSON form, which docs/reference/schemas/standings.schema.json describes."""


def numeric_columns(table: StandingsTable) -> list[bool]:
    """For each column of a table whether it holds numbers."""
    return [any(map(is_number, column)) for column in zip(*table.cells)]


def format_json(report: Report) -> str:
    """The standings for a program: unrounded values, and the texts that the sheet shows."""
    content = {
        "schema": SCHEMA,
        "title": report.title,
        "as_of": report.as_of or None,
        "saved_on": report.saved_on or None,
        "round": report.rounds,
        "status": report.status,
        "provisional": report.is_provisional,
        "problems": [
            {"statement": problem.statement, "found": problem.found} for problem in report.problems
        ],
        "note": report.note or None,
        "tables": [_json_table(table) for table in report.tables],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def _json_table(table: StandingsTable) -> dict[str, Any]:
    numeric = numeric_columns(table)
    return {
        "name": table.caption,
        "sheet": table.sheet,
        "columns": [
            {"heading": heading, "words": words, "type": "number" if number else "text"}
            for heading, words, number in zip(table.headings, table.words, numeric)
        ],
        "rows": [[_value(table, at, cell) for at, cell in enumerate(row)] for row in table.cells],
        "texts": table.rows,
    }


def _value(table: StandingsTable, at: int, cell: Cell) -> object:
    """A number, or a text; what formulas say is English, as headings are, but no name is."""
    if is_number(cell):
        return cell.value
    text = format_cell(cell)
    is_name = at == table.row_header_column
    return (text if is_name else table.language.english_value(text)) or None


def format_csv(report: Report) -> str:
    """The tables as CSV with the values that the sheet shows, a blank line between two of them."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    for number, table in enumerate(report.tables):
        if number:
            writer.writerow(())
        writer.writerow(table.headings)
        writer.writerows(table.rows)
    return file.getvalue().rstrip("\n")


def make_csv_inert(text: str) -> str:
    """CSV in which no cell begins a formula, when a spreadsheet program opens it.

    Such a text gets an apostrophe before its first character; numbers stay what they are.

    >>> make_csv_inert('name,points\\n=1+1,-2.5\\n@Ann,+3\\n')
    "name,points\\n'=1+1,-2.5\\n'@Ann,+3\\n"
    """
    file = io.StringIO(newline="")
    ending = "\r\n" if "\r\n" in text else "\n"
    writer = csv.writer(file, lineterminator=ending)
    for row in csv.reader(io.StringIO(text, newline="")):
        writer.writerow([f"'{cell}" if _begins_formula(cell) else cell for cell in row])
    inert = file.getvalue()
    return inert if text.endswith(ending) else inert.removesuffix(ending)


def _begins_formula(cell: str) -> bool:
    if not cell.startswith(("=", "+", "-", "@", "\t", "\r")):
        return False
    try:
        float(cell)
    except ValueError:
        return True
    return False


def format_markdown(report: Report) -> str:
    """The tables as Markdown, each below its name."""
    return "\n\n".join("\n".join(_markdown_lines(table)) for table in report.parts) or NOBODY


def _markdown_lines(table: StandingsTable) -> Iterator[str]:
    yield f"### {_escape(table.caption)}"
    yield ""
    yield _markdown_row(table.headings)
    yield _markdown_row(["--:" if number else "---" for number in numeric_columns(table)])
    yield from map(_markdown_row, table.rows)


def _markdown_row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_escape, cells))} |"


def _escape(text: str) -> str:
    """Text that Markdown takes as it is: no markup, no line break, no end of a cell."""
    escaped = "".join(f"\\{sign}" if sign in r"\`*_[]<>|#~" else sign for sign in text)
    return " ".join(escaped.split())
