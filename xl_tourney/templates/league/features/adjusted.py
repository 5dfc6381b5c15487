"""Points given or taken, with a reason and a date."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...parts.columns import Heading, for_listed
from ...parts.table import Column, text_column
from ..feature import Brought, Feature, Rules
from .divided.split import Split


@dataclass(frozen=True)
class Adjustments(Feature):
    """Points that are given or taken have a reason and a date."""

    order = 45

    adjusted: bool = False

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        return cls(True) if own or by.is_adjusted or rules.of(Split) else None

    def typed_of_team(self, rules: Rules) -> Iterator[Column]:
        yield text_column(
            "deducted_from",
            "Deducted from",
            13,
            "The date or round of Results from which on the Race counts it; blank: from the start.",
        )
        why = "Why points were taken from this team, or given to it."
        yield text_column("reason", "Reason", 24, why)

    def figures(self, rules: Rules) -> Iterator[Column]:
        yield for_listed("adjusted", "Given or taken", "0-N({listed.row[deducted]})")
        found = 'MATCH({listed.row[deducted_from]}&"",{matches[label]},0)'
        nth = f"IFERROR(N(INDEX({{matches[nth]}},{found})),0)"
        yield for_listed("deducted_nth", "Deducted from round no.", nth)

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        note = "Setup has the reason."
        return {"adjusted": Heading("Adj", "Points given or taken", note=note)}

    def shown(self, rules: Rules) -> Iterator[tuple[str, float, str]]:
        yield "adjusted", 6, "General"
