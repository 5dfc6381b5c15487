"""The sheet Rounds of the go workbook: every cell of the wall list, parsed and compared.

The two cells of a game are compared with each other, so that a slip is found where it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..parts import theme
from ..parts.table import Column

FAULTS = (
    "cannot be read",
    "names nobody",
    "is against himself",
    "has an opponent who meets another",
    "and the opponent's row disagree",
    "and the opponent's row disagree on colours, stones or forfeits",
)
"""What can be wrong with a cell, by its number; the last is found by native formulas only."""
MET_AGAIN = "is against an opponent met before"

AGAIN, UNPLAYED, BOTH = 200, 400, 800
"""What is added to the stones of a game: the two met before, more often than they should; it was
not played; both lost, or both won, by forfeit."""
NO_GAME = 2000
"""The game of a round without opponent; a cell with fault 3 has the game 2003."""

SIGNS = "+-=?"
FORFEIT, COLOUR = 1000, 101
"""What a forfeit and a colour add to the side of a game."""
_DETAILS_WIDTH = 5


def per_round(key: str, rounds: int) -> str:
    """The columns of all rounds, as formulas name them."""
    return f"{key}_1:{key}_{rounds}"


def sum_of_rounds(rounds: Iterable[int], term: str) -> str:
    """A term for each round, ``#`` its number, added up."""
    return "+".join(term.replace("#", str(k)) for k in rounds)


CODE, GAME = "{rounds.row[code_#]}", "{rounds.row[game_#]}"
"""What formulas of the sheet Calculation say of a round."""
OPPONENT = f"INT({CODE}/10)"
STONES = f"(MOD({GAME}+{AGAIN // 2},{AGAIN})-{AGAIN // 2})"
HAS_OPPONENT, IS_PLAYED = f"{GAME}<{NO_GAME}", f"{GAME}<{UNPLAYED - AGAIN // 2}"
PLAYED_ROUNDS = f'COUNTIF({{rounds.row[game_1:game_#]}},"<{UNPLAYED - AGAIN // 2}")'
POINTS = f"CHOOSE(MOD({CODE},10),1,0,0.5,0)"
"""The points of a game by its result."""
BALANCE = (
    f"IF(N({CODE})<10,0,IF(AND({GAME}>={BOTH - AGAIN // 2},{GAME}<{NO_GAME}),0,"
    f"(MOD({CODE},10)=1)-(MOD({CODE},10)=2)))"
)
"""1 for a win against somebody, -1 for a loss; nothing where both lost or won by forfeit."""
MET_AGAIN_AT = f"MOD(INT(({GAME}+{AGAIN // 2})/{AGAIN}),2)=1"


def count_met_again(games: str) -> str:
    """How many cells say that two players met more often than they should."""
    return "+".join(
        f'COUNTIFS({games},">={first + AGAIN // 2}",{games},"<{first + AGAIN + AGAIN // 2}")'
        for first in (0, UNPLAYED, BOTH)
    )


def details() -> str:
    """Everything that may stand behind a result, at its own place in one text.

    ``x`` is nothing, ``xb3`` Black with three stones; ``n`` is a colour that is not known.
    """
    texts = [
        f"x{colour}{stones}" for colour in ("n", "b", "w") for stones in ("", *map(str, range(100)))
    ]
    texts[0] = "x"
    return "".join(text.ljust(_DETAILS_WIDTH, "_") for text in texts)


_CELL = "{listed.row[r_#]}"
_TEXT = f"TRIM({_CELL})"
_MINUS = f'SUBSTITUTE(SUBSTITUTE({_TEXT},"−","-"),"–","-")'
"""Spreadsheets turn a typed minus into a longer one."""
_PLUS = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({_MINUS},"-","+"),"=","+"),"?","+")'
_CODE = (
    f'IF(OR({_TEXT}="",{_TEXT}="?",{_TEXT}="0?"),"",'
    f'IFERROR(10*VALUE(LEFT({_TEXT},FIND("+",{_PLUS})-1))'
    f'+FIND(MID({_MINUS},FIND("+",{_PLUS}),1),"{SIGNS}"),-1))'
)
"""Ten times the opponent's number, and 1 for a win, 2 a loss, 3 a jigo, 4 no result; below 0 where
the cell cannot be read."""

_RESULT = "MOD({row[code_#]},10)"
_OPPONENT = "INT({row[code_#]}/10)"
"""The result and the opponent of a cell, on this sheet."""

_SIGN_AT = f'FIND(MID("{SIGNS}",{_RESULT},1),{_MINUS})'
_BEHIND = (
    f'LOWER(SUBSTITUTE(SUBSTITUTE("x"&MID({_MINUS},{_SIGN_AT}+1,99),"x!","x"),"x/","x"))'
    f'&"{"_" * (_DETAILS_WIDTH - 1)}"'
)
_BEHIND = f'SUBSTITUTE(SUBSTITUTE({_BEHIND},"x?","xn"),"xn_","x__")'
_SIDE = (
    f"IF(N({{row[code_#]}})<=0,0,IFERROR((FIND(LEFT({_BEHIND},{_DETAILS_WIDTH}),Details)-1)"
    f'/{_DETAILS_WIDTH}+IF(ISERROR(FIND("!",{_CELL})),0,{FORFEIT})'
    f'+IF(ISERROR(FIND(MID({_MINUS},{_SIGN_AT}-1,1),"0123456789")),-9999,0),-1))'
)
"""What the cell says besides the result: one more than the stones, 0 where they are not said;
101 more for Black and 202 for White, 1000 more for a forfeit; below 0 where it cannot be read."""

_ITS_CODE = f"N(INDEX({{rounds[code_#]}},{_OPPONENT}))"
_MIRRORED = f"IF({_RESULT}<3,3-{_RESULT},{_RESULT})"
_AGREES = f"{_ITS_CODE}=10*{{row[no]}}+{_MIRRORED}"
_SAME_RESULT = f"{_ITS_CODE}=10*{{row[no]}}+{_RESULT},{_RESULT}<3"

_OWN_SIDE, _ITS_SIDE = "{row[side_#]}", f"N(INDEX({{rounds[side_#]}},{_OPPONENT}))"
_COLOURS = [f"INT(MOD({side},{FORFEIT})/{COLOUR})" for side in (_OWN_SIDE, _ITS_SIDE)]
_SAID_STONES = [f"MOD(MOD({side},{FORFEIT}),{COLOUR})" for side in (_OWN_SIDE, _ITS_SIDE)]
_STONES = f"MAX({_SAID_STONES[0]},{_SAID_STONES[1]},1)-1"
_DISAGREE = (
    f"OR({_ITS_SIDE}<0,INT({_OWN_SIDE}/{FORFEIT})<>INT({_ITS_SIDE}/{FORFEIT}),"
    f"AND({_COLOURS[0]}={_COLOURS[1]},{_COLOURS[0]}+({_STONES}>0)>0),"
    f"AND({_SAID_STONES[0]}*{_SAID_STONES[1]}>0,{_SAID_STONES[0]}<>{_SAID_STONES[1]}))"
)
_GIVEN = f"IF({_STONES}=0,0,({_STONES})*IF(OR({_COLOURS[0]}=2,{_COLOURS[1]}=1),1,-1))"

_MET_TWICE = (
    f'COUNTIFS({{rounds[code_#]}},">="&10*{_OPPONENT},{{rounds[code_#]}},"<"&10*{_OPPONENT}+10)>1'
)
_MET_AGAIN = (
    f'IF(Meetings="",0,IF(COUNTIFS({{row[code_1:code_#]}},">="&10*{_OPPONENT},'
    f'{{row[code_1:code_#]}},"<"&10*{_OPPONENT}+10)>Meetings,{AGAIN},0))'
)


def _game(readable: str, both_forfeited: str, unplayed: str, agreed: str) -> str:
    """What the two cells of a game say together, or the fault of a cell.

    ``agreed`` is the game when their results agree; in it ``@`` is what is added to the stones.
    """
    added = f"IF({_AGREES},{unplayed},{BOTH})+{_MET_AGAIN}"
    fault = [NO_GAME + number for number in range(len(FAULTS) + 1)]
    return (
        f"IF(NOT(AND({readable})),{fault[1]},IF(N({{row[code_#]}})<10,{NO_GAME},"
        f"IF({{row[code_#]}}>=10*ROWS({{rounds[no]}})+10,{fault[2]},"
        f'IF(INDEX({{listed[name]}},{_OPPONENT})="",{fault[2]},'
        f"IF({_OPPONENT}={{row[no]}},{fault[3]},"
        f"IF(OR({_AGREES},AND({_SAME_RESULT},{both_forfeited})),"
        f"{agreed.replace('@', added)},"
        f"IF({_MET_TWICE},{fault[4]},{fault[5]})))))))"
    )


_READABLE = "N({row[code_#]})>=0,N({row[code_#]})=INT(N({row[code_#]}))"
_GAME = _game(_READABLE, f'ISNUMBER(FIND("!",{_CELL}))', "0", "@")
_NATIVE_GAME = _game(
    f"{_READABLE},{_OWN_SIDE}>=0",
    f"{_OWN_SIDE}>={FORFEIT},{_ITS_SIDE}>={FORFEIT}",
    f"IF(OR({_RESULT}=4,{_OWN_SIDE}>={FORFEIT}),{UNPLAYED},0)",
    f"IF({_DISAGREE},{NO_GAME + len(FAULTS)},{_GIVEN}+@)",
)
"""The stones given to the opponent, below 0 those taken, with :data:`UNPLAYED` and so on added;
from :data:`NO_GAME` up there is no game, or a fault."""

_STONES_GIVEN = STONES.replace(GAME, "{row[game_#]}")
_TERM = (
    f'IF(SUM({{held[held_#]}})=0,"",IF({{row[game_#]}}>={NO_GAME},{{score.row[unplayed]}},'
    f'N(INDEX({{score[for_sums]}},{_OPPONENT}))+IF(Handicap="yes",{_STONES_GIVEN},0)))'
)
"""What a round adds to SOS."""


def rounds(count: int) -> list[Column]:
    """Every cell of the wall list, parsed and compared with the opponent's."""

    def columns(
        key: str, heading: str, formula: str, native: str = "", *, only_native: bool = False
    ) -> list[Column]:
        return [
            Column(
                f"{key}_{k}",
                f"R{k} {heading}",
                f"={formula.replace('#', str(k))}",
                width=9,
                native=native and f"={native.replace('#', str(k))}",
                only="native" if only_native else None,
            )
            for k in range(1, count + 1)
        ]

    return [
        Column("no", "No.", "={listed.row[no]}", width=6, align="center"),
        *columns("code", "code", _CODE),
        *columns("side", "side", _SIDE, only_native=True),
        *columns("game", "game", _GAME, _NATIVE_GAME),
        *columns("sos", "in SOS", _TERM, only_native=True),
    ]


def held(count: int) -> list[Column]:
    """One row: which rounds were held, how many from each on, and :func:`details`."""
    numbers = range(1, count + 1)
    return [
        Column("details", "Details", only="native", style=theme.VALUE),
        *(
            Column(f"held_{k}", f"R{k} held", f"=IF(COUNT({{rounds[code_{k}]}})>0,1,0)")
            for k in numbers
        ),
        *(
            Column(
                f"left_{k}",
                f"Held from R{k}",
                f"=SUM({{row[held_{k}:held_{count}]}})",
                only="native",
            )
            for k in numbers
        ),
    ]
