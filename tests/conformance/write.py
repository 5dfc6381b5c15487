"""Writes anew what is made from the cases: the published ones, and the tables of differences.

python -m tests.conformance.write
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.conformance import published
from tests.stand_ins.registry import ALL_DIFFERENCES, HOSTS
from xl_tourney.conformance import differences, suite

ROOT = Path(__file__).parents[2]


PAGE = ROOT / "docs/reference/differences.md"


def with_tables(page: str, printed: str) -> str:
    """The page with each printed table in place of the one that has the same headings."""
    for table in printed.strip().split("\n\n"):
        headings = table.partition("\n")[0]
        (old,) = re.findall(rf"^{re.escape(headings)}(?:\n\|.*)*$", page, re.MULTILINE)
        page = page.replace(old, table)
    return page


def main() -> None:
    suite.PUBLISHED.write_text(
        suite.format_published(published.calls()), encoding="utf-8", newline="\n"
    )
    page = PAGE.read_text(encoding="utf-8")
    tables = differences.format_page(HOSTS, suite.collect_cases(), ALL_DIFFERENCES)
    PAGE.write_text(with_tables(page, tables), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
