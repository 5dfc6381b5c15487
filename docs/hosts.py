"""The page on the values that hosts give, from the last run: ``docs/reference/hosts.md``.

``python docs/hosts.py --conformance`` calls every function in every host on this computer, which
takes minutes, and records the counts in ``docs/conformance.json``; without it the page is written
from the record.  Tests compare the page with the record, and the record with the catalogue.
"""

from __future__ import annotations

import json
import platform
import re
import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.stand_ins.registry import HOSTS
from xl_tourney.conformance import report, suite
from xl_tourney.conformance.hosts import Host

PAGE = Path(__file__).resolve().parent / "reference" / "hosts.md"
RECORD = Path(__file__).with_name("conformance.json")
"""The counts of the last run of conformance, with its date."""
RUN = re.compile(r"^Run on .*?\n\n\|.*?\n(?=\n|\Z)", re.DOTALL | re.MULTILINE)
"""What the page says of that run: a paragraph and a table."""


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


def summarize(host: Host, result: report.HostResult) -> Summary:
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


def current(text: str) -> str:
    """The page with the counts of the record."""
    return RUN.sub(lambda _: format_run(json.loads(RECORD.read_text("utf-8"))), text)


def run_hosts() -> dict[str, object]:
    """The record of a run of conformance; a function whose values differ is none for the page."""
    cases = suite.collect_cases()
    started = datetime.now(timezone.utc)
    results = [report.run_suite(host, cases) for host in HOSTS]
    if wrong := [sentence for result in results for sentence in result.disagreements]:
        raise SystemExit("\n".join(wrong[:20]))
    summaries = map(summarize, HOSTS, results)
    return {
        "date": f"{started:%Y-%m-%d}",
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "hosts": [summary._asdict() for summary in summaries],
    }


def format_run(record: dict[str, object]) -> str:
    """What the page says of a run: when and where, what was not there, and the counts."""
    hosts = [Summary(**host) for host in record["hosts"]]
    missing = [f"{host.host} was not run: {host.missing}" for host in hosts if host.missing]
    sentences = [
        f"Run on {record['date']} on {record['system']}.",
        "No row is from Excel itself: *runs in* says what stood in its place.",
        *missing,
    ]
    return "\n".join(sentences) + f"\n\n{format_summary(hosts)}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--conformance"]:
        text = json.dumps(run_hosts(), indent=1, ensure_ascii=False) + "\n"
        RECORD.write_text(text, encoding="utf-8", newline="\n")
    PAGE.write_text(current(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
