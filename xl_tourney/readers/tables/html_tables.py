"""The tables of an HTML page, or of a part of one that was pasted into a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

from .workbook import Rows

_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|meta|table|tbody|tr|div|p)\b", re.IGNORECASE
)
_MOST_SPAN = 1000
_TITLES = ("caption", "h1", "h2", "h3", "h4", "h5", "h6")


def is_html(start: bytes) -> bool:
    """Whether a file begins as HTML does."""
    return bool(_MARKUP.match(start))


def read(text: str) -> dict[str, Rows]:
    """The tables that have cells, numbered from 1; its caption, or the heading before it, is above.

    A cell over several columns stands in the first of them, one over several rows in all of them.
    """
    parser = _Tables()
    parser.feed(text)
    parser.close()
    tables = [table.with_title() for table in parser.tables if any(map(any, table.rows))]
    return {f"table {number}": rows for number, rows in enumerate(tables, 1)}


class _Table:
    """A table whose rows come one cell after the other."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.rows: Rows = []
        self._below: dict[int, tuple[int, str]] = {}
        """By column: in how many rows more a cell from above stands, and its text."""

    def with_title(self) -> Rows:
        """The rows, below one with the title if there is any."""
        return [[self.title], *self.rows] if self.title else self.rows

    def begin_row(self) -> None:
        self.rows.append([])

    def add(self, text: str, columns: int, rows: int) -> None:
        if not self.rows:
            self.begin_row()
        self._take_from_above()
        row = self.rows[-1]
        for at in range(columns):
            shown = "" if at else text
            if rows > 1:
                self._below[len(row)] = rows - 1, shown
            row.append(shown)

    def _take_from_above(self) -> None:
        row = self.rows[-1]
        while len(row) in self._below:
            left, text = self._below.pop(len(row))
            if left > 1:
                self._below[len(row)] = left - 1, text
            row.append(text)

    def end_row(self) -> None:
        if self.rows:
            self._take_from_above()


class _Tables(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tables: list[_Table] = []
        self._open: list[_Table] = []
        self._cell: list[str] | None = None
        self._span = (1, 1)
        self._hidden = 0
        self._title: list[str] | None = None
        self._heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_cell()
            self.tables.append(_Table(self._heading))
            self._heading = ""
            self._open.append(self.tables[-1])
        elif tag in _TITLES and (tag == "caption" or not self._open):
            self._title = []
        elif tag == "tr" and self._open:
            self._end_row()
            self._open[-1].begin_row()
        elif tag in ("td", "th") and self._open:
            self._end_cell()
            given = dict(attrs)
            self._span = _span(given, "colspan"), _span(given, "rowspan")
            self._cell = []
        elif tag in ("script", "style"):
            self._hidden += 1
        elif tag in ("br", "div", "p", "li") and self._cell is not None:
            self._cell.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._end_cell()
        elif tag in _TITLES and self._title is not None:
            title, self._title = " ".join("".join(self._title).split()), None
            if tag == "caption" and self._open:
                self._open[-1].title = title
            else:
                self._heading = title
        elif tag == "tr":
            self._end_row()
        elif tag == "table" and self._open:
            self._end_row()
            self._open.pop()
        elif tag in ("script", "style"):
            self._hidden = max(0, self._hidden - 1)

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif self._cell is not None and not self._hidden:
            self._cell.append(data)

    def close(self) -> None:
        super().close()
        self._end_row()

    def _end_cell(self) -> None:
        if self._cell is not None and self._open:
            self._open[-1].add(" ".join("".join(self._cell).split()), *self._span)
        self._cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self._open:
            self._open[-1].end_row()


def _span(attributes: Mapping[str, str | None], name: str) -> int:
    span = attributes.get(name) or "1"
    return min(max(int(span), 1), _MOST_SPAN) if span.isdecimal() and len(span) < 9 else 1
