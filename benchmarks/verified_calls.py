"""Make the table of verified calls from the evidence: how often each engine was right, by place.

A *place* is a function, the number of an argument, and the class of that argument.  A formula that
an engine gets right counts for all its places.  One that it gets wrong is blamed on the place in it
that is wrong most often elsewhere.  What follows from the counts is decided where they are read
(``xl_tourney/recalculation/trust/verified_calls.py``).

    python -m benchmarks.verified_calls [--show FUNCTION] [--unseen]
        [--output xl_tourney/recalculation/trust/verified_calls.tsv]

Of an earlier count of formualizer no numbers were kept for each kind of argument
(``earlier_count.json``).  What it proved, and is seen fewer times now, stands in the table as seen
ten times.  What it did not prove, for it had more random calls, stands there with one other value,
however often it is right now; and a function with false errors with as many as make it one.

The evidence is in ``benchmarks/evidence.jsonl.gz`` (``benchmarks/evidence.py``);
``benchmarks/trust_evidence.py`` takes it anew.

With ``--unseen`` nothing is written: each suite is judged by the table of all others, and what is
proven and differs is listed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.evidence import (
    AGREED,
    DIFFERED,
    ENGINES,
    ERROR_FOR_VALUE,
    FILE,
    OUTCOMES,
    TRUTH,
    VALUE_FOR_ERROR,
    Counts,
    Row,
    read,
)
from benchmarks.trust_fuzz import split_signature
from xl_tourney.grammar.spreadsheet_functions import ARRAY_RETURNING, values_of
from xl_tourney.recalculation.trust.verified_calls import (
    KINDS,
    MAX_FALSE_ERRORS,
    MIN_AGREED,
    NO_ARGUMENT,
    argument_place,
    is_proven,
)
from xl_tourney.recalculation.trust.verified_calls import Counts as MeasuredCounts

EARLIER = Path(__file__).with_name("earlier_count.json")
OUTPUT = Path("xl_tourney/recalculation/trust/verified_calls.tsv")
WRONG = range(AGREED + 1, len(OUTCOMES))

OF_ARRAYS = ARRAY_RETURNING | {
    *("LINEST", "LOGEST", "TREND", "GROWTH", "FREQUENCY", "MODE.MULT"),
}
"""Functions whose value is an array: the evidence is of its first cell only.

Of matrices it is of all: they are in a workbook of lifelib, 885 cells of MMULT and MINVERSE.
"""
LEFT_OUT = OF_ARRAYS | values_of("excel-error").keys()

Place = tuple[str, int, str]


def places_of(calls: Sequence[str], engine: str) -> Iterator[Place]:
    """The places of calls.  The classes of the default engine are those that a formula shows."""
    for call in calls:
        name, classes = split_signature(call)
        for index, found in enumerate(classes):
            if found == TRUTH:
                found = "cell" if engine == ENGINES[0] else "logical"
            if found in KINDS:
                yield name, argument_place(name, index), found
        if not classes:
            yield name, 0, NO_ARGUMENT


def counts_of(rows: Sequence[Row], engine: str) -> dict[Place, Counts]:
    """The counts of each place of an engine."""
    counts: dict[Place, Counts] = defaultdict(lambda: [0] * len(OUTCOMES))
    number = ENGINES.index(engine)
    formulas = [(frozenset(places_of(row.calls, engine)), row.counts[number]) for row in rows]
    for places, found in formulas:
        for place in places:
            counts[place][AGREED] += found[AGREED]
    right = Counter({place: found[AGREED] for place, found in counts.items()})
    for kind in WRONG:
        wrong = [(places, found[kind]) for places, found in formulas if found[kind]]
        for place, number_of_formulas in blame(wrong, right).items():
            counts[place][kind] = number_of_formulas
    return {place: found for place, found in counts.items() if place[0] not in LEFT_OUT}


def blame(
    wrong: Sequence[tuple[frozenset[Place], int]], right: Mapping[Place, int]
) -> dict[Place, int]:
    """How many wrong formulas each place is blamed for: the one that is wrong most often elsewhere.

    >>> one, other = ("MID", 0, "cell"), ("+", 0, "cell")
    >>> blame([(frozenset((one, other)), 2), (frozenset((one,)), 1)], {other: 90})
    {('MID', 0, 'cell'): 3}
    """
    by_place: dict[Place, set[int]] = defaultdict(set)
    for index, (places, _) in enumerate(wrong):
        for place in places:
            by_place[place].add(index)
    sums = {place: sum(wrong[i][1] for i in found) for place, found in by_place.items()}
    blamed: dict[Place, int] = {}
    while by_place:
        place = max(by_place, key=lambda one: (sums[one] / (sums[one] + right.get(one, 0)), one))
        found = by_place.pop(place)
        blamed[place] = sums.pop(place)
        for index in found:
            places, number = wrong[index]
            for other in places - {place}:
                if other in by_place:
                    by_place[other].discard(index)
                    sums[other] -= number
                    if not by_place[other]:
                        del by_place[other], sums[other]
    return blamed


def table(
    by_suite: Mapping[str, Sequence[Row]], without: str = ""
) -> dict[str, dict[Place, Counts]]:
    """The counts of each engine, without those of a suite."""
    rows = [row for suite, rows in by_suite.items() if suite != without for row in rows]
    return {engine: counts_of(rows, engine) for engine in ENGINES}


def with_earlier(counts: Mapping[Place, Counts]) -> dict[Place, Counts]:
    """The counts of the default engine with what the earlier count says of them.

    To that, 0 was a number like others.
    """
    count = json.loads(EARLIER.read_text("utf-8"))
    earlier = {
        (name, number, kind)
        for name, places in count["functions"].items()
        for number, kinds in enumerate(places)
        for earlier in kinds or (NO_ARGUMENT,)
        for kind in (("number", "zero") if earlier == "number" else (earlier,))
    }
    found = {place: [*counts.get(place, (0, 0, 0, 0))] for place in {*counts, *earlier}}
    for place, one in found.items():
        if place in earlier:
            one[AGREED] = max(one[AGREED], MIN_AGREED)
        elif is_proven(MeasuredCounts(*one)):
            one[DIFFERED] = 1
    for name in count["false_errors"]:
        for place in sorted(found):
            if place[0] == name and place[2] != "omitted":
                agreed = max(one[AGREED] for other, one in found.items() if other[0] == name)
                found[place][ERROR_FOR_VALUE] += 1 + int(MAX_FALSE_ERRORS * 10 * agreed)
                break
    return found


def lines_of(counts: Mapping[str, Mapping[Place, Counts]]) -> Iterator[str]:
    """The lines of the table."""
    functions: dict[tuple[str, str], dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for engine, by_place in counts.items():
        for place, found in sorted(
            (with_earlier if engine == ENGINES[0] else dict)(by_place).items()
        ):
            name, number, kind = place
            functions[engine, name][number].append(" ".join((kind, *map(str, found))))
    for (engine, name), by_number in sorted(functions.items()):
        places = [", ".join(by_number[number]) for number in range(max(by_number) + 1)]
        yield "\t".join((engine, name, *places))


def unseen(by_suite: Mapping[str, Sequence[Row]]) -> Iterator[tuple[str, str, Row, str]]:
    """The rows of a suite that are proven by all other suites, and yet not right.

    With each come the suite, the engine, and which of the four it is.
    """
    for suite, rows in by_suite.items():
        for engine, counts in table(by_suite, suite).items():
            number = ENGINES.index(engine)
            for row in rows:
                found = row.counts[number]
                places = [*places_of(row.calls, engine)]
                if (found[DIFFERED] or found[VALUE_FOR_ERROR]) and all(
                    place in counts and is_proven(MeasuredCounts(*counts[place]))
                    for place in places
                ):
                    which = DIFFERED if found[DIFFERED] else VALUE_FOR_ERROR
                    yield suite, engine, row, OUTCOMES[which]


def header(by_suite: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """What the table says of itself."""
    excel = [suite for suite in by_suite if "+" in suite]
    versions = ", ".join(f"{engine} {version(engine)}" for engine in ENGINES)
    formulas = sum(max(map(sum, row.counts)) for suite in excel for row in by_suite[suite])
    others = sum(
        max(map(sum, row.counts))
        for suite in by_suite
        if suite not in excel
        for row in by_suite[suite]
    )
    yield f"# {versions}: {formulas:,} formulas that Excel saved, of {len(excel)} suites,"
    yield f"# and {others:,} others, calculated by several programs."
    yield "# An engine, a function, then for each argument the kinds of it, each with four counts:"
    yield f"# {', '.join(OUTCOMES)}."
    yield "# What a count of formualizer of 22 November 2026 proved, of which no numbers were"
    yield "# kept, has agreed ten times; what it did not prove, and is always right since, has"
    yield "# differed once; and where it found false errors there are as many as make them so."


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--evidence", type=Path, default=FILE)
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--show", action="append", default=[], help="a function to explain")
    parser.add_argument("--unseen", action="store_true", help="judge each suite by all others")
    arguments = parser.parse_args()
    by_suite = read(arguments.evidence)
    if arguments.unseen:
        for suite, engine, row, which in unseen(by_suite):
            print(f"{engine} {which}: {' '.join(row.calls)} in {suite}")
        return
    for name in arguments.show:
        for suite, rows in sorted(by_suite.items()):
            for row in rows:
                wrong = [any(counts[AGREED + 1 :]) for counts in row.counts]
                if any(wrong) and any(split_signature(call)[0] == name for call in row.calls):
                    print(f"{suite}: {' '.join(row.calls)} {row.counts}")
    lines = [*header(by_suite), *lines_of(table(by_suite))]
    arguments.output.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines):,} lines, {arguments.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
