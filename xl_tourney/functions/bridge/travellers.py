"""Bridge: the cells of a traveller, scores and artificial adjusted scores."""

from __future__ import annotations

import re
from typing import Annotated, Literal, NamedTuple

from ...catalogue.cells import describe_cell, raise_if_error, to_number, value_error
from ...catalogue.kinds import Kind

CATEGORY = "Bridge"
Side = Literal["NS", "EW"]


class ArtificialScore(NamedTuple):
    """An artificial adjusted score: the percentages of the full top that the sides get."""

    ns: float
    ew: float

    def of(self, side: Side) -> float:
        """The percentage of a side."""
        return self.ns if side == "NS" else self.ew


ARTIFICIAL_SCORES = {
    "A+": ArtificialScore(60, 40),
    "A": ArtificialScore(50, 50),
    "A-": ArtificialScore(40, 60),
}


def _coerce_score(cell: object, where: str) -> float | ArtificialScore:
    if not isinstance(cell, str):
        return to_number(cell, where)
    raise_if_error(cell)
    code = cell.strip().upper()
    percentages = re.fullmatch(r"A([0-9]{2})([0-9]{2})", code)
    if percentages:
        return ArtificialScore(float(percentages[1]), float(percentages[2]))
    if code not in ARTIFICIAL_SCORES:
        raise value_error(
            f"{where} must be a score, or an artificial one such as A+ or A6040; "
            f"{describe_cell(cell)} is not"
        )
    return ARTIFICIAL_SCORES[code]


Traveller = Annotated[
    list[float | ArtificialScore],
    Kind(
        "scores or artificial scores, one board a column",
        _coerce_score,
        takes_range=True,
        unit="board",
    ),
]
