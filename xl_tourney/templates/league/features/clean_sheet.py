"""Points for a clean sheet: for a game in which a side concedes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...parts.columns import Heading
from ...parts.settings import Setting
from ..feature import AMOUNT, Extra, Feature, Rules


@dataclass(frozen=True)
class CleanSheet(Feature):
    """So many points more for conceding nothing."""

    clean_sheet: float | None = None

    extra = Extra(
        "clean_sheet",
        "Clean sheet",
        Heading("CS", "Points for clean sheets"),
        "{home_clean_sheet} at home and {away_clean_sheet} away: {clean_sheet}.",
    )
    most_extra = "N(CleanSheetPoints)"

    def settings(self, rules: Rules) -> Iterator[Setting]:
        text = "Points more for a game in which nothing is conceded. Blank for none."
        yield Setting("CleanSheetPoints", text, self.clean_sheet, AMOUNT)

    def extra_points(self, side: str, own: str, other: str, rules: Rules) -> str:
        return f"IF({other}=0,N(CleanSheetPoints),0)"
