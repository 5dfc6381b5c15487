"""The act of asking why a figure, a player's place or the order of two is what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import OptionError
from ..ooxml.package import Package
from .parts.books import WORKBOOK_SUFFIXES
from .parts.declaration import BOOK, About, Exit, Outcome, Typed, UsageError, command

if TYPE_CHECKING:
    from ..explanations.explanation import Explanation


@command(
    "An event",
    "Why a figure or a place is what it is",
    json="--json",
    menu="Why is this here?",
)
def explain(
    book: Annotated[Package, BOOK],
    subject: Annotated[
        str | None,
        About(
            "A cell (Sheet1!B2) of any workbook; of one of xl-tourney also a player, or “A over B” "
            "for why A stands above B.",
            "Standings!F7",
            "Cell or player",
            asked="question",
        ),
    ] = None,
    *,
    check: Annotated[
        bool, Typed("Evaluate the formula of every number, and say which sentences do not hold.")
    ] = False,
    kept: Annotated[
        Path | None,
        Typed(
            "Check an explanation that --json printed before, in place of a new one.", exists=True
        ),
    ] = None,
    notes: Annotated[
        bool,
        Typed("Write it into comments of cells, in a copy (-o); without SUBJECT for everybody."),
    ] = False,
    output: Annotated[
        Path | None,
        Typed(
            "Where the copy with comments is written.",
            option="-o/--output",
            suffixes=WORKBOOK_SUFFIXES,
        ),
    ] = None,
    flip: Annotated[
        bool | None,
        Typed(
            "Of two players: also search the smallest change of one result that turns them round; "
            "done unless the first stands below the second.",
            option="--flip/--no-flip",
            typed=None,
        ),
    ] = False,
    working: Annotated[bool, Typed("Print how the answer comes about, too.")] = False,
) -> Outcome[Explanation]:
    """Why a figure is what it is, in sentences with the formula of every number.

    SUBJECT is a cell (Standings!F7; F7 alone is one of the standings), a player, "A over B", or
    "round 4: A – B", which says why these two of chess or go were paired.
    The workbook is calculated anew on a copy and stays as it is.

    Returns
    -------
    Explanation
        ``lines()`` are its sentences, ``as_json()`` is for programs.

    Raises
    ------
    WorkbookError
        It cannot be read.
    OptionError
        There is nobody of that name, or no such cell.
    """
    from ..events.values import describe_values
    from ..explanations.explain import explain as answer
    from ..explanations.explain import read_book

    if notes:
        path = Path(book.name)
        is_own = output and output.exists() and path.exists() and output.samefile(path)
        if output is None or kept is not None or is_own:
            raise UsageError("--notes writes a copy: name it with -o.")
        return _in_comments(book, subject, output)
    if (subject is None) == (kept is None):
        raise UsageError("Ask for a cell, a player or “A over B”; or give --kept, not both.")
    opened = read_book(book)
    explanation = _read_kept(kept) if kept else answer(opened, subject or "", with_flip=flip)
    found = Outcome(explanation, data=explanation.as_json())
    found.notes = [*filter(None, [describe_values(book)])]
    if not kept:
        found.lines = [*explanation.lines(working)]
    if check or kept:
        checked = explanation.check(opened)
        held = f"{len(checked.wrong)} numbers are wrong" if checked.wrong else "all hold"
        count = f"{checked.sentences} sentences, {checked.formulas} formulas: {held}."
        found.notes += [*map(str, checked.wrong), count]
        found.status = Exit.DIFFERENT if checked.wrong else Exit.DONE
    return found


def _in_comments(book: Package, subject: str | None, output: Path) -> Outcome[Any]:
    """A copy of a workbook with explanations as comments of cells."""
    from ..explanations.explain import explain as answer
    from ..explanations.explain import read_book
    from ..explanations.notes import with_notes
    from ..explanations.place.rows import list_players
    from ..explanations.player import explain_player

    opened = read_book(book)
    everybody = list_players(opened) if opened.template and subject is None else ()
    explanations = (
        [answer(opened, subject)]
        if subject is not None
        else (explain_player(opened, player) for player in everybody)
    )
    content, count = with_notes(opened, explanations, output)
    return Outcome(None, lines=[f"{output}: {count} comments."], files={output: content})


def _read_kept(path: Path) -> Explanation:
    from ..explanations.explanation import Explanation

    try:
        return Explanation.from_json(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OptionError(f"{path}: is no explanation that explain --json printed.") from error
