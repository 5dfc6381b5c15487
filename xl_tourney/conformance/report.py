"""The results of the suite in each host: counts, and each disagreement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..catalogue.cells import Block
from ..catalogue.formula_text import format_literal
from ..errors import TourneyError
from .case import Case
from .comparison import values_match
from .differences import expected_value
from .hosts.base import Host, HostCall


@dataclass
class Count:
    """The calls of a function in a host."""

    agree: int = 0
    """Calls with the value of the case."""
    listed: int = 0
    """Calls with the value that a listed difference predicts (``docs/differences.md``)."""
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


def expected_result(host: Host, suite: Sequence[Case]) -> HostResult:
    """The result that a host must have, without calculating in it."""
    result = HostResult(host.name)
    for call in host.calls(suite):
        count = result.functions.setdefault(call.case.function, Count())
        if expected_value(host, call)[1]:
            count.listed += 1
        else:
            count.agree += 1
    return result


def run_suite(host: Host, suite: Sequence[Case]) -> HostResult:
    """Run the suite in a host; one that is not available is missing in the result."""
    missing = host.explain_absence()
    if missing:
        return HostResult(host.name, missing)
    result = HostResult(host.name)
    calls = list(host.calls(suite))
    try:
        values = list(host.calculate(calls))
    except TourneyError as error:
        values = []
        result.disagreements.append(f"{host.name} failed: {error}")
    if values and len(values) != len(calls):
        result.disagreements.append(f"{host.name} gave {len(values)} values, not {len(calls)}")
    for index, call in enumerate(calls):
        count = result.functions.setdefault(call.case.function, Count())
        expected, differences = expected_value(host, call)
        if index < len(values) and values_match(values[index], expected, host.tolerance):
            count.listed += bool(differences)
            count.agree += not differences
        else:
            count.disagree += 1
            if index < len(values):
                result.disagreements.append(
                    _describe_disagreement(host, call, values[index], expected)
                )
    return result


def _describe_disagreement(host: Host, call: HostCall, value: Block, expected: Block) -> str:
    return (
        f"{host.name}, {call.case.rule}, arguments as {call.form}: {call.case.formula} "
        f"gives {format_literal(value)}, not {format_literal(expected)}"
    )


def format_summary(results: Iterable[HostResult]) -> str:
    """The counts of the hosts, in Markdown."""
    lines = [
        "| host | functions | calls | the same value | another, [listed](docs/differences.md) |",
        "|---|--:|--:|--:|--:|",
    ]
    for result in results:
        total = result.total
        numbers = (len(result.functions), total.agree + total.listed, total.agree, total.listed)
        lines.append(f"| {result.host} | " + " | ".join(f"{n:,}" for n in numbers) + " |")
    return "\n".join(lines) + "\n"
