"""The act of giving the results to another program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import WriteError
from ..exports.formats import SUFFIXES
from ..ooxml.package import Package
from .parts.declaration import BOOK, About, Outcome, check_suffix, command
from .standings import SAFE_CSV

if TYPE_CHECKING:
    from ..readers.files import Document


@command("An event", "Write the results for other programs")
def export(
    book: Annotated[Package, BOOK],
    *,
    to: Annotated[
        str,
        About(
            "h9 and opengotha for go, usebio for bridge, trf for chess, csv for all games.",
            choices=tuple(SUFFIXES),
        ),
    ],
    output: Annotated[
        Path | None,
        About(
            "The file to write; the workbook's name with the usual ending without.",
            option="-o/--output",
        ),
    ] = None,
    force: Annotated[bool, About("Write over a file that is there.")] = False,
    head: Annotated[
        Mapping[str, str] | None,
        About(
            'What an h9 file says of the event, such as "PC=NL, Leiden" or '
            "DT=2026-05-01,2026-05-03.",
            metavar='"CODE=TEXT"',
        ),
    ] = None,
    anyway: Annotated[
        bool, About("Write it although a check fails, or a cell is an error.")
    ] = False,
    safe_csv: Annotated[bool, About(SAFE_CSV)] = False,
) -> Outcome[Document]:
    """Write the results of a workbook as a rating office or another program takes them.

    A csv is one that xl-tourney new --data reads.

    Returns
    -------
    Document
        Its ``content`` is what was written, ``notes`` are sentences on what it lacks.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, or something in it is wrong.
    OptionError
        The template has no such format.
    InputError
        The format cannot hold what is in the workbook.
    WriteError
        There is a file already, or it cannot be written.
    """
    from ..exports.export import export as make_document
    from ..ooxml.saving import refuse_existing

    path = Path(book.name)
    target = output or path.with_suffix(SUFFIXES[to][0])
    check_suffix(target, SUFFIXES[to])
    refuse_existing(target, force)
    if book.version and target.exists() and target.samefile(path):
        raise WriteError(f"{target}: is the workbook itself; name another file.")
    document = make_document(book, to, head=head, anyway=anyway, safe_csv=safe_csv)
    size = f"{target}: {len(document.content):,} bytes written."
    return Outcome(document, notes=[*document.notes, size], files={target: document.content})
