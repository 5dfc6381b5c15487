"""The page Games: each game once, where the wall list has each of them twice.

A blank cell of the wall list follows this page; what is typed in both places has to agree.  The
games as they are parsed say for either player what the cell of the wall list would say; a player in
a round is one number there, the round times :data:`ROUND_KEY` and the number of the player.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...defined_names import BOARD_NUMBERS, BOARD_PLAYERS, BOARD_ROUNDS
from .checks import Check, count_of, unlisted_name
from .columns import NAME_WIDTH, is_bye
from .plan.types import SheetPlan
from .settings import Setting
from .table import TEXT_FORMAT, Column, InputRule, computed

SHEET = "Games"
MAX_GAMES = 6000
USUAL_GAMES = 400
"""Up to so many games a workbook has the page without being asked for it."""
HELP = (
    "rows of the page Games, 0 for no such page; if left out, one for each game, and none above "
    f"{USUAL_GAMES}"
)
ROUND_KEY = 10000
SHEET_PLAN = SheetPlan(
    "Each game once, in place of the two cells of the wall list. You fill it in, or not.",
    "Each game once, by name or No. Blank cells of the wall list follow this page; leave it blank "
    "if you fill in the wall list.",
)
READ_ME = (
    SHEET,
    "Here each game is entered once, by name or No.: blank cells of the wall list follow it. Use "
    "one page or the other, also from round to round; what stands on both has to agree.",
)
"""What the first page says of it."""


def default_rows(players: int, rounds: int) -> int:
    """How many rows a workbook has for games where nobody says."""
    games = players // 2 * rounds
    return games if games <= USUAL_GAMES else 0


_BOARD = InputRule("whole", "The number of the board; it may stay blank.")
(
    _INCOMPLETE,
    _NO_ROUND,
    _UNKNOWN,
    _AMBIGUOUS,
    _SAME,
    _NO_RESULT,
    _CONFLICT,
    _NO_BOARD,
    OWN_PROBLEM,
) = range(1, 10)
"""What can be wrong with a row, by number; the last is one that a game has of its own."""
Sides = tuple[str, str]
"""The keys of the two players in the order of the page, as ``("white", "black")``."""


def problems(sides: Sides, result: str, *own: str) -> tuple[str, ...]:
    """The sentences for what can be wrong with a row; ``result`` says how results are written."""
    first, second = map(str.capitalize, sides)
    return (
        f"Fill in Round, {first} and {second}.",
        "There is no such round.",
        f"{first} or {second} is not on the wall list: write the name or the No. as it stands "
        "there.",
        "Two players have this name: write the No.",
        f"{first} and {second} are the same.",
        f"The result cannot be read: {result}",
        "The wall list, or another row, says something else of this round.",
        "The board is a whole number, or blank.",
        *own,
    )


def round_and_board(most_rounds: int) -> list[Column]:
    """The columns with the round and the board."""
    number = InputRule("whole", "The number of the round.", 1, most_rounds)
    return [
        Column("round", "Round", width=8, align="center", rule=number, identifies=True),
        Column("board", "Board", width=8, align="center", rule=_BOARD),
    ]


def player(key: str, heading: str, names: str) -> Column:
    """A column with a player, chosen from a list of names."""
    message = "Choose a player, or write the No.; Bye for a player without opponent."
    rule = InputRule("list", message, names, is_strict=False)
    return Column(key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", rule, identifies=True)


def problem(parsed: str, texts: Sequence[str]) -> Column:
    """What is wrong with a row: the text of its number in the table ``parsed``."""
    listed = ",".join(f'"{text}"' for text in texts)
    number = f"{{{parsed}.row[problem]}}"
    formula = f'=IF({number}=0,"",CHOOSE({number},{listed}))'
    return computed.left("problem", "Problem", formula, width=84)


STANDS_TWICE = Check(
    "Every game stands in both rows",
    "=SUM({score[waiting]})",
    "So many games wait for their other half. They count for both players as the one row says "
    "it: fill in the other. The column Problem says which round.",
    "Wall list",
    progress=count_of("game", " in one row only"),
)
"""The check of a wall list that both players of a game have it."""


def check(parsed: str) -> Check:
    """The check that every row can be used."""
    return Check(
        "Every row of Games can be used",
        f'=COUNTIF({{{parsed}[problem]}},">0")',
        "The column Problem says what is wrong with a row. Where Games and the wall list "
        "contradict each other, the wall list counts.",
        SHEET,
        unlisted=unlisted_name(
            f"{_UNKNOWN},{{{parsed}[problem]}}",
            f"{parsed}[white_no]",
            "games[white]",
            "games[black]",
            nobody=-1,
        ),
    )


def entered(parsed: str, keys: str) -> Setting:
    """Counted: the players whose games stand on the page."""
    description = "Counted: the cells of the wall list that the page Games fills in."
    return Setting("GamesEntered", description, formula=f"=COUNT({{{parsed}[{keys}]}})")


def boards(parsed: str, numbers: str) -> dict[str, str]:
    """The cells from which the published page reads the boards, by their hidden names.

    ``numbers`` are the columns of the table ``parsed`` with the numbers of the players.
    """
    return {
        BOARD_ROUNDS: "games[round]",
        BOARD_NUMBERS: "games[board]",
        BOARD_PLAYERS: f"{parsed}[{numbers}]",
    }


def numbers(sides: Sides) -> list[Column]:
    """The columns of the parsed games with the numbers of the players."""
    return [
        Column(f"{side}_no", f"{side.capitalize()}'s No.", _number_of(f"{{games.row[{side}]}}"))
        for side in sides
    ]


def _number_of(typed: str) -> str:
    """The number of a player: 0 for a bye, -1 for nobody, -2 for several of that name.

    Blanks around a name, typed here or in the list, and several within it, are no difference.
    """
    found = f"({{score[name]}}=TRIM({typed}))"
    return (
        f'=IF({typed}="","",IF({is_bye(f"TRIM({typed})")},0,'
        f"IF(SUMPRODUCT({found}*1)=1,SUMPRODUCT({found}*{{score[no]}}),"
        f"IF(SUMPRODUCT({found}*1)>1,-2,IFERROR(VALUE({typed}),-1)))))"
    )


def fault(
    rounds: int,
    sides: Sides,
    *own: tuple[str, int],
    is_blank: str,
    is_nobody: str,
    is_no_result: str,
) -> str:
    """Why a row cannot be used, as the number of the first problem; 0 where it can, or is blank.

    ``is_nobody`` says of the player ``#`` that nobody has this number; ``own`` are conditions of a
    game of its own, with their problems.
    """
    number = "{games.row[round]}"
    first, second = (f"{{row[{side}_no]}}" for side in sides)
    unknown = ",".join(_is_unknown(no, is_nobody.replace("#", no)) for no in (first, second))
    no_board = f"{_BOARD.refuses('{games.row[board]}')}=1"
    formula = "0"
    for condition, problem in reversed(
        [
            (is_blank, 0),
            (f'OR({number}="",{first}="",{second}="")', _INCOMPLETE),
            (f"OR({is_not_whole(number)},N({number})<1,N({number})>{rounds})", _NO_ROUND),
            (no_board, _NO_BOARD),
            (f"OR({first}=-2,{second}=-2)", _AMBIGUOUS),
            (f"OR({unknown})", _UNKNOWN),
            (f"{first}={second}", _SAME),
            (is_no_result, _NO_RESULT),
            *own,
        ]
    ):
        formula = f"IF({condition},{problem},{formula})"
    return f"={formula}"


def fault_or_conflict(one_differs: str, other_differs: str) -> str:
    """The problem of a row, also where the wall list counts something else for a side."""
    conflict = f"IF(OR({one_differs},{other_differs}),{_CONFLICT},0)"
    return f"=IF({{row[fault]}}>0,{{row[fault]}},{conflict})"


def _is_unknown(number: str, is_nobody: str) -> str:
    """Whether a number is none of the list; ``is_nobody`` says it of one that has a row."""
    return (
        f"IF({number}<0,TRUE,IF({number}>ROWS({{rounds[no]}}),TRUE,IF({number}<>INT({number}),TRUE,"
        f"IF({number}=0,FALSE,{is_nobody}))))"
    )


def is_not_whole(cell: str) -> str:
    """Two conditions: that a cell is no number, that it is no whole one."""
    return f"NOT(ISNUMBER({cell})),N({cell})<>INT(N({cell}))"


def key_of(side: str, round_: str) -> str:
    """The player of a side in the round, as one number; blank where a row cannot be used."""
    no = f"{{row[{side}_no]}}"
    return f'=IF({{row[fault]}}>0,"",IF(N({no})>0,{ROUND_KEY}*{round_}+{no},""))'


def row_of_player(parsed: str) -> str:
    """The row of the page with the player in this row of the wall list, in the round ``#``."""
    key = f"#*{ROUND_KEY}+{{row[no]}}"
    row = '""'
    for side in ("white", "black"):
        row = f"IFERROR(MATCH({key},{{{parsed}[{side}_key]}},0),{row})"
    return f'IF(GamesEntered=0,"",{row})'
