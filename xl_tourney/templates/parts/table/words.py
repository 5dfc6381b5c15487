"""Words that formulas compare: each stands in a named cell, and in no formula.

A template writes ``System="swiss"``, where ``System`` is a cell for which words are chosen from a
list; the formula in the workbook is ``System=System_swiss``.  So the words can be in any language,
and what is compared is said once.
"""

from __future__ import annotations

import re
from functools import lru_cache

Choices = tuple[tuple[str, tuple[str, ...]], ...]
"""The names of cells, each with the words that are chosen there."""
SETTLED = ("Settled", ("first", "qualified", "out", "own hands", "open", "unknown"))
"""What tables say of who can still finish where."""
RACE_STATUS = ("RaceStatus", ("clinched", "out", "open", "unknown"))
"""The same as our functions give it."""


def word_cell(name: str, word: str) -> str:
    """The named cell that holds a word.

    >>> word_cell("HeadToHead", "at the end"), word_cell("Basis", "tp%")
    ('HeadToHead_at_the_end', 'Basis_tp')
    """
    return "_".join([name, *re.findall(r"\w+", word)])


@lru_cache(maxsize=4096)
def with_word_cells(formula: str, choices: Choices) -> str:
    """A formula in which words that are compared are the cells that hold them.

    >>> with_word_cells('IF(Basis<>"tp%",1,"tp%")', (("Basis", ("tp%", "gbq")),))
    'IF(Basis<>Basis_tp,1,"tp%")'
    """
    for name, words in choices if '"' in formula else ():
        for word in words:
            compared = rf'(?<!\w)({name}\d*(?:=|<>))"{re.escape(word)}"'
            formula = re.sub(compared, rf"\1{word_cell(name, word)}", formula)
    return formula
