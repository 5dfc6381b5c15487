"""The VBA wrappers: pyOpenVBA runs them, and xlwings' real server answers.

The suite of :mod:`xl_tourney.conformance` runs through them; here is what it does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

import pytest
from pyopenvba.interpreter import VBAArray, VBAErrorValue

from tests.same import same
from tests.stand_ins.windows import Windows
from tests.stand_ins.xlwings_classic import make_vba_range, vba_wrappers
from xl_tourney.hosts.excel.error_codes import CVERR


@pytest.fixture
def windows() -> Iterator[Windows]:
    """A computer with the add-in."""
    with vba_wrappers() as simulated:
        yield simulated


@pytest.mark.parametrize("error", CVERR)
def test_an_error_cell_comes_out_as_a_real_error(windows: Windows, error: str) -> None:
    arguments = [make_vba_range(error), make_vba_range(3)]
    assert windows.run("TP_PERCENT", arguments) == VBAErrorValue(CVERR[error])


def test_an_error_stays_in_its_row(windows: Windows) -> None:
    found = windows.run("TAPL", [make_vba_range([[7, 6, 5, 4, 4, 4, 5], [0] * 7, [None] * 7])])
    assert isinstance(found, VBAArray) and found.items[1] == VBAErrorValue(CVERR["#DIV/0!"])
    assert same([found.items[0], found.items[2]], [270.44936151312544, ""])


def test_numbers_may_stand_in_the_formula(windows: Windows) -> None:
    assert same(windows.run("TP_PERCENT", [55.0, 3.0]), 55 / 60 * 100)
    assert same(windows.run("TP_PERCENT", [Decimal(55), 3.0]), 55 / 60 * 100)
