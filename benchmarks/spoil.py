"""What recalculation does to workbooks with stale values: Excel's own, of which a tenth is spoiled.

In every workbook of the suites a tenth of the formula cells gets another plausible value of the
same kind (a number, a text, a truth value) in the sheet's XML.  After the recalculation a spoiled
cell is ``restored`` (Excel's value again, to nine digits), ``stale`` (the spoiled value, because
the cell is kept) or ``wrong``; another cell is ``harmed`` if it had Excel's value before and has
not after, and ``uncertain`` if the receipt names it as such.  Volatile cells with their dependents,
cells with errors, and values that are known to be stale are not counted.  Workbooks without values
are counted by ``witnesses.py``.

    python benchmarks/spoil.py FOLDER [--suite NAME] [--seed 1] [--json FILE] [--list FILE]
        [--third-opinion] [--largest BYTES] [--most-books NUMBER] [--jobs 2]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.engines import ENGINES
from xl_tourney.errors import TourneyError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.cell_patches import splice, value_patches
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.verification.suite import (
    SavedFormulaCell,
    find_suites,
    find_volatile_cells,
    is_near,
    is_same,
    read_saved_cells,
    read_stale_cells,
    recalculate_in_memory,
)
from xl_tourney.resource_limits import ResourceLimits

SHARE = 0.1
_DIFFERENCE = re.compile(r"(\w+) says (.+), (CellRune) (.+)", re.DOTALL)
STALE = Path(__file__).with_name("stale_cells.json")


def another_value(value: Any, texts: list[str], chance: random.Random) -> Any:
    """A plausible value of the same kind: a user's input was another when it was calculated."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, float):
        if value == 0 or value == round(value):
            return value + chance.choice((-3, -2, -1, 1, 2, 3, 10))
        return value * chance.choice((0.5, 0.9, 1.1, 1.5, 2.0))
    others = [text for text in texts if text != value]
    return chance.choice(others) if others and chance.random() < 0.5 else f"{value}x"


def spoil(
    workbook: Workbook, saved: dict[Any, SavedFormulaCell], chosen: dict[Any, Any]
) -> Package:
    """The workbook with other values in the chosen cells."""
    patches: dict[str, list[Any]] = {}
    for address, value in chosen.items():
        cell = saved[address]
        patches.setdefault(cell.sheet.part.name, []).extend(
            value_patches(cell.sheet, cell.cell, value)
        )
    sheets = {cell.sheet.part.name: cell.sheet for cell in saved.values()}
    new_parts = {
        name: sheets[name].part.encode(splice(sheets[name].data, part_patches))
        for name, part_patches in patches.items()
    }
    return Package(workbook.package.with_parts(new_parts), workbook.package.name)


def reason_class(reason: str) -> str:
    """The class of the reason why a cell is kept, without values and addresses.

    >>> reason_class("formualizer says #NAME?, CellRune 5")
    'formualizer says an error, CellRune a value'
    >>> reason_class("it takes data from another workbook ([1]A!A1)")
    'it takes data from another workbook'
    """
    if found := _DIFFERENCE.fullmatch(reason):
        names, values = found.group(1, 3), found.group(2, 4)
        kinds = ["an error" if value.startswith("#") else "a value" for value in values]
        if kinds == ["a value", "a value"]:
            kinds[1] = "another value"
        if kinds == ["an error", "an error"]:
            kinds[1] = "another error"
        return f"{names[0]} says {kinds[0]}, {names[1]} {kinds[1]}"
    reason = re.sub("it depends on .*, which", "it depends on a cell that", reason)
    return re.sub(r"\([^()]*\)|\[.*", "", reason).strip()


def spoil_book(path: Path, engine: str, seed: int, third_opinion: bool) -> dict[str, Any]:
    workbook = Workbook.open(Package.from_path(path))
    saved = read_saved_cells(workbook)
    volatile = find_volatile_cells(workbook)
    stale = read_stale_cells(STALE)
    counted = {
        address: cell
        for address, cell in saved.items()
        if cell.value is not None
        and not isinstance(cell.value, ErrorValue)
        and address not in volatile
        and not any(entry.matches(path.name, address, cell.formula) for entry in stale)
    }
    # only cells with a formula of their own: the others are part of their array
    formulas = sorted(a for a, cell in counted.items() if cell.cell.formula_attributes is not None)
    chance = random.Random(f"{seed} {path.name}")
    number = int(len(formulas) * SHARE + chance.random())
    texts = sorted({c.value for c in counted.values() if type(c.value) is str and c.value})[:500]
    chosen = {
        address: another_value(saved[address].value, texts, chance)
        for address in chance.sample(formulas, number)
    }
    spoiled = Workbook.open(spoil(workbook, saved, chosen))
    receipt, values = recalculate_in_memory(
        spoiled, engine, read_saved_cells(spoiled), asks_third_engine=third_opinion
    )
    kept = {note.cell: note.message for note in receipt.kept}
    uncertain = {note.cell for note in receipt.uncertain}
    count: Counter[str] = Counter(books=1)
    reasons: Counter[str] = Counter()
    listing = []
    for address, cell in counted.items():
        value, name = values.get(address), str(address)
        reason = kept.get(name, "uncertain" if name in uncertain else "no reason")
        is_right = is_same(cell.value, value) or is_near(cell.value, value)
        if address in chosen:
            if is_right:
                what = "restored"
            elif is_same(chosen[address], value):
                what = "stale"
                reasons[reason_class(reason)] += 1
            else:
                what = "wrong, uncertain" if name in uncertain else "wrong"
        elif is_right:
            what = "others right"
        else:
            what = "others uncertain" if name in uncertain else "others harmed"
        count[what] += 1
        if what.startswith(("wrong", "stale")) or what == "others harmed":
            listing.append(
                f"{what}: {path.name} {name} ={cell.formula[:200]}: {cell.value!r} → {value!r}"
                + (f" (spoiled {chosen[address]!r})" if address in chosen else "")
                + (f": {reason}" if what == "stale" else "")
            )
    return {"count": count, "reasons": reasons, "list": listing[:300]}


def spoil_books(
    paths: Sequence[Path], arguments: argparse.Namespace
) -> Iterator[tuple[Path, dict[str, Any] | TourneyError]]:
    """What becomes of each workbook, or why it was refused; some are calculated at once."""

    def result(path: Path) -> dict[str, Any] | TourneyError:
        asks = arguments.third_opinion
        call = partial(spoil_book, path, arguments.engine, arguments.seed, asks)
        try:
            return call_guarded(call, path.name, ResourceLimits(arguments.seconds, 6 << 30))
        except TourneyError as error:
            return error

    with ThreadPoolExecutor(arguments.jobs) as pool:
        yield from zip(paths, pool.map(result, paths))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--suite", action="append", default=[])
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--third-opinion", action="store_true", help="ask LibreOffice, too")
    parser.add_argument("--jobs", type=int, default=2, help="workbooks at once")
    parser.add_argument("--most-books", type=int)
    parser.add_argument("--largest", type=int, default=1 << 40, help="bytes of a workbook's file")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--list", type=Path)
    arguments = parser.parse_args()
    results: dict[str, Any] = {}
    listing: list[str] = []
    total: Counter[str] = Counter()
    all_reasons: Counter[str] = Counter()
    for suite, books in find_suites(arguments.folder).items():
        if arguments.suite and suite not in arguments.suite:
            continue
        started = time.monotonic()
        count: Counter[str] = Counter()
        reasons: Counter[str] = Counter()
        chosen = [path for path in books if path.stat().st_size <= arguments.largest]
        count["larger"] = len(books) - len(chosen)
        for path, book in spoil_books(chosen[: arguments.most_books], arguments):
            if isinstance(book, TourneyError):
                count["refused"] += 1
                listing.append(f"refused: {suite}/{path.name}: {book}")
                continue
            count += book["count"]
            reasons += book["reasons"]
            listing += [f"{suite}: {line}" for line in book["list"]]
        print_suite(suite, count, time.monotonic() - started)
        results[suite] = {"count": count, "reasons": dict(reasons.most_common())}
        total += count
        all_reasons += reasons
        if arguments.json:
            arguments.json.write_text(json.dumps(results, indent=1, ensure_ascii=False), "utf-8")
        if arguments.list:
            arguments.list.write_text("\n".join(listing), "utf-8")
    print_suite("all suites", total, 0)
    for reason, number in all_reasons.most_common(40):
        print(f"  still stale {number:,}: {reason}")


def print_suite(suite: str, count: Counter[str], seconds: float) -> None:
    spoiled = sum(count[what] for what in ("restored", "stale", "wrong", "wrong, uncertain"))
    others = sum(number for what, number in count.items() if what.startswith("others"))

    def share(what: str, of: int) -> str:
        return f"{what} {count[what]:,} ({count[what] / max(of, 1):.2%})"

    print(
        f"{suite}: {count['books']} books ({count['refused']} refused), {spoiled:,} spoiled: "
        + ", ".join(share(what, spoiled) for what in ("restored", "stale", "wrong"))
        + f", {share('wrong, uncertain', spoiled)}; {others:,} others: "
        + ", ".join(share(what, others) for what in ("others harmed", "others uncertain"))
        + f" ({seconds:.0f} s)",
        flush=True,
    )


if __name__ == "__main__":
    main()
