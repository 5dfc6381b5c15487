"""The counts that a host must have, without calculating in it."""

from __future__ import annotations

from collections.abc import Sequence

from xl_tourney.conformance.case import Case
from xl_tourney.conformance.differences import expected_value
from xl_tourney.conformance.hosts import Host
from xl_tourney.conformance.report import Count


def expected_counts(host: Host, suite: Sequence[Case]) -> dict[str, Count]:
    """The calls of each function: those with the value of the case, and the listed ones."""
    counts: dict[str, Count] = {}
    for call in host.calls(suite):
        count = counts.setdefault(call.case.function, Count())
        is_listed = bool(expected_value(host, call)[1])
        count.listed += is_listed
        count.agree += not is_listed
    return counts
