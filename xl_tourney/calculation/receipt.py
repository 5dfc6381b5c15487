"""The receipt of a recalculation: what it did to a workbook, for a person and for a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..record import NamedTuple, Value, new
from ..screen import on_one_screen

SCHEMA = 1
"""The version of a receipt's JSON form."""

_MESSAGE_LISTS = ("kept", "empty", "uncertain", "errors")
_MAX_REASONS = 3
_MAX_NOTES = 20
"""How many cells are listed of each kind."""
_MAX_NOTE = 200
"""The characters of the longest note of a report on a screen."""


class CellMessage(NamedTuple):
    """A message about one cell."""

    cell: str
    """Sheet and cell, as a formula writes them."""
    message: str


class Receipt(Value):
    """What a recalculation did; its fields are those of the JSON form."""

    path: str
    engine: str = ""
    formulas: int = 0
    """The number of formula cells in the workbook."""
    calculated: int = 0
    """The number of formula cells that the engine calculated; the others kept their values."""
    changed: int = 0
    """The number of cells whose cached value was stale."""
    charts: int = 0
    """The number of charts that did not show the values of their cells."""
    kept: list[CellMessage] = new(list)
    """The formula cells left as saved, and why."""
    empty: list[CellMessage] = new(list)
    """Those of them that have no value, and why: they stay empty."""
    uncertain: list[CellMessage] = new(list)
    """The cells with a new value that is not certain, and why."""
    states: Counter[str] = new(Counter)
    """How many formula cells are in each state; of these, some are named above."""
    errors: list[CellMessage] = new(list)
    """The formula cells that hold an error now."""
    seconds: float = 0.0
    written: str | None = None
    """The file that was written; None when nothing changed, or when it was only checked."""
    backup: str | None = None
    """The copy of another workbook that was there."""
    skipped: bool = False
    """Whether a record tells that it was up to date already, so that it was not calculated."""
    volatile: bool = False
    """Whether its values depend on the clock or on chance."""
    content: str = ""
    """The hash of the workbook's content, if it was requested and the workbook is up to date."""
    facts: Mapping[str, Any] = new(dict)
    """What the workbook says of itself: who saved it, its date system, decimal sign and others."""
    failed: str | None = None
    """Why the workbook was not written."""
    fails_again: bool = False
    """Whether that lies in the file, so that it fails again as long as the file is the same."""

    @property
    def stale(self) -> bool:
        """Whether a cached value differed from the calculated one, in a cell or in a chart."""
        return self.changed > 0 or self.charts > 0

    @property
    def ok(self) -> bool:
        """Whether every formula was calculated from certain values, and none gives an error."""
        return self.status == "success"

    @property
    def status(self) -> str:
        """In a word: failed, incomplete (cells are kept or uncertain), errors_found or success."""
        if self.failed:
            return "failed"
        if self.kept or self.uncertain:
            return "incomplete"
        return "errors_found" if self.errors else "success"

    @property
    def is_unidentified(self) -> bool:
        """Whether it is up to date, and could be recorded if its content were identified."""
        return not (self.content or self.skipped or self.volatile or self.failed)

    __repr__ = on_one_screen

    def __str__(self) -> str:
        """What the command prints, on one screen."""
        return "\n".join([self.sum_up(), *(note[:_MAX_NOTE] for note in self.notes(4))])

    def sum_up(self, check: bool = False) -> str:
        """What was done in numbers; only looked at with ``check``.

        >>> Receipt("book.xlsx", formulas=3, kept=[CellMessage("S!A1", "why")]).sum_up()
        'book.xlsx: 3 formulas, 0 changed, 1 kept, 0 errors, 0.00 s'
        """
        if self.failed:
            return self.failed
        if self.skipped:
            return f"{self.path}: up to date, as recorded"
        verb = "stale" if check else "changed"
        counts = [f"{self.formulas} formulas", f"{self.changed} {verb}"]
        if self.charts:
            counts.append(f"{self.charts} chart{'s' * (self.charts > 1)} {verb}")
        counts.append(f"{len(self.kept)} kept")
        if self.empty:
            counts.append(f"{len(self.empty)} of them empty")
        if self.uncertain:
            counts.append(f"{len(self.uncertain)} uncertain")
        counts += [f"{len(self.errors)} errors", f"{self.seconds:.2f} s"]
        return f"{self.path}: {', '.join(counts)}"

    def notes(self, most: int = _MAX_NOTES) -> Iterator[str]:
        """What is to be said besides, cell by cell, as far as it can be read."""
        if self.backup:
            yield f"  the workbook that was there is {self.backup} now"
        if len(self.kept) > 1:
            yield f"  {format_reasons(self.count_reasons())}"
        empty = {*self.empty}
        lists = {"kept": self.kept, "uncertain": self.uncertain, "error": self.errors}
        for kind, notes in lists.items():
            for note in notes[:most]:
                stays = "; it stays empty" if kind == "kept" and note in empty else ""
                yield f"  {kind} {note.cell}: {note.message}{stays}"
            if len(notes) > most:
                yield f"  and {len(notes) - most} more; --json lists them all"

    def count_reasons(self) -> Counter[str]:
        """How many cells keep their values for each reason, without the references in it.

        >>> kept = [CellMessage("A1", "it takes data from another workbook ([1]S!A1)")]
        >>> Receipt("book.xlsx", kept=kept).count_reasons()
        Counter({'it takes data from another workbook': 1})
        """
        return Counter(note.message.partition(" (")[0] for note in self.kept)

    def _cells_by_error(self) -> Mapping[str, Any]:
        """The cells of each error, in the form that scripts around LibreOffice print.

        >>> Receipt("book.xlsx", errors=[CellMessage("S!A1", "#N/A: no such name")]).to_json()[
        ...     "error_summary"
        ... ]
        {'#N/A': {'count': 1, 'locations': ['S!A1']}}
        """
        cells: dict[str, list[str]] = {}
        for cell, message in self.errors:
            cells.setdefault(message.partition(": ")[0], []).append(cell)
        return {
            error: {"count": len(locations), "locations": locations}
            for error, locations in cells.items()
        }

    def to_json(self) -> Mapping[str, Any]:
        """The receipt for a program; ``schema`` is the version of its form."""
        messages = {
            name: [message._asdict() for message in vars(self)[name]] for name in _MESSAGE_LISTS
        }
        receipt = {name: getattr(self, name) for name in Receipt.__annotations__}
        form = {"schema": SCHEMA, **receipt, **messages}
        form |= {"status": self.status, "total_errors": len(self.errors)}
        form["error_summary"] = self._cells_by_error()
        del form["fails_again"]  # the record of runs says so, not the receipt
        return form


def format_reasons(reasons: Counter[str]) -> str:
    """The most frequent reasons why cells keep their values.

    >>> format_reasons(Counter({"formualizer has no function RTD": 1200, "it is a data table": 3}))
    'kept because: formualizer has no function RTD (1,200), it is a data table (3)'
    """
    frequent = reasons.most_common(_MAX_REASONS)
    return "kept because: " + ", ".join(f"{reason} ({count:,})" for reason, count in frequent)


def content_hash(data: bytes) -> str:
    """The hash that identifies the content of a workbook."""
    import hashlib

    return hashlib.sha256(data).hexdigest()
