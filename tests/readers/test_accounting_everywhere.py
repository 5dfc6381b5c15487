"""The same property for each template and each form of a table: nothing is lost unnamed."""

from __future__ import annotations

import csv
import html
import io
import json
import zipfile
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from xl_tourney.events.cells import read_rows
from xl_tourney.readers import kdice, tantrix
from xl_tourney.readers.bridge import travellers_csv
from xl_tourney.readers.chess import wall_list_csv as chess
from xl_tourney.readers.go import wall_list_csv as go
from xl_tourney.readers.tables.headings import Columns, names_of
from xl_tourney.readers.tables.source import Source
from xl_tourney.readers.tables.teams import columns as columns_of_teams
from xl_tourney.templates import TEMPLATES

Rows = list[list[str]]
NAMES = [
    "Żuk Ola",
    "Reed Tom",
    "Ulm; Donau",
    "O’Hara Pat",
    "Ølsted Per",
    "Baker, Joan",
    "Fox",
    "Iñigo",
]
OTHERS = ["Referee", "Attendance", "TV", "Odds 1"]
"""Headings that no reader knows."""


class Game(NamedTuple):
    """What a template's tables hold, and where the workbook shows it."""

    columns: Columns
    fields: Sequence[str]
    rows: Callable[[Any, int], Rows]
    """So many random rows."""
    least: int = 2
    shown: Mapping[str, Sequence[str]] = {}
    """The columns of the workbook's tables in which the fields stand, in order."""


def _digits(draw: Any, most: int) -> str:
    return str(draw(st.integers(0, most)))


def _two(draw: Any) -> list[str]:
    return draw(st.permutations(NAMES))[:2]


def _league(draw: Any, count: int) -> Rows:
    pairs = [NAMES[:2], NAMES[2:4], *(_two(draw) for _ in range(count))]  # no team plays all games
    return [[f"{n}", *pair, _digits(draw, 9), _digits(draw, 9)] for n, pair in enumerate(pairs, 1)]


def _tantrix(draw: Any, count: int) -> Rows:
    return [
        [*_two(draw), "1", f"{(tps := int(_digits(draw, 20)))}", f"{20 - tps}", f"Cup {n}"]
        for n in range(count)
    ]


def _kdice(draw: Any, count: int) -> Rows:
    rows = []
    for name in NAMES[:count]:
        finishes = [1 + int(_digits(draw, 8)) for _ in range(7)]
        rows.append([name, f"{sum(finishes)}", _digits(draw, 900), *map(str, finishes)])
    return rows


def _bridge(draw: Any, count: int) -> Rows:
    return [
        [f"{n // 2 + 1}", f"{n % 2 + 1}", f"{n % 2 + 11}", str(10 * int(_digits(draw, 60)))]
        for n in range(count)
    ]


def _wall_list(draw: Any, count: int, won: str, lost: str, facts: Sequence[str]) -> Rows:
    return [
        [name, draw(st.sampled_from(facts)), f"{n + 1}{won}" if n % 2 else f"{n - 1}{lost}"]
        for n, name in enumerate(NAMES[: count + count % 2], 1)
    ]


GAMES = {
    "league": Game(
        columns_of_teams.COLUMNS,
        ("round", "home", "away", "home_score", "away_score"),
        _league,
        shown={"Results": ("round", "home", "away", "home_score", "away_score")},
    ),
    "tantrix": Game(
        tantrix.COLUMNS,
        ("player_a", "player_b", "games", "tps_a", "tps_b", "event"),
        _tantrix,
        shown={"Results": ("player_a", "player_b", "games", "tps_a", "tps_b", "event")},
    ),
    "kdice": Game(
        kdice.COLUMNS,
        ("player", "games", "points", *kdice.FINISHES),
        _kdice,
        shown={"Players": ("name", "games", "points", *kdice.FINISHES)},
    ),
    "bridge": Game(
        travellers_csv.COLUMNS,
        ("board", "ns", "ew", "score"),
        _bridge,
        shown={"Travellers": ("ns", "ew", "score")},
    ),
    "go": Game(
        go.COLUMNS,
        ("name", "rank", "r1"),
        lambda draw, count: _wall_list(draw, count, "+", "-", ("5k", "1d", "3d")),
        shown={"Wall list": ("name", "rank", "r_1")},
    ),
    "chess": Game(
        chess.COLUMNS,
        ("name", "rating", "r1"),
        lambda draw, count: _wall_list(draw, count, "w1", "b0", ("1900", "1500", "2400")),
        shown={"Players": ("name", "rating"), "Wall list": ("r_1",)},
    ),
}


def _as_csv(rows: Rows) -> bytes:
    file = io.StringIO()
    csv.writer(file, delimiter=";", quoting=csv.QUOTE_ALL).writerows(rows)
    return file.getvalue().encode("utf-8-sig")


def _as_xlsx(rows: Rows) -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append([int(cell) if cell.isdecimal() else cell or None for cell in row])
    book.save(file)
    return file.getvalue()


def _as_ods(rows: Rows) -> bytes:
    spaces = "urn:oasis:names:tc:opendocument:xmlns:"
    cells = (
        "".join(f"<t:table-cell><x:p>{html.escape(c)}</x:p></t:table-cell>" for c in row)
        for row in rows
    )
    lines = "".join(f"<t:table-row>{line}</t:table-row>" for line in cells)
    text = (
        f'<o:document-content xmlns:o="{spaces}office:1.0" xmlns:t="{spaces}table:1.0" '
        f'xmlns:x="{spaces}text:1.0"><t:table t:name="Sheet1">{lines}</t:table>'
        "</o:document-content>"
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", text)
    return file.getvalue()


def _as_html(rows: Rows) -> bytes:
    cells = ("".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows)
    lines = "".join(f"<tr>{line}</tr>" for line in cells)
    return f"<!DOCTYPE html><html><body><table>{lines}</table></body></html>".encode()


FORMS: Mapping[str, Callable[[Rows], bytes]] = {
    "csv": _as_csv,
    "xlsx": _as_xlsx,
    "ods": _as_ods,
    "html": _as_html,
    "json": lambda rows: json.dumps(rows).encode(),
}


class Written(NamedTuple):
    """A file, and what is in it."""

    source: Source
    rows: Rows
    others: int


def _headings(game: Game) -> dict[str, list[str]]:
    """All headings of each field, in all languages."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for heading, name in names_of(game.columns).items():
        found[name].append(heading)
    return found


@st.composite
def written(draw: Any, name: str) -> Written:
    """A file with random headings, order and other columns, and blank rows, in some form."""
    game, form = GAMES[name], draw(st.sampled_from(list(FORMS)))
    others = draw(st.lists(st.sampled_from(OTHERS), max_size=3, unique=True))
    order = draw(st.permutations([*game.fields, *others]))
    rows = game.rows(draw, draw(st.integers(game.least, len(NAMES))))
    headings = _headings(game)
    table = [
        [draw(st.sampled_from(headings[key])) if key in headings else key for key in order],
        *([dict(zip(game.fields, row)).get(key, "x") for key in order] for row in rows),
    ]
    if draw(st.booleans()):
        table.insert(draw(st.integers(1, len(table))), [""] * len(order))
    source = Source(Path(f"random.{form}"))
    source.data = FORMS[form](table)
    return Written(source, rows, len(others))


def _check(name: str, data: st.DataObject) -> Written:
    file = data.draw(written(name))
    found = TEMPLATES[name].read(file.source)
    reading = file.source.reading
    assert (reading.rows, reading.left_out) == (len(file.rows), [])
    assert len(reading.used) == len(GAMES[name].fields)
    assert len(reading.unused) == file.others
    said = " ".join(reading.sentences())
    assert all(column.heading in said for column in reading.columns)
    return file._replace(source=found)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.too_slow])
def test_all_rows_and_columns_are_used_or_named(name, data) -> None:
    _check(name, data)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@settings(deadline=None, max_examples=3, phases=[Phase.generate])
def test_a_workbook_shows_what_was_written(name, data) -> None:
    file = _check(name, data)
    book = TEMPLATES[name].build(file.source)
    wanted = [row[1:] for row in file.rows] if name == "bridge" else file.rows
    shown: Rows = [[] for _ in wanted]
    for sheet, keys in GAMES[name].shown.items():
        tables = (table for table in book.tables if table.sheet.title == sheet)
        table = next(t for t in tables if {*keys} <= {column.key for column in t.columns})
        filled = (row for row in read_rows(table, book) if row[keys[0]] is not None)
        for cells, row in zip(shown, filled, strict=True):
            cells += ["" if row[key] is None else f"{row[key]}".removesuffix(".0") for key in keys]
    assert shown == wanted
