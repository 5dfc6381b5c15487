"""The house is as large as its ledger says, and no larger.

``tests/ledger.toml`` has what each room costs.  Who makes a number larger raises it there, with the
reason in the line's comment; who makes one smaller lowers it.  ``python -m tests.test_ledger``
prints today's numbers in its form; comments are yours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from tests.test_layers import PACKAGE, ROOT, Graph, module_name, package_graph

try:
    import tomllib
except ImportError:
    import tomli as tomllib

LEDGER = Path(__file__).with_name("ledger.toml")
SMALL = 120
"""Lines below which a module that only its neighbour imports belongs into that."""

Numbers = dict[str, int]


def length(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def sizes(root: Path, suffixes: Iterable[str] = (".py",)) -> Iterator[tuple[str, int]]:
    """The first folder below ``root`` of each file, and its lines."""
    for suffix in suffixes:
        for path in root.rglob(f"*{suffix}"):
            folder, *more = path.relative_to(root).parts
            yield folder if more else "top", length(path)


def lines_of_rooms() -> Numbers:
    counted: Counter[str] = Counter()
    for room, lines in sizes(PACKAGE):
        counted[room] += lines
    return dict(sorted(counted.items()))


def modules_of_rooms() -> Numbers:
    return dict(sorted(Counter(room for room, _ in sizes(PACKAGE)).items()))


def chain(graph: Graph) -> int:
    """The most modules that import each other in a row."""
    known: Numbers = {}

    def depth(module: str) -> int:
        if module not in known:
            known[module] = 0  # a package that one of its modules imports
            known[module] = 1 + max((depth(name) for name in graph[module]), default=0)
        return known[module]

    return max(map(depth, graph))


def small_neighbours(graph: Graph, lines: Mapping[str, int]) -> list[str]:
    """The modules under 120 lines whose one importer stands in their own folder."""
    importers: dict[str, set[str]] = {name: set() for name in graph}
    for module, imports in graph.items():
        for name in imports - {module}:
            importers[name].add(module)
    packages = {name.rpartition(".")[0] for name in graph}

    def folder(module: str) -> str:
        return module if module in packages else module.rpartition(".")[0]

    return [
        name
        for name, by in importers.items()
        if len(by) == 1 and lines[name] < SMALL and folder(name) == folder(min(by)) != ""
    ]


def whole() -> Numbers:
    """The numbers that are no room's."""
    graph = package_graph()
    of_modules = {module_name(path, PACKAGE): length(path) for path in PACKAGE.rglob("*.py")}
    catalogs = [
        read_po(path.open("rb")) for path in sorted((PACKAGE / "languages/locale").glob("*.po"))
    ]
    return {
        "lines": sum(of_modules.values()),
        "modules": len(of_modules),
        "lines_of_scripts_and_styles": sum(
            lines for _, lines in sizes(PACKAGE, (".js", ".mjs", ".css", ".html"))
        ),
        "lines_of_documents_and_tables": sum(
            lines for _, lines in sizes(PACKAGE, (".md", ".tsv", ".toml", ".txt"))
        ),
        "lines_of_tests": sum(lines for _, lines in sizes(ROOT / "tests")),
        "lines_of_benchmarks": sum(lines for _, lines in sizes(ROOT / "benchmarks")),
        "longest_chain_of_imports": chain(graph),
        "small_modules_with_one_importer_beside_them": len(small_neighbours(graph, of_modules)),
        "messages": len(catalogs[0]),
        "messages_without_a_translation": sum(
            not message.string for catalog in catalogs for message in catalog if message.id
        ),
    }


def today() -> dict[str, Numbers]:
    return {
        "whole": whole(),
        "lines_of_rooms": lines_of_rooms(),
        "modules_of_rooms": modules_of_rooms(),
    }


@pytest.mark.parametrize("table", ["whole", "lines_of_rooms", "modules_of_rooms"])
def test_the_house_is_as_large_as_the_ledger_says(table: str) -> None:
    kept = tomllib.loads(LEDGER.read_text("utf-8"))[table]
    counted = today()[table]
    assert set(counted) == set(kept)
    larger = {name: (kept[name], number) for name, number in counted.items() if number > kept[name]}
    assert larger == {}, (
        "raise them in tests/ledger.toml, each with its reason, or delete something"
    )
    smaller = {
        name: (kept[name], number)
        for name, number in counted.items()
        if number < kept[name] - max(50, kept[name] // 100)
    }
    assert smaller == {}, "lower them in tests/ledger.toml, so that they stay low"


def test_a_chain_and_a_small_neighbour_are_found() -> None:
    graph: Graph = {"a.top": {"a.one", "b"}, "a.one": {"b"}, "b": set(), "c": {"a.top"}}
    assert chain(graph) == 4
    assert small_neighbours(graph, dict.fromkeys(graph, 30)) == ["a.one"]
    assert small_neighbours(graph, dict.fromkeys(graph, 130)) == []


if __name__ == "__main__":
    for title, numbers in today().items():
        print(f"[{title}]")
        for name, number in numbers.items():
            print(f"{name} = {number}")
        print()
