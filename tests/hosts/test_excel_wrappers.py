"""The VBA wrappers: pyOpenVBA runs them, and xlwings' real server answers.

The suite of :mod:`xl_tourney.conformance` runs through them; here is what it does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from pyopenvba.interpreter import Interpreter, VBAArray, VBAErrorValue

from tests.same import same
from xl_tourney.conformance.hosts.classic import cells, wrappers
from xl_tourney.hosts.excel.errors import CVERR


@pytest.fixture
def code() -> Iterator[Interpreter]:
    """The wrappers, with xlwings' module beside them."""
    with wrappers() as interpreter:
        yield interpreter


@pytest.mark.parametrize("error", CVERR)
def test_an_error_cell_comes_out_as_a_real_error(code: Interpreter, error: str) -> None:
    assert code.run("TP_PERCENT", [cells(error), cells(3)]) == VBAErrorValue(CVERR[error])


def test_an_error_stays_in_its_row(code: Interpreter) -> None:
    found = code.run("TAPL", [cells([[7, 6, 5, 4, 4, 4, 5], [0] * 7, [None] * 7])])
    assert isinstance(found, VBAArray) and found.items[1] == VBAErrorValue(CVERR["#DIV/0!"])
    assert same([found.items[0], found.items[2]], [270.44936151312544, ""])


def test_numbers_may_stand_in_the_formula(code: Interpreter) -> None:
    assert same(code.run("TP_PERCENT", [55.0, 3.0]), 55 / 60 * 100)
    assert same(code.run("TP_PERCENT", [Decimal(55), 3.0]), 55 / 60 * 100)


def test_python_is_started_once(code: Interpreter) -> None:
    for _ in range(3):
        code.run("TP_PERCENT", [55.0, 3.0])
    assert code.run("Started") == 1


def test_python_that_was_ended_is_started_again() -> None:
    with wrappers(gone=1) as code:
        assert same(code.run("TP_PERCENT", [55.0, 3.0]), 55 / 60 * 100)
        assert code.run("Started") == 2


def test_without_python_the_cell_shows_an_error() -> None:
    with wrappers(gone=9) as code:
        assert code.run("TP_PERCENT", [55.0, 3.0]) == VBAErrorValue(CVERR["#VALUE!"])
        assert code.run("Started") == 2


def test_the_check_says_that_python_answers(code: Interpreter) -> None:
    code.run("XLTourneyCheck", [])
    ((_, said, *_),) = code.dialogs
    assert said == "Python answers: GBQ is 0 for a single player."
