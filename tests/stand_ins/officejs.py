"""The Office.js add-in in headless Chromium: its own page, over a stand-in for Office.js."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from xl_tourney.catalogue.cells import Block, is_blank, is_error, to_block
from xl_tourney.chromium import find_browser
from xl_tourney.conformance.differences import LATER, NEWEST, errors_are_value
from xl_tourney.conformance.hosts import Host, HostCall, KnownDifference
from xl_tourney.desk.site import pane_files
from xl_tourney.errors import OptionError
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.officejs.pyodide_files import load_files
from xl_tourney.hosts.officejs.site import PAGE, build_files, content_security_policy

from .chromium import run_page
from .pyodide import explain_missing_pyodide, pyodide_package_folder

NAME = "Office.js, Chromium"
NOT_RETURNED = ("#NAME?", "#REF!", *NEWEST, *LATER)
STAND_IN = "office_stand_in.js"
DRIVER = b"""
const values = await standIn.runCalls("/calls.json");
await fetch("/result", { method: "POST", body: JSON.stringify({ values }) });
"""


def build_driven_files(
    pyodide_files: Mapping[str, bytes], calls: Sequence[HostCall], driver: bytes = DRIVER
) -> dict[str, bytes]:
    """The add-in's files with the stand-in in place of Office.js, and what drives the page."""
    files = build_files("https://localhost", pyodide_files, STAND_IN, pane_files())
    return files | {
        STAND_IN: Path(__file__).with_name(STAND_IN).read_bytes(),
        "driver.js": driver,
        "calls.json": json.dumps(list(map(_to_json, calls))).encode(),
    }


def header_policy() -> str:
    """The policy of the page, as a header for every file."""
    return content_security_policy(STAND_IN)


def _to_json(call: HostCall) -> tuple[str, list[Any]]:
    """A call with its arguments as Excel gives them, all of them."""
    parameters = CATALOGUE[call.case.function].parameters
    arguments = [*call.case.arguments, *[None] * (len(parameters) - len(call.case.arguments))]
    return call.case.function, [
        _encode(argument, p.kind.takes_range) for argument, p in zip(arguments, parameters)
    ]


def _encode(argument: Any, is_matrix: bool) -> Any:
    if argument is None:
        return None
    if isinstance(argument, (list, tuple)) or is_matrix:
        return [[_encode_cell(cell) for cell in row] for row in to_block(argument)]
    return _encode_cell(argument)


def _encode_cell(cell: Any) -> Any:
    if is_error(cell):
        return {"error": str(cell)}
    return "" if is_blank(cell) else cell


def to_rows(value: Any) -> Block:
    """The cells of a result."""
    return [
        [cell["error"] if isinstance(cell, dict) else cell for cell in row]
        for row in to_block(value)
    ]


def make_calculate(driver: bytes = DRIVER) -> Callable[[Sequence[HostCall]], Iterator[Block]]:
    """A function that calculates calls in the page."""

    def calculate(calls: Sequence[HostCall]) -> Iterator[Block]:
        files = build_driven_files(load_files(pyodide_package_folder()), calls, driver)
        (result,) = run_page(PAGE, files, header_policy())
        yield from map(to_rows, result["values"])

    return calculate


def explain_absence() -> str:
    """What to install; empty if nothing is missing."""
    try:
        find_browser()
    except OptionError as error:
        return str(error)
    return explain_missing_pyodide()


OFFICE_JS = Host(
    NAME,
    make_calculate(),
    ("cells",),
    explain_absence=explain_absence,
    runs_in="Chromium over a stand-in for Office.js, without Excel",
    differences=(
        KnownDifference(
            f"an error that no function of Office.js can return: {' '.join(NOT_RETURNED)}",
            "is `#VALUE!`",
            (NAME,),
            errors_are_value(*NOT_RETURNED),
        ),
    ),
)
