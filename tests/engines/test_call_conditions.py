"""Which calls an engine calculates correctly, by their text or by the values of their arguments."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import rows_in
from xl_tourney.engines.conditions.arguments import (
    binary_divisor,
    compared_alike,
    has_few_digits,
    joins_apart,
    no_ambiguous_dates,
    no_ambiguous_texts,
    no_blank,
    no_format_of_texts,
    no_text_numbers,
    no_truth_value,
    numbers_as_texts,
    numeric_count,
    ordered_by_plain_letters,
    plain_criteria,
    short_months_alike,
    sorted_by_plain_letters,
    well_conditioned,
)
from xl_tourney.engines.conditions.columns import SheetValues, Used
from xl_tourney.engines.conditions.evaluation import Evaluation, Places, UnknownError
from xl_tourney.engines.conditions.lookups import (
    exact_where_possible,
    from_one,
    in_search_order,
    nothing_below,
    one_dimensional,
    ordered_match,
)
from xl_tourney.engines.conditions.predicates import (
    CallCondition,
    CorrectWhere,
    by_argument_count,
    numeric,
    satisfies,
    without_array_constants,
    without_lost_references,
    without_ranges,
)
from xl_tourney.grammar.calls import AnyCall
from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.references import CellAddress, parse_cell_reference

CONDITIONS: dict[str, CallCondition] = {
    "by the count of arguments": by_argument_count(2),
    "numbers": numeric(),
    "an argument that is not there": numeric("{2}>0"),
    "no array constants": without_array_constants,
    "no ranges": without_ranges,
    "no lost references": without_lost_references,
    "plain criteria": plain_criteria(1),
    "nothing below what is looked for": nothing_below("INDEX({2},0,1)", 3),
    "nothing above what is looked for in descending order": nothing_below("{2}", 2),
    "by halves in order": in_search_order("{2}", 3),
    "no ambiguous times and dates": no_ambiguous_texts,
    "criteria that blanks may meet": plain_criteria(1, counts_blanks=False),
    "criteria of sums": plain_criteria(1, summed=2),
    "comparisons": compared_alike,
    "order": ordered_by_plain_letters,
    "keys in order": sorted_by_plain_letters(1),
    "full of numbers": satisfies(
        "COUNT({1})=ROWS({1})*COLUMNS({1})", "COUNT({3})=ROWS({3})*COLUMNS({3})"
    ),
    "from one": from_one,
    "of one dimension": one_dimensional,
    "no blank in descending order": by_argument_count(3, satisfies("OR({3}>=0,NOT(ISBLANK({1})))")),
    "no blank": no_blank,
    "exact where possible": exact_where_possible,
    "no ambiguous dates": no_ambiguous_dates(0),
    "no ambiguous dates in every second argument": no_ambiguous_dates(-1),
    "no truth value": no_truth_value,
    "numbers as texts": numbers_as_texts,
    "few digits": has_few_digits,
    "well conditioned": well_conditioned,
    "joined apart": joins_apart,
    "names of months": short_months_alike,
    "no format of texts": no_format_of_texts,
    "a number of characters": numeric_count,
    "a binary divisor": binary_divisor,
    "an ordered match": ordered_match,
    "no numbers in texts": no_text_numbers,
}
WHETHER = {"yes": True, "no": False}


def read_cases() -> Iterator[tuple[str, str, str, str]]:
    """The name of a condition, a call, values of cells, and what is said, from ``calls.txt``."""
    condition = ""
    for line in Path(__file__).with_name("calls.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            condition = line.strip("[]")
        elif line and not line.startswith("#"):
            call, _, said = line.partition(" => ")
            call, _, cells = call.partition(" with ")
            yield condition, call, cells, said


def read_values(cells: str) -> dict[tuple[int, int], Any]:
    values = {}
    for cell, value in re.findall(r'([A-Z][0-9])=("[^"]*"|\S+)', cells):
        is_error = value[0] == "#"
        found = ErrorValue(value) if is_error else json.loads(value)
        is_number = type(found) in (int, float)
        values[parse_cell_reference(cell)] = float(found) if is_number else found
    return values


CASES = list(read_cases())


def test_every_condition_is_asked() -> None:
    assert {name for name, _, _, _ in CASES} == set(CONDITIONS)


@pytest.mark.parametrize(("name", "text", "cells", "said"), CASES, ids=str)
def test_which_calls_are_correct(name: str, text: str, cells: str, said: str) -> None:
    """The call stands in C1, where it has the value that this cell has."""
    call = cast(AnyCall, parse(text).root)
    correct = CONDITIONS[name](call)
    if isinstance(correct, bool):
        assert not cells
        assert correct is WHETHER[said]
        return
    values = read_values(cells)
    sheet = SheetValues(lambda _, range_: rows_in(values, range_), lambda name: Used(name, 9, int))
    places = Places(CellAddress("Sheet", 1, 3), [1], [3])
    evaluation = Evaluation(sheet, places, {text: [values.get((1, 3))]})
    try:
        (found,) = evaluation.decide(CorrectWhere(correct))
    except UnknownError:
        assert said == "asks"
    else:
        assert found is WHETHER[said]
