"""Write what README shows: the output of its commands, and what hosts gave in their last run.

``python docs/readme.py`` runs the commands in console blocks; ``--conformance`` first calls every
function in every host on this computer, which takes minutes, and records the counts in
``docs/conformance.json``.  Tests compare README with what the commands print now, and with the
record; and the record with the catalogue.
"""

from __future__ import annotations

import json
import platform
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict
from datetime import datetime, timezone
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.conformance import report, suite
from xl_tourney.conformance.hosts.registry import HOSTS
from xl_tourney.readers import tantrix as reader
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.templates import TEMPLATES

README = Path(__file__).resolve().parent.parent / "README.md"
RECORD = Path(__file__).with_name("conformance.json")
"""The counts of the last run of conformance, with its date."""
RUN = re.compile(r"^Run on .*?\n\n\|.*?\n(?=\n)", re.DOTALL | re.MULTILINE)
"""What README says of that run: a paragraph and a table."""
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
COLUMNS = {
    "player_a": "Player A",
    "player_b": "Player B",
    "games": "Games",
    "tps_a": "TPs A",
    "tps_b": "TPs B",
}
"""The headings of the sheet Results, by what they hold."""


def current(text: str) -> str:
    """README with what its commands print now, and with the counts of the record."""
    text = RUN.sub(lambda _: format_run(json.loads(RECORD.read_text("utf-8"))), text)
    with tempfile.TemporaryDirectory() as folder:
        return BLOCK.sub(lambda block: session(block[0], Path(folder)), text)


def run_hosts() -> dict[str, object]:
    """The record of a run of conformance; a function whose values differ is none for README."""
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
    """What README says of a run: when and where, what was not there, and the counts."""
    hosts = [report.Summary(**host) for host in record["hosts"]]
    missing = [f"{host.host} was not run: {host.missing}" for host in hosts if host.missing]
    sentences = [
        f"Run on {record['date']} on {record['system']}.",
        "No row is from Excel itself: *runs in* says what stood in its place.",
        *missing,
    ]
    return "\n".join(sentences) + f"\n\n{report.format_summary(hosts)}"


def session(block: str, folder: Path) -> str:
    """A block of commands with what each prints now; a comment on filling in is done by hand."""
    lines = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines += [line, *printed(line.removeprefix("$ "), folder)]
        elif line.startswith("# Fill in"):
            lines.append(line)
            fill_in(folder / "group.xlsx")
    return "".join(f"{line}\n" for line in lines)


def printed(command: str, folder: Path) -> list[str]:
    """The lines that a command of ours prints on a terminal."""
    program, *arguments = shlex.split(command)
    if program != "xl-tourney":
        raise ValueError(f"{command}: is no command of ours.")
    done = subprocess.run(
        [sys.executable, "-m", "xl_tourney", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return done.stdout.splitlines()


def fill_in(book: Path) -> None:
    """Type the matches of the first sample into a workbook; save it with its values in it."""
    results = TEMPLATES["tantrix"].read(TEMPLATES["tantrix"].sample)
    workbook = load_workbook(book)
    type_below(workbook["Setup"], "Player", reader.players(results))
    for key, heading in COLUMNS.items():
        type_below(workbook["Results"], heading, [asdict(row)[key] for row in results])
    workbook.save(book)
    recalc(book)


def type_below(sheet: Worksheet, heading: str, values: list[object]) -> None:
    """Write values into the cells below a heading, which are there to be typed into."""
    place = next(cell for row in sheet for cell in row if cell.value == heading)
    for row, value in enumerate(values, place.row + 1):
        cell = sheet.cell(row, place.column)
        if cell.protection.locked:
            raise ValueError(f"{sheet.title}!{cell.coordinate} is not for typing into.")
        cell.value = value


if __name__ == "__main__":
    if sys.argv[1:] == ["--conformance"]:
        text = json.dumps(run_hosts(), indent=1, ensure_ascii=False) + "\n"
        RECORD.write_text(text, encoding="utf-8", newline="\n")
    README.write_text(current(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
