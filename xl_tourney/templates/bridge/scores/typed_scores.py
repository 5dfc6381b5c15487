"""What is typed as the score of a line: North-South's, East-West's, or percentages.

A number in the cell of East-West is what they score; where only they have one, North-South has the
opposite.  Two numbers from 0 to 100 are percentages, other two each side's own assigned score.
"""

from __future__ import annotations

from ...parts.table import NOT_ZERO, Column, computed
from ..scoring import SessionScoring, all_of, any_of, by_cases, choose, is_one_of
from .contracts import CONTRACT

_NOT_PLAYED = ("NP", "NOT PLAYED")
_PASSED = ("PASS", "P")
_NS, _EW = "{travellers.row[score]}", "{travellers.row[score_ew]}"
_CODE, _CODE_EW = "{row[code]}", "{row[code_ew]}"


def typed_scores(scoring: SessionScoring) -> list[Column]:
    """The score of each side, as it is compared: a number, or a code such as A6040."""
    return [*CONTRACT, *_TEXTS, *_PERCENTAGES, *_NUMBERS, *_counted(scoring), *_FLAGS]


def _blank(key: str) -> str:
    return f'{{row[{key}]}}=""'


def _there(key: str) -> str:
    return f'{{row[{key}]}}<>""'


# Texts --------------------------------------------------------------------------------------------


def _code(key: str, heading: str, score: str) -> Column:
    text = f'=IF({score}="","",IF(ISNUMBER({score}),"",UPPER(TRIM({score}))))'
    return computed.left(key, heading, text, width=11)


_TEXTS = [
    _code("code", "Code", _NS),
    _code("code_ew", "Code EW", _EW),
    computed.count("np", "Not played", f"=IF({is_one_of(_CODE, _NOT_PLAYED)},1,0)"),
    by_cases(
        "shares",
        "Two percentages",
        (f"ISNUMBER({_NS})*ISNUMBER({_EW})=0", "0"),
        (
            any_of(f"{_NS}+{_EW}=0", f"MIN({_NS},{_EW})<0", f"MAX({_NS},{_EW})>FullPercent"),
            "0",
        ),
        otherwise="1",
        number_format=NOT_ZERO,
        width=12,
    ),
]


# Percentages --------------------------------------------------------------------------------------

_OPPOSITE = "FullPercent-PlusPercent"


def _number_of(text: str) -> str:
    return f'VALUE(SUBSTITUTE({text},"%",""))'


def _digits(first: int) -> tuple[str, str]:
    """Two digits of a code such as A6040."""
    tens, ones = (f'FIND(MID({_CODE},{at},1),"0123456789")' for at in (first, first + 1))
    return f'AND(LEN({_CODE})=5,LEFT({_CODE})="A")', f'IFERROR(10*{tens}+{ones}-11,"")'


def _part(second: bool) -> tuple[str, str]:
    """One of the two numbers of a text such as 60/40."""
    slash = f'FIND("/",{_CODE})'
    part = f"MID({_CODE},{slash}+1,LEN({_CODE}))" if second else f"LEFT({_CODE},{slash}-1)"
    return f"ISNUMBER({slash})", f'IFERROR({_number_of(part)},"")'


def _averages(code: str, plus: str, minus: str) -> list[tuple[str, str]]:
    listed = {"A+": plus, "A": "AveragePercent", "A-": minus}
    return [(f'{code}="{text}"', percent) for text, percent in listed.items()]


def _is_fraction(score: str) -> str:
    """Whether a number is 0.6 or the like: what a cell holds when 60% is typed."""
    return f"IF(ISNUMBER({score}),IF({score}>0,IF({score}<1,1,0),0),0)=1"


def _is_percent(code: str) -> str:
    return f'RIGHT({code})="%"'


def _own_percent(score: str, code: str, *others: tuple[str, str]) -> str:
    """The percentage in a cell for its own side."""
    return choose(
        (_is_fraction(score), f"FullPercent*{score}"),
        (f'{code}=""', '""'),
        *_averages(code, "PlusPercent", _OPPOSITE),
        *others,
        (_is_percent(code), f'IFERROR({_number_of(code)},"")'),
    )


_REST = choose(
    (_is_fraction(_NS), f"FullPercent-FullPercent*{_NS}"),
    (f'{_CODE}=""', '""'),
    *_averages(_CODE, _OPPOSITE, "PlusPercent"),
    _digits(4),
    _part(second=True),
    (_is_percent(_CODE), f'IFERROR(FullPercent-{_number_of(_CODE)},"")'),
)
"""The percentage of East-West that follows from the cell of North-South."""

_SCALE = f"IF(MAX({_NS},{_EW})>1,1,FullPercent)"
_TYPED = {
    "ns": choose(
        ("{row[shares]}=1", f"{_NS}*{_SCALE}"),
        otherwise=_own_percent(_NS, _CODE, _digits(2), _part(second=False)),
    ),
    "ew": choose(
        ("{row[shares]}=1", f"{_EW}*{_SCALE}"),
        (f'{_EW}=""', _REST),
        otherwise=_own_percent(_EW, _CODE_EW),
    ),
}


def _whole_percent(typed: str) -> str:
    """A percentage, where it is a whole number from 0 to 99."""
    return choose(
        (f"ISNUMBER({typed})=FALSE", '""'),
        (
            any_of(
                f"{typed}<0", f"{typed}>=FullPercent", f"ROUND({typed},Decimals)<>ROUND({typed},0)"
            ),
            '""',
        ),
        otherwise=f"ROUND({typed},0)",
    )


_PERCENTAGES = [
    *(
        Column(f"typed_{side}", f"Typed percent {side.upper()}", f"={formula}", width=12)
        for side, formula in _TYPED.items()
    ),
    *(
        Column(
            f"percent_{side}",
            f"Percent {side.upper()}",
            f"={_whole_percent(f'{{row[typed_{side}]}}')}",
            width=12,
        )
        for side in _TYPED
    ),
]
"""The percentage that a side is given; blank where its score is one of play."""


# Scores of play -----------------------------------------------------------------------------------

_NUMBERS = [
    by_cases(
        "number_ns",
        "Score of NS",
        (_there("typed_ns"), '""'),
        (f"ISNUMBER({_NS})", _NS),
        (is_one_of(_CODE, _PASSED), "0"),
        (_there("code"), '""'),
        (f"ISNUMBER({_EW})", f'IF({_blank("typed_ew")},0-{_EW},"")'),
        (_there("code_ew"), '""'),
        otherwise="{row[by_contract]}",
        width=11,
    ),
    by_cases(
        "number_ew",
        "Score for EW",
        (_there("typed_ew"), '""'),
        (f"ISNUMBER({_EW})", f"0-{_EW}"),
        (any_of(_there("code_ew"), _there("typed_ns")), '""'),
        otherwise="{row[number_ns]}",
        width=11,
    ),
]
"""The scores of both sides, from North-South's side."""

_GIVEN = tuple(any_of(_there(f"number_{side}"), _there(f"percent_{side}")) for side in _TYPED)


def _two_digits(percent: str) -> str:
    return f'IF(LEN({percent})=1,"0","")&{percent}'


def _counted(scoring: SessionScoring) -> list[Column]:
    own, rest = (
        f'IF({{row[percent_{side}]}}="",{_two_digits(f"{{row[percent_{other}]}}")},'
        f"{_two_digits(f'{{row[percent_{side}]}}')})"
        for side, other in (("ns", "ew"), ("ew", "ns"))
    )
    counts = all_of(*_GIVEN, *(() if scoring.is_match_points else ("{row[split]}=0",)))
    split = choose(
        ("ISNUMBER({row[number_ns]})<>ISNUMBER({row[number_ew]})", "1"),
        ("{row[number_ns]}<>{row[number_ew]}", "1"),
        otherwise="0",
    )
    return [
        computed.count("split", "Split", f"=IF({all_of(*_GIVEN)},{split},0)"),
        *(
            Column(
                key,
                heading,
                f'=IF({counts},IF(ISNUMBER({number}),{number},"A"&{own}&{rest}),"")',
                width=11,
            )
            for key, heading, number in (
                ("score", "Score", "{row[number_ns]}"),
                ("score_ew", "Score against EW", "{row[number_ew]}"),
            )
        ),
        Column("played", "Result", '=IF({row[score]}="","",1)'),
    ]


_FLAGS = [
    by_cases(
        "differs",
        "Not by contract",
        (any_of(_blank("by_contract"), _blank("number_ns"), "{row[split]}=1"), "0"),
        ("{row[by_contract]}={row[number_ns]}", "0"),
        otherwise="1",
        number_format=NOT_ZERO,
        width=12,
    ),
    by_cases(
        "unread",
        "Contract not read",
        (any_of(_there("by_contract"), "{row[np]}=1"), "0"),
        ('{travellers.row[contract]}=""', "0"),
        (all_of('{travellers.row[by]}<>""', '{travellers.row[tricks]}<>""'), "1"),
        (any_of(*(f'{cell}<>""' for cell in (_NS, _EW))), "0"),
        otherwise="1",
        number_format=NOT_ZERO,
        width=12,
    ),
]
"""Whether a typed score is not that of the contract, and whether a contract cannot be read."""
