"""What an engine gets wrong is data; a case that a newer engine has mended leaves the list."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import formualizer
import pytest

from tests.same import same
from xl_tourney.address import parse_cell
from xl_tourney.engines.base import Mistake
from xl_tourney.engines.formualizer import ENGINE
from xl_tourney.engines.mistakes import FORMUALIZER
from xl_tourney.recalc import arrays
from xl_tourney.recalc.keeping import Keeper


def by_engine(formula: str, cells: Mapping[str, object] | None = None) -> object:
    """A formula's value by the engine itself, an error as its kind."""
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("Case")
    for address, value in (cells or {}).items():
        sheet.set_value(*parse_cell(address), value)
    sheet.set_formula(1, 20, f"={formula}")
    value = workbook.evaluate_cell("Case", 1, 20)
    return f"#{value['kind']}" if isinstance(value, dict) else value


@pytest.mark.parametrize("mistake", FORMUALIZER, ids=lambda mistake: mistake.case)
def test_the_mistake_is_still_made(mistake: Mistake) -> None:
    assert not same(by_engine(mistake.case, mistake.cells), mistake.excel), (
        "mended: take it off the list"
    )


@pytest.mark.parametrize("mistake", FORMUALIZER, ids=lambda mistake: mistake.case)
def test_its_case_is_kept(mistake: Mistake) -> None:
    why = Keeper(ENGINE, ()).verdict(mistake.case, array=False).why_kept
    assert why == f"formualizer is known to get {mistake.function} wrong"


@pytest.mark.parametrize(
    ("call", "calls_over"),
    [("ATAN2(1,2)", True), ("COS(1)", True), ("IF(TRUE,1,2)", True), ("IFERROR(3,2)", True)]
    + [(call, False) for call in ("ABS(1)", "ROUND(2.55,1)", 'LEN("abc")', "YEAR(45000)")]
    + [(call, False) for call in ("MOD(5,3)", 'TEXT(5,"00")', "ISNUMBER(1)", "DATE(2024,1,2)")],
)
def test_which_functions_it_calls_for_every_value(call: str, calls_over: bool) -> None:
    name, _, arguments = call.partition("(")
    first, *rest = arguments[:-1].split(",")
    over = by_engine(f"INDEX({name}({','.join([f'{{{first},{first}}}', *rest])}),1,2)")
    assert same(over, by_engine(call)) is calls_over
    assert (name in ENGINE.calls_over) is calls_over
    assert name in arrays.SINGLE


def test_the_page_of_differences_names_every_mistake() -> None:
    page = (Path(__file__).parents[2] / "docs" / "differences.md").read_text("utf-8")
    engines = page.partition("## Engines")[2].replace(".MATH`", "").replace("ISO forms", "")
    families = {mistake.function.removeprefix("ISO.").partition(".")[0] for mistake in FORMUALIZER}
    assert [name for name in sorted(families) if name not in engines] == []
