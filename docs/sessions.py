"""The commands that the pages show, with what each prints: ``python docs/sessions.py``.

A block of ``console`` holds commands behind ``$``, and below each what it prints.  All blocks of a
page are run in one folder, in their order, with the files of the page's example in it.  This script
writes the outputs anew; a test compares them.

>>> line_of("$ xl-tourney eval '=1+1'")
['eval', '=1+1']
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from openpyxl import load_workbook

from xl_tourney.cli.main import main
from xl_tourney.recalculation.recalculate import recalc

DOCS = Path(__file__).resolve().parent
README = DOCS.parent / "README.md"
EXAMPLES = DOCS / "examples"
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
TYPED = "# Type the results"
"""A comment that stands for a person at a spreadsheet, who types the results of round 1."""
CUT = "…"
"""Stands on a page for lines that a command prints in between."""
_LAST_SAVES: dict[Path, float] = {}
"""When a workbook of a folder was saved last."""
_EXAMPLE_OF = {"README": "chess", "index": "chess"}
"""The example of a page that is not called as one."""


def pages() -> list[Path]:
    """The pages with commands whose output they show."""
    found = [README, *sorted(DOCS.glob("*.md")), *sorted(DOCS.glob("*/*.md"))]
    return [page for page in found if BLOCK.search(page.read_text(encoding="utf-8"))]


def example_of(page: Path) -> Path:
    """The folder with the files that the commands of a page read."""
    return EXAMPLES / _EXAMPLE_OF.get(page.stem, page.stem)


def current(page: Path, folder: Path) -> str:
    """The text of a page with what its commands print now, run in a folder."""
    example = example_of(page)
    if example.is_dir():
        shutil.copytree(example, folder, dirs_exist_ok=True)
    text = page.read_text(encoding="utf-8")
    return BLOCK.sub(lambda block: session(block[0], folder), text)


def session(block: str, folder: Path) -> str:
    """A block of commands with what each prints now."""
    lines: list[str] = []
    for entry in re.split(r"^(?=[$#])", block, flags=re.MULTILINE)[1:]:
        first, *shown = entry.splitlines()
        lines.append(first)
        if first.startswith("$ "):
            lines += abridged(list(printed(line_of(first), folder)), shown)
            date_saves(folder)
        elif first.startswith(TYPED):
            type_results(folder)
            date_saves(folder)
    return "".join(f"{line}\n" for line in lines)


def date_saves(folder: Path) -> None:
    """Let every save of a workbook be a minute after the last one: backups are called by that."""
    last = _LAST_SAVES.get(folder, datetime(date.today().year, 11, 29, 14, 4).timestamp())
    for book in folder.glob("*.xlsx"):
        if book.stat().st_mtime != last:
            _LAST_SAVES[folder] = last + 60
            os.utime(book, (last + 60, last + 60))


def abridged(lines: list[str], shown: list[str]) -> list[str]:
    """The lines that a command prints, with those left out that the page leaves out.

    >>> abridged(["a", "b", "c", "d"], ["a", "…", "e"])
    ['a', '…', 'd']
    """
    if CUT not in shown:
        return lines
    first, last = shown.index(CUT), len(shown) - shown.index(CUT) - 1
    return [*lines[:first], CUT, *lines[len(lines) - last :]]


def line_of(line: str) -> list[str]:
    """The arguments of a command of ours."""
    program, *arguments = shlex.split(line.removeprefix("$ "))
    if program != "xl-tourney":
        raise ValueError(f"{line}: is no command of ours.")
    return arguments


def printed(arguments: list[str], folder: Path) -> Iterator[str]:
    """The lines that a command prints on a terminal of 80 columns, without colours."""
    output = io.StringIO()
    with (
        _environment(COLUMNS="80", NO_COLOR="1"),
        contextlib.chdir(folder) if hasattr(contextlib, "chdir") else _chdir(folder),
        contextlib.redirect_stdout(output),
        contextlib.redirect_stderr(output),
    ):
        try:
            main(arguments)
        except SystemExit as stopped:
            if stopped.code:
                raise ValueError(f"{shlex.join(arguments)}: {output.getvalue()}") from stopped
    yield from (line.rstrip() for line in output.getvalue().splitlines())


def type_results(folder: Path) -> None:
    """Type the results of round 1 into the page Games of a workbook, as a person does, and save it.

    A spreadsheet program saves values with it.
    """
    with (folder / "after_round_1.csv").open(encoding="utf-8", newline="") as file:
        typed = {row["white"]: row["result"] for row in csv.DictReader(file)}
    path = next(folder.glob("*.xlsx"))
    book = load_workbook(path)
    sheet = book["Games"]
    white, result = (
        next(cell for row in sheet for cell in row if cell.value == heading)
        for heading in ("White", "Result")
    )
    for row in range(white.row + 1, sheet.max_row + 1):
        cell = sheet.cell(row, result.column)
        if text := typed.pop(sheet.cell(row, white.column).value, None):
            assert not cell.protection.locked, f"{cell.coordinate} is not for typing into"
            cell.value = text
    assert not typed, f"there is no game of {', '.join(typed)}"
    book.save(path)
    recalc(path)


@contextlib.contextmanager
def _environment(**variables: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _chdir(folder: Path) -> Iterator[None]:
    """The folder, on Python 3.10."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]] or pages()
    for page in chosen:
        with tempfile.TemporaryDirectory() as folder:
            text = current(page, Path(folder))
        if text != page.read_text(encoding="utf-8"):
            page.write_text(text, encoding="utf-8", newline="\n")
            print(f"{page.relative_to(DOCS.parent)}: written anew")
