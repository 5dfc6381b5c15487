"""A saved workbook is brought up to date in a process of its own, and its receipt printed.

This process only waits: all that calculates is imported in the other one, which makes the lines,
too.
"""

from __future__ import annotations

import gc
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from io import StringIO

from .terminal.inert import inert, json_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..calculation.receipt import Receipt
    from ..resource_limits import ResourceLimits


def recalc_one(
    path: str,
    output: str | None,
    options: Mapping[str, Any],
    as_json: bool,
    resources: ResourceLimits | None = None,
) -> int:
    """One workbook in a process of its own; ``options`` are values of ``Options``, by name."""
    from ..guarded_call import call_guarded

    call = partial(_recalc_file, path, output, options, as_json)
    try:
        out, err, status = call_guarded(call, path, resources)
    except Exception as error:
        from ..errors import Exit, TourneyError

        if not isinstance(error, TourneyError):
            raise
        from pathlib import Path

        from ..atomic import clean_beside
        from ..calculation.receipt import Receipt
        from ..recalculation.options import Options

        clean_beside(Path(output or path))  # what a process leaves that was killed
        if not as_json:
            raise
        receipt = Receipt(path, Options(**options).engine, failed=str(error))
        print_receipt(receipt, as_json, False)
        return Exit.WRONG
    print(out, end="", flush=True)
    print(err, end="", file=sys.stderr)
    return status


def _recalc_file(
    path: str, output: str | None, named: Mapping[str, Any], as_json: bool
) -> tuple[str, str, int]:
    """What is to be printed about a workbook, and how the command ends."""
    gc.disable()  # the process ends with the workbook
    from pathlib import Path

    from ..ooxml.package import Package
    from ..recalculation.options import Options

    options = Options(**named)
    package = Package.from_path(Path(path), options.limits)
    package.unpack_ahead()
    from ..errors import Exit
    from ..recalculation.recalculate import recalculated

    receipt = recalculated(package, options, output)[0]
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        print_receipt(receipt, as_json, options.check)
    status = Exit.DIFFERENT if options.check and receipt.stale else Exit.DONE
    return out.getvalue(), err.getvalue(), int(status)


def print_receipt(receipt: Receipt, as_json: bool, check: bool) -> None:
    """Data to stdout, messages to stderr; a bar on the terminal catches both."""
    if as_json:
        print(json_line(receipt.to_json()), flush=True)
        return
    print(inert(receipt.sum_up(check)), file=sys.stderr if receipt.failed else None, flush=True)
    for note in () if receipt.failed or receipt.skipped else receipt.notes():
        print(inert(note), file=sys.stderr)
