"""The update of a workbook in use: newer results merged into it, more room where it is needed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from ..calculation.receipt import Receipt
from ..defined_names import AS_OF, TEMPLATE_PROPERTY
from ..errors import InputError, OptionError
from ..events.adapters.results import normalize
from ..events.cells import read_columns, read_rows
from ..events.event import Event
from ..generator.generate import complete
from ..grammar.references import CellAddress, parse_cell_reference
from ..messages import message
from ..ooxml.custom_properties import read_properties
from ..ooxml.package import Package
from ..ooxml.workbook import find_destinations
from ..readers.files import file_on_disk
from ..readers.tables.names import NameQuestion, UnclearNameError, name_key
from ..readers.tables.reading import Reading
from ..readers.tables.source import Source
from ..screen import on_one_screen
from ..templates.parts.registry import Usual
from ..templates.parts.table import TEXT_FORMAT, Table
from ..templates.parts.workbook import Layout, StandingsWorkbook
from .grown_workbook import grow
from .journal import waiting_changes
from .longer_charts import with_longer_charts
from .merging import CellChange, Merge, TableRows, merge
from .print_areas import filled_in
from .redrawn import redrawn

_SPARE = 4
"""When a table grows by itself, one free row is added for each four that are needed."""
_MOST_TRIES = 6


@dataclass(repr=False)
class Update:
    """The changes that an update made, or would make."""

    __repr__ = on_one_screen

    path: Path
    changes: list[CellChange] = field(default_factory=list)
    added: list[tuple[str, str]] = field(default_factory=list)
    only_typed: list[tuple[str, str]] = field(default_factory=list)
    only_typed_results: list[tuple[str, str, str]] = field(default_factory=list)
    kept_formulas: list[CellChange] = field(default_factory=list)
    """The changes that were left out, because a person typed a formula there."""
    grown: dict[str, tuple[int, int]] = field(default_factory=dict)
    """The room before and after, by option."""
    is_redrawn: bool = False
    """Whether its tables were drawn anew, because LibreOffice draws black boxes in them."""
    backup: Path | None = None
    reading: Reading = field(default_factory=Reading)
    """What was read of the file of results."""
    receipt: Receipt | None = None
    written: bool = False

    @property
    def replaced(self) -> int:
        """How many values that were typed are others now."""
        return sum(change.replaces for change in self.changes)

    @property
    def filled(self) -> int:
        """How many values came into blank cells; those of rows that are new are not counted."""
        return 0 if self.added else len(self.changes) - self.replaced

    def sum_up(self) -> str:
        """What was done, in numbers; empty where nothing was."""
        added, filled, replaced = len(self.added), self.filled, self.replaced
        counts = {
            message(f"{added} row{'s' * (added != 1)} added"): added,
            message(f"{filled} value{'s' * (filled != 1)} filled in"): filled,
            message(f"{replaced} value{'s' * (replaced != 1)} replaced"): replaced,
        }
        return ", ".join(said for said, count in counts.items() if count)


class Wanted(NamedTuple):
    """What a workbook in use is to become: the parameters of the command ``update`` by name.

    Without data there is more room alone.  Without anything, a workbook of an earlier version is
    drawn as one of today, and what waits at its desk comes in, as it does with anything.
    """

    data: Path | None = None
    headings: Mapping[str, str] = {}
    same: Mapping[str, str] = {}
    renamed: Mapping[str, str] = {}
    known_names: Collection[str] = ()
    as_of: str | None = None
    room: Mapping[str, int] = {}
    keep_typed: bool = False
    same_event: bool = False
    only: Mapping[str, str] = {}
    password: str | None = None

    @property
    def is_nothing(self) -> bool:
        """Whether only the looks can be asked for."""
        return self.data is None and not (self.renamed or self.room)


def merged(package: Package, wanted: Wanted) -> tuple[Update, bytes]:
    """What an update does to a workbook, and the workbook with it, calculated.

    Raises
    ------
    InputError
        The file cannot be read, or has a name that is nearly one in the workbook.
    WorkbookError
        The workbook is not one of ours, or something in it cannot be moved.
    OptionError
        There cannot be as much room, or there is nothing to do.
    """
    book = Path(package.name)
    done = Update(book)
    if (drawn := redrawn(package)) is not None:
        package, done.is_redrawn = Package(drawn, package.name), True
    done.changes = waiting_changes(Event(package))
    if wanted.is_nothing and not done.changes:
        if drawn is None:
            say = "say what there is: --data FILE, or more room as --rows 200."
            raise OptionError(f"{book}: {say}")
        if TEMPLATE_PROPERTY in read_properties(package):
            return done, drawn  # also of a version whose tables had other columns
    saved = Event.open(package).refuse_moved()
    if wanted.headings and (kept := {**saved.headings, **wanted.headings}) != saved.headings:
        saved = saved.with_headings(kept)
    first_layout = dict(saved.layout)
    saved = _with_room(saved, _wanted_room(saved, wanted.room))
    if wanted.data is not None:
        if not wanted.renamed and (typed_over := saved.typed_over()):
            raise InputError(typed_over)
        source = Source(
            wanted.data,
            wanted.headings,
            saved.headings,
            wanted.same,
            wanted.known_names,
            wanted.only,
            password=wanted.password,
        )
        done.reading = source.reading
        old_names = {new: old for old, new in wanted.renamed.items()}
        saved, found = _merge_file(
            saved, source, {**wanted.same, **old_names}, wanted.known_names, wanted.same_event
        )
        _take_changes(done, saved, found, wanted.keep_typed)
        _date_results(done, saved, source.file, wanted.as_of)
    done.changes += _renamings(saved, wanted.renamed)
    done.grown = {
        name: (int(first_layout[name]), size)
        for name, size in saved.layout.items()
        if isinstance(size, int) and size != first_layout[name]
    }
    content = filled_in(saved, {c.cell: c.new for c in done.changes})

    def with_charts(calculated: bytes) -> bytes:
        return with_longer_charts(Package(calculated, str(book)), saved.tables)

    carried = [with_charts] if done.added else []
    content, done.receipt = complete(content, str(book), saved.outline, carried)
    return done, content


def _wanted_room(saved: Event, room: Mapping[str, int]) -> Layout:
    """The layout with the room that is asked for; it never gets less."""
    layout = dict(saved.layout)
    for name, size in room.items():
        old = layout.get(name)
        if not isinstance(old, int):
            options = ", ".join(
                f"--{option}" for option, value in layout.items() if isinstance(value, int)
            )
            raise OptionError(
                f"{saved.package.name}: has no {name} that could be more; it has {options}."
            )
        if size < old:
            raise OptionError(
                f"{saved.package.name}: has room for {name} {old} already, and is not made "
                "smaller; ask for more."
            )
        layout[name] = size
    if "players" in room and "rows" in layout and "rows" not in room:
        players, most = room["players"], _maximum(saved, "rows")
        round_robin = min(players * (players - 1) // 2, most)
        layout["rows"] = max(int(layout["rows"]), round_robin)
    grows = room.keys() & {"players", "rows", "rounds"}
    if grows and layout.get("games") and "games" not in room:  # a row of the page for each game
        entrants = int(layout.get("players") or layout["rows"] or 0)
        games = min(entrants // 2 * int(layout["rounds"] or 0), _maximum(saved, "games"))
        layout["games"] = max(int(layout["games"] or 0), games)
    return layout


def _maximum(saved: Event, name: str) -> int:
    """How much an option of the template can be."""
    option = next(option for option in saved.template.options if option.name == name)
    return int(option.maximum or 0)


def _with_room(saved: Event, layout: Layout) -> Event:
    return saved if layout == saved.layout else Event.open(grow(saved, layout))


def _merge_file(
    saved: Event,
    source: Source,
    same: Mapping[str, str],
    known_names: Collection[str],
    same_event: bool,
) -> tuple[Event, Merge]:
    """The workbook with enough room for the results of a file, and what they do to it."""
    results = saved.template.read(source)
    kinds = {name: value for name, value in saved.layout.items() if isinstance(value, str)}
    newer = saved.template.build(results, functions=saved.functions, is_outline=True, **kinds)
    _rename(newer, same)
    names, new_names = _listed_names(saved.tables, saved.values), _listed_names(newer.tables, newer)
    found = _other_spellings(names, new_names)
    _rename(newer, found)
    source.reading.notes += [
        f"“{new}” is taken for {old} in the workbook" for new, old in found.items()
    ]
    if not same_event:
        _refuse_other_event(source.file, names, new_names - found.keys() | set(found.values()))
    options = {table.option for table in saved.tables}
    needed = {
        name: size
        for name, size in newer.layout.items()
        if results and name not in options and not isinstance(size, (Usual, str))
    }
    layout = {
        name: size if isinstance(size, str) else max(size, needed.get(name, 0))
        for name, size in saved.layout.items()
    }
    saved = _with_room(saved, layout)
    for _ in range(_MOST_TRIES):
        merged = merge(_pair_rows(saved, newer), known_names)
        if merged.questions:
            raise _unclear_names(source.file, merged.questions)
        if not merged.needed:
            return saved, merged
        saved = _with_more_room(saved, merged.needed)
    raise OptionError(
        f"{saved.package.name}: there is no room for the results of {source.file.name}; "
        "make a larger workbook of them with xl-tourney new."
    )


def _with_more_room(saved: Event, needed: Mapping[str, int]) -> Event:
    """The workbook with the room that is needed, and some more where there can be more."""
    more = {name: size + size // _SPARE for name, size in needed.items()}
    try:
        return _with_room(saved, {**saved.layout, **more})
    except OptionError:
        return _with_room(saved, {**saved.layout, **needed})


def _pair_rows(saved: Event, newer: StandingsWorkbook) -> list[TableRows]:
    """The tables that are typed into, each with its rows in both workbooks."""
    new = {table.name: table for table in newer.tables}  # options decide which of them there are
    return [
        TableRows(old, read_rows(old, saved.values), new[old.name], read_rows(new[old.name], newer))
        for old in saved.tables
        if old.name in new and (old.option or _follows(old, saved))
    ]


def _follows(table: Any, saved: Event) -> bool:
    """Whether the rows of a table belong to those of another table, row by row."""
    return any(column.is_input for column in table.columns) and any(
        other.option and other.rows == table.rows for other in saved.tables
    )


def _listed_names(tables: Sequence[Table], values: Any) -> set[str]:
    """The names in the lists of a workbook of players, teams or pairs."""
    return {
        " ".join(str(row[column.key]).split())
        for table in tables
        if len(keys := [column for column in table.columns if column.identifies]) == 1
        for column in keys
        if column.number_format == TEXT_FORMAT
        for row in read_rows(table, values)
        if row.get(column.key) not in (None, "")
    }


def _other_spellings(names: Collection[str], new_names: Collection[str]) -> dict[str, str]:
    """The name in the workbook for each new one that is the same but for accents or order."""
    lost, added = _by_key(names, new_names), _by_key(new_names, names)
    return {
        new[0]: lost[key][0]
        for key, new in added.items()
        if len(new) == 1 and len(lost.get(key, ())) == 1
    }


def _by_key(names: Collection[str], others: Collection[str]) -> dict[str, list[str]]:
    """The names that are not among some others, by what their spellings have in common."""
    there = set(map(normalize, others))
    found: dict[str, list[str]] = {}
    for name in names:
        if normalize(name) not in there:
            found.setdefault(name_key(name), []).append(name)
    return found


def _refuse_other_event(file: Path, names: Collection[str], new_names: Collection[str]) -> None:
    """Ask whether a file belongs here when less than half of the names are the same."""
    shared = set(map(normalize, names)) & set(map(normalize, new_names))
    if len(names) > 1 and 2 * len(shared) < min(len(names), len(new_names)):
        raise InputError(
            f"{file.name}: of its {len(new_names)} names {len(shared) or 'none'} "
            f"{'is' if len(shared) < 2 else 'are'} in the workbook, which has {len(names)}: is it "
            "of another event? Say --same-event if it is not."
        )


def _rename(newer: StandingsWorkbook, same: Mapping[str, str]) -> None:
    """Give the names of the newer results as the workbook has them."""
    names = {normalize(name): known for name, known in same.items()}
    for cell, value in _identifying(newer.tables, newer):
        if isinstance(value, str) and normalize(value) in names:
            newer[cell.sheet].cell(cell.row, cell.column).value = names[normalize(value)]


def _identifying(tables: Sequence[Table], values: Any) -> Iterator[tuple[CellAddress, Any]]:
    """The cells that tell rows apart, with their values."""
    for table in tables:
        keys = [column.key for column in table.columns if column.identifies]
        for row in read_columns(table, keys, values) if keys else ():
            yield from ((row.cell(key), row[key]) for key in keys)


def _renamings(saved: Event, renamed: Mapping[str, str]) -> Iterator[CellChange]:
    """The cells that hold a name which is corrected: those that identify rows, and named ones."""
    names = {normalize(old): new for old, new in renamed.items()}
    found: set[str] = set()
    for cell, value in _named_entries(saved) if names else ():
        if isinstance(value, str) and (key := normalize(value)) in names:
            found.add(key)
            yield CellChange(cell, value, names[key], value)
    missing = [old for old in renamed if normalize(old) not in found]
    if missing:
        raise InputError(f"{saved.package.name}: has no “{missing[0]}” that could be renamed.")


def _named_entries(saved: Event) -> Iterator[tuple[CellAddress, Any]]:
    """The cells in which somebody may be named, with their values."""
    yield from _identifying(saved.tables, saved.values)
    for name in saved.values.defined_names.values():
        for sheet, reference in find_destinations(saved.values, name):
            if ":" not in reference:
                cell = CellAddress(sheet, *parse_cell_reference(reference.replace("$", "")))
                is_typed = not saved.outline[sheet].cell(cell.row, cell.column).protection.locked
                yield cell, saved.value(cell) if is_typed else None


def _unclear_names(file: Path, questions: Collection[NameQuestion]) -> InputError:
    question = next(iter(questions))
    nearest = " or ".join(f"“{name}”" for name in question.nearest)
    return UnclearNameError(
        f"{file.name}: “{question.name}” is not in the workbook, but {nearest} is; say --same "
        f'"{question.name}={question.nearest[0]}" if they are one, --renamed '
        f'"{question.nearest[0]}={question.name}" if the workbook is wrong, else --new-name '
        f'"{question.name}".',
        question,
    )


def _take_changes(done: Update, saved: Event, merged: Merge, keep_typed: bool) -> None:
    """The changes that are made; a formula that a person typed stays."""
    done.added, done.only_typed = merged.added, merged.only_typed
    done.only_typed_results = merged.only_typed_results
    for change in merged.changes:
        if not (keep_typed and change.replaces):
            can_change = saved.can_change(change.cell)
            (done.changes if can_change else done.kept_formulas).append(change)


def _date_results(done: Update, saved: Event, data: Path, as_of: str | None) -> None:
    """Write the date of the results, unless a person has typed a text in its place."""
    cell = saved.cell(AS_OF)
    if cell is None or not (done.changes or as_of):
        return
    old = saved.value(cell)
    new = as_of or date.fromtimestamp(file_on_disk(data).stat().st_mtime).isoformat()
    is_date = old is None or re.fullmatch(r"\d{4}-\d\d-\d\d", str(old))
    if new != old and (as_of or (is_date and new > str(old or ""))):
        done.changes.append(CellChange(cell, old, new, AS_OF))
