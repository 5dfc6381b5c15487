"""A command is run: its workbook is opened, and what it writes is written."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...ooxml.package import Limits, Package
from ...ooxml.saving import refuse_open_workbook, replace_workbook, work_on, write_over
from .books import open_package
from .declaration import Command, Outcome


def run(made: Command, arguments: Mapping[str, Any], limits: Limits | None = None) -> Outcome[Any]:
    """The outcome of a command, whose files are written.

    A workbook that is changed is read and replaced at one go: if somebody saves it meanwhile, the
    command is called again with what they saved.
    """
    if not made.reads:
        return _written(made.call(**arguments))
    book, *_ = made.parameters
    others = {name: value for name, value in arguments.items() if name != book.name}
    given = arguments[book.name]
    if not made.writes:
        return _written(made.call(open_package(given, limits), **others))

    def work(package: Package) -> Outcome[Any]:
        if not others.get("dry_run"):
            refuse_open_workbook(Path(package.name))
        return _written(made.call(package, **others), package)

    return work_on(Path(given), work, limits)


def _written(outcome: Outcome[Any], package: Package | None = None) -> Outcome[Any]:
    for path, content in outcome.files.items():
        if package and path == Path(package.name):
            saved = replace_workbook(package, content, backup=outcome.backup)
        else:
            saved = write_over(path, content)
        if outcome.on_write:
            outcome.on_write(saved)
        if saved.backup and outcome.notes:
            *notes, last = outcome.notes
            outcome.notes = [*notes, f"{last} The old workbook is {saved.backup}."]
    return outcome
