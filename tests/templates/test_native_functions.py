"""Native workbooks call only what Excel 2010, LibreOffice 7 and Google Sheets all have.

Every formula is scanned: those of cells, defined names, conditional formats and validations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils import FORMULAE
from openpyxl.worksheet.formula import ArrayFormula

from tests.templates import plain_libreoffice
from tests.templates.small import built, choices
from xl_tourney.templates import TEMPLATES

LIST = Path(__file__).parents[1] / "data" / "native_functions.txt"
VOLATILE = {"CELL", "INDIRECT", "INFO", "NOW", "OFFSET", "RAND", "RANDBETWEEN", "TODAY"}
LONGEST_FORMULA, DEEPEST_NESTING = 8192, 64
"""What Excel takes."""
LAST_ROW = "9999"
"""No table of ours goes so far."""
ARRAY_FORMULAS: dict[str, str] = {}
"""The array formulas of native workbooks, as template!sheet!column, and why no plain one does."""

_TEXT = re.compile(r'"[^"]*"' + "|'[^']*'")
_CALL = re.compile(r"([A-Za-z_][A-Za-z0-9_.]*)\(")
_ROW = re.compile(r"(?<=[A-Z$])\d+\b")


def listed() -> set[str]:
    lines = LIST.read_text("utf-8").splitlines()
    return {name for line in lines if not line.startswith(("#", "[")) for name in line.split()}


NATIVE = listed()


def workbooks(template) -> Iterator[tuple[str, Workbook]]:
    """The samples, and empty workbooks that have every choice of every option; one at a time.

    They are outlines: a formula of a table is the same in every row but for the numbers of rows.
    """
    for sample in template.samples:
        results = template.read(sample.path)
        yield sample.file, template.build(results, is_outline=True, **sample.options)
    yield "empty", template.build(is_outline=True)
    for chosen in choices(template):
        for options, book in built(template, "native", chosen, is_outline=True):
            yield f"empty, {options}", book


def formulas(book: Workbook) -> Iterator[tuple[str, str]]:
    """Every formula of a workbook, and where it stands; an array formula in braces."""
    for name, defined in book.defined_names.items():
        yield name, f"={defined.attr_text}"  # one in braces is a list of constants
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    array = isinstance(cell.value, ArrayFormula)
                    text = f"{{{cell.value.text}}}" if array else cell.value
                    yield f"{sheet.title}!{cell.coordinate}", text
        for conditional in sheet.conditional_formatting:
            for rule in conditional.rules:
                for text in rule.formula:
                    yield f"{sheet.title}!{conditional.sqref} (conditional format)", text
        for validation in sheet.data_validations.dataValidation:
            for text in (validation.formula1, validation.formula2):
                if text:
                    yield f"{sheet.title}!{validation.sqref} (validation)", text


def longest(text: str) -> int:
    """How long a formula is where every row that it names has as many digits as any may have."""
    return len(_ROW.sub(LAST_ROW, text))


def nesting(text: str) -> int:
    """How deep the parentheses of a formula go; calls are among them."""
    depth = deepest = 0
    for character in _TEXT.sub("", text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        deepest = max(deepest, depth)
    return deepest


@pytest.mark.slow
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_native_formulas_are_plain_and_call_only_what_every_program_has(template) -> None:
    scanned = set()
    arrays = set()
    for name, book in workbooks(template):
        for place, text in formulas(book):
            assert longest(text) <= LONGEST_FORMULA, (name, place)
            if text.startswith("{"):
                arrays.add(f"{template.name}!{place.rstrip('0123456789')}")
            shape = re.sub(r"[0-9]+", "1", text)
            if shape in scanned:
                continue
            scanned.add(shape)
            called = set(_CALL.findall(_TEXT.sub("", text)))
            if place.endswith("(conditional format)"):  # is asked whenever cells are drawn
                called.discard("INDIRECT")
            assert called <= NATIVE, (name, place, called - NATIVE)
            assert "_xl" not in text.lower(), (name, place)
            assert nesting(text) <= DEEPEST_NESTING, (name, place)
    assert len(scanned) > 100
    assert arrays == {place for place in ARRAY_FORMULAS if place.startswith(f"{template.name}!")}


def test_the_scan_sees_calls_depth_and_texts() -> None:
    text = "=IF(A1=\"NOW()\",'Sheet (1)'!A1,SUM(1,(2+(3))))"
    assert set(_CALL.findall(_TEXT.sub("", text))) == {"IF", "SUM"}
    assert nesting(text) == 4
    assert longest("=SUM($A5:AB$12)+1") == len("=SUM($A9999:AB$9999)+1")


def test_no_listed_function_is_volatile_or_needs_a_prefix() -> None:
    assert not NATIVE & VOLATILE
    assert NATIVE <= FORMULAE, "not among the predefined functions of ISO/IEC 29500-1"


def test_libreoffice_has_every_listed_function(tmp_path, libreoffice) -> None:
    """A call without arguments is an error of some kind; #NAME? is that of an unknown function."""
    book = Workbook()
    sheet = book.active
    for row, name in enumerate(sorted(NATIVE), 1):
        sheet[f"A{row}"], sheet[f"B{row}"] = name, f"={name}()"
    sheet["A1000"], sheet["B1000"] = "NO.FUNCTION", "=NO.FUNCTION()"
    book.save(tmp_path / "calls.xlsx")
    (tmp_path / "after").mkdir()
    plain_libreoffice.convert([tmp_path / "calls.xlsx"], tmp_path / "after")
    values = load_workbook(tmp_path / "after" / "calls.xlsx", data_only=True).active
    unknown = {row[0].value for row in values.iter_rows() if row[1].value == "#NAME?"}
    assert unknown == {"NO.FUNCTION"}
