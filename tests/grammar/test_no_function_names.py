"""No code names a spreadsheet function: what is known of one is a fact of the table, or syntax.

Left are names of three kinds: those under which an implementation is registered (``"COUNTA":
_write_count``), formulas that code writes for an engine to calculate, and the closed list of
syntax.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from openpyxl.utils import FORMULAE

from tests.test_layers import PACKAGE
from xl_tourney.grammar.spreadsheet_functions import functions_with

ROOMS = ("recalculation", "engines", "grammar")
SYNTAX = {
    "IF": "of its branches one is evaluated",
    "IFERROR": "its second argument is evaluated where the first is an error",
    "IFNA": "the same for one error",
    "INDEX": "an operator of references: A1:INDEX(B:B,2)",
    "OFFSET": "gives a reference that is moved",
    "INDIRECT": "gives the reference that a text writes",
    "CHOOSE": "gives one of its references",
    "ROW": "where a reference begins",
    "COLUMN": "the same",
    "ROWS": "how large a reference is",
    "COLUMNS": "the same",
    "SINGLE": "the operator @, as a file writes it",
    "ANCHORARRAY": "the operator #, as a file writes it",
    "LET": "binds names",
    "LAMBDA": "binds names",
    "TRUE": "a constant",
    "FALSE": "a constant",
}
"""Each with its reason."""
WRITTEN = {
    *(
        "ABS",
        "AND",
        "CELL",
        "COUNTA",
        "COUNTIF",
        "ISERROR",
        "ISNA",
        "LOOKUP",
        "MATCH",
        "MAX",
        "NOT",
    ),
    *("NOW", "OR", "SIGN", "SUM", "TRUNC", "ISODD", "ISEVEN"),
}
"""What formulas that code writes for an engine call, besides."""
STILL = {
    "engines/formualizer/broadcasting.py": {"IFS"},
    "engines/ironcalc.py": {"YEARFRAC"},
    "engines/cellrune.py": {"YEARFRAC"},
}
"""What is to become a fact."""
KNOWN = {name.upper() for name in FORMULAE} | functions_with("young")
_NAME = re.compile(r"(?<![A-Za-z0-9_.#])[A-Z][A-Z0-9.]*[A-Z0-9](?![A-Za-z0-9_.!])")


def registered(tree: ast.AST) -> Iterator[ast.AST]:
    """The texts that name an implementation, and what is said of its source."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.FormattedValue):
            yield from node.values[1:2]  # XL_TOURNEY_ADDRESS is another name
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if key and isinstance(value, (ast.Name, ast.Attribute, ast.Lambda, ast.Call)):
                    yield from ast.walk(key)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            yield from ast.walk(node.targets[0].slice)


def names_in(source: str) -> set[str]:
    """The functions that a program's texts name otherwise, but for docstrings."""
    tree = ast.parse(source)
    left_out = {id(node) for node in registered(tree)}
    left_out |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = set()
    for node in ast.walk(tree):
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        text = text.decode("latin-1") if isinstance(text, bytes) else text
        if isinstance(text, str) and id(node) not in left_out:
            for name in _NAME.finditer(text):
                is_written = text[name.end() :].strip("\\")[:1] == "(" and name[0] in WRITTEN
                if name[0] in KNOWN and name[0] not in SYNTAX and not is_written:
                    found.add(name[0])
    return found


MODULES = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_names_no_spreadsheet_function(path: Path) -> None:
    still = STILL.get(path.relative_to(PACKAGE).as_posix(), set())
    found = names_in(path.read_text("utf-8")) - still
    assert found == set(), "say it in spreadsheet_functions.tsv"


def test_a_name_is_found_but_where_it_is_registered_written_or_syntax() -> None:
    source = '''
"""SUMIF"""
NAMES = {"VLOOKUP", "IF"}
PATTERN = rb"MEDIAN\\\\("
WRITERS = {"SUMPRODUCT": print}
WRITERS["LARGE"] = print
FORMULA = "MATCH(A1,B1:B9,0)"
'''
    assert names_in(source) == {"VLOOKUP", "MEDIAN"}
