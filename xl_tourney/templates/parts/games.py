"""The page Games: each game once, where the wall list has each of them twice.

A blank cell of the wall list follows this page; what is typed in both places has to agree.  The
games as they are parsed say for either player what the cell of the wall list would say; a player in
a round is one number there, the round times :data:`ROUND_KEY` and the number of the player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .checks import Check
from .columns import NAME_WIDTH, is_bye
from .plan.types import SheetPlan
from .settings import Setting
from .table import TEXT_FORMAT, Column, InputRule

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
NO_BOARD = f"{_BOARD.refuses('{games.row[board]}')}=1"
"""Whether a row has a board that is no number."""
NO_BOARD_TEXT = "The board is a whole number, or blank."


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
    return Column("problem", "Problem", formula, width=84, align="left")


def check(parsed: str) -> Check:
    """The check that every row can be used."""
    return Check(
        "Every row of Games can be used",
        f'=COUNTIF({{{parsed}[problem]}},">0")',
        "The column Problem says what is wrong with a row. Where Games and the wall list "
        "contradict each other, the wall list counts.",
        SHEET,
    )


def entered(parsed: str, keys: str) -> Setting:
    """Counted: the players whose games stand on the page."""
    description = "Counted: the cells of the wall list that the page Games fills in."
    return Setting("GamesEntered", description, formula=f"=COUNT({{{parsed}[{keys}]}})")


def number_of(typed: str) -> str:
    """The number of a player: 0 for a bye, -1 for nobody, -2 for several of that name.

    Blanks around a name, typed here or in the list, and several within it, are no difference.
    """
    found = f"({{score[name]}}=TRIM({typed}))"
    return (
        f'=IF({typed}="","",IF({is_bye(f"TRIM({typed})")},0,'
        f"IF(SUMPRODUCT({found}*1)=1,SUMPRODUCT({found}*{{score[no]}}),"
        f"IF(SUMPRODUCT({found}*1)>1,-2,IFERROR(VALUE({typed}),-1)))))"
    )


def is_unknown(number: str, is_nobody: str) -> str:
    """Whether a number is none of the list; ``is_nobody`` says it of one that has a row."""
    return (
        f"IF({number}<0,TRUE,IF({number}>ROWS({{rounds[no]}}),TRUE,IF({number}<>INT({number}),TRUE,"
        f"IF({number}=0,FALSE,{is_nobody}))))"
    )


def is_not_whole(cell: str) -> str:
    """Two conditions: that a cell is no number, that it is no whole one."""
    return f"NOT(ISNUMBER({cell})),N({cell})<>INT(N({cell}))"


def first_fault(tests: Iterable[tuple[str, int]]) -> str:
    """The number of the first condition that is true, or 0."""
    formula = "0"
    for condition, fault in reversed([*tests]):
        formula = f"IF({condition},{fault},{formula})"
    return f"={formula}"


def key_of(side: str, round_: str) -> str:
    """The player of a side in the round, as one number; blank where a row cannot be used."""
    no = f"{{row[{side}_no]}}"
    key = f'IF(N({no})>0,{ROUND_KEY}*{round_}+{no},"")'
    return f'=IF({{row[fault]}}>0,"",{key})'


def row_of_player(parsed: str) -> str:
    """The row of the page with the player in this row of the wall list, in the round ``#``."""
    key = f"#*{ROUND_KEY}+{{row[no]}}"
    row = '""'
    for side in ("white", "black"):
        row = f"IFERROR(MATCH({key},{{{parsed}[{side}_key]}},0),{row})"
    return f'IF(GamesEntered=0,"",{row})'
