"""A saved workbook is brought up to date in a process of its own, and its receipt printed.

This process only waits: what calculates is imported in the other one, which makes the lines, too.
"""

from __future__ import annotations

import gc
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import Exit, TourneyError
from .terminal.inert import inert, json_line

if TYPE_CHECKING:
    from ..calculation.receipt import Receipt
    from ..recalculation.options import Options
    from ..resource_limits import ResourceLimits


def recalc_one(
    path: Path, output: Path | None, options: Options, as_json: bool, resources: ResourceLimits
) -> int:
    """One workbook in a process of its own."""
    from ..guarded_call import call_guarded

    call = partial(_recalc_file, path, output, options, as_json)
    try:
        out, err, status = call_guarded(call, str(path), resources)
    except TourneyError as error:
        from ..atomic import clean_beside
        from ..calculation.receipt import Receipt

        clean_beside(output or path)  # what a process leaves that was killed
        if not as_json:
            raise
        print_receipt(Receipt(str(path), options.engine, failed=str(error)), as_json, False)
        return Exit.WRONG
    print(out, end="", flush=True)
    print(err, end="", file=sys.stderr)
    return status


def _recalc_file(
    path: Path, output: Path | None, options: Options, as_json: bool
) -> tuple[str, str, Exit]:
    """What is to be printed about a workbook, and how the command ends."""
    gc.disable()  # the process ends with the workbook
    from ..ooxml.package import Package

    package = Package.from_path(path, options.limits)
    package.unpack_ahead()
    from ..recalculation.recalculate import recalculated

    receipt = recalculated(package, options, output)[0]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        print_receipt(receipt, as_json, options.check)
    is_different = options.check and receipt.stale
    return out.getvalue(), err.getvalue(), Exit.DIFFERENT if is_different else Exit.DONE


def print_receipt(receipt: Receipt, as_json: bool, check: bool) -> None:
    """Data to stdout, messages to stderr; a bar on the terminal catches both."""
    if as_json:
        print(json_line(receipt.to_json()), flush=True)
        return
    print(inert(receipt.sum_up(check)), file=sys.stderr if receipt.failed else None, flush=True)
    for note in () if receipt.failed or receipt.skipped else receipt.notes():
        print(inert(note), file=sys.stderr)
