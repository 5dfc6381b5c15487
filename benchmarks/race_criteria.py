"""Random contests placed by criteria, against all their scores by enumeration; and their proofs.

OMP_NUM_THREADS=1 python -m benchmarks.race_criteria [--contests 3000] [--seed 1] [--left 3]

For each answer that something cannot be a proof by cases is looked for, and checked by other code.
The enumeration tries a dozen scores for each game left; where an answer goes beyond it, the scores
that the answer gives are placed by plain code.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from time import process_time

from tests.functions.race.criteria_cases import Case, Contest, faults, random_case
from tests.functions.race.test_certificates import questions
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.certificates.cases import proves_by_cases
from xl_tourney.functions.race.certificates.search import NoProofError, find_proof


def proofs(case: Case) -> Iterator[str]:
    """What comes of the search for a proof that something cannot be, of each answer."""
    contest = Contest.of(case)
    for claim, answer in questions(contest):
        try:
            proof = find_proof(claim, contest.answers.table.scoring, Clock(20))
        except NoProofError as why:
            if not answer.possible:
                yield f"without a proof: {why}"
            continue
        is_right = not answer.possible and proves_by_cases(claim, proof)
        yield f"proved by {type(proof).__name__.lower()}" if is_right else "false proof"


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
        counts.update(proofs(case))
    print(dict(sorted(counts.items())), f"{process_time() - started:.0f} s of a processor")
    return int(bool(counts["false"] + counts["false proof"]))


if __name__ == "__main__":
    sys.exit(main())
