"""The act of correcting a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...ooxml.package import Package
from ..parts.declaration import BACKUP, BOOK, DRY_RUN, About, Outcome, command
from ..update import changed

if TYPE_CHECKING:
    from ...updates.update import Update


@command(
    "An event",
    "Correct a name wherever it is typed",
    json="--json",
    menu="Rename…",
    asks=("old", "new"),
)
def rename(
    book: Annotated[Package, BOOK],
    old: Annotated[
        str,
        About("The name in the workbook that is wrong.", "Jon Smith", "Wrong name", names="name"),
    ],
    new: Annotated[str, About("The right one.", "John Smith", "Right name")],
    *,
    dry_run: Annotated[bool, DRY_RUN] = False,
    backup: Annotated[bool, BACKUP] = True,
) -> Outcome[Update]:
    """Correct a name in a workbook that is in use, in every cell in which it is typed.

    Each cell is listed. The old workbook is kept; undo brings it back.

    Raises
    ------
    InputError
        Nobody has that name.
    WorkbookError
        The workbook is not one of ours.
    WriteError
        It is open in a spreadsheet program, or cannot be written.
    """
    from ...updates.update import Wanted

    return changed(book, Wanted(renamed={old: new}), dry_run, backup)
