"""Ranges that many formulas pass to a helper of arrays: each is passed once."""

from __future__ import annotations

import re

from ..grammar.references import quote_sheet_name
from ..grammar.syntax_tree import Edit
from ..patterns import regex
from .base import BROADCAST, KEEP, SHARED_RANGES

_TOKENS = regex(
    rf"(?P<call>\b{BROADCAST}\()"
    r"""|[()]|"(?:[^"]|"")*"
    |(?P<range>(?P<sheet>(?:'(?:[^']|'')*'|[^\W\d][\w.]*)!)?
        \$[A-Z]{1,3}\$[0-9]+:\$[A-Z]{1,3}\$[0-9]+)(?=[,)])
    |'(?:[^']|'')*'""",
    re.VERBOSE,
)
"""What opens and closes calls, texts and quoted names, and absolute ranges."""


class SharedRanges:
    """The ranges of a workbook that are passed by a handle, each in a cell of one sheet."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}

    @property
    def references(self) -> list[str]:
        """The ranges, in the order of their cells."""
        return [*self._rows]

    def write(self, formula: str, sheet: str) -> str:
        """A formula of a sheet with handles in place of the absolute ranges of the helper.

        >>> SharedRanges().write('SUM(XL_TOURNEY_BROADCAST("LEN",$A$1:$A$9),$A$1:$A$9)', "Games")
        'SUM(XL_TOURNEY_BROADCAST("LEN",XL_TOURNEY_RANGES!$A$1),$A$1:$A$9)'
        >>> formula = 'SUM(XL_TOURNEY_BROADCAST("MOD",XL_TOURNEY_BROADCAST("INT",A1:A9),2))'
        >>> SharedRanges().write(formula, "Games")
        'SUM(XL_TOURNEY_BROADCAST("MOD",XL_TOURNEY_KEEP("INT",A1:A9),2))'
        """
        if BROADCAST not in formula:
            return formula
        edits: list[Edit] = []
        calls: list[tuple[bool, int]] = [(False, 0)]  # whether it is of the helper; where it begins
        for token in _TOKENS.finditer(formula):
            start, end = token.span()
            is_argument = calls[-1][0] and formula[start - 1] in ",("
            if token[0] == ")":
                _, start = calls.pop()
                if start and formula[end : end + 1] in (",", ")"):
                    edits.append((start, start + len(BROADCAST), KEEP))
            elif token["call"]:
                calls.append((True, start if is_argument else 0))
            elif token[0] == "(":
                calls.append((False, 0))
            elif token["range"] and is_argument:
                edits.append((start, end, self._handle(token, sheet)))
        for start, end, text in sorted(edits, reverse=True):
            formula = f"{formula[:start]}{text}{formula[end:]}"
        return formula

    def _handle(self, token: re.Match[str], sheet: str) -> str:
        reference = token["range"] if token["sheet"] else f"{quote_sheet_name(sheet)}!{token[0]}"
        return f"{SHARED_RANGES}!$A${self._rows.setdefault(reference, len(self._rows) + 1)}"
