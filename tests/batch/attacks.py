"""What a careless program is harmed by, by name: files that cost it hours or gigabytes, and files
and names that have it write where nobody asked it to.
"""

from __future__ import annotations

import shlex
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import openpyxl
import yaml
from openpyxl.workbook.defined_name import DefinedName

from ..recalculation import books

Attack = Callable[[Path], object]
FileAttack = Callable[[Path], "list[str]"]
"""Prepares a folder, and gives the arguments of the command that is run in it."""
ROOT = Path(__file__).parents[2]
VICTIM = "victim.xlsx"
"""The file in that folder that nobody asked to change."""
HEAD = f'<worksheet xmlns="{books.MAIN}"><sheetData>'


def _formulas(*formulas: str) -> Attack:
    cells = {f"A{row}": (f"={formula}", 7) for row, formula in enumerate(formulas, 1)}
    return lambda path: books.book(path, cells)


def _sheet(xml: str | bytes) -> Attack:
    return lambda path: books.raw(path, "", sheet=xml)


def _one_cell(formula: str) -> Attack:
    row = f'<row r="1"><c r="A1"><f>{formula}</f><v>7</v></c></row>'
    return lambda path: books.raw(path, row)


def _many(formula: str) -> Attack:
    """Twenty formulas of nearly 8,192 characters, all different."""
    times = 8_000 // len(formula)
    names = [a + b for a in "abcd" for b in "abcde"]
    cells = "".join(
        f'<c r="A{row}"><f>LEN("{name}")+{formula * times}1</f><v>7</v></c>'
        for row, name in enumerate(names, 1)
    )
    return lambda path: books.raw(path, f'<row r="1">{cells}</row>')


def _far(formula: str) -> Attack:
    """A formula over cells of which one alone, far away, has a value."""
    near = f'<row r="1"><c r="A1"><f>{formula}</f><v>7</v></c></row>'
    far = '<row r="100000"><c r="ZZ100000"><v>5</v></c></row>'
    return lambda path: books.raw(path, near + far)


def _entries(change: Callable[[str], str]) -> Attack:
    """A workbook whose zip has other names."""

    def make(path: Path) -> None:
        _one_cell("1+1")(path)
        parts = books.parts(path)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts.items():
                info = zipfile.ZipInfo()
                info.filename = change(name)
                archive.writestr(info, data)

    return make


def _encoded(encoding: str) -> Attack:
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    cell = '<row r="1"><c r="A1"><f>1+1</f><v>7</v></c></row>'
    return _sheet(
        f'{head}<worksheet xmlns="{books.MAIN}"><sheetData>{cell}</sheetData></worksheet>'
    )


CALCULATIONS: dict[str, Attack] = {
    "a text doubled 40 times": _formulas('"xxxxxxxx"', *(f"A{n}&A{n}" for n in range(1, 41))),
    "SUBSTITUTE that needs 4 GB": _formulas(
        'LEN(SUBSTITUTE(REPT("x",32767),"x",REPT("y",32767)))',
        'LEN(SUBSTITUTE(SUBSTITUTE(REPT("x",32767),"x",REPT("y",32767)),"y","zzzz"))',
    ),
    "CUMIPMT over 1E12 periods": _formulas("CUMIPMT(0.01,1E12,1000,1,1E12,0)"),
    "DDB over 1E12 periods": _formulas("DDB(1000,1,1E12,1E12-1,2)"),
    "199 GBQs over whole columns": _formulas(*(f"SUM(GBQ(B:B,C:C,{n}))" for n in range(1, 200))),
    "arrays of 10 million cells": _formulas(
        *(f"SUM(SEQUENCE(10000,1000)*{n})" for n in range(1, 20))
    ),
}
"""What an engine may not survive: it must be ended at a limit."""

_COMMENT = f'<!-- {"<row " * 200_000} --><row r="1"><c r="A1"><f>SUBTOTAL(9,B1:B9)</f></c></row>'

TEXTS: dict[str, Attack] = {
    "1+1+1… of 400 kB": _one_cell("1" + "+1" * 200_000),
    "1+1+1… of 8 kB, 20 times": _many("1+"),
    "<row <row… of 1 MB": _sheet(HEAD + "<row " * 200_000),
    "<row <row… of 1 MB in a comment": _sheet(f"{HEAD}{_COMMENT}</sheetData></worksheet>"),
    "AB[AB[… of 600 kB": _one_cell("AB[" * 200_000),
    "AB[AB[… of 8 kB, 20 times": _many("AB["),
    "((((… of 200 kB": _one_cell("(" * 200_000),
    "1=1=1… of 8 kB, 20 times": _many("1="),
    ",,,,… of 8 kB, 20 times": _many(","),
    "A1:A1:… of 8 kB, 20 times": _many("A1:"),
    "quotes of 8 kB, 20 times": _many("'"),
    "an encoding of no spreadsheet program": _encoded("cp037"),
    "an encoding of host names": _encoded("idna"),
    "UTF-7": _encoded("utf-7"),
}
"""What costs a careless reader the square of its size: it must end in a few seconds."""


def _victim(folder: Path) -> None:
    books.book(folder / VICTIM, {"A1": 1, "A2": ("=A1+1", 0)})


def _season(folder: Path) -> None:
    """The victim, and beside it a folder with a table of standings."""
    _victim(folder)
    book = openpyxl.Workbook()
    for row in (["Place", "Name", "Points"], [1, "Ash", 3], [2, "Elm", 1]):
        book.active.append(row)
    book.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$C$3"
    )
    (folder / "season").mkdir()
    book.save(folder / "season" / "b.xlsx")


def _link(name: str, *line: str, is_hard: bool = False) -> FileAttack:
    """A link to the victim where a command writes a file of this name."""

    def prepare(folder: Path) -> list[str]:
        _season(folder)
        (folder / name).parent.mkdir(exist_ok=True)
        if is_hard:
            (folder / name).hardlink_to(folder / VICTIM)
        else:
            (folder / name).symlink_to(folder / VICTIM)
        return list(line)

    return prepare


def _taken(name: str, *line: str) -> FileAttack:
    """A file that is somebody's own, where a command writes one; the victim is a link to it."""

    def prepare(folder: Path) -> list[str]:
        _season(folder)
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / VICTIM).replace(folder / name)
        (folder / VICTIM).symlink_to(name)
        return list(line)

    return prepare


def _names(hook: str, *names: str) -> FileAttack:
    """A hook of pre-commit, on files with these names."""

    def prepare(folder: Path) -> list[str]:
        _victim(folder)
        for name in names:
            books.book(folder / name, {"A1": 2, "A2": ("=A1*2", 0)})
        hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
        (entry,) = (found["entry"] for found in hooks if found["id"] == hook)
        return [*shlex.split(entry)[1:], *names]

    return prepare


def _onto(*line: str) -> FileAttack:
    """A command whose output is named as the victim is, by mistake."""

    def prepare(folder: Path) -> list[str]:
        _season(folder)
        return list(line)

    return prepare


def _database(folder: Path, *, version: int = 0) -> list[str]:
    """A record that is the database of another program, or of a newer one of ours."""
    _season(folder)
    (folder / VICTIM).unlink()
    with sqlite3.connect(folder / VICTIM) as database:
        database.execute("CREATE TABLE messages (text)")
        if version:
            database.execute(f"PRAGMA application_id = {0x786C7472}")
            database.execute(f"PRAGMA user_version = {version}")
    database.close()
    return ["recalc", "season", "--record", VICTIM]


def _text(folder: Path) -> list[str]:
    _season(folder)
    (folder / VICTIM).write_text("the notes of the season", "utf-8")
    return ["recalc", "season", "--record", VICTIM]


def _listed(home: str, away: str, score: str = "3") -> FileAttack:
    """A file of results with some names and a score."""

    def prepare(folder: Path) -> list[str]:
        _victim(folder)
        rows = f"home,away,home_score,away_score\nAda,Bees,{score},1\n{home},{away},2,2\n"
        (folder / "list.csv").write_text(rows, "utf-8")
        return ["new", "league", "--data", "list.csv", "-o", "new.xlsx"]

    return prepare


NO_WORKBOOKS = (".", "*.xlsx", "clubs", "**/*.xlsx")
"""What an agent may name in place of one workbook: several, each of which would be written."""

_PUBLISH = ("publish", "season/b.xlsx", "-o", "site/b.html")
_PUBLISHED = (
    ("b.html",),
    ("b.atom",),
    ("b.standings.json",),
    ("b.proofs.json",),
    ("b.embed.html", "--embed"),
    ("b.de.html", "--language=en", "--language=de"),
    ("b.png", "--png", f"--browser={sys.executable}"),
)
"""What publish writes, and with which options."""

FILES: dict[str, FileAttack] = {
    **{
        f"a link at {name}, which publish writes": _link(f"site/{name}", *_PUBLISH, *options)
        for name, *options in _PUBLISHED
    },
    "a link at a page of a folder": _link("site/b.html", "publish", "season", "-o", "site"),
    "a link at the index of a folder": _link("site/index.html", "publish", "season", "-o", "site"),
    "a hard link at a page": _link("site/b.html", *_PUBLISH, is_hard=True),
    "a link at the output of recalc": _link(
        "new.xlsx", "recalc", "season/b.xlsx", "-o", "new.xlsx"
    ),
    "a hard link at the output of recalc": _link(
        "new.xlsx", "recalc", "season/b.xlsx", "-o", "new.xlsx", is_hard=True
    ),
    "a link at the output of new": _link("new.xlsx", "new", "kdice", "-o", "new.xlsx", "--force"),
    "a link at the record": _link("runs.db", "recalc", "season", "--record", "runs.db"),
    "a link at the log of the record": _link(
        "runs.db-wal", "recalc", "season", "--record", "runs.db"
    ),
    "a link at the manifest": _link("m.json", "manifest", "m.json"),
    "a link at a page of the reference": _link("ref/go.md", "functions", "--markdown", "ref"),
    "--output=victim.xlsx as the name of a file": _names(
        "xl-tourney-recalc", f"--output={VICTIM}", "a.xlsx"
    ),
    "--record=victim.xlsx as the name of a file": _names(
        "xl-tourney-check", f"--record={VICTIM}", "a.xlsx"
    ),
    **{
        f"somebody's own {name}, where publish writes one": _taken(
            f"site/{name}", *_PUBLISH, *options
        )
        for name, *options in _PUBLISHED
    },
    "somebody's own index of a folder": _taken(
        "site/index.html", "publish", "season", "-o", "site"
    ),
    "somebody's own page of the reference": _taken(
        "ref/index.md", "functions", "--markdown", "ref"
    ),
    "somebody's own file for sheets": _taken("a.pdf", "pair", "season/b.xlsx", "--pdf", "a.pdf"),
    "somebody's own manifest": _taken("m.json", "manifest", "m.json"),
    "recalc -o onto another workbook": _onto("recalc", "season/b.xlsx", "-o", VICTIM),
    "publish -o onto a workbook": _onto("publish", "season/b.xlsx", "-o", VICTIM),
    "excel build onto a workbook": _onto("excel", "build", VICTIM),
    "calc build onto a workbook": _onto("calc", "build", VICTIM),
    "manifest onto a workbook": _onto("manifest", VICTIM),
    "a database of another program as the record": _database,
    "a record of a newer version": partial(_database, version=99),
    "a text as the record": _text,
    "a name that acts on a terminal": _listed("Cid\x9b31m\u202e\u2066\u2028", "Cid"),
    "names that look alike, of two alphabets": _listed("Bees", "\u0410da"),
    "a name of 40,000 letters": _listed("Bees", "x" * 40_000),
    "a score of 5,000 digits": _listed("Bees", "Ada", "9" * 5_000),
}
"""What has a careless program replace a file that nobody named, or its content without a copy."""
AREAS: dict[str, Attack] = {
    f"{formula} with one value in ZZ100000": _far(formula)
    for formula in (
        *("SUM(B1:XFD1048576)", "SUBTOTAL(9,B:XFD)", "SUM(2:1048576)", "MATCH(5,ZZ:ZZ,0)"),
        *("COUNTIF(B:XFD,5)", "SUM(OFFSET(B1,0,0,1048576,16383))"),
    )
}
"""What costs a careless program every cell between: it must end in a few seconds, too."""

PARTS: dict[str, Attack] = {
    "a sheet without its part": _entries(lambda name: name.replace("sheet1", "other")),
    "a package without content types": _entries(lambda name: name.replace("[Content", "[No")),
    "a sheet that is no worksheet": _sheet("<html/>"),
    "an empty sheet": _sheet(b""),
    "names with backslashes": _entries(lambda name: name.replace("/", "\\")),
    "names with other capitals": _entries(str.upper),
}
"""What a careless reader passes over: it must be said, or read."""
