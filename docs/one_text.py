"""Which forms of a function come from one text: ``python docs/one_text.py`` writes it down.

The table in CONTRIBUTING.md is read from the code.  The arithmetic of a rule are the functions that
somebody hands to ``formula_of`` or ``lambda_body_of``, and those that a rule calls whose LAMBDA is
written from it as a whole.  A test compares the table with the code of today.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.hosts.lambdas.definitions import FROM_RULES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "xl_tourney"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- one text: begin -->\n", "<!-- one text: end -->\n"
WRITERS = {"formula_of", "lambda_body_of"}
"""What writes the formula of the function that is its first argument."""

_SEARCH = "who stands in a place is a search among all rows"
_BOARD = "a board is compared line by line: counts of lower and equal scores"
_WALL_LIST = "a wall list is parsed, and opponents are looked up row by row"
_RECORD = "a criterion is a record, whose arithmetic gives all forms (functions/criteria)"
_CUTS = "a wall list is parsed, opponents are looked up, and each cut is a search"
_PASSES = "a wall list is parsed, and all games are rated in two passes"
_TIED = "tied groups are found again after each comparison"
_SOLVER = "a mixed-integer program decides which results are still possible"
REASONS = {
    **dict.fromkeys(("GBQ", "WBQ", "GAMES_BEHIND"), _SEARCH),
    "BSS": "the leader is a search among all rows",
    **dict.fromkeys(("PLACE", "DECIDED_BY"), "rows are sorted and counted; there is no arithmetic"),
    **dict.fromkeys(("MATCHPOINT", "CROSS_IMPS", "BUTLER"), _BOARD),
    **dict.fromkeys(("NBW", "MMS", "CUSS", "SOS", "SODOS", "SOSOS"), _RECORD),
    **dict.fromkeys(("DIRECT_COMPARISON", "DC_PLACE", "DIRECT_ENCOUNTER"), _TIED),
    **dict.fromkeys(("PERFORMANCE_RATING", "OPERA"), _PASSES),
    **dict.fromkeys(("CHESS_POINTS", "PROGRESSIVE", "GAMES_COUNT"), _WALL_LIST),
    **dict.fromkeys(("BUCHHOLZ", "SONNEBORN_BERGER", "KOYA"), _CUTS),
    "RATING_TIEBREAK": "a wall list is parsed, and a perfect performance is searched for",
    **dict.fromkeys(("TIEBREAK", "CHESS_PLACE"), "a list of codes is parsed, one after the other"),
    **dict.fromkeys(("BEST_PLACE", "WORST_PLACE", "RACE_STATUS", "RACE_SCENARIO"), _SOLVER),
    **dict.fromkeys(("WINS_TO_CLINCH", "WINS_TO_STAY_ALIVE"), _SOLVER),
}
"""What stays by hand of a function, and why."""

Name = tuple[str, str]
"""A function by its module and its own name."""


@dataclass
class Module:
    """What a module defines and imports."""

    name: str
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Each imported name: its module, and its name there; empty for a module itself."""
    methods: dict[str, str] = field(default_factory=dict)
    """The methods of its classes by their own name, with the name of the class before it."""
    tree: ast.Module = field(default_factory=lambda: ast.Module([], []))

    def names(self, node: ast.AST) -> Iterator[Name]:
        """The functions of this program that a piece of code names."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.functions:
                yield self.name, part.id
            elif isinstance(part, ast.Name) and part.id in self.imports:
                yield self.imports[part.id]
            elif isinstance(part, ast.Attribute):
                if isinstance(part.value, ast.Name):
                    module, name = self.imports.get(part.value.id, ("", ""))
                    yield (f"{module}.{name}" if name else module), part.attr
                for source in {self.name, *(module for module, _ in self.imports.values())}:
                    if source in modules() and part.attr in modules()[source].methods:
                        yield source, modules()[source].methods[part.attr]


@cache
def modules() -> dict[str, Module]:
    """Every module of the package, by its dotted name."""
    return {module.name: module for module in map(_module, sorted(PACKAGE.rglob("*.py")))}


def _module(path: Path) -> Module:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    package = parts[:-1]
    found = Module(".".join(package if parts[-1] == "__init__" else parts))
    found.tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(found.tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module or "").split(".")]
            for alias in node.names:
                source = ".".join(filter(None, base))
                found.imports[alias.asname or alias.name] = source, alias.name
    found.functions = {n.name: n for n in found.tree.body if isinstance(n, ast.FunctionDef)}
    for owner in (n for n in found.tree.body if isinstance(n, ast.ClassDef)):
        for method in (n for n in owner.body if isinstance(n, ast.FunctionDef)):
            found.methods[method.name] = f"{owner.name}.{method.name}"
            found.functions[f"{owner.name}.{method.name}"] = method
    return found


def reached(names: Iterable[Name]) -> set[Name]:
    """The functions of rules that some functions call, directly or by way of others."""
    found: set[Name] = set()
    waiting = list(names)
    while waiting:
        module, name = waiting.pop()
        definition = modules()[module].functions.get(name) if module in modules() else None
        if definition and module.startswith("functions.") and (module, name) not in found:
            found.add((module, name))
            waiting += modules()[module].names(ast.Module([*definition.body], []))
    return found


@cache
def written(room: str) -> set[Name]:
    """The functions of which a room writes the formula."""
    return reached(
        name
        for module in modules().values()
        if module.name.startswith(f"{room}.")
        for call in ast.walk(module.tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        if call.func.id in WRITERS and call.args
        for name in module.names(call.args[0])
    )


def _decorators(definition: ast.FunctionDef) -> Iterator[str]:
    for decorator in definition.decorator_list:
        yield ast.unparse(decorator).partition("(")[0]


def _derivations(module: Module, function: str) -> Iterator[Name]:
    """What is declared as the derivation of a function: decorated, or handed over."""
    for name, definition in module.functions.items():
        if f"{function}.derivation" in _decorators(definition):
            yield module.name, name
    for node in module.tree.body:
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func) == f"{function}.derivation":
            yield from module.names(call.args[0])


@dataclass
class Forms:
    """The functions that each form of a declared function calls."""

    value: set[Name]
    derivation: set[Name]
    has_derivation: bool
    has_column: bool
    """Whether a template has a column that calls it."""
    is_from_rule: bool
    """Whether its LAMBDA is written from the rule as a whole."""


@cache
def declared() -> dict[str, Forms]:
    """Every function that a cell may call."""
    templates = sorted((PACKAGE / "templates").rglob("*.py"))
    columns = "".join(path.read_text(encoding="utf-8") for path in templates)
    found = {}
    for module in modules().values():
        for name, definition in module.functions.items():
            is_record = "criterion" in _decorators(definition) and name.isupper()
            if is_record or "function" in _decorators(definition):
                derivations = set(_derivations(module, name))
                found[name] = Forms(
                    reached([(module.name, name)]) - {(module.name, name)},
                    reached(derivations) - derivations,
                    is_record or bool(derivations),
                    re.search(rf'\b{name}\(|"{name}"', columns) is not None,
                    name in FROM_RULES,
                )
    return found


def arithmetic(function: str) -> set[Name]:
    """What the value of a function calls, and formulas are written of.

    That is what columns of templates call of it; else what the LAMBDA does.
    """
    forms = declared()[function]
    called = {(module, name) for module, name in forms.value if not name.startswith("_")}
    in_lambda = called if forms.is_from_rule else called & written("hosts.lambdas")
    return called & written("templates") or in_lambda


def rows() -> Iterator[tuple[str, ...]]:
    """For each function: its arithmetic, which forms call it, and what is by hand.

    Functions without arithmetic stand together, by the reason.
    """
    by_hand: dict[str, list[str]] = {}
    for function, forms in sorted(declared().items()):
        own, reason = arithmetic(function), REASONS.get(function, "")
        if not own and not forms.is_from_rule:
            by_hand.setdefault(reason, []).append(f"`{function}`")
            continue
        derivation = _calls(own, forms.derivation) if forms.has_derivation else "none"
        in_column = _calls(own, written("templates")) if forms.has_column else "no column"
        in_lambda = _calls(own, written("hosts.lambdas"))
        in_lambda = "the rule itself" if forms.is_from_rule else in_lambda
        yield f"`{function}`", _listed(own), derivation, in_column, in_lambda, reason
    for reason, functions in by_hand.items():
        yield ", ".join(functions), "", "", "", "", reason


def _calls(own: set[Name], called: set[Name]) -> str:
    """Which of a rule's functions a form calls."""
    missing = own - called
    if not missing or missing == own:
        return "by hand" if missing else "all"
    return f"all but {_listed(missing)}" if 2 * len(missing) < len(own) else _listed(own & called)


def _listed(names: set[Name]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(name for _, name in names))


def table() -> str:
    """The table as CONTRIBUTING shows it."""
    heading = ("function", "arithmetic of its value", "derivation", "built-in formula", "LAMBDA")
    lines = [(*heading, "by hand, because"), ("---",) * 6, *rows()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def current(text: str) -> str:
    """CONTRIBUTING with the table of today."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    CONTRIBUTING.write_text(current(CONTRIBUTING.read_text("utf-8")), encoding="utf-8")
