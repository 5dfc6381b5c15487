"""Ranges that many formulas pass to the helper of arrays: each is passed once."""

from __future__ import annotations

import re

from ..grammar.references import quote_sheet_name
from .base import BROADCAST, SHARED_RANGES

_TOKEN = re.compile(
    rf"(?P<call>{BROADCAST}\()"
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
        """
        if BROADCAST not in formula:
            return formula
        parts, end, calls = [], 0, [False]
        for token in _TOKEN.finditer(formula):
            text = token[0]
            if text == ")":
                calls.pop()
            elif text[-1] == "(":
                calls.append(token["call"] is not None)
            elif token["range"] and calls[-1] and formula[token.start() - 1] == ",":
                parts += [formula[end : token.start()], self._handle(token, sheet)]
                end = token.end()
        return "".join((*parts, formula[end:]))

    def _handle(self, token: re.Match[str], sheet: str) -> str:
        reference = token["range"] if token["sheet"] else f"{quote_sheet_name(sheet)}!{token[0]}"
        return f"{SHARED_RANGES}!$A${self._rows.setdefault(reference, len(self._rows) + 1)}"
