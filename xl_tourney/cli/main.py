"""The entry point of the command line.

To import click takes as long as to calculate a small workbook.  So one that is recalculated with
flags alone is read here; of every other command line click makes what it is.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

from ..errors import Exit, TourneyError
from .terminal.inert import discard_output, inert, inert_streams

_MAX_CHARACTERS = 255
"""A longer word is looked at closely."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an error is one sentence, with ``-v`` also where it came from."""
    completes = "_XL_TOURNEY_COMPLETE" in os.environ  # a shell asks, and click answers with bytes
    with nullcontext() if completes else inert_streams():
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
    atexit.register(gc.freeze)  # when the process ends the collector need not traverse its objects
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    try:
        status = _recalc_plainly(arguments)
        if status is None:
            from .program import run

            status = run(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        discard_output()
        return Exit.CLOSED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
    except Exception as error:
        _print_error(sentence_of(error), arguments)
    return Exit.WRONG


def sentence_of(error: Exception) -> str:
    """What is said of an error."""
    if isinstance(error, TourneyError):
        return str(error)
    if isinstance(error, OSError):
        place = f"{error.filename}: " if error.filename else ""
        return f"{place}the system refuses it ({error.strerror or error})."
    return f"Something went wrong in xl-tourney itself: {error!r}; -v says where."


def _recalc_plainly(arguments: Sequence[str]) -> int | None:
    """Recalculate a file, if the command line names it and flags alone; else None."""
    command, *words = arguments or [""]
    names = [word for word in words if word[:1] != "-"]
    flags = {word[2:].replace("-", "_") for word in words if word[:1] == "-"}
    if command != "recalc" or len(names) != 1 or len(names[0]) > _MAX_CHARACTERS:
        return None
    from ..recalculation.options import FLAGS, Options

    if not (flags <= {*FLAGS, "json"} and Path(names[0]).is_file()):
        return None
    from ..resource_limits import ResourceLimits
    from .one_workbook import recalc_one

    chosen: dict[str, Any] = dict.fromkeys(flags - {"json"}, True)
    path, as_json = Path(names[0]), "json" in flags
    return recalc_one(path, None, Options(**chosen), as_json, ResourceLimits())


def _print_error(message: str, arguments: Sequence[str]) -> None:
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        traceback.print_exc()
    print(inert(message), file=sys.stderr)
