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
    print(inert(receipt.sum_up(check)), file=sys.stderr if receipt.failed else None, flush=True)
    for note in () if receipt.failed or receipt.skipped else receipt.notes():
        print(inert(note), file=sys.stderr)
