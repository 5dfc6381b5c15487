"""The one door: a file of results, whatever wrote it, as tables of texts or as its bytes.

``new``, ``update`` and ``watch`` give readers a :class:`Source`; a path is one, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ...errors import InputError
from ..files import find_file, read_bytes
from . import html_tables, text, workbook
from .excel import Rows, format_value
from .headings import Columns, names_of, normalize_heading, round_in
from .reading import Mark, Reading
from .workbook import SheetName, cut, parse_name

# The lists in a JSON file as tables: a column for each key of its objects.

_MOST_DEPTH = 6
_MOST_NAMES = 4


def read_json(text: str, file: str) -> dict[str, Rows]:
    """The lists of objects or of lists by where they stand; inner keys stand behind a blank."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    try:
        whole = _parse(text)
    except ValueError as error:
        raise InputError(f"{file}: this is no JSON ({error}); correct it.") from error
    except RecursionError as error:
        raise InputError(f"{file}: this JSON is nested too deeply; save a plain list.") from error
    return {name or "list": rows for name, rows in _find_lists(whole, "", 0)}


def _parse(text: str) -> Any:
    """One value, or one in each line."""
    try:
        return json.loads(text)
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.startswith("{") for line in lines):
            raise
        return list(map(json.loads, lines))


_ASSIGNED = re.compile(
    r"<script\b[^>]*\bjson[^>]*>\s*(?=[{\[])|\b(?:var|let|const)\s+\w+\s*=\s*(?=[{\[])"
)


def read_scripts(page: str) -> dict[str, Rows]:
    """The lists in what scripts of a page are given, from which it draws its tables: JSON.

    >>> read_scripts('<script>var data = [{"a": 1}];</script>')
    {'data list': [['a'], ['1']]}
    """
    found: dict[str, Rows] = {}
    for start in _ASSIGNED.finditer(page):
        try:
            whole, _ = json.JSONDecoder().raw_decode(page, start.end())
        except (ValueError, RecursionError):
            continue
        found |= {f"data {name or 'list'}": rows for name, rows in _find_lists(whole, "", 0)}
    return found


def _find_lists(value: Any, name: str, depth: int) -> Iterator[tuple[str, Rows]]:
    if isinstance(value, list) and value:
        if all(isinstance(item, dict) for item in value):
            yield name, _rows(value)
            yield from _inner_lists(value, name, depth)
        elif all(isinstance(item, list) for item in value):
            yield name, [list(map(_format, row)) for row in value]
    elif isinstance(value, dict) and depth < _MOST_DEPTH:
        for key, inner in value.items():
            yield from _find_lists(inner, f"{name} {key}".strip(), depth + 1)


def _inner_lists(
    items: Sequence[dict[str, Any]], name: str, depth: int
) -> Iterator[tuple[str, Rows]]:
    """The lists of objects inside of objects, such as the games of weeks, one after the other.

    What says the week comes along: ``round``, if it is a number or a name.
    """
    for key in dict.fromkeys(key for item in items for key in item):
        inner: list[dict[str, Any]] = []
        for number, item in enumerate(items, 1):
            rows = item.get(key)
            if isinstance(rows, dict):
                rows = [*rows.values()]
            if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
                own = {k: v for k, v in item.items() if not isinstance(v, (dict, list))}
                outer = {name.split()[-1] if k == "name" and name else k: own[k] for k in own}
                said = next((f"{v}" for v in outer.values() if round_in(f"{v}")), None)
                inner += [{"round": said or number, **outer, **row} for row in rows]
        if inner and depth < _MOST_DEPTH:
            yield f"{name or 'list'} {key}", _rows(inner)
            yield from _inner_lists(inner, f"{name or 'list'} {key}", depth + 1)


def _rows(objects: Sequence[dict[str, Any]]) -> Rows:
    flat = [dict(_flatten(item, "", 0)) for item in _with_named(objects)]
    heading = list(dict.fromkeys(key for item in flat for key in item))
    return [heading, *[[item.get(key, "") for key in heading] for item in flat]]


def _flatten(item: dict[str, Any], name: str, depth: int) -> Iterator[tuple[str, str]]:
    for key, value in item.items():
        path = f"{name} {key}".strip()
        if isinstance(value, dict) and value and depth < _MOST_DEPTH:
            yield from _flatten(value, path, depth + 1)
        else:
            yield path, _format(value)


def _with_named(objects: Sequence[dict[str, Any]]) -> Sequence[dict[str, Any]]:
    """The objects, of whose lists of objects with few names, such as those of results at half time
    and at the end, each has its own key."""
    found = [*objects]
    for key in dict.fromkeys(key for item in objects for key in item):
        lists = [_by_name(item.get(key)) for item in objects]
        names = {name for named in lists for name in named}
        if "" not in names and 0 < len(names) <= _MOST_NAMES:
            found = [{**item, key: named} for item, named in zip(found, lists)]
    return found


def _by_name(value: Any) -> dict[str, Any]:
    """The objects of a list by what they are called; blank where one has no name."""
    return {
        next((f"{v}" for k, v in one.items() if k.casefold().endswith("name")), "")
        if isinstance(one, dict)
        else "": one
        for one in (value if isinstance(value, list) else [])
    }


def _format(value: Any) -> str:
    """A value as text; a list such as [2, 1] as 2-1, and what is empty as blank."""
    if value in ([], {}):
        return ""
    return "-".join(map(_format, value)) if isinstance(value, list) else format_value(value)


Count: TypeAlias = Callable[[Sequence[str]], int]
"""How many headings that a reader knows stand in a row."""

Line: TypeAlias = tuple[str, int]
"""A file, with the sheet in it, and the number of a row as a spreadsheet shows it."""

_TABLE_SUFFIXES = (".csv", ".tsv", ".json", ".html", ".htm", ".xlsx", ".xlsm", ".ods", ".xls")
_NAME = "name"
"""The heading that every reader knows."""
_MOST_TITLES = 20
"""How many lines are looked through for the headings."""


class Sheet(NamedTuple):
    """A table of a file, each row at its place."""

    place: str
    """The file, and the sheet in it, as messages name it."""
    rows: Rows
    headings: int
    """The row of the headings, from 0."""
    lines: Sequence[Line] = ()
    """Where each row stands, if they are of several sheets; 0 is the number of a made one."""


@dataclass
class Source:
    """A file of results, what its headings mean, and what was read of it."""

    path: Path
    """The file; with ``#Sheet!A3:H40`` behind it, a part of it; or a folder or a zip with one."""
    headings: Mapping[str, str] = field(default_factory=dict)
    """The reader's name of a column, by its heading in the file."""
    remembered: Mapping[str, str] = field(default_factory=dict)
    """The same from an earlier file, for headings that this one may have."""
    same: Mapping[str, str] = field(default_factory=dict)
    """The right name for one in the file, as a person has answered."""
    known_names: Collection[str] = ()
    """Names that are right though they are nearly others."""
    only: Mapping[str, str] = field(default_factory=dict)
    """The text that a row must have under a heading to be read, of a file with several leagues."""
    reading: Reading = field(default_factory=Reading)
    rows: Rows | None = None
    """The rows that a reader has made of a file that is no table, such as a PGN."""
    lines: Sequence[Line] = ()
    """Where these rows stand in the file."""
    password: str | None = field(default=None, repr=False)
    """That of a workbook that is encrypted."""

    @property
    def _place(self) -> SheetName:
        return parse_name(self.path)

    @cached_property
    def file(self) -> Path:
        """The file, without the part of it; in a folder or an archive the only one."""
        return find_file(self._place.file)

    @cached_property
    def data(self) -> bytes:
        """The bytes of the file."""
        return read_bytes(self.file, self.password)

    @property
    def start(self) -> bytes:
        """The first bytes, without a byte order mark and blanks."""
        return self.data[:512].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xfe\xff \t\r\n")

    @property
    def is_table(self) -> bool:
        """Whether the file holds tables, by the ending of its name or by its content."""
        return (
            self.rows is not None
            or self.file.suffix.lower() in _TABLE_SUFFIXES
            or workbook.is_workbook(self.data)
            or html_tables.is_html(self.start)
        )

    @property
    def has_sheets(self) -> bool:
        """Whether it is a workbook."""
        return self.rows is None and workbook.is_workbook(self.data)

    @property
    def _is_json(self) -> bool:
        suffix = self.file.suffix.lower()
        return suffix == ".json" or (suffix in ("", ".txt") and self.start.startswith((b"[", b"{")))

    @property
    def is_plain_text(self) -> bool:
        """Whether it is a text of lines: no workbook, page, or list of objects."""
        is_other = workbook.is_workbook(self.data) or html_tables.is_html(self.start)
        return self.rows is None and not (is_other or self._is_json)

    @cached_property
    def text(self) -> str:
        """The text of a file that is one."""
        return text.decoded(self.data, self.file.name)[0]

    def with_rows(self, rows: Rows, others: Iterable[tuple[int, str]] = ()) -> Source:
        """The same source with rows that were made of its text; ``others`` are lines left out."""
        for number, line in others:
            self.reading.leave_out(number, line, "it holds no result")
        made = copy(self)
        made.rows = rows
        return made

    def note_rows(self, rows: int) -> None:
        """Say how many results were read of a file that is no table."""
        if self.headings:
            raise InputError(
                f"{self.file.name}: this is no table with headings, so --map does not apply; leave "
                "it out."
            )
        self.reading.file, self.reading.rows = self.file.name, rows

    def has_headings(self, columns: Columns) -> bool:
        """Whether a text has two of a reader's headings in one of its first lines, or is a list."""
        count = partial(_count, names=names_of(columns))
        try:
            rows, _ = text.read(self.data, self.file.name, count)
        except InputError:
            return False
        return find_headings(rows, count)[0] >= 2 or is_one_column(rows)

    def find_sheet(self, names: Mapping[str, str]) -> Sheet:
        """The table with the most headings that a reader knows; the others are named.

        ``names`` are the fields by their normalized headings.
        """
        count = partial(_count, names=names)
        name, place = self.file.name, self._place.place
        if self.data.startswith(b"%PDF"):
            raise InputError(f"{name}: this is a PDF; save the results as CSV or .xlsx.")
        tables = self._read_tables(count, place)
        for title, rows in tables.items():
            if is_one_column(rows) and not find_headings(rows, count)[0]:
                tables[title] = [[_NAME], *rows]
                self.reading.notes.append("no line has headings, so each of them is a name")
        if not tables:
            raise InputError(f"{name}: there is no table in it; save the results as CSV.")
        found = {sheet: find_headings(rows, count) for sheet, rows in tables.items()}
        is_data = {sheet: self._is_json or sheet.startswith("data ") for sheet in tables}
        widths = {
            sheet: len(rows[0] if rows else ()) * self._is_json for sheet, rows in tables.items()
        }
        best = max(found, key=lambda sheet: (found[sheet][0], widths[sheet]))
        places = {sheet: f"{name}, sheet {sheet}" if self.has_sheets else name for sheet in tables}
        rounds = find_rounds(tables, {sheet: row for sheet, (_, row) in found.items()}, best)
        read = set(rounds.values()) or {best}
        inner = tuple(f"{sheet} " for sheet in read if is_data[sheet]) or ("\0",)
        others = [
            sheet
            for sheet, of in tables.items()
            if sheet not in read and any(map(any, of)) and not sheet.startswith((*inner, "data "))
        ]
        if others:
            shown = ", ".join(sorted(read, key=[*tables].index)[:9])
            self.reading.notes.append(
                f"only {shown} {'are' if len(read) > 1 else 'is'} read, not "
                f"{', '.join(others)}; another one is named as {name}#{others[0]}"
            )
        self.reading.file = name if rounds else places[best]
        if rounds:
            sheets = [
                (title, Sheet(places[sheet], tables[sheet], found[sheet][1]))
                for title, sheet in rounds.items()
            ]
            self.reading.notes.append(
                f"{len(rounds)} tables are read, a round each: {', '.join(list(rounds)[:3])}"
                f"{' …' if len(rounds) > 3 else ''}"
            )
            return self._with_marks(stack(name, sheets))
        return self._with_marks(Sheet(places[best], tables[best], found[best][1], self.lines))

    def _with_marks(self, sheet: Sheet) -> Sheet:
        """The sheet, once the marks are noted that tell cells of a column apart.

        A class that all of its cells have, or every second one, is only its look.
        """
        lines = [line for _, line in sheet.lines] or range(1, len(sheet.rows) + 1)
        below = list(zip(lines, sheet.rows))[sheet.headings + 1 :]
        for at, heading in enumerate(next(iter(sheet.rows[sheet.headings :]), [])):
            cells = [(line, row[at]) for line, row in below if any(row[at : at + 1])]
            found: dict[str, list[Mark]] = {}
            for line, cell in cells:
                for name, marked in html_tables.marks_of(cell).items():
                    found.setdefault(name, []).append(Mark(name, heading.strip(), line, marked))
            all_rows = [line for line, _ in cells]
            looks = [all_rows, *([all_rows[::2], all_rows[1::2]] if len(cells) > 5 else [])]
            for name, marks in found.items():
                if name in html_tables.NO_LOOKS or [mark.row for mark in marks] not in looks:
                    self.reading.marks += marks
        return sheet

    def _read_tables(self, count: Count, place: str | None) -> dict[str, Rows]:
        """The tables of the file by their names; only the one that is wanted, if any."""
        if self.rows is not None:
            return {self.file.name: self.rows}
        if workbook.is_workbook(self.data):
            return workbook.read_sheets(self.data, self.file, place)
        if html_tables.is_html(self.start):
            tables = html_tables.read(self.text) | read_scripts(self.text)
        elif self._is_json:
            tables = read_json(self.text, self.file.name)
        else:
            rows, encoding = text.read(self.data, self.file.name, count)
            tables = {self.file.name: rows}
            if encoding:
                self.reading.notes.append(f"it is no UTF-8, and is read as {encoding}")
        if place is None:
            return tables
        sheet, area = workbook.find_sheet(self.file, list(tables), place)
        rows = tables[sheet]
        return {sheet: cut(rows, area, self.file.name) if area else rows}


Given: TypeAlias = "Path | str | Source"
"""What a reader takes."""


def source_of(given: Given) -> Source:
    """The source that a reader is given, or that of a path."""
    return given if isinstance(given, Source) else Source(Path(given))


def find_rounds(
    tables: Mapping[str, Rows], headings: Mapping[str, int], best: str
) -> dict[str, str]:
    """The tables with the headings of the best one that are a round each, in order, by titles.

    The title is the name of a sheet, or a line above the headings; none if there is only one.

    >>> tables = {"Round 2": [["Home", "Away"]], "Round 1": [["Home", "Away"]], "Teams": [["A"]]}
    >>> find_rounds(tables, dict.fromkeys(tables, 0), "Round 1")
    {'Round 1': 'Round 1', 'Round 2': 'Round 2'}
    """
    wanted = list(map(normalize_heading, tables[best][headings[best]]))
    found: dict[int, tuple[str, str]] = {}
    for sheet, rows in tables.items():
        at = headings[sheet]
        if at < len(rows) and list(map(normalize_heading, rows[at])) == wanted:
            titles = [sheet, *(" ".join(filter(None, row)) for row in rows[:at])]
            title = next((text for text in titles if round_in(text)), "")
            if title:
                found.setdefault(round_in(title), (title, sheet))
    return {title: sheet for _, (title, sheet) in sorted(found.items())} if len(found) > 1 else {}


def stack(name: str, sheets: Sequence[tuple[str, Sheet]]) -> Sheet:
    """One table of several with the same headings, each below a line with its title."""
    rows = [sheets[0][1].rows[sheets[0][1].headings]]
    lines: list[Line] = [(name, 1)]
    for title, sheet in sheets:
        rows += [[title], *sheet.rows[sheet.headings + 1 :]]
        lines += [
            (name, 0),
            *((sheet.place, at) for at in range(sheet.headings + 2, len(sheet.rows) + 1)),
        ]
    return Sheet(name, rows, 0, lines)


def is_one_column(rows: Rows) -> bool:
    """Whether each row is a word or more, and nothing that is counted: a list of names.

    >>> is_one_column([["Ann"], ["Bob"]]), is_one_column([["1-0"], ["Bob"]])
    (True, False)
    """
    filled = [[cell for cell in row if cell.strip()] for row in rows]
    cells = [row[0] for row in filled if row]
    one_each = len(cells) > 1 and all(len(row) < 2 for row in filled)
    return one_each and all(not any(map(str.isdecimal, cell)) for cell in cells)


def _count(row: Sequence[str], names: Mapping[str, str]) -> int:
    """How many fields the headings of a row name; numbers alone are no headings."""
    known = {normalize_heading(cell) for cell in row} & names.keys()
    fields = {names[heading] for heading in known}
    return len(fields) if any(not heading.isdecimal() for heading in known) else 0


def find_headings(rows: Sequence[Sequence[str]], count: Count) -> tuple[int, int]:
    """How many known headings the best of the first rows has, and which row it is.

    >>> known = {"Name", "Points"}
    >>> find_headings([["Cup"], [], ["Name", "Points"]], lambda row: len(known & {*row}))
    (2, 2)
    """
    filled = [at for at, row in enumerate(rows) if any(map(str.strip, row))][:_MOST_TITLES]
    counts = {at: count(rows[at]) for at in filled}
    if not counts:
        return 0, 0
    best = max(counts, key=lambda at: counts[at])
    return (counts[best], best) if counts[best] else (0, filled[0])
