"""Matches of teams in the chess workbook: the cells of their wall list, and the page Games.

A cell says opponent, colour of board 1, own game points and, where they are known, the own result
on each board: ``8w2½/1=½0``.  Its kind is that of a game (see :mod:`..rounds`): who won is known
once the game points of both sides are.
"""

from __future__ import annotations

from ....readers.chess.tournament import MAX_ROUNDS
from ...parts import games as page
from ...parts.table import TEXT_FORMAT, Column, InputRule, computed
from .. import games
from ..rounds import AS_COMPARED, BYE, Cells, text_of_cell, worth

MAX_BOARDS = 12
RESULT = "2½-1½"

# The wall list -----------------------------------------------------------------------------------

_BYES = ("|z|0z|0-z|", "|f|0f|0-f|", "|u|bye|0u|0-u|", "|h|0h|0-h|")
"""The spellings of Z, F, U and H, each of the width that :data:`~.rounds.BYE` reads."""
_SPELLED = (
    (" ", ""),
    ("\u00a0", ""),
    ("\u2212", "-"),
    ("\u2013", "-"),
    (",", "."),
    ("½", "="),
    (".5", "="),
    (".0", ""),
)
_TEXT, _MATCH, _AT, _REST = "{row[text_#]}", "{row[match_#]}", "{row[at_#]}", "{row[rest_#]}"
_SIGN = f"MID({_MATCH},{_AT},1)"
_FIRST_SIGN = ",".join(f'FIND("{sign}",{_MATCH}&"{sign}")' for sign in "wbs-+")
_TYPED, _BOARDS, _GAME = "{row[typed_#]}", "{row[boards_#]}", "N({row[game_#]})"
_WHOLE = f'SUBSTITUTE({_REST},"=","")'
_HALVES = f'IF(RIGHT({_REST})="=",0.5,0)'


def points_of(text: str) -> str:
    """The points of a text with the result of each board."""
    return "+".join(
        f'(LEN({text})-LEN(SUBSTITUTE({text},"{sign}","")))*{points}'
        for sign, points in (("1", "1"), ("+", "1"), ("=", "0.5"))
    )


def _without(text: str, signs: str) -> str:
    for sign in signs:
        text = f'SUBSTITUTE({text},"{sign}","")'
    return text


def _from_page(figure: str, otherwise: str, with_page: bool) -> str:
    on_page = games.said_of_player(figure) if with_page else '""'
    return f'=IF({_TEXT}="",{on_page},{otherwise})'


_RESULT_ON_BOARDS = f"MID({_TEXT},LEN({_MATCH})+2,99)"
for _letter, _meant in (("w", "1"), ("d", "="), ("l", "0")):
    _RESULT_ON_BOARDS = f'SUBSTITUTE({_RESULT_ON_BOARDS},"{_letter}","{_meant}")'

_BOARDS_FIT = (
    f'IF({_BOARDS}="",TRUE,AND(LEN({_BOARDS})=Boards,{_without(_BOARDS, "1=0+-")}="",'
    f"{points_of(_BOARDS)}={_TYPED}))"
)
_IS_PLAYED = (
    f"AND(ISNUMBER({_TYPED}),N({_TYPED})>=0,N({_TYPED})<=Boards,"
    f"INT(2*N({_TYPED}))=2*N({_TYPED}),{_BOARDS_FIT})"
)
_CODE = (
    f"IFERROR({BYE},IFERROR(100*VALUE(LEFT({_MATCH},{_AT}-1))/(VALUE(LEFT({_MATCH},{_AT}-1))>0)"
    f'+CHOOSE(FIND({_SIGN},"wbs-+"),10,20,20,0,0)'
    f'+IF({_REST}="",IF({_SIGN}="-",5,6),IF(OR({_REST}="?",{_REST}="*"),6,IF({_REST}="+",4,'
    f'IF({_REST}="-",5,2/{_IS_PLAYED})))),-1))'
)
_OTHER = "INT({row[fit_#]}/100)"
_THEIRS = f"N(INDEX({{rounds[game_#]}},{_OTHER}))"
_FIT = "{row[fit_#]}"
_KIND = (
    f"=IF(N({_FIT})<100,{_FIT},IF(MOD({_FIT},10)<>2,{_FIT},IF({_GAME}+{_THEIRS}>Boards,-5,"
    f"{_FIT}-2+IF({_GAME}>{_THEIRS},1,IF({_GAME}={_THEIRS},2,3)))))"
)
_CODE_OF_MATCH = "{row[code_#]}"
_COMPLETED = (
    f'=IF(N({_CODE_OF_MATCH})<100,"",IF(MOD({_CODE_OF_MATCH},10)<>2,"",IF({{row[said_#]}}<>"",'
    f"{_TYPED},Boards-N(INDEX({{rounds[typed_#]}},INT({_CODE_OF_MATCH}/100))))))"
)
_SHOWN = (
    '=IF(N({row[kind_#]})<100,"",IF(MOD({row[kind_#]},10)>3,MID("+-",MOD({row[kind_#]},10)-3,1),'
    f'INT({_GAME})&IF({_GAME}>INT({_GAME}),"½","")))'
)


def cells(with_page: bool) -> Cells:
    """How the cells of a team's wall list are read; ``with_page`` where there is the page Games."""
    of_boards = f'IF({_MATCH}={_TEXT},"",{_RESULT_ON_BOARDS})'
    of_points = (
        f"IFERROR(IF(LEN({_REST})-LEN({_WHOLE})>2*{_HALVES},"
        f'"",{_HALVES}+IF({_WHOLE}="",0/(LEN({_REST})>0),VALUE({_WHOLE}))),"")'
    )
    return Cells(
        text_of_cell(_SPELLED),
        _CODE,
        '{row[shown_#]}&IF({row[game_#]}="","",IF({row[boards_#]}="","","/"&{row[boards_#]}))',
        byes=_BYES,
        read=(
            ("match", "R# match", f'=LEFT({_TEXT},FIND("/",{_TEXT}&"/")-1)'),
            ("at", "R# sign after the opponent", f"=MIN({_FIRST_SIGN})"),
            ("rest", "R# points as typed", f'=MID({_MATCH},{_AT}+IF({_SIGN}="+",0,1),9)'),
            ("typed", "R# game points as typed", _from_page("points", of_points, with_page)),
            ("boards", "R# boards", _from_page("boards", of_boards, with_page)),
        ),
        compared=(
            ("game", "R# own game points", _COMPLETED),
            ("fit", "R# as compared", AS_COMPARED),
        ),
        kind=_KIND,
        counted=(
            ("g_points", "R# game points", worth(_WORTH)),
            ("shown", "R# result", _SHOWN),
        ),
    )


_WORTH = f"0,{_GAME},{_GAME},{_GAME},Boards,0,0,Boards,ByeGamePoints,HalfMatch"
"""The game points of a round by the last digit of its kind; see :data:`~.rounds.WORTH`."""


def result_rule() -> InputRule:
    """What is typed into the wall list."""
    return InputRule(
        "textLength",
        "The opponent's No., the colour on board 1 and the own game points, and the boards where "
        "they are known: 12w2½ or 12w2½/1=½0; 12w+, 12b- by forfeit; 12w not yet played. No "
        "opponent: U the bye of the pairing, H half-point bye, F full-point bye, Z absent.",
        0,
        40,
    )


# The page Games ----------------------------------------------------------------------------------

_SIDES = ("white", "black")
PROBLEMS = page.problems(
    _SIDES,
    "on each board 1-0, ½-½, 0-1 or 0-0, +--, --+ or --- by forfeit, blank for not yet played; or "
    "beside them 2½-1½, and +--, --+ or --- for the whole match; beside Bye: U, H, F or Z.",
)
_SAME_SIGN = (
    ("\N{EN DASH}", "-"),
    ("\N{MINUS SIGN}", "-"),
    (" ", ""),
    (":", "-"),
    (",", "."),
    ("½", "="),
    ("1/2", "="),
    (".5", "="),
    (".0", ""),
)
_PLAYED, _OPEN = 2, 8
_OF_SIDE = {"white": "2,2,2,4,5,5,2,6", "black": "2,2,2,5,4,5,2,6"}
_SIGNS = {"white": "1=0+--0", "black": "0=1-+-0"}
"""The result of either side on a board, by the number of its spelling."""


def columns(boards: int) -> list[Column]:
    """The matches as they are typed in."""
    names = "{listed[name]}"
    board = InputRule(
        "list",
        "1-0, ½-½, 0-1 or 0-0, as seen from the team on the left; +--, --+ or --- by forfeit; "
        "blank while it is not played.",
        f'"{",".join(games.RESULTS)}"',
        is_strict=False,
    )
    match = InputRule(
        "textLength",
        "Blank where the boards are filled in. Else the game points as 2½-1½, or +--, --+ or --- "
        "for a match by forfeit. Beside Bye: U or blank the bye that the pairing allocates, H "
        "half-point bye, F full-point bye, Z absent.",
        0,
        12,
    )
    white, black = "{paired.row[white_points]}", "{paired.row[black_points]}"
    score = f'=IF({white}="","",{_written(white)}&" - "&{_written(black)})'
    return [
        *page.round_and_board(MAX_ROUNDS),
        page.player("white", "White on board 1", names),
        *(
            Column(f"b_{k}", f"Board {k}", "", False, TEXT_FORMAT, 8, "center", board)
            for k in range(1, boards + 1)
        ),
        Column("result", "Result", "", False, TEXT_FORMAT, 10, "center", match),
        page.player("black", "Black on board 1", names),
        computed.centred("score", "Score", score, width=11),
        page.problem("paired", PROBLEMS),
    ]


def _written(points: str) -> str:
    return f'INT({points})&IF({points}>INT({points}),"½","")'


def paired(rounds: int, boards: int) -> list[Column]:
    """Every match of the page, parsed: for either side code, game points and boards."""
    numbers = range(1, boards + 1)
    spelled = [f"{{row[spelled_{k}]}}" for k in numbers]
    count = f"COUNTIF({{row[spelled_1:spelled_{boards}]}},"
    of_boards = f"IF({count}-1)>0,-1,IF({count}{_OPEN})=0,{_PLAYED},{_OPEN}))"
    forfeits = {number: games.SPELLINGS[number] for number in (4, 5, 6)}
    of_text = games.place_of_spelling("{row[text]}", forfeits, f"IF({_is_result()},{_PLAYED},-1)")
    of_match = f'IF({{row[text]}}="",{of_boards},{of_text})'

    def of_side(side: str) -> list[Column]:
        signs = "&".join(f'MID("{_SIGNS[side]}",{one},1)' for one in spelled)
        own = f"{{row[{side}_boards]}}"
        typed = _half(_PARTS[side])
        shown = f'IF({own}="","",{points_of(own)})'
        result = "{row[result]}"
        points = (
            f'=IF(COUNT({{row[white_no:black_no]}})<2,"",IF({{row[text]}}<>"",IF({result}={_PLAYED},'
            f'{typed},""),{shown}))'
        )
        heading = side.capitalize()
        return [
            Column(f"{side}_boards", f"{heading}'s boards", f'=IF({count}-1)>0,"",{signs})'),
            Column(f"{side}_points", f"{heading}'s game points", points),
        ]

    return [
        *page.numbers(_SIDES),
        *(
            column
            for k in numbers
            for column in (
                computed.left(f"text_{k}", f"Board {k} as text", f"={_text_of_board(k)}"),
                Column(
                    f"spelled_{k}",
                    f"Board {k} as number",
                    f"={games.place_of_spelling(f'{{row[text_{k}]}}', games.SPELLINGS)}",
                ),
            )
        ),
        computed.left(
            "text", "Result as text", f"={games.text_of('{games.row[result]}', _SAME_SIGN)}"
        ),
        Column("result", "Result as number", games.result(of_match)),
        computed.count("fault", "Fault", games.fault(rounds)),
        *of_side("white"),
        *of_side("black"),
        *games.side_columns(_OF_SIDE),
        computed.count("problem", "Problem", games.find_conflict(rounds, _differs(rounds))),
    ]


def _text_of_board(k: int) -> str:
    return games.text_of(f"{{games.row[b_{k}]}}")


_PARTS = {
    "white": 'LEFT({row[text]},FIND("-",{row[text]}&"-")-1)',
    "black": 'MID({row[text]},FIND("-",{row[text]}&"-")+1,9)',
}
"""The two numbers of a result such as 2½-1½."""


def _half(text: str) -> str:
    """The number in a text such as 2=, which is 2½."""
    whole = f'SUBSTITUTE({text},"=","")'
    return f'(IF(RIGHT({text})="=",0.5,0)+IF(AND({text}="=",LEN({text})=1),0,VALUE({whole})))'


def _is_result() -> str:
    white, black = map(_half, _PARTS.values())
    fits = f"IF({white}+{black}<=Boards,AND({white}>=0,{black}>=0),FALSE)"
    return f"IFERROR({fits},FALSE)"


def _differs(rounds: int):  # type: ignore[no-untyped-def]
    def differs(side: str, kind: str, code: str) -> str:
        counted = f"INDEX({{rounds[game_1:game_{rounds}]}},{{row[{side}_no]}},{{games.row[round]}})"
        other = (
            f"OR(INT({kind}/10)<>INT({code}/10),MOD({kind},10)>3,"
            f"N({counted})<>N({{row[{side}_points]}}))"
        )
        return f"IF(IF({code}<100,FALSE,MOD({code},10)={_PLAYED}),{other},{kind}<>{code})"

    return differs
