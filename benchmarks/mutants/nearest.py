"""Which tests are near a mutant: those that reach its line, and those of files about it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from benchmarks.mutants.drawing import Mutant
from tests.test_layers import Graph, import_graph, module_name
from xl_tourney.functions import NAMES

PACKAGE = "xl_tourney"
DECLARED = {
    f"functions.{name}": f"functions.{module}" for module, names in NAMES.items() for name in names
}
"""The module of each function, which is imported when it is asked for."""
MOST_FILES = 10
"""How many files of tests are tried."""
NEAREST = 3
"""How many of them run first."""
MOST_CASES = 3
"""How many cases of one test with parameters run among the first."""
FIRST, MOST_TESTS = 25, 150
"""How many tests that reach a line run first, and at all."""


READY_MADE = Path("tests/generator/test_samples.py")
"""The tests that compare every part of the ready-made workbooks, which templates made."""


class Tests:
    """The tests of a tree: which are near a place in the package."""

    __test__ = False

    def __init__(self, root: Path) -> None:
        self.root = root
        paths = [*(root / "tests").rglob("*.py")]
        self._texts = {path.relative_to(root): path.read_text("utf-8") for path in paths}

    @cached_property
    def _users(self) -> Graph:
        """The modules that import each module."""
        users: Graph = {}
        for module, imported in import_graph(self.root / PACKAGE).items():
            for name in imported:
                users.setdefault(name, set()).add(module)
        return users

    def _distances(self, module: str) -> dict[str, int]:
        """How far from a module those are that use it, up to three steps."""
        found = {module: 0}
        for distance in (1, 2, 3):
            users = {user for name in found for user in self._users.get(name, ())}
            found = dict.fromkeys(users, distance) | found
        return found

    @cached_property
    def _imports(self) -> dict[Path, set[str]]:
        """The modules of the package that each file imports, itself or through its helpers."""
        own, helpers = {}, {}
        for path, text in self._texts.items():
            tree = ast.parse(text)
            names = {
                f"{node.module}.{alias.name}"
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module
                for alias in node.names
            }
            ours = {n.removeprefix(f"{PACKAGE}.") for n in names if n.startswith(PACKAGE)}
            own[path] = {DECLARED.get(name, name) for name in ours}
            helpers[path] = {
                Path(*n.split(".")[:k]).with_suffix(".py") for n in names for k in (2, 3, 4)
            }
        return {
            path: names.union(*(own.get(helper, set()) for helper in helpers[path]))
            for path, names in own.items()
        }

    def ranking(self, mutant: Mutant) -> list[Path]:
        """All files with tests, the nearest first; the mutant's own has doctests."""
        module = module_name(self.root / mutant.path, self.root / PACKAGE)
        distances = self._distances(module)
        words = _words(f"{module.replace('.', '_')}_{mutant.name}")
        room = mutant.path.parts[1]
        name = re.compile(rf"\b{mutant.name.strip('_')}\b" if mutant.name else r"(?!)")

        def remoteness(path: Path) -> float:
            imported = self._imports[path]
            steps = min((d for m, d in distances.items() if _imports(imported, m)), default=6)
            text = self._texts[path]
            near = 3 * bool(name.search(text)) + 2 * len(words & _words(path.stem))
            return 2 * steps - near - 2 * (room in path.parts) + len(text) / 50_000

        tests = [path for path in self._texts if path.name.startswith("test_")]
        own = [mutant.path] if ">>> " in (self.root / mutant.path).read_text("utf-8") else []
        return own + sorted(tests, key=remoteness)

    def nearest(self, mutant: Mutant) -> list[Path]:
        """The files that are tried, the nearest first."""
        found = self.ranking(mutant)[: MOST_FILES + 1]
        if mutant.path.parts[1] == "templates" and READY_MADE not in found:
            found.insert(NEAREST - 1, READY_MADE)
        return found


class Reach:
    """Which tests reach which line of a tree, as one run of them under coverage says."""

    def __init__(self, root: Path, file: Path) -> None:
        self._root = root
        self._data = CoverageData(str(file))
        self._data.read()
        if not any(self._data.measured_contexts()):
            raise ValueError(f"{file}: it names no test; remove it, and it is measured anew.")

    @cached_property
    def _breadths(self) -> Counter[str]:
        """How many lines each test reaches."""
        return Counter(
            context
            for file in self._data.measured_files()
            for contexts in self._data.contexts_by_lineno(file).values()
            for context in contexts
        )

    def contexts(self, mutant: Mutant) -> set[str]:
        """The tests that reach a mutant, each with its phase: ``tests/test_a.py::test_b|run``.

        Of a value that a module is made with, those that reach a line with a name of what it is in.
        """
        if mutant.name:
            last = mutant.line + mutant.old.count("\n")
            if found := self._of_lines(mutant.path, range(mutant.line, last + 1)):
                return found
        found = set()
        names = _made_of(ast.parse((self._root / mutant.path).read_bytes()), mutant.line)
        word = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b" if names else r"(?!)")
        module = "" if mutant.path.stem == "__init__" else mutant.path.stem
        for path, text in self._modules.items():
            if path == mutant.path or (module in text and word.search(text)):
                lines = enumerate(text.splitlines(), 1)
                found |= self._of_lines(path, [n for n, line in lines if word.search(line)])
        return found

    def tests(self, contexts: set[str]) -> list[str]:
        """The tests that reach a mutant while they run, those first that reach little else.

        More cases of one test come last.
        """
        running = (context for context in contexts if context.endswith("|run"))
        narrow = sorted(running, key=lambda context: (self._breadths[context], context))
        counts: Counter[str] = Counter()
        order = []
        for test in (context.removesuffix("|run") for context in narrow):
            function = test.partition("[")[0]
            order.append((counts[function] >= MOST_CASES, len(order), test))
            counts[function] += 1
        return [test for *_, test in sorted(order)]

    @cached_property
    def _modules(self) -> dict[Path, str]:
        paths = (self._root / PACKAGE).rglob("*.py")
        return {path.relative_to(self._root): path.read_text("utf-8") for path in paths}

    def _of_lines(self, path: Path, lines: Iterable[int]) -> set[str]:
        measured = (p for p in self._data.measured_files() if p.endswith(f"/{path.as_posix()}"))
        contexts = self._data.contexts_by_lineno(next(measured, ""))
        return {context for line in lines for context in contexts.get(line, ()) if context}


def _made_of(module: ast.Module, line: int) -> set[str]:
    """The names at the top of a module whose values are made of what stands at a line."""
    names: set[str] = set()
    for _ in module.body:
        before = len(names)
        for statement in module.body:
            is_it = statement.lineno <= line <= (statement.end_lineno or statement.lineno)
            if is_it or names & {n.id for n in ast.walk(statement) if isinstance(n, ast.Name)}:
                names |= _defined(statement)
        if len(names) == before:
            break
    return names


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return set()
    stored = (n for n in ast.walk(statement) if isinstance(n, ast.Name))
    return {n.id for n in stored if isinstance(n.ctx, ast.Store)}


FAST, SLOW = "fast", "not fast"


class Group(NamedTuple):
    """Tests that run in one process."""

    tests: Sequence[str]
    mark: str = ""


def groups(mutant: Mutant, tests: Tests, reach: Reach) -> list[Group]:
    """What runs for a mutant, until a test fails.

    What one test makes others may look at: so after the tests that reach a line come all of the
    files that have most of these.  Of a slow test with cases only the first was measured.  What a
    test starts in another process was not measured, so at last come slow tests of the files nearest
    by their names.
    """
    contexts = reach.contexts(mutant)
    reaching = reach.tests(contexts)[:MOST_TESTS]
    cases = list(dict.fromkeys(test.partition("[")[0] for test in reaching if "[" in test))
    counts = Counter(context.partition("::")[0] for context in sorted(contexts))
    most = [file for file, _ in counts.most_common(NEAREST)]
    near = [str(path) for path in tests.nearest(mutant) if str(path) not in most]
    found = [
        Group(reaching[:FIRST]),
        Group(reaching[FIRST:]),
        Group(cases[:MOST_CASES], SLOW),
        Group(most or near, FAST),
        Group(most, SLOW),
        Group(near[:NEAREST], SLOW),
        Group(near[NEAREST:], SLOW),
    ]
    return [group for group in found if group.tests]


def _words(name: str) -> set[str]:
    """The words of a name, in the singular.

    >>> sorted(_words("test_opponents_scores"))
    ['opponent', 'score', 'test']
    """
    return {word.removesuffix("s") for word in name.lower().split("_") if word}


def _imports(names: set[str], module: str) -> bool:
    return any(name == module or name.startswith(f"{module}.") for name in names)
