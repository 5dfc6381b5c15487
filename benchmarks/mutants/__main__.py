"""Seeded mutants of the package, and whether the nearest tests kill them.

python -m benchmarks.mutants --seed 7 [--count 40] [--least 38] [--timeout 300] [--in PATH[:LINE]]

A mutant is one change of one expression or statement, in a copy of the tree.  At first the fast
tests run there once under coverage, with the first case of each slow one: that says which of them
reach which line, and takes some minutes; ``--reach FILE`` keeps it for other seeds.  Then, for each
mutant, tests run until one fails: those that reach its line, the narrowest first; all tests of
files that have most of these; and slow ones of files that are near by what they name and import.  A
test that fails in the copy without the mutant kills nothing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.mutants.drawing import Mutant, draw, sites_of
from benchmarks.mutants.nearest import PACKAGE, Reach, Tests, groups
from benchmarks.mutants.running import copied, kill, measure


def chosen(arguments: argparse.Namespace, root: Path) -> Iterator[Mutant]:
    """The mutants that are asked for: drawn ones, or all of a file or a line."""
    if not arguments.path:
        yield from draw(root, PACKAGE, arguments.seed, arguments.count)
        return
    name, _, lines = arguments.path.partition(":")
    first, _, last = lines.partition("-")
    for site in sites_of(root, Path(name)):
        for mutant in site:
            if not first or int(first) <= mutant.line <= int(last or first):
                yield mutant


def main() -> int:
    parser = argparse.ArgumentParser("python -m benchmarks.mutants", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--least", type=int, default=38, help="how many must be killed")
    parser.add_argument("--timeout", type=float, default=300, help="seconds a mutant")
    parser.add_argument("--in", dest="path", help="all mutants of PATH, PATH:LINE, PATH:FROM-TO")
    parser.add_argument("--reach", type=Path, help="where it stands which tests reach which line")
    parser.add_argument("--list", action="store_true", help="only name them, and their tests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = copied(Path(folder))
        file = arguments.reach or Path(folder, "reach")
        if not file.exists():
            measure(root, file)
        tests, reach, killed, total = Tests(root), Reach(root, file), 0, 0
        for mutant in chosen(arguments, root):
            total += 1
            found = groups(mutant, tests, reach)
            if arguments.list:
                print(mutant, *(" ".join(group.tests[:4]) for group in found), sep="\n    ")
                continue
            started = time.monotonic()
            killer = kill(root, mutant, found, arguments.timeout)
            killed += bool(killer)
            outcome = f"killed by {killer}" if killer else "SURVIVED"
            print(f"{mutant}\n    {outcome}, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{killed} of {total} killed")
    return 0 if killed >= min(arguments.least, total) or arguments.list else 1


if __name__ == "__main__":
    sys.exit(main())
