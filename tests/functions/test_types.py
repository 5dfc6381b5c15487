"""The parameters of the functions as editors, ``help`` and mypy show them."""

from __future__ import annotations

import inspect
import keyword
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest
from mypy import api

from xl_tourney.functions import CATALOGUE, RACE_STATUS
from xl_tourney.hosts.python_stub import format_stub

ROOT = Path(__file__).parents[2]
STUB = ROOT / "xl_tourney" / "functions" / "__init__.pyi"
HEAD = """\
from decimal import Decimal
from xl_tourney import functions
from xl_tourney.functions import *
"""

WRONG = {
    'GBQ("nonsense", 3, 4, 5, 6, 7)': ("arg-type", "arg-type"),
    "GBQ([55, 5], [3, 3])": ("call-arg",),
    'GBQ([55, 5], [3, 3], 2, "points")': ("arg-type",),
    "GBQ([55, 5], [3, 3], 2, place=1)": ("call-arg",),
    "GBQ([55, 5], [3, 3], [2, 3])": ("arg-type",),
    "TAPL(object())": ("arg-type",),
    "TP_PERCENT(30, 3, 4)": ("call-arg",),
    'MATCHPOINT([620, 620, -100], side="north")': ("arg-type",),
    'RACE_STATUS([6, 3], [[0, 1], [1, 0]], 1, from_="never")': ("arg-type",),
    "functions.NO_SUCH_FUNCTION": ("attr-defined",),
}
"""Calls that a type checker refuses, with the codes of its errors."""

RIGHT = [
    "GBQ([[55], [5], [0], [0]], [[3], [3], [0], [0]], 2)",
    "GBQ((55, 5), (3, 3), 1, basis='gbq', step=0)",
    "GBQ([[55.0], [None], ['']], [[Decimal(3)], [None], ['']], 1)",
    "TAPL([7, 6, 5, 4, 4, 4, 5])",
    "MATCHPOINT([['620'], ['A+']], side='EW')",
    "TIEBREAK([['2w1'], ['1b0']], [['BH', 'SB/C1']], rules=2026)",
    "RACE_STATUS([6, 3], [[0, 1], [1, 0]], 1, from_='next')",
    "TAPL.help.summary, TAPL.name",
]


def mypy_errors(lines: Sequence[str], folder: Path) -> list[list[str]]:
    """The codes of mypy's errors in each of some lines."""
    path = folder / "calls.py"
    path.write_text(HEAD + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    options = ["--strict", "--config-file=", f"--cache-dir={folder / 'cache'}"]
    printed, crash, _ = api.run([*options, "--no-pretty", "--hide-error-context", str(path)])
    assert not crash
    found: list[list[str]] = [[] for _ in lines]
    for line in printed.splitlines():
        if ": error: " in line:
            assert line.startswith(str(path)), line
            number = int(line.removeprefix(f"{path}:").partition(":")[0])
            found[number - 1 - HEAD.count("\n")].append(line.rpartition("[")[2].rstrip("]"))
    return found


@pytest.fixture
def in_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MYPYPATH", str(ROOT))


def test_the_stub_is_current() -> None:
    """Else: xl-tourney functions --stub > stub; mv stub xl_tourney/functions/__init__.pyi."""
    assert STUB.read_text(encoding="utf-8") == format_stub()


@pytest.mark.usefixtures("in_root")
def test_mypy_accepts_right_calls_and_refuses_wrong_ones(tmp_path: Path) -> None:
    examples = [
        f"{function.name}({', '.join(map(repr, example.arguments))})"
        for function in CATALOGUE
        for example in function.help.examples
    ]
    found = mypy_errors([*WRONG, *RIGHT, *examples], tmp_path)
    assert dict(zip(WRONG, map(tuple, found))) == WRONG
    others = zip([*RIGHT, *examples], found[len(WRONG) :])
    assert {line: codes for line, codes in others if codes} == {}


@pytest.mark.parametrize("line", RIGHT)
def test_what_mypy_accepts_can_be_called(line: str) -> None:
    names = {name: CATALOGUE[name] for name in CATALOGUE.names}
    assert eval(line, {**names, "Decimal": Decimal}) is not None


def test_help_and_the_signature_show_the_parameters() -> None:
    for function in CATALOGUE:
        shown = [name.rstrip("_") for name in inspect.signature(function).parameters]
        assert shown == [p.name for p in function.parameters]
        assert inspect.getdoc(function) == inspect.cleandoc(function.rule.__doc__ or "")


def test_a_parameter_with_a_word_of_python_is_named_as_the_signature_shows_it() -> None:
    arguments = ([6, 3, 3], [[0, 1, 1], [1, 0, 1], [1, 1, 0]], 1)
    (name,) = filter(keyword.iskeyword, (p.name for p in RACE_STATUS.parameters))
    assert f"{name}_" in inspect.signature(RACE_STATUS).parameters
    by_name = RACE_STATUS(*arguments, from_="next")
    assert by_name == RACE_STATUS(*arguments, None, None, "next")
    assert by_name == RACE_STATUS(*arguments, **{name: "next"})


def test_a_function_is_imported_when_it_is_asked_for() -> None:
    code = "import sys, xl_tourney.functions; print(*sys.modules)"
    loaded = subprocess.check_output([sys.executable, "-c", code], encoding="utf-8").split()
    games = [name for name in loaded if name.startswith("xl_tourney.functions.")]
    assert games == [] and "xl_tourney.functions" in loaded
