"""The score of a line from contract, declarer and tricks, and the tables to look it up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....catalogue.expression import Term, formula_of, symbol
from ....functions.bridge.contracts import (
    PASSED_OUT,
    TRICKS,
    all_contracts,
    penalty,
    score_beyond,
)
from ...parts import theme
from ...parts.table import Column, computed
from ..scoring import any_of, by_cases, is_one_of

Rows = list[dict[str, object]]

SYMBOLS = {
    " ": "",
    "\N{VARIATION SELECTOR-16}": "",
    "\N{BLACK SPADE SUIT}": "S",
    "\N{BLACK HEART SUIT}": "H",
    "\N{BLACK DIAMOND SUIT}": "D",
    "\N{BLACK CLUB SUIT}": "C",
    "NT": "N",
    "*": "X",
}
"""How people write a contract, and what stands for it in the table."""

PASSES = (PASSED_OUT, "P", "AP", "ALLPASS", "PASSED", "PASSOUT", "PASSEDOUT")
"""The spellings of a board that was passed out."""


def _substitute(text: str, changes: Mapping[str, str]) -> str:
    for old, new in changes.items():
        text = f'SUBSTITUTE({text},"{old}","{new}")'
    return text


_CONTRACT, _BY, _TRICKS = (f"{{travellers.row[{key}]}}" for key in ("contract", "by", "tricks"))
_TRICKS_DUE = "INDEX({contracts[due]},{row[bid_no]})"


def _by_vulnerability(keys: str) -> str:
    return f"INDEX({{contracts[{keys}]}},{{row[bid_no]}},1+{{row[vulnerable]}})"


_MINUS = "\N{MINUS SIGN}"
_VULNERABLE = "INDEX({boards[vulnerable]},{row[block]})"


def _without_sign(sign: str) -> str:
    factor = "0-" if sign == "-" else ""
    return f'IFERROR({factor}VALUE(SUBSTITUTE({{row[taken]}},"{sign}","")),"")'


def _penalty_of(down: Term) -> Term:
    column = _by_vulnerability("down:down_vul")
    return symbol(f"INDEX({{penalties[down:down_vul_xx]}},{down.formula},{column})")


_DECLARED = formula_of(
    lambda over, made, extra: score_beyond(over, made, extra, _penalty_of),
    "{row[over]}",
    _by_vulnerability("made:made_vul"),
    _by_vulnerability("extra:extra_vul"),
)

CONTRACT = [
    computed.left(
        "bid", "Bid", f'=IF({_CONTRACT}="","",{_substitute(f"UPPER({_CONTRACT})", SYMBOLS)})'
    ),
    computed.count("passed", "Passed out", f"=IF({is_one_of('{row[bid]}', PASSES)},1,0)"),
    computed.count(
        "bid_no",
        "No. of bid",
        '=IF({row[bid]}="",0,SUMPRODUCT(({contracts[contract]}={row[bid]})*{contracts[no]}))',
    ),
    computed.left(
        "taken", "Taken", f'=IF({_TRICKS}="","",SUBSTITUTE(TRIM({_TRICKS}),"{_MINUS}","-"))'
    ),
    by_cases(
        "beyond",
        "Tricks beyond",
        (any_of("{row[bid_no]}=0", '{row[taken]}=""'), '""'),
        ('{row[taken]}="="', "0"),
        ('LEFT({row[taken]})="+"', _without_sign("+")),
        ('LEFT({row[taken]})="-"', _without_sign("-")),
        otherwise=f'IFERROR(VALUE({{row[taken]}})-{_TRICKS_DUE},"")',
        width=12,
    ),
    by_cases(
        "over",
        "Over or under",
        ("ISNUMBER({row[beyond]})=FALSE", '""'),
        (
            any_of(
                "INT({row[beyond]})<>{row[beyond]}",
                f"{{row[beyond]}}+{_TRICKS_DUE}<0",
                f"{{row[beyond]}}+{_TRICKS_DUE}>AllTricks",
            ),
            '""',
        ),
        otherwise="{row[beyond]}",
        width=12,
    ),
    by_cases(
        "declaring",
        "Declaring",
        (f'{_BY}=""', '""'),
        (is_one_of(f"UPPER(TRIM({_BY}))", ("N", "S")), '"NS"'),
        (is_one_of(f"UPPER(TRIM({_BY}))", ("E", "W")), '"EW"'),
    ),
    by_cases(
        "vulnerable",
        "Vulnerable",
        (any_of('{row[declaring]}=""', f'{_VULNERABLE}=""'), '""'),
        (any_of(f"{_VULNERABLE}=Vulnerable_All", f"{_VULNERABLE}={{row[declaring]}}"), "1"),
        otherwise="0",
        width=11,
    ),
    by_cases(
        "by_contract",
        "By contract",
        ("{row[passed]}=1", "0"),
        (any_of('{row[over]}=""', '{row[vulnerable]}=""'), '""'),
        otherwise=f'IF({{row[declaring]}}="EW",0-1,1)*{_DECLARED}',
        width=12,
    ),
]
"""The score that follows from contract, declarer and tricks; blank where one of them is missing.

Tricks are all that were taken, or those beyond the contract: =, +1, -2.
"""


def _fixed(key: str, heading: str, align: str = "right") -> Column:
    return Column(key, heading, width=9, align=align, style=theme.FIXED)


CONTRACTS = [
    _fixed("no", "No. in table"),
    _fixed("contract", "Contract", "left"),
    _fixed("due", "Tricks due"),
    _fixed("made", "Made"),
    _fixed("made_vul", "Made, vulnerable"),
    _fixed("extra", "Overtrick"),
    _fixed("extra_vul", "Overtrick, vulnerable"),
    _fixed("down", "Column of penalty"),
    _fixed("down_vul", "Column, vulnerable"),
]
"""Law 77: what each contract scores."""

_PENALTY_KEYS = tuple(
    f"down{vulnerable}{doubled}" for vulnerable in ("", "_vul") for doubled in ("", "_x", "_xx")
)
PENALTIES = [
    _fixed(key, heading)
    for key, heading in zip(
        _PENALTY_KEYS, ("Down", "Down, X", "Down, XX", "Down vul.", "Down vul., X", "Down vul., XX")
    )
]
"""Law 77: what each number of undertricks costs."""


def contract_rows() -> dict[str, Rows]:
    """The figures of the tables above."""
    doublings = len(_PENALTY_KEYS) // 2
    contracts: Rows = [
        {
            "no": number,
            "contract": contract.code,
            "due": contract.tricks_due,
            "made": contract.made(False),
            "made_vul": contract.made(True),
            "extra": contract.overtrick(False),
            "extra_vul": contract.overtrick(True),
            "down": 1 + contract.doubled,
            "down_vul": 1 + doublings + contract.doubled,
        }
        for number, contract in enumerate(all_contracts(), 1)
    ]
    penalties: Rows = [
        {
            key: penalty(down, at % doublings, at >= doublings)
            for at, key in enumerate(_PENALTY_KEYS)
        }
        for down in range(1, TRICKS + 1)
    ]
    return {"contracts": contracts, "penalties": penalties}


def repeated(values: Sequence[str]) -> str:
    """The dealer or the vulnerability of the board in this row of Boards (Law 2)."""
    listed = ",".join(f'"{value}"' for value in values)
    nth = f"CHOOSE(1+MOD({{row[board]}}-1,{len(values)}),{listed})"
    return f'=IF({{row[board]}}="","",IF(ISNUMBER({{row[board]}}),{nth},""))'
