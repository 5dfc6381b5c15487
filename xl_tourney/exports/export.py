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
    """The results of a workbook, calculated anew, as a file: what the command ``export`` writes."""
    saved = Event.open(book)
    writers = FORMATS[saved.template.name]
    if format_name not in writers:
        raise OptionError(
            f"{book.name}: results of {saved.template.name} cannot be written as {format_name}; "
            f"choose {' or '.join(writers)}."
        )
    remedy = "mend it, or export it all the same with --anyway"
    filled = FilledWorkbook.calculate(saved, remedy, head=head or {}, anyway=anyway)
    document = writers[format_name](filled)
    if safe_csv and format_name == "csv":
        return document._replace(content=make_csv_inert(document.content.decode()).encode())
    return document
