"""The pages of the chess workbook: sheets, looks, checks, what it all means."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.chess.rule_sets import RULE_SETS
from ...readers.chess.tournament import MAX_ROUNDS, ChessPlayer
from ..parts import games, theme
from ..parts.checks import OPTIONS, Check, count_of, read_checks
from ..parts.columns import progress_of_rounds
from ..parts.pages import HEADINGS, read_first_page
from ..parts.plan import Cell, EmptyColumns, Look, Mark, SheetPlan, read_sheets
from ..parts.table import Column, InputRule
from .entrants.kinds import Players
from .rounds import FAULTS, per_round
from .settings import SYSTEMS
from .tie_breaks.values import Values, begins_with


def nothing(rounds: int) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNT({{rounds[{per_round('code', rounds)}]}})=0"


def checks(
    rounds: int, slots: int, native: bool, values: Values, with_games: bool, of: Players
) -> list[Check]:
    """What must hold."""
    encounter = values.encounter is not None
    written = read_checks("chess", kinds=f"{{rounds[{per_round('kind', rounds)}]}}")
    assert len(written["faults of rounds"]) == len(FAULTS)
    return [
        *written["faults of rounds"],
        *written["rounds"],
        Check(
            "Everybody has an entry in the last round",
            "=SUM({score[missing]})",
            "Fill in the blank cells: Z for an absence, 12w for a game without result yet.",
            "Wall list",
            progress=count_of("player", " without an entry in round ") + "&LastHeld",
        ),
        Check(
            "Everybody on the list has entries",
            "=PlayersListed-PlayersRanked",
            "Fill in the row, or remove the player: without an entry nobody is ranked.",
            "Wall list",
            progress=count_of("player", " without an entry"),
        ),
        Check(
            "Every game has a result",
            "=SUM({score[open]})/2",
            "So many games wait for theirs: write 1, ½ or 0 behind the colour in both rows.",
            "Wall list",
            progress=progress_of_rounds("calendar", rounds),
        ),
        games.STANDS_TWICE,
        *written["players"],
        *written["ratings"],
        *_rule_checks(range(1, slots + 1)),
        *_option_checks(range(1, slots + 1), native, values.encounters),
        *([games.check("paired")] if with_games else ()),
        *_variant_checks(rounds, native, encounter, of),
    ]


def _rule_checks(slots: range) -> list[Check]:
    barred = "+".join(
        f'IF(OR(LEFT(TieBreak{k},2)="BH",LEFT(TieBreak{k},2)="FB",LEFT(TieBreak{k},3)="AOB"),1,0)'
        for k in slots
    )
    return [
        Check(
            "The tie-breaks are for this system",
            f"=IF(RoundRobin*DummyCapped=0,0,{barred})",
            "From 2026 on BH, FB and AOB are not for round robins (note to Article 8): choose "
            "others on Setup.",
            "Setup",
        ),
    ]


def _option_checks(slots: range, native: bool, encounters: Sequence[str]) -> list[Check]:
    known = "+".join(f'IF(TieBreak{k}="",0,IF(Slot{k}=0,1,0))' for k in slots)
    gaps = "+".join(f'IF(AND(TieBreak{k}="",TieBreak{k + 1}<>""),1,0)' for k in slots[:-1])
    found = (begins_with(f"TieBreak{k}", encounters) for k in slots)
    number = "+".join(f"IF({one},1,0)" for one in found)
    once = f"+MAX(0,{number}-1)" if native else ""
    rules = ",".join(f'Rules&""="{name}"' for name in RULE_SETS)
    systems = ",".join(f'System="{name}"' for name in SYSTEMS)
    points = (
        "IF(COUNT(Win,Draw,Loss,ByePoints)<4,1,IF(AND(Win>Draw,Draw>=Loss,Loss>=0,"
        "ByePoints>=0,ByePoints<=Win),0,1))"
    )
    return [
        Check(
            "The tie-breaks can be used",
            f'={known}+{gaps or 0}{once}+IF(TieBreak1="",1,0)',
            "Choose them from the list beside, without a gap, direct encounter once; what the "
            "list does not have, xl-tourney new chess --tiebreaks puts into a new workbook.",
            "Setup",
        ),
        Check(
            OPTIONS,
            f"=IF(OR({rules}),0,1)+IF(OR({systems}),0,1)+{points}"
            '+IF(OR(OnePrize="yes",OnePrize="no"),0,1)+SUM({cutoffs[refused]})'
            '+IF(Unrated="",0,IF(ISNUMBER(Unrated),IF(Unrated>0,0,1),1))',
            "Choose from the list of each cell; a win gives more than a draw, a draw not less "
            "than a loss, the allocated bye not more than a win; categories of prizes have whole "
            "numbers.",
            "Setup",
        ),
    ]


def _variant_checks(rounds: int, native: bool, encounter: bool, of: Players) -> list[Check]:
    """What only native formulas, or only our functions, need."""
    if not native:
        walls = (f"{{rounds[clean_{k}]}}" for k in range(1, rounds + 1))
        points = (of.scores[0].formula.replace("{wall_list}", wall) for wall in walls)
        refused = "+".join(f"IF(ISERROR(SUM({one})),1,0)" for one in points)
        return [
            Check(
                "Every round can be counted",
                f"={refused}",
                "So many rounds hold something that does not agree. Until it is mended nothing can "
                "be calculated.",
                "Wall list",
            )
        ]
    return [
        Check(
            "Direct encounter comes to its end",
            f"=IF(FirstDE=0,0,{'SUM({score[unsettled]})' if encounter else '1'})",
            "So many players could be separated by one step more than there is room for: place "
            "them by hand, or let xl-tourney make the workbook with --functions addin.",
            "Calculation",
        )
    ]


MOST_WARNINGS = 5
"""How many oddities of the file the first page lists."""


def read_me(
    left_out: Sequence[str],
    warnings: Sequence[str],
    all_codes: bool,
    with_games: bool,
    of_teams: bool,
) -> dict[str, list[tuple[str, str]]]:
    """The text of the first page."""
    of_the_file = [("Not here", f"{sentence}.") for sentence in left_out]
    of_the_file += [("In the file", warning) for warning in warnings[:MOST_WARNINGS]]
    by_page = [games.READ_ME] if with_games else []
    return read_first_page(
        "chess",
        {"all": all_codes, "teams": of_teams},
        {"games": by_page, "of the file": of_the_file},
    )


PAIRINGS_TOP = HEADINGS + 2
"""The row of headings of the pairings; above it is which round."""


def sheets(rounds: int, shown: int, with_games: bool) -> dict[str, SheetPlan]:
    """The sheets; the pairings are those of a round, which can be chosen."""
    by_points = (
        '="By points, then by the tie-breaks of the regulations in their order."'
        '&IF(SUM({score[open]})>0," Sums over opponents, such as Buchholz, already have those '
        'of the games that are still open.","")'
    )
    noted = {"shows_note": True}
    return read_sheets(
        "chess",
        {"games": {games.SHEET: games.SHEET_PLAN} if with_games else {}},
        {
            "Pairings": {**noted, "cells": _choice_of_round(rounds, shown)},
            "Crosstable": noted,
            "Standings": {"purpose": by_points, "computes_purpose": True},
            "Prizes": noted,
        },
    )


def _choice_of_round(rounds: int, shown: int) -> dict[str, Cell]:
    """Which round is shown, and what can be said of it."""
    found = (
        f'=IF(OR(N(RoundShown)<1,N(RoundShown)>{rounds}),"Choose a round from 1 to {rounds}.",'
        'IF(COUNT({score[board]})=0,"This round has not been held.",'
        'COUNTIF({score[paired]},">=100")/2&" boards"&IF(COUNT({score[board]})>'
        'ROWS({pairings[board]}),", and "&COUNT({score[board]})-ROWS({pairings[board]})&'
        '" more without opponent","")))'
    )
    rule = InputRule("whole", "The number of a round.", 1, MAX_ROUNDS)
    return {
        f"A{HEADINGS}": Cell("Round", style=theme.STRONG),
        f"B{HEADINGS}": Cell(
            max(1, shown), style=theme.INPUT, align="center", name="RoundShown", rule=rule
        ),
        f"C{HEADINGS}": Cell(formula=found),
    }


def of_ranking(table: str, slots: int, marked: Sequence[str] = ()) -> list[Look]:
    """Marks of shared places, and one page where the table fits on it.

    Points are never empty; but LibreOffice indents right-aligned numbers beside each other only
    where they have the same conditional formats.
    """
    place = "{row[place]}"
    shared = f'AND({place}<>"",COUNTIF({{{table}[place]}},{place})>1)'
    marks = [Mark(key, [(shared, theme.TIED)]) for key in ("place", *marked)]
    return [EmptyColumns(f"points:value_{slots}"), *marks]


_FIELDS = {"national": "national_rating", "fide": "fide_number", "printed": "points"}
_OPTIONAL = ("title", "federation", "rating", "national", "birth", "sex", "club", "fide", "printed")
"""The columns of the starting rank that a file need not have."""


def empty(
    columns: Sequence[Column],
    players: Sequence[ChessPlayer],
    codes: Sequence[str],
    slots: int,
    of: Players,
) -> dict[str, str]:
    """The columns of a table that would be empty, and when each would hold something."""
    found = {f"value_{k}": f'TieBreak{k}<>""' for k in range(len(codes) + 1, slots + 1)}
    if players or of.boards:
        for key in _OPTIONAL:
            if not any(getattr(player, _FIELDS.get(key, key)) for player in players):
                found[key] = f"COUNTA({{listed[{key}]}})>0"
        if not all(player.rating for player in players):
            found["tpr"] = "COUNT({score[tpr]})>0"
    there = {column.key for column in columns}
    return {key: condition for key, condition in found.items() if key in there}
