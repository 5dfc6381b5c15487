"""A file's place tells what it may import: CONTRIBUTING's table of rooms is true."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "xl_tourney"
COMMON = {
    "errors",
    "atomic",
    "chromium",
    "defined_names",
    "guarded_call",
    "messages",
    "patterns",
    "record",
    "resource_limits",
    "screen",
}
"""Modules directly under the package that every room may import."""
PLAIN = {"catalogue", "functions"}
"""Rooms that import nothing but rooms: they also run inside other programs' Python."""
ON_TOP = {"__init__", "__main__"}
MOST_FILES = 12

Graph = dict[str, set[str]]


def rooms(text: str) -> dict[str, set[str]]:
    """Each room with what it may import, bottom up, as the table in CONTRIBUTING says."""
    rows = re.findall(r"^\| `xl_tourney/(\w+)/` \|.*\| (.+) \|$", text, re.MULTILINE)
    found = {room: set(re.findall(r"`(\w+)`", imports)) for room, imports in rows}
    everybody = [room for room, imports in rows if imports == "everybody"]
    return found | {room: set(found) - {room} for room in everybody}


ROOMS = rooms((ROOT / "CONTRIBUTING.md").read_text("utf-8"))


def module_name(path: Path, root: Path) -> str:
    """A module's dotted name below the package; a package has its folder's."""
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def import_graph(root: Path) -> Graph:
    """What each module of a package imports of it, wherever in the module the import stands."""
    paths = {module_name(path, root): path for path in root.rglob("*.py")}
    return {name: set(imports_of(path, root, set(paths))) for name, path in paths.items()}


@cache
def package_graph() -> Graph:
    """The graph of this package, which three tests read."""
    return import_graph(PACKAGE)


def imports_of(path: Path, root: Path, modules: set[str]) -> Iterator[str]:
    """The modules of the package that a file imports."""
    folder = path.relative_to(root).parts[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*folder[: len(folder) - node.level + 1], *(node.module or "").split(".")]
            package = ".".join(filter(None, base))
            for alias in node.names:
                name = f"{package}.{alias.name}".lstrip(".")
                yield name if name in modules else package or "__init__"
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            for name in [module] if module else [alias.name for alias in node.names]:
                assert not (name or "").startswith(root.name), f"{path}: import it by dots"


def room_of(module: str) -> str:
    return module.partition(".")[0]


def not_allowed(graph: Graph, allowed: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The modules of rooms that import what their room may not, with what that is."""
    found = {}
    for module, imports in graph.items():
        room = room_of(module)
        if room not in allowed:
            continue
        common = set() if room in PLAIN else COMMON | {"__init__"}
        others = set(map(room_of, imports)) - {room} - allowed[room] - common
        if others:
            found[module] = others
    return found


def circles(graph: Graph) -> list[set[str]]:
    """The groups of modules that import each other, directly or by way of others."""
    reached: dict[str, set[str]] = {}
    for start in graph:
        seen: set[str] = set()
        to_visit = [start]
        while to_visit:
            for name in graph.get(to_visit.pop(), set()) - seen:
                seen.add(name)
                to_visit.append(name)
        reached[start] = seen
    groups = {
        frozenset(other for other in seen if name in reached.get(other, set()))
        for name, seen in reached.items()
        if name in seen
    }
    return [set(group) for group in groups]


def full_rooms(root: Path) -> dict[str, int]:
    """The folders with too many files; a package inside counts as one."""
    found = {}
    for folder in [root, *(path.parent for path in root.rglob("__init__.py"))]:
        files = [
            path
            for path in folder.iterdir()
            if (path.suffix == ".py" and path.stem not in ON_TOP) or (path / "__init__.py").exists()
        ]
        if len(files) > MOST_FILES and folder != root:
            found[folder.name] = len(files)
    return found


def test_every_room_is_in_the_table() -> None:
    assert set(ROOMS) == {path.parent.name for path in PACKAGE.glob("*/__init__.py")}


def test_the_table_is_in_order() -> None:
    below: set[str] = set()
    for room, imports in ROOMS.items():
        assert imports <= below, f"{room} imports upwards"
        below.add(room)


def test_what_stands_under_the_package_imports_nothing_else() -> None:
    graph = package_graph()
    names = {module for module in graph if (PACKAGE / f"{module}.py").exists()}
    assert names == COMMON | ON_TOP
    assert {name: graph[name] - COMMON for name in COMMON if graph[name] - COMMON} == {}


def test_each_room_imports_what_the_table_says() -> None:
    assert not_allowed(package_graph(), ROOMS) == {}


def test_no_modules_import_each_other() -> None:
    assert circles(package_graph()) == []


def test_a_room_has_at_most_a_dozen_files() -> None:
    assert full_rooms(PACKAGE) == {}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A small package in order: ``ground`` below ``roof``."""
    root = tmp_path / "house"
    for room, text in {"ground": "", "roof": "from ..ground import floor\n"}.items():
        (root / room).mkdir(parents=True)
        (root / room / "__init__.py").write_text("", "utf-8")
        (root / room / "floor.py").write_text(text, "utf-8")
    assert not_allowed(import_graph(root), {"ground": set(), "roof": {"ground"}}) == {}
    assert circles(import_graph(root)) == []
    assert full_rooms(root) == {}
    return root


def test_an_upward_import_is_found(house: Path) -> None:
    (house / "ground" / "cellar.py").write_text(
        "def f() -> None:\n    from ..roof import floor\n", "utf-8"
    )
    graph = import_graph(house)
    assert not_allowed(graph, {"ground": set(), "roof": {"ground"}}) == {"ground.cellar": {"roof"}}


def test_a_circle_is_found(house: Path) -> None:
    (house / "ground" / "one.py").write_text("from .two import x\n", "utf-8")
    (house / "ground" / "two.py").write_text("from . import three\n", "utf-8")
    (house / "ground" / "three.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .one import y\n", "utf-8"
    )
    assert circles(import_graph(house)) == [{"ground.one", "ground.two", "ground.three"}]


def test_a_full_room_is_found(house: Path) -> None:
    for number in range(MOST_FILES):
        (house / "ground" / f"room{number}.py").write_text("", "utf-8")
    assert full_rooms(house) == {"ground": MOST_FILES + 1}
