"""What happened to a workbook: for a person to read, and for a program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

SCHEMA = 1
"""The version of a receipt's JSON form."""


class Note(NamedTuple):
    """Something about one cell."""

    cell: str
    """Sheet and cell, as a formula writes them."""
    message: str


@dataclass
class Receipt:
    """What a recalculation did."""

    path: str
    engine: str = ""
    formulas: int = 0
    """Formula cells in the workbook."""
    calculated: int = 0
    """Formula cells that the engine calculated; the others kept their values."""
    changed: int = 0
    """Cells whose cached value was stale."""
    kept: list[Note] = field(default_factory=list)
    errors: list[Note] = field(default_factory=list)
    """Formula cells that hold an error now."""
    seconds: float = 0.0
    written: str | None = None
    """The file that was written; None when nothing changed, or only a look was asked."""
    skipped: bool = False
    """Whether a record says that it was up to date already, so that it was not calculated."""
    volatile: bool = False
    """Whether its values depend on the clock or on chance."""
    content: str = ""
    """What the workbook's content is known by, if that was asked and it is up to date now."""
    failed: str | None = None
    """Why the workbook was left as it is."""

    @property
    def stale(self) -> bool:
        """Whether the workbook's values were not those of its formulas."""
        return self.changed > 0

    def to_json(self) -> Mapping[str, Any]:
        """The receipt for a program; ``schema`` says which form it has."""
        notes = {name: [note._asdict() for note in vars(self)[name]] for name in ("kept", "errors")}
        return {"schema": SCHEMA, **vars(self), **notes}


def content_hash(data: bytes) -> str:
    """What a workbook's content is known by."""
    import hashlib

    return hashlib.sha256(data).hexdigest()
