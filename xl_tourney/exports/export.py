"""The results of a workbook in use as a file that other programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..errors import OptionError
from ..events.event import Event
from ..ooxml.package import Package
from ..publication.formats import make_csv_inert
from ..readers.files import Document
from . import bridge, chess, go, kdice, league, tantrix
from .filled_workbook import FilledWorkbook

FORMATS: Mapping[str, Mapping[str, Callable[[FilledWorkbook], Document]]] = {
    "tantrix": tantrix.FORMATS,
    "kdice": kdice.FORMATS,
    "bridge": bridge.FORMATS,
    "go": go.FORMATS,
    "chess": chess.FORMATS,
    "league": league.FORMATS,
}
"""The writers of each template, by format."""


def export(
    book: Package,
    format_name: str,
    *,
    head: Mapping[str, str] | None = None,
    anyway: bool = False,
    safe_csv: bool = False,
) -> Document:
    """The results of a workbook, calculated anew, as a file.

    Parameters
    ----------
    book
        The workbook; one that ``new`` made.
    format_name
        One of :data:`formats.SUFFIXES` that the template has.
    head
        What an h9 file says of the event, by its code.
    anyway
        Also although a check fails.
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
    """
    saved = Event.open(book)
    writers = _writers(saved, format_name)
    remedy = "mend it, or export it all the same with --anyway"
    filled = FilledWorkbook.calculate(saved, remedy, head=head or {}, anyway=anyway)
    document = writers[format_name](filled)
    if safe_csv and format_name == "csv":
        return document._replace(content=make_csv_inert(document.content.decode()).encode())
    return document


def _writers(saved: Event, format_name: str) -> Mapping[str, Callable[[FilledWorkbook], Document]]:
    """The formats of a workbook, which must have the one that is wanted."""
    writers = FORMATS[saved.template.name]
    if format_name not in writers:
        raise OptionError(
            f"{saved.package.name}: results of {saved.template.name} cannot be written as "
            f"{format_name}; choose {' or '.join(writers)}."
        )
    return writers
