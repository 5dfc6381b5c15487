"""The receipt of a recalculation: what it did to a workbook, for a person and for a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

SCHEMA = 1
"""The version of a receipt's JSON form."""


_MESSAGE_LISTS = ("kept", "uncertain", "errors")


class CellMessage(NamedTuple):
    """A message about one cell."""

    cell: str
    """Sheet and cell, as a formula writes them."""
    message: str


@dataclass
class Receipt:
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
    kept: list[CellMessage] = field(default_factory=list)
    """The formula cells left as saved, and why."""
    uncertain: list[CellMessage] = field(default_factory=list)
    """The cells with a new value that is not certain, and why."""
    states: Counter[str] = field(default_factory=Counter)
    """How many formula cells are in each state; of these, some are named above."""
    errors: list[CellMessage] = field(default_factory=list)
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
        receipt = {one.name: getattr(self, one.name) for one in fields(Receipt)}
        form = {"schema": SCHEMA, **receipt, **messages}
        form |= {"status": self.status, "total_errors": len(self.errors)}
        form["error_summary"] = self._cells_by_error()
        del form["fails_again"]  # the record of runs says so, not the receipt
        return form


def content_hash(data: bytes) -> str:
    """The hash that identifies the content of a workbook."""
    import hashlib

    return hashlib.sha256(data).hexdigest()
