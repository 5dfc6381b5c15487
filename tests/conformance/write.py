"""Writes anew what is made from the cases: the published ones, and the tables of differences.

python -m tests.conformance.write
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.conformance import published
from tests.stand_ins.registry import ALL_DIFFERENCES, HOSTS
from xl_tourney.conformance import suite
from xl_tourney.conformance.case import Case
from xl_tourney.conformance.differences import expected_value
from xl_tourney.conformance.hosts import Host

ROOT = Path(__file__).parents[2]


PAGE = ROOT / "docs/reference/differences.md"


def format_page(hosts: Iterable[Host], suite: Sequence[Case]) -> str:
    """The differences of the hosts, and the cases that they affect, in Markdown."""
    return f"{_format_differences()}\n{_format_affected_cases(hosts, suite)}"


def _format_differences() -> str:
    lines = ["| what | where | what comes of it |", "|---|---|---|"]
    hosts: dict[tuple[str, str], list[str]] = {}
    for difference in ALL_DIFFERENCES:
        hosts.setdefault((difference.subject, difference.effect), []).extend(difference.hosts)
    lines += [f"| {what} | {'; '.join(names)} | {why} |" for (what, why), names in hosts.items()]
    return "\n".join(lines) + "\n"


def _format_affected_cases(hosts: Iterable[Host], suite: Sequence[Case]) -> str:
    affected: dict[tuple[str, str, str], dict[str, None]] = {}
    for host in hosts:
        for call in host.calls(suite):
            for difference in expected_value(host, call)[1]:
                subject = difference.subject.partition(":")[0]
                names = affected.setdefault((host.name, subject, call.case.rule), {})
                is_example = call.case.rule == "example"
                names[f"`{call.case.formula}`" if is_example else call.case.function] = None
    lines = ["| where | why | case of | functions |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(key)} | {', '.join(names)} |" for key, names in affected.items()]
    return "\n".join(lines) + "\n"


def format_published(cases: Sequence[Case]) -> str:
    """Cases as :func:`suite.published_cases` reads them: one a line, sorted."""
    lines = (
        json.dumps(case[:3], ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases
    )
    return "".join(sorted(lines))


def with_tables(page: str, printed: str) -> str:
    """The page with each printed table in place of the one that has the same headings."""
    for table in printed.strip().split("\n\n"):
        headings = table.partition("\n")[0]
        (old,) = re.findall(rf"^{re.escape(headings)}(?:\n\|.*)*$", page, re.MULTILINE)
        page = page.replace(old, table)
    return page


def main() -> None:
    suite.PUBLISHED.write_text(format_published(published.calls()), encoding="utf-8", newline="\n")
    page = PAGE.read_text(encoding="utf-8")
    tables = format_page(HOSTS, suite.collect_cases())
    PAGE.write_text(with_tables(page, tables), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
