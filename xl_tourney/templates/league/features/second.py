"""A second figure of each side of a game: tries, points in sets, or overs in cricket."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ....errors import OptionError
from ...parts.columns import Heading, for_listed, if_listed
from ...parts.settings import Setting, constant
from ...parts.table import Column, InputRule
from ..feature import AMOUNT, OTHER, SIDES, Brought, Entries, Feature, Rules
from ..games.formulas import for_counted, of_both_sides, sum_of_side
from ..rules.criteria import rate, ratio
from ..tables import DIFFERENCE, RATE, RATIO
from .parts import Parts

BALLS = 6
"""The balls of an over."""
ALL_OUT = 10
_COUNT = InputRule("decimal", "A number from 0.", 0, 9999)
_WICKETS = InputRule("whole", "How many were out: with 10 all overs count.", 0, 10)


@dataclass(frozen=True)
class Second(Feature):
    """A second figure of each side, which criteria and bonus points may look at."""

    order, of_scores = 20, True

    second: str = ""
    """What it counts: tries, points."""
    second_adds: tuple[int, ...] = ()
    """What one of it, such as a try, adds to the score."""
    overs: float | None = None
    """It is overs such as 19.3, and a side has so many when all are out."""

    @classmethod
    def read(cls, entries: Entries) -> Second | None:
        found = entries.record(Second)
        if not found:
            return None
        kind, usual = (Overs, "overs") if found.overs else (Second, "")
        return kind(found.second.casefold() or usual, found.second_adds, found.overs)

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        if "second" in by.figures and not own and not rules.of(Second):
            raise OptionError(
                "The results have a second figure of each side (tries, sets, points, overs), which "
                "these rules do not count; choose others with --rules, or remove the columns."
            )
        return own

    @property
    def opens_ties(self) -> bool:
        return True

    @property
    def counts(self) -> str:  # type: ignore[override]
        """What it counts."""
        return self.second

    @property
    def what(self) -> str:
        """What it counts, as a heading begins."""
        return self.second.capitalize()

    def typed_of_game(self, rules: Rules) -> Iterator[Column]:
        for side in SIDES:
            yield Column(f"{side}_second", f"{self.what} {side}", rule=_COUNT, width=13)

    def constants(self, rules: Rules) -> Iterator[Setting]:
        if self.second_adds:
            numbers = ",".join(map(str, self.second_adds))
            yield constant("SecondAdds", "what one of the second figure adds to it.", numbers)

    def of_side(self, side: str, rules: Rules) -> Iterator[Column]:
        parts = rules.of(Parts)
        typed = self.number(side)
        figure = parts.second(side, typed) if parts else typed
        yield for_counted(f"{side}_second", f"{self.what} {side}", figure)

    def number(self, side: str) -> str:
        """The figure of a side as a number: a formula."""
        return f"N({{results.row[{side}_second]}})"

    def sums(self, side: str, rules: Rules) -> Iterator[Column]:
        yield sum_of_side(side, "second_for", f"{self.what} for", f"{side}_second")
        against = f"{OTHER[side]}_second"
        yield sum_of_side(side, "second_against", f"{self.what} against", against)

    def figures(self, rules: Rules) -> Iterator[Column]:
        yield of_both_sides("second_against", f"{self.what} against")

    @property
    def _for(self) -> Column:
        both = if_listed("{row[home_second_for]}+{row[away_second_for]}")
        return Column("second_for", f"{self.what} for", both)

    def compared(self, rules: Rules) -> Iterator[Column]:
        own, other = "{row[second_for]}", "{row[second_against]}"
        yield self._for
        yield for_listed("second_difference", f"{self.what} difference", f"{own}-{other}")
        said = "{second_for} to {second_against}: {second_ratio}."
        yield for_listed("second_ratio", f"{self.what} ratio", ratio(own, other), said=said)
        mean = f"IF({{row[played]}}=0,0,{own}/{{row[played]}})"
        for (name, (key, _)), figure in zip(self._means.items(), (mean, f"-({mean})")):
            if name in rules.criteria:
                said = "{second_for} in {played} games."
                yield for_listed(key, name, figure, said=said)

    @property
    def _means(self) -> Mapping[str, tuple[str, str]]:
        """The figure over games played: only leagues have it whose rules name it.

        World Curling places by the mean of the draw shot challenge, where less is better.
        """
        what = self.what
        return {
            f"{what} per game": ("second_mean", f"{what} for, over games played."),
            f"Least {self.second} per game": ("second_least", "The same, and fewer are better."),
        }

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        what = self.what
        return {
            f"{what} for": ("second_for", f"{what} for."),
            f"{what} difference": ("second_difference", f"{what} for, less those against."),
            f"{what} ratio": ("second_ratio", f"{what} for, over those against."),
            **{
                name: about
                for name, about in self._means.items()
                if not rules.criteria or name in rules.criteria
            },
        }

    def among_tied(self, rules: Rules) -> Iterator[tuple[str, tuple[str, ...], Callable[..., str]]]:
        yield f"Head-to-head {self.second} difference", ("second",), "{}-{}".format
        yield f"Head-to-head {self.second} ratio", ("second",), ratio

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        what = self.what
        return {
            "second_for": Heading(f"{what} for"),
            "second_against": Heading(f"{what} against"),
            "second_difference": Heading(f"{what} diff", f"{what} difference"),
            "second_ratio": Heading(f"{what} ratio", f"{what} for over {self.second} against"),
        }

    def shown(self, rules: Rules) -> Iterator[tuple[str, float, str]]:
        yield "second_for", 8, "General"
        yield "second_against", 8, "General"
        if any(name.casefold().endswith("ratio") for name in rules.criteria):
            yield "second_ratio", 8, RATIO
        else:
            yield "second_difference", 8, DIFFERENCE


@dataclass(frozen=True)
class Overs(Second):
    """The overs of cricket, which are summed in balls, and give the net run rate."""

    order = 21

    @classmethod
    def read(cls, entries: Entries) -> None:
        """A second figure says whether it is overs."""

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        if "wickets" in by.figures and not own:
            raise OptionError(
                "The results have wickets, which these rules do not count; choose others with "
                "--rules, or remove the columns."
            )
        return own

    def typed_of_game(self, rules: Rules) -> Iterator[Column]:
        yield from super().typed_of_game(rules)
        for side in SIDES:
            yield Column(f"{side}_wickets", f"Wickets lost {side}", rule=_WICKETS, width=11)

    def settings(self, rules: Rules) -> Iterator[Setting]:
        text = "The overs that count for a side when all are out. Blank for none."
        yield Setting("FullOvers", text, self.overs, AMOUNT)

    def constants(self, rules: Rules) -> Iterator[Setting]:
        yield from super().constants(rules)
        yield constant("Balls", "the balls of an over.", BALLS)

    def number(self, side: str) -> str:
        typed = super().number(side)
        balls = f"ROUND(Balls*INT({typed})+10*({typed}-INT({typed})),0)"
        return f"IF(N({{results.row[{side}_wickets]}})>={ALL_OUT},Balls*FullOvers,{balls})"

    def compared(self, rules: Rules) -> Iterator[Column]:
        of_all = rate(
            "{row[scored]}", "{row[conceded]}", "{row[second_for]}", "{row[second_against]}"
        )
        said = (
            "{scored} runs from {second_for} balls, less {conceded} from {second_against}, an "
            "over: {rate}."
        )
        yield for_listed("rate", "Net run rate", of_all, said=said)
        yield self._for

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        return {"Net run rate": ("rate", "Runs an over for, less those against.")}

    def among_tied(self, rules: Rules) -> Iterator[tuple[str, tuple[str, ...], Callable[..., str]]]:
        yield "Head-to-head net run rate", ("scored", "second"), rate

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        note = "Runs an over for, less those against."
        return {"rate": Heading("NRR", "Net run rate", note=note)}

    def shown(self, rules: Rules) -> Iterator[tuple[str, float, str]]:
        yield "rate", 8, RATE
