"""What became of the suite in each host: counted, and what disagrees by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..catalogue.call_text import literal
from ..catalogue.cells import Block
from ..errors import TourneyError
from .case import Case
from .differences import foretold
from .host import Call, Host
from .same import same


@dataclass
class Count:
    """The calls of a function in a host."""

    agree: int = 0
    """Those that give the value of the case."""
    listed: int = 0
    """Those that give another, as ``docs/differences.md`` says."""
    disagree: int = 0

    def __str__(self) -> str:
        if not (self.agree or self.listed or self.disagree):
            return ""
        said = f"{self.agree}+{self.listed}" if self.listed else str(self.agree)
        return f"{said} ≠{self.disagree}" if self.disagree else said

    def __add__(self, other: Count) -> Count:
        return Count(
            self.agree + other.agree, self.listed + other.listed, self.disagree + other.disagree
        )


@dataclass
class Result:
    """The suite in one host."""

    host: str
    missing: str = ""
    """Why the host is not there; nothing is counted then."""
    functions: dict[str, Count] = field(default_factory=dict)
    disagreements: list[str] = field(default_factory=list)
    """A sentence for each call whose value is not what it must be."""

    @property
    def whole(self) -> Count:
        """All functions together."""
        return sum(self.functions.values(), Count())


def promised(host: Host, suite: Sequence[Case]) -> Result:
    """What a host must give; nothing is calculated in it."""
    result = Result(host.name)
    for call in host.calls(suite):
        count = result.functions.setdefault(call.case.function, Count())
        if foretold(host, call)[1]:
            count.listed += 1
        else:
            count.agree += 1
    return result


def run(host: Host, suite: Sequence[Case]) -> Result:
    """The suite in a host; one that is not there is said to be missing."""
    missing = host.absent()
    if missing:
        return Result(host.name, missing)
    result = Result(host.name)
    calls = list(host.calls(suite))
    try:
        values = list(host.calculate(calls))
    except TourneyError as error:
        values = []
        result.disagreements.append(f"{host.name} failed: {error}")
    if values and len(values) != len(calls):
        result.disagreements.append(f"{host.name} gave {len(values)} values, not {len(calls)}")
    for at, call in enumerate(calls):
        count = result.functions.setdefault(call.case.function, Count())
        expected, why = foretold(host, call)
        if at < len(values) and same(values[at], expected, host.tolerance):
            count.listed += bool(why)
            count.agree += not why
        else:
            count.disagree += 1
            if at < len(values):
                result.disagreements.append(_said(host, call, values[at], expected))
    return result


def _said(host: Host, call: Call, value: Block, expected: Block) -> str:
    return (
        f"{host.name}, {call.case.rule}, arguments as {call.form}: {call.case.formula} "
        f"gives {literal(value)}, not {literal(expected)}"
    )


def summary(results: Iterable[Result]) -> str:
    """The hosts with what they must give, in Markdown."""
    lines = [
        "| host | functions | calls | the same value | another, [listed](docs/differences.md) |",
        "|---|--:|--:|--:|--:|",
    ]
    for result in results:
        whole = result.whole
        numbers = (len(result.functions), whole.agree + whole.listed, whole.agree, whole.listed)
        lines.append(f"| {result.host} | " + " | ".join(f"{n:,}" for n in numbers) + " |")
    return "\n".join(lines) + "\n"
