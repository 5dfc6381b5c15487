"""The evidence about the engines, kept: how often each was right about which calls, by suite.

A *row* is the set of calls of a formula, each with the classes of its arguments, and how often each
engine agreed with Excel, gave another value, an error for a value, and a value for an error.  A
formula that the engine lacks, or for which it gives another error, is in none of the four.  Nothing
else of a workbook is kept: no formula, no value and no name.

    python -m benchmarks.evidence MEASURED [RANDOM.jsonl ...] [--file benchmarks/evidence.jsonl.gz]

MEASURED is the folder that ``benchmarks/trust.py`` writes, RANDOM what ``benchmarks/trust_fuzz.py``
and ``benchmarks/trust_samples.py`` write.  What is there is counted and takes the place of what the
file has of the same suite; the rest of the file stays.  ``benchmarks/verified_calls.py`` makes the
table of it.

Where both engines say the same and Excel another thing, no second opinion helps.  Such a formula
must be explained: its saved value is stale (``stale_cells.json``), or the mistake is known
(``xl_tourney/engines/mistakes.py``).  It is not counted then; others are counted and printed.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.trust_fuzz import (
    KINDS,
    OPERATORS,
    SHEET,
    as_json,
    by_formualizer,
    split_signature,
    surroundings,
)
from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines.base import HELPER_PREFIX, values_agree
from xl_tourney.engines.formualizer import ENGINE
from xl_tourney.engines.mistakes import CONDITIONS, COUNTRY_DEPENDENT
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.formula_references import qualify_references
from xl_tourney.grammar.function_names import lacks_prefix, plain_name
from xl_tourney.grammar.references import (
    CellAddress,
    cell_reference,
    is_multi_cell_reference,
    parse_cell_reference,
    unquote_sheet_name,
)
from xl_tourney.grammar.spreadsheet_functions import values_of
from xl_tourney.grammar.syntax_tree import FormulaError
from xl_tourney.recalculation.trust.verified_calls import HIDES_ERRORS, argument_kind
from xl_tourney.recalculation.verification.suite import read_stale_cells

FILE = Path(__file__).with_name("evidence.jsonl.gz")
ENGINES = ("formualizer", "cellrune")
OUTCOMES = ("agreed", "differed", "error for a value", "value for an error")
AGREED, DIFFERED, ERROR_FOR_VALUE, VALUE_FOR_ERROR = range(4)
WRONG = frozenset((DIFFERED, VALUE_FOR_ERROR))
"""What no second look finds: an error for a value shows."""
TRUTH = "truth"
"""The class of a cell that holds a truth value; of other cells the class is ``cell``."""
MAX_ROUNDING_RESIDUE = 1e-6
"""What may be a rest of rounding."""
CASES = Path("tests/data/excel_cases.json")
STALE = read_stale_cells(Path(__file__).with_name("stale_cells.json"))

Counts = list[int]
"""The four counts of one engine, in the order of ``OUTCOMES``."""


class Row(NamedTuple):
    """Formulas with the same calls, and the counts of each engine."""

    calls: tuple[str, ...]
    """Each call with the classes of its arguments: ``ROUND(cell,number)``."""
    counts: tuple[Counts, Counts]


class Formula(NamedTuple):
    """A formula that was calculated by both engines."""

    text: str
    calls: frozenset[str]
    right: Any
    """Excel's value; without one of Excel's, that of the other engine is the right one."""
    values: tuple[Any, Any]
    outcomes: tuple[int | None, int | None]


def outcome(value: Any, right: Any) -> int | None:
    """Which of the four a value is; None if the engine gives none, or another error.

    With ``#NAME?`` it says that it lacks something.
    """
    if isinstance(value, dict) and ("lacks" in value or value == {"error": "#NAME?"}):
        return None
    is_error, should_be_error = (isinstance(one, dict) for one in (value, right))
    if is_error and should_be_error:
        return AGREED if value == right else None
    if is_error:
        return ERROR_FOR_VALUE
    if should_be_error:
        return VALUE_FOR_ERROR
    agrees = values_agree(value, right) or is_blank_text(value, right)
    return AGREED if agrees or is_same_text(value, right) else DIFFERED


def is_same_text(value: Any, right: Any) -> bool:
    """Whether texts are the same once their numbers have a spreadsheet's 15 digits."""
    if not (isinstance(value, str) and isinstance(right, str)):
        return False
    one, other = (
        re.sub(r"[0-9]+\.[0-9]+", lambda found: f"{float(found[0]):.15g}", text)
        for text in (value, right)
    )
    return one == other


def is_blank_text(value: Any, right: Any) -> bool:
    return {value, right} <= {None, "", 0.0} and not (value and right)


def signature(name: str, kinds: Sequence[str], with_values: Sequence[str]) -> str:
    """A call with the classes of its arguments."""
    classes = [
        TRUTH if value == "cell:b" else KINDS.get(kind, kind)
        for kind, value in zip(kinds, with_values)
    ]
    return f"{name}({','.join(classes)})"


def excel_formulas(path: Path) -> Iterator[Formula]:
    """The formulas of a suite that was measured."""
    for text in path.open():
        book = json.loads(text)
        for line in book.get("lines", ()):
            if line["array"]:
                continue
            signatures = [
                (*split_signature(by_text), split_signature(by_value)[1])
                for by_text, by_value in line["calls"]
                if not split_signature(by_text)[0].startswith(HELPER_PREFIX)
            ]
            right, values = line["cached"], (line["formualizer"], line["cellrune"])
            outcomes = [outcome(value, right) for value in values]
            if not {DIFFERED, VALUE_FOR_ERROR}.isdisjoint(outcomes) and is_stale(
                book["book"], line
            ):
                continue
            if outcomes[0] in (DIFFERED, VALUE_FOR_ERROR):
                if outcome(values[1], values[0]) == AGREED:
                    # what both do to operands is no mistake of the operator
                    signatures = [one for one in signatures if one[0] not in OPERATORS]
                    if not signatures or is_explained(line):
                        continue
                elif is_residue(line) or is_known_to_differ(line["formula"]):
                    outcomes[0] = None
            where = f"{path.stem}/{book['book']} {line['cell']} ={line['formula']}"
            calls = frozenset(signature(*one) for one in signatures)
            yield Formula(where, calls, right, values, (outcomes[0], outcomes[1]))


def is_stale(book: str, line: Mapping[str, Any]) -> bool:
    """Whether the saved value is known to be stale, or of another country."""
    sheet, _, reference = line["cell"].rpartition("!")
    address = CellAddress(unquote_sheet_name(sheet), *parse_cell_reference(reference))
    return any(entry.matches(book, address, line["formula"]) for entry in STALE)


def is_explained(line: Mapping[str, Any]) -> bool:
    """Whether it is known why both engines say the same and Excel another thing.

    Both are rests of rounding, or all engines are known to be wrong.
    """
    if is_residue(line):
        return True
    names = {split_signature(by_text)[0] for by_text, _ in line["calls"]}
    return not names.isdisjoint(values_of("excel-error")) or is_known_to_differ(line["formula"])


def is_residue(line: Mapping[str, Any]) -> bool:
    """Whether Excel's value and the default engine's are rests of rounding."""
    values = line["cached"], line["formualizer"]
    return all(isinstance(one, (int, float)) and abs(one) < MAX_ROUNDING_RESIDUE for one in values)


def is_known_to_differ(formula: str) -> bool:
    """Whether a call may be one that all engines get wrong, or that is proven conditionally.

    A third root that an error-hiding function takes for an error is one (``VerifiedCalls``), and a
    function without the prefix that Excel needs.
    """
    try:
        names = [call.name for call in find_calls(formula)]
        hides_root = "^" in formula and not HIDES_ERRORS.isdisjoint(map(plain_name, names))
        return hides_root or any(map(lacks_prefix, names)) or not is_correct(formula)
    except FormulaError:
        return True


def is_correct(formula: str) -> bool:
    """Whether every call is known to be right, whatever the values of its arguments are."""
    for call in find_calls(formula):
        name = plain_name(call.name)
        known = [table[name] for table in (CONDITIONS, COUNTRY_DEPENDENT) if name in table]
        known += [one.correctness for one in ENGINE.mistakes if one.function == name]
        if not all(condition(call) is True for condition in known):
            return False
    return True


def random_formulas(path: Path) -> Iterator[Formula]:
    """Calls with random arguments: an engine is right if another program says the same.

    Where they differ it is not known who is right.  Of the default engine only calls count for
    which its conditions hold.
    """
    truth_values = {
        f"{SHEET}!{cell_reference(*cell)}"
        for cell, value in surroundings()[0].items()
        if isinstance(value, bool)
    }
    for text in path.open():
        line = json.loads(text)
        outermost = find_calls(line["formula"])[-1:] if len(line["calls"]) == 1 else ()
        arguments = [argument.text for call in outermost for argument in call.arguments]
        in_cells = ["cell:b" if argument in truth_values else "" for argument in arguments]
        calls = frozenset(
            signature(name, kinds, in_cells if len(in_cells) == len(kinds) else [""] * len(kinds))
            for name, kinds in line["calls"]
        )
        values = (line["formualizer"], line["cellrune"])
        judges = [line[name] for name in ("libreoffice",) if name in line]
        outcomes = [
            AGREED if any(outcome(value, judge) == AGREED for judge in (other, *judges)) else None
            for value, other in (values, values[::-1])
        ]
        if not line["condition"]:
            outcomes[0] = None
        yield Formula(f"={line['formula']}", calls, None, values, (outcomes[0], outcomes[1]))


def case_formulas() -> Iterator[Formula]:
    """The single formulas that Excel is known to calculate otherwise; the default engine's only."""
    for group in json.loads(CASES.read_text("utf-8")):
        cells = {
            parse_cell_reference(address): ErrorValue("#DIV/0!") if value == "=1/0" else value
            for address, value in group["cells"].items()
        }
        cases = [case for case in group["cases"] if not is_known_to_differ(case[0])]
        values = by_formualizer(cells, [on_data(formula) for formula, _ in cases])
        for (formula, right), value in zip(cases, values):
            calls = frozenset(
                signature(plain_name(call.name), kinds, [""] * len(kinds))
                for call in find_calls(formula)
                for kinds in [[argument_kind(a, is_multi_cell_reference) for a in call.arguments]]
            )
            found = as_json(value)
            wanted = {"error": right} if isinstance(right, str) and right[:1] == "#" else right
            outcomes = outcome(found, wanted), None
            yield Formula(f"={formula}", calls, wanted, (found, {"lacks": ""}), outcomes)


def on_data(formula: str) -> str:
    """A formula with its references to the sheet of the data."""
    return qualify_references(formula, SHEET) if "_" not in formula else formula


def count(formulas: Iterable[Formula]) -> list[Row]:
    """The rows of formulas."""
    found: dict[tuple[str, ...], tuple[Counts, Counts]] = defaultdict(lambda: ([0] * 4, [0] * 4))
    for formula in formulas:
        counts = found[tuple(sorted(formula.calls))]
        for of_engine, one in zip(counts, formula.outcomes):
            if one is not None:
                of_engine[one] += 1
    return [
        Row(calls, counts)
        for calls, counts in sorted(found.items())
        if calls and any(map(any, counts))
    ]


def read(file: Path = FILE) -> dict[str, list[Row]]:
    """The rows by suite."""
    if not file.exists():
        return {}
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return {
            suite["suite"]: [
                Row(tuple(calls.split()), (counts[:4], counts[4:]))
                for calls, counts in suite["rows"].items()
            ]
            for suite in map(json.loads, lines)
        }


def write(by_suite: Mapping[str, Sequence[Row]], file: Path = FILE) -> None:
    """Write the rows; the same rows give the same bytes."""
    lines = [
        json.dumps({"suite": suite, "rows": {" ".join(c): [*a, *b] for c, (a, b) in rows}})
        for suite, rows in sorted(by_suite.items())
    ]
    file.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), 9, mtime=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("measured", type=Path)
    parser.add_argument("random", type=Path, nargs="*")
    parser.add_argument("--file", type=Path, default=FILE)
    arguments = parser.parse_args()
    by_suite = read(arguments.file)
    sources = [
        (path.stem, excel_formulas(path)) for path in sorted(arguments.measured.glob("*.jsonl"))
    ]
    sources += [(f"random {path.stem}", random_formulas(path)) for path in arguments.random]
    for name, formulas in [*sources, ("single cases", case_formulas())]:
        found = [*formulas]
        by_suite[name] = count(found)
        for one in found:
            is_wrong = one.outcomes[0] in WRONG
            if (
                is_wrong
                and one.right is not None
                and outcome(one.values[1], one.values[0]) == AGREED
            ):
                print(
                    f"both engines are wrong: {one.text}  Excel {one.right}, both {one.values[0]}"
                )
    write(by_suite, arguments.file)
    print(f"{len(by_suite)} suites, {arguments.file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
