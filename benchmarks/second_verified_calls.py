"""Make the verified calls of the second engine: calls for which IronCalc's value alone is proven.

It is asked where formualizer lacks a function, or gives an error or an unproven value.  A place
(see ``benchmarks/verified_calls.py``) is proven if formulas that have it agreed with Excel, or in
random calls with another engine, often enough, and none has to be blamed on it.  A value
where Excel has an error is wrong here: nothing else would find it.  Formulas of IronCalc's own test
suite prove nothing, for it was made to pass them; those that it fails are counted.

    python benchmarks/second_verified_calls.py EVIDENCE FUZZ.jsonl [SAMPLES.jsonl]
        [--output xl_tourney/recalculation/trust/verified_calls.json] [--unseen]

With ``--unseen`` nothing is written: each suite is judged by the verified calls of all others, and
what is proven and wrong is listed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from trust_fuzz import SHEET, surroundings
from verified_calls import (
    OUTPUT,
    Line,
    judge,
    make_verified_calls,
    places_of,
    split_signature,
    write_verified_calls,
)

from xl_tourney.engines.conditions.arguments import no_truth_value
from xl_tourney.engines.mistakes import CONDITIONS
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.references import cell_reference
from xl_tourney.grammar.syntax_tree import COMPARISONS
from xl_tourney.recalculation.trust.verified_calls import VerifiedCalls

OWN_SUITE = "ironcalc+IronCalc"
MAX_WRONG_SHARE = 0.1
"""Of a function that is wrong more often than this no place is proven."""


class Judged(NamedTuple):
    """A formula that Excel saved, with the values of both engines."""

    suite: str
    line: Line
    formula: str
    cached: Any
    values: tuple[Any, Any]
    """formualizer's and IronCalc's."""


def judge_alone(value: Any, right: Any) -> bool | None:
    """Whether a value is right; None if there is none, or an error, which is not written."""
    if isinstance(value, dict):
        return None
    return False if isinstance(right, dict) else judge(value, right)


def excel_lines(evidence: Path) -> Iterator[Judged]:
    for path in sorted(evidence.glob("*.jsonl")):
        for text in path.open():
            book = json.loads(text)
            for line in book.get("lines", ()):
                if line["array"]:
                    continue
                first, second = line["formualizer"], line["ironcalc"]
                right = judge_alone(second, line["cached"])
                if right is False and judge(first, second) is True:
                    continue  # an old value, or a mistake of both, which is listed by itself
                signatures = [
                    (name, by_value(kinds, split_signature(with_values)[1]))
                    for text, with_values in line["calls"]
                    for name, kinds in (split_signature(text),)
                ]
                places = frozenset(
                    place for name, kinds in signatures for place in places_of(name, kinds)
                )
                where = f"{path.stem}/{book['book']} {line['cell']}"
                yield Judged(
                    path.stem,
                    Line(f"{where} ={line['formula']}", places, right, True),
                    line["formula"],
                    line["cached"],
                    (first, second),
                )


def by_value(kinds: Sequence[str], with_values: Sequence[str]) -> list[str]:
    """The kinds of arguments; a cell with a truth value is one, as in the verified calls."""
    return ["true" if value == "cell:b" else kind for kind, value in zip(kinds, with_values)]


def fuzz_lines(path: Path) -> Iterator[Line]:
    truth_values = {
        f"{SHEET}!{cell_reference(*cell)}"
        for cell, value in surroundings()[0].items()
        if isinstance(value, bool)
    }
    for text in path.open():
        line = json.loads(text)
        outermost = find_calls(line["formula"])[-1:]
        arguments = [argument.text for call in outermost for argument in call.arguments]
        with_values = ["cell:b" if a in truth_values else "" for a in arguments]
        places = frozenset(
            place
            for name, kinds in line["calls"]
            for place in places_of(
                name, by_value(kinds, with_values) if len(kinds) == len(arguments) else kinds
            )
        )
        value = line["ironcalc"]
        right = None if isinstance(value, dict) else judge(value, line["formualizer"])
        if right is not True and not isinstance(value, dict):
            right = judge(value, line["libreoffice"]) if "libreoffice" in line else None
        yield Line(f"={line['formula']}", places, right, False)


def proving(judged: Sequence[Judged], without: str = "") -> list[Line]:
    return [
        one.line
        for one in judged
        if one.suite != without and not (one.suite == OWN_SUITE and one.line.is_right)
    ]


def verified_functions(lines: Sequence[Line]) -> tuple[dict[str, Any], dict[Any, list[Line]]]:
    """The proven functions, and the blamed places.

    Functions that need a condition are left out, and those that are wrong too often.  Truth values
    in cells are looked for when the verified calls are asked.
    """
    functions, blamed = make_verified_calls(lines)
    wrong: Counter[str] = Counter()
    for (name, _, _), found in blamed.items():
        wrong[name] += len(found)
    left_out = {name for name, condition in CONDITIONS.items() if condition is not no_truth_value}
    left_out -= set(COMPARISONS)
    left_out |= {
        name
        for name, entry in functions.items()
        if wrong[name] > MAX_WRONG_SHARE * (entry["excel"] + entry["fuzz"])
    }
    return {name: entry for name, entry in functions.items() if name not in left_out}, blamed


def count_unseen(judged: Sequence[Judged], fuzzed: Sequence[Line]) -> None:
    """Judge each suite by the verified calls of all others, where the engines do not agree."""
    total: Counter[str] = Counter()
    for suite in sorted({one.suite for one in judged}):
        functions, _ = verified_functions([*proving(judged, suite), *fuzzed])
        verified_calls = VerifiedCalls(functions, conditions={}, always=())
        for one in judged:
            first, second = one.values
            if one.suite != suite or judge(first, second) is True or isinstance(second, dict):
                continue
            verdict = "right" if one.line.is_right else "wrong"
            is_proven = verified_calls.proves(one.formula, lambda reference: ":" in reference)
            total[f"{verdict}, {'proven' if is_proven else 'not proven'}"] += 1
            if is_proven and not one.line.is_right:
                print(f"{one.line.text}: Excel {one.cached}, formualizer and IronCalc {one.values}")
    print(dict(total))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("evidence", type=Path)
    parser.add_argument("fuzz", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--unseen", action="store_true", help="only judge the cores of all others")
    parser.add_argument("--show", action="append", default=[], help="a function to explain")
    arguments = parser.parse_args()
    judged = list(excel_lines(arguments.evidence))
    sources = Counter({"excel": len(judged)})
    fuzzed: list[Line] = []
    for path in arguments.fuzz:
        more = [*fuzz_lines(path)]
        sources[path.stem] = len(more)
        fuzzed += more
    if arguments.unseen:
        count_unseen(judged, fuzzed)
        return
    functions, blamed = verified_functions([*proving(judged), *fuzzed])
    write_verified_calls(functions, sources, arguments.output, "ironcalc")
    print(f"{len(functions)} functions, {len(blamed)} places blamed, {dict(sources)}")
    for name in arguments.show:
        print(name, functions.get(name))
        for place, found in sorted(blamed.items()):
            if place[0] == name:
                print("  ", place, len(found), *[line.text for line in found[:3]], sep="\n      ")


if __name__ == "__main__":
    main()
