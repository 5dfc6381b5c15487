"""A command is run: its workbook is opened, and what it writes is written."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

from ... import atomic
from ...calculation import as_shown
from ...ooxml.backups import Keeping
from ...ooxml.package import Limits, Package
from ...ooxml.saving import refuse_open_workbook, replace_workbook, work_on, write_over
from .books import WORKBOOK_SUFFIXES, open_package
from .declaration import Command, Outcome


def run(made: Command, arguments: Mapping[str, Any], limits: Limits | None = None) -> Outcome[Any]:
    """The outcome of a command, whose files are written.

    A workbook that is changed is read and replaced at one go: if somebody saves it meanwhile, the
    command is called again with what they saved.
    """
    others = dict(arguments)
    if any(one.kind is Limits for one in made.parameters):
        limits = others["limits"] = limits or others.get("limits")
    if not made.reads:
        outcome = made.call(**others)
        return write(outcome, outcome.package, made.name)
    book, *_ = made.parameters
    given = others.pop(book.name)
    if book.takes_path and isinstance(given, (str, os.PathLike)):
        path = Path(given)
        if path.suffix.lower() not in WORKBOOK_SUFFIXES or path.is_dir():
            return write(made.call(path, **others), act=made.name)
    if not made.changes(others):
        opened = open_package(given, limits, others.get("password"))
        return write(made.call(opened, **others), act=made.name)

    def work(package: Package) -> Outcome[Any]:
        if not others.get("dry_run"):
            refuse_open_workbook(Path(package.name))
        return write(made.call(package, **others), package, made.name)

    return work_on(Path(given), work, limits)


def run_on_open(made: Command, arguments: Mapping[str, Any], package: Package) -> Outcome[Any]:
    """The outcome of a command on a workbook that a spreadsheet program has open.

    The package has its values as they are shown. What is typed comes back as edits; only other
    files are written, and a workbook beside it where it would become another one.
    """
    given = {**arguments, made.parameters[0].name: package}
    with as_shown():
        outcome = made.call(**given)
    book = Path(package.name)
    files = dict(outcome.files)
    if outcome.edits is None and book in files:
        there = _beside(book)
        files = {there: made.call(**given).files[book]}  # with the values of its new rows
        outcome.notes = [
            *(note.replace(book.name, there.name) for note in outcome.notes),
            f"An open workbook gets no more rows, so {book.name} stays as it is: go on in "
            f"{there.name}, which opens.",
        ]
    outcome.files = {path: file for path, file in files.items() if path != book}
    return write(outcome)


def _beside(book: Path) -> Path:
    """A name that is free in the folder of a workbook: event (2).xlsx."""
    stem = re.sub(r" \(\d+\)$", "", book.stem)
    names = (book.with_name(f"{stem} ({number}).xlsx") for number in count(2))
    return next(path for path in names if path != book and not path.exists())


def subject_of(cell: str, text: str, book: Package) -> str:
    """What is asked about a cell that is selected: the player who stands there, or the cell."""
    is_name = any(map(str.isalpha, text)) and text in names_in(book)
    return text if is_name else cell


def names_in(book: Package) -> list[str]:
    """The players, pairs or teams of a workbook in the order of their names."""
    from ...events.event import Event

    with as_shown():
        return sorted((one.name for one in Event(book).entrants), key=str.casefold)


def write(outcome: Outcome[Any], package: Package | None = None, act: str = "") -> Outcome[Any]:
    """An outcome whose files are written: no link is followed, and nothing foreign is lost.

    Of a file that has no mark of ours a copy is kept, unless it is a workbook and nobody wants one.
    """
    keeping = None
    if outcome.backup and outcome.files:
        from ...publication.state import describe_saved  # others start without it

        keeping = Keeping(act, describe_saved)
    for path, mark in outcome.marks.items():
        atomic.refuse_foreign(path, mark)
    if outcome.folder:
        outcome.folder.mkdir(parents=True, exist_ok=True)
    for path, content in outcome.files.items():
        if content is None:
            path.unlink(missing_ok=True)
            continue
        if path in outcome.marks:
            atomic.write_bytes(path, content)
            continue
        if package and path == Path(package.name):
            saved = replace_workbook(package, content, keeping)
        else:
            saved = write_over(path, content, keeping, backup=outcome.backup, force=outcome.force)
        if outcome.on_write:
            outcome.on_write(saved)
        if saved.backup and outcome.notes and path.suffix.lower() in WORKBOOK_SUFFIXES:
            *notes, last = outcome.notes
            outcome.notes = [
                *notes,
                f"{last} The old workbook is {saved.backup}; undo brings it back.",
            ]
    return outcome
