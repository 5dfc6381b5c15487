"""docs/explanation/trust.md and trust-tables.md, written from the results of the other benchmarks.

python benchmarks/excel_saved.py SUITES --json counts.json
python benchmarks/excel_saved.py SUITES --alone cellrune … --most-books 12 --json alone.json
python benchmarks/spoil.py SUITES --json spoiled.json
python benchmarks/spoil.py SUITES --empty --json emptied.json
python -m benchmarks.trust measure …; python -m benchmarks.trust report --json agreement.json
python benchmarks/trust_page.py --counts counts.json --alone alone.json --spoiled spoiled.json
    --emptied emptied.json --agreement agreement.json
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/explanation/trust.md"
TABLES = PAGE.with_name("trust-tables.md")
OWN_SECTIONS = ("## Your own workbooks", "## What was measured")
"""What stands on the page itself; all other sections are tables, and stand behind it."""
TABLES_TITLE = """# The tables behind the trust in a value

Written by `python benchmarks/trust_page.py`. [How far recalculation can be trusted](trust.md) says
what the classes mean, and has the totals."""
BEHIND = """Behind them: [what is silently wrong](trust-tables.md#what-is-silently-wrong), by cell,
[why cells are kept](trust-tables.md#why-cells-are-kept),
[engines by themselves](trust-tables.md#engines-by-themselves),
[values that were spoiled](trust-tables.md#stale-values),
[workbooks without values](trust-tables.md#new-workbooks) as a program writes them,
[agreement by function](trust-tables.md#agreement-by-function), and
[the suites](trust-tables.md#the-suites). How a value is decided is told in
[ten minutes](values.md)."""
SUITES = Path(__file__).with_name("suites.json")
STALE = Path(__file__).with_name("stale_cells.json")
COLUMNS = ("agreed", "nearly", "kept", "uncertain", "silently_wrong", "failed", "stale", "volatile")
GROUPS = {
    "test suite": "## Test suites of libraries",
    "made by people": "## Models, budgets, statistics and exercises that people made",
    "B": """## Counted unseen: half B, held out

Suites that nobody had looked at when recalculation was written.  A seeded coin tossed them into
two halves before the first count.  Of half B only the numbers were recorded, and nothing was mended
with it; its wrong cells were looked at after the last count, to explain them.""",
    "A": """## Counted unseen: half A

Its wrong cells were looked at after the first count, and their causes mended.""",
    "C": """## Counted unseen: further suites

Chosen after the two halves, and looked at like half A.""",
    "E": """## Counted unseen: half E, held out

Of suites that were found last a seeded coin made two halves, D and E.  Of E only the numbers are
recorded, but for two workbooks: one with circular references that gave errors for a while, and one
that was saved before its calculation was complete.""",
    "D": """## Counted unseen: half D

Looked at after the first count, like half A.""",
    "F": """## Counted unseen: half F

Found on 28 November 2026, by the names of their files, and counted once.  What stayed empty without
values was looked at, and its causes mended.""",
    "G": """## Counted unseen: half G

Found on the same day, and counted once after half F was mended; its wrong cells were looked at
then.  A course is in both halves, as two of its participants saved it.""",
    "H": """## Counted unseen: half H

Found a few hours later, by the names of files and of repositories, and counted once; what was wrong
was looked at, and its causes mended.  Three workbooks of random numbers alone are left out.""",
    "I": """## Counted unseen: half I

Found while half H was counted, and counted once, after that was mended.""",
    "J": """## Counted unseen: half J

Found on the afternoon of 28 November 2026, by the names of files: one repository in three, by the
hash of its name.  It was counted, and looked at, before half K.""",
    "K": """## Counted unseen: half K

The other two of three, counted once after half J was mended.""",
    "L": """## Counted unseen: half L

Found in the evening of the same day, by the names of files: forecasts, budgets, models, exercises
of engineers and of students, in several languages.  It was counted once.""",
    "M": """## Counted unseen: half M

Found in the same way while half L was looked at, and counted once, after that was mended.""",
    "N": """## Counted unseen: half N

Found in the same way, and counted once, after half M was mended: Mexico's model of energy policies,
ten years of a house's weather, courses and exercises.""",
}
"""The groups of suites, by kind or half, with their headings."""
MOST_FUNCTIONS = 30
MOST_REASONS = 25

INTRODUCTION = """# How far recalculation can be trusted

Written by `python benchmarks/trust_page.py`; every figure is measured.

Workbooks that Excel saved hold Excel's own values.  `xl-tourney recalc` on such a workbook should
change none of them.  A cell is **silently wrong** if its value is another one afterwards and
nothing tells so.  The other classes:

- *agreed*: the value is the saved one, to 15 digits
- *nearly*: a number that differs after its ninth digit
- *kept*: the saved value stays, and the receipt says why; the state of the cell is `waiting`,
  `denied` or `left` ([the states](values.md#6-the-states-of-a-cell))
- *uncertain*: the receipt says so of a new value; the state of the cell is `dependent`,
  `unconfirmed`, `iterated` or `taken_alone`
- *failed*: an engine by itself gives no value; of an engine alone every other change is silently
  wrong, also an error in place of a value
- *stale*: the saved value is known to be none of Excel's, each with a reason
  (`benchmarks/stale_cells.json`)
- *volatile*: it changed, and depends on the clock, on chance or on the machine: NOW, TODAY, RAND,
  RANDBETWEEN, RANDARRAY, INFO, RTD and CELL("filename"), or a cell that does.  INDIRECT and OFFSET
  are deterministic and excuse nothing
- *refused*: the engine refuses the workbook, or takes longer than the time limit

## Your own workbooks

    xl-tourney verify --suite FOLDER
    xl-tourney verify --suite FOLDER --engine libreoffice --alone cellrune --alone formualizer

Every sub-folder of FOLDER is a suite.  Each workbook is calculated in a process of its own and not
written; `--json` prints the counts, the reasons and the silently wrong cells with their formulas;
`--stale FILE` names saved values that are known to be stale; `--timeout` limits each workbook.
The exit code is 1 if a cell of `recalc` is silently wrong.
"""


def table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [f"| {' | '.join(headings)} |", f"|---|{'---:|' * (len(headings) - 1)}"]
    lines += [f"| {' | '.join(map(_shown, row))} |" for row in rows]
    return "\n".join(lines)


def _shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def count_table(counts: Sequence[Mapping[str, Any]], first: str) -> str:
    """One row a count, and the total of each calculator."""
    rows = []
    for calculator in dict.fromkeys(count["calculator"] for count in counts):
        chosen = [count for count in counts if count["calculator"] == calculator]
        total: Counter[str] = Counter()
        for count in chosen:
            total.update(count["cells"])
            if first == "suite":
                rows.append(_row(count["suite"].replace("+", "/"), count, count["cells"]))
        sums = {name: sum(count[name] for count in chosen) for name in ("books", "refused_books")}
        rows.append(_row("**all**" if first == "suite" else calculator, sums, total))
    headings = [first, "workbooks", "refused", *(name.replace("_", " ") for name in COLUMNS)]
    return table([*headings, "cells of refused"], rows)


def _row(name: str, count: Mapping[str, Any], cells: Mapping[str, int]) -> list[object]:
    numbers = [cells.get(column, 0) for column in COLUMNS]
    refused = cells.get("refused", 0)
    return [name, count["books"], count["refused_books"], *numbers, refused]


def wrong_list(counts: Sequence[Mapping[str, Any]], most: int = 12) -> str:
    """The workbooks with silently wrong cells, and some of the cells."""
    lines = []
    for count in counts:
        books: dict[str, list[Mapping[str, Any]]] = {}
        for cell in count.get("wrong", ()):  # of half B only the numbers are recorded
            books.setdefault(cell["book"], []).append(cell)
        for book, cells in sorted(books.items(), key=lambda item: -len(item[1])):
            lines.append(f"- {count['suite'].replace('+', '/')}, `{book}`: {len(cells):,}")
            shapes = {re.sub(r"\d+", "0", cell["formula"]): cell for cell in cells}
            for cell in list(shapes.values())[:most]:
                formula = " ".join(cell["formula"].split())
                formula = formula if len(formula) < 100 else formula[:99] + "…"
                lines.append(
                    f"  - {cell['cell']} `={formula}`: {cell['saved']} became {cell['calculated']}"
                )
    return "\n".join(lines) or "None."


def reasons_table(reasons: Mapping[str, int], heading: str) -> str:
    grouped: Counter[str] = Counter()
    for reason, number in reasons.items():
        reason = re.sub(r"\(.*\)|\[.*", "", reason)
        reason = re.sub(r" says .*, CellRune .*", " and CellRune differ", reason)
        grouped[reason.strip() or "a number that differs after its ninth digit"] += number
    return table([heading, "cells"], grouped.most_common(MOST_REASONS))


def spoiled_table(spoiled: Mapping[str, Mapping[str, Any]], at_least: int = 1_000) -> str:
    rows = []
    total: Counter[str] = Counter()
    for suite, result in spoiled.items():
        count = Counter(result["count"])
        total += count
        others = sum(number for name, number in count.items() if name.startswith("others"))
        if others >= at_least:
            rows.append(_spoiled_row(suite.replace("+", "/"), count))
    rows.append(_spoiled_row("**all, with the smaller ones**", total))
    return table(
        ["suite", "spoiled", "restored", "still stale", "wrong", "others", "harmed", "uncertain"],
        rows,
    )


def _spoiled_row(name: str, count: Counter[str]) -> list[object]:
    spoiled = sum(count[what] for what in ("restored", "stale", "wrong", "wrong, uncertain"))
    others = sum(number for what, number in count.items() if what.startswith("others"))

    def share(number: int, of: int) -> str:
        return f"{number / max(of, 1):.2%}"

    return [
        name,
        spoiled,
        share(count["restored"], spoiled),
        share(count["stale"] + count["wrong, uncertain"], spoiled),
        share(count["wrong"], spoiled),
        others,
        share(count["others harmed"], others),
        share(count["others uncertain"], others),
    ]


def read_spoiled(path: Path) -> tuple[dict[str, Any], Counter[str]]:
    """The results of spoil.py by suite, and why cells are not restored."""
    results = json.loads(path.read_text("utf-8"))
    reasons: Counter[str] = Counter()
    for result in results.values():
        reasons.update(result["reasons"])
    return results, reasons


def emptied_table(emptied: Mapping[str, Mapping[str, Any]], at_least: int = 1_000) -> str:
    """The larger suites whose workbooks lost all values."""
    classes = ("restored", "stale", "wrong", "wrong, uncertain")
    total: Counter[str] = Counter()
    rows = []
    for suite, result in emptied.items():
        count = Counter({name: result["count"].get(name, 0) for name in classes})
        total += count
        if count.total() >= at_least:
            rows.append((suite.replace("+", "/"), count))
    rows.append(("**all, with the smaller ones**", total))
    return table(
        ["suite", "cells", "right", "still empty", "wrong", "wrong and named"],
        [
            [name, count.total(), *(f"{count[what] / count.total():.2%}" for what in classes)]
            for name, count in rows
        ],
    )


def agreement_tables(agreement: Mapping[str, Any]) -> str:
    by_function: dict[str, Counter[str]] = {}
    for key, entry in agreement["functions"].items():
        count = by_function.setdefault(key.partition("(")[0], Counter())
        count["formulas"] += entry["cells"]
        for name in ("formualizer_wrong", "cellrune_wrong", "same_wrong"):
            count[name] += entry[f"{name}_alone"]
        count["lacks"] += entry["lacks"]
    names = ("formulas", "formualizer_wrong", "cellrune_wrong", "same_wrong", "lacks")

    def rows(key: str) -> list[list[object]]:
        chosen = sorted(by_function.items(), key=lambda item: -item[1][key])[:MOST_FUNCTIONS]
        return [[name, *(count[n] for n in names)] for name, count in chosen if count[key]]

    headings = ["function", "formulas", "formualizer wrong", "CellRune wrong", "both, the same"]
    headings.append("one lacks something")
    spelled = {
        "both_right": "both right",
        "formualizer_wrong": "formualizer wrong, CellRune right",
        "cellrune_wrong": "formualizer right, CellRune wrong",
        "same_wrong": "both wrong and the same",
        "different_wrong": "both wrong, each in its own way",
    }
    total = Counter(agreement["total"])
    found = [[text, total[name]] for name, text in spelled.items()]
    lacking = total.total() - sum(total[name] for name in spelled)
    found.append(["one or both lack something", lacking])
    return "\n\n".join(
        [
            table(["single formulas", "number"], found),
            "Most mistakes of formualizer (in formulas where the function is the only one):",
            table(headings, rows("formualizer_wrong")),
            "Most mistakes that both make in the same way:",
            table(headings, rows("same_wrong")[:20]),
            "The functions that are used most:",
            table(headings, rows("formulas")),
        ]
    )


def write(text: str) -> None:
    """The page that a person reads, with the totals of all groups, and the page of the tables."""
    introduction, *others = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    own = [part for part in others if part.startswith(OWN_SECTIONS)]
    tables = [part for part in others if part not in own]
    totals = []
    for part in tables:
        title = part.partition("\n")[0].removeprefix("## ")
        is_group = any(heading.partition("\n")[0] == f"## {title}" for heading in GROUPS.values())
        if is_group and (found := re.search(r"^\| \*\*all\*\* \|(.*)$", part, re.MULTILINE)):
            totals.append(f"| [{title}](trust-tables.md#{_anchor(title)}) |{found[1]}")
    headings = ["group of suites", "workbooks", "refused"]
    headings += [*(name.replace("_", " ") for name in COLUMNS), "cells of refused"]
    summary = "\n".join([table(headings, []), *totals])
    sections = [
        introduction,
        "## The count\n\nFormula cells of each group; its suites are behind "
        f"the link.\n\n{summary}\n\n{BEHIND}\n",
        *own,
    ]
    PAGE.write_text("\n\n".join(map(str.strip, sections)) + "\n", "utf-8")
    TABLES.write_text(f"{TABLES_TITLE}\n\n{''.join(tables)}", "utf-8")


def _anchor(title: str) -> str:
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--counts", type=Path, action="append", required=True)
    parser.add_argument("--alone", type=Path, action="append", default=[])
    parser.add_argument("--spoiled", type=Path)
    parser.add_argument("--emptied", type=Path)
    parser.add_argument("--agreement", type=Path)
    parser.add_argument("--note", default="", help="what was measured, and under which limits")
    arguments = parser.parse_args()
    counts = [count for path in arguments.counts for count in json.loads(path.read_text("utf-8"))]
    alone = [count for path in arguments.alone for count in json.loads(path.read_text("utf-8"))]
    groups = {
        suite["repository"].replace("/", "+"): suite.get("half", suite["kind"])
        for suite in json.loads(SUITES.read_text("utf-8"))
    }
    reasons: Counter[str] = Counter()
    for count in counts:
        reasons.update(count.get("kept_reasons", {}))
    sections = [INTRODUCTION, arguments.note]
    for group, heading in GROUPS.items():
        chosen = [count for count in counts if groups.get(count["suite"]) == group]
        sections += [heading, count_table(chosen, "suite")] if chosen else []
    sections += ["## What is silently wrong", wrong_list(counts)]
    sections += ["## Why cells are kept", reasons_table(reasons, "reason")]
    if alone:
        sections += [
            "## Engines by themselves",
            "Each by its own reader and command, without the rules of `recalc`: formualizer's "
            "command, CellRune's model, LibreOffice's hard recalculation, the model of formulas. "
            "A sample: the first workbooks of each suite by name, fewer for the slower ones, with "
            "a time limit for each.",
            count_table(alone, "engine"),
        ]
        for calculator in dict.fromkeys(count["calculator"] for count in alone):
            chosen = [count for count in alone if count["calculator"] == calculator]
            sections += [f"### {calculator}", count_table(chosen, "suite")]
    if arguments.spoiled:
        spoiled, stale = read_spoiled(arguments.spoiled)
        sections += [
            "## Stale values",
            "A tenth of the formula cells gets another plausible value of its kind before the "
            "recalculation (`benchmarks/spoil.py`, seed 1).  *Restored* is Excel's value again; "
            "*harmed* are other cells that had Excel's value before and have not after.  Suites "
            "of more than 1,000 cells:",
            spoiled_table(spoiled),
            reasons_table(stale, "why spoiled cells are still stale"),
        ]
    if arguments.emptied:
        emptied, empty = read_spoiled(arguments.emptied)
        sections += [
            "## New workbooks",
            "All formula cells lose their values before the recalculation, as most libraries write "
            "workbooks (`benchmarks/spoil.py --empty`).  *Right* is Excel's value; what is *still "
            "empty* is named in the receipt, with all that depends on it.  Suites of more than "
            "1,000 cells:",
            emptied_table(emptied),
            reasons_table(empty, "why cells stay empty"),
        ]
    if arguments.agreement:
        sections += [
            "## Agreement by function",
            "Every formula by itself, with Excel's values as its inputs (`benchmarks/trust.py`): "
            "at most 20 cells of each formula's pattern in a workbook.",
            agreement_tables(json.loads(arguments.agreement.read_text("utf-8"))),
        ]
    sections += [
        "## The suites",
        "`benchmarks/suites.py` fetches them.  A workbook is taken if docProps/app.xml names "
        "Microsoft Excel and its sheets are in the form that only Excel writes; duplicates over "
        "all suites, and workbooks without formulas, are left out.",
        table(
            ["repository", "commit", "kind", "unseen"],
            (
                (
                    f"[{suite['repository']}](https://github.com/{suite['repository']})",
                    suite["commit"][:10],
                    suite["kind"],
                    suite.get("half", ""),
                )
                for suite in json.loads(SUITES.read_text("utf-8"))
            ),
        ),
    ]
    write("\n\n".join(filter(None, map(str.strip, sections))) + "\n")


if __name__ == "__main__":
    main()
