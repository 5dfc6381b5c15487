"""Recalculates workbooks at random for as long as it is told; a failure is kept and named.

Every workbook is made from a seed: formulas, values and XML at random, and often bytes changed in
the package.  After each recalculation nothing but cached values may differ, a refusal must be one
sentence, and nothing may be left in the folder.  One that fails is kept under its seed, which
``--seed`` makes again.

    python -m benchmarks.fuzz --minutes 60
    python -m benchmarks.fuzz --minutes 60 --seed 1000000 --keep FOLDER
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.recalculation import fuzzing

_SHOWN = 20
"""How many failures are printed with their traces."""


def memory() -> str:
    """The most memory that this process has taken; empty where the system does not say."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"{most / (1024 if sys.platform != 'darwin' else 1024**2):.0f} MB"


def main() -> None:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--minutes", type=float, default=1, help="how long to run (1)")
    arguments.add_argument("--seed", type=int, default=1, help="the first workbook's seed (1)")
    arguments.add_argument(
        "--keep",
        type=Path,
        default=Path(tempfile.gettempdir()),
        help="where workbooks that fail are kept, and the one at work (the temporary folder)",
    )
    given = arguments.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    started = shown = time.monotonic()
    end = started + 60 * given.minutes
    seed = given.seed
    count: Counter[str] = Counter()

    def numbers() -> str:
        minutes = (time.monotonic() - started) / 60
        outcomes = ", ".join(f"{n:,} {what}" for what, n in sorted(count.items()))
        done = f"{sum(count.values()):,} workbooks in {minutes:.1f} minutes: {outcomes}"
        return f"{done}; at most {memory()}" if memory() else done

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        while time.monotonic() < end:
            fuzzing.workbook(Random(seed), path)
            made = path.read_bytes()
            (given.keep / "fuzz-last.xlsx").write_bytes(made)  # for a crash of the whole process
            try:
                count[fuzzing.check(path)] += 1
            except Exception as error:
                count["failed"] += 1
                (given.keep / f"fuzz-{seed}.xlsx").write_bytes(made)
                if count["failed"] <= _SHOWN:
                    print(f"seed {seed}: {error!r}", file=sys.stderr)
                    traceback.print_exc(limit=-3)
            seed += 1
            if time.monotonic() - shown > 60:
                shown = time.monotonic()
                print(numbers(), file=sys.stderr)
    print(f"seeds {given.seed} to {seed - 1}; {numbers()}")
    sys.exit(1 if count["failed"] else 0)


if __name__ == "__main__":
    main()
