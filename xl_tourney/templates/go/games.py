"""The page Games of the go workbook; see :mod:`~..parts.games`."""

from __future__ import annotations

from ...readers.go.tournament import MAX_ROUNDS
from ..parts import games as page
from ..parts.table import Column, InputRule, computed, text_column
from .rounds import NOBODY_THERE, per_round

_SIDES = ("black", "white")
PROBLEMS = page.problems(
    _SIDES,
    "B+ or W+, = for a jigo, B+! by forfeit, blank for not yet played.",
    "The handicap is a whole number of stones.",
)
_BLACK_WON, _WHITE_WON, _JIGO, _OPEN, _BOTH_LOST = range(1, 6)
_SPELLINGS = {
    _BLACK_WON: ("B", "B+", "BLACK", "1-0"),
    _WHITE_WON: ("W", "W+", "WHITE", "0-1"),
    _JIGO: ("=", "JIGO", "DRAW", "0", "=-=", "½-½", "1/2-1/2"),
    _OPEN: ("", "?"),
    _BOTH_LOST: ("0-0",),
}
"""How a result may be written, in any letter case; behind B+ and W+ there may be more."""


def games() -> list[Column]:
    """The games as they are typed in."""
    stones = InputRule("whole", "The handicap stones that Black takes; blank or 0 for none.", 0, 99)
    result = "B+ or W+ (also B+R, W+3.5), = for a jigo, B+! by forfeit, 0-0 where both lost by it."
    return [
        *page.round_and_board(MAX_ROUNDS),
        page.player("black", "Black", "{entries[name]}"),
        page.player("white", "White", "{entries[name]}"),
        text_column("result", "Result", 10, result),
        Column("handicap", "Handicap", width=10, align="center", rule=stones),
        page.problem("listed", PROBLEMS),
    ]


def listed(rounds: int) -> list[Column]:
    """Every game of the page, parsed: for either player what the cell of the wall list would say.

    A game that cannot be read is not there for the wall list.
    """
    keyed = [
        column
        for side, other, results in (
            ("black", "white", "1,2,3,4,2"),
            ("white", "black", "2,1,3,4,2"),
        )
        for column in _side_columns(side, other, results)
    ]
    return [
        *page.numbers(_SIDES),
        Column("result", "Result as number", _result()),
        Column("stones", "Stones", '=IF(ISNUMBER({games.row[handicap]}),{games.row[handicap]},"")'),
        computed.count("forfeit", "Forfeit", _forfeit()),
        computed.count("fault", "Fault", _fault(rounds)),
        *sorted(keyed, key=lambda column: column.key.partition("_")[2]),
        computed.count("problem", "Problem", _find_conflict(rounds)),
    ]


_TYPED_RESULT = "{games.row[result]}"
for _written, _meant in (("!", ""), (" ", ""), (":", "-")):
    _TYPED_RESULT = f'SUBSTITUTE({_TYPED_RESULT},"{_written}","{_meant}")'
_TYPED_RESULT = f"UPPER({_TYPED_RESULT})"


def _result() -> str:
    """The result as a number, 0 where it cannot be read."""
    formula = "0"
    for number, spellings in reversed(_SPELLINGS.items()):
        tests = [f'{_TYPED_RESULT}="{text}"' for text in spellings]
        tests += [f'LEFT({_TYPED_RESULT},2)="{text}"' for text in spellings if text[1:] == "+"]
        formula = f"IF(OR({','.join(tests)}),{number},{formula})"
    return f'=IF({{row[black_no]}}="","",{formula})'


def _forfeit() -> str:
    """1 for a game that was won or lost by forfeit."""
    marked = 'ISNUMBER(FIND("!",{games.row[result]})),RIGHT(' + _TYPED_RESULT + ',2)="+F"'
    return f"=IF(OR({marked},{{row[result]}}={_BOTH_LOST}),1,0)"


def _fault(rounds: int) -> str:
    """Why a row cannot be used; 0 where it can be, or is blank."""
    stones = "{games.row[handicap]}"
    is_blank = ",".join(f'{{games.row[{key}]}}=""' for key in (*_SIDES, "result"))
    no_stones = f"OR({page.is_not_whole(stones)},N({stones})<0,N({stones})>99)"
    return page.fault(
        rounds,
        _SIDES,
        (f'IF({stones}="",FALSE,{no_stones})', page.OWN_PROBLEM),
        is_blank=f"AND({is_blank})",
        is_nobody=f"INDEX({{rounds[gone]}},#)={NOBODY_THERE}",
        is_no_result="{row[result]}=0",
    )


def _side_columns(side: str, other: str, results: str) -> list[Column]:
    """The player and the round of a side, and how the game ended for it."""
    opponent, result = f"{{row[{other}_no]}}", "{row[result]}"
    key = page.key_of(side, "{games.row[round]}")
    bye = f"IF({result}={_JIGO},3,1)"
    own = f"IF({opponent}=0,{bye},CHOOSE({result},{results}))"
    own_result = f'IF({{row[{side}_key]}}="","",{own})'
    return [
        Column(f"{side}_key", f"{side.capitalize()} in the round", key, width=11),
        Column(f"{side}_result", f"{side.capitalize()}'s result", f"={own_result}", width=11),
    ]


def _find_conflict(rounds: int) -> str:
    """The fault of a row, also where the wall list counts something else.

    A game that is still open here may have its result there: a later file of results brought it.
    """
    opponents, results, faults = (
        f"{{rounds[{per_round(key, rounds)}]}}" for key in ("opponent", "result", "fault")
    )

    def differs(side: str, other: str) -> str:
        at = f"{{row[{side}_no]}},{{games.row[round]}}"
        result = f"{{row[{side}_result]}}"
        same_result = f"OR({result}={_OPEN},INDEX({results},{at})={result})"
        return (
            f'IF({{row[{side}_key]}}="",FALSE,IF(INDEX({opponents},{at})={{row[{other}_no]}},'
            f"IF({same_result},INDEX({faults},{at})>0,TRUE),TRUE))"
        )

    return page.fault_or_conflict(differs("black", "white"), differs("white", "black"))


def listed_entry() -> dict[str, str]:
    """What the page Games says of a blank cell of the wall list, for round ``#``."""

    def of_row(column: str) -> str:
        return f"INDEX({{listed[{column}]}},{{row[listed_#]}})"

    def of_side(black: str, white: str) -> str:
        return f"IF({of_row('black_no')}={{row[no]}},{black},{white})"

    is_bye = "{row[typed_opponent_#]}=0"
    return {
        "listed": page.row_of_player("listed"),
        "typed_opponent": of_side(of_row("white_no"), of_row("black_no")),
        "typed_result": of_side(of_row("black_result"), of_row("white_result")),
        "colour": f"IF({is_bye},0,{of_side('1', '2')})",
        "stones": f'IF({is_bye},"",{of_row("stones")})',
        "forfeit": f"IF({is_bye},0,{of_row('forfeit')})",
    }
