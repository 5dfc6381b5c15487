"""The sheet Rounds of the go workbook: every cell of the wall list, parsed and compared.

The two cells of a game are compared with each other, so that a slip is found where it is.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..parts import theme
from ..parts.table import NOT_ZERO, Column

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
PROBLEMS = (*FAULTS, MET_AGAIN)
"""What the wall list reports of a round."""

KIND = 200
PLAYED, PLAYED_AGAIN, FREE = -6 * KIND, -5 * KIND, -3 * KIND
"""A game is below 0: a multiple of :data:`KIND`, and the stones given in it, less what a handicap
is short of; those taken count against it.  It begins with whether it was played: -1200 played, -400
not played, -200 both lost or both won by forfeit; where the two met before, more often than they
should, these are -1000, -800 and -600."""
NO_GAME = 0
"""The game of a round without opponent; a game above 0 is the number of a fault."""

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
"""How formulas of other sheets refer to a round."""
OPPONENT, ADVANTAGE = f"INT({CODE}/10)", f"(MOD({GAME}+{KIND // 2},{KIND})-{KIND // 2})"
_LARGEST_PLAYED = PLAYED_AGAIN + KIND // 2
HAS_OPPONENT, IS_PLAYED = f"{GAME}<{NO_GAME}", f"{GAME}<{_LARGEST_PLAYED}"
PLAYED_ROUNDS = f'COUNTIF({{rounds.row[game_1:game_#]}},"<{_LARGEST_PLAYED}")'
POINTS = f"CHOOSE(MOD({CODE},10),1,0,0.5,0)"
"""The points of a game by its result."""
BALANCE = (
    f"IF(N({CODE})<10,0,IF(MOD(INT(({GAME}+{KIND // 2})/{KIND}),2)*({GAME}>{_LARGEST_PLAYED})=0,"
    f"(MOD({CODE},10)=1)-(MOD({CODE},10)=2),0))"
)
"""1 for a win against somebody, -1 for a loss; nothing where both lost or won by forfeit."""
_MET_AGAIN_FROM, _MET_AGAIN_TO = PLAYED_AGAIN - KIND // 2, FREE + KIND // 2
IS_MET_AGAIN = f"AND({GAME}>={_MET_AGAIN_FROM},{GAME}<{_MET_AGAIN_TO})"


def count_met_again(games: str) -> str:
    """How many cells say that two players met more often than they should."""
    return f'COUNTIFS({games},">={_MET_AGAIN_FROM}",{games},"<{_MET_AGAIN_TO}")'


def details() -> str:
    """Everything that may stand behind a result, at its own place in one text.

    ``:`` is nothing, ``:b3`` Black with three stones; ``?`` is a colour that is not known.  No
    ``_x`` may stand in it: in a shared string that begins an escaped character.
    """
    texts = [
        f":{colour}{stones}" for colour in ("?", "b", "w") for stones in ("", *map(str, range(100)))
    ]
    texts[0] = ":"
    return "".join(text.ljust(_DETAILS_WIDTH, ".") for text in texts)


_CELL = "{entries.row[r_#]}"
_SIGN_AT = (
    f'IFERROR(FIND("+",{_CELL}),IFERROR(FIND("-",{_CELL}),'
    f'IFERROR(FIND("=",{_CELL}),FIND("?",{_CELL}))))'
)
_CODE = (
    f'IF(OR({_CELL}="",{_CELL}="?",{_CELL}="0?"),"",'
    f"IFERROR(10*VALUE(LEFT({_CELL},{_SIGN_AT}-1))"
    f'+FIND(MID({_CELL},{_SIGN_AT},1),"{SIGNS}"),-1))'
)
"""Ten times the opponent's number, and 1 for a win, 2 a loss, 3 a jigo, 4 no result; below 0 where
the cell cannot be read."""

_OWN_CODE, _OWN_SIDE, _OPPOSITE_SIDE = "{row[code_#]}", "{row[side_#]}", "{row[opposite_#]}"
_RESULT, _OPPONENT = f"MOD({_OWN_CODE},10)", f"INT({_OWN_CODE}/10)"

_BEHIND = f'TRIM(MID({_CELL},FIND(MID("{SIGNS}",{_RESULT},1),{_CELL})+1,99))'
_PADDED = (
    f'LOWER(SUBSTITUTE(SUBSTITUTE(":"&{_BEHIND},":!",":"),":/",":"))&"{"." * (_DETAILS_WIDTH - 1)}"'
)
_SIDE = (
    f"IF(N({_OWN_CODE})<=0,0,IFERROR("
    f'(FIND(LEFT(SUBSTITUTE({_PADDED},":?.",":.."),{_DETAILS_WIDTH}),Details)-1)/{_DETAILS_WIDTH}'
    f'+IF(ISERROR(FIND("!",{_CELL})),0,{FORFEIT}),-1))'
)
"""What the cell says besides the result: one more than the stones, 0 where they are not said;
101 more for Black and 202 for White, 1000 more for a forfeit; below 0 where it cannot be read."""

_NOBODY = f"{_OWN_CODE}>=10*ROWS({{rounds[no]}})+10"
_SIDE_OF_OPPONENT = (
    f"IF(N({_OWN_CODE})<10,0,IF({_NOBODY},0,N(INDEX({{rounds[side_#]}},{_OPPONENT}))))"
)

_OWN_COLOUR, _OPPOSITE_COLOUR = (
    f"INT(MOD({s},{FORFEIT})/{COLOUR})" for s in (_OWN_SIDE, _OPPOSITE_SIDE)
)
_OWN_STONES, _OPPOSITE_STONES = (
    f"MOD(MOD({s},{FORFEIT}),{COLOUR})" for s in (_OWN_SIDE, _OPPOSITE_SIDE)
)
_STONES = f"MAX({_OWN_STONES},{_OPPOSITE_STONES},1)-1"
_DISAGREE = (
    f"OR({_OPPOSITE_SIDE}<0,INT({_OWN_SIDE}/{FORFEIT})<>INT({_OPPOSITE_SIDE}/{FORFEIT}),"
    f"AND({_OWN_COLOUR}={_OPPOSITE_COLOUR},{_OWN_COLOUR}+({_STONES}>0)>0),"
    f"AND({_OWN_STONES}*{_OPPOSITE_STONES}>0,{_OWN_STONES}<>{_OPPOSITE_STONES}))"
)
_MIRRORED_SIDES = f"IF({_OWN_SIDE}=0,{_OPPOSITE_SIDE}=0,ABS({_OWN_SIDE}-{_OPPOSITE_SIDE})={COLOUR})"
"""Whether the sides agree as they usually do: nothing said, or Black and White with as many."""
_GIVEN = (
    f"IF({_STONES}=0,0,({_STONES}-StoneShort)"
    f"*IF({_OWN_COLOUR}>0,2*{_OWN_COLOUR}-3,3-2*{_OPPOSITE_COLOUR}))"
)

_MIRRORED = f"10*{{row[no]}}+IF({_RESULT}<3,3-{_RESULT},{_RESULT})"
_MET_TWICE = (
    f'COUNTIFS({{rounds[code_#]}},">="&10*{_OPPONENT},{{rounds[code_#]}},"<"&10*{_OPPONENT}+10)>1'
)
_MET_OFTEN = (
    f'IF(Meetings="",FALSE,COUNTIFS({{row[code_1:code_#]}},">="&10*{_OPPONENT},'
    f'{{row[code_1:code_#]}},"<"&10*{_OPPONENT}+10)>Meetings)'
)


def _game(readable: str, forfeited: str, unplayed: str, agreed: str) -> str:
    """What the two cells of a game say together, or the fault of a cell.

    ``agreed`` is the game when their results agree; in it ``@`` is its kind.
    """
    opposite_code = f"N(INDEX({{rounds[code_#]}},{_OPPONENT}))"
    agrees = f"{opposite_code}={_MIRRORED}"
    both = f"IF({_RESULT}<3,IF({opposite_code}=10*{{row[no]}}+{_RESULT},{forfeited},FALSE),FALSE)"
    kind = f"IF({agrees},{unplayed},2)"
    again, free = f"{PLAYED_AGAIN}+{KIND}*{kind}", f"{FREE}+{KIND}*{kind}"
    kinds = f"IF({_MET_OFTEN},{again},IF({kind}=0,{PLAYED},{free}))"
    return (
        f"IF({readable},IF(N({_OWN_CODE})<10,{NO_GAME},IF({_NOBODY},2,"
        f'IF(INDEX({{entries[name]}},{_OPPONENT})="",2,'
        f"IF({_OPPONENT}={{row[no]}},3,"
        f"IF(IF({agrees},TRUE,{both}),{agreed.replace('@', kinds)},"
        f"IF({_MET_TWICE},4,5)))))),1)"
    )


_READABLE = f"IF(N({_OWN_CODE})<5,INT(N({_OWN_CODE}))=ABS(N({_OWN_CODE})),{_OWN_CODE}>=10)"
_GAME = _game(
    _READABLE,
    f'ISNUMBER(FIND("!",{_CELL}))',
    "0",
    "@",
)
_NATIVE_GAME = _game(
    f"IF({_OWN_SIDE}<0,FALSE,{_READABLE})",
    f"AND({_OWN_SIDE}>={FORFEIT},{_OPPOSITE_SIDE}>={FORFEIT})",
    f"IF({_RESULT}=4,1,IF({_OWN_SIDE}>={FORFEIT},1,0))",
    f"IF(IF({_MIRRORED_SIDES},FALSE,{_DISAGREE}),{len(FAULTS)},{_GIVEN}+@)",
)

_OWN_ADVANTAGE = ADVANTAGE.replace(GAME, "{row[game_#]}")
_TERM = (
    f'IF({{progress.top[entered_#]}}=0,"",IF({{row[game_#]}}>={NO_GAME},{{score.row[unplayed]}},'
    f"N(INDEX({{score[for_sums]}},{_OPPONENT}))"
    f'+IF(Handicap="yes",{_OWN_ADVANTAGE}+StoneShort*SIGN({_OWN_ADVANTAGE}),0)))'
)
"""What a round adds to SOS."""


def rounds(count: int) -> list[Column]:
    """Every cell of the wall list, parsed and compared with the opponent's."""

    def columns(key: str, heading: str, formula: str, native: str = "") -> list[Column]:
        return [
            Column(
                f"{key}_{k}",
                f"R{k} {heading}",
                f"={(formula or native).replace('#', str(k))}",
                number_format=NOT_ZERO,
                width=9,
                native=f"={native.replace('#', str(k))}" if formula and native else "",
                only=None if formula else "native",
            )
            for k in range(1, count + 1)
        ]

    return [
        Column("no", "No.", "={entries.row[no]}", width=6, align="center"),
        *columns("code", "code", _CODE),
        *columns("side", "side", "", _SIDE),
        *columns("opposite", "opponent's side", "", _SIDE_OF_OPPONENT),
        *columns("game", "game", _GAME, _NATIVE_GAME),
        *columns("sos", "in SOS", "", _TERM),
    ]


def progress(count: int) -> list[Column]:
    """One row: which rounds have entries, how many from each on, and :func:`details`."""
    numbers = range(1, count + 1)
    return [
        Column("details", "Details", only="native", style=theme.VALUE),
        *(
            Column(
                f"entered_{k}",
                f"R{k} entered",
                f"=IF(COUNT({{rounds[code_{k}]}})>0,1,0)",
                number_format=NOT_ZERO,
            )
            for k in numbers
        ),
        *(
            Column(
                f"remaining_{k}",
                f"Entered from R{k}",
                f"=SUM({{row[entered_{k}:entered_{count}]}})",
                number_format=NOT_ZERO,
                only="native",
            )
            for k in numbers
        ),
    ]


def problems() -> list[Column]:
    """What the wall list reports of a round: a fault, or an opponent met again."""
    return [Column("problem", "Problem of a round", width=60, align="left", style=theme.VALUE)]
