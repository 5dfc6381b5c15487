"""Every example through the VBA wrappers: pyOpenVBA runs them, and xlwings' real server answers.

What is made up is Excel around them: a range, and the object that xlwings' DLL hands out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
from pyopenvba.interpreter import (
    EMPTY,
    MISSING,
    Interpreter,
    VBAArray,
    VBAErrorValue,
    VBAObject,
    VBARuntimeError,
    member,
    method,
)

from tests.hosts.fake_pywin32 import OMITTED, classic_xlwings, com
from tests.hosts.test_excel import EXAMPLES, rows
from tests.same import same
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts import vba
from xl_tourney.hosts.excel_errors import CVERR, named

XLWINGS = """
Private current As Object
Private times As Long
Function XLPy()
    times = times + 1
    Set XLPy = current
End Function
Sub Connect(server)
    Set current = server
End Sub
Function Started()
    Started = times
End Function
"""


class Range(VBAObject):
    """Cells of a sheet, as VBA holds them."""

    def __init__(self, value: Any) -> None:
        self.value = value

    @member
    def Value2(self) -> Any:
        return to_vba(com(self.value))


class Server(VBAObject):
    """The object that xlwings serves; the first calls may find it gone."""

    def __init__(self, excel: Any, gone: int = 0) -> None:
        self.excel, self.gone = excel, gone

    @method
    def CallUDF(self, script: Any, name: Any, arguments: Any) -> Any:
        if self.gone:
            self.gone -= 1
            raise VBARuntimeError(462, "The remote server machine does not exist")
        given = tuple(map(from_vba, arguments.items))
        return to_vba(self.excel.CallUDF(str(script), str(name), given))


def to_vba(value: Any) -> Any:
    """A value as COM hands it to VBA: an array of rows and columns, or of one row."""
    if isinstance(value, (tuple, list)) and value and isinstance(value[0], (tuple, list)):
        if len(value) == len(value[0]) == 1:
            return to_vba(value[0][0])
        bounds = [(1, len(value)), (1, len(value[0]))]
        return VBAArray(bounds, items=[to_vba(cell) for column in zip(*value) for cell in column])
    if isinstance(value, (tuple, list)):
        return VBAArray([(0, len(value) - 1)], items=[to_vba(cell) for cell in value])
    error = named(value) if isinstance(value, int) and not isinstance(value, bool) else None
    if error in CVERR:
        return VBAErrorValue(CVERR[error])
    if value is None:
        return EMPTY
    return str(value) if isinstance(value, str) else value


def from_vba(value: Any) -> Any:
    """A value as COM hands it to Python."""
    if isinstance(value, VBAArray):
        cells = [from_vba(item) for item in value.items]
        if value.dimensions == 1:
            return tuple(cells)
        height = value.bounds[0][1] - value.bounds[0][0] + 1
        return tuple(zip(*(cells[at : at + height] for at in range(0, len(cells), height))))
    if isinstance(value, VBAErrorValue):
        return com({number: error for error, number in CVERR.items()}[value.number])
    if value is MISSING:
        return OMITTED
    return None if value is EMPTY else value


def shown(value: Any) -> Any:
    """A result as its cells show it."""
    if isinstance(value, VBAArray):
        found = from_vba(value)
        return [list(map(named, row)) if isinstance(row, tuple) else named(row) for row in found]
    if isinstance(value, VBAErrorValue):
        return named(from_vba(value))
    return value


@pytest.fixture(scope="module")
def excel() -> Iterator[Any]:
    with classic_xlwings() as served:
        yield served


@pytest.fixture
def code(excel: Any) -> Interpreter:
    """The wrappers, with xlwings' module beside them."""
    interpreter = Interpreter()
    interpreter.add_module(XLWINGS, name="xlwings")
    # what a file stores about a procedure is no statement, and VBA's editor hides it too
    source = re.sub(r"(?m)^Attribute \w+\.VB_.*$", "", vba.module(CATALOGUE))
    interpreter.add_module(source, name=vba.MODULE)
    interpreter.run("Connect", [Server(excel)])
    return interpreter


def argument(value: Any, optional: bool) -> Any:
    return MISSING if value is None and optional else Range(value)


def holds_error_text(value: Any) -> bool:
    """Whether a text such as “#N/A” is left where an error value belongs."""
    if isinstance(value, VBAArray):
        return any(map(holds_error_text, value.items))
    return isinstance(value, str) and value in CVERR


@pytest.mark.parametrize(
    ("function", "example"), EXAMPLES, ids=[f"{f.name}{e.arguments}" for f, e in EXAMPLES]
)
def test_example(code: Interpreter, function: Any, example: Any) -> None:
    given = [argument(v, p.optional) for p, v in zip(function.parameters, example.arguments)]
    found = code.run(function.name, given)
    assert not holds_error_text(found)
    assert same(rows(shown(found)), rows(example.value))


@pytest.mark.parametrize("error", CVERR)
def test_an_error_cell_comes_out_as_a_real_error(code: Interpreter, error: str) -> None:
    assert code.run("TP_PERCENT", [Range(error), Range(3)]) == VBAErrorValue(CVERR[error])


def test_an_error_stays_in_its_row(code: Interpreter) -> None:
    found = code.run("TAPL", [Range([[7, 6, 5, 4, 4, 4, 5], [0] * 7, [None] * 7])])
    assert isinstance(found, VBAArray) and found.items[1] == VBAErrorValue(CVERR["#DIV/0!"])
    assert same([found.items[0], found.items[2]], [270.44936151312544, ""])


def test_numbers_may_stand_in_the_formula(code: Interpreter) -> None:
    assert same(code.run("TP_PERCENT", [55.0, 3.0]), 55 / 60 * 100)
    assert same(code.run("TP_PERCENT", [Decimal(55), 3.0]), 55 / 60 * 100)


def test_python_is_started_once(code: Interpreter) -> None:
    for _ in range(3):
        code.run("TP_PERCENT", [55.0, 3.0])
    assert code.run("Started") == 1


def test_python_that_was_ended_is_started_again(code: Interpreter, excel: Any) -> None:
    code.run("Connect", [Server(excel, gone=1)])
    assert same(code.run("TP_PERCENT", [55.0, 3.0]), 55 / 60 * 100)
    assert code.run("Started") == 2


def test_without_python_the_cell_shows_an_error(code: Interpreter, excel: Any) -> None:
    code.run("Connect", [Server(excel, gone=9)])
    assert code.run("TP_PERCENT", [55.0, 3.0]) == VBAErrorValue(CVERR["#VALUE!"])
    assert code.run("Started") == 2


def test_the_check_says_that_python_answers(code: Interpreter) -> None:
    code.run("XLTourneyCheck", [])
    ((_, said, *_),) = code.dialogs
    assert said == "Python answers: GBQ is 0 for a single player."
