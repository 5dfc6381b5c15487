"""How far an event is, in words for readers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from ..defined_names import IN_PROGRESS, NO_RESULTS, SEASON_OVER
from ..errors import TourneyError
from ..events.event import Event
from ..events.games import ROUND, Round
from ..events.report import Report
from ..events.standings.table import read_named_cell, say_caption
from ..languages import ENGLISH, say, say_count, spoken
from ..ooxml.package import Package

PLACE = "Place"
Kind = Literal["provisional", "to come", "going on", "between", "over"]
_ROUND_OPEN = re.compile(r"(?:round (?P<round>\d+): )?(?P<known>\d+) of (?P<all>\d+) results")
_NOBODY_ENTERED = "without an entry"
"""What a wall list says of players whose first game is not there yet."""
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
    rounds = report.event.rounds
    if report.status.startswith(IN_PROGRESS):
        return _describe_progress(report.status, rounds)
    planned = report.event.announced
    held = report.rounds or (sum(part.is_begun for part in rounds) if planned else 0)
    over = read_named_cell(report.event.values, SEASON_OVER)
    if over in ("1", "1.0") or (planned and held == planned):
        return State("over", say("Final standings"))
    if held:
        after = _describe_held(held, planned) if planned else say("After round {held}", held=held)
        return State("between", after)
    return State("between", "")


def _describe_progress(status: str, rounds: Sequence[Round]) -> State:
    """What is open, without what only the director can mend."""
    if found := _ROUND_OPEN.search(status):
        number, known, of = found.groups()
        if number:
            return State("going on", _describe_round(number, int(known), int(of)), True)
        text = say("{known} of {all} results are in", known=known, all=of)
        return State("going on", text, True)
    if found := _GAMES_OPEN.search(status):
        return _describe_season(int(found["count"]), rounds)
    if _NOBODY_ENTERED in status and not any(part.is_begun for part in rounds):
        return State("to come", say("No results yet"))
    return State("going on", say("In progress"), True)


def _describe_round(number: str, known: int, count: int) -> str:
    return say(
        "Round {number} is being played: {known} of {all} results are in",
        number=number,
        known=known,
        all=count,
    )


def _describe_season(count: int, rounds: Sequence[Round]) -> State:
    """The last round that was begun, where rounds have numbers; else how many games are left."""
    numbers = [part.label.removeprefix(f"{ROUND} ") for part in rounds]
    begun = sum(part.is_begun for part in rounds)
    if begun and all(map(str.isdecimal, numbers)) and all(p.is_begun for p in rounds[:begun]):
        last = rounds[begun - 1]
        if last.is_open:
            known = sum(not game.is_open for game in last.games)
            return State(
                "going on", _describe_round(numbers[begun - 1], known, len(last.games)), True
            )
        if begun < len(rounds):
            return State("between", _describe_held(begun, len(rounds)))
    text = say_count("{count} game to play", "{count} games to play", count)
    return State("going on", text, True)


def _describe_held(held: int, planned: int) -> str:
    return say("After round {held} of {planned}", held=held, planned=planned)


def describe_saved(content: bytes | Event, saved: datetime) -> tuple[str, int | None]:
    """What stands behind the name of a workbook that is kept, in its language; and its last round.

    It is ``, 29 Nov 14.05``, or `` after round 3, 29 Nov 14.05``.
    """
    held, language, after = None, ENGLISH, ""
    with suppress(TourneyError):
        event = Event(Package(content)) if isinstance(content, bytes) else content
        over = [part.label for part in event.rounds if part.is_begun and not part.is_open]
        numbers = (label.removeprefix(f"{ROUND} ") for label in over)
        held = max(map(int, filter(str.isdecimal, numbers)), default=None)
        language = event.language
    if held:
        text = language.text("After round {held}").replace("{held}", str(held))
        after = f" {text[0].lower()}{text[1:]}"
    is_recent = saved.year == date.today().year
    day = language.day(saved, is_short=True) if is_recent else language.date(saved)
    return f"{after}, {day} {saved:%H.%M}", held


def format_date(text: str) -> str:
    """A date as it is read, whichever way it was typed: 26 June 2024.

    >>> format_date("2024-06-26"), format_date("26 June 2024"), format_date("Whitsun")
    ('26 June 2024', '26 June 2024', 'Whitsun')
    """
    typed = text.strip()
    with suppress(ValueError):
        return spoken().date(date.fromisoformat(typed[:10]))
    with suppress(ValueError):
        return spoken().date(datetime.strptime(typed, "%d %B %Y").date())
    with suppress(ValueError):
        return spoken().day(datetime.strptime(f"{typed} {_LEAP_YEAR}", "%d %B %Y").date())
    return text


_LEAP_YEAR = 2000
"""The year in which a day without one is looked up."""


def say_round(label: str) -> str:
    """A round as readers call it: Round 4, or its day as :func:`format_date` has it.

    >>> say_round("Round 4"), say_round("2026-10-17"), say_round("17 October")
    ('Round 4', '17 October 2026', '17 October')
    """
    said = format_date(label)
    return said if said != label else say(label)


def say_round_in_short(label: str) -> str:
    """A round where there is little room: 4, or 17 Oct.

    >>> say_round_in_short("Round 4"), say_round_in_short("2026-10-17")
    ('4', '17 Oct')
    """
    with suppress(ValueError):
        return spoken().day(date.fromisoformat(label), is_short=True)
    return say_round(label.removeprefix(f"{ROUND} "))


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
