"""The formulas of our own workbooks, calculated by two engines with the same inputs.

    python -m benchmarks.trust_samples OUTPUT.jsonl [WORKBOOK...]

A line of the output is a formula with its calls, as ``benchmarks/verified_calls.py`` reads them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.trust_fuzz import as_json
from xl_tourney.engines import load_engine
from xl_tourney.engines.base import NotCalculated
from xl_tourney.engines.cellrune import calculate_formulas
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.defined_names import DefinedNames
from xl_tourney.grammar.function_names import plain_name
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.recalculation.trust.opinion_inputs import read_inputs
from xl_tourney.recalculation.trust.second_opinion import Doubt, NoOpinionError, SecondOpinion
from xl_tourney.recalculation.trust.verified_calls import argument_kind

MOST_OF_A_PATTERN = 5
SECONDS = 120.0


def lines_of(path: Path) -> Iterator[dict[str, Any]]:
    workbook = Workbook.open(Package.from_path(path))
    names = DefinedNames(workbook.defined_names)
    recalculation = Recalculation(workbook, load_engine())
    opinion: SecondOpinion = recalculation._second_opinion
    cells = []
    count: Counter[tuple[str, str]] = Counter()
    results = recalculation._calculate()
    for result in results:
        for index, cell in enumerate(result.task.sheet.formula_cells):
            formula = result.task.sheet.resolved_formula(cell)
            pattern = re.sub("[0-9]+", "0", formula)
            count[result.task.sheet_name, pattern] += 1
            if cell.array_range or count[result.task.sheet_name, pattern] > MOST_OF_A_PATTERN:
                continue
            try:
                cells.append((formula, opinion.formula_cell(Doubt(result, index))))
            except NoOpinionError:
                continue
    questions = [question for _, question in cells]
    inputs = read_inputs(None, opinion.sizes, results[0].calculation) if results else None
    if inputs is None:
        return
    answers = calculate_formulas(opinion.sizes.names, inputs, questions, SECONDS)
    for (formula, question), answer in zip(cells, answers):
        yield {
            "formula": f"{path.name} {question.address} {formula}",
            "calls": [
                [
                    plain_name(call.name),
                    [argument_kind(argument, names.is_multi_cell) for argument in call.arguments],
                ]
                for call in find_calls(formula)
            ],
            "formualizer": as_json(question.expected[0][0]),
            "cellrune": as_json(answer if isinstance(answer, NotCalculated) else answer[0][0]),
            "condition": True,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("output", type=Path)
    parser.add_argument("workbooks", type=Path, nargs="*")
    arguments = parser.parse_args()
    differing = total = 0
    with arguments.output.open("w") as file:
        for path in arguments.workbooks or sorted(Path("workbooks").rglob("*.xlsx")):
            for line in lines_of(path):
                total += 1
                if line["formualizer"] != line["cellrune"]:
                    differing += 1
                print(json.dumps(line, ensure_ascii=False), file=file)
    print(f"{total:,} formulas, {differing:,} with other values")


if __name__ == "__main__":
    main()
