"""Where code can be changed, and what it becomes there."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

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
        """None is false as well, so in place of False comes only True."""
        if node.value and ast.unparse(node.value) not in ("None", "False"):
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
