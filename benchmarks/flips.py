"""The nearest flips of all neighbours of the samples: found or none, and how long each takes.

``python benchmarks/flips.py [--pairs N] [--sweep N] [SAMPLE…]``: with ``--sweep`` up to N changes a
pair that are smaller than the one found are also calculated afresh, evenly spread over all, to
show that none is enough.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from xl_tourney.events.event import Event
from xl_tourney.explanations.flip.flip import Flip
from xl_tourney.explanations.flip.search import FlipFinder, FlipSearch, recalculated

SECONDS = 600.0
"""Long enough for a machine that does other things, too."""
WORKBOOKS = Path(__file__).parent.parent / "workbooks"


def neighbours(finder: FlipFinder) -> Iterator[tuple[str, str]]:
    """Each entrant with the next one below, table by table, side by side."""
    for table in finder.standings.tables:
        places = finder.standings.places(table, finder.read)
        sides = finder.standings.figures(table, "side", finder.read)
        order = sorted(places, key=lambda name: (str(sides.get(name)), places[name]))
        for above, below in pairwise(order):
            if sides.get(above) == sides.get(below):
                yield above, below


def sweep(finder: FlipFinder, search: FlipSearch, flip: Flip | None, most: int) -> tuple[int, int]:
    """How many smaller changes were calculated, and how many of them flip after all."""
    every = [one for result in search.results for one in result.alternatives()]
    size = flip.alternative.size if flip else None
    smaller = [one for one in every if size is None or one.size < size]
    smaller = smaller[:: max(1, len(smaller) // most)]
    wrong = sum(search.is_flipped(recalculated(finder.saved, change.values)) for change in smaller)
    return len(smaller), wrong


def measure(path: Path, pairs: int | None, sweeps: int) -> None:
    """Print the figures of one workbook."""
    finder = FlipFinder(Event.open(path))
    counts: Counter[str] = Counter()
    seconds: list[float] = []
    for above, below in list(neighbours(finder))[:pairs]:
        started = time.process_time()
        search = finder.search(above, below, SECONDS)
        flip = search.run()
        seconds.append(time.process_time() - started)
        counts["found" if flip else "none"] += 1
        counts["all smaller ones tried"] += search.is_complete
        counts["trials"] += search.trials
        counts["refuted by the proof"] += search.refuted
        if sweeps:
            changes, wrong = sweep(finder, search, flip, sweeps)
            counts["smaller ones calculated afresh"] += changes
            counts["of these enough"] += wrong
    figures = ", ".join(f"{name} {count}" for name, count in counts.items())
    print(
        f"{path.stem}: {len(seconds)} pairs, {figures}; seconds a pair: best {min(seconds):.2f}, "
        f"median {sorted(seconds)[len(seconds) // 2]:.2f}, worst {max(seconds):.2f}",
        flush=True,
    )


def main() -> None:
    """Measure the samples that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", nargs="*")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--sweep", type=int, default=0)
    arguments = parser.parse_args()
    for path in sorted(WORKBOOKS.glob("*.xlsx")):
        if not arguments.samples or path.stem in arguments.samples:
            measure(path, arguments.pairs, arguments.sweep)


if __name__ == "__main__":
    main()
