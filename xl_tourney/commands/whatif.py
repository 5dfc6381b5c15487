"""The act of asking who can still finish where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..errors import OptionError
from ..messages import message
from ..ooxml.package import Package
from .parts.declaration import BACKUP, BOOK, About, Edit, Exit, Outcome, UsageError, command

if TYPE_CHECKING:
    from ..events.event import Event
    from ..explanations.other_rules import OtherRules
    from ..functions.race.whatif import WhatIf


def _has_race(event: Event) -> bool:
    from ..updates.remaining_race import has_race

    return has_race(event)


@command(
    "An event",
    "Who can still finish where",
    json="--json",
    menu="Who can still…",
    asks=("team", "wish", "places"),
    when=_has_race,
)
def whatif(
    book: Annotated[Package, BOOK],
    *,
    team: Annotated[
        str | None,
        About(
            "Whose wish is proved: with results, or with the reason why not.",
            label="Player or team",
            names="name",
        ),
    ] = None,
    wish: Annotated[
        Literal["reach", "miss", "best", "worst"],
        About("To reach the places or to miss them, or the best or the worst place."),
    ] = "reach",
    places: Annotated[int | None, About("How many places; else as on Setup.", minimum=1)] = None,
    meetings: Annotated[
        int | None,
        About("How often everybody meets everybody, in a round robin of go or chess.", minimum=1),
    ] = None,
    assumptions: Annotated[
        Sequence[str],
        About(
            "A result of a game that is left; may be repeated.",
            option="--assume",
            metavar='"Reds 2-1 Blues"',
        ),
    ] = (),
    rules: Annotated[
        Sequence[str],
        About(
            "Another value of an option of Setup: the places that would follow from the same "
            "results; may be repeated.",
            label="Other rules",
            metavar="NAME=VALUE",
        ),
    ] = (),
    seconds: Annotated[
        float, About("How long is searched; what is not settled then is unknown.", minimum=0)
    ] = 10.0,
    check: Annotated[
        bool,
        About(
            "Play all results through, check all proofs, and ask a second solver where installed."
        ),
    ] = False,
    write: Annotated[
        bool, About("Write the exact figures into the workbook, where it keeps them.")
    ] = False,
    backup: Annotated[bool, BACKUP] = True,
    anyway: Annotated[bool, About("Go on although a check of the workbook fails.")] = False,
) -> Outcome[WhatIf | OtherRules]:
    """Who can still make it, with proof; or, with --rules, who would stand where by other rules.

    A fixture is a row of results with two names and no score; in a round robin of go or chess, also
    a pair that has not met.  In a league who ends level on points is placed by the criteria on
    Setup, by any score that the games left may have.  What no criterion decides is open: a tie is
    taken as won for "can", and as lost for "certain".  The exit code is 3 when
    something that was asked for stayed unknown, and 1 when --check finds a difference.

    Returns
    -------
    WhatIf
        ``lines()`` are its sentences, ``as_json()`` is for programs.

    Raises
    ------
    WorkbookError
        The workbook is not one of ours, has no fixtures, or something in it is wrong.
    OptionError
        There is nobody of that name, no such game is left, or there is no such option.
    """
    from ..functions.race.assumptions import AssumptionError, assume
    from ..functions.race.certificates.second_opinion import second_opinion
    from ..functions.race.whatif import what_if
    from ..updates.remaining_race import read_remaining, with_figures

    if rules:
        return _with_other_rules(book, rules)
    if write and assumptions:
        raise UsageError("--write keeps what follows from the results; leave out --assume.")
    remaining = read_remaining(book, anyway=anyway, meetings=meetings)
    table, line, grouping = remaining.table, places or remaining.places, remaining.grouping
    if grouping and places:
        grouping = grouping.of_first(places)
    try:
        answer = what_if(table, line, team, wish, assumptions, seconds, remaining.unit, grouping)
        assumed = assume(table, assumptions)
    except AssumptionError as error:
        raise OptionError(f"{error}.") from error
    data = answer.as_json() | remaining.notes
    found: Outcome[WhatIf | OtherRules] = Outcome(answer, data=data, backup=backup)
    notes = remaining.notes.values()
    found.lines = [*notes, *([""] if notes else []), *answer.lines()]
    found.status = Exit.DONE if answer.is_settled else Exit.SOME_FAILED
    if write:
        content, figures = with_figures(book)
        is_new = content != book.data
        old, new = message("its figures are up to date"), message("the exact figures were written")
        found.notes = [f"{book.name}: {new if is_new else old}."]
        found.files = {Path(book.name): content}
        found.edits = [Edit(cell, value) for cell, value in figures.items()]
    if check:
        opinion = second_opinion(assumed, line, seconds, grouping)
        found.data |= {"check": asdict(opinion)}
        found.lines = [*found.lines, opinion.line]
        found.after = [f"{book.name}: {difference}." for difference in opinion.differences]
        found.status = Exit.DIFFERENT if opinion.differences else found.status
    return found


def _with_other_rules(book: Package, rules: Sequence[str]) -> Outcome[WhatIf | OtherRules]:
    from ..events.event import Event
    from ..explanations.other_rules import other_rules

    found = other_rules(Event.open(book), rules)
    return Outcome(found, data=found.as_json(), lines=[*found.lines()])
