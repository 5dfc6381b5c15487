"""The kinds of arguments with which formulas call functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.defined_names import DefinedName
from xl_tourney.grammar.function_names import plain_name
from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.references import parse_reference
from xl_tourney.grammar.syntax_tree import Call, FormulaError, Operation

OPERATORS = frozenset(("+", "-", "*", "/", "^", "&", "%"))
MOST_CELLS_READ = 400
"""Of a larger range the values are not looked at one by one."""


class ArgumentKinds:
    """The calls of a formula with the kinds of their arguments, by text and by value.

    By text: ``number``, ``text``, ``true``, ``false``, ``error``, ``omitted``, ``cell``, ``range``,
    ``columns`` (whole columns or rows), ``array``, ``name``, ``call`` or ``expression``.  By value
    a constant, cell or range also tells which kinds of values it holds; see :func:`value_kind`.
    """

    def __init__(
        self, constants: Mapping[str, Mapping[tuple[int, int], Any]], names: Iterable[DefinedName]
    ) -> None:
        self._constants = {name.casefold(): cells for name, cells in constants.items()}
        self._names = {name.name.upper() for name in names}

    def calls(self, formula: str, sheet: str) -> list[list[str]]:
        """For each call and operator its key by text, and its key by value."""
        try:
            calls = [
                (plain_name(call.name), [argument.text for argument in call.arguments])
                for call in find_calls(formula)
            ]
            calls += _operators(formula)
        except FormulaError:
            return []
        found = {}
        for name, arguments in calls:
            kinds = [self._kinds(argument, sheet) for argument in arguments]
            by_text = f"{name}({','.join(kind for kind, _ in kinds)})"
            by_value = f"{name}({','.join(kind + value for kind, value in kinds)})"
            found[by_text, by_value] = True
        return [list(pair) for pair in found]

    def _kinds(self, argument: str, sheet: str) -> tuple[str, str]:
        text = argument.strip()
        while text.startswith("(") and text.endswith(")") and text.count("(") == 1:
            text = text[1:-1].strip()
        if not text:
            return "omitted", ""
        if re.fullmatch(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?%?", text):
            number = float(text.strip("%")) / 100 ** text.count("%")
            return ("number" if number else "zero"), ":" + value_kind(number)
        if re.fullmatch(r'"(?:[^"]|"")*"', text):
            return "text", ":" + value_kind(text[1:-1])
        if text.upper() in ("TRUE", "FALSE", "TRUE()", "FALSE()"):
            return text.upper().rstrip("()").lower(), ":b"
        if text.startswith("{"):
            return "array", ""
        if text.startswith("#"):
            return "error", ":e"
        prefix, _, reference = text.rpartition("!")
        try:
            range_ = parse_reference(reference)
        except ValueError:
            pass
        else:
            name = prefix.strip("'").replace("''", "'") or sheet
            cells = self._constants.get(name.casefold(), {})
            if range_.cell_count == 1:
                return "cell", ":" + value_kind(cells.get((range_.top, range_.left)))
            kind = "columns" if range_.cell_count > 100_000 else "range"
            if range_.cell_count > MOST_CELLS_READ:
                return kind, ""
            kinds = {value_kind(cells.get(position)) for position in range_.cells()}
            return kind, ":" + "".join(sorted(kinds))
        if text.upper() in self._names:
            return "name", ""
        if re.fullmatch(r"[A-Za-z_][\w.]*\((?:[^()]|\([^()]*\))*\)", text):
            return "call", ""
        return "expression", ""


def value_kind(value: Any) -> str:
    """The kind of a value: n, m, f or g for a number, t or q for a text, b, e, or - for a blank.

    A number is n if it is whole, m if that is below 0, f if it has a fraction, g if that is below
    0; a text is q if it has digits or is a truth value, and may be read as a number.
    """
    if value is None:
        return "-"
    if isinstance(value, ErrorValue):
        return "e"
    if isinstance(value, bool):
        return "b"
    if isinstance(value, str):
        return "q" if re.search("(?i)[0-9]|^(true|false)$", value) else "t"
    return ("n" if value >= 0 else "m") if value == int(value) else "f" if value > 0 else "g"


def _operators(formula: str) -> Iterator[tuple[str, list[str]]]:
    """The arithmetic operators with their operands; ``(+)`` for what is calculated."""
    for node in parse(formula).nodes:
        if isinstance(node, Operation) and node.name in OPERATORS:
            yield (
                node.name,
                [
                    "(+)" if operand.children or isinstance(operand, Call) else operand.text
                    for operand in node.arguments
                ],
            )
