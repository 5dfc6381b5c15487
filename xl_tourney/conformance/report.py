"""The results of the suite in each host: counts, and each disagreement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..catalogue.formula_text import format_literal
from ..errors import TourneyError
from ..functions import CATALOGUE
from .case import Case, values_match
from .differences import expected_value
from .hosts import Host


@dataclass
class Count:
    """The calls of a function in a host."""

    agree: int = 0
    """Calls with the value of the case."""
    listed: int = 0
    """Calls with the value that a difference of ``docs/reference/differences.md`` predicts."""
    disagree: int = 0

    def __str__(self) -> str:
        if not (self.agree or self.listed or self.disagree):
            return ""
        text = f"{self.agree}+{self.listed}" if self.listed else str(self.agree)
        return f"{text} ≠{self.disagree}" if self.disagree else text

    def __add__(self, other: Count) -> Count:
        return Count(
            self.agree + other.agree, self.listed + other.listed, self.disagree + other.disagree
        )


@dataclass
class HostResult:
    """The result of the suite in one host."""

    host: str
    missing: str = ""
    """Why the host is not available; the counts are empty then."""
    functions: dict[str, Count] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)
    """A sentence for each call with an unexpected value."""

    @property
    def total(self) -> Count:
        """The count of all functions."""
        return sum(self.functions.values(), Count())


def run_suite(
    host: Host, suite: Sequence[Case], broken: Mapping[str, str] | None = None
) -> HostResult:
    """Run the suite in a host; one that is not available is missing in the result.

    ``broken`` are the suite's :func:`broken_functions`, where they are known from another host.
    """
    missing = host.explain_absence()
    if missing:
        return HostResult(host.name, missing)
    result = HostResult(host.name)
    calls = list(host.calls(suite))
    broken = broken_functions(suite) if broken is None else broken
    try:
        values = list(host.calculate(calls))
    except TourneyError as error:
        values = []
        result.disagreements.append(f"{host.name} failed: {error}")
    if values and len(values) != len(calls):
        result.disagreements.append(f"{host.name} gave {len(values)} values, not {len(calls)}")
    result.disagreements += [f"{host.name}, {name}: {broken[name]}" for name in broken]
    for index, call in enumerate(calls):
        count = result.functions.setdefault(call.case.function, Count())
        if call.case.function in broken:
            count.disagree += 1
            continue
        expected, differences = expected_value(host, call)
        if index < len(values) and values_match(values[index], expected, host.tolerance):
            count.listed += bool(differences)
            count.agree += not differences
        else:
            count.disagree += 1
            if index < len(values):
                result.disagreements.append(
                    f"{host.name}, {call.case.rule}, arguments as {call.form}: "
                    f"{call.case.formula} gives {format_literal(values[index])}, "
                    f"not {format_literal(expected)}"
                )
    return result


def broken_functions(suite: Iterable[Case]) -> dict[str, str]:
    """The functions whose code fails, which is an error in a cell: no call of theirs agrees."""
    broken = {}
    for case in suite:
        try:
            CATALOGUE[case.function](*case.arguments)
        except Exception as error:
            broken[case.function] = f"{case.formula}: its code fails: {error!r}"
    return broken


class Summary(NamedTuple):
    """The calls of all functions in a host, as they are recorded."""

    host: str
    runs_in: str = ""
    missing: str = ""
    """Why the host did not run."""
    functions: int = 0
    agree: int = 0
    listed: int = 0
    disagree: int = 0

    @property
    def calls(self) -> int:
        """All calls."""
        return self.agree + self.listed + self.disagree


def summarize(host: Host, result: HostResult) -> Summary:
    """The counts of a host."""
    total = result.total
    counts = (len(result.functions), total.agree, total.listed, total.disagree)
    return Summary(host.name, host.runs_in, result.missing, *counts)


def format_summary(summaries: Iterable[Summary]) -> str:
    """What was counted in the hosts, in Markdown."""
    lines = [
        "| host | runs in | functions | calls | same value "
        "| [listed](differences.md) | other value |",
        "|---|---|--:|--:|--:|--:|--:|",
    ]
    for s in summaries:
        numbers = (s.functions, s.calls, s.agree, s.listed, s.disagree)
        cells = ["not run"] + [""] * 4 if s.missing else [f"{number:,}" for number in numbers]
        lines.append(f"| {s.host} | {s.runs_in or 'itself'} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
