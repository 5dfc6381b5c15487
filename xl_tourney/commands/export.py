"""The act of giving the results to another program."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import OptionError
from ..exports.formats import SUFFIXES
from ..messages import message
from ..ooxml.package import Package
from .parts.books import refuse_itself
from .parts.declaration import BOOK, WRITE_OVER, About, Outcome, check_suffix, command
from .standings import SAFE_CSV

if TYPE_CHECKING:
    from ..events.event import Event
    from ..readers.files import Document


def _formats(event: Event) -> list[str]:
    from ..exports.export import formats_of

    return [*formats_of(event.template.name)]


@command("An event", "Write the results for other programs")
def export(
    book: Annotated[Package, BOOK],
    *,
    to: Annotated[
        str,
        About(
            "h9 and opengotha for go, usebio for bridge, trf for chess, csv for all games.",
            label="Format",
            choices=tuple(SUFFIXES),
            fitting=_formats,
        ),
    ],
    output: Annotated[
        Path | None,
        About(
            "The file to write; the workbook's name with the usual ending without.",
            option="-o/--output",
        ),
    ] = None,
    force: Annotated[bool, WRITE_OVER] = False,
    head: Annotated[
        Mapping[str, str] | None,
        About(
            'What an h9 file says of the event, such as "PC=NL, Leiden" or '
            "DT=2026-05-01,2026-05-03.",
            label="Head of the file",
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
    from ..events.event import Event
    from ..events.report import make_report
    from ..exports.export import formats_of
    from ..ooxml.saving import refuse_existing
    from ..publication.formats import make_csv_inert

    path = Path(book.name)
    target = output or path.with_suffix(SUFFIXES[to][0])
    check_suffix(target, SUFFIXES[to])
    refuse_existing(target, force)
    refuse_itself(book, target)
    saved = Event.open(book)
    writers = formats_of(saved.template.name)
    if to not in writers:
        raise OptionError(
            f"{path}: results of {saved.template.name} cannot be written as {to}; choose "
            f"{' or '.join(writers)}."
        )
    report = make_report(saved.calculated.refuse_moved())
    report.refuse_faults("mend it, or export it all the same with --anyway", anyway)
    document = writers[to](report.event, **({"head": head or {}} if to == "h9" else {}))
    if safe_csv and to == "csv":
        document = document._replace(content=make_csv_inert(document.content.decode()).encode())
    size = message(f"{target}: {len(document.content):,} bytes written.")
    files = {target: document.content}
    return Outcome(document, notes=[*document.notes, size], files=files, force=force)
