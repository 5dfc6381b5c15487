"""The judges: each gives the values that a program calculates for a workbook."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Mapping, Set
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, unescape

import openpyxl
from openpyxl.worksheet.formula import ArrayFormula

from tests.templates.plain_libreoffice import RECALCULATE, make_profile
from xl_tourney.grammar.parser import rewrite
from xl_tourney.grammar.references import parse_reference
from xl_tourney.grammar.syntax_tree import Call, Name, Node, Reference
from xl_tourney.hosts.libreoffice import program
from xl_tourney.recalculation.recalculate import recalc

from .cells import Cell, Value, read_values

Judge = Callable[[Path, Path], Mapping[Cell, Value]]
LOCALES = ("en-US", "de-DE", "fr-FR", "tr-TR", "sv-SE", "ja-JP")
FORM = "xlsx:Calc MS Excel 2007 XML"
SECONDS = 600
MOST_FOR_FORMULAS = 6_000
"""``formulas`` calculates 280 cells in a second: larger workbooks are not asked of it."""
_FORMULA = re.compile(r"(<f(?: [^>]*)?>)([^<]+)</f>")
_BLANK = re.compile(rb'<c (?:[a-z]+="[^"]*" ?)*/>')


_NO_CELL = "_"
_OFFICE = "/usr/lib/libreoffice/program"


class NotJudgedError(Exception):
    """A workbook that a judge does not calculate, and why."""


def libreoffice(locale: str, root: Path | None = None) -> Judge:
    """LibreOffice in a locale; the one in an unpacked Debian instead of the installed one."""
    settings = (RECALCULATE, ("Setup/L10N", "ooSetupSystemLocale", locale))

    def judge(path: Path, folder: Path) -> Mapping[Cell, Value]:
        if root is None:
            profile = make_profile(folder / "profile", *settings)
            arguments = ("--convert-to", FORM, "--outdir", str(folder / "saved"), str(path))
            program.find().run_soffice(profile, *arguments)
            return read_values(folder / "saved" / path.name)
        home = root / "tmp" / "judge"
        shutil.rmtree(home, ignore_errors=True)
        make_profile(home / "profile", *settings)
        shutil.copy(path, home)
        inside = Path("/tmp/judge")
        command = ["chroot", str(root), "/usr/bin/env", "HOME=/tmp", f"LD_LIBRARY_PATH={_OFFICE}"]
        command += [f"{_OFFICE}/soffice.bin", "--headless"]
        profile_option = f"-env:UserInstallation=file://{inside / 'profile'}"
        command += [profile_option, "--convert-to", FORM, "--outdir", str(inside / "saved")]
        _run([*command, str(inside / path.name)])
        return read_values(home / "saved" / path.name)

    return judge


def version_in(root: Path) -> str:
    """The name of the LibreOffice in an unpacked Debian."""
    packages = (root / _OFFICE.lstrip("/") / "versionrc").read_text("utf-8")
    found = re.search(r"UpdateID=LibreOffice_(\S+?)_en-US", packages)
    return f"LibreOffice {found[1] if found else 'unpacked'}"


def gnumeric(path: Path, folder: Path) -> Mapping[Cell, Value]:
    """Gnumeric, which recalculates everything."""
    saved = folder / f"saved_{path.name}"
    _run(["ssconvert", "--recalc", "-T", "Gnumeric_Excel:xlsx2", str(path), str(saved)])
    return read_values(saved)


def gnumeric_otherwise(path: Path, folder: Path) -> Mapping[Cell, Value]:
    """Gnumeric, for which what it calculates otherwise is written otherwise: it judges the rest."""
    copy = folder / path.name
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(copy, "w") as target:
        for part in source.namelist():
            data = source.read(part)
            if part.startswith("xl/worksheets/"):
                data = _FORMULA.sub(_formula_for_gnumeric, data.decode()).encode()
            target.writestr(part, data)
    return gnumeric(copy, folder)


def _formula_for_gnumeric(match: re.Match[str]) -> str:
    return f"{match[1]}{escape(_for_gnumeric(unescape(match[2])))}</f>"


def _for_gnumeric(formula: str) -> str:
    """N of a blank cell is #NUM! for it, one number of a row in INDEX #REF!, MAX has no array."""

    def written(node: Node) -> str | None:
        if not isinstance(node, Call):
            return None
        arguments = [_for_gnumeric(argument.text) for argument in node.arguments]
        if node.name == "N":
            return f"IF(ISNUMBER({arguments[0]}),{arguments[0]},0)"
        if node.name == "INDEX" and len(arguments) == 2:
            area, number = arguments
            is_row = f"ROWS({area})=1"
            return f"INDEX({area},IF({is_row},1,{number}),IF({is_row},{number},1))"
        if node.name == "SUMPRODUCT" and arguments[0].startswith("MAX(("):
            return f"SUMPRODUCT(LARGE({arguments[0].removeprefix('MAX(').removesuffix(')')},1))"
        return None

    return rewrite(formula, written)


def ironcalc(path: Path, folder: Path) -> Mapping[Cell, Value]:
    """IronCalc, for which blank cells are left out: it takes one with a style for a number."""
    import ironcalc as library

    copy = folder / path.name
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(copy, "w") as target:
        for part in source.namelist():
            data = source.read(part)
            if part.startswith("xl/worksheets/"):
                data = _BLANK.sub(b"", data)
            target.writestr(part, data)
    try:
        model = library.load_from_xlsx(str(copy), "en", "UTC", "en")
        model.evaluate()
    except Exception as error:  # a panic of Rust is none of the library's own
        raise NotJudgedError(str(error)[:100]) from None
    found: dict[Cell, Value] = {}
    for number, sheet in enumerate(openpyxl.load_workbook(path)):
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    value = model.get_cell_value(number, cell.row, cell.column)
                    found[sheet.title, cell.coordinate] = value
    return found


def hyperformula(node_folder: Path) -> Judge:
    """HyperFormula under Node, with the settings that its guide names for Excel."""
    script = Path(__file__).with_name("hyperformula.cjs")

    def judge(path: Path, folder: Path) -> Mapping[Cell, Value]:
        workbook = openpyxl.load_workbook(path)
        own = set(workbook.defined_names)
        sheets = {sheet.title: _rows(sheet, own) for sheet in workbook}
        names = {
            f"{name}{_NO_CELL}": f"={_for_hyperformula(one.attr_text, own)}"
            for name, one in workbook.defined_names.items()
        }
        request, answer = folder / "request.json", folder / "answer.json"
        request.write_text(json.dumps({"sheets": sheets, "names": names}), "utf-8")
        _run(["node", str(script), str(node_folder.resolve()), str(request), str(answer)])
        values: dict[str, list[list[Value]]] = json.loads(answer.read_text("utf-8"))
        return {
            (sheet, f"{openpyxl.utils.get_column_letter(column)}{row}"): value
            for sheet, rows in values.items()
            for row, cells in enumerate(rows, 1)
            for column, value in enumerate(cells, 1)
        }

    return judge


def _for_hyperformula(formula: str, names: Set[str]) -> str:
    """RaceWorth1 is a cell for it, and ROWS($A$1:$A5) is less than 1."""

    def written(node: Node) -> str | None:
        if isinstance(node, Name) and node.text in names:
            return f"{node.text}{_NO_CELL}"
        if isinstance(node, Call) and node.name in ("ROWS", "COLUMNS"):
            (argument,) = node.arguments
            if isinstance(argument, Reference) and not argument.sheet_prefix:
                area = parse_reference(argument.text)
                is_rows = node.name == "ROWS"
                count = area.bottom - area.top if is_rows else area.right - area.left
                return str(count + 1)
        return None

    return rewrite(formula, written)


def _rows(sheet: Any, names: Set[str]) -> list[list[Any]]:
    def content(cell: Any) -> Any:
        if isinstance(cell.value, ArrayFormula):
            return f"=ARRAYFORMULA({_for_hyperformula(cell.value.text[1:], names)})"
        if cell.data_type == "f":
            return f"={_for_hyperformula(cell.value[1:], names)}"
        if cell.data_type == "s" and str(cell.value).startswith(("=", "'")):
            return f"'{cell.value}"
        return cell.value

    return [[content(cell) for cell in row] for row in sheet.iter_rows()]


def formulas(path: Path, folder: Path) -> Mapping[Cell, Value]:
    """The library ``formulas``, through our engine for it."""
    count = sum(
        cell.data_type == "f"
        for sheet in openpyxl.load_workbook(path)
        for row in sheet.iter_rows()
        for cell in row
    )
    if count > MOST_FOR_FORMULAS:
        raise NotJudgedError(f"{count:,} formulas")
    copy = folder / path.name
    shutil.copy(path, copy)
    recalc(copy, engine="formulas")
    return read_values(copy)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise NotJudgedError(lines[-1][:100] if lines else f"exit code {done.returncode}")
