"""The names that formulas call functions by: the hosts' spellings, and the plain name.

A saved workbook may call ``GBQ(`` by its plain name, through an add-in file (``[1]!GBQ(``), an XLL
(``_xll.GBQ(``), Office.js (``_xldudf_TOURNEY_GBQ(``), a LibreOffice add-in (``TOURNEY.GBQ(``), or
as old files have it (``_xludf.GBQ(``), in any letter case.  The file keeps its spelling; engines
read the plain name.
"""

from __future__ import annotations

from functools import lru_cache

from ..functions import CATALOGUE
from .parser import parse, remembered
from .spreadsheet_functions import functions_with
from .syntax_tree import Edit, Omitted, replacement

_OFFICE_JS = "_XLDUDF_"
_ADDIN_PREFIXES = ("_XLL.", "_XLUDF.", "_XLFN.")
_EXCEL_PREFIXES = ("_XLFN.", "_XLWS.")
"""Excel writes them before functions younger than the file format."""
YOUNG_FUNCTIONS = functions_with("young")
"""Functions younger than the file format, which Excel stores as ``_xlfn.NAME``."""

SEPARATORS_TO_LINES = bytes.maketrans(b' \t\r),;{}&=<>+*/^%"|-', b"\n" * 20)
"""The table that turns into a line break what can stand before a function's name or a number."""

RUN_TIME_FUNCTIONS = functions_with("run-time")
"""The functions that return references which no formula shows."""
_READING_OTHER_CELLS = functions_with("reads-unnamed")


@lru_cache(maxsize=4096)
def catalogue_name(called_name: str) -> str | None:
    """The catalogue's function that a call means; None for any other function.

    >>> [catalogue_name(name) for name in ("gbq", "[1]!GBQ", "_xll.GBQ", "_xldudf_CLUB_YATES_TAPL")]
    ['GBQ', 'GBQ', 'GBQ', 'YATES_TAPL']
    >>> [catalogue_name(name) for name in ("TOURNEY.GBQ", "'C:\\\\add ins\\\\x.xlam'!GBQ", "SUM")]
    ['GBQ', 'GBQ', None]
    """
    name = called_name.rpartition("!")[2].upper()
    for prefix in _ADDIN_PREFIXES:
        name = name.removeprefix(prefix)
    if name.startswith(_OFFICE_JS):
        parts = name.removeprefix(_OFFICE_JS).split("_")
        for start in range(len(parts)):
            suffix = "_".join(parts[start:])
            if suffix in CATALOGUE:
                return suffix
        return None
    name = name.rpartition(".")[2]
    return name if name in CATALOGUE else None


@lru_cache(maxsize=4096)
def plain_name(called_name: str) -> str:
    """The name of any function without prefixes, in capitals.

    >>> plain_name("_xlfn._xlws.Sort"), plain_name("[1]!gbq")
    ('SORT', 'GBQ')
    """
    name = called_name.upper()
    for prefix in _EXCEL_PREFIXES:
        name = name.removeprefix(prefix)
    return catalogue_name(called_name) or name


def lacks_prefix(called_name: str) -> bool:
    """Whether Excel does not know the function of a file by this name, and shows ``#NAME?``.

    It calculates it when somebody enters the formula again.

    >>> lacks_prefix("xlookup"), lacks_prefix("_xlfn.XLOOKUP"), lacks_prefix("VLOOKUP")
    (True, False, False)
    """
    return called_name.upper() in YOUNG_FUNCTIONS


def called_names(formula: str) -> list[str]:
    """The names of the functions that a formula calls, as it writes them."""
    return [call.name for call in parse(formula).calls]


def names_before_brackets(formulas: bytes) -> frozenset[str]:
    """The names of the functions that some formulas call, as they write them, without parsing.

    There may be others among them, such as what stands before a bracket in a quoted text.

    >>> sorted(names_before_brackets(b'_xlfn.IFNA([1]!gbq(A1:INDEX(B:B,2)),"no (none)")'))
    ['A1:INDEX', '[1]!gbq', '_xlfn.IFNA']
    """
    before_brackets = formulas.translate(SEPARATORS_TO_LINES).split(b"(")[:-1]
    names = {text[text.rfind(b"\n") + 1 :] for text in before_brackets}
    return frozenset(name.decode("utf-8", "replace") for name in names if name)


@remembered
def called_without_parsing(formula: str) -> frozenset[str]:
    """The plain names of these functions of a formula.

    >>> sorted(called_without_parsing('_xlfn.IFNA([1]!gbq(A1:INDEX(B:B,2)),"no (none)")'))
    ['GBQ', 'IFNA', 'INDEX']
    """
    names = names_before_brackets(formula.encode())
    return frozenset(plain_name(name.rpartition(":")[2].lstrip("@")) for name in names)


def reads_at_run_time(formula: str) -> bool:
    """Whether a formula may read cells that it does not name: only its calculation shows which.

    >>> reads_at_run_time("SUM(OFFSET(A1,1,0,B1))"), reads_at_run_time("SUM(A1:A9)")
    (True, False)
    """
    return not _READING_OTHER_CELLS.isdisjoint(map(plain_name, called_names(formula)))


def normalize_calls(formula: str) -> str:
    """A formula with plain names, and no omitted arguments, in calls of the catalogue.

    Engines pass 0 for an omitted argument, which is a value of its own; an empty text stands for
    it instead.

    >>> normalize_calls("SUM([1]!GBQ(A1:A9,B1:B9,2,,0))")
    'SUM(GBQ(A1:A9,B1:B9,2,"",0))'
    """
    tree = parse(formula)
    edits: list[Edit] = []
    for call in tree.calls:
        if name := catalogue_name(call.name):
            edits.append((call.start, call.arguments_start, f"{name}("))
            omitted = (node for node in call.arguments if isinstance(node, Omitted))
            edits += [replacement(node, '""') for node in omitted]
    return tree.write(edits)
