"""The page Games of the chess workbook; see :mod:`~..parts.games`."""

from __future__ import annotations

from ...readers.chess.tournament import MAX_ROUNDS
from ..parts import games as page
from ..parts.table import TEXT_FORMAT, Column, InputRule, computed
from .rounds import ALLOCATED, FULL, HALF, UNHELD, per_round

_SIDES = ("white", "black")
PROBLEMS = page.problems(
    _SIDES,
    "1-0, ½-½, 0-1 or 0-0 where both lost; +--, --+ or --- by forfeit; blank for not yet played; "
    "beside Bye: U, H, F or Z.",
)
RESULTS = ("1-0", "½-½", "0-1", "0-0", "+--", "--+", "---")
"""The results that the cell offers."""
_SPELLINGS = (
    ("1-0", "1"),
    ("=-=", "=", "DRAW", "REMIS"),
    ("0-1", "0"),
    ("+--", "+-", "1-0F", "+/-"),
    ("--+", "-+", "0-1F", "-/+"),
    ("---", "--", "0-0F", "0F-0F", "-/-"),
    ("0-0",),
    ("", "?", "*"),
)
"""How a result may be written, in any letter case: in the order of :data:`_OF_SIDE`."""
_NOT_YET = 6
_OF_SIDE = {"white": f"1,2,3,4,5,5,3,{_NOT_YET}", "black": f"3,2,1,5,4,5,3,{_NOT_YET}"}
"""The result of either side by the place of the spelling; see :mod:`.rounds`."""
_BYE_SPELLINGS = {
    ALLOCATED: ("", "U", "1", "+", "1-0", "0-1"),
    HALF: ("H", "=", "=-="),
    FULL: ("F",),
    0: ("Z", "0", "-"),
}
_SAME_SIGN = (
    ("\N{EN DASH}", "-"),
    ("\N{MINUS SIGN}", "-"),
    ("½", "="),
    ("1/2", "="),
    ("0.5", "="),
    ("0,5", "="),
    (" ", ""),
    (":", "-"),
)
"""The spellings that are replaced before a result is read."""


def games() -> list[Column]:
    """The games as they are typed in."""
    message = (
        "1-0, ½-½, 0-1 or 0-0 where both lost; +--, --+ or --- by forfeit; blank while it is not "
        "played. Beside Bye: U or blank the bye that the pairing allocates, H half-point bye, F "
        "full-point bye, Z absent."
    )
    result = InputRule("list", message, f'"{",".join(RESULTS)}"', is_strict=False)
    names = "{listed[name]}"
    return [
        *page.round_and_board(MAX_ROUNDS),
        page.player("white", "White", names),
        Column("result", "Result", "", False, TEXT_FORMAT, 10, "center", result),
        page.player("black", "Black", names),
        page.problem("paired", PROBLEMS),
    ]


def paired(rounds: int) -> list[Column]:
    """Every game of the page, parsed: for either side the code of the cell in the wall list."""
    return [
        *page.numbers(_SIDES),
        computed.left("text", "Result as text", f"={_text()}"),
        Column("result", "Result as number", _result()),
        computed.count("fault", "Fault", _fault(rounds)),
        *(
            column
            for side, other in (("white", "black"), ("black", "white"))
            for column in _side_columns(side, other)
        ),
        computed.count("problem", "Problem", _find_conflict(rounds)),
    ]


def _text() -> str:
    text = "UPPER(TRIM({games.row[result]}))"
    for written, meant in _SAME_SIGN:
        text = f'SUBSTITUTE({text},"{written}","{meant}")'
    return text


def _result() -> str:
    """The place of the spelling; of a round without opponent its code; -1 where neither is."""

    def found(spellings: dict[int, tuple[str, ...]]) -> str:
        formula = "-1"
        for number, texts in reversed(spellings.items()):
            tests = ",".join(f'{{row[text]}}="{text}"' for text in texts)
            formula = f"IF(OR({tests}),{number},{formula})"
        return formula

    of_game = found(dict(enumerate(_SPELLINGS, 1)))
    is_alone = "COUNTIF({row[white_no:black_no]},0)>0"
    return (
        f'=IF(COUNT({{row[white_no:black_no]}})=0,"",'
        f"IF({is_alone},{found(_BYE_SPELLINGS)},{of_game}))"
    )


def _fault(rounds: int) -> str:
    """Why a row cannot be used; 0 where it can be, or is blank."""
    return page.fault(
        rounds,
        _SIDES,
        is_blank="COUNTA({games.row[white:black]})=0",
        is_nobody='INDEX({listed[name]},#)=""',
        is_no_result="{row[result]}<0",
    )


def _side_columns(side: str, other: str) -> list[Column]:
    """The player and the round of a side, and the code of the cell in the wall list."""
    opponent, result = f"{{row[{other}_no]}}", "{row[result]}"
    colour = 10 if side == "white" else 20
    code = f"IF({opponent}=0,{result},100*{opponent}+{colour}+CHOOSE({result},{_OF_SIDE[side]}))"
    heading = side.capitalize()
    return [
        Column(
            f"{side}_key",
            f"{heading} in the round",
            page.key_of(side, "{games.row[round]}"),
            width=11,
        ),
        Column(
            f"{side}_code",
            f"{heading}'s code",
            f'=IF({{row[{side}_key]}}="","",{code})',
            width=11,
        ),
    ]


def _find_conflict(rounds: int) -> str:
    """The fault of a row, also where the wall list counts something else.

    A game that is still open here may have its result there: a later file of results brought it.
    """
    kinds = f"{{rounds[{per_round('kind', rounds)}]}}"

    def differs(side: str) -> str:
        kind = f"INDEX({kinds},{{row[{side}_no]}},{{games.row[round]}})"
        code = f"{{row[{side}_code]}}"
        return (
            f'IF({{row[{side}_key]}}="",FALSE,'
            f"IF({kind}={UNHELD},FALSE,IF(MOD({code},10)={_NOT_YET},INT({kind}/10)<>INT({code}/10),"
            f"{kind}<>{code})))"
        )

    return page.fault_or_conflict(differs("white"), differs("black"))


def code_of_player() -> str:
    """What the page says of a blank cell of the wall list, for round ``#``: its code."""
    row = "{row[on_page_#]}"

    def found(key: str) -> str:
        return f"INDEX({{paired[{key}]}},{row})"

    of_side = f"IF({found('white_no')}={{row[no]}},{found('white_code')},{found('black_code')})"
    return f'IF({row}="","",{of_side})'
