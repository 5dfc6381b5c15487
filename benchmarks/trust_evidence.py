"""Take the evidence of the verified calls anew, and make their files of it.

    python -m benchmarks.trust_evidence SUITES EVIDENCE [--calls 20] [--cap 20] [--seconds 900]

SUITES is the folder that ``benchmarks/suites.py`` fills.  In EVIDENCE there will be a file for each
suite (``benchmarks/trust.py``), ``random/calls.jsonl`` (``benchmarks/trust_fuzz.py``) and
``random/samples.jsonl`` (``benchmarks/trust_samples.py``); a file that is there is not made again.
Their counts go into ``benchmarks/evidence.jsonl.gz``, which is kept, and the table is made of it.

Suites that are held out prove nothing, or they would not be unseen any more.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).parent
HELD_OUT = ("B", "E", "I")
"""The halves of suites of which only numbers are recorded."""


def run(program: str, *arguments: object) -> None:
    """Run one of the programs beside this one; print how long it took."""
    started = time.monotonic()
    command = [sys.executable, "-m", f"benchmarks.{program}", *map(str, arguments)]
    subprocess.run(command, check=True)
    print(f"{program}: {time.monotonic() - started:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("suites", type=Path)
    parser.add_argument("evidence", type=Path)
    parser.add_argument("--calls", type=int, default=20, help="random calls of each kind")
    parser.add_argument("--cap", type=int, default=20, help="the most formulas of a pattern")
    parser.add_argument("--seconds", type=float, default=900.0, help="for one workbook")
    arguments = parser.parse_args()
    evidence = arguments.evidence
    (evidence / "random").mkdir(parents=True, exist_ok=True)
    calls, samples = evidence / "random" / "calls.jsonl", evidence / "random" / "samples.jsonl"
    limits = "--cap", arguments.cap, "--seconds", arguments.seconds
    suites = [
        option
        for suite in json.loads((FOLDER / "suites.json").read_text("utf-8"))
        if suite.get("half") not in HELD_OUT
        for option in ("--suite", suite["repository"].replace("/", "+"))
    ]
    run("trust", "measure", arguments.suites, "--new", "--evidence", evidence, *limits, *suites)
    if not calls.exists():
        run("trust_fuzz", evidence, calls, "--calls", arguments.calls, "--libreoffice")
    if not samples.exists():
        run("trust_samples", samples)
    run("evidence", evidence, *sorted((evidence / "random").glob("*.jsonl")))
    run("verified_calls")


if __name__ == "__main__":
    main()
