"""Which calls an engine calculates correctly, or the formula that says so of one call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from xl_tourney.engines.conditions.arguments import (
    binary_divisor,
    full_of_numbers,
    has_few_digits,
    no_blank,
    no_format_of_texts,
    no_text_numbers,
    no_truth_value,
    numbers_as_texts,
    numeric_count,
)
from xl_tourney.engines.conditions.combining import (
    CallCondition,
    Correctness,
    by_argument_count,
    numeric,
    without_array_constants,
    without_lost_references,
    without_ranges,
)
from xl_tourney.engines.conditions.criteria import (
    compared_alike,
    no_ambiguous_dates,
    ordered_by_plain_letters,
    plain_criteria,
    whole_seconds,
)
from xl_tourney.engines.conditions.lookups import (
    exact_where_possible,
    from_one,
    no_blank_descending,
    nothing_below,
    one_dimensional,
    ordered_match,
)
from xl_tourney.grammar.calls import AnyCall
from xl_tourney.grammar.parser import parse

WITH_YEAR = (
    *("?-?-19??", "?-?-20??", "?-??-19??", "?-??-20??"),
    *("?.?.19??", "?.?.20??", "?.??.19??", "?.??.20??"),
)


def no_date_in(cell: str) -> str:
    """The formula that no text in a cell has a digit before a slash, or ends with a year."""
    digits = "+".join(f'COUNTIF({cell},"*{digit}/*")' for digit in range(10))
    years = "+".join(f'COUNTIF({cell},"*{shape}*")' for shape in WITH_YEAR)
    return f'OR(COUNTIF({cell},"*/*")=0,{digits}=0),{years}=0'


def plain(cell: str) -> str:
    """A criterion in a cell that every engine reads alike."""
    return (
        f'OR(ISNUMBER({cell}),ISBLANK({cell}),AND(ISTEXT({cell}),ISERROR(FIND("#",{cell})),'
        f'ISERROR(SEARCH("true",{cell})),ISERROR(SEARCH("false",{cell})),NOT(OR({cell}="<",'
        f'{cell}=">",{cell}="<=",{cell}=">=",AND(LEFT({cell},2)="<>",'
        f"ISNUMBER(--MID({cell},3,99)))))))"
    )


def finite(call: str) -> str:
    return f"AND(ISNUMBER({call}),ABS({call})<1E+300)"


def close(left: str, right: str) -> str:
    return (
        f"SUMPRODUCT(IFERROR((({left})<>({right}))*((({left})-({right}))^2<=1E-28*({left})^2),0))=0"
    )


def exact(cells: str) -> str:
    return (
        f"AND(NOT(ISBLANK(A1)),OR(ISERROR(A1),AND(COUNTBLANK({cells})=0,COUNTIF({cells},A1)=0),"
        f"AND(LOOKUP(A1,{cells})=A1,OR(A1<>0,COUNTBLANK({cells})=0))))"
    )


def digits(cells: str) -> str:
    return "+".join(f'COUNTIF({cells},"*{digit}*")' for digit in range(10))


def no_year(text: str) -> str:
    return ",".join(f'IFERROR(SEARCH("{shape}",{text})<1,TRUE)' for shape in WITH_YEAR)


TEXTS = {text.__name__: text for text in (plain, no_date_in, finite, close, exact, digits, no_year)}
CONDITIONS: dict[str, CallCondition] = {
    "by the count of arguments": by_argument_count(2),
    "numbers": numeric(),
    "numbers and a truth value": numeric(logical_last=True),
    "an argument that is not there": numeric("{2}>0"),
    "no array constants": without_array_constants,
    "no ranges": without_ranges,
    "no lost references": without_lost_references,
    "plain criteria": plain_criteria(1),
    "nothing below what is looked for": nothing_below("INDEX({2},0,1)", 3),
    "nothing above what is looked for in descending order": nothing_below("{2}", 2),
    "times of whole seconds": whole_seconds,
    "criteria that blanks may meet": plain_criteria(1, counts_blanks=False),
    "criteria of sums": plain_criteria(1, summed=2),
    "comparisons": compared_alike,
    "order": ordered_by_plain_letters,
    "full of numbers": full_of_numbers(1, 3),
    "from one": from_one,
    "of one dimension": one_dimensional,
    "no blank in descending order": no_blank_descending,
    "no blank": no_blank,
    "exact where possible": exact_where_possible,
    "no ambiguous dates": no_ambiguous_dates(0),
    "no ambiguous dates in every second argument": no_ambiguous_dates(-1),
    "no truth value": no_truth_value,
    "numbers as texts": numbers_as_texts,
    "few digits": has_few_digits,
    "no format of texts": no_format_of_texts,
    "a number of characters": numeric_count,
    "a binary divisor": binary_divisor,
    "an ordered match": ordered_match,
    "no numbers in texts": no_text_numbers,
}
WHETHER = {"yes": True, "no": False}


def read_cases() -> Iterator[tuple[str, str, Correctness]]:
    """The name of a condition, a call, and whether it is correct, from ``calls.txt``."""
    condition = ""
    for line in Path(__file__).with_name("calls.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            condition = line.strip("[]")
        elif line and not line.startswith("#"):
            call, _, formula = line.partition(" => ")
            said = re.sub(r"\{([a-z_]+) (.+?)\}", _text, formula)
            yield condition, call, WHETHER.get(said, said)


def _text(found: re.Match[str]) -> str:
    return TEXTS[found[1]](*found[2].split(" "))


CASES = list(read_cases())


def test_every_condition_is_asked() -> None:
    assert {name for name, _, _ in CASES} == set(CONDITIONS)


@pytest.mark.parametrize(("name", "call", "correct"), CASES, ids=str)
def test_which_calls_are_correct(name: str, call: str, correct: Correctness) -> None:
    assert CONDITIONS[name](cast(AnyCall, parse(call).root)) == correct
