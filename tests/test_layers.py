"""A file's place tells what it may import: CONTRIBUTING's table is true."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "xl_tourney"
COMMON = {"errors", "address", "atomic"}


def table() -> dict[str, set[str]]:
    """For each folder, what it may import beside itself, as CONTRIBUTING says."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rows = re.findall(r"^\| `xl_tourney/(\w+)/` \|.*\| (.+) \|$", text, re.MULTILINE)
    return {folder: set(re.findall(r"`(\w+)`", said)) for folder, said in rows}


def imported(path: Path) -> set[str]:
    """The folders and modules of the package, right below it, that a module imports."""
    inside = path.relative_to(ROOT).with_suffix("").parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = inside[: len(inside) - node.level]
            whole = [*base, *(node.module or "").split(".")] if node.module else [*base]
            names = [[*whole, alias.name] for alias in node.names]
            found |= {name[1] for name in names if len(name) > 1}
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            for name in [module] if module else [alias.name for alias in node.names]:
                assert not (name or "").startswith("xl_tourney"), f"{path}: import it by dots"
    return {name for name in found if not name.startswith("__")}


def test_every_folder_is_in_the_table() -> None:
    assert set(table()) == {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def test_what_all_may_import_imports_nothing() -> None:
    for name in COMMON:
        assert imported(PACKAGE / f"{name}.py") <= COMMON


@pytest.mark.parametrize("folder", sorted(table()))
def test_a_folder_imports_what_the_table_says(folder: str) -> None:
    allowed = table()[folder]
    modules = sorted((PACKAGE / folder).rglob("*.py"))
    assert modules
    used = {str(path.relative_to(PACKAGE)): imported(path) for path in modules}
    if allowed:
        allowed |= COMMON
    others = {name: found - allowed - {folder} for name, found in used.items()}
    assert {name: found for name, found in others.items() if found} == {}
