"""Rules of the text of a formula: its length, and the prefixes of young functions."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache

from ...grammar.function_names import called_names
from ...grammar.syntax_tree import FormulaError

MAX_FORMULA = 8192
_YOUNG_NAMES = """
    ACOT ACOTH AGGREGATE ARABIC BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND
    BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE CHISQ.DIST
    CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA CONCAT
    CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL DROP
    ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTER
    FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST
    GAMMA.INV GAMMALN.PRECISE GAUSS GROUPBY HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT ISFORMULA
    ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT
    MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION
    PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI PIVOTBY
    POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH
    SEQUENCE SHEET SHEETS SKEW.P SORT SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT T.INV
    T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE UNIQUE
    VALUETOTEXT VAR.P VAR.S VSTACK WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST
"""
_YOUNG = frozenset(_YOUNG_NAMES.split())
"""Functions younger than the file format; Excel stores them as ``_xlfn.NAME``."""


_TO_SHAPE = str.maketrans("123456789", "0" * 9)
"""Makes one text of the formulas of a column, which differ in their rows."""
_YOUNG_SHAPES = frozenset(name.translate(_TO_SHAPE) for name in _YOUNG)


def check_formula(formula: str) -> tuple[str, ...]:
    """What is wrong with a formula as a file stores it.

    >>> check_formula("SUM(A1:A3)"), check_formula("IFNA(A1,0)")
    ((), ('calls IFNA without the prefix _xlfn.',))
    """
    is_suspect = _is_suspect(formula.translate(_TO_SHAPE))
    return tuple(_find_problems(formula, _YOUNG)) if is_suspect else ()


@lru_cache(maxsize=4096)
def _is_suspect(shape: str) -> bool:
    """Whether a formula of this shape may be wrong; brackets and names do not hang on digits."""
    return any(_find_problems(shape, _YOUNG_SHAPES))


def _find_problems(formula: str, young: Set[str]) -> Iterator[str]:
    if len(formula) > MAX_FORMULA:
        yield f"has a formula of more than {MAX_FORMULA} characters"
    if formula.startswith("="):
        yield "has a formula that begins with ="
    try:
        names = list(called_names(formula))
    except FormulaError as error:
        yield f"has a formula that cannot be read ({error})"
        return
    for name in dict.fromkeys(names):
        if name.upper() in young:
            yield f"calls {name} without the prefix _xlfn."
