"""Which calls an engine calculates correctly, or the formula that says so of one call."""

from __future__ import annotations

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


EXACT = (
    "AND(NOT(ISBLANK(A1)),OR(ISERROR(A1),AND(COUNTBLANK({0})=0,COUNTIF({0},A1)=0),"
    "AND(LOOKUP(A1,{0})=A1,OR(A1<>0,COUNTBLANK({0})=0))))"
)
CASES: dict[str, tuple[CallCondition, dict[str, Correctness]]] = {
    "by the count of arguments": (
        by_argument_count(2),
        {"F(1)": True, "F(1,2)": False},
    ),
    "numbers": (
        numeric(),
        {
            "F(A1)": "IF(OR(ISERROR(A1)),AND(OR(ISNUMBER(A1),ISERROR(A1))),"
            f"AND(ISNUMBER(A1),{finite('F(A1)')}))",
            "F(,1)": False,
        },
    ),
    "numbers and a truth value": (
        numeric(logical_last=True),
        {
            "F(A1,B1)": "IF(OR(ISERROR(A1),ISERROR(B1)),AND(OR(ISNUMBER(A1),ISERROR(A1)),"
            "OR(ISLOGICAL(B1),ISERROR(B1))),AND(ISNUMBER(A1),ISLOGICAL(B1),"
            f"{finite('F(A1,B1)')}))",
        },
    ),
    "an argument that is not there": (numeric("{2}>0"), {"F(A1)": False}),
    "no array constants": (
        without_array_constants,
        {"F({1})": False, "F(1+SUM({1,2}))": False, "F(1)": True},
    ),
    "no ranges": (
        without_ranges,
        {"F(A1:A2)": False, "F(A1:INDEX(B:B,2))": False, 'F(A1,"A:B")': True},
    ),
    "no lost references": (
        without_lost_references,
        {"F(1+#REF!)": False, "F(#N/A)": True, 'F("#REF!")': True},
    ),
    "plain criteria": (
        plain_criteria(1),
        {
            'F(A1:A9,"x")': True,
            'F(A1:A9,">3")': True,
            'F(A1:A9,">")': False,
            'F(A1:A9,"<>-1.5")': False,
            'F(A1:A9,"=TRUE")': False,
            'F(A1:A9,"a#")': False,
            "F(A1:A9,#N/A)": False,
            "F(A1:A9,-3)": True,
            'F(A1:A9,"")': True,
            'F(A1:A9,"<>x")': True,
            'F(A1:A9,B1,C1:C9,"x",D1:D9,E1)': f"AND({plain('B1')},{plain('E1')})",
        },
    ),
    "nothing below what is looked for": (
        nothing_below("INDEX({2},0,1)", 3),
        {
            "F(A1,B1:C9,2,FALSE)": True,
            "F(A1,B1:C9,2,)": True,
            "F(A1,B1:C9,2)": "AND(IF(ISNA(F(A1,B1:C9,2)),IF(ISERROR(A1),TRUE,"
            'COUNTIF(INDEX(B1:C9,0,1),"<="&A1)=0),TRUE))',
            "F(A1,B1:C9,2,D1)": "IF(D1,AND(IF(ISNA(F(A1,B1:C9,2,D1)),IF(ISERROR(A1),TRUE,"
            'COUNTIF(INDEX(B1:C9,0,1),"<="&A1)=0),TRUE)),TRUE)',
        },
    ),
    "nothing above what is looked for in descending order": (
        nothing_below("{2}", 2),
        {
            "F(A1,B1:B9,0)": True,
            "F(A1,B1:B9,-1)": "AND(IF(ISNA(F(A1,B1:B9,-1)),IF(ISERROR(A1),TRUE,"
            'COUNTIF(B1:B9,">="&A1)=0),TRUE))',
        },
    ),
    "times of whole seconds": (
        whole_seconds,
        {
            "F(1,A1*2,)": True,
            "F(A1:A9)": 'AND(COUNTIF(A1:A9,"*?:?*:?*.?*")=0)',
            "F(LEFT(A1,9))": 'AND(IFERROR(SEARCH("?:?*:?*.?",LEFT(A1,9))<1,TRUE))',
        },
    ),
    "criteria that blanks may meet": (
        plain_criteria(1, counts_blanks=False),
        {
            'F(A1:A9,"")': "AND(COUNTA(A1:A9)=ROWS(A1:A9)*COLUMNS(A1:A9))",
            'F(A1:A9,"=")': False,
            'F(A1:A9,"<>x")': False,
            'F(A1:A9,"=x")': True,
            "F(A1:A9,B1)": f'AND(AND({plain("B1")},LEN(B1)>0,B1<>"=",'
            'OR(B1="<>",LEFT(B1,2)<>"<>")))',
        },
    ),
    "criteria of sums": (
        plain_criteria(1, summed=2),
        {'F(A1:A9,"x")': True, 'F(A1:A9,"x",C1:C9)': "AND(ISNUMBER(SUM(C1:C9)))"},
    ),
    "comparisons": (
        compared_alike,
        {
            "A1=B1": "AND(IF(AND(ISNUMBER(A1),ISNUMBER(B1)),"
            "OR(A1=B1,ABS((A1)-(B1))>1E-14*ABS(A1)),TRUE),"
            "IF(AND(ISTEXT(A1),ISTEXT(B1)),"
            "IF(A1=B1,TRUE,IF(LEN(A1)<>LEN(B1),TRUE,UPPER(A1)<>UPPER(B1))),TRUE))",
            "A1=2": "IF(AND(ISNUMBER(A1),ISNUMBER(2)),OR(A1=2,ABS((A1)-(2))>1E-14*ABS(A1)),TRUE)",
            'A1="a"': True,
            'A1=""': True,
            "A1:A3=B1*2": close("A1:A3", "B1*2"),
            "A1*2=B1:B2": close("A1*2", "B1:B2"),
        },
    ),
    "order": (
        ordered_by_plain_letters,
        {"A1<2": True, "A1<B1*2": True, '"a">"b"': True, "A1:A9>B1": True},
    ),
    "full of numbers": (
        full_of_numbers(1, 3),
        {
            "F(A1:A2,B1,C1:C2)": "AND(COUNT(A1:A2)=ROWS(A1:A2)*COLUMNS(A1:A2),"
            "COUNT(C1:C2)=ROWS(C1:C2)*COLUMNS(C1:C2))",
        },
    ),
    "from one": (
        from_one,
        {
            "INDEX(A1:B9,1,0)": True,
            "INDEX(A1:B9,B1,2,C1)": "AND(IF(ISERROR(B1),TRUE,B1>=1))",
            "INDEX(A1:B9,-1)": False,
            "INDEX(A1:B9,,1)": False,
            "INDEX(A1:B9,1.5)": False,
        },
    ),
    "of one dimension": (
        one_dimensional,
        {
            "INDEX(A1:A9,2)": True,
            "INDEX(A1:B1,2)": True,
            "INDEX(A1:B9,2)": False,
            "INDEX(A1:B9,1,2)": True,
            "INDEX({1,2},1)": True,
            "INDEX({1;2},1)": True,
            "INDEX({1,2;3,4},1)": False,
            "INDEX(Name,1)": "OR(ROWS(Name)=1,COLUMNS(Name)=1)",
            "INDEX(A0:A1,1)": "OR(ROWS(A0:A1)=1,COLUMNS(A0:A1)=1)",
        },
    ),
    "no blank in descending order": (
        no_blank_descending,
        {
            "MATCH(A1,B1:B9)": True,
            "MATCH(A1,B1:B9,0)": True,
            "MATCH(A1,B1:B9,C1)": "AND(OR(C1>=0,NOT(ISBLANK(A1))))",
        },
    ),
    "no blank": (
        no_blank,
        {"F(A1)": True, "F(A1,B1)": "AND(NOT(ISBLANK(A1)),NOT(ISBLANK(B1)))"},
    ),
    "exact where possible": (
        exact_where_possible,
        {
            "LOOKUP(A1)": False,
            "LOOKUP(A1,{1,2,3})": True,
            "LOOKUP(A1,{3,2})": False,
            'LOOKUP(A1,{"a","b"})': False,
            "LOOKUP(A1,B1:B9)": EXACT.format("B1:B9"),
            "LOOKUP(A1,@Name)": EXACT.format("@Name"),
            'LOOKUP(A1,1/(B1:B9<>""))': False,
            "LOOKUP(A1,2*B1:B9)": False,
            'LOOKUP(A1,"x")': False,
        },
    ),
    "no ambiguous dates": (
        no_ambiguous_dates(0),
        {
            'F("1/2/2023")': False,
            'F("x")': True,
            "F(A1)": f"AND({no_date_in('A1')})",
            'F(A1&"")': 'AND(IFERROR(FIND("/",A1&"")<1,TRUE),'
            + ",".join(f'IFERROR(SEARCH("{shape}",A1&"")<1,TRUE)' for shape in WITH_YEAR)
            + ")",
            "F(-2,A1)": True,
            "F(TRUE)": True,
            "F(,1)": True,
        },
    ),
    "no ambiguous dates in every second argument": (
        no_ambiguous_dates(-1),
        {
            'F(A1,"1/2",B1)': False,
            'F(A1,B1,"1/2/2023",C1,D1)': f"AND({no_date_in('B1')},{no_date_in('C1')})",
        },
    ),
    "no truth value": (
        no_truth_value,
        {
            "F(TRUE)": False,
            "F(A1)": "AND(NOT(ISLOGICAL(A1)))",
            "F(2*A1:A9)": True,
            "F(A1:A9*2)": "AND(NOT(ISLOGICAL(A1:A9*2)))",
            'F(A1:A9&"x")': 'AND(NOT(ISLOGICAL(A1:A9&"x")))',
            'F(1,"x")': True,
            "F(SUM(A1:A9))": "AND(NOT(ISLOGICAL(SUM(A1:A9))))",
        },
    ),
    "numbers as texts": (
        numbers_as_texts,
        {'F("12",A1)': True, 'F("1.5")': False, 'F("-3")': True, 'F("a"&A1)': False},
    ),
    "few digits": (
        has_few_digits,
        {
            'F("1"&A1)': True,
            "F(12)": True,
            "F(1.5)": "AND(IF(ISNUMBER(1.5),LEN(1.5)<17,TRUE))",
        },
    ),
    "no format of texts": (
        no_format_of_texts,
        {
            'TEXT(A1,"0.0")': True,
            'TEXT(A1,"@")': True,
            'TEXT(A1,"0;0")': "NOT(ISTEXT(A1))",
            'TEXT(A1,"[h]:mm")': True,
            'TEXT(A1,"[hh]:H")': False,
            'TEXT(A1,"[m]:h")': True,
            'TEXT(A1,"0""@""")': True,
            'TEXT(A1,"0\\@")': True,
            "TEXT(A1,B1)": 'AND(OR(NOT(ISTEXT(A1)),B1="@",AND(ISERROR(FIND("@",B1)),'
            'ISERROR(FIND(";",B1)))),OR(ISERROR(FIND("[",B1)),ISERROR(FIND("""",B1))))',
        },
    ),
    "a number of characters": (
        numeric_count,
        {
            "LEFT(A1,B1)": "AND(NOT(ISLOGICAL(A1)),ISNUMBER(B1))",
            "LEFT(A1,2)": "AND(NOT(ISLOGICAL(A1)))",
            'LEFT("a",B1)': "AND(ISNUMBER(B1))",
            'LEFT("a",2)': True,
            "LEFT(A1,)": False,
            'LEFT(A1,"")': False,
        },
    ),
    "a binary divisor": (
        binary_divisor,
        {
            "MOD(A1)": False,
            "MOD(A1,2)": True,
            "MOD(A1,B1)": "AND(OR(ISERROR(B1),B1*1024=INT(B1*1024)))",
        },
    ),
    "an ordered match": (
        ordered_match,
        {
            "MATCH(A1,B1:B9,0)": True,
            "MATCH(A1,B1:B9,false)": True,
            "MATCH(A1,B1:B9,-1)": False,
            "MATCH(A1,B1:B9)": 'AND(MATCH(A1,B1:B9)=COUNTIF(B1:B9,"<="&A1))',
            "MATCH(A1,B1:B9,1)": 'AND(MATCH(A1,B1:B9,1)=COUNTIF(B1:B9,"<="&A1))',
        },
    ),
    "no numbers in texts": (
        no_text_numbers,
        {
            "SUM(A1,2)": True,
            "SUM(A1:A9)": 'AND(COUNTA(A1:A9)=COUNT(A1:A9)+COUNTIF(A1:A9,"*"),'
            + "+".join(f'COUNTIF(A1:A9,"*{digit}*")' for digit in range(10))
            + "=0)",
        },
    ),
}


@pytest.mark.parametrize(
    ("condition", "formula", "correct"),
    [
        pytest.param(condition, formula, correct, id=f"{name}: {formula}")
        for name, (condition, formulas) in CASES.items()
        for formula, correct in formulas.items()
    ],
)
def test_which_calls_are_correct(
    condition: CallCondition, formula: str, correct: Correctness
) -> None:
    assert condition(cast(AnyCall, parse(formula).root)) == correct
