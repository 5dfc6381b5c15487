"""Rules of the workbook part: sheets, defined names, function groups, views."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection

from .element_order import check_order
from .formula_rules import check_formula
from .parts import MAIN, OFFICE_RELATIONS, Element, Found, WorkbookParts, read_count

_X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"
_MAX_SHEET_NAME = 31
_MAX_NAME = 255
_MAX_HELP = 255
_MAX_ITERATIONS = 32_767
_BUILT_IN = "_xlnm."
_BUILT_INS = frozenset(
    (
        *("Auto_Activate", "Auto_Close", "Auto_Deactivate", "Auto_Open", "Consolidate_Area"),
        *("Criteria", "Data_Form", "Database", "Extract", "Print_Area", "Print_Titles"),
        *("Recorder", "Sheet_Title", "_FilterDatabase"),
    )
)
_OF_A_SHEET = ("_xlnm.Print_Area", "_xlnm.Print_Titles", "_xlnm._FilterDatabase")
_NAME = re.compile(r"(?:_xlnm\.)?[^\W\d][\w.?\\]*|\\[\w.?\\]*")
_LOOKS_LIKE_CELL = re.compile(r"[A-Z]{1,3}[0-9]{1,7}|R[0-9]*(?:C[0-9]*)?|C[0-9]*", re.IGNORECASE)


def check(workbook: Element, parts: WorkbookParts) -> Found:
    """The problems of the workbook part."""
    yield from check_order(workbook)
    yield from _check_sheets(workbook)
    yield from _check_names(workbook, parts.sheet_names)
    yield from _check_calculation(workbook)
    yield from _check_views(workbook)
    yield from _check_argument_help(workbook)


def is_name(text: str) -> bool:
    """Whether a text may be the name of a range, a table or a function.

    >>> [is_name(name) for name in ("Status", "_x", "R1C1", "A1", "a b", "1st", "Über")]
    [True, True, False, False, False, False, True]
    """
    return (
        len(text) <= _MAX_NAME
        and _NAME.fullmatch(text) is not None
        and _LOOKS_LIKE_CELL.fullmatch(text) is None
    )


def _check_sheets(workbook: Element) -> Found:
    sheets = list(workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"))
    if not any(sheet.get("state", "visible") == "visible" for sheet in sheets):
        yield "sheets", "no sheet is visible"
    for attribute in ("name", "sheetId", f"{OFFICE_RELATIONS}id"):
        values = Counter(sheet.get(attribute, "").lower() for sheet in sheets)
        for value, count in values.items():
            if count > 1 or not value:
                label = attribute.rpartition("}")[2]
                yield value, f"is the {label} of more than one sheet, or empty"
    for sheet in sheets:
        name = sheet.get("name", "")
        if len(name) > _MAX_SHEET_NAME:
            yield name, f"is a sheet's name of more than {_MAX_SHEET_NAME} characters"
        if re.search(r"[\[\]:*?/\\\x00-\x1f]", name) or name.startswith("'") or name.endswith("'"):
            yield name, "is a sheet's name with a character that no sheet's name may have"
        if name.lower() == "history":
            yield name, "is a name that Excel keeps for itself"
        number = read_count(sheet.get("sheetId"))
        if number is None or not 1 <= number <= 65534:
            yield name, "has a sheetId that is not between 1 and 65534"


def _check_names(workbook: Element, sheets: Collection[str]) -> Found:
    sheet_count = len(workbook.findall(f"{MAIN}sheets/{MAIN}sheet"))
    taken: Counter[tuple[str, str]] = Counter()
    for element in workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        name, scope = element.get("name", ""), element.get("localSheetId", "")
        taken[name.lower(), scope] += 1
        if taken[name.lower(), scope] == 2:
            yield name, "is defined more than once"
        if not is_name(name):
            yield name, "cannot be a defined name"
        if scope and (read_count(scope) is None or int(scope) >= sheet_count):
            yield name, f"is of sheet number {scope}, which is not there"
        if len(element.get("comment", "")) > _MAX_HELP:
            yield name, f"has a comment of more than {_MAX_HELP} characters"
        if not (element.text or "").strip():
            yield name, "is a defined name of nothing"
        if name.startswith(_BUILT_IN) and name.removeprefix(_BUILT_IN) not in _BUILT_INS:
            yield name, "is no name that Excel has built in"
        elif name in _OF_A_SHEET and not scope:
            yield name, "is of no sheet"
        for message in check_formula(element.text or "", sheets):
            yield name, message


def _check_calculation(workbook: Element) -> Found:
    for element in workbook.iterfind(f"{MAIN}calcPr"):
        if not 1 <= (read_count(element.get("iterateCount", "100")) or 0) <= _MAX_ITERATIONS:
            yield (
                "calcPr",
                f"has a number of iterations that is not between 1 and {_MAX_ITERATIONS}",
            )


def _check_views(workbook: Element) -> Found:
    sheet_count = len(workbook.findall(f"{MAIN}sheets/{MAIN}sheet"))
    for view in workbook.iterfind(f"{MAIN}bookViews/{MAIN}workbookView"):
        for attribute in ("activeTab", "firstSheet"):
            if (read_count(view.get(attribute, "0")) or 0) >= sheet_count:
                yield attribute, "is of a sheet that is not there"


def _check_argument_help(workbook: Element) -> Found:
    for element in workbook.iter(f"{_X14}definedName"):
        texts = list(element.iter(f"{_X14}argumentDescription"))
        (container,) = element.findall(f"{_X14}argumentDescriptions")
        name = element.get("name", "")
        if container.get("count") != str(len(texts)):
            yield name, "has another count of argument descriptions than it has"
        if [text.get("index") for text in texts] != [str(i) for i in range(len(texts))]:
            yield name, "has argument descriptions out of order"
        if any(len(text.text or "") > _MAX_HELP for text in texts):
            yield name, f"has an argument description of more than {_MAX_HELP} characters"
