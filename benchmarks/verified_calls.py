"""Make the verified calls from its evidence: formulas that Excel saved, and random calls.

A *place* is a function, the number of an argument, and the kind of that argument.  It is proven if
formulas that have it agreed often enough, and none has to be blamed on it: a wrong value of the
type that the right one has.  A formula that is wrong is blamed on the place in it that is wrong
most often elsewhere.

    python benchmarks/verified_calls.py EVIDENCE FUZZ.jsonl [SAMPLES.jsonl]
        [--output xl_tourney/recalculation/trust/verified_calls.json] [--show SUM]

EVIDENCE is the folder that ``benchmarks/trust.py`` writes, FUZZ the file of
``benchmarks/trust_fuzz.py``; ``benchmarks/trust_evidence.py`` makes both anew.

Where both engines agree and Excel says another thing, no second opinion helps.  Such a formula must
be explained: its saved value is stale (``stale_cells.json``), or the mistake is known
(``xl_tourney/engines/mistakes.py``).  Others are printed, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from trust_fuzz import KINDS, OPERATORS, SHEET, as_json, by_formualizer, split_signature

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import HELPER_PREFIX, values_agree
from xl_tourney.engines.conditions.combining import CallCondition, as_formula
from xl_tourney.engines.formualizer import ENGINE
from xl_tourney.engines.mistakes import CONDITIONS, EXCEL_DIGITS
from xl_tourney.grammar.array_functions import ARRAY_RETURNING
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.formula_references import qualify_references
from xl_tourney.grammar.function_names import plain_name
from xl_tourney.grammar.references import (
    CellAddress,
    is_multi_cell_reference,
    parse_cell_reference,
    unquote_sheet_name,
)
from xl_tourney.grammar.syntax_tree import FormulaError
from xl_tourney.recalculation.trust.verified_calls import KINDS as VERIFIED_KINDS
from xl_tourney.recalculation.trust.verified_calls import argument_kind, argument_place
from xl_tourney.recalculation.verification.book_count import StaleCells

MIN_FORMULAS = 10
"""The fewest formulas that prove a place."""
FALSE_ERRORS = 0.01
"""The share of formulas from which on a function is one that gives false errors."""
MAX_ROUNDING_RESIDUE = 1e-6
"""What may be a rest of rounding."""
CASES = Path("tests/data/excel_cases.json")
STALE = StaleCells.read(Path(__file__).with_name("stale_cells.json"))
OUTPUT = Path("xl_tourney/recalculation/trust/verified_calls.json")

OF_ARRAYS = ARRAY_RETURNING | {
    *("LINEST", "LOGEST", "TREND", "GROWTH", "FREQUENCY", "MODE.MULT", "MMULT", "MINVERSE"),
}
"""Functions whose value is an array: the evidence is of its first cell only."""

Place = tuple[str, int, str]
T = TypeVar("T", Place, str)


class Line(NamedTuple):
    """A formula whose value is known."""

    text: str
    places: frozenset[Place]
    is_right: bool | None
    """Whether the engine's value is right; None if it is of another type, which is seen."""
    is_excel: bool
    is_shared: bool = False
    """Whether another engine gives the same wrong value."""
    is_false_error: bool = False
    """Whether the engine gives an error where the right value is none."""

    @property
    def functions(self) -> frozenset[str]:
        return frozenset(name for name, _, _ in self.places)


def places_of(name: str, kinds: Sequence[str]) -> Iterator[Place]:
    for index, kind in enumerate(kinds):
        yield name, argument_place(name, index), KINDS.get(kind, kind)
    if not kinds:
        yield name, 0, ""


def judge(value: Any, right: Any) -> bool | None:
    """Whether a value is right; None where that shows: an error instead of a value, or none."""
    ones, others = (isinstance(v, dict) for v in (value, right))
    if isinstance(value, dict) and "lacks" in value:
        return None
    if ones or others:
        return True if value == right else None
    return values_agree(value, right) or is_blank_text(value, right)


def is_false_error(value: Any, right: Any) -> bool:
    """Whether an error stands where another value is right."""
    return isinstance(value, dict) and "error" in value and not isinstance(right, dict)


def is_blank_text(value: Any, right: Any) -> bool:
    return {value, right} <= {None, "", 0.0} and not (value and right)


def excel_lines(evidence: Path) -> Iterator[Line]:
    for path in sorted(evidence.glob("*.jsonl")):
        for text in path.open():
            book = json.loads(text)
            for line in book.get("lines", ()):
                if line["array"]:
                    continue
                signatures = [
                    signature
                    for kinds, _ in line["calls"]
                    if not (signature := split_signature(kinds))[0].startswith(HELPER_PREFIX)
                ]
                places = frozenset(
                    place for name, kinds in signatures for place in places_of(name, kinds)
                )
                right = judge(line["formualizer"], line["cached"])
                if right is False and any(name in CONDITIONS for name, _ in signatures):
                    right = None  # whether the condition holds is not known
                where = f"{path.stem}/{book['book']} {line['cell']}"
                is_shared = right is False and judge(line["formualizer"], line["ironcalc"]) is True
                if is_shared:
                    places = frozenset(place for place in places if place[0] not in OPERATORS)
                    if is_explained(book["book"], line) or not places:
                        continue
                fails = is_false_error(line["formualizer"], line["cached"])
                yield Line(f"{where} ={line['formula']}", places, right, True, is_shared, fails)


def is_explained(book: str, line: Mapping[str, Any]) -> bool:
    """Whether it is known why both engines say the same and Excel another thing.

    The saved value is stale, both are rests of rounding, or all engines are known to be wrong.
    """
    values = line["cached"], line["formualizer"]
    if all(
        isinstance(value, (int, float)) and abs(value) < MAX_ROUNDING_RESIDUE for value in values
    ):
        return True
    sheet, _, reference = line["cell"].rpartition("!")
    address = CellAddress(unquote_sheet_name(sheet), *parse_cell_reference(reference))
    if any(entry.matches(address, line["formula"]) for entry in STALE.entries_of_book(book)):
        return True
    names = {name for name, _ in map(split_signature, (kinds for kinds, _ in line["calls"]))}
    try:
        return not names.isdisjoint(EXCEL_DIGITS) or correct_if(line["formula"]) != "TRUE"
    except FormulaError:
        return True


def fuzz_lines(path: Path) -> Iterator[Line]:
    for text in path.open():
        line = json.loads(text)
        if not line["condition"]:
            continue
        places = frozenset(p for name, kinds in line["calls"] for p in places_of(name, kinds))
        value, others = line["formualizer"], [line["ironcalc"]]
        if "libreoffice" in line:
            others.append(line["libreoffice"])
        verdicts = [judge(value, other) for other in others]
        right = True if True in verdicts else verdicts[0]
        yield Line(f"={line['formula']}", places, right, False)


def case_lines() -> Iterator[Line]:
    """The single formulas that Excel is known to calculate otherwise."""
    for group in json.loads(CASES.read_text("utf-8")):
        cells = {
            parse_cell_reference(address): ErrorValue("#DIV/0!") if value == "=1/0" else value
            for address, value in group["cells"].items()
        }
        formulas = [formula for formula, _ in group["cases"]]
        values = by_formualizer(cells, [*map(on_data, formulas)])
        is_known = by_formualizer(
            cells, [f"NOT({on_data(correct_if(formula, CONDITIONS))})" for formula in formulas]
        )
        for (formula, right), value, known in zip(group["cases"], values, is_known):
            if known is True:
                continue
            places = frozenset(
                place
                for call in find_calls(formula)
                for place in places_of(
                    plain_name(call.name),
                    [argument_kind(a, is_multi_cell_reference) for a in call.arguments],
                )
            )
            is_error = isinstance(right, str) and right[:1] == "#"
            found, wanted = as_json(value), {"error": right} if is_error else right
            fails = is_false_error(found, wanted)
            yield Line(f"={formula}", places, judge(found, wanted), True, is_false_error=fails)


def on_data(formula: str) -> str:
    """A formula with its references to the sheet of the data."""
    return qualify_references(formula, SHEET) if "_" not in formula else formula


def correct_if(
    formula: str, verified_conditions: Mapping[str, CallCondition] = MappingProxyType({})
) -> str:
    """A formula that is TRUE where no call is one that all engines are known to get wrong.

    The conditions of the verified calls may be added.
    """
    calls = [(plain_name(call.name), call) for call in find_calls(formula)]
    conditions = {
        *(
            as_formula(mistake.correctness(call))
            for name, call in calls
            for mistake in ENGINE.mistakes
            if mistake.function == name
        ),
        *(
            as_formula(verified_conditions[name](call))
            for name, call in calls
            if name in verified_conditions
        ),
    } - {"TRUE"}
    return f"AND({','.join(sorted(conditions))})" if conditions else "TRUE"


def blamed_places(lines: Sequence[Line]) -> dict[Place, list[Line]]:
    """The places that wrong formulas are blamed on, with the formulas."""
    blamed = blame([(line.places, line.is_right) for line in lines])
    return {
        place: [lines[index] for index in sorted(found)] for place, (found, _) in blamed.items()
    }


def functions_with_false_errors(lines: Sequence[Line]) -> frozenset[str]:
    """The functions that give an error where another value is right, in one formula of 100."""
    blamed = blame(
        [(line.functions, False if line.is_false_error else line.is_right) for line in lines]
    )
    return frozenset(
        name
        for name, (found, right) in blamed.items()
        if len(found) >= FALSE_ERRORS * (len(found) + right)
    )


def blame(
    formulas: Sequence[tuple[frozenset[T], bool | None]],
) -> dict[T, tuple[set[int], int]]:
    """What wrong formulas are blamed on, of what they have: what is wrong most often elsewhere.

    With it come the indexes of the wrong formulas, and the number of the right ones.
    """
    right: Counter[T] = Counter()
    wrong: dict[T, set[int]] = defaultdict(set)
    for index, (parts, is_right) in enumerate(formulas):
        if is_right:
            right.update(parts)
        elif is_right is False:
            for part in parts:
                wrong[part].add(index)
    blamed: dict[T, tuple[set[int], int]] = {}
    while wrong:
        part = max(
            wrong, key=lambda part: (len(wrong[part]) / (len(wrong[part]) + right[part]), part)
        )
        indexes = wrong.pop(part)
        if not indexes:
            continue
        blamed[part] = indexes, right[part]
        for others in wrong.values():
            others -= indexes
        wrong = {other: found for other, found in wrong.items() if found}
    return blamed


def make_verified_calls(lines: Sequence[Line]) -> tuple[dict[str, Any], dict[Place, list[Line]]]:
    blamed = blamed_places(lines)
    with_false_errors = functions_with_false_errors(lines)
    excel: Counter[Place] = Counter()
    fuzzed: Counter[Place] = Counter()
    for line in lines:
        if line.is_right:
            (excel if line.is_excel else fuzzed).update(line.places)
    proven: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
    for place in {*excel, *fuzzed}:
        name, number, kind = place
        if place in blamed or excel[place] + fuzzed[place] < MIN_FORMULAS:
            continue
        if kind in VERIFIED_KINDS or not kind:
            proven[name][number].add(kind)
    functions = {}
    for name, by_number in sorted(proven.items()):
        if name in OF_ARRAYS or name in EXCEL_DIGITS:
            continue
        last = max(by_number)
        arguments = [sorted(by_number.get(number, set()) - {""}) for number in range(last + 1)]
        evidence = {
            "excel": max(excel[name, n, k] for n, kinds in by_number.items() for k in kinds),
            "fuzz": max(fuzzed[name, n, k] for n, kinds in by_number.items() for k in kinds),
        }
        functions[name] = {"arguments": arguments, **evidence}
        if name in with_false_errors:
            functions[name]["false_errors"] = True
    return functions, blamed


def write_verified_calls(
    functions: Mapping[str, Any], sources: Mapping[str, int], path: Path, engine: str
) -> None:
    """Write what is proven of an engine into the table; what it has of the other one stays."""
    table = json.loads(path.read_text("utf-8"))
    table["engines"][engine] = version(engine)
    table["formulas"][engine] = dict(sources)
    by_name = table.pop("functions")
    for name in {*by_name, *functions}:
        entries = by_name.setdefault(name, {})
        entries.pop(engine, None)
        if name in functions:
            entries[engine] = functions[name]
    lines = [
        f"  {json.dumps(name)}: {json.dumps(dict(sorted(entries.items())))}"
        for name, entries in sorted(by_name.items())
        if entries
    ]
    text = json.dumps(table)[:-1] + ', "functions": {\n' + ",\n".join(lines) + "\n}}\n"
    path.write_text(text, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("evidence", type=Path)
    parser.add_argument("fuzz", type=Path, nargs="+")
    parser.add_argument("--output", type=Path, default=OUTPUT)
    parser.add_argument("--show", action="append", default=[], help="a function to explain")
    arguments = parser.parse_args()
    lines = [*excel_lines(arguments.evidence), *case_lines()]
    sources = Counter({"excel": len(lines)})
    for path in arguments.fuzz:
        more = [*fuzz_lines(path)]
        sources[path.stem] = len(more)
        lines += more
    functions, blamed = make_verified_calls(lines)
    write_verified_calls(functions, sources, arguments.output, "formualizer")
    print(f"{len(functions)} functions, {len(blamed)} places blamed, {dict(sources)}")
    unexplained = [line for line in lines if line.is_shared]
    for line in unexplained:
        print(f"both engines are wrong: {line.text}")
    for name in arguments.show:
        print(name, functions.get(name))
        for place, found in sorted(blamed.items()):
            if place[0] == name:
                print("  ", place, len(found), *[line.text for line in found[:3]], sep="\n      ")
    raise SystemExit(bool(unexplained))


if __name__ == "__main__":
    main()
