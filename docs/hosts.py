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
from datetime import datetime, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.stand_ins.registry import HOSTS
from xl_tourney.conformance import report, suite

PAGE = Path(__file__).resolve().parent / "reference" / "hosts.md"
RECORD = Path(__file__).with_name("conformance.json")
"""The counts of the last run of conformance, with its date."""
RUN = re.compile(r"^Run on .*?\n\n\|.*?\n(?=\n|\Z)", re.DOTALL | re.MULTILINE)
"""What the page says of that run: a paragraph and a table."""


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
    summaries = map(report.summarize, HOSTS, results)
    return {
        "date": f"{started:%Y-%m-%d}",
        "system": f"{platform.system()}, Python {platform.python_version()}",
        "hosts": [summary._asdict() for summary in summaries],
    }


def format_run(record: dict[str, object]) -> str:
    """What the page says of a run: when and where, what was not there, and the counts."""
    hosts = [report.Summary(**host) for host in record["hosts"]]
    missing = [f"{host.host} was not run: {host.missing}" for host in hosts if host.missing]
    sentences = [
        f"Run on {record['date']} on {record['system']}.",
        "No row is from Excel itself: *runs in* says what stood in its place.",
        *missing,
    ]
    return "\n".join(sentences) + f"\n\n{report.format_summary(hosts)}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--conformance"]:
        text = json.dumps(run_hosts(), indent=1, ensure_ascii=False) + "\n"
        RECORD.write_text(text, encoding="utf-8", newline="\n")
    PAGE.write_text(current(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
