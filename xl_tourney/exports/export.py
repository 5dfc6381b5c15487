"""The results of a workbook in use as a file that other programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import OptionError, WriteError
from ..events.event import Event
from ..events.report import make_report
from ..ooxml.package import Limits
from ..ooxml.saving import write_over
from ..publication.formats import make_csv_inert
from ..readers.files import Document
from . import bridge, chess, go, kdice, league, tantrix

Writer = Callable[..., Document]
"""Writes an event; that of h9 also takes what the header of the file is to say about it."""

FORMATS: Mapping[str, Mapping[str, Writer]] = {
    "tantrix": tantrix.FORMATS,
    "kdice": kdice.FORMATS,
    "bridge": bridge.FORMATS,
    "go": go.FORMATS,
    "chess": chess.FORMATS,
    "league": league.FORMATS,
}
"""The writers of each template, by format."""


@dataclass(frozen=True)
class Export:
    """The file that was written."""

    size: int
    """How many bytes there are."""
    notes: list[str] = field(default_factory=list)
    """A sentence for each thing that the file cannot hold, or lacks."""


def export(
    book: Path,
    format_name: str,
    target: Path,
    *,
    head: Mapping[str, str] | None = None,
    anyway: bool = False,
    safe_csv: bool = False,
    limits: Limits | None = None,
) -> Export:
    """Write the results of a workbook, calculated anew, as a file.

    Parameters
    ----------
    book
        The workbook; one that ``new`` made.
    format_name
        One of :data:`formats.SUFFIXES` that the template has.
    target
        The file; of one that is there a copy is kept.
    head
        What an h9 file says of the event, by its code.
    anyway
        Write it although a check fails.
    safe_csv
        Let no text in a csv begin a formula, when a spreadsheet program opens it.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, or something in it is wrong.
    OptionError
        The template has no such format.
    InputError
        The format cannot hold what is in the workbook.
    WriteError
        The file cannot be written.
    """
    if target.exists() and target.samefile(book):
        raise WriteError(f"{target}: is the workbook itself; name another file.")
    saved = Event.open(book, limits)
    writers = _writers(saved, format_name)
    report = make_report(saved)
    report.refuse_faults("mend it, or export it all the same with --anyway", anyway)
    said = {"head": head} if format_name == "h9" else {}
    document = writers[format_name](report.event, **said)
    content = document.content
    if safe_csv and format_name == "csv":
        content = make_csv_inert(content.decode()).encode()
    write_over(target, content)
    return Export(len(content), document.notes)


def _writers(saved: Event, format_name: str) -> Mapping[str, Writer]:
    """The formats of a workbook, which must have the one that is wanted."""
    writers = FORMATS[saved.template.name]
    if format_name not in writers:
        raise OptionError(
            f"{saved.package.name}: results of {saved.template.name} cannot be written as "
            f"{format_name}; choose {' or '.join(writers)}."
        )
    return writers
