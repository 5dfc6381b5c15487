"""Adding a function is one declaration: one made here at run time is in all that is made."""

from __future__ import annotations

import importlib
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from tests.hosts.test_excel_addin import modules
from tests.stand_ins.registry import HOSTS
from xl_tourney import hosts
from xl_tourney.catalogue.declaration import function
from xl_tourney.catalogue.docstrings import SharedHelp, parse_docstring
from xl_tourney.catalogue.kinds import Each, Number
from xl_tourney.catalogue.reference import format_reference
from xl_tourney.cli.program import xl_tourney
from xl_tourney.conformance.hosts import Host
from xl_tourney.conformance.report import run_suite
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.functions import CATALOGUE, Function
from xl_tourney.hosts import manifest
from xl_tourney.hosts.excel import xlam
from xl_tourney.hosts.excel.vba_connection import UDF_MODULE
from xl_tourney.hosts.libreoffice import forwarders, uno_component
from xl_tourney.recalculation.evaluate import evaluate

NAME = "HALF_OF"
SUMMARY = "So many halves of each number."
HELP = "How many halves."


@pytest.fixture(scope="module", autouse=True)
def declared() -> Iterator[Function]:
    @function("Arithmetic of tests")
    def HALF_OF(numbers: Each, times: Number = 1) -> float:
        """So many halves of each number.

        Parameters
        ----------
        numbers
            The numbers.
        times
            How many halves.

        Source
        ------
        Arithmetic.

        Examples
        --------
        >>> HALF_OF([[2], [3]])
        [[1.0], [1.5]]
        >>> HALF_OF(2, 3)
        3.0
        """
        return numbers * times / 2

    yield HALF_OF
    CATALOGUE.remove(NAME)


def command(*words: str) -> str:
    return CliRunner().invoke(xl_tourney, words, catch_exceptions=False).stdout


@pytest.mark.parametrize("form", manifest.FORMATS)
def test_manifest_and_office_js(form: str, tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    command("manifest", str(path), "--format", form)
    last = json.loads(path.read_text("utf-8"))["functions"][-1]
    assert (last["id"], last["description"]) == (NAME, SUMMARY)
    assert [(p["name"], p["optional"]) for p in last["parameters"]] == [
        ("numbers", False),
        ("times", True),
    ]


def test_help_and_reference() -> None:
    assert SUMMARY in command("functions")
    assert HELP in command("functions", NAME)
    assert f"## {NAME}\n" in "".join(
        format_reference().values()
    ) and f"| `times` [1] | a number | {HELP} |" in "".join(format_reference().values())


def has_wrapper(path: Path) -> bool:
    found = modules(path)["XLTourney.bas"]
    return (
        f"Public Function {NAME}(numbers, Optional times)" in found
        and f'{NAME} = python.CallFunction("{NAME}", Array(numbers, times))' in found
    )


def test_excel_add_in(tmp_path: Path) -> None:
    path = tmp_path / "x.xlam"
    command("excel", "build", str(path))
    assert has_wrapper(path)
    with zipfile.ZipFile(path) as package:
        book = package.read("xl/workbook.xml").decode()
    assert f'<x14:definedName name="{NAME}">' in book
    assert f'<x14:argumentDescription index="1">{HELP}<' in book


def test_workbook_with_macros(tmp_path: Path) -> None:
    plain = io.BytesIO()
    Workbook().save(plain)
    path = tmp_path / "x.xlsm"
    path.write_bytes(xlam.to_macro_workbook(plain.getvalue()))
    assert has_wrapper(path)


def test_the_module_that_xlwings_serves() -> None:
    with mock.patch.dict(sys.modules), mock.patch.dict(vars(hosts)):
        sys.modules.pop(UDF_MODULE, None)
        served = importlib.import_module(UDF_MODULE)
    assert NAME in served.__all__
    assert getattr(served, NAME)([[2], [3]], None) == [[1.0], [1.5]]


@pytest.mark.slow
def test_libreoffice(tmp_path: Path) -> None:
    path = tmp_path / "x.oxt"
    command("calc", "build", str(path))
    with zipfile.ZipFile(path) as package:
        types = package.read("functions.idl").decode()
    assert f"sequence< sequence< any > > {NAME}([in] any a1, [in] any a2);" in types
    assert f"XlTourneyAddIn().{NAME}(" in forwarders.format_module()
    assert uno_component.call_from_calc(CATALOGUE[NAME], ((2.0,), (3.0,)), None) == ((1.0,), (1.5,))
    wizard = uno_component.FunctionWizard()
    assert wizard.getFunctionDescription(NAME) == f"Arithmetic of tests: {SUMMARY}"
    assert wizard.getArgumentDescription(NAME, 1) == HELP


@pytest.mark.parametrize("engine", ["formualizer", "formulas"])
def test_engines(engine: str) -> None:
    assert evaluate(f"=SUM({NAME}({{2;3}}))", engine=engine).rows == [[2.5]]
    assert evaluate(f"=_xldudf_CLUB_{NAME}(2,3)", engine=engine).rows == [[3.0]]


IN_THIS_PROCESS = [host for host in HOSTS if host.name in ("Python", "Excel, VBA wrappers")]


@pytest.mark.parametrize("host", IN_THIS_PROCESS, ids=lambda host: host.name)
def test_its_examples_and_conventions_are_in_the_suite(host: Host) -> None:
    cases: list[Any] = [case for case in collect_cases() if case.function == NAME]
    assert len(cases) > 8
    result = run_suite(host, cases)
    assert result.disagreements == [] and result.functions[NAME].agree >= len(cases)


DOCSTRING = """Half of a number:
    twice a quarter.

    It may be negative.

    Parameters
    ----------
    number
        What is halved,
        a number.
    by
        What it is divided by.

    Errors
    ------
    #VALUE!
        The number is a text.

    Notes
    -----
    Valid for all.

    Source
    ------
    A book,
    page 3.

    Examples
    --------
    >>> HALF(4)
    2.0
    >>> HALF([[1], [""]])
    [[0.5], [""]]
    """


def test_a_docstring_is_read_as_help() -> None:
    found = parse_docstring(DOCSTRING, "HALF")
    assert found.summary == "Half of a number: twice a quarter."
    assert found.notes == "It may be negative.\n\nValid for all."
    terms = {"number": "What is halved, a number.", "by": "What it is divided by."}
    assert found.parameters == terms
    assert (found.errors, found.source) == ({"#VALUE!": "The number is a text."}, "A book, page 3.")
    assert found.examples == (((4,), 2.0), (([[1], [""]],), [[0.5], [""]]))
    shared = {"by": SharedHelp("Two.", {"#VALUE!": "By is a text."}), "on": SharedHelp("On.")}
    complete = found.with_shared_help(shared)
    assert complete.parameters == {**terms, "on": "On."}
    assert complete.errors == {"#VALUE!": "By is a text. The number is a text."}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Notes\n    -----", "Remarks\n    -------", "sections are .*Remarks"),
        ("Source\n    ------", "Notes\n    -----", "sections are"),
        ("Examples\n    --------", "Notes\n    -----", "sections are"),
        (">>> HALF(4)", ">>> 4 / 2", "an example must be one call, not 4 / 2"),
        (">>> HALF(4)", ">>> a.HALF(4)", "an example must be one call"),
        (">>> HALF(4)", ">>> OTHER(4)", "an example must call HALF with arguments in order"),
        (">>> HALF(4)", ">>> HALF(number=4)", "an example must call HALF with arguments in order"),
    ],
)
def test_a_docstring_that_is_no_help_is_refused(old: str, new: str, says: str) -> None:
    with pytest.raises(TypeError, match=f"^HALF: .*{says}"):
        parse_docstring(DOCSTRING.replace(old, new), "HALF")


def test_arguments_may_be_named_and_those_without_a_default_are_needed() -> None:
    percent, gbq = CATALOGUE["TP_PERCENT"], CATALOGUE["GBQ"]
    columns = [[55], [40]], [[4], [4]]
    assert percent(60, games=6) == percent(games=6, tps=60) == percent(60, 6) == 50.0
    assert gbq(*columns, places=1) == gbq(*columns, 1)
    assert gbq(*columns, 1, step=1) == gbq(*columns, 1, None, 1) != gbq(*columns, 1)
    for wrong, message in (
        (percent(60), "TP_PERCENT needs games"),
        (percent(games=6), "TP_PERCENT needs tps"),
        (percent(60, 6, 7), "TP_PERCENT takes at most 2 arguments"),
        (gbq(*columns, step=1), "GBQ needs places"),
    ):
        assert (wrong, wrong.message) == ("#VALUE!", message)
    with pytest.raises(TypeError, match="TP_PERCENT has no argument others left to name"):
        percent(60, 6, others=1)
    with pytest.raises(TypeError, match="TP_PERCENT has no argument tps left to name"):
        percent(60, 6, tps=1)
