"""How far an event is, in words for readers."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Literal

from ...defined_names import IN_PROGRESS, NO_RESULTS, SEASON_OVER
from ...languages import say, say_count, spoken
from ..report import Report
from ..standings import read_named_cell, say_caption
from .games import rounds_of

PLACE = "Place"
Kind = Literal["provisional", "to come", "going on", "between", "over"]
_ROUND_OPEN = re.compile(r"(?:round (?P<round>\d+): )?(?P<known>\d+) of (?P<all>\d+) results")
_GAMES_OPEN = re.compile(r"(?P<count>\d+) (?:game|match)(?:e?s)? to play")


@dataclass(frozen=True)
class State:
    """How far an event is."""

    kind: Kind
    text: str
    """A short sentence without a stop; blank where nothing is known."""
    is_news: bool = False
    """Whether readers should see it at once: something is wrong, or going on."""

    @property
    def is_over(self) -> bool:
        """Whether the places are final."""
        return self.kind == "over"


def state_of(report: Report) -> State:
    """How far the event of a report is."""
    if report.is_provisional:
        return State(
            "provisional", say("Provisional: something is wrong with these standings"), True
        )
    if report.status.startswith(NO_RESULTS) or not report.tables:
        return State("to come", say("No results yet"))
    if report.status.startswith(IN_PROGRESS):
        return State("going on", _describe_progress(report.status), True)
    planned = max((records.announced for records in report.records), default=0)
    held = report.rounds or (
        sum(part.is_begun for part in rounds_of(report.records)) if planned else 0
    )
    over = read_named_cell(report.values, SEASON_OVER)
    if over in ("1", "1.0") or (planned and held == planned):
        return State("over", say("Final standings"))
    if held:
        after = say("After round {held} of {planned}", held=held, planned=planned)
        return State("between", after if planned else say("After round {held}", held=held))
    return State("between", "")


def _describe_progress(status: str) -> str:
    """What is open, without what only the director can mend."""
    if found := _ROUND_OPEN.search(status):
        number, known, of = found.groups()
        if number:
            return say(
                "Round {number} is being played: {known} of {all} results are in",
                number=number,
                known=known,
                all=of,
            )
        return say("{known} of {all} results are in", known=known, all=of)
    if found := _GAMES_OPEN.search(status):
        return say_count("{count} game to play", "{count} games to play", int(found["count"]))
    return say("In progress")


def format_date(text: str) -> str:
    """A date as it is read, whichever way it was typed: 26 June 2024.

    >>> format_date("2024-06-26"), format_date("26 June 2024"), format_date("Whitsun")
    ('26 June 2024', '26 June 2024', 'Whitsun')
    """
    with suppress(ValueError):
        return spoken().date(date.fromisoformat(text.strip()[:10]))
    return text


def format_when(report: Report) -> str:
    """From when the results are."""
    return format_date(report.as_of or report.saved_on)


def leader_of(report: Report) -> str:
    """Who leads, or has won, each table with places: the names of who is first."""
    ranked = [table for table in report.parts if table.headings[0] == PLACE] or report.parts
    of_both = len({table.caption.rpartition(": ")[0] for table in ranked}) == 1
    firsts = []
    for table in ranked:
        places = [row[0] for row in table.rows]
        names = [row[table.row_header_column] for row in table.rows]
        first = say(" and ").join(name for place, name in zip(places, names) if place == places[0])
        caption = table.caption.rpartition(": ")[2] if of_both else table.caption
        firsts.append(f"{say_caption(caption)}: {first}" if len(ranked) > 1 else first)
    return "; ".join(firsts[:4])
