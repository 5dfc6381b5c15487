"""The tables that the chess workbook shows: standings, crosstable, the pairings of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...readers.chess.tournament import ChessPlayer
from ..parts import theme
from ..parts.columns import NAME_WIDTH, looked_up
from ..parts.table import Column, computed
from .codes import words_of
from .entrants.kinds import Players
from .rounds import BYE_LETTERS, COLOURS, RESULTS, UNHELD


def _typed(key: str, heading: str, width: float, align: str = "left") -> Column:
    """A column of the starting rank; blank where it is blank there."""
    found = f"INDEX({{listed[{key}]}},{{row[no]}})"
    shown = f'IF({found}="","",{found})' if align == "right" else f'{found}&""'
    return Column(key, heading, f'=IF({{row[no]}}="","",{shown})', width=width, align=align)


def _tie_breaks_in_words(slots: int) -> list[Column]:
    """The same, headed as players call them, with the codes of FIDE beside."""
    code = 'IF(Slot{0}=0,TieBreak{0}&"",{1}&" ("&TieBreak{0}&")")'
    return [
        replace(
            looked_up("score", f"value_{k}", "Buchholz Cut 1 (BH/C1)", 11),
            head=f'=IF(TieBreak{k}="","",{code.format(k, words_of(f"Slot{k}"))})',
        )
        for k in range(1, slots + 1)
    ]


def _who(of: Players) -> list[Column]:
    return [
        looked_up("score", "place", "Place", 7, "center"),
        computed.centred("no", "No.", "={order.row[no]}", width=6),
        _typed("title", "Title", 6),
        looked_up("score", "name", of.name, NAME_WIDTH, "left"),
        replace(_typed("federation", "Fed.", 7), words="Federation"),
    ]


def _scores(of: Players) -> list[Column]:
    return [
        replace(looked_up("score", key, heading, 8), words=words)
        for key, heading, words, _ in of.scores
    ]


def standings(slots: int, of: Players) -> list[Column]:
    """The final ranking."""
    performance = replace(looked_up("score", "tpr", "TPR", 8), words="Performance rating")
    return [
        *_who(of),
        _typed("club", "Club", 16),
        _typed("rating", "Rating", 9, "right"),
        *_scores(of),
        *_tie_breaks_in_words(slots),
        looked_up("score", "decided", "Decided by", 26, "left"),
        *([performance] if of.is_rated else ()),
        looked_up("score", "played", "Games", 8),
    ]


def crosstable(rounds: int, slots: int, of: Players) -> list[Column]:
    """The ranking with every game; opponents are named by their row of this table."""
    return [
        *_who(of),
        _typed("rating", "Rating", 9, "right"),
        *(_game(k, of) for k in range(1, rounds + 1)),
        *_scores(of),
        *(
            replace(looked_up("score", f"value_{k}", "", 9), head=f'=TieBreak{k}&""')
            for k in range(1, slots + 1)
        ),
    ]


def _game(k: int, of: Players) -> Column:
    kind = f"N(INDEX({{rounds[kind_{k}]}},{{row[no]}}))"
    result = f'MID("{RESULTS}",MOD({kind},10),1)'
    if of.boards:
        result = f"INDEX({{rounds[shown_{k}]}},{{row[no]}})"
    against = (
        f"INDEX({{score[position]}},INT({kind}/100))"
        f'&MID("{COLOURS}",INT(MOD({kind},100)/10)+1,1)&{result}'
    )
    alone = f'MID("{BYE_LETTERS}",{kind}+1,1)'
    faulty = f'IF({kind}={UNHELD},"",INDEX({{wall[r_{k}]}},{{row[no]}})&"")'
    formula = f'=IF({{row[no]}}="","",IF({kind}>=100,{against},IF({kind}>=0,{alone},{faulty})))'
    return computed.left(f"r_{k}", f"R{k}", formula, width=8)


FREE = 24
"""How many players without opponent a round is shown with, beside the boards."""


def boards(players: int) -> int:
    """How many rows the pairings of a round need."""
    return min(players, (players + 1) // 2 + FREE)


def boards_held(players: Sequence[ChessPlayer]) -> int:
    """How many rows the pairings of the rounds so far have at most, with those of byes."""
    rounds = zip(*(player.rounds for player in players))
    games = (sum(cell[:1].isdigit() and not cell.startswith("0") for cell in r) for r in rounds)
    return max((len(players) - paired // 2 for paired in games), default=0)


def pairings(of: Players) -> list[Column]:
    """The boards of a round, and who had no opponent below them."""

    def player(number: str, side: str) -> list[Column]:
        def figure(table: str, key: str, heading: str, width: float, align: str) -> Column:
            found = f"INDEX({{{table}[{key}]}},{{row[{number}]}})"
            shown = f'IF({found}="","",{found})'
            return Column(
                f"{key}_{number}",
                heading,
                f'=IF({{row[{number}]}}="","",{shown})',
                width=width,
                align=align,
                style=theme.STRONG if key == "name" else None,
            )

        return [
            figure("listed", "title", "Title", 6, "left"),
            figure("listed", "name", side, NAME_WIDTH, "left"),
            figure("listed", "rating", "Rating", 9, "right"),
            figure("score", "before", "Points", 8, "right"),
        ]

    kind = "INDEX({score[paired]},{row[white]})"
    result = f"MOD({kind},10)"
    game = f'CHOOSE({result},"1 - 0","½ - ½","0 - 1","+ - -","- - "&{{row[other]}},"")'
    if of.boards:
        shown = [f"INDEX({{score[shown]}},{{row[{side}]}})" for side in ("white", "black")]
        game = f'{shown[0]}&" - "&IF({{row[black]}}="","",{shown[1]})'
    bye = f'CHOOSE({kind}+1,"absent","","","","","","","full-point bye","bye","half-point bye")'
    their_kind = "MOD(N(INDEX({score[paired]},{row[black]})),10)"
    white, black = player("white", "White"), player("black", "Black")
    return [
        computed.centred(
            "board",
            "Board",
            '=IF({row[white]}="","",IF(INDEX({score[paired]},{row[white]})>=100,'
            '{order.row[row]},""))',
            width=7,
        ),
        computed.centred(
            "white",
            "No.",
            '=IF({order.row[row]}>COUNT({score[board]}),"",'
            "MATCH({order.row[row]},{score[board]},0))",
            width=6,
        ),
        *white,
        computed.centred(
            "result",
            "Result",
            f'=IF({{row[white]}}="","",IF({kind}<0,"",IF({kind}>=100,{game},{bye})))'.replace(
                "{row[other]}", f'IF({their_kind}=4,"+","-")'
            ),
            width=15,
            style=theme.STRONG,
        ),
        *black,
        computed.centred(
            "black", "No.", f'=IF({{row[white]}}="","",IF({kind}>=100,INT({kind}/100),""))', width=6
        ),
    ]
