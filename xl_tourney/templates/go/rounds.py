"""The sheet Rounds of the go workbook: every cell of the wall list, parsed and compared.

The two cells of a game are compared with each other, so that a slip is found where it is, and only
the rows concerned go without the game.  A game that stands in one row only counts for both.

A cell becomes numbers.  An example: in round 1 Ann, number 1, has given Bob, number 2, two stones
and won; Cy, number 3, did not come to play Dora, number 4.

=========  ======  ====  ====  =======
cell       typed   code  side  game
=========  ======  ====  ====  =======
``2+/w2``   42205    21   205  -1198.5
``1-/b2``   24104    12   104  -1201.5
``4-!``     85000    42  1000     -400
``3+!``     63000    31  1000     -400
=========  ======  ====  ====  =======

The code of ``2+/w2`` is 10 × 2 for the opponent and 1 for a win; its side is 202 for White and 3,
one more than the stones; typed holds both, 2000 × 21 + 205.  Its game is -1200, for it was played,
and 1.5: two stones, less the half that a handicap is short of.  Bob has taken them, so they count
against his.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...catalogue.expression import formula_of, symbol
from ...functions.go.opponents_scores import sos_term
from ...functions.go.wall_list import POINTS as COUNTED
from ..parts import theme
from ..parts.table import NOT_ZERO, Column

FAULTS = (
    "cannot be read",
    "names nobody",
    "is against himself",
    "has an opponent who meets another",
    "and the opponent's row disagree",
    "and the opponent's row disagree on colours, stones or forfeits",
    "is against somebody who was out by then",
)
"""What can be wrong with a cell, by its number."""
UNREADABLE, NOBODY, HIMSELF, MEETS_ANOTHER, DISAGREE, DETAILS_DISAGREE, OUT = range(1, 8)
MET_AGAIN = "is against an opponent met before"
WAITING = "stands only in the opponent's row and counts as it says there"
PROBLEMS = (*FAULTS, MET_AGAIN, WAITING)
"""What the wall list reports of a round."""

KIND = 200
PLAYED, PLAYED_AGAIN, FREE = -6 * KIND, -5 * KIND, -3 * KIND
"""A game is a number below 0: its kind and the stones.

The kind is -1200 for a game that was played, -400 for one that was not, -200 for one that both lost
or both won by forfeit; -1000, -800 and -600 where the two have met more often than they should.
The stones that were given, less what a handicap is short of, are added; those taken are subtracted.
"""
NO_GAME = 0
"""The game of a round without opponent; a game above 0 is the number of a fault."""

SIGNS = "+-=?"
_TYPED_SIGNS, _SIGN_NUMBERS = f"{SIGNS}\N{MINUS SIGN}\N{EN DASH}", "1,2,3,4,2,2"
"""The signs of results as they may be typed, and the number of each."""
FORFEIT, COLOUR = 1000, 101
"""What a forfeit and a colour add to the side of a game."""
SIDES = 2000
"""A typed cell as a number: its code times this, and the side of the game."""
_DETAILS_WIDTH = 5
IN_AN_EXTRACT = 'Outsiders="yes"'
"""The condition that opponents may have no row, so that some sums are not known."""
NEVER, NOBODY_THERE = 999, 0
"""The round from which a player is gone: for one who stays to the end, and for a blank row."""


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
POINTS = f"CHOOSE(MOD({CODE},10),{','.join(f'{COUNTED[sign]:g}' for sign in SIGNS)})"
"""The points of a game by its result."""
BALANCE = (
    f"IF(N({CODE})<10,0,IF(MOD(INT(({GAME}+{KIND // 2})/{KIND}),2)*({GAME}>{_LARGEST_PLAYED})=0,"
    f"(MOD({CODE},10)=1)-(MOD({CODE},10)=2),0))"
)
"""1 for a win against somebody, -1 for a loss; nothing where both lost or won by forfeit."""
IS_WAITING = 'AND(N({rounds.row[code_#]})>0,{rounds.row[typed_#]}="")'
"""Whether only the opponent's row says what this round was."""
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


def written(result: str, side: str) -> str:
    """A result as wall lists have it, with what stands behind: ``+``, ``-!w``, ``=/b3``."""
    at = f"{_DETAILS_WIDTH}*MOD({side},{FORFEIT})+1"
    text = f'SUBSTITUTE(SUBSTITUTE(MID(Details,{at},{_DETAILS_WIDTH}),":",""),".","")'
    mark = f'IF({side}>={FORFEIT},"!",IF({side}=0,"","/"))'
    return f'MID("{SIGNS}",{result},1)&{mark}&{text}'


_CELL = "{entries.row[r_#]}"
_SIGN_AT = f'FIND("{_TYPED_SIGNS[-1]}",{_CELL})'
for _sign in reversed(_TYPED_SIGNS[:-1]):
    _SIGN_AT = f'IFERROR(FIND("{_sign}",{_CELL}),{_SIGN_AT})'
_TYPED_CODE = (
    f"10*VALUE(LEFT({_CELL},{_SIGN_AT}-1))"
    f'+CHOOSE(FIND(MID({_CELL},{_SIGN_AT},1),"{_TYPED_SIGNS}"),{_SIGN_NUMBERS})'
)
"""Ten times the opponent's number, and 1 for a win, 2 a loss, 3 a jigo, 4 no result."""
_BEHIND = f"TRIM(MID({_CELL},{_SIGN_AT}+1,99))"
_PADDED = (
    f'LOWER(SUBSTITUTE(SUBSTITUTE(":"&{_BEHIND},":!",":"),":/",":"))&"{"." * (_DETAILS_WIDTH - 1)}"'
)
_TYPED_SIDE = (
    f'(FIND(LEFT(SUBSTITUTE({_PADDED},":?.",":.."),{_DETAILS_WIDTH}),Details)-1)/{_DETAILS_WIDTH}'
    f'+IF(ISERROR(FIND("!",{_CELL})),0,{FORFEIT})'
)
"""The side of a game: what the cell says besides the result.

It is one more than the stones, or 0 if they are not said; 101 more for Black, 202 more for White,
1000 more for a forfeit.
"""


def _typed(otherwise: str) -> str:
    """A cell as one number, below 0 where it cannot be read; ``otherwise`` where it is blank."""
    is_whole = f'ISERROR(FIND(".",SUBSTITUTE({_CELL},",",".")))'
    read = f"IFERROR(IF({is_whole},{SIDES}*({_TYPED_CODE})+{_TYPED_SIDE},-1),-1)"
    is_blank = f'OR({_CELL}="",{_CELL}="?",{_CELL}="0?")'
    return f'IF({{row[gone]}}<=#,"",IF({is_blank},{otherwise},{read}))'


_GONE = (
    f'IF({{entries.row[name]}}="",IF({IN_AN_EXTRACT},{NEVER},{NOBODY_THERE}),'
    f"IF({{row[no]}}=ByeRow,{NOBODY_THERE},"
    f"IF(ISNUMBER({{entries.row[out]}}),1+MAX(0,{{entries.row[out]}}),{NEVER})))"
)
"""The first round in which the row does not count."""

_OWN_TYPED, _OPPOSITE, _OWN_CODE = "{row[typed_#]}", "{row[opposite_#]}", "{row[code_#]}"
_RESULT, _OPPONENT = f"MOD({_OWN_CODE},10)", f"INT({_OWN_CODE}/10)"
_NAMES_ME = (
    f'{{rounds[typed_#]}},">="&{SIDES}*(10*{{row[no]}}+1),'
    f'{{rounds[typed_#]}},"<"&{SIDES}*(10*{{row[no]}}+5)'
)
_PROVISIONAL = (
    f'IF({{progress.top[typed_#]}}=0,"",IF(COUNTIFS({_NAMES_ME})=1,'
    f"10*SUMIFS({{rounds[no]}},{_NAMES_ME})"
    f'+CHOOSE(INT(SUMIFS({{rounds[typed_#]}},{_NAMES_ME})/{SIDES})-10*{{row[no]}},2,1,3,4),""))'
)
"""The code of a blank cell, from the only cell of the round that names its player."""
_CODE = (
    f'IF({{row[gone]}}<=#,IF({{row[gone]}}={NOBODY_THERE},"",0),IF({_OWN_TYPED}="",{_PROVISIONAL},'
    f"IF({_OWN_TYPED}<0,-1,IF(INT({_OWN_TYPED}/{10 * SIDES})=ByeRow,"
    f"MOD(INT({_OWN_TYPED}/{SIDES}),10),INT({_OWN_TYPED}/{SIDES})))))"
)
"""Ten times the opponent's number and the result; 0 after the player's last round, below 0 where
the cell cannot be read."""

_IS_NOBODY = f"{_OWN_CODE}>=10*ROWS({{rounds[no]}})+10"
_TYPED_BY_OPPONENT = (
    f"IF(N({_OWN_CODE})<10,0,IF({_IS_NOBODY},0,N(INDEX({{rounds[typed_#]}},{_OPPONENT}))))"
)

OWN_SIDE, OPPOSITE_SIDE = f"MOD(N({_OWN_TYPED}),{SIDES})", f"MOD({_OPPOSITE},{SIDES})"
_OWN_COLOUR, _OPPOSITE_COLOUR = (
    f"INT(MOD({s},{FORFEIT})/{COLOUR})" for s in (OWN_SIDE, OPPOSITE_SIDE)
)
_OWN_STONES, _OPPOSITE_STONES = (
    f"MOD(MOD({s},{FORFEIT}),{COLOUR})" for s in (OWN_SIDE, OPPOSITE_SIDE)
)
_STONES = f"MAX({_OWN_STONES},{_OPPOSITE_STONES},1)-1"
_ONE_HALF = f"N({_OWN_TYPED})*{_OPPOSITE}=0"
_DISAGREE = (
    f"OR(IF({_ONE_HALF},FALSE,INT({OWN_SIDE}/{FORFEIT})<>INT({OPPOSITE_SIDE}/{FORFEIT})),"
    f"AND({_OWN_COLOUR}={_OPPOSITE_COLOUR},{_OWN_COLOUR}+({_STONES}>0)>0),"
    f"AND({_OWN_STONES}*{_OPPOSITE_STONES}>0,{_OWN_STONES}<>{_OPPOSITE_STONES}))"
)
_MIRRORED_SIDES = f"IF({OWN_SIDE}=0,{OPPOSITE_SIDE}=0,ABS({OWN_SIDE}-{OPPOSITE_SIDE})={COLOUR})"
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


def _game() -> str:
    """The game of a cell: a number below 0 from both of its cells, or the fault of the cell."""
    opposite_code = f"N(INDEX({{rounds[code_#]}},{_OPPONENT}))"
    agrees = f"{opposite_code}={_MIRRORED}"
    forfeits = f"AND({OWN_SIDE}>={FORFEIT},{OPPOSITE_SIDE}>={FORFEIT})"
    both = f"IF({_RESULT}<3,IF({opposite_code}=10*{{row[no]}}+{_RESULT},{forfeits},FALSE),FALSE)"
    unplayed = f"IF({_RESULT}=4,1,IF(MAX({OWN_SIDE},{OPPOSITE_SIDE})>={FORFEIT},1,0))"
    kind = f"IF({agrees},{unplayed},2)"
    again, free = f"{PLAYED_AGAIN}+{KIND}*{kind}", f"{FREE}+{KIND}*{kind}"
    kinds = f"IF({_MET_OFTEN},{again},IF({kind}=0,{PLAYED},{free}))"
    agreed = f"IF(IF({_MIRRORED_SIDES},FALSE,{_DISAGREE}),{DETAILS_DISAGREE},{_GIVEN}+{kinds})"
    gone = f"INDEX({{rounds[gone]}},{_OPPONENT})"
    return (
        f"IF(N({_OWN_CODE})<10,IF(N({_OWN_CODE})<0,{UNREADABLE},{NO_GAME}),"
        f"IF({_IS_NOBODY},{NOBODY},IF({_OPPONENT}={{row[no]}},{HIMSELF},"
        f"IF({gone}<=#,IF({gone}={NOBODY_THERE},{NOBODY},{OUT}),"
        f"IF(IF({agrees},TRUE,{both}),{agreed},"
        f"IF({_MET_TWICE},{MEETS_ANOTHER},{DISAGREE}))))))"
    )


_OWN_GAME = "{row[game_#]}"
_OWN_ADVANTAGE = ADVANTAGE.replace(GAME, _OWN_GAME)
_MET = formula_of(
    sos_term,
    f"N(INDEX({{score[for_sums]}},{_OPPONENT}))",
    f"{_OWN_ADVANTAGE}+StoneShort*SIGN({_OWN_ADVANTAGE})",
    symbol("Handicap") == "yes",
)
_NOT_MET = f"{_OWN_GAME}>={NO_GAME}"
_TERM = f'IF({{progress.top[entered_#]}}=0,"",IF({_NOT_MET},{{score.row[unplayed]}},{_MET}))'
"""What a round adds to SOS."""
_FORFEITED = f"IF({OWN_SIDE}>={FORFEIT},0,IF({OPPOSITE_SIDE}>={FORFEIT},{FORFEIT},0))"
_CLEAN = (
    f'IF({_OWN_CODE}="","",IF(OR({_OWN_GAME}>{NO_GAME},{_OWN_CODE}=0),"?",'
    f'IF({_OWN_CODE}<10,"0"&MID("{SIGNS}",{_OWN_CODE},1),'
    f"{_OPPONENT}&{written(_RESULT, f'({OWN_SIDE}+{_FORFEITED})')})))"
)
"""The cell as our functions take it; ``?`` where it says nothing that can be counted."""


def rounds(count: int, game_of_list: str = '""') -> list[Column]:
    """Every cell of the wall list, parsed and compared with the opponent's.

    ``game_of_list`` is the formula of a blank cell's number, where games are listed elsewhere.
    """

    def columns(key: str, heading: str, formula: str, native: bool | None = None) -> list[Column]:
        variant = None if native is None else "native" if native else "functions"
        return [
            Column(
                f"{key}_{k}",
                f"R{k} {heading}",
                f"={formula.replace('#', str(k))}",
                number_format=NOT_ZERO,
                width=9,
                only=variant,  # type: ignore[arg-type]
                may_be_na=IN_AN_EXTRACT if key == "sos" else "",
                typed_as=f"entries[r_{k}]" if key == "clean" else "",
            )
            for k in range(1, count + 1)
        ]

    return [
        Column("no", "No.", "={entries.row[no]}", width=6, align="center"),
        Column("gone", "Gone from round", f"={_GONE}", number_format=NOT_ZERO, width=8),
        *columns("typed", "typed", _typed(game_of_list)),
        *columns("code", "code", _CODE),
        *columns("opposite", "opponent's row", _TYPED_BY_OPPONENT),
        *columns("game", "game", _game()),
        *columns("sos", "in SOS", _TERM, native=True),
        *columns("clean", "as it counts", _CLEAN, native=False),
    ]


def progress(count: int) -> list[Column]:
    """One row: which rounds have entries, how many from each on, and :func:`details`."""
    numbers = range(1, count + 1)
    return [
        Column("details", "Details", style=theme.VALUE, cell_name="Details"),
        *(
            Column(
                f"typed_{k}",
                f"R{k} typed",
                f"=COUNT({{rounds[typed_{k}]}})",
                number_format=NOT_ZERO,
            )
            for k in numbers
        ),
        *(
            Column(
                f"entered_{k}",
                f"R{k} entered",
                f'=IF(COUNTIF({{rounds[game_{k}]}},"<{NO_GAME}")+COUNTIFS('
                f'{{rounds[code_{k}]}},">=1",{{rounds[code_{k}]}},"<=3")>0,1,0)',
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
    """What the wall list reports of a round: a fault, and what else should be looked at."""
    return [Column("problem", "Problem of a round", width=60, align="left", style=theme.VALUE)]
