"""Commands on workbooks that a spreadsheet program has open, whose menu asks in lines of JSON.

A copy of the workbook comes with the question, and maybe the cells that have other values by now;
what is to be typed comes with the answer::

    {"command": "pair", "arguments": {"absent": "Ben"}, "book": "/tmp/copy.xlsx",
     "changes": [["Games", 11, 5, "1-0"], …],
     "folder": "/home/ada", "name": "cup.ods", "language": "de"}
    {"title": "Nächste Runde", "said": "Round 4 …", "edits": [["Games", 12, 2, "Ada"], …],
     "files": []}

With ``"form": true`` the answer is what a dialog asks for.  The process stays, so that only the
first answer waits for what has to be imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import click

from ... import __version__
from ...commands import find
from ...commands.parts.books import WORKBOOK_SUFFIXES
from ...commands.parts.declaration import Command, Outcome, Parameter
from ...commands.parts.running import names_in, run, run_on_open, subject_of
from ...commands.parts.words import field_of, read_arguments, title_of
from ...errors import OptionError
from ...grammar.references import CellAddress, quote_sheet_name
from ...hosts.libreoffice.menu import BESIDE
from ...languages import MENU, Language, language_for
from ...ooxml.package import Package
from ...ooxml.sheet.typed_values import with_values
from ..main import sentence_of
from .declared import lines_of
from .inert import inert

_WIDTH = 100
"""The letters of a line of a table."""


def answer(question: Mapping[str, Any]) -> dict[str, Any]:
    """What a command says, and what it would type; of an error the sentence."""
    home = Path.cwd()
    found: dict[str, Any] = {"title": question["command"], "files": []}
    try:
        if question["command"] == "desk":
            return found | _desk(question)
        made = find(question["command"])
        if made is None:
            raise OptionError(f"There is no command {question['command']}.")
        found["title"] = title_of(made, language_for(question["language"])).rstrip("…")
        os.chdir(question["folder"])
        return found | (_form if question.get("form") else _outcome)(made, question)
    except click.ClickException as error:
        return {**found, "said": error.format_message()}
    except Exception as error:
        return {**found, "said": sentence_of(error)}
    finally:
        os.chdir(home)


def _outcome(made: Command, question: Mapping[str, Any]) -> dict[str, Any]:
    package = _package(question) if made.reads else None
    given = {**_selected(made, question, package), **question["arguments"]}
    arguments = read_arguments(made, {key: value for key, value in given.items() if value != ""})
    outcome = run_on_open(made, arguments, package) if package else run(made, arguments)
    files = [path for path, content in outcome.files.items() if content is not None]
    return {
        "said": "\n".join(_sentences(outcome)),
        "edits": [[*edit.cell, edit.value] for edit in outcome.edits or ()],
        "files": [str(Path(path).absolute()) for path in files or outcome.marks],
    }


def _desk(question: Mapping[str, Any]) -> dict[str, Any]:
    """Open the desk of the workbook as it was saved, which goes on when the program ends."""
    language = language_for(question["language"])
    title = language.text(BESIDE["desk"], MENU)
    if question.get("form"):
        return {"title": title, "fields": [], "again": False}
    book = Path(question["folder"], question["name"])
    if book.suffix.lower() not in WORKBOOK_SUFFIXES or not book.is_file():
        raise OptionError(f"{book.name}: save it as .xlsx first; the desk has what was saved.")
    process = subprocess.Popen(
        [sys.executable, "-m", "xl_tourney", "desk", str(book)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        creationflags=getattr(subprocess, "DETACHED_PROCESS", 0),
    )
    line = process.stdout.readline().strip() if process.stdout else ""
    if not line.startswith("http"):
        raise OptionError(inert(line) or f"{book.name}: the desk did not open.")
    said = f"The desk of {book.name} is open at {line}"
    return {"title": title, "said": said, "edits": [], "files": []}


def _selected(
    made: Command, question: Mapping[str, Any], package: Package | None
) -> dict[str, str]:
    """The cell that is selected, or the player who stands there, for who asks why."""
    selected = question["selected"]
    if not selected or not package or made.name != "explain":
        return {}
    cell = f"{quote_sheet_name(selected['sheet'])}!{selected['cell']}"
    return {"subject": subject_of(cell, selected["text"], package)}


def _package(question: Mapping[str, Any]) -> Package:
    """The workbook as it is now, under its name."""
    copy = Package.from_path(Path(question["book"]))
    changes = {CellAddress(*place): value for *place, value in question.get("changes", ())}
    found = Package(with_values(copy, changes), question["name"])
    found.version = copy.version and copy.version._replace(modified=time.time_ns())
    return found


def _form(made: Command, question: Mapping[str, Any]) -> dict[str, Any]:
    """What a dialog asks for; of a family first which of it, then ``again`` the rest."""
    given, of = question["arguments"], made.parameters[0]
    language = language_for(question["language"])
    asked = [one for one in made.parameters if one.name in made.asks and one.name not in given]
    again = bool(made.members) and of.name not in given
    if made.members and again:
        return {"fields": [_field(of, [*made.members()], language)], "again": True}
    if made.members:
        asked += made.members()[given[of.name]].options
    names = names_in(_package(question)) if any(one.about.names for one in asked) else []
    fields = [_field(one, names if one.about.names else one.choices, language) for one in asked]
    return {"fields": fields, "again": False}


def _field(one: Parameter, choices: Sequence[str], language: Language) -> dict[str, Any]:
    """What a dialog shows of a parameter."""
    found = field_of(one, language, choices)
    value = found["value"] if found["kind"] == "tick" else str(found["value"] or "")
    return {**found, "value": value}


def _sentences(outcome: Outcome[Any]) -> Iterator[str]:
    """All that is said to a person."""
    yield from map(inert, outcome.read)
    if outcome.text:
        yield outcome.text
    yield from lines_of(outcome.lines, _WIDTH)
    yield from map(inert, outcome.notes)
    for later in outcome.after:
        yield inert(later if isinstance(later, str) else later())


def main() -> None:
    """Answer until nobody asks any more."""
    answers = sys.stdout
    with redirect_stdout(sys.stderr):  # its lines are answers
        _send(answers, {"version": __version__})
        for line in sys.stdin:
            _send(answers, answer(json.loads(line)))


def _send(answers: Any, found: Mapping[str, Any]) -> None:
    print(json.dumps(found), file=answers, flush=True)


if __name__ == "__main__":
    main()
