"""The pages of the bridge workbook that are written out: checks, what it all means."""

from __future__ import annotations

from ..parts import theme
from ..parts.checks import OPTIONS, Check, count_of, read_checks
from ..parts.pages import HEADINGS, read_first_page
from ..parts.plan import Cell, SheetPlan, read_sheets
from ..parts.table import Choices, word_cell
from . import apart, blank
from .boards import NO_NUMBER, NO_SESSION, TWICE
from .scoring import SessionScoring, all_of, any_of
from .travellers import PROBLEMS


def sheets(scoring: SessionScoring) -> dict[str, SheetPlan]:
    """The sheets of a workbook."""
    found = {f"A{HEADINGS - 1}": Cell(formula=finding(scoring), style=theme.STATUS)}
    return read_sheets(
        "bridge",
        {
            "blank": {blank.SHEET: blank.SHEET_PLAN},
            "apart": {apart.SHEET: apart.SHEET_PLAN} if scoring.within_sections else {},
        },
        {"Comparison": {"cells": found}},
        a=scoring.a,
        b=scoring.b,
    )


# Checks -------------------------------------------------------------------------------------------


def checks(scoring: SessionScoring) -> list[Check]:
    """What must hold before the standings are published."""
    written = read_checks(
        "bridge",
        **{key: word_cell("Line", text) for key, text in PROBLEMS.items()},
        balanced="Both sides' points of a result add up to the top"
        if scoring.is_match_points
        else "What one side of a result wins the other loses",
        unit="so many percent" if scoring.is_match_points else "so many IMPs",
        boards=_boards_with(TWICE, NO_NUMBER),
        sessions=_boards_with(NO_SESSION),
    )
    lines = 'SUMPRODUCT(({travellers[ns]}<>"")*({travellers[ew]}<>""))'
    return [
        Check(
            "Every line with two pairs has a score, or NP",
            f"=COUNTIF({{travellers[problem]}},{word_cell('Line', PROBLEMS['unscored'])})",
            "Write the score, or NP for a board that was not played; until then the line counts "
            "for nothing.",
            "Travellers",
            progress=f'", "&{lines}-{{found}}&" of "&{lines}&" results"',
        ),
        *written["lines"],
        *written["listed twice"],
        Check(
            "Every pair that is listed has played",
            '=SUMPRODUCT(({group[key]}>0)*({group[side]}=""))',
            "Remove the pair, or correct its number in the travellers.",
            "Setup",
            progress=count_of("pair", " without a board"),
        ),
        *written["sides"],
        *written["boards"],
        *(written["sessions"] if scoring.sessions else ()),
        *written["sums"],
        _usable(scoring),
    ]


def _boards_with(*problems: str) -> str:
    cells = (word_cell("Board", problem) for problem in problems)
    return f"={'+'.join(f'COUNTIF({{boards[problem]}},{cell})' for cell in cells)}"


def _usable(scoring: SessionScoring) -> Check:
    known = any_of(*(f'Method="{method}"' for method in scoring.methods))
    more = (
        _blank_or("Results", "Results>=MAX({boards[results]})")
        if scoring.is_match_points
        else _blank_or("Drop", "Drop>=0") + "+IF(ISNUMBER(PlusIMPs),0,1)"
    )
    ways = any_of('ComparedWith="section"', 'ComparedWith="field"')
    sections = f"+IF({ways},0,1)" if scoring.within_sections else ""
    if scoring.sessions and scoring.is_match_points:
        totals = any_of('SessionTotals="percent"', 'SessionTotals="points"')
        sections = f"+IF({totals},0,1)"
    return Check(
        OPTIONS,
        f"=IF({known},0,1)"
        f"+IF(ISNUMBER(Winners),IF({any_of('Winners=1', 'Winners-1=1')},0,1),1)"
        f"+{_blank_or('BoardsEach', 'BoardsEach>0')}"
        f"+{_blank_or('TotalDecimals', 'TotalDecimals>=0')}+{more}{sections}",
        f"Method: {', '.join(scoring.methods)}; Winners: 1 or 2; the others blank or a whole "
        "number, and Results not fewer than a board has."
        if scoring.is_match_points
        else f"Method: {' or '.join(scoring.methods)}; Winners: 1 or 2; the others numbers.",
        "Setup",
    )


def _blank_or(name: str, condition: str) -> str:
    """Counts an option that is neither blank nor a whole number of which something holds."""
    whole = all_of(condition, f"INT({name})={name}")
    return f'IF({name}="",0,IF(ISNUMBER({name}),IF({whole},0,1),1))'


def words(scoring: SessionScoring) -> Choices:
    """What is wrong with lines and boards, and who is ranked or vulnerable together."""
    of_boards = (TWICE, NO_NUMBER, *((NO_SESSION,) if scoring.sessions else ()))
    of_lines = tuple(PROBLEMS.values())
    return (("Line", of_lines), ("Board", of_boards), ("Side", ("All",)), ("Vulnerable", ("All",)))


NOTHING = "PairsListed+COUNTA({travellers[ns:ew]},{travellers[score]})=0"
"""Whether no pair is listed and no line is filled in."""


def finding(scoring: SessionScoring) -> str:
    """What the comparison of both formulas comes to, in one sentence."""
    change = "{comparison[change]}"
    moved = f'SUMPRODUCT(({change}<>"")*({{comparison[place_a]}}<>{{comparison[place_b]}}))'
    largest = f"ROUND(MAX(MAX({change}),0-MIN({change})),1)"
    spread = (
        '&"; standard percentages lie "&ResultsDue&"/"&ResultsDue-1&" times as far from 50"'
        if scoring.is_match_points
        else ""
    )
    return (
        f'=IF(COUNT({change})=0,"",{moved}&" of "&COUNT({change})&" pairs have another place; the '
        f'largest change is "&{largest}&" {scoring.unit}"{spread}&".")'
    )


# The first page -----------------------------------------------------------------------------------


def read_me(scoring: SessionScoring) -> dict[str, list[tuple[str, str]]]:
    """The first page, in sections."""
    flags = {
        "sections": scoring.sections,
        "sessions": scoring.sessions,
        "match points": scoring.is_match_points,
        "imps": not scoring.is_match_points,
    }
    return read_first_page("bridge", flags)
