"""The functions through xlwings, as a cell of Excel calls them on Windows.

The suite of :mod:`xl_tourney.conformance` runs through the same; here is what it does not say.
"""

from __future__ import annotations

import importlib.util
import io
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.hosts.test_manifest import ROOT
from tests.same import same
from tests.stand_ins.pywin32 import (
    OMITTED,
    FakeRange,
    call_udf,
    to_com,
    windows_xlwings,
)
from xl_tourney import hosts
from xl_tourney.catalogue.host_names import to_vba_name
from xl_tourney.functions import CATALOGUE


@pytest.fixture(scope="module")
def excel() -> Iterator[Any]:
    with windows_xlwings() as served:
        yield served


def test_what_was_imported_before_is_so_again() -> None:
    before = dict(vars(hosts))
    with windows_xlwings():
        hosts.for_windows_alone = True
    assert vars(hosts) == before


def test_an_error_inside_a_range_stays_in_its_row(excel: Any) -> None:
    finishes = to_com([[7, 6, 5, 4, 4, 4, 5], [7, 6, "#N/A", 4, 4, 4, 5], [None] * 7])
    found = call_udf(excel, "TAPL", FakeRange(finishes), OMITTED, OMITTED)
    assert same(found, [[270.44936151312544], ["#N/A"], [""]])


def test_several_cells_where_one_belongs_are_an_error(excel: Any) -> None:
    for cells in ([[1, 2]], [[1], [2]], [[1, 2], [3, 4]]):
        points, games = FakeRange(to_com([[55], [5]])), FakeRange(to_com([[3], [3]]))
        assert (
            call_udf(excel, "GBQ", points, games, FakeRange(to_com(cells)), *[OMITTED] * 4)
            == "#VALUE!"
        )


def test_a_row_of_results_arrives_as_a_row(excel: Any) -> None:
    found = call_udf(excel, "MATCHPOINT", FakeRange(to_com([[420, -50, 450]])), *[OMITTED] * 4)
    assert found == [2.0, 0.0, 4.0]


def test_the_function_wizard_has_every_function_and_argument(excel: Any) -> None:
    import xl_tourney.hosts.excel.udfs as served

    for function in CATALOGUE:
        declared = getattr(served, function.name).__xlfunc__
        assert declared["category"] == "XL Tourney"
        assert declared["ret"]["doc"] == function.help.summary
        assert [(a["name"], a["doc"], "optional" in a) for a in declared["args"]] == [
            (to_vba_name(p.name), p.help, p.optional) for p in function.parameters
        ]


def test_outside_excel_the_module_is_plain_python() -> None:
    import xl_tourney.hosts.excel.udfs as served

    assert served.GBQ([[55], [5]], [[3], [3]], 1) == [[0.0], [5.0]]
    assert set(served.__all__) == {function.name for function in CATALOGUE}


def test_import_functions_finds_ours_in_a_module_of_somebody(excel: Any, tmp_path: Path) -> None:
    """What xlwings' button writes into the workbook from a module with the one line of the page."""
    from xlwings import udfs

    source = "from xl_tourney.hosts.excel import *"
    assert source in (ROOT / "docs" / "how-to" / "excel.md").read_text("utf-8")
    own = "import xlwings as xw\n\n@xw.func\ndef double(number):\n    return 2 * number\n"
    (tmp_path / "club.py").write_text(f"{source}\n{own}", "utf-8")
    specification = importlib.util.spec_from_file_location("club", tmp_path / "club.py")
    assert specification and specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    wrapper = io.StringIO()
    workbook = SimpleNamespace(Name="club.xlsm")
    udfs.generate_vba_wrapper("club", module, wrapper, workbook)
    written = set(re.findall(r"^ *Function (\w+)\(", wrapper.getvalue(), re.MULTILINE))
    assert written == {"double", *(function.name for function in CATALOGUE)}
