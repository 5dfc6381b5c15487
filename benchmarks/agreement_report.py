"""What two engines and Excel say about formulas, counted by function and kinds of arguments."""

from __future__ import annotations

import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.defined_names import DefinedName
from xl_tourney.grammar.function_names import plain_name
from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.references import parse_reference
from xl_tourney.grammar.syntax_tree import COMPARISONS, Call, FormulaError, Operation

OPERATORS = frozenset(("+", "-", "*", "/", "^", "&", "%"))
ENGINES = ("formualizer", "cellrune")
MOST_CELLS_READ = 400
"""Of a larger range the values are not looked at one by one."""
EXAMPLES = 6


class ArgumentKinds:
    """The calls of a formula with the kinds of their arguments, by text and by value.

    By text: ``number``, ``text``, ``true``, ``false``, ``error``, ``omitted``, ``cell``, ``range``,
    ``columns`` (whole columns or rows), ``array``, ``name``, ``call`` or ``expression``.  By value
    a constant, cell or range also tells which kinds of values it holds; see :func:`value_kind`.
    """

    def __init__(
        self, constants: Mapping[str, Mapping[tuple[int, int], Any]], names: Iterable[DefinedName]
    ) -> None:
        self._constants = {name.casefold(): cells for name, cells in constants.items()}
        self._names = {name.name.upper() for name in names}

    def calls(self, formula: str, sheet: str) -> list[list[str]]:
        """For each call and operator its key by text, and its key by value."""
        try:
            calls = [
                (plain_name(call.name), [argument.text for argument in call.arguments])
                for call in find_calls(formula)
            ]
            calls += _operators(formula)
        except FormulaError:
            return []
        found = {}
        for name, arguments in calls:
            kinds = [self._kinds(argument, sheet) for argument in arguments]
            by_text = f"{name}({','.join(kind for kind, _ in kinds)})"
            by_value = f"{name}({','.join(kind + value for kind, value in kinds)})"
            found[by_text, by_value] = True
        return [list(pair) for pair in found]

    def _kinds(self, argument: str, sheet: str) -> tuple[str, str]:
        text = argument.strip()
        while text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1].strip()
        if not text:
            return "omitted", ""
        if re.fullmatch(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?%?", text):
            number = float(text.strip("%")) / 100 ** text.count("%")
            return ("number" if number else "zero"), ":" + value_kind(number)
        if re.fullmatch(r'"(?:[^"]|"")*"', text):
            return "text", ":" + value_kind(text[1:-1])
        if text.upper() in ("TRUE", "FALSE", "TRUE()", "FALSE()"):
            return text.upper().rstrip("()").lower(), ":b"
        if text.startswith("{"):
            return "array", ""
        if text.startswith("#"):
            return "error", ":e"
        prefix, _, reference = text.rpartition("!")
        try:
            range_ = parse_reference(reference)
        except ValueError:
            pass
        else:
            name = prefix.strip("'").replace("''", "'") or sheet
            cells = self._constants.get(name.casefold(), {})
            if range_.cell_count == 1:
                return "cell", ":" + value_kind(cells.get((range_.top, range_.left)))
            kind = "columns" if range_.cell_count > 100_000 else "range"
            if range_.cell_count > MOST_CELLS_READ:
                return kind, ""
            kinds = {value_kind(cells.get(position)) for position in range_.cells()}
            return kind, ":" + "".join(sorted(kinds))
        if text.upper() in self._names:
            return "name", ""
        if re.fullmatch(r"[A-Za-z_][\w.]*\((?:[^()]|\([^()]*\))*\)", text):
            return "call", ""
        return "expression", ""


def value_kind(value: Any) -> str:
    """The kind of a value: n, m, f or g for a number, t or q for a text, b, e, or - for a blank.

    A number is n if it is whole, m if that is below 0, f if it has a fraction, g if that is below
    0; a text is q if it has digits or is a truth value, and may be read as a number.
    """
    if value is None:
        return "-"
    if isinstance(value, ErrorValue):
        return "e"
    if isinstance(value, bool):
        return "b"
    if isinstance(value, str):
        return "q" if re.search("(?i)[0-9]|^(true|false)$", value) else "t"
    return ("n" if value >= 0 else "m") if value == int(value) else "f" if value > 0 else "g"


def _operators(formula: str) -> Iterator[tuple[str, list[str]]]:
    """The arithmetic operators with their operands; ``(+)`` for what is calculated."""
    for node in parse(formula).nodes:
        if isinstance(node, Operation) and node.name in OPERATORS:
            yield (
                node.name,
                [
                    "(+)" if operand.children or isinstance(operand, Call) else operand.text
                    for operand in node.arguments
                ],
            )


def agrees(excel: Any, value: Any) -> bool:
    """Whether an engine's value is Excel's, numbers to nine digits."""
    if isinstance(excel, bool) or isinstance(value, bool):
        return excel is value
    if isinstance(excel, (int, float)) and isinstance(value, (int, float)):
        return math.isclose(excel, value, rel_tol=1e-9, abs_tol=1e-11)
    return bool(excel == value) or (excel == "" and value is None) or (excel == 0 and value is None)


def state(excel: Any, value: Any) -> str:
    """``right``, ``wrong`` or ``lacks``."""
    if isinstance(value, dict) and "lacks" in value:
        return "lacks"
    if value == {"error": "#NAME?"} and excel != value:
        return "lacks"
    return "right" if agrees(excel, value) else "wrong"


def verdict(line: Mapping[str, Any]) -> str:
    excel = line["cached"]
    first, second = (state(excel, line[engine]) for engine in ENGINES)
    if first == second == "right":
        return "both_right"
    if first == second == "wrong":
        same = agrees(line["formualizer"], line["cellrune"])
        return "same_wrong" if same else "different_wrong"
    if first == "wrong":
        return "formualizer_wrong" if second == "right" else "formualizer_wrong_cellrune_lacks"
    if second == "wrong":
        return "cellrune_wrong" if first == "right" else "cellrune_wrong_formualizer_lacks"
    if first == "right":
        return "cellrune_lacks"
    return "formualizer_lacks" if second == "right" else "both_lack"


def read_evidence(folder: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """The suite, the book and one line of each measured formula."""
    for path in sorted(folder.glob("*.jsonl")):
        for text in path.read_text("utf-8").splitlines():
            book = json.loads(text)
            for line in book.get("lines", ()):
                yield path.stem, book["book"], line


def write(evidence: Path, target: Path | None) -> None:
    """Count, print, and write the counts by function."""
    total: Counter[str] = Counter()
    by_suite: dict[str, Counter[str]] = defaultdict(Counter)
    tables: list[dict[str, dict[str, Any]]] = [{}, {}]
    examples: dict[str, list[str]] = defaultdict(list)
    for suite, book, line in read_evidence(evidence):
        found = verdict(line)
        total[found] += 1
        by_suite[suite][found] += 1
        if found not in ("both_right", "cellrune_lacks"):
            examples[found].append(
                f"{suite}/{book} {line['cell']} ={line['formula'][:200]}  Excel {line['cached']!r}"
                f"  formualizer {line['formualizer']!r}  CellRune {line['cellrune']!r}"
            )
        names = {call[0].partition("(")[0] for call in line["calls"]}
        functions = {name for name in names if name not in OPERATORS | COMPARISONS}
        for table, position in zip(tables, (0, 1)):
            for key in {call[position] for call in line["calls"]}:
                entry = table.setdefault(
                    key,
                    {
                        "counts": Counter(),
                        "alone": Counter(),
                        "suites": set(),
                        "books": set(),
                        "examples": [],
                    },
                )
                entry["counts"][found] += 1
                if len(functions - {key.partition("(")[0]}) == 0:
                    entry["alone"][found] += 1
                entry["suites"].add(suite)
                entry["books"].add(f"{suite}/{book}")
                if "wrong" in found and len(entry["examples"]) < EXAMPLES:
                    entry["examples"].append([found, *examples[found][-1:]])
    result = {
        "total": dict(total),
        "suites": {suite: dict(counts) for suite, counts in by_suite.items()},
        "functions": _entries(tables[0]),
        "functions_by_value": _entries(tables[1]),
    }
    print(json.dumps(result["total"], indent=1))
    for suite, counts in by_suite.items():
        print(suite, dict(counts))
    if target:
        target.write_text(json.dumps(result, indent=1, ensure_ascii=False), "utf-8")
        listing = [
            f"## {found} ({len(lines)})\n\n" + "\n".join(f"- {line}" for line in lines) + "\n"
            for found, lines in sorted(examples.items())
        ]
        target.with_suffix(".md").write_text("\n".join(listing), "utf-8")


def _entries(table: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    entries = {}
    for key, entry in sorted(table.items(), key=lambda item: -sum(item[1]["counts"].values())):
        counts, alone = entry["counts"], entry["alone"]

        def wrong(engine: str, of: Counter[str] = counts) -> int:
            return sum(n for found, n in of.items() if found.startswith(f"{engine}_wrong")) + (
                of["same_wrong"] + of["different_wrong"]
            )

        entries[key] = {
            "cells": sum(counts.values()),
            "books": len(entry["books"]),
            "suites": len(entry["suites"]),
            "both_right": counts["both_right"],
            "formualizer_wrong": wrong("formualizer"),
            "formualizer_wrong_alone": wrong("formualizer", alone),
            "cellrune_wrong": wrong("cellrune"),
            "cellrune_wrong_alone": wrong("cellrune", alone),
            "same_wrong": counts["same_wrong"],
            "same_wrong_alone": alone["same_wrong"],
            "formualizer_lacks": counts["formualizer_lacks"]
            + counts["both_lack"]
            + counts["cellrune_wrong_formualizer_lacks"],
            "cellrune_lacks": counts["cellrune_lacks"]
            + counts["both_lack"]
            + counts["formualizer_wrong_cellrune_lacks"],
            "lacks": sum(n for found, n in counts.items() if "lack" in found),
            "examples": entry["examples"],
        }
    return entries
