"""The tables of an HTML page, or of a part of one that was pasted into a file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.parser import HTMLParser

from .dates import read_periods
from .workbook import Rows

_MARKUP = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|meta|table|tbody|tr|div|p)\b", re.IGNORECASE
)
_MOST_SPAN = 1000
_TITLES = ("caption", "h1", "h2", "h3", "h4", "h5", "h6")
_COLOUR = re.compile(r"(?:^|;)\s*(?:color|(background)(?:-color)?)\s*:([^;!]*\w[^;!]*)")
NO_LOOKS = ("strike-through", "superscript")
"""The marks that tell something even where all cells of a column have them."""
_TAGS = dict(zip(NO_LOOKS, (("s", "strike", "del"), ("sup",))))
_NO_END = ("br", "hr", "img", "input", "wbr", "col")


class MarkedText(str):
    """The text of a cell, with what a page shows by other means than text."""

    marks: Mapping[str, str]
    """By mark, such as ``class “cf”`` or ``superscript``, the part of the cell that has it."""


def marks_of(cell: str) -> Mapping[str, str]:
    """The marks of a cell; none where it is a plain text."""
    return cell.marks if isinstance(cell, MarkedText) else {}


def is_html(start: bytes) -> bool:
    """Whether a file begins as HTML does."""
    return bool(_MARKUP.match(start))


def read(text: str) -> dict[str, Rows]:
    """The tables that have cells, numbered from 1; its caption, or the heading before it, is above.

    So is a heading further up that says when the event was: ``29/04/2025 - 03/06/2025``.
    A cell over several columns stands in the first of them, one over several rows in all of them.
    A superscript is a mark of a cell, and no part of its text.
    """
    parser = _Tables()
    parser.feed(text)
    parser.close()
    tables = [table for table in parser.tables if any(map(any, table.rows))]
    return {
        f"table {number}": [*([title] for title in table.titles), *table.rows]
        for number, table in enumerate(tables, 1)
    }


class _Table:
    """A table whose rows come one cell after the other."""

    def __init__(self, titles: list[str]) -> None:
        self.titles = titles
        self.rows: Rows = []
        self._below: dict[int, tuple[int, str]] = {}
        """By column: in how many rows more a cell from above stands, and its text."""

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
        self._cell: list[tuple[str, list[str]]] | None = None
        """The texts of the cell, each with its marks."""
        self._elements: list[tuple[str, list[str]]] = []
        """The elements that are open in the cell, the cell first, each with its marks."""
        self._row_marks: list[str] = []
        self._span = (1, 1)
        self._hidden = 0
        self._title: list[str] | None = None
        self._headings: list[str] = []
        """The heading before a table, below those that say when the event was."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self._end_cell()
            self.tables.append(_Table(self._headings))
            self._headings = []
            self._open.append(self.tables[-1])
        elif tag in _TITLES and (tag == "caption" or not self._open):
            self._title = []
        elif tag == "tr" and self._open:
            self._end_row()
            self._open[-1].begin_row()
            self._row_marks = _marks(tag, dict(attrs))
        elif tag in ("td", "th") and self._open:
            self._end_cell()
            attributes = dict(attrs)
            self._span = _span(attributes, "colspan"), _span(attributes, "rowspan")
            self._cell = []
            self._elements = [(tag, self._row_marks + _marks(tag, attributes))]
        elif tag in ("script", "style"):
            self._hidden += 1
        elif self._cell is not None:
            if tag in ("br", "div", "p", "li"):
                self.handle_data(" ")
            if tag not in _NO_END:
                self._elements.append((tag, _marks(tag, dict(attrs))))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._end_cell()
        elif tag in _TITLES and self._title is not None:
            title, self._title = " ".join("".join(self._title).split()), None
            in_table = tag == "caption" and self._open
            titles = self._open[-1].titles if in_table else self._headings
            titles[:] = [*filter(read_periods, titles), *filter(None, [title])]
        elif tag == "tr":
            self._end_row()
        elif tag == "table" and self._open:
            self._end_row()
            self._open.pop()
        elif tag in ("script", "style"):
            self._hidden = max(0, self._hidden - 1)
        elif self._cell is not None:
            last = max(
                (at for at, (name, _) in enumerate(self._elements) if name == tag), default=0
            )
            self._elements[last or len(self._elements) :] = []

    def handle_data(self, data: str) -> None:
        if self._title is not None:
            self._title.append(data)
        elif self._cell is not None and not self._hidden:
            self._cell.append((data, [mark for _, marks in self._elements for mark in marks]))

    def close(self) -> None:
        super().close()
        self._end_row()

    def _end_cell(self) -> None:
        if self._cell is not None and self._open:
            self._open[-1].add(_text_of(self._cell), *self._span)
        self._cell = None

    def _end_row(self) -> None:
        self._end_cell()
        if self._open:
            self._open[-1].end_row()


def _marks(tag: str, attributes: Mapping[str, str | None]) -> list[str]:
    """The marks that an element puts on its text."""
    style, colour, background = (attributes.get(key) or "" for key in ("style", "color", "bgcolor"))
    style = f"{style};color:{colour};background:{background}".lower()
    names = [f"class “{name}”" for name in (attributes.get("class") or "").split()]
    names += [name for name, tags in _TAGS.items() if tag in tags]
    names += ["strike-through"] * ("line-through" in style)
    return names + [
        f"{name or 'text in'} {value.strip()}" for name, value in _COLOUR.findall(style)
    ]


def _text_of(pieces: list[tuple[str, list[str]]]) -> str:
    """The text of a cell, with its marks on letters and digits.

    A superscript is only a mark, but where nothing else is there, or a fraction is written with it.
    """
    whole = "".join(text for text, _ in pieces)
    plain = "".join(text for text, marks in pieces if "superscript" not in marks)
    text = MarkedText(" ".join((plain if plain.strip() and "/" not in whole else whole).split()))
    parts: dict[str, str] = {}
    for piece, marks in pieces:
        parts |= {mark: parts.get(mark, "") + piece for mark in marks}
    text.marks = {
        mark: " ".join(part.split()) for mark, part in parts.items() if any(map(str.isalnum, part))
    }
    return text


def _span(attributes: Mapping[str, str | None], name: str) -> int:
    span = attributes.get(name) or "1"
    return min(max(int(span), 1), _MOST_SPAN) if span.isdecimal() and len(span) < 9 else 1
