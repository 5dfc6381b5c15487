"""The looks of the go workbook: its sheets, marks, and what is not shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...readers.go.tournament import GoTournament
from ..parts import games, theme
from ..parts.pages import HEADINGS
from ..parts.plan import Cell, EmptyColumns, Hidden, Look, Mark, Matrix, SheetPlan, read_sheets
from ..parts.qualification import page as what_if
from ..parts.table import InputRule, Table
from .placing import MAX_CRITERIA
from .race import RACE

NOBODY = "Nobody is tied before direct comparison."


def sheets(with_games: bool, pairs: bool, has_functions: bool) -> dict[str, SheetPlan]:
    """The sheets; the page Games, and the page What if, are not in every workbook."""
    race = what_if.sheet_plan(RACE, "{entries[name]}", has_functions) if pairs else None
    number = InputRule("whole", "The number of a group on the sheet Tied groups.", 1)
    which = {
        f"B{HEADINGS}": Cell("Group", style=theme.STRONG),
        f"C{HEADINGS}": Cell(1, style=theme.INPUT, align="left", name="Group", rule=number),
    }
    return read_sheets(
        "go",
        {
            "games": {games.SHEET: games.SHEET_PLAN} if with_games else {},
            "race": {what_if.SHEET: race} if race else {},
        },
        {"One group": {"cells": which}},
    )


def of_standings(
    tournament: GoTournament, criteria: Sequence[str], rounds: int, pairs: bool
) -> list[Look]:
    """Marks, and one page where the table fits on it.

    Wins are never empty; but LibreOffice indents right-aligned numbers beside each other only
    where they have the same conditional formats.
    """
    shared = 'AND({row[place]}<>"",COUNTIF({standings[place]},{row[place]})>1)'
    tied = [(shared, theme.TIED)]
    empty = {**_empty_columns(tournament, criteria), **_empty_rounds(tournament, rounds)}
    state = [("{row[state]}={said.first}", theme.GOOD), ("{row[state]}={said.out}", theme.QUIET)]
    race = [what_if.RaceNote(), EmptyColumns("best_place:state"), Mark("state", state)]
    return [
        EmptyColumns(f"nbw:key_{MAX_CRITERIA}"),
        Mark("place", tied),
        Mark("decided", tied),
        Hidden(empty),
        *(race if pairs else ()),
    ]


def _empty_columns(tournament: GoTournament, criteria: Sequence[str]) -> dict[str, str]:
    """The columns of the standings that would be empty, and when each would hold something.

    Wins are not shown twice.
    """
    players = tournament.players
    empty = {f"key_{k}": f'Criterion{k}<>""' for k in range(len(criteria) + 1, MAX_CRITERIA + 1)}
    if "NBW" in criteria:
        empty["nbw"] = 'COUNTIF(PlacedBy,"NBW")=0'
    for key in ("rank", "club", "country"):
        if players and not any(getattr(player, key) for player in players):
            empty[key] = f"COUNTA({{entries[{key}]}})>0"
    if players and not any(player.rank or player.rating is not None for player in players):
        empty["opera"] = "RatingsKnown>0"
    return empty


def _empty_rounds(tournament: GoTournament, rounds: int) -> dict[str, str]:
    """The rounds after the last one with entries, and when each has some; none before the first."""
    entries = [player.rounds for player in tournament.players]
    last = max((k for cells in entries for k, cell in enumerate(cells, 1) if cell), default=rounds)
    return {f"r_{k}": f"{{progress.top[entered_{k}]}}=1" for k in range(last + 1, rounds + 1)}


@dataclass(frozen=True)
class _NobodyTied:
    """A sentence above the tied groups where there is none."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        none = table.sheet[f"A{table.top - 1}"]
        groups = f"MAX({table.area('group')})"
        none.value = f'=IF(AND(PlayersListed>0,{groups}=0),"{NOBODY}","")'
        theme.apply_style(none, theme.STATUS)


_ODD = 'AND({row[group]}<>"",MOD(N({row[group]}),2)=1)'
OF_TIED: Sequence[Look] = [_NobodyTied(), Mark("group:no", [(_ODD, theme.QUIET)])]
"""Every other group has another paper; and a sentence where there is none."""


def of_detail(room: int, names: Sequence[str]) -> list[Look]:
    """What can be said of the group that is shown, and the headings of the matrix."""
    against = f"against_0:against_{room - 1}"
    return [
        _Summary(room),
        Matrix("detail[no]", "score[name]", names),
        Mark(against, [('{cell}="×"', theme.QUIET)]),
        EmptyColumns(against),
    ]


@dataclass(frozen=True)
class _Summary:
    """Whether every two of the group met."""

    room: int

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        cells = table.area("against_0", f"against_{self.room - 1}")
        text = (
            f'=IF(GroupSize=0,IF(AND(PlayersListed>0,MAX({{tied[group]}})=0),"{NOBODY}",'
            '"There is no such group: choose one of the sheet Tied groups."),'
            f'IF(GroupSize>ROWS({cells}),"The first "&ROWS({cells})&" of "&GroupSize&" players.",'
            f'IF(ROWS({cells})*COLUMNS({cells})-COUNTIF({cells},"")=GroupSize*GroupSize,'
            '"Every two of the "&GroupSize&" met.",'
            'IF(System="round-robin","Not every two of the "&GroupSize&" met.",'
            '"Not every two of the "&GroupSize&" met: direct comparison gives 0 to all."))))'
        )
        summary = table.sheet[f"B{HEADINGS + 1}"]
        summary.value = table.formula(text, 0, table.related)
        theme.apply_style(summary, theme.NOTE)
