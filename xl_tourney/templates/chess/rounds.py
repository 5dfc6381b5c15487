"""The sheet Rounds of the chess workbook: every cell of the wall list, parsed and compared.

A cell becomes its *code*, and with the opponent's cell its *kind*: a hundred times the opponent,
ten times the colour (1 White, 2 Black, 0 not known) and the result: 1 won, 2 drawn, 3 lost over
the board, 4 won and 5 lost by forfeit, 6 no result yet.  Without an opponent: 0 absent (Z),
7 full-point bye (F), 8 pairing-allocated bye (U), 9 half-point bye (H).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...functions.chess.event import WORTH
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
    "and the opponent's row have the same colour",
)
"""What can be wrong with a cell, by its number; the kind of such a cell is the number below 0."""
MET_AGAIN = "Two players met twice. "
WAITING = "A game stands only in the opponent's row, and counts as it says there. "

UNHELD = -1000
"""The kind of a cell in a round that has not been held."""
FULL, ALLOCATED, HALF = 7, 8, 9
BYE_LETTERS = "Z------FUH"
"""The letter of a kind without an opponent."""
RESULTS, COLOURS = "1½0+-", "-wb"

_BYES = (
    "|z|-|-0|0|0-|0--|0z|0-z|",
    "|f|0f|0-f|",
    "|u|bye|+|-1|0u|0-u|0+|0-+|",
    "|h|=|-=|0h|0-h|0=|0-=|",
)
"""The spellings of Z, F, U and H; the zeros of 0000 are one."""
_BYES_WIDTH = max(map(len, _BYES))
_AGREE = "13,22,31,33,66,45,54,55"
"""The results of two sides that are of the same game."""


def bye_texts(spellings: Sequence[str] = _BYES) -> str:
    """Everything that is written for a round without opponent, in four parts of equal length."""
    return "".join(text.ljust(_BYES_WIDTH, ".") for text in spellings)


KIND = "{rounds.row[kind_#]}"
"""How formulas of other sheets refer to a round; those of this sheet have no table before row."""
OPPONENT, RESULT, COLOUR = f"INT({KIND}/100)", f"MOD({KIND},10)", f"INT(MOD({KIND},100)/10)"
POINTS = "{rounds.row[points_#]}"
IS_GAME = f"IF({KIND}>=100,IF(RoundRobin=1,{RESULT}<6,{RESULT}<4),FALSE)"
"""Whether a round counts as a game: in a round robin a forfeit does (Article 15.2)."""

_CELL = "{wall.row[r_#]}"
_SPELLED = (
    (" ", ""),
    ("\u00a0", ""),
    ("\u2212", "-"),
    ("\u2013", "-"),
    ("½", "="),
    ("1/2", "="),
    ("0.5", "="),
    ("0,5", "="),
    (".5", "="),
    (",5", "="),
)
"""The spellings that are replaced before a cell is read, each with its replacement."""


def text_of_cell(spelled: Sequence[tuple[str, str]] = _SPELLED) -> str:
    """A cell of the wall list in small letters, with one spelling for each thing."""
    text = f"LOWER({_CELL})"
    for written, meant in spelled:
        text = f'SUBSTITUTE({text},"{written}","{meant}")'
    return f'IF({_CELL}="","",{text})'


_TEXT = "{row[text_#]}"
BYE = (
    f'CHOOSE(INT((FIND("|"&IF(LEFT({_TEXT})="0","0"&SUBSTITUTE({_TEXT},"0",""),{_TEXT})&"|",'
    f"ByeTexts)-1)/{_BYES_WIDTH})+1,0,{FULL},{ALLOCATED},{HALF})"
)
_BEFORE_LAST = f"MID({_TEXT},LEN({_TEXT})-1,1)"


def _opponent(letters: int) -> str:
    """A hundred times the number before so many letters; an error where it is not above 0."""
    number = f"VALUE(LEFT({_TEXT},LEN({_TEXT})-{letters}))"
    return f"100*{number}/({number}>0)"


_WITH_RESULT = (
    f"{_opponent(2)}"
    f'+CHOOSE(FIND({_BEFORE_LAST},"wbs-"),10,20,20,0)'
    f'+CHOOSE(FIND(RIGHT({_TEXT}),IF({_BEFORE_LAST}="-","10=+-?wdl","10=+-?wdl*")),'
    "1,3,2,4,5,6,1,2,3,6)"
)
_WITHOUT_RESULT = (
    f"{_opponent(1)}"
    f'+CHOOSE(FIND(RIGHT({_TEXT}),IF(ISERROR(FIND(RIGHT(TRIM({_CELL})),"=½")),"wbs","wbs=")),'
    "16,26,26,2)"
)
CODE = f"IFERROR({BYE},IFERROR({_WITH_RESULT},IFERROR({_WITHOUT_RESULT},-1)))"
"""The code of the cell itself; below 0 where it cannot be read."""

_NAMES_ME = '{rounds[said_#]},">="&100*{row[no]},{rounds[said_#]},"<"&100*{row[no]}+100'
_ITS_SAID = "INDEX({rounds[said_#]},SUMIFS({rounds[no]}," + _NAMES_ME + "))"
_MIRRORED = (
    f"100*SUMIFS({{rounds[no]}},{_NAMES_ME})+10*CHOOSE(INT(MOD({_ITS_SAID},100)/10)+1,0,2,1)"
    f"+CHOOSE(MOD({_ITS_SAID},10),3,2,1,5,4,6)"
)
_COMPLETE = f'=IF({{row[said_#]}}<>"",{{row[said_#]}},IF(COUNTIFS({_NAMES_ME})=1,{_MIRRORED},""))'
"""The code of a cell; of a blank one what the only cell of the round says that names its player."""

_OWN = "{row[code_#]}"
_OTHER = f"INT({_OWN}/100)"
_ITS = f"N(INDEX({{rounds[code_#]}},{_OTHER}))"
_OWN_COLOUR, _ITS_COLOUR = f"INT(MOD({_OWN},100)/10)", f"INT(MOD({_ITS},100)/10)"
_COMPLETED = f"IF(AND({_OWN_COLOUR}=0,{_ITS_COLOUR}>0),{_OWN}+10*(3-{_ITS_COLOUR}),{_OWN})"
_GAME = (
    f'IF({_OTHER}>ROWS({{rounds[no]}}),-2,IF(INDEX({{listed[name]}},{_OTHER})="",-2,'
    f"IF({_OTHER}={{row[no]}},-3,IF(INT({_ITS}/100)<>{{row[no]}},IF({_ITS}>=100,-4,-5),"
    f'IF(ISERROR(FIND(10*MOD({_OWN},10)+MOD({_ITS},10),"{_AGREE}")),-5,'
    f"IF(AND({_OWN_COLOUR}>0,{_OWN_COLOUR}={_ITS_COLOUR}),-6,{_COMPLETED}))))))"
)
AS_COMPARED = (
    f'=IF({{score.row[there]}}=0,"",IF({{calendar.top[held_#]}}=0,{UNHELD},'
    f"IF(N({_OWN})<0,-1,IF(N({_OWN})<100,IF(INT(N({_OWN}))=N({_OWN}),N({_OWN}),-1),{_GAME}))))"
)
_NAMES = {"win": "Win", "draw": "Draw", "loss": "Loss", "allocated_bye": "ByePoints"}
_WORTH = ",".join(_NAMES.get(WORTH.get(result, ""), "0") for result in "Z1=0+-?FUH")
"""What each last digit of a kind is worth."""


def worth(of_kinds: str) -> str:
    """What a round is worth, by the last digit of its kind."""
    return (
        '=IF(N({row[kind_#]})<0,0,IF({score.row[there]}=0,"",'
        f"CHOOSE(MOD({{row[kind_#]}},10)+1,{of_kinds})))"
    )


def _clean(result: str) -> str:
    """The cell as our functions take it, ``12w½`` or ``12w``; one with a fault as it is."""
    return (
        f'=IF(N({{row[kind_#]}})={UNHELD},"",IF(N({{row[kind_#]}})<0,{_CELL}&"",'
        f'IF(OR({_OWN}="",{{row[kind_#]}}=""),"",IF({{row[kind_#]}}>=100,INT({{row[kind_#]}}/100)'
        f'&MID("{COLOURS}",INT(MOD({{row[kind_#]}},100)/10)+1,1)&{result},'
        f'MID("{BYE_LETTERS}",{{row[kind_#]}}+1,1)))))'
    )


class Cells(NamedTuple):
    """How the cells of a wall list are read, and what the pages say of them."""

    text: str
    """The cell with one spelling for each thing."""
    code: str
    """Its code."""
    result: str
    """The result after the colour of a game, as our functions take it."""
    byes: Sequence[str] = _BYES
    read: Sequence[tuple[str, str, str]] = ()
    """The columns that the code needs: key, heading and formula; see :func:`for_rounds`."""
    compared: Sequence[tuple[str, str, str]] = ()
    """The columns between the code and the kind."""
    kind: str = AS_COMPARED
    counted: Sequence[tuple[str, str, str]] = ()
    """The columns after the points."""


OF_PLAYERS = Cells(text_of_cell(), CODE, f'MID("{RESULTS}",MOD({{row[kind_#]}},10),1)')


def rounds_columns(
    count: int, cells: Cells, row_on_page: str = "", code_on_page: str = '""'
) -> list[Column]:
    """Every cell of the wall list, parsed and compared with the opponent's.

    A blank cell is what the page Games says: ``row_on_page`` and ``code_on_page`` are formulas for
    the row there, and for the code.
    """
    on_page = f'=IF({_TEXT}="",{row_on_page},"")'

    def all_of(columns: Sequence[tuple[str, str, str]]) -> list[Column]:
        return [column for one in columns for column in for_rounds(count, *one)]

    return [
        computed.centred("no", "No.", "={listed.row[no]}", width=6),
        *for_rounds(count, "text", "R# text", f"={cells.text}", align="left"),
        *(for_rounds(count, "on_page", "R# row on Games", on_page) if row_on_page else ()),
        *all_of(cells.read),
        *for_rounds(count, "said", "R# as typed", f'=IF({_TEXT}="",{code_on_page},{cells.code})'),
        *for_rounds(count, "code", "R# code", _COMPLETE),
        *all_of(cells.compared),
        *for_rounds(count, "kind", "R# kind", cells.kind),
        *for_rounds(count, "points", "R# points", worth(_WORTH)),
        *all_of(cells.counted),
        *for_rounds(count, "clean", "R# as it counts", _clean(cells.result), align="left"),
    ]


_HELD = '=IF(COUNTIF({rounds[code_#]},">=100")+COUNTIF({rounds[code_#]},"<0")>0,1,0)'
"""Whether a round has been paired: byes that are written in advance do not say so."""


def calendar(count: int) -> list[Column]:
    """One row: the rounds, which were held, how many from each on, and which games are open."""
    games = '=COUNTIF({rounds[kind_#]},">=100")/2'
    still_open = '=(COUNTIF({rounds[clean_#]},"*w")+COUNTIF({rounds[clean_#]},"*b"))/2'
    numbers = range(1, count + 1)
    return [
        Column("byes", "Written for Z, F, U, H", style=theme.VALUE, cell_name="ByeTexts"),
        *for_rounds(count, "number", "Round #", width=10, style=theme.VALUE),
        *for_rounds(count, "held", "R# held", _HELD, 10),
        *for_rounds(count, "games", "R# games", games, 10, number_format=NOT_ZERO),
        *for_rounds(count, "open", "R# without result", still_open, 10, number_format=NOT_ZERO),
        *map(progress_of_round, numbers),
        *for_rounds(count, "left", "Held from R#", f"=SUM({{row[held_#:held_{count}]}})", 10),
    ]
