"""The act of pairing a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from ..messages import message
from ..ooxml.package import Package
from .parts.declaration import BACKUP, About, Edit, Outcome, Rows, Typed, command

if TYPE_CHECKING:
    from ..events.event import Event
    from ..pairing.pairing import Pairing
    from ..pairing.request import Paired

KINDS = About(
    "Which sheets, in their order; tags for the names of all; may be repeated.",
    label="Which sheets",
    option="--sheet",
    choices=("boards", "names", "results", "slips", "tags", "standings"),
)


def _has_rounds(event: Event) -> bool:
    return event.template.name != "league" or event.has_inputs("home", "away")


@command(
    "An event",
    "Who plays whom in the next round",
    json="--json",
    menu="Next round…",
    asks=("absent", "withdrawn"),
    games=("bridge", "chess", "go", "league", "tantrix"),
    when=_has_rounds,
)
def pair(
    file: Annotated[Package | Path, About("A workbook, or a TRF.")],
    *,
    round: Annotated[
        int | None, About("The round; without it the first that is not paired.", minimum=1)
    ] = None,
    absent: Annotated[
        str,
        About("Players who do not take part, by name or number.", metavar='"A; B"', names="names"),
    ] = "",
    withdrawn: Annotated[
        str,
        About(
            "Players who play no more; written, they are absent in all rounds to come.",
            metavar='"A; B"',
            names="names",
        ),
    ] = "",
    adjourned: Annotated[
        str,
        About(
            "Players whose games without a result count as drawn, for this pairing alone.",
            metavar='"A; B"',
        ),
    ] = "",
    write: Annotated[
        bool, About("Write the pairs where the results are typed.", opened=True)
    ] = False,
    force: Annotated[
        bool, About("Pair a round anew although it has results.", label="Pair anew")
    ] = False,
    backup: Annotated[bool, BACKUP] = True,
    double: Annotated[
        bool, About("In a round robin: everybody meets everybody twice.", label="Everybody twice")
    ] = False,
    first_day: Annotated[
        date | None,
        About(
            "In a league: the day of the first round, such as 2026-09-05.",
            option="--from",
            metavar="DATE",
        ),
    ] = None,
    days: Annotated[int, About("The days from one round of a league to the next.", minimum=1)] = 7,
    apart: Annotated[
        Sequence[str],
        About(
            "Teams of a league that are not at home on one day; may be repeated.",
            label="Not at home together",
            metavar='"A; B"',
        ),
    ] = (),
    movement: Annotated[
        Literal["mitchell", "share-and-relay", "howell"] | None,
        About("In bridge; without it a Howell up to 8 tables with one winner, else a Mitchell."),
    ] = None,
    tables: Annotated[
        int | None, About("In bridge: how many; as the pairs need.", minimum=2)
    ] = None,
    sheets: Annotated[
        Path | None,
        About(
            "Print it: pairings by board and by name, lists, slips; FILE.html is for any browser.",
            label="File to print",
            option="--pdf",
            metavar="FILE",
            suffixes=(".pdf", ".html"),
        ),
    ] = None,
    kinds: Annotated[
        Sequence[str],
        KINDS,
    ] = (),
    browser: Annotated[str | None, Typed("The Chromium that prints.")] = None,
    seed: Annotated[
        int | None, About("What is drawn is drawn with it; the same again with it.")
    ] = None,
) -> Outcome[Paired]:
    """Pair a round: who plays whom, from the rounds before it.

    FILE is a workbook, or a TRF. Chess is paired by FIDE's Dutch system; who has a bye in the
    round, or is named by --absent, is left out. Go is paired by McMahon or Swiss, as Setup says,
    a round robin of either by Berger tables. A league and the groups of a Tantrix event get all
    their rounds, a bridge session its movement. The workbook stays as it is without --write.

    Returns
    -------
    Paired
        ``pairings`` has the rounds that were paired, each with its ``pairs``; ``names`` the
        players by number.

    Raises
    ------
    InputError
        The file cannot be read, or the round cannot be paired.
    OptionError
        A name is not among the players, this is not paired, or the round has results already.
    WriteError
        The workbook is open in a spreadsheet program, or cannot be written.
    """
    from ..chromium import find_browser
    from ..events.event import Event
    from ..events.report import NOT_WRONG
    from ..events.standings.table import read_status
    from ..pairing.next_round import pair_file, write_pairing
    from ..pairing.request import Request
    from ..pairing.sheets import format_sheets, read_event
    from ..publication.picture import PRINT_MARK, print_sheets

    request = Request(
        number=round,
        absent=absent,
        withdrawn=withdrawn,
        adjourned=adjourned,
        seed=seed,
        force=force,
        double=double,
        first_day=first_day,
        days=days,
        apart=apart,
        movement=movement or "",
        tables=tables,
    )
    is_pdf = sheets and sheets.suffix.lower() == ".pdf"
    chromium = find_browser(browser) if is_pdf else ""
    event = file if isinstance(file, Path) else Event.open(file)
    content = b"" if isinstance(file, Path) else file.data
    path = Path(file if isinstance(file, Path) else file.name)
    if write:
        paired, content = write_pairing(event, request)
    else:
        paired = pair_file(event, request)
    found = Outcome(paired, lines=[*_lines(paired)], data=paired.to_json(), backup=backup)
    found.notes = [*paired.pairing.notes]
    if write:
        found.files = {path: content}
        found.edits = [Edit(cell, value) for cell, value in paired.cells.items()]
        found.notes.append(f"{path}: {paired.what} was written.")
    elif paired.results and not force:
        is_there = paired.is_there(str(path))
        found.notes.append(f"{is_there}; --write writes this one only with --force.")
    status = read_status(Package(content)) if content else ""
    wrong = bool(status) and not status.startswith(NOT_WRONG)
    found.after = [f"{path}: {status}."] if wrong else []
    if sheets:
        html = format_sheets(paired, read_event(event), kinds)  # of before this round
        found.marks = {sheets: PRINT_MARK}
        found.after = [*found.after, partial(print_sheets, html, sheets, chromium)]
    return found


def _lines(paired: Paired) -> Iterator[str | Rows]:
    """The pairings as tables."""
    for at, (name, pairing) in enumerate(paired.rounds):
        yield from ["", name] if at else [name]
        yield _rows(pairing, paired, *paired.sides)
        if away := ", ".join(paired.names[one] for one in pairing.absent if paired.names[one]):
            yield message(f"Not paired: {away}.")


def _rows(pairing: Pairing, paired: Paired, white: str, black: str) -> Rows:
    names = paired.names
    if pairing.pairs[0].boards:
        rows = [
            [str(pair.board), names[pair.white], names[pair.black or 0], pair.boards_in_words]
            for pair in pairing.pairs
        ]
        return Rows([message("Table"), white, black, "Boards"], rows, [True] * 4, key=1)
    rows = [
        [
            "" if pair.board is None else str(pair.board),
            str(pair.white),
            names[pair.white],
            message("bye") if pair.black is None else names[pair.black],
            "" if pair.black is None else str(pair.black),
        ]
        for pair in pairing.pairs
    ]
    headings = ["Board", "No.", white, black, "No."]
    return Rows(headings, rows, [True, True, False, False, True], key=2)
