"""The results of a workbook in use as a file that other programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from ..errors import OptionError
from ..events.event import Event
from ..events.report import make_report
from ..ooxml.package import Package
from ..publication.formats import make_csv_inert
from ..readers.files import Document

Writer = Callable[..., Document]
"""Writes an event; that of h9 also takes what the header of the file is to say about it."""


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
    report = make_report(saved)
    report.refuse_faults("mend it, or export it all the same with --anyway", anyway)
    said = {"head": head} if format_name == "h9" else {}
    document = writers[format_name](report.event, **said)
    if safe_csv and format_name == "csv":
        return document._replace(content=make_csv_inert(document.content.decode()).encode())
    return document


def formats_of(template: str) -> Mapping[str, Writer]:
    """The writers of a template, by format: its module here has them."""
    writers: Mapping[str, Writer] = import_module(f"{__package__}.{template}").FORMATS
    return writers


def _writers(saved: Event, format_name: str) -> Mapping[str, Writer]:
    """The formats of a workbook, which must have the one that is wanted."""
    writers = formats_of(saved.template.name)
    if format_name not in writers:
        raise OptionError(
            f"{saved.package.name}: results of {saved.template.name} cannot be written as "
            f"{format_name}; choose {' or '.join(writers)}."
        )
    return writers
