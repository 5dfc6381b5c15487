"""Functions have examples, which the conformance suite calculates, and are found one by one."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

from xl_tourney import functions
from xl_tourney.functions import CATALOGUE, Function


def test_every_function_has_two_examples() -> None:
    assert [f.name for f in CATALOGUE if len(f.help.examples) < 2] == []


def test_every_function_is_announced_with_its_module() -> None:
    modules = [
        import_module(found.name)
        for found in pkgutil.walk_packages(functions.__path__, f"{functions.__name__}.")
    ]
    declared = {
        (module.__name__, value.name)
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Function) and value.__module__ == module.__name__
    }
    announced = {
        (f"{functions.__name__}.{module}", name)
        for module, names in functions.NAMES.items()
        for name in names
    }
    assert announced == declared


def test_a_function_is_imported_alone() -> None:
    code = (
        "import sys; from xl_tourney.functions import CATALOGUE\n"
        "assert 'TIEBREAK' in CATALOGUE; CATALOGUE['gbq']; print(*sys.modules)"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout
    assert "xl_tourney.functions.tantrix.games_behind" in printed
    assert "xl_tourney.functions.chess" not in printed
