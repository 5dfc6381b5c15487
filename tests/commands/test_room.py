"""The room of commands neither prints nor asks, and knows no terminal."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from xl_tourney import commands

MODULES = sorted(Path(commands.__file__).parent.rglob("*.py"))
ACTS = [path for path in MODULES if path.parent.name == "commands" and path.stem != "__init__"]


def words(path: Path) -> set[str]:
    """The names that a module imports, and those that it calls."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
        elif isinstance(node, ast.Call):
            found.add(node.func.attr if isinstance(node.func, ast.Attribute) else "")
            found.add(node.func.id if isinstance(node.func, ast.Name) else "")
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_it_knows_no_terminal(path: Path) -> None:
    assert not words(path) & {"click", "rich", "sys", "print", "input", "isatty"}


@pytest.mark.parametrize("path", ACTS, ids=lambda path: path.stem)
def test_an_act_writes_nothing_and_is_declared_whole(path: Path) -> None:
    assert not words(path) & {"write_bytes", "write_text", "write_over", "replace_workbook"}
    made = commands.find(path.stem)
    assert made and made.help.endswith(".") and not made.title.endswith(".")
    assert all(one.about.help.endswith(".") for one in made.parameters)
