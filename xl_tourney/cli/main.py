"""The entry point of the command line.

To import click takes as long as to calculate a small workbook.  So one that is recalculated with
flags alone is read here, with no more modules than that takes; of every other command line click
makes what it is.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from contextlib import nullcontext

from .terminal.inert import discard_output, inert, inert_streams

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

_MAX_CHARACTERS = 255
"""A longer word is looked at closely."""
FLAGS = frozenset(("check", "force", "strict", "third_opinion"))
"""The options that a command line names alone."""


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
        end = "CLOSED"
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        end = "WRONG"
    except Exception as error:
        _print_error(sentence_of(error), arguments)
        end = "WRONG"
    from ..errors import Exit

    return Exit[end]


def sentence_of(error: Exception) -> str:
    """What is said of an error."""
    from ..errors import TourneyError

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
    is_file = os.path.isfile(names[0])  # noqa: PTH113  (pathlib would be imported to wait alone)
    if not (is_file and flags <= {*FLAGS, "json"}):
        return None
    from .one_workbook import recalc_one

    return recalc_one(names[0], None, dict.fromkeys(flags - {"json"}, True), "json" in flags)


def _print_error(message: str, arguments: Sequence[str]) -> None:
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        traceback.print_exc()
    print(inert(message), file=sys.stderr)
