"""Seeded mutants of the package, and whether the nearest tests kill them.

python -m benchmarks.mutants --seed 7 [--count 40] [--least 38] [--timeout 300] [--in PATH[:LINE]]

A mutant is one change of one expression or statement, in a copy of the tree.  At first all fast
tests run there once under coverage, which says which of them reach which line; ``--reach FILE``
keeps that for other seeds.  Then, for each mutant, tests run until one fails: fast ones that reach
its line, the nearest first, and then the slow ones of the nearest files.  Near are the doctests of
its module, tests that name what it stands in, tests that import its module or one that uses it, and
tests of its room.  A test that fails in the copy without the mutant kills nothing.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from tests.test_layers import Graph, import_graph, module_name
from xl_tourney.functions import NAMES

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "xl_tourney"
DECLARED = {
    f"functions.{name}": f"functions.{module}" for module, names in NAMES.items() for name in names
}
"""The module of each function, which is imported when it is asked for."""
NEIGHBOURS: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
}
"""What an operator becomes."""
_CALL = re.compile(r"\b[A-Z]{2,}\(")
"""What makes a text one of a formula."""
_IN_FORMULA = re.compile(
    r"(?<=[\w)}\"])(?:<>|[<>]=?|=)(?=[\w({\"-])|(?<=[,(=<>+*/-])\d+(?=[,)=<>+*/-])"
)
_OTHER_COMPARISON = {"<>": "=", "=": "<>", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}
SILENT = {"__repr__", "__str__"}
"""Functions whose text only people read."""
MOST_FILES = 10
"""How many files of tests are tried."""
NEAREST = 3
"""How many of them run first."""
MOST_CASES = 3
"""How many cases of one test with parameters run among the first."""
AT_ONCE = 6
"""How many tests of a file run before those of the next."""
FIRST, MOST_TESTS = 25, 150
"""How many tests that reach a line run first, and at all."""


READY_MADE = Path("tests/generator/test_samples.py")
"""The tests that compare every part of the ready-made workbooks, which templates made."""


class Mutant(NamedTuple):
    """One change in one file."""

    path: Path
    """Of the file in the tree."""
    line: int
    name: str
    """The function or class that it stands in; empty at the top of a module."""
    old: str
    new: str
    start: int
    """Where the old text begins and ends in the file's bytes."""
    end: int

    def __str__(self) -> str:
        changed = next((i for i, (a, b) in enumerate(zip(self.old, self.new)) if a != b), 0)
        start = max(0, changed - 40)  # of a long text what has changed
        old, new = (" ".join(text[start:].split())[:70] for text in (self.old, self.new))
        return f"{self.path.as_posix()}:{self.line}: {old}  →  {new}"


class Sites(ast.NodeVisitor):
    """Where a module can be changed; docstrings, texts, types and decorators are left out."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self._source = path, source
        self._starts = [0]
        for line in source.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._names: list[str] = []
        self.found: list[list[Mutant]] = []
        """The mutants of each site; all numbers of a statement outside of functions are one."""
        self._numbers: list[Mutant] | None = None
        for statement in ast.parse(source).body:
            if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                self._numbers = []
            self.visit(statement)
            if self._numbers:
                self.found.append(self._numbers)
            self._numbers = None

    def _position(self, line: int, column: int) -> int:
        return self._starts[line - 1] + column

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self._source[slice(*self._span(node))].decode()

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return (
            self._position(node.lineno, node.col_offset),
            self._position(node.end_lineno, node.end_col_offset),
        )

    def _mutant(self, node: ast.expr | ast.stmt, new: ast.AST | str) -> Mutant:
        text = new if isinstance(new, str) else ast.unparse(new)
        if isinstance(node, ast.expr) and not isinstance(node, ast.Constant):
            text = f"({text})"
        name = self._names[-1] if self._names else ""
        return Mutant(self.path, node.lineno, name, self._text(node), text, *self._span(node))

    def _add(self, node: ast.expr | ast.stmt, *changed: ast.AST | str) -> None:
        self.found.append([self._mutant(node, new) for new in changed])

    def _enter(self, node: ast.FunctionDef | ast.ClassDef, parts: Sequence[ast.AST]) -> None:
        if node.name not in SILENT:
            self._names.append(node.name)
            for part in parts:
                self.visit(part)
            self._names.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        self._enter(node, [*defaults, *node.body])

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._enter(node, node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value and "TypeAlias" not in ast.dump(node.annotation):
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Only as a formula: before Python 3.12 code that stands in a text has no position."""
        self._formula(node)

    def _formula(self, node: ast.JoinedStr | ast.Constant) -> None:
        """One site: the comparisons and numbers in the text of a formula."""
        text = self._text(node)
        if not _CALL.search(text):
            return
        changes = []
        for found in _IN_FORMULA.finditer(re.sub(r"\{[^{}]*\}", lambda c: "_" * len(c[0]), text)):
            old = found[0]
            if not text[: found.start()].strip("frb\"'"):
                continue  # what makes it a formula
            new = str(int(old) + 1) if old.isdigit() else _OTHER_COMPARISON[old]
            changes.append(text[: found.start()] + new + text[found.end() :])
        if changes:
            span = self._span(node)
            name = self._names[-1] if self._names else ""
            self.found.append(
                [Mutant(self.path, node.lineno, name, text, new, *span) for new in changes]
            )

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is raised is mostly a sentence."""

    def visit_Assert(self, node: ast.Assert) -> None:
        """It says what is true."""

    def visit_If(self, node: ast.If) -> None:
        condition = ast.unparse(node.test)
        if "TYPE_CHECKING" in condition or "__name__" in condition:
            return
        self._add(node.test, f"not ({condition})", "False")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        changed = []
        for index, operator in enumerate(node.ops):
            for neighbour in NEIGHBOURS[type(operator)]:
                new = copy.deepcopy(node)
                new.ops[index] = neighbour()  # type: ignore[call-overload]
                changed.append(new)
        self._add(node, *changed)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._operator(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        values = (node.left, node.right)
        if any(isinstance(v, ast.JoinedStr) or _is_text(v) for v in values):
            self.generic_visit(node)
        elif not _is_type_union(node):
            self._operator(node)

    def _operator(self, node: ast.BinOp | ast.BoolOp) -> None:
        if type(node.op) in NEIGHBOURS:
            new = copy.deepcopy(node)
            new.op = NEIGHBOURS[type(node.op)][0]()  # type: ignore[assignment]
            self._add(node, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, (ast.Not, ast.USub)):
            self._add(node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, str):
            self._formula(node)
        if not isinstance(value, (int, float)):
            return
        new = str(not value) if isinstance(value, bool) else repr(value + 1)
        if self._numbers is not None and not self._names:
            self._numbers.append(self._mutant(node, new))
        else:
            self._add(node, new)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and ast.unparse(node.value) != "None":
            self._add(node, "return None")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add(node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, (ast.Call, ast.Yield, ast.YieldFrom)):
            self._add(node, "pass")
            self.generic_visit(node)

    def visit_keyword(self, node: ast.keyword) -> None:
        """The width of a column is a matter of taste."""
        if node.arg != "width":
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """Sizes of caches and names of types are no behaviour."""
        if ast.unparse(node.func).rpartition(".")[2] not in ("cast", "lru_cache", "TypeVar"):
            self.generic_visit(node)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def _is_type_union(node: ast.BinOp) -> bool:
    return isinstance(node.op, ast.BitOr) and any(
        isinstance(v, ast.Constant) and v.value is None for v in (node.left, node.right)
    )


def sites_of(root: Path, path: Path) -> list[list[Mutant]]:
    """The sites of a file of the tree, each with its mutants."""
    return Sites(path, (root / path).read_bytes()).found


def draw(root: Path, folder: str, seed: int, count: int) -> list[Mutant]:
    """Some mutants of the modules in a folder of the tree, each of another site."""
    chance = random.Random(seed)
    paths = sorted(path.relative_to(root) for path in (root / folder).rglob("*.py"))
    sites = [site for path in paths for site in sites_of(root, path)]
    return [chance.choice(site) for site in chance.sample(sites, count)]


# The nearest tests -------------------------------------------------------------------------------


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
    """Which fast tests reach which line of a tree, as one run of them under coverage says."""

    def __init__(self, root: Path, file: Path) -> None:
        self._root = root
        self._data = CoverageData(str(file))
        self._data.read()

    def tests(self, mutant: Mutant) -> set[str]:
        """The tests that reach a mutant while they run.

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

    @cached_property
    def _modules(self) -> dict[Path, str]:
        paths = (self._root / PACKAGE).rglob("*.py")
        return {path.relative_to(self._root): path.read_text("utf-8") for path in paths}

    def _of_lines(self, path: Path, lines: Iterable[int]) -> set[str]:
        measured = (p for p in self._data.measured_files() if p.endswith(f"/{path.as_posix()}"))
        contexts = self._data.contexts_by_lineno(next(measured, ""))
        return {
            context.removesuffix("|run")
            for line in lines
            for context in contexts.get(line, ())
            if context.endswith("|run")
        }


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


def in_turn(reaching: set[str], ranking: Sequence[Path]) -> list[str]:
    """Some tests of each file, the nearest first, then more of each, at last more cases."""
    ranks = {path.as_posix(): rank for rank, path in enumerate(ranking)}
    counts: dict[str, int] = defaultdict(int)
    order: list[tuple[bool, int, int, str]] = []
    for test in sorted(reaching):
        file, function = test.partition("::")[0], test.partition("[")[0]
        is_case = counts[function] >= MOST_CASES
        order.append((is_case, counts[file] // AT_ONCE, ranks.get(file, NEAREST), test))
        counts[function] += 1
        counts[file] += not is_case
    return [test for *_, test in sorted(order)]


FAST, SLOW = "fast", "not fast"


class Group(NamedTuple):
    """Tests that run in one process."""

    tests: Sequence[str]
    mark: str = ""


def groups(mutant: Mutant, tests: Tests, reach: Reach) -> list[Group]:
    """What runs for a mutant, until a test fails.

    A fast test that does not reach a line cannot fail by it, but for lines that run at import.  Of
    a test with cases one may be fast and the others slow.
    """
    files = [str(path) for path in tests.nearest(mutant)]
    reaching = in_turn(reach.tests(mutant), tests.ranking(mutant))[:MOST_TESTS]
    cases = list(dict.fromkeys(test.partition("[")[0] for test in reaching if "[" in test))
    found = [
        Group(reaching[:FIRST]),
        Group(reaching[FIRST:]),
        Group(cases[:MOST_CASES], SLOW),
        Group([] if reaching else files, FAST),
        Group(files[:NEAREST], SLOW),
        Group(files[NEAREST:], SLOW),
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


# Runs --------------------------------------------------------------------------------------------


def kill(root: Path, mutant: Mutant, groups: Sequence[Group], seconds: float) -> str:
    """The test that fails with a mutant and passes without it; empty if none does in this time."""
    path = root / mutant.path
    source = path.read_bytes()
    mutated = source[: mutant.start] + mutant.new.encode() + source[mutant.end :]
    end = time.monotonic() + seconds
    for group in groups:
        put(path, mutated)
        started = time.monotonic()
        try:
            failed = failure(root, group, end - started)
        finally:
            put(path, source)
        taken = time.monotonic() - started
        if failed is None:  # is it the mutant that does not end?
            if failure(root, group, taken / 2) == "":
                return f"{', '.join(group.tests[:3])}: they do not end"
        elif failed and failure(root, Group([failed]), seconds) == "":
            return failed
        if time.monotonic() > end:
            break
    return ""


PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")


def measure(root: Path, file: Path) -> None:
    """Run all fast tests of a tree under coverage, and write which of them reach which line."""
    options = (f"--cov={PACKAGE}", "--cov-context=test", "--cov-report=")
    subprocess.run(
        [*PYTEST, "-m", "fast", *options],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root), "COVERAGE_FILE": str(file.absolute())},
        stdout=subprocess.DEVNULL,
    )


def put(path: Path, source: bytes) -> None:
    """Write a module; nothing that was compiled of it stays."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def failure(root: Path, group: Group, seconds: float) -> str | None:
    """The first of some tests that fails; empty if all pass, None if they do not end."""
    with subprocess.Popen(
        [*PYTEST, "-x", "-m", group.mark, *group.tests],
        cwd=root,
        env=os.environ | {"PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            printed, _ = process.communicate(timeout=max(1.0, seconds))
        except subprocess.TimeoutExpired:
            import psutil

            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
            return None
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", printed, re.MULTILINE)
    if process.returncode in (0, 5):
        return ""
    return found[1] if found else group.tests[0]


def copied(folder: Path) -> Path:
    """A copy of the tree, without what is made in it."""
    copy_ = folder / "tree"
    made = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", "build", "*.egg-info")
    shutil.copytree(ROOT, copy_, ignore=made)
    return copy_


def chosen(arguments: argparse.Namespace, root: Path) -> Iterator[Mutant]:
    """The mutants that are asked for: drawn ones, or all of a file or a line."""
    if not arguments.path:
        yield from draw(root, PACKAGE, arguments.seed, arguments.count)
        return
    name, _, lines = arguments.path.partition(":")
    first, _, last = lines.partition("-")
    for site in sites_of(root, Path(name)):
        for mutant in site:
            if not first or int(first) <= mutant.line <= int(last or first):
                yield mutant


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--least", type=int, default=38, help="how many must be killed")
    parser.add_argument("--timeout", type=float, default=300, help="seconds a mutant")
    parser.add_argument("--in", dest="path", help="all mutants of PATH, PATH:LINE, PATH:FROM-TO")
    parser.add_argument("--reach", type=Path, help="where it stands which tests reach which line")
    parser.add_argument("--list", action="store_true", help="only name them, and their tests")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = copied(Path(folder))
        file = arguments.reach or Path(folder, "reach")
        if not file.exists():
            measure(root, file)
        tests, reach, killed, total = Tests(root), Reach(root, file), 0, 0
        for mutant in chosen(arguments, root):
            total += 1
            found = groups(mutant, tests, reach)
            if arguments.list:
                print(mutant, *(" ".join(group.tests[:4]) for group in found), sep="\n    ")
                continue
            started = time.monotonic()
            killer = kill(root, mutant, found, arguments.timeout)
            killed += bool(killer)
            outcome = f"killed by {killer}" if killer else "SURVIVED"
            print(f"{mutant}\n    {outcome}, {time.monotonic() - started:.0f} s", flush=True)
    print(f"{killed} of {total} killed")
    return 0 if killed >= min(arguments.least, total) or arguments.list else 1


if __name__ == "__main__":
    sys.exit(main())
