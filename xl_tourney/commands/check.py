"""The act of holding a tournament to the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from ..messages import message
from ..ooxml.package import Package
from .parts.declaration import About, Exit, Outcome, command

if TYPE_CHECKING:
    from ..pairing.chess.check import Verdict


@command(
    "An event",
    "Where a chess tournament breaks its rules",
    json="--json",
    menu="Check",
    games=("chess",),
)
def check(
    file: Annotated[Package | Path, About("A TRF, or a workbook of chess.")],
) -> Outcome[Verdict]:
    """Say where pairings, points or places of a chess tournament do not follow the rules.

    FILE is a TRF, or a workbook of chess. Each round is paired anew from the rounds before it by
    FIDE's Dutch system. Each problem is a sentence with the article; the exit code is 1 then.
    """
    from ..pairing.chess.check import check as judge
    from ..pairing.next_round import read_event

    name = file if isinstance(file, Path) else file.name
    verdict = judge(read_event(file))
    count = len(verdict.problems)
    found = message(f"{count} problem{'s' * (count > 1)}") if count else message("all is in order")
    rounds = message(f"{verdict.rounds} round{'s' * (verdict.rounds != 1)} judged")
    return Outcome(
        verdict,
        lines=[problem.text for problem in verdict.problems],
        notes=[*verdict.notes, f"{name}: {rounds}; {found}."],
        data=verdict.to_json(),
        status=Exit.DIFFERENT if count else Exit.DONE,
    )
