"""Writes anew what is made from the cases: the published ones, and the tables of the pages.

python -m tests.conformance.write
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance import published
from xl_tourney.conformance import differences, report, suite
from xl_tourney.conformance.hosts.registry import HOSTS

ROOT = Path(__file__).parents[2]


def with_tables(page: str, printed: str) -> str:
    """A page with each printed table in place of the one that has the same headings."""
    for table in printed.strip().split("\n\n"):
        headings = table.partition("\n")[0]
        (old,) = re.findall(rf"^{re.escape(headings)}(?:\n\|.*)*$", page, re.MULTILINE)
        page = page.replace(old, table)
    return page


def tables() -> dict[Path, str]:
    """What each page says of the suite."""
    cases = suite.collect_cases()
    return {
        ROOT / "README.md": report.format_summary(
            report.expected_result(host, cases) for host in HOSTS
        ),
        ROOT / "docs" / "differences.md": differences.format_page(HOSTS, cases),
    }


def main() -> None:
    suite.PUBLISHED.write_text(
        suite.format_published(published.calls()), encoding="utf-8", newline="\n"
    )
    for path, printed in tables().items():
        page = path.read_text(encoding="utf-8")
        path.write_text(with_tables(page, printed), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
