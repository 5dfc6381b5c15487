"""The page Games of the chess workbook; see :mod:`~..parts.games`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

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
SPELLINGS = {
    1: ("1-0", "1"),
    2: ("=-=", "=", "DRAW", "REMIS"),
    3: ("0-1", "0"),
    4: ("+--", "+-", "1-0F", "+/-"),
    5: ("--+", "-+", "0-1F", "-/+"),
    6: ("---", "--", "0-0F", "0F-0F", "-/-"),
    7: ("0-0",),
    8: ("", "?", "*"),
}
"""How a result may be written, in any letter case: in the order of :data:`_OF_SIDE`."""
NOT_YET = 6
_OF_SIDE = {"white": f"1,2,3,4,5,5,3,{NOT_YET}", "black": f"3,2,1,5,4,5,3,{NOT_YET}"}
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
        computed.left("text", "Result as text", f"={text_of('{games.row[result]}')}"),
        Column("result", "Result as number", result(place_of_spelling("{row[text]}", SPELLINGS))),
        computed.count("fault", "Fault", fault(rounds)),
        *side_columns(_OF_SIDE),
        computed.count("problem", "Problem", find_conflict(rounds)),
    ]


def text_of(typed: str, same: Sequence[tuple[str, str]] = _SAME_SIGN) -> str:
    """What is typed, with one spelling for each sign."""
    text = f"UPPER(TRIM({typed}))"
    for written, meant in same:
        text = f'SUBSTITUTE({text},"{written}","{meant}")'
    return text


def place_of_spelling(
    text: str, spellings: dict[int, tuple[str, ...]], otherwise: str = "-1"
) -> str:
    """The number of the spelling that a text has."""
    formula = otherwise
    for number, texts in reversed(spellings.items()):
        tests = ",".join(f'{text}="{one}"' for one in texts)
        formula = f"IF(OR({tests}),{number},{formula})"
    return formula


def result(of_game: str) -> str:
    """What a row says: ``of_game``, of a round without opponent its code."""
    is_alone = "COUNTIF({row[white_no:black_no]},0)>0"
    of_bye = place_of_spelling("{row[text]}", _BYE_SPELLINGS)
    return f'=IF(COUNT({{row[white_no:black_no]}})=0,"",IF({is_alone},{of_bye},{of_game}))'


def fault(rounds: int) -> str:
    """Why a row cannot be used; 0 where it can be, or is blank."""
    return page.fault(
        rounds,
        _SIDES,
        is_blank="COUNTA({games.row[white:black]})=0",
        is_nobody='INDEX({listed[name]},#)=""',
        is_no_result="{row[result]}<0",
    )


def side_columns(results: Mapping[str, str]) -> Iterator[Column]:
    """Of either side the player in the round, and the code of the cell in the wall list.

    ``results`` are the last digits of the code by the result of the row.
    """
    for side, other, colour in (("white", "black", 10), ("black", "white", 20)):
        opponent, heading = f"{{row[{other}_no]}}", side.capitalize()
        last = f"CHOOSE({{row[result]}},{results[side]})"
        code = f"IF({opponent}=0,{{row[result]}},100*{opponent}+{colour}+{last})"
        yield Column(
            f"{side}_key",
            f"{heading} in the round",
            page.key_of(side, "{games.row[round]}"),
            width=11,
        )
        yield Column(
            f"{side}_code",
            f"{heading}'s code",
            f'=IF({{row[{side}_key]}}="","",{code})',
            width=11,
        )


def find_conflict(
    rounds: int,
    is_other: Callable[[str, str, str], str] = lambda side, kind, code: f"{kind}<>{code}",
) -> str:
    """The fault of a row, also where the wall list counts something else.

    A game that is still open here may have its result there: a later file of results brought it.
    ``is_other`` says of a side, and its kind and code, whether they differ.
    """
    kinds = f"{{rounds[{per_round('kind', rounds)}]}}"

    def differs(side: str) -> str:
        kind = f"INDEX({kinds},{{row[{side}_no]}},{{games.row[round]}})"
        code = f"{{row[{side}_code]}}"
        return (
            f'IF({{row[{side}_key]}}="",FALSE,'
            f"IF({kind}={UNHELD},FALSE,IF(MOD({code},10)={NOT_YET},INT({kind}/10)<>INT({code}/10),"
            f"{is_other(side, kind, code)})))"
        )

    return page.fault_or_conflict(differs("white"), differs("black"))


def said_of_player(figure: str = "code") -> str:
    """What the page says of a blank cell of the wall list, for round ``#``: its code, if no other.

    The figure has a column for either side, as ``white_code``.
    """
    row = "{row[on_page_#]}"

    def found(key: str) -> str:
        return f"INDEX({{paired[{key}]}},{row})"

    white, black = (found(f"{side}_{figure}") for side in _SIDES)
    of_side = f"IF({found('white_no')}={{row[no]}},{white},{black})"
    return f'IF({row}="","",{of_side})'
