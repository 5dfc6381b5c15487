"""The sheet Rounds of the go workbook: every cell of the wall list, parsed and compared.

The two cells of a game are compared with each other, so that a slip is found where it is, and only
the rows concerned go without the game.  A game that stands in one row only counts for both.

A cell becomes facts, a column each.  An example: in round 1 Ann, number 1, has given Bob, number 2,
two stones and won; Cy, number 3, did not come to play Dora, number 4.

=========  ========  ======  ======  ======  =======  =====  ====  =====
cell       opponent  result  colour  stones  forfeit  fault  kind  given
=========  ========  ======  ======  ======  =======  =====  ====  =====
``2+/w2``         2       1       2       2        0      0     1    1.5
``1-/b2``         1       2       1       2        0      0     1   -1.5
``4-!``           4       2       0                1      0     2      0
``3+!``           3       1       0                1      0     2      0
=========  ========  ======  ======  ======  =======  =====  ====  =====

Results are 1 for a win, 2 a loss, 3 a jigo, 4 no result; colours are 1 for Black, 2 for White.  A
handicap is half a stone short, so Ann gave 1.5 stones; Bob has taken them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...catalogue.expression import formula_of, symbol
from ...functions.go.rows import sos_term
from ...functions.go.wall_list import POINTS as COUNTED
from ..parts import theme
from ..parts.columns import for_rounds, progress_of_round
from ..parts.columns import per_round as per_round
from ..parts.columns import sum_of_rounds as sum_of_rounds
from ..parts.table import NOT_ZERO, Column, computed

FAULTS = (
    "cannot be read",
    "names nobody",
    "is against the player in this row",
    "has an opponent who meets another",
    "and the opponent's row disagree",
    "and the opponent's row disagree on colours, stones or forfeits",
    "is against somebody who was out by then",
)
"""What can be wrong with a cell, by its number."""
UNREADABLE, NOBODY, ONESELF, MEETS_ANOTHER, DISAGREE, DETAILS_DISAGREE, OUT = range(1, 8)
MET_AGAIN = "is against an opponent met before"
WAITING = "stands only in the opponent's row and counts as it says there"
PROBLEMS = (*FAULTS, MET_AGAIN, WAITING)
"""What the wall list reports of a round."""

PLAYED, UNPLAYED, BOTH_ALIKE = 1, 2, 3
"""What kind of game it was: one played, one not, or one that both lost, or won by forfeit.

0 is no game: a round without opponent, or with a fault.
"""

SIGNS = "+-=?"
_TYPED_SIGNS, _SIGN_NUMBERS = f"{SIGNS}\N{MINUS SIGN}\N{EN DASH}", "1,2,3,4,2,2"
"""The signs of results as they may be typed, and the number of each."""
_DETAILS_WIDTH = 5
IN_AN_EXTRACT = 'Outsiders="yes"'
"""The condition that opponents may have no row, so that some sums are not known."""
NEVER, NOBODY_THERE = 999, 0
"""The round from which a player is gone: for one who stays to the end, and for a blank row."""


def row_of_rounds(key: str, rounds: int) -> str:
    """The cells of all rounds of a player, for the tables of players."""
    return f"{{rounds.row[{per_round(key, rounds)}]}}"


def without_opponent(rounds: int, result: int) -> str:
    """Ranges and criteria that find the rounds without opponent that count as such a result."""
    return f"{row_of_rounds('opponent', rounds)},0,{row_of_rounds('result', rounds)},{result}"


OPPONENT, RESULT, GIVEN = (f"{{rounds.row[{key}_#]}}" for key in ("opponent", "result", "given"))
"""How formulas of other sheets refer to a round."""
_ITS_KIND = "{rounds.row[kind_#]}"
HAS_OPPONENT, IS_PLAYED = f"{_ITS_KIND}>0", f"{_ITS_KIND}={PLAYED}"
POINTS = f"CHOOSE({RESULT},{','.join(f'{COUNTED[sign]:g}' for sign in SIGNS)})"
"""The points of a game by its result."""
BALANCE = f"IF(N({OPPONENT})<1,0,IF({_ITS_KIND}={BOTH_ALIKE},0,({RESULT}=1)-({RESULT}=2)))"
"""1 for a win against somebody, -1 for a loss; nothing where both lost, or won by forfeit."""
IS_WAITING = f'AND(N({RESULT})>0,{{rounds.row[typed_opponent_#]}}="")'
"""Whether only the opponent's row says what this round was."""


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


def written(result: str, colour: str, stones: str, forfeit: str) -> str:
    """A result as wall lists have it, with what stands behind: ``+``, ``-!w``, ``=/b3``."""
    mark = f'IF({forfeit},"!",IF(AND(N({colour})=0,{stones}=""),"","/"))'
    letter = f'IF(N({colour})>0,MID("bw",{colour},1),IF({stones}="","","?"))'
    return f'MID("{SIGNS}",{result},1)&{mark}&{letter}&{stones}'


_CELL = "{entries.row[r_#]}"
_SIGN_AT = f'FIND("{_TYPED_SIGNS[-1]}",{_CELL})'
for _sign in reversed(_TYPED_SIGNS[:-1]):
    _SIGN_AT = f'IFERROR(FIND("{_sign}",{_CELL}),{_SIGN_AT})'
_IS_BLANK = f'OR({_CELL}="",{_CELL}="?",{_CELL}="0?")'
_SIGN = f'IF({{row[gone]}}<=#,"",IF({_IS_BLANK},"",IFERROR({_SIGN_AT},0)))'
"""Where the sign of the result stands in a cell; 0 where there is none."""
_AT, _BEHIND, _TYPED = "{row[sign_#]}", "{row[behind_#]}", "{row[typed_opponent_#]}"
_PADDED = (
    f'LOWER(SUBSTITUTE(SUBSTITUTE(":"&TRIM(MID({_CELL},{_AT}+1,99)),":!",":"),":/",":"))'
    f'&"{"." * (_DETAILS_WIDTH - 1)}"'
)
_FOUND = f'FIND(LEFT(SUBSTITUTE({_PADDED},":?.",":.."),{_DETAILS_WIDTH}),Details)'
_SAID_BEHIND = (
    f'IF(N({_AT})=0,"",'
    f'IFERROR(SUBSTITUTE(MID(Details,{_FOUND}+1,{_DETAILS_WIDTH - 1}),".",""),"#"))'
)
"""The colour and the stones that stand behind a result, as ``b3``; ``#`` if they cannot be read."""
_IS_WHOLE = f'ISERROR(FIND(".",SUBSTITUTE({_CELL},",",".")))'
_NUMBER = f"IFERROR(IF({_IS_WHOLE},VALUE(LEFT({_CELL},{_AT}-1)),-1),-1)"
_SIGN_NUMBER = f'CHOOSE(FIND(MID({_CELL},{_AT},1),"{_TYPED_SIGNS}"),{_SIGN_NUMBERS})'
TYPED = {
    "typed_opponent": ("typed opponent", f'IF({_BEHIND}="#",-1,{_NUMBER})'),
    "typed_result": ("typed result", f"IF({_TYPED}<0,0,{_SIGN_NUMBER})"),
    "colour": (
        "colour",
        f'IF(OR({_TYPED}<0,{_BEHIND}=""),0,FIND(LEFT({_BEHIND}),"?bw")-1)',
    ),
    "stones": ("stones", f'IF(LEN({_BEHIND})<2,"",VALUE(MID({_BEHIND},2,2)))'),
    "forfeit": ("forfeit", f'IF(ISERROR(FIND("!",{_CELL})),0,1)'),
}
"""What a typed cell says: the heading of each column, and its formula.

The opponent is below 0 where the cell cannot be read.
"""


_GONE = (
    f'IF({{entries.row[name]}}="",IF({IN_AN_EXTRACT},{NEVER},{NOBODY_THERE}),'
    f"IF({{row[no]}}=ByeRow,{NOBODY_THERE},"
    f"IF(ISNUMBER({{entries.row[out]}}),1+MAX(0,{{entries.row[out]}}),{NEVER})))"
)
"""The first round in which the row does not count."""

_OPPONENT, _RESULT, _KIND = "{row[opponent_#]}", "{row[result_#]}", "{row[kind_#]}"
_PROVISIONAL = (
    'IF({progress.top[typed_#]}=0,"",IF(COUNTIF({rounds[typed_opponent_#]},{row[no]})=1,'
    'SUMIF({rounds[typed_opponent_#]},{row[no]},{rounds[no]}),""))'
)
"""The opponent of a blank cell, from the only cell of the round that names its player."""
_ITS_OPPONENT = (
    f'IF({{row[gone]}}<=#,IF({{row[gone]}}={NOBODY_THERE},"",0),IF({_TYPED}="",{_PROVISIONAL},'
    f"IF({_TYPED}=ByeRow,0,{_TYPED})))"
)
"""The opponent's number; 0 without one, also after the player's last round, below 0 where the cell
cannot be read."""
_MIRRORED = "2,1,3,4"
"""The opponent's result for each result."""
_ITS_RESULT = (
    f'IF({_OPPONENT}="","",IF({_TYPED}<>"",{{row[typed_result_#]}},IF({{row[gone]}}<=#,0,CHOOSE('
    f"SUMIF({{rounds[typed_opponent_#]}},{{row[no]}},{{rounds[typed_result_#]}}),{_MIRRORED}))))"
)

_COLOUR, _STONES, _FORFEIT = (f"{{row[{key}_#]}}" for key in ("colour", "stones", "forfeit"))
_OPPOSITE_COLOUR, _OPPOSITE_STONES, _OPPOSITE_FORFEIT = (
    f"{{row[opposite_{key}_#]}}" for key in ("colour", "stones", "forfeit")
)
_MOST_STONES = f"MAX(N({_STONES}),N({_OPPOSITE_STONES}))"
_IS_FORFEIT = f"N({_FORFEIT})+N({_OPPOSITE_FORFEIT})>0"


def _of_opponent(key: str) -> str:
    """What the opponent's cell says; blank where it is blank, or there is no such row."""
    return (
        f'IF(N({_OPPONENT})<1,"",IF({_OPPONENT}>ROWS({{rounds[no]}}),"",'
        f"INDEX({{rounds[{key}_#]}},{_OPPONENT})))"
    )


_DISAGREE = (
    f'OR(IF(OR({_FORFEIT}="",{_OPPOSITE_FORFEIT}=""),FALSE,{_FORFEIT}<>{_OPPOSITE_FORFEIT}),'
    f"AND(N({_COLOUR})=N({_OPPOSITE_COLOUR}),N({_COLOUR})+({_MOST_STONES}>0)>0),"
    f"AND(ISNUMBER({_STONES}),ISNUMBER({_OPPOSITE_STONES}),{_STONES}<>{_OPPOSITE_STONES}))"
)
_OPPOSITE_RESULT = f"INDEX({{rounds[result_#]}},{_OPPONENT})"
_AGREES = f"{_OPPOSITE_RESULT}=CHOOSE({_RESULT},{_MIRRORED})"


def _fault() -> str:
    """The number of what is wrong with a cell, or 0."""
    meets_me = f"N(INDEX({{rounds[opponent_#]}},{_OPPONENT}))={{row[no]}}"
    forfeits = f"AND(N({_FORFEIT})=1,N({_OPPOSITE_FORFEIT})=1)"
    alike = f"IF({_OPPOSITE_RESULT}={_RESULT},OR({_RESULT}=2,{forfeits}),FALSE)"
    both = f"IF({_RESULT}<3,{alike},FALSE)"
    gone = f"INDEX({{rounds[gone]}},{_OPPONENT})"
    met_twice = f"COUNTIF({{rounds[opponent_#]}},{_OPPONENT})>1"
    return (
        f"IF(N({_OPPONENT})<1,IF(N({_OPPONENT})<0,{UNREADABLE},0),"
        f"IF({_OPPONENT}>ROWS({{rounds[no]}}),{NOBODY},IF({_OPPONENT}={{row[no]}},{ONESELF},"
        f"IF({gone}<=#,IF({gone}={NOBODY_THERE},{NOBODY},{OUT}),"
        f"IF(IF({meets_me},IF({_AGREES},TRUE,{both}),FALSE),IF({_DISAGREE},{DETAILS_DISAGREE},0),"
        f"IF({met_twice},{MEETS_ANOTHER},{DISAGREE}))))))"
    )


_ITS_OWN_KIND = (
    f"IF(N({_OPPONENT})<1,0,IF({{row[fault_#]}}>0,0,IF({_AGREES},"
    f"IF({_RESULT}=4,{UNPLAYED},IF({_IS_FORFEIT},{UNPLAYED},{PLAYED})),{BOTH_ALIKE})))"
)
_MET_AGAIN = (
    f'IF({_KIND}=0,0,IF(Meetings="",0,'
    f"IF(COUNTIF({{row[opponent_1:opponent_#]}},{_OPPONENT})>Meetings,1,0)))"
)
_GIVEN = (
    f"IF({_KIND}=0,0,IF({_MOST_STONES}=0,0,({_MOST_STONES}-StoneShort)"
    f"*IF(N({_COLOUR})>0,2*{_COLOUR}-3,3-2*{_OPPOSITE_COLOUR})))"
)
"""The stones that were given, less what a handicap is short of; below 0 if they were taken."""

_OWN_GIVEN = "{row[given_#]}"
_MET = formula_of(
    sos_term,
    f"N(INDEX({{score[for_sums]}},{_OPPONENT}))",
    f"{_OWN_GIVEN}+StoneShort*SIGN({_OWN_GIVEN})",
    symbol("Handicap") == "yes",
)
_TERM = f'IF({{progress.top[entered_#]}}=0,"",IF({_KIND}=0,{{score.row[unplayed]}},{_MET}))'
"""What a round adds to SOS."""
_CLEAN = (
    f'IF({_OPPONENT}="","",IF(OR({{row[fault_#]}}>0,{_RESULT}=0),"?",'
    f'IF({_OPPONENT}=0,IF({{progress.top[entered_#]}}=0,"","0"&MID("{SIGNS}",{_RESULT},1)),'
    f"{_OPPONENT}&{written(_RESULT, _COLOUR, _STONES, _IS_FORFEIT)})))"
)
"""The cell as our functions take it; ``?`` where it says nothing that can be counted."""


def rounds(
    count: int, of_games: Mapping[str, str] | None = None, with_pairs: bool = False
) -> list[Column]:
    """Every cell of the wall list, parsed and compared with the opponent's.

    ``of_games`` has what a blank cell says where games are listed elsewhere: the formula of each
    column of :data:`TYPED`, and ``listed``, the row there.
    """
    listed = dict(of_games or {})

    def columns(key: str, heading: str, formula: str, **look: Any) -> list[Column]:
        return for_rounds(
            count, key, f"R# {heading}", f"={formula}", number_format=NOT_ZERO, **look
        )

    def blank(formula: str) -> str:
        return f'IF({{row[gone]}}<=#,"",IF({_AT}<>"","",{formula}))'

    def typed(key: str, formula: str) -> str:
        otherwise = f'IF({{row[listed_#]}}="","",{listed[key]})' if listed else '""'
        return f'IF({_AT}="",{otherwise},{formula})'

    return [
        computed.centred("no", "No.", "={entries.row[no]}", width=6),
        computed.count("gone", "Gone from round", f"={_GONE}", width=8),
        *columns("sign", "sign at", _SIGN),
        *columns("behind", "behind the sign", _SAID_BEHIND),
        *(columns("listed", "row on Games", blank(listed["listed"])) if listed else ()),
        *(
            column
            for key, (heading, formula) in TYPED.items()
            for column in columns(key, heading, typed(key, formula))
        ),
        *columns("opponent", "opponent", _ITS_OPPONENT),
        *columns("result", "result", _ITS_RESULT),
        *(
            column
            for key in ("colour", "stones", "forfeit")
            for column in columns(f"opposite_{key}", f"opponent's {key}", _of_opponent(key))
        ),
        *columns("fault", "fault", _fault()),
        *columns("kind", "kind of game", _ITS_OWN_KIND),
        *columns("again", "met again", _MET_AGAIN),
        *columns("given", "stones given", _GIVEN),
        *(columns("open", "to play", f'IF(N({_RESULT})=4,{_OPPONENT},"")') if with_pairs else ()),
        *columns("sos", "in SOS", _TERM, only="native", may_be_na=IN_AN_EXTRACT),
        *columns("clean", "as it counts", _CLEAN),
    ]


def _count_games(condition: str = "") -> str:
    """The games of a round; half a game, against an outsider, counts as one."""
    return f'=ROUNDUP(COUNTIFS({{rounds[opponent_#]}},">0"{condition})/2,0)'


_ENTERED = (
    '=IF(COUNTIF({rounds[kind_#]},">0")'
    "+COUNTIFS({rounds[opponent_#]},0,{rounds[result_#]},1)"
    "+COUNTIFS({rounds[opponent_#]},0,{rounds[result_#]},3)>0,1,0)"
)
"""Whether a round has been paired: absences that are written in advance do not say so."""


def progress(count: int) -> list[Column]:
    """One row: which rounds have entries, how many of their games are open, :func:`details`."""

    def columns(key: str, heading: str, formula: str, **look: Any) -> list[Column]:
        return for_rounds(count, key, heading, formula, 10, number_format=NOT_ZERO, **look)

    remaining = f"=SUM({{row[entered_#:entered_{count}]}})"
    return [
        Column("details", "Details", style=theme.VALUE, cell_name="Details"),
        *columns("typed", "R# typed", "=COUNT({rounds[typed_opponent_#]})"),
        *columns("entered", "R# entered", _ENTERED),
        *columns("games", "R# games", _count_games()),
        *columns("open", "R# without result", _count_games(",{rounds[result_#]},4")),
        *map(progress_of_round, range(1, count + 1)),
        *columns("remaining", "Entered from R#", remaining, only="native"),
    ]


def problems() -> list[Column]:
    """What the wall list reports of a round: a fault, and what else should be looked at."""
    return [Column("problem", "Problem of a round", width=60, align="left", style=theme.VALUE)]
