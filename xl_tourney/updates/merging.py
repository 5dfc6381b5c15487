"""Newer results merged into the rows of a workbook in use.

A row of the newer results belongs to the row with the same identifying inputs: a player's name, the
two players and the event of a match, the pairs of a board.  An example: the workbook has the match
Ann - Bob with 2 games, the newer results have it with 3; the row is found by the two names, and its
number of games changes.  An input that the newer results leave blank stays as it was typed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from ..events.adapters.results import normalize
from ..events.cells import Row
from ..grammar.references import CellAddress
from ..readers.tables.names import NameQuestion, may_be_same
from ..templates.parts.table import Table

RowKey = tuple[str, ...]
_WHEN = ("round", "event")
"""The columns that say when a match is: one that is to be played may be put off."""
_ROW_NUMBER = re.compile(r"\s*(\d+)")


@dataclass(frozen=True)
class TableRows:
    """A table that is typed into, with its rows in the workbook and in the newer results."""

    table: Table
    rows: Sequence[Row]
    new_table: Table
    new_rows: Sequence[Row]

    @property
    def inputs(self) -> list[str]:
        """The columns that are typed into."""
        return [column.key for column in self.table.columns if column.is_input]

    @property
    def identifying(self) -> list[str]:
        """The columns that tell which row is meant."""
        return [column.key for column in self.table.columns if column.identifies]

    @property
    def title(self) -> str:
        """The name of its sheet."""
        return self.table.sheet.title

    def key(self, row: Row) -> RowKey:
        """The identifying inputs of a row; empty if nothing is typed there."""
        key = tuple(normalize(row.get(column)) for column in self.identifying)
        return key if any(key) else ()

    def result(self, row: Row) -> list[Any]:
        """What is typed into a row besides what identifies it."""
        others = (row.get(key) for key in self.inputs if key not in self.identifying)
        return [value for value in others if value not in (None, "")]

    def is_free(self, row: Row) -> bool:
        """Whether nothing is typed into a row."""
        return all(row.get(column) in (None, "") for column in self.inputs)


@dataclass(frozen=True)
class CellChange:
    """A cell that gets another value."""

    cell: CellAddress
    old: Any
    new: Any
    row: str
    """The identifying inputs of the row, for a person."""

    @property
    def replaces(self) -> bool:
        """Whether something was typed there."""
        return self.old not in (None, "")


@dataclass
class Merge:
    """The changes that newer results make to a workbook."""

    changes: list[CellChange] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    """The sheet and the name of each row that is new."""
    only_typed: list[tuple[str, str]] = field(default_factory=list)
    """The sheet and the name of each row that the newer results do not have; they stay."""
    needed: dict[str, int] = field(default_factory=dict)
    """The options that give too few rows or columns, with the number that is needed."""
    only_typed_results: list[tuple[str, str, str]] = field(default_factory=list)
    """The sheet, the name and the result of each row that has none in the newer results."""
    questions: list[NameQuestion] = field(default_factory=list)


def merge(tables: Sequence[TableRows], known_names: Collection[str] = ()) -> Merge:
    """Find each row of the newer results in the workbook, and what changes.

    ``known_names`` are new names that were confirmed.
    """
    found = Merge()
    places: dict[int, dict[int, int]] = {}
    by_blocks = sorted(tables, key=lambda rows: rows.table.block != rows.table.rows)
    for rows in sorted(by_blocks, key=lambda rows: not rows.identifying):
        if rows.identifying:
            places[id(rows)] = _place_rows(rows, tables, places, found)
            if len(rows.identifying) == 1:
                found.questions += _ask_for_names(rows, places[id(rows)], known_names)
        else:
            leader = next(
                other
                for other in tables
                if other.identifying and other.table.rows == rows.table.rows
            )
            places[id(rows)] = places[id(leader)]
        found.changes += _find_changes(rows, places[id(rows)])
        found.only_typed_results += _find_only_typed(rows, places[id(rows)])
    return found


def _place_rows(
    rows: TableRows,
    tables: Sequence[TableRows],
    places: Mapping[int, Mapping[int, int]],
    found: Merge,
) -> dict[int, int]:
    """The row of the workbook for each row of the newer results."""
    blocks, new_blocks = _block_keys(rows, tables, places)
    there: dict[tuple[str, RowKey], list[int]] = defaultdict(list)
    for at, row in enumerate(rows.rows):
        if key := rows.key(row):
            there[blocks[at // rows.table.block], key].append(at)
    placed: dict[int, int] = {}
    to_add: dict[str, list[int]] = defaultdict(list)
    is_list = len(rows.identifying) == 1
    moved = _find_moved(rows)
    first_of: dict[tuple[str, RowKey], int] = {}
    for new_at, row in enumerate(rows.new_rows):
        if not (key := rows.key(row)):
            continue
        block = new_blocks[new_at // rows.new_table.block]
        same = there[block, key]
        if is_list and (block, key) in first_of:
            continue  # a name that was given to another one
        first_of[block, key] = new_at
        if same:
            placed[new_at] = same.pop(0)
        elif new_at in moved:
            placed[new_at] = moved[new_at]
        else:
            to_add[block].append(new_at)
    if any(map(rows.key, rows.new_rows)):  # else it is a table that such results do not fill
        found.only_typed += [
            (rows.title, _describe_row(rows, rows.rows[at]))
            for left in there.values()
            for at in left
            if at not in moved.values()
        ]
    for block, new_rows in to_add.items():
        if block not in blocks:
            continue  # there is no room for it yet
        free = _free_rows(rows, blocks.index(block))
        if len(free) < len(new_rows):
            used = rows.table.block - len(free)
            option = rows.table.option
            found.needed[option] = max(found.needed.get(option, 0), used + len(new_rows))
        for new_at, at in zip(new_rows, free):
            placed[new_at] = at
            found.added.append((rows.title, _describe_row(rows, rows.new_rows[new_at])))
    return placed


def _block_keys(
    rows: TableRows, tables: Sequence[TableRows], places: Mapping[int, Mapping[int, int]]
) -> tuple[list[str], list[str]]:
    """A key for each block of a table, of the workbook and of the newer results."""
    count, new_count = (table.rows // table.block for table in (rows.table, rows.new_table))
    if count == new_count == 1:
        return [""], [""]
    if "group" in rows.rows[0]:
        return (
            [normalize(rows.rows[at * rows.table.block]["group"]) for at in range(count)],
            [
                normalize(rows.new_rows[at * rows.new_table.block]["group"])
                for at in range(new_count)
            ],
        )
    leader = next(
        other
        for other in tables
        if other.identifying and other.table.block == other.table.rows == count
    )
    block_of = places[id(leader)]
    return (
        [str(at) for at in range(count)],
        [str(block_of.get(at, "")) for at in range(new_count)],
    )


def _free_rows(rows: TableRows, block: int) -> list[int]:
    """The free rows of a block: those behind its last row first, then gaps."""
    size = rows.table.block
    numbers = range(block * size, (block + 1) * size)
    free = [at for at in numbers if rows.is_free(rows.rows[at])]
    last = max((at for at in numbers if not rows.is_free(rows.rows[at])), default=-1)
    return sorted(free, key=lambda at: (at < last, at))


def _find_changes(rows: TableRows, placed: Mapping[int, int]) -> Iterator[CellChange]:
    """The cells of the workbook that the newer results change."""
    columns = {column.key: column for column in rows.table.columns}
    for new_at, at in placed.items():
        old, new = rows.rows[at], rows.new_rows[new_at]
        for key in rows.inputs:
            value = new.get(key)
            if value in (None, ""):
                continue
            if columns[key].begins_with_row:
                value = _with_row_number(str(value), placed)
            if normalize(value) != normalize(old.get(key)):
                yield CellChange(old.cell(key), old.get(key), value, _describe_row(rows, new))


def _find_moved(rows: TableRows) -> dict[int, int]:
    """The row of the workbook for each match that was put off: to be played, and no other of both.

    An example: Reds - Blues of 1 May is to be played in the workbook, and not in the newer results,
    which have Reds - Blues of 8 May.
    """
    when = [key for key in rows.identifying if key in _WHEN]
    others = [key for key in rows.identifying if key not in _WHEN]
    if not when or len(others) < 2:
        return {}

    def by_pair(
        ours: Sequence[Row], theirs: Sequence[Row], to_play: bool
    ) -> dict[RowKey, list[int]]:
        known = Counter(map(rows.key, theirs))
        left: dict[RowKey, list[int]] = defaultdict(list)
        for at, row in enumerate(ours):
            key = rows.key(row)
            if not key or known[key] > 0:
                known[key] -= 1
            elif not (to_play and rows.result(row)):
                left[tuple(normalize(row.get(key)) for key in others)].append(at)
        return left

    old = by_pair(rows.rows, rows.new_rows, True)
    new = by_pair(rows.new_rows, rows.rows, False)
    return {
        new[pair][0]: places[0]
        for pair, places in old.items()
        if len(places) == 1 and len(new.get(pair, ())) == 1
    }


def _find_only_typed(rows: TableRows, placed: Mapping[int, int]) -> Iterator[tuple[str, str, str]]:
    """The matches that have a result in the workbook alone, though both have the match."""
    if len(rows.identifying) < 2:
        return
    for new_at, at in placed.items():
        result = rows.result(rows.rows[at])
        if result and not rows.result(rows.new_rows[new_at]):
            yield rows.title, _describe_row(rows, rows.rows[at]), ", ".join(map(str, result))


def _with_row_number(text: str, placed: Mapping[int, int]) -> str:
    """A result such as 14+ with the number that the opponent has in the workbook."""
    number = _ROW_NUMBER.match(text)
    if not number or int(number[1]) == 0:
        return text
    row = placed.get(int(number[1]) - 1)
    return text if row is None else f"{row + 1}{text[number.end() :]}"


def _ask_for_names(
    rows: TableRows, placed: Mapping[int, int], known_names: Collection[str]
) -> Iterator[NameQuestion]:
    """The new names that are similar to those of rows which the newer results do not have.

    One new name, where one is missing and others stay, is asked about whatever it is: its games
    would stand twice.
    """
    key = rows.identifying[0]
    taken = {at for at in placed.values() if rows.key(rows.rows[at])}
    left = {
        normalize(row[key]): str(row[key])
        for at, row in enumerate(rows.rows)
        if at not in taken and isinstance(row.get(key), str)
    }
    known = set(map(normalize, known_names))
    new = [
        name
        for new_at, row in enumerate(rows.new_rows)
        if isinstance(name := row.get(key), str)
        and (new_at not in placed or not rows.key(rows.rows[placed[new_at]]))
        and normalize(name) not in known
    ]
    for name in new:
        is_only = len(new) == len(left) == 1 < len(taken)
        alike = [normalize(other) for other in left.values() if is_only or may_be_same(name, other)]
        nearest = get_close_matches(normalize(name), alike, n=3, cutoff=0)
        if nearest:
            yield NameQuestion(name, [left[name] for name in nearest])


def _describe_row(rows: TableRows, row: Row) -> str:
    """The identifying inputs of a row, for a person."""
    return " – ".join(str(row[key]) for key in rows.identifying if row.get(key) not in (None, ""))
