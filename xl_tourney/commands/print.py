"""The act of printing a round that is in the workbook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..errors import OptionError, typed_command
from ..ooxml.package import Package
from .pair import KINDS
from .parts.books import refuse_itself
from .parts.declaration import BOOK, About, Outcome, Typed, command

if TYPE_CHECKING:
    from ..events.event import Event
    from ..events.games import Round
    from ..pairing.request import Paired

_SIDES = {"league": ("Home", "Away"), "tantrix": ("Player A", "Player B")}
"""What the sides of a game without a board are called."""


def _has_rounds(event: Event) -> bool:
    return event.template.name != "bridge" and bool(event.rounds)


@command(
    "An event",
    "Print pairings, slips and standings",
    menu="Print…",
    asks=("round", "kinds"),
    when=_has_rounds,
)
def print(
    book: Annotated[Package, BOOK],
    output: Annotated[
        Path | None,
        About(
            "FILE.html is for any browser, which prints it; FILE.pdf needs Chromium.",
            option="-o/--output",
            suffixes=(".html", ".pdf"),
        ),
    ] = None,
    *,
    round: Annotated[
        int | None, About("The round; without it the first with an open game.", minimum=1)
    ] = None,
    kinds: Annotated[Sequence[str], KINDS] = (),
    browser: Annotated[str | None, Typed("The Chromium that prints.")] = None,
) -> Outcome[Path]:
    """Print a round of a workbook: pairings by board and by name, lists, slips, the standings.

    Slips with a code for the phone of each player are printed at the desk, which knows its address.

    Returns
    -------
    Path
        What was written.

    Raises
    ------
    OptionError
        There is no such round.
    WriteError
        It cannot be written; an older one is as it was.
    """
    from ..chromium import find_browser
    from ..events.event import Event
    from ..pairing.sheets import format_sheets, read_event
    from ..publication.picture import PRINT_MARK, print_sheets

    output = output or Path(book.name).with_suffix(".print.html")
    refuse_itself(book, output)
    chromium = find_browser(browser) if output.suffix.lower() == ".pdf" else ""
    event = Event.open(book).calculated
    html = format_sheets(_paired(event, round), read_event(event), kinds)
    return Outcome(
        output,
        marks={output: PRINT_MARK},
        after=[partial(print_sheets, html, output, chromium)],
    )


def _paired(event: Event, number: int | None) -> Paired:
    """A round of an event as it stands in the workbook."""
    from ..pairing.pairing import Pair, Pairing
    from ..pairing.request import SIDES, Paired

    numbered = {_number(part, at): part for at, part in enumerate(event.rounds, 1)}
    if not _has_rounds(event):
        raise OptionError(
            f"{event.name}: has no round to print; what is paired is printed by "
            f"{typed_command('pair', event.name, pdf='pairings.html')}."
        )
    open_ones = (at for at, part in numbered.items() if part.is_open)
    number = number or next(open_ones, max(numbered))
    if number not in numbered:
        there = ", ".join(map(str, numbered))
        raise OptionError(f"{event.name}: has no round {number}; it has {there}.")
    names = {at: one.name for at, one in enumerate(event.entrants, 1)}
    numbers = {id(one): at for at, one in enumerate(event.entrants, 1)}
    sides = ([numbers.get(id(s.entrant)) for s in g.sides] for g in numbered[number].games)
    games = zip(sides, numbered[number].games)
    pairs = [Pair(white, black, game.board) for (white, black), game in games if white]
    pairs.sort(key=lambda pair: (pair.board is None, pair.board))
    system = "mcmahon" if event.template.name == "go" else ""
    pairing = Pairing(number, system, tuple(pairs))
    return Paired([pairing], names, sides=_SIDES.get(event.template.name, SIDES))


def _number(part: Round, at: int) -> int:
    """What a round is called by; of one that has a day, where it stands."""
    found = re.fullmatch(r"\D*(\d{1,2})", part.label)
    return int(found[1]) if found else at
