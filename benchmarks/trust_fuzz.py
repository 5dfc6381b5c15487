"""Calls with random arguments, calculated by two engines: where do they disagree?

Which functions are called with which kinds of arguments comes from calls that Excel saved (the
evidence of ``benchmarks/trust.py``); the values come from cells of every kind: numbers (negative,
zero, fractions, dates), texts, texts of digits, truth values, blanks and errors.

    python -m benchmarks.trust_fuzz EVIDENCE OUTPUT.jsonl [--calls 60] [--seed 1] [--libreoffice]

A line of the output is a call, its kinds of arguments, and its values; with LibreOffice also its
value where the two engines differ.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import formualizer

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines import cellrune, libreoffice, load_engine
from xl_tourney.engines.base import NotCalculated, rows_in
from xl_tourney.engines.conditions.columns import SheetValues, Used
from xl_tourney.engines.conditions.evaluation import Evaluation, Places, UnknownError
from xl_tourney.engines.conditions.predicates import CorrectWhere
from xl_tourney.engines.mistakes import CONDITIONS
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.function_names import plain_name
from xl_tourney.grammar.references import CellAddress, Range, cell_reference
from xl_tourney.grammar.spreadsheet_functions import ARRAY_RETURNING, SCALAR_PARAMETERS
from xl_tourney.grammar.syntax_tree import COMPARISONS, FormulaError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.resource_limits import LimitError, ResourceLimits, WorkerLostError

OPERATORS = frozenset(("+", "-", "*", "/", "^", "&", *COMPARISONS))
KINDS = {
    "true": "logical", "false": "logical", "expression": "value",
    "call": "value", "columns": "range", "name": "cell",
}  # fmt: skip
"""The kinds of ``benchmarks/trust.py`` as those of the core."""
VALUES = {"m": "n", "f": "n", "g": "n", "q": "t"}
"""The kinds of values of ``benchmarks/trust.py`` as those of the cells here."""
LEFT_OUT = frozenset(
    (
        *("NOW", "TODAY", "RAND", "RANDBETWEEN", "RANDARRAY", "INFO"),  # of no one value
        *("INDIRECT", "OFFSET", "CELL", "FORMULATEXT", "ISFORMULA", "SHEET", "SHEETS"),
        *("SUBTOTAL", "AGGREGATE", "HYPERLINK"),  # of more than their arguments
        *("LAMBDA", "LET", "MAP", "REDUCE", "SCAN", "BYROW", "BYCOL", "MAKEARRAY", "ISOMITTED"),
        *("ANCHORARRAY", "SINGLE"),
    )
)
NUMBERS = (
    0, 1, 2, 3, 4, 5, 7, 10, 12, 20, -1, -2, -3, -10.5, 0.5, 0.1, 0.2, 0.3, 0.25, 0.9, 2.5, 1 / 3,
    -0.7, 99.95, 100, 1000.25, 45000, 43831.75, 1e-5, 1e6, 123456.789, 3.0000000000000004,
)  # fmt: skip
TEXTS = (
    "apple", "banana", "Apple pie", "x", "", "a*c", "12", "3.5", "-4", "TRUE", "12%", "<>5", ">2",
    "ab cd", "2+3i", "b", "zebra", "ä", "0", "=x", "~", "1e3",
)  # fmt: skip
ERRORS = ("#N/A", "#DIV/0!", "#VALUE!")
CELLS: Mapping[str, Sequence[Any]] = {
    "n": [float(number) for number in NUMBERS],
    "t": TEXTS,
    "b": (True, False),
    "e": [ErrorValue(error) for error in ERRORS],
    "-": (None, None),
}
COLUMNS: Mapping[str, Sequence[Any]] = {
    "H": [float(n) for n in range(1, 21)],
    "I": [5.0, 3.0, 9.0, -2.0, 0.0, 7.0, 7.0, 1.5, 2.25, 10.0, -8.0, 4.0, 6.0, 3.0, 0.1, 0.2,
          12.0, 11.0, 5.5, 8.0],
    "J": [1.0, "apple", None, 3.0, True, "12", -4.0, "", 5.0, None, "x", 0.0, False, 2.0, 2.0,
          "banana", 7.0, None, 1.0, "b"],
    "K": [f"{letter}{letter}" for letter in "abcdefghijklmnopqrst"],
    "L": ["apple", "banana", "x", "apple", "zebra", "Apple", "b", "ab", "a*c", "12"] * 2,
    "M": [True, False, True, True, False, 1.0, 0.0, True, False, True] * 2,
    "N": [1.0, 2.0, ErrorValue("#N/A"), 4.0, 5.0, 6.0, 7.0, 8.0, ErrorValue("#DIV/0!"), 10.0] * 2,
    "O": [None] * 20,
    "P": [43831.0 + 31 * n for n in range(20)],
    "Q": [-100.0, 20.0, 30.0, 40.0, 25.0, 10.0, 5.0, -3.0, 8.0, 12.0] * 2,
    "R": [0.1 * n for n in range(1, 21)],
}  # fmt: skip
SHEET = "Data"
CALLS = "Calls"
SECONDS = 10.0
MAX_ATTEMPTS = 20
BATCH = 100
"""The calls that are calculated together; what an engine dies of is found by halving."""


def surroundings() -> tuple[dict[tuple[int, int], Any], dict[str, list[str]]]:
    """The cells of the sheet, and the references of single cells by the kind of their value."""
    cells: dict[tuple[int, int], Any] = {}
    references: dict[str, list[str]] = defaultdict(list)
    for column, (kind, values) in enumerate(CELLS.items(), 1):
        for row, value in enumerate(values, 1):
            cells[row, column] = value
            references[kind].append(cell_reference(row, column))
    for letter, values in COLUMNS.items():
        for row, value in enumerate(values, 1):
            cells[row, ord(letter) - 64] = value
    return cells, references


class Signatures:
    """The calls that Excel saved: by function and kinds of arguments, with their constants."""

    def __init__(self, evidence: Path) -> None:
        self.cells: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.values: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
        """The kinds of values in cells, by function and place."""
        self.constants: dict[tuple[str, int], list[str]] = defaultdict(list)
        """The constants, by function and place."""
        for path in sorted(evidence.glob("*.jsonl")):
            for text in path.open():
                for line in json.loads(text).get("lines", ()):
                    self._add(line)

    def _add(self, line: Mapping[str, Any]) -> None:
        for kinds, kinds_with_values in line["calls"]:
            name, arguments = split_signature(kinds)
            self.cells[name, arguments] += 1
            for place, argument in enumerate(split_signature(kinds_with_values)[1]):
                kind, _, values = argument.partition(":")
                if kind == "cell":
                    self.values[name, place][VALUES.get(values, values)] += 1
        try:
            calls = find_calls(line["formula"])
        except FormulaError:
            return
        for call in calls:
            for place, argument in enumerate(node.text for node in call.arguments):
                if argument[:1] == '"' or argument.lstrip("-").replace(".", "", 1).isdigit():
                    self.constants[plain_name(call.name), place].append(argument)


def split_signature(signature: str) -> tuple[str, tuple[str, ...]]:
    """The function and the kinds of ``IF(expression,text,text)``."""
    name, _, arguments = signature[:-1].partition("(")
    return plain_name(name), tuple(arguments.split(",")) if arguments else ()


class Caller:
    """Writes calls with random arguments."""

    def __init__(self, signatures: Signatures, seed: int) -> None:
        self._signatures = signatures
        self._random = random.Random(seed)
        self.cells, self._references = surroundings()

    def call(self, name: str, kinds: Sequence[str]) -> str:
        rows = self._random.choice((3, 5, 8, 10))
        top = self._random.randint(1, 6)
        arguments = [
            self._argument(name, place, kind, top, rows) for place, kind in enumerate(kinds)
        ]
        if name in OPERATORS:
            return name.join(arguments) if len(arguments) == 2 else f"{name}{arguments[0]}"
        return f"{name}({','.join(arguments)})"

    def _argument(self, name: str, place: int, kind: str, top: int, rows: int) -> str:
        choose = self._random.choice
        constants = self._signatures.constants.get((name, place), ())
        if kind == "omitted":
            return ""
        if kind in ("true", "false"):
            return kind.upper()
        if kind == "number":
            numbers = [text for text in constants if text[:1] != '"']
            if numbers and self._random.random() < 0.6:
                return choose(numbers)
            return choose(("1", "2", "3", "-1", "0.5", "10", "5", "100", "0.1"))
        if kind == "zero":
            return "0"
        if kind == "text":
            texts = [text for text in constants if text[:1] == '"']
            if texts and self._random.random() < 0.7:
                return choose(texts)
            return '"' + choose(TEXTS).replace('"', "") + '"'
        if kind in ("cell", "name"):
            return f"{SHEET}!{self._cell(name, place)}"
        if kind in ("expression", "call"):
            cell = f"{SHEET}!{self._cell(name, place)}"
            return choose(
                (f"({cell}+1)", f"({cell}*2)", f'({cell}&"")', f"({cell}>1)", f"MAX({cell},2)",
                 f"({cell}/3)", f"SUM({cell},0.5)", f'IF({cell}=1,"x",{cell})')
            )  # fmt: skip
        letters = "HIQRHIPJKLMNO" if self._random.random() < 0.8 else "JMNOKL"
        letter = choose(letters)
        area = f"{SHEET}!{letter}{top}:{letter}{top + rows - 1}"
        if kind == "columns":
            return f"{SHEET}!{letter}1:{letter}100"  # of a million rows CellRune takes too long
        if kind == "array":
            return choose((f"({area}*2)", f"({area}>2)", "{1,2,3}", "{3;1;2}", '{1,"x";2,"y"}'))
        if kind == "error":
            return choose(ERRORS)
        other = choose((letter, letter, chr(min(ord(letter) + 1, ord("R")))))
        return f"{SHEET}!{letter}{top}:{other}{top + rows - 1}"

    def _cell(self, name: str, place: int) -> str:
        observed = self._signatures.values.get((name, place))
        usual = [kind for kind in (observed or {}) if kind in self._references]
        if usual and self._random.random() < 0.75:
            weights = [(observed or {})[kind] for kind in usual]
            kind = self._random.choices(usual, weights)[0]
        else:
            kind = self._random.choices(("n", "t", "b", "e", "-"), (60, 15, 8, 7, 10))[0]
        return self._random.choice(self._references[kind])


def is_fuzzed(name: str, kinds: Sequence[str], known: frozenset[str]) -> bool:
    if name in LEFT_OUT or name in ARRAY_RETURNING or not (name in OPERATORS or name in known):
        return False
    scalar = SCALAR_PARAMETERS.get(name, ())
    arrays = {place for place, kind in enumerate(kinds) if kind in ("range", "columns", "array")}
    if name in OPERATORS:
        return len(kinds) == 2 and not arrays
    return not (arrays if scalar is None else arrays.intersection(scalar))


def by_formualizer(cells: Mapping[tuple[int, int], Any], formulas: Sequence[str]) -> list[Any]:
    """The value of each formula, in a column of a sheet of its own."""
    workbook = formualizer.Workbook()
    workbook.set_temporal_egress("serial")
    sheet = workbook.sheet(SHEET)
    for (row, column), value in cells.items():
        if isinstance(value, ErrorValue):
            sheet.set_formula(row, column, f"={value}")
        elif value is not None:
            sheet.set_value(row, column, value)
    calls = workbook.sheet(CALLS)
    for row, formula in enumerate(formulas, 1):
        calls.set_formula(3 * row, 3, f"={formula}")
    from xl_tourney.engines.formualizer.values import value_from_engine

    workbook.evaluate_all()
    return [
        value_from_engine(workbook.get_value(CALLS, 3 * row, 3))
        for row in range(1, len(formulas) + 1)
    ]


def guarded(
    calculate: Any, cells: Mapping[tuple[int, int], Any], formulas: Sequence[str]
) -> list[Any]:
    """The values by an engine; what it dies of is found by halving, a few times."""
    values: list[Any] = [NotCalculated("the engine fails")] * len(formulas)
    waiting = [range(len(formulas))]
    for _ in range(MAX_ATTEMPTS):
        if not waiting:
            break
        indexes = waiting.pop(0)
        attempt = partial(calculate, cells, [formulas[index] for index in indexes])
        try:
            found = call_guarded(attempt, "fuzz", ResourceLimits(SECONDS, 2 << 30))
        except (WorkerLostError, LimitError, RuntimeError):
            middle = len(indexes) // 2
            waiting += [half for half in (indexes[:middle], indexes[middle:]) if half]
            continue
        for index, value in zip(indexes, found):
            values[index] = value
    return values


def by_cellrune(cells: Mapping[tuple[int, int], Any], formulas: Sequence[str]) -> list[Any]:
    inputs = [
        cellrune.Input(SHEET, Range(row, column, row, column), [[value]])
        for (row, column), value in cells.items()
    ]
    questions = [
        cellrune.FormulaCell(
            CellAddress(CALLS, 3 * row, 3), formula, Range(3 * row, 3, 3 * row, 3), False, [[None]]
        )
        for row, formula in enumerate(formulas, 1)
    ]
    answers = cellrune.calculate_formulas([SHEET, CALLS], inputs, questions, SECONDS)
    return [a if isinstance(a, NotCalculated) else a[0][0] for a in answers]


def by_libreoffice(cells: Mapping[tuple[int, int], Any], formulas: Sequence[str]) -> list[Any]:
    import io

    from openpyxl import Workbook

    book, file = Workbook(), io.BytesIO()
    data = book.worksheets[0]
    data.title = SHEET
    for (row, column), value in cells.items():
        if isinstance(value, ErrorValue):
            data.cell(row, column, f"={value}" if value != "#DIV/0!" else "=1/0")
        elif isinstance(value, str) and value[:1] == "=":
            data.cell(row, column).value = value
            data.cell(row, column).data_type = "s"
        elif value is not None:
            data.cell(row, column, value)
            if isinstance(value, str):
                data.cell(row, column).data_type = "s"
    sheet = book.create_sheet(CALLS)
    for row, formula in enumerate(formulas, 1):
        sheet.cell(3 * row, 3, f"={with_prefixes(formula)}")
    book.save(file)
    values = libreoffice.ENGINE.calculate_values(file.getvalue())[CALLS]
    return [values.get((3 * row, 3)) for row in range(1, len(formulas) + 1)]


def with_prefixes(formula: str) -> str:
    """A call as a file writes it: newer functions have a prefix."""
    from openpyxl.utils import FORMULAE

    name = formula.partition("(")[0]
    is_new = "(" in formula and name.replace(".", "").isalnum() and name not in FORMULAE
    return f"_xlfn.{formula}" if is_new and name[:1].isalpha() else formula


def as_json(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return {"error": str(value)}
    return {"lacks": value.reason} if isinstance(value, NotCalculated) else value


def fuzz(
    signatures: Signatures, calls: int, seed: int, functions: Sequence[str] = ()
) -> Iterator[dict[str, Any]]:
    engine = load_engine("formualizer")
    names = sorted({name for name, _ in signatures.cells} - OPERATORS)
    names = [name for name in names if re.fullmatch(r"[A-Z][\w.]*", name)]
    known = frozenset(names) - engine.unsupported_functions(names)
    caller = Caller(signatures, seed)
    by_function: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
    for (name, kinds), _ in sorted(signatures.cells.items()):
        if is_fuzzed(name, kinds, known):
            formulas = {caller.call(name, kinds) for _ in range(calls)}
            by_function[name] += [(kinds, formula) for formula in sorted(formulas)]
    for name in sorted(OPERATORS - {"&"}):
        for kinds in product(("range", "array", "number", "cell", "expression"), repeat=2):
            if not {"range", "array"}.isdisjoint(kinds):
                operations = {caller.call(name, kinds) for _ in range(calls)}
                by_function[name] += [
                    (kinds, f"SUMPRODUCT(({operation})*1)") for operation in sorted(operations)
                ]
    asked = [
        (name, kinds, formula)
        for name, found in by_function.items()
        if not functions or name in functions
        for kinds, formula in found
    ]
    for start in range(0, len(asked), BATCH):
        batch = asked[start : start + BATCH]
        formulas = [formula for _, _, formula in batch]
        ones = guarded(by_formualizer, caller.cells, formulas)
        others = by_cellrune(caller.cells, formulas)
        print(f"{start + len(batch):,} of {len(asked):,}", file=sys.stderr)
        for index, (name, kinds, formula) in enumerate(batch):
            yield {
                "formula": formula,
                "calls": [[name, [KINDS.get(kind, kind) for kind in kinds]]],
                "formualizer": as_json(ones[index]),
                "cellrune": as_json(others[index]),
                "condition": meets_condition(formula, ones[index], caller.cells),
            }


def ask_libreoffice(lines: Sequence[dict[str, Any]]) -> None:
    """Add LibreOffice's values to the calls on which the two engines differ."""
    differing = [line for line in lines if line["formualizer"] != line["cellrune"]]
    values = by_libreoffice(surroundings()[0], [line["formula"] for line in differing])
    for line, value in zip(differing, values):
        line["libreoffice"] = as_json(value)


def meets_condition(formula: str, value: Any, cells: Mapping[tuple[int, int], Any]) -> bool:
    """Whether the outermost call of a formula meets its verified condition."""
    call = next(reversed(find_calls(formula)), None)
    if call is None or plain_name(call.name) not in CONDITIONS:
        return True
    correct = CONDITIONS[plain_name(call.name)](call)
    if isinstance(correct, bool):
        return correct
    rows, columns = map(max, zip(*cells))
    used = Used(SHEET, rows, lambda: columns)
    values = SheetValues(lambda _, range_: rows_in(cells, range_), lambda _: used)
    places = Places(CellAddress(CALLS, 3, 3), [3], [3])
    try:
        return all(Evaluation(values, places, {formula: [value]}).decide(CorrectWhere(correct)))
    except UnknownError:
        return False


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("evidence", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--calls", type=int, default=60, help="for each kind of call")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--function", action="append", default=[], help="only this one")
    parser.add_argument("--libreoffice", action="store_true", help="ask it where the two differ")
    arguments = parser.parse_args()
    signatures = Signatures(arguments.evidence)
    lines = [*fuzz(signatures, arguments.calls, arguments.seed, arguments.function)]
    if arguments.libreoffice:
        ask_libreoffice(lines)
    with arguments.output.open("w") as file:
        for line in lines:
            print(json.dumps(line, ensure_ascii=False), file=file)
    print(f"{len(lines):,} calls")


if __name__ == "__main__":
    main()
