"""What a desk answers, and the pane of a spreadsheet program: questions and answers are JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from ..calculation import as_shown
from ..commands import find
from ..commands.parts.declaration import WRITE_OVER, Command, Edit, Outcome, Rows
from ..commands.parts.running import run, run_on_open, subject_of, write
from ..commands.parts.words import in_forms, read_arguments, takes_book
from ..errors import OptionError, TourneyError
from ..events.event import Event
from ..languages import ENGLISH, language_for, language_of, speaking
from ..ooxml.package import Package
from .event import enter_result, read_event, typed_result
from .forms import describe_commands

Json = dict[str, Any]


class Desk:
    """A folder with the workbook of an event, and what is made of it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        os.chdir(folder)  # so that sentences name files without their folders
        self.book, self._language = Path(), ENGLISH
        self._answers: Mapping[str, Callable[[Json], Json]] = {
            "commands": self._describe,
            "open": self._open,
            "event": self._event,
            "result": self._enter,
            "bye": self._enter,
            "run": self._run,
        }

    def answer(self, question: str) -> str:
        """The answer to a question, in its language; what cannot be done is a sentence."""
        asked = json.loads(question)
        self._language = language_for(str(asked.get("language", "")))
        try:
            found = self._answers[asked["ask"]](asked)
        except TourneyError as error:
            found = {"error": self._say(str(error), asked)}
        except OSError as error:
            name = Path(str(error.filename or self.book)).name[:60]
            found = {"error": f"{name}: {error.strerror or error}."}
        except Exception as error:
            found = {"error": f"Something went wrong in xl-tourney itself: {error!r}"}
        return json.dumps(found, ensure_ascii=False, default=str)

    def _describe(self, asked: Json) -> Json:
        """The commands in the language of the reader."""
        return {"commands": describe_commands(self._language)}

    def _say(self, sentence: str, asked: Json) -> str:
        """A sentence as one says it on a page."""
        said = self._language.receipts.translate(sentence)
        return in_forms(said, self._language, asked.get("command", ""))

    def _open(self, asked: Json) -> Json:
        """Take the workbook of this name, which is in the folder already."""
        self.book = Path(Path(asked["file"]).name)
        return {"file": self.book.name}

    def _event(self, asked: Json) -> Json:
        package = Package.from_path(self.book)
        with self._speaking(package):
            return read_event(package, asked.get("round"))

    def _speaking(self, package: Package) -> AbstractContextManager[None]:
        """Say what is in a workbook in the language of the reader."""
        event = Event.open(package)
        return speaking(language_of(self._language.code, event.template.name), event.language)

    def _enter(self, asked: Json) -> Json:
        package = Package.from_path(self.book)
        content, found = enter_result(package, asked)
        write(Outcome(None, files={self.book: content}), package, "the last result")
        return found

    def _run(self, asked: Json) -> Json:
        made = find(asked["command"])
        if made is None:
            raise OptionError(f"There is no command {asked['command']}.")
        arguments = read_arguments(made, asked["filled"])
        folder = Path(asked.get("folder", ""))
        for one in made.parameters:
            if one.about is WRITE_OVER:
                arguments[one.name] = True
            elif isinstance(given := arguments.get(one.name), Path):
                brought = folder / given.name
                arguments[one.name] = brought if brought.exists() else Path(given.name)
        if made.members:
            self.book = self._place(arguments["path"], arguments.get("title") or "")
            arguments["path"] = self.book
        elif takes_book(made):
            arguments[made.parameters[0].name] = self.book
        before = _saved()
        outcome = self._call(made, arguments)
        said = [one if isinstance(one, str) else one() for one in outcome.after]
        written = [name for name, when in _saved().items() if before.get(name) != when]
        return {
            "lines": [self._line(one, asked) for one in outcome.lines or [outcome.text] if one],
            "notes": [self._say(one, asked) for one in (*outcome.read, *outcome.notes, *said)],
            "problems": outcome.data.get("problems", []) if isinstance(outcome.data, dict) else [],
            "files": [name for name in written if name != self.book.name],
            "changed": self.book.name in written,
            "file": self.book.name,
            "edits": _typed(outcome.edits or ()),
        }

    def _call(self, made: Command, arguments: Json) -> Outcome[Any]:
        if made.writes or not takes_book(made):
            return run(made, arguments)
        with self._speaking(Package.from_path(self.book)):
            return run(made, arguments)

    def _place(self, path: Path, title: str) -> Path:
        """Where a new workbook goes."""
        del title
        return path

    def _line(self, line: str | Rows, asked: Json) -> str | Json:
        if isinstance(line, str):
            return self._say(line, asked)
        cell, text = self._language.receipts.cell, self._language.text
        rows = [[cell(one) if isinstance(one, str) else one for one in row] for row in line.rows]
        return {
            "headings": [text(cell(one)) for one in line.headings],
            "rows": rows,
            "numeric": line.numeric,
        }


class Pane(Desk):
    """The same for a workbook that a spreadsheet program has open; a copy comes with each question.

    What is typed comes back as edits: sheet, row, column and value.
    """

    def answer(self, question: str) -> str:
        """The answer to a question about the workbook whose copy lies in the folder."""
        self.book = Path(json.loads(question).get("file", ""))
        return super().answer(question)

    def _event(self, asked: Json) -> Json:
        with as_shown():
            return super()._event(asked)

    def _enter(self, asked: Json) -> Json:
        with as_shown():
            cells = typed_result(Event.open(Package.from_path(self.book)), asked)
        return {"edits": _typed(Edit(cell, value) for cell, value in cells.items())}

    def _run(self, asked: Json) -> Json:
        if selected := asked.get("selected"):
            asked["filled"]["subject"] = subject_of(**selected, book=Package.from_path(self.book))
        return super()._run(asked)

    def _call(self, made: Command, arguments: Json) -> Outcome[Any]:
        if not made.reads:
            with as_shown():  # a new workbook is calculated when it is opened
                return run(made, arguments)
        package = Package.from_path(self.book)
        with nullcontext() if made.writes else self._speaking(package):
            return run_on_open(made, arguments, package)


def _typed(edits: Iterable[Edit]) -> list[list[Any]]:
    return [[*edit.cell, edit.value] for edit in edits]


def _saved() -> dict[str, int]:
    """The files of the folder, but other workbooks' results, and when they were saved."""
    return {one.name: one.stat().st_mtime_ns for one in Path().iterdir() if one.is_file()}
