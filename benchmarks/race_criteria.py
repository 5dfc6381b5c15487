"""Random contests placed by criteria, against all their scores by enumeration.

OMP_NUM_THREADS=1 python -m benchmarks.race_criteria [--contests 3000] [--seed 1] [--left 3]

The enumeration tries a dozen scores for each game left; where an answer goes beyond it, the scores
that the answer gives are placed by plain code.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from time import process_time

from tests.functions.race.criteria_cases import faults, random_case


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--contests", type=int, default=3_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--left", type=int, default=3)
    arguments = parser.parse_args()
    counts: Counter[str] = Counter()
    started = process_time()
    for number in range(arguments.contests):
        case = random_case(random.Random(f"{arguments.seed} {number}"), arguments.left)
        counts["teams"] += len(case["teams"])
        counts[f"with {len(case['left'])} games left"] += 1
        for fault in faults(case):
            counts[fault.partition(":")[0]] += 1
            print(f"{number}: {fault}", flush=True)
    print(dict(sorted(counts.items())), f"{process_time() - started:.0f} s of a processor")
    return int(bool(counts["false"]))


if __name__ == "__main__":
    sys.exit(main())
