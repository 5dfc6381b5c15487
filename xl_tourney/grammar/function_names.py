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
from .syntax_tree import Edit, Omitted, replacement

_OFFICE_JS = "_XLDUDF_"
_ADDIN_PREFIXES = ("_XLL.", "_XLUDF.", "_XLFN.")
_EXCEL_PREFIXES = ("_XLFN.", "_XLWS.")
"""Excel writes them before functions younger than the file format."""
_YOUNG_NAMES = """
    ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE
    BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE
    CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA
    CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL
    DETECTLANGUAGE DROP ENCODEURL ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT
    F.INV F.INV.RT F.TEST FILTER FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS
    FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT
    GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS IMAGE
    IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA
    LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT MODE.SNGL MUNIT
    NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC
    PERCENTILE.INC PERCENTOF PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY
    POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE REGEXEXTRACT
    REGEXREPLACE REGEXTEST RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORT SORTBY STDEV.P
    STDEV.S STOCKHISTORY SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T T.TEST TAKE TEXTAFTER
    TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW TRANSLATE TRIMRANGE UNICHAR UNICODE UNIQUE
    VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR
    Z.TEST
"""
YOUNG_FUNCTIONS = frozenset(_YOUNG_NAMES.split())
"""Functions younger than the file format, which Excel stores as ``_xlfn.NAME``."""

SEPARATORS_TO_LINES = bytes.maketrans(b' \t\r),;{}&=<>+*/^%"|-', b"\n" * 20)
"""The table that turns into a line break what can stand before a function's name or a number."""

RUN_TIME_FUNCTIONS = frozenset(("INDIRECT", "OFFSET"))
"""The functions that return references which no formula shows."""
_READING_OTHER_CELLS = RUN_TIME_FUNCTIONS | {"CELL"}


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
