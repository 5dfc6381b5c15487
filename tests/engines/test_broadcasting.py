"""What Python calculates of arrays is what the engine gives for each of their values."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import NotCalculated
from xl_tourney.engines.formualizer.broadcasting import Array, Broadcasting, _Calls
from xl_tourney.engines.formualizer.workbook import configuration
from xl_tourney.grammar.spreadsheet_functions import SCALAR_PARAMETERS, lines_of, values_of

NUMBERS = [0.0, None, 1.0, -1.0, 2.5, -2.5, 0.125, 2.675, 1.005, -0.45, 7.0, 1e6, 123456.789, 1e-7]
WHOLE = [0.0, None, 1.0, -1.0, 2.0, 7.0, -7.0, 12.0, -12.0, 1e6, 999_999_999.0]
TEXTS = ["", None, "a", "Abc", "ab12", " two  words ", "aXbXc", "A.b", "12", "x" * 40]
FOREIGN = ["Köln", "e\u0301té X", "ß→中"]
SAMPLES: dict[str, list[Any]] = {
    "number": NUMBERS,
    "whole": WHOLE,
    "divisor": [1.0, -1.0, 2.0, -3.0, 7.0],
    "count": [0.0, None, 1.0, 3.0, 50.0],
    "place": [1.0, 2.0, 5.0, 60.0],
    "places": [-3.0, -1.0, 0.0, None, 1.0, 2.0, 5.0],
    "week": [1.0, 2.0],
    "day": [61.0, 366.0, 367.0, 36_525.0, 45_351.0, 45_352.0, 2_958_465.0],
    "text": [*TEXTS, *FOREIGN],
    "letters": TEXTS,
    "words": ["a", "B", "X", "zz", "12"],
    "value": ["a", "", None, True, False, 0.0, 1.5, ErrorValue("#N/A"), ErrorValue("#DIV/0!")],
}
"""Values of each kind, those at its limits first of all."""


def broadcasting() -> Broadcasting:
    return Broadcasting(configuration())


@pytest.mark.parametrize("function,kinds", [(name, kinds) for name, (kinds, _) in lines_of("each")])
def test_python_and_the_engine_agree_about_plain_values(
    function: str, kinds: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_Calls, "_are_correct", lambda _, found, __: [True] * len(found))
    rows = [*product(*(SAMPLES[kind] for kind in kinds.split(",")))]
    arrays = [Array([[value] for value in column]) for column in zip(*rows)]
    helper = broadcasting()
    found = helper._by_expression(function, arrays, len(rows), 1)
    expected = _Calls(configuration(), function, {}, {}).values(rows)
    assert found is not None
    differing = {
        row: (one, other)
        for row, one, other in zip(rows, found, expected)
        if (type(one), one) != (type(other), other)
    }
    assert not differing


RANGE = [3.0, 1.0, None, "a", "B", 3.0, "team 12", -2.5, 0.1 + 0.2, "", "Ab", 0.0]
VALUES = [1.5, None, 4.0, 2.0, "x", 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 0.1]
CRITERIA = [
    *(3.0, 1.0, 0.0, 7.0, -2.5, 0.3, "a", "A", "b", "team 12", "TEAM 12", "none", "", None),
    *(">1", "<=3", "<0", ">=-2.5", "<>3", "<>", "=", "a*", "?", "~a", "3", "1/2", "<b", "12"),
]


@pytest.mark.parametrize("function", values_of("gathers"))
def test_an_index_and_the_engine_find_the_same(function: str) -> None:
    helper, range_, values = (
        broadcasting(),
        *([[value] for value in them] for them in (RANGE, VALUES)),
    )
    places = SCALAR_PARAMETERS[function] or ()
    known = 0
    for criterion in CRITERIA:
        arguments: list[Any] = [range_, criterion]
        if function == "MATCH":
            arguments = [criterion, range_, 0.0]
        elif places[0] == 2:
            arguments = [values, range_, criterion, range_, "<9"]
        elif not function.startswith("COUNT"):
            arguments.append(values)
        arrays = [*map(Array, arguments)]
        is_scalar = [place in places for place in range(len(arrays))]
        found = helper._by_index(function, arrays, is_scalar, 1, 1)
        if found is not None:
            ranges = {i: array for i, array in enumerate(arrays) if not is_scalar[i]}
            (expected,) = helper._by_engine(function, arrays, ranges, 1, 1) or [None]
            if expected is not None and not isinstance(expected, NotCalculated):
                known += 1
                assert found == [expected], criterion
    assert known > 10


def test_a_handle_is_for_the_values_that_its_range_has_now() -> None:
    helper = broadcasting()
    first = helper.shared.share(1.0, [[1.0], [2.0], [2.0]])
    assert helper.call("COUNTIF", first, [[1.0, 2.0]]) == [[1.0, 2.0]]
    second = helper.shared.share(1.0, [[1.0], [1.0], [2.0]])
    assert helper.call("COUNTIF", second, [[1.0, 2.0]]) == [[2.0, 1.0]]
    assert helper.call("COUNTIF", second, second) == [[2.0], [2.0], [1.0]]


def test_calls_with_more_arguments_are_others() -> None:
    """The values of the second call took the place of the formulas of the first."""
    helper = broadcasting()
    names, others = [["Ada"], ["Ben"]], [["Hill"], ["Hull"]]
    assert helper.call("CONCATENATE", names, " ", others) == [["Ada Hill"], ["Ben Hull"]]
    found = helper.call("CONCATENATE", names, ".", others, "@club.org")
    assert found == [["Ada.Hill@club.org"], ["Ben.Hull@club.org"]]
    assert helper.call("CONCATENATE", names, others) == [["AdaHill"], ["BenHull"]]
