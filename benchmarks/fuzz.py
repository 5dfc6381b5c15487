"""Recalculates workbooks at random for as long as it is told; a failure is kept and named.

python benchmarks/fuzz.py --minutes 60 [--seed 1] [--keep FOLDER]
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

from tests.recalc import fuzzing


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--minutes", type=float, default=1)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()))
    given = arguments.parse_args()
    end = time.monotonic() + 60 * given.minutes
    seed = given.seed
    count: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "book.xlsx")
        while time.monotonic() < end:
            fuzzing.workbook(Random(seed), path)
            (given.keep / "last.xlsx").write_bytes(path.read_bytes())
            try:
                count[fuzzing.check(path)] += 1
            except Exception as error:
                count["failed"] += 1
                if count["failed"] <= 20:
                    print(f"seed {seed}: {error!r}")
                    traceback.print_exc(limit=-3)
            seed += 1
    print(f"{seed - given.seed:,} workbooks:", ", ".join(f"{n:,} {w}" for w, n in count.items()))
    sys.exit(1 if count["failed"] else 0)


if __name__ == "__main__":
    main()
