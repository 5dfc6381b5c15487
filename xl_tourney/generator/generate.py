"""From results to a workbook with its values in it: template, file, recalculation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..calculation import calculator
from ..calculation.receipt import Receipt
from ..calculation.stamp import stamped
from ..events.event import Event
from ..ooxml.package import Package
from ..ooxml.saving import write_over
from ..qualification.exact_figures import with_exact_figures
from ..readers.tables.source import Given, source_of
from ..resource_limits import paused_garbage_collection
from ..templates import Template
from ..templates.parts.output import package
from ..templates.parts.table.formulas import formulas_of
from ..templates.parts.workbook import Functions, StandingsWorkbook

Carried = Callable[[bytes], bytes]
"""A function that adds something to a finished workbook, such as its LAMBDA formulas."""


def make(template: Template, data: Given | None, path: Path, **options: Any) -> Receipt:
    """Write the workbook that :func:`made` gives; of one that is there a copy is kept.

    Nothing is written when the results cannot be read.
    """
    content, receipt = made(template, data, str(path), **options)
    write_over(path, content)
    return receipt


def made(
    template: Template,
    data: Given | None,
    name: str,
    functions: Functions = "native",
    carried: Sequence[Carried] = (),
    **options: Any,
) -> tuple[bytes, Receipt]:
    """A workbook of a template, from a file of results or empty, and calculated.

    What the headings of its results mean is kept in it.
    """
    source = source_of(data) if data else None
    results = template.read(source) if source else None
    with paused_garbage_collection():
        workbook = template.build(results, functions=functions, **options)
        if source:
            source.reading.notes.extend(workbook.assumed)
            if source.headings:
                workbook.keep_headings(source.headings)
        return complete(package(workbook), name, workbook, carried)


def complete(
    data: bytes, name: str, made: StandingsWorkbook, carried: Sequence[Carried] = ()
) -> tuple[bytes, Receipt]:
    """A workbook's file with the values of its formulas, and with the exact figures of its race.

    ``made`` is the workbook as its template makes it, or an outline of it: formulas that are the
    same are not doubted.  Where something changed, and every value is sure, the file says that it
    is calculated.
    """
    formulas, calculate = formulas_of(made), calculator().calculate
    content, receipt = calculate(Package(data, name), formulas)
    if with_figures := with_exact_figures(Event(Package(content, name), made)):
        content, receipt = calculate(Package(with_figures, name), formulas)
    for give in carried:
        content = give(content)
    is_sure = not (receipt.volatile or receipt.kept or receipt.uncertain)
    if content != data and is_sure:
        content = stamped(Package(content, name))
    return content, receipt
