"""A saved workbook is brought up to date in a process of its own, and its receipt printed."""

from __future__ import annotations

import gc
import sys
from functools import partial
from pathlib import Path

from ..calculation.receipt import Receipt
from ..errors import Exit, TourneyError
from ..ooxml.package import Package
from ..recalculation.options import Options
from ..resource_limits import ResourceLimits
from .terminal.inert import inert, json_line

_MAX_NOTES = 20
"""How many cells are listed on a terminal."""


def recalc_one(
    path: Path, output: Path | None, options: Options, as_json: bool, resources: ResourceLimits
) -> int:
    """One workbook in a process of its own."""
    from ..atomic import clean_beside
    from ..guarded_call import call_guarded

    try:
        receipt = call_guarded(partial(_recalc_file, path, output, options), str(path), resources)
    except TourneyError as error:
        clean_beside(output or path)  # what a process leaves that was killed
        if not as_json:
            raise
        receipt = Receipt(str(path), options.engine, failed=str(error))
    print_receipt(receipt, as_json, options.check)
    if receipt.failed:
        return Exit.WRONG
    return Exit.DIFFERENT if options.check and receipt.stale else Exit.DONE


def _recalc_file(path: Path, output: Path | None, options: Options) -> Receipt:
    """Import the program for it in the process that calculates, while the workbook is unpacked."""
    gc.disable()  # the process ends with the workbook
    package = Package.from_path(path, options.limits)
    package.unpack_ahead()
    from ..recalculation.recalculate import recalculated

    return recalculated(package, options, output)[0]


def print_receipt(receipt: Receipt, as_json: bool, check: bool) -> None:
    """Data to stdout, messages to stderr; a bar on the terminal catches both."""
    if as_json:
        print(json_line(receipt.to_json()), flush=True)
        return
    if receipt.failed:
        print(inert(receipt.failed), file=sys.stderr)
        return
    if receipt.skipped:
        print(f"{inert(receipt.path)}: up to date, as recorded")
        return
    verb = "stale" if check else "changed"
    print(
        f"{inert(receipt.path)}: {receipt.formulas} formulas, {receipt.changed} {verb}, "
        + (f"{receipt.charts} chart{'s' * (receipt.charts > 1)} {verb}, " if receipt.charts else "")
        + f"{len(receipt.kept)} kept, "
        + (f"{len(receipt.uncertain)} uncertain, " if receipt.uncertain else "")
        + f"{len(receipt.errors)} errors, {receipt.seconds:.2f} s",
        flush=True,
    )
    if receipt.backup:
        print(inert(f"  the workbook that was there is {receipt.backup} now"), file=sys.stderr)
    if len(receipt.kept) > 1:
        from .terminal.progress import format_reasons

        print(inert(f"  {format_reasons(receipt.count_reasons())}"), file=sys.stderr)
    for kind, notes in (
        ("kept", receipt.kept),
        ("uncertain", receipt.uncertain),
        ("error", receipt.errors),
    ):
        for note in notes[:_MAX_NOTES]:
            print(inert(f"  {kind} {note.cell}: {note.message}"), file=sys.stderr)
        if len(notes) > _MAX_NOTES:
            print(f"  and {len(notes) - _MAX_NOTES} more; --json lists them all", file=sys.stderr)
