"""The act of comparing the values of a workbook with those of engines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

from ...engines import ENGINES
from ...ooxml.package import Package
from ..parts.declaration import BOOK, CLOCK, About, Exit, Outcome, Rows, Typed, command

if TYPE_CHECKING:
    from ...recalculation.verification.suite import Verification


@command("Recalculation without Excel", "Compare engines, or with saved values", json="--json")
def verify(
    book: Annotated[Package, BOOK],
    engines: Annotated[
        Sequence[str],
        About(
            "One of those to compare; one alone is compared with the saved values.",
            option="--engine",
            choices=ENGINES,
        ),
    ] = (),
    *,
    now: Annotated[datetime | None, CLOCK] = None,
    password: Annotated[str | None, Typed("That of a workbook that is encrypted.")] = None,
) -> Outcome[Verification]:
    """Calculate workbooks anew and compare cell by cell: with what they hold, or engines.

    Raises
    ------
    WorkbookError
        It cannot be read.
    EngineError
        An engine is not installed.
    """
    from ...recalculation.verification.suite import verify as compare

    found = compare(book, engines, now=now)
    rows = [[d.cell, *(d.values.get(name) for name in found.engines)] for d in found.differences]
    count = f"{found.compared} cells compared, {len(rows)} differ, {found.left_out} left out"
    table = Rows(["cell", *found.engines], rows, title=book.name)
    return Outcome(
        found,
        lines=[*([table] if rows else []), f"{book.name}: {count}"],
        notes=[f"{book.name}: {name} is left out: {why}" for name, why in found.refused.items()],
        data=asdict(found),
        status=Exit.DONE if found.agrees else Exit.DIFFERENT,
    )
