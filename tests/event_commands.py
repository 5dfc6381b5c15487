"""The commands of an event, run one after the other, and what each of them prints and writes.

The same text runs in any Python: that of the tests, one without compiled packages, and Pyodide.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

COMPILED = frozenset(
    {"cellrune", "formualizer", "highspy", "numpy", "psutil", "pyopenvba", "xlwings"}
)
"""What Pyodide has no build of, or what is large there."""


class NoCompiledPackages:
    """Finds none of them."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in COMPILED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def commands_of(game: str, results: str, options: Sequence[str], ask: str) -> list[list[str]]:
    """The commands of an event; its workbook ``book.xlsx`` is there."""
    return [
        ["standings", "book.xlsx"],
        ["explain", "book.xlsx", ask, "--working", "--no-flip"],
        ["pair", "book.xlsx", "--seed", "7"],
        ["publish", "book.xlsx"],
        ["check", "book.xlsx"],
        ["export", "book.xlsx", "--to", "csv", "-o", "results.csv"],
        ["new", game, "--data", results, "-o", "new.xlsx", *options],
    ]


def run_commands(commands: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """What each command prints and exits with; all run in this process."""
    from xl_tourney import guarded_call
    from xl_tourney.cli.main import main

    def call_here(call: Callable[[], Any], *_: object) -> Any:
        return call()

    results = []
    guarded, guarded_call.call_guarded = guarded_call.call_guarded, call_here
    try:
        for arguments in commands:
            out, err = io.StringIO(), io.StringIO()
            code = 0
            with redirect_stdout(out), redirect_stderr(err):
                try:
                    main(arguments)
                except SystemExit as exit_:
                    code = int(exit_.code or 0)
            results.append({"code": code, "out": out.getvalue(), "err": err.getvalue()})
    finally:
        guarded_call.call_guarded = guarded
    return results


def run_in_folders(folders: dict[str, list[list[str]]]) -> dict[str, list[dict[str, Any]]]:
    """The same for the commands of several folders."""
    import os

    here, results = Path.cwd(), {}
    for folder, commands in folders.items():
        os.chdir(folder)
        for file in ("results.in.csv", "book.xlsx"):  # what is known of a file is when it was saved
            if Path(file).exists():
                os.utime(file, (1.7e9, 1.7e9))
        try:
            results[folder] = run_commands(commands)
        finally:
            os.chdir(here)
    return results


if __name__ == "__main__":
    sys.meta_path.insert(0, NoCompiledPackages)
    print(json.dumps(run_in_folders(json.loads(sys.stdin.read()))))
