"""Numerical functions from 1E-12 to 1E12 by each engine, against scipy: who is wrong for which sizes.

    pip install scipy cellrune
    python -m benchmarks.magnitudes [FUNCTION ...] [--engine NAME] [--list]

Every function is called with all combinations of sizes, among them 0, negative ones, numbers near 1
and below it, and whole ones where it takes these.  Values agree as in a recalculation: to nine
digits, or to 1E-12.  The table has, by function and engine, how often they do not, and the largest
size up to which they always do, where no argument but 0 is below 1E-5.  ``within 0.00001 LARGEST``
says that in ``grammar/spreadsheet_functions.tsv``, by bounds of the classes of numbers.
"""

# ruff: noqa: E501

from __future__ import annotations

import argparse
import io
import itertools
import math
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import cellrune
import formualizer
import ironcalc
import numpy as np
import xlsxwriter
from scipy import special, stats

from xl_tourney.engines.base import values_agree

SIZES = (
    *(1e-12, 1e-9, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 0.999999, 1 - 1e-9, 1.0),
    *(1 + 1e-9, 1.5, 2.0, 3.0, 5.0, 7.5, 10.0, 20.0, 30.0, 50.0, 100.0, 150.0, 171.0, 300.0),
    *(366.0, 500.0, 700.0, 1e3, 2e3, 5e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e12),
)
SIGNED = (*(-x for x in SIZES), 0.0, *SIZES)
POSITIVE = SIZES
INNER = (1e-12, 1e-6, 1e-5, 0.01, 0.3, 0.5, 0.9, 0.99, 0.999999)
"""Probabilities."""
WHOLE = (0.0, *(x for x in SIZES if x.is_integer()))
NATURAL = WHOLE[1:]
FEW = (1e-9, 1e-5, 0.01, 0.9, 1.0, 2.5, 30.0, 150.0, 366.0, 2e3, 1e5, 1e9)
FEW_SIGNED = (*(-x for x in FEW[1::2]), 0.0, *FEW)
FEW_WHOLE = (0.0, 1.0, 2.0, 5.0, 20.0, 100.0, 366.0, 2e3, 1e5)

LEAST = 1e-5

Sizes = Sequence[float]


class Sweep(NamedTuple):
    """A function with its names, the sizes of its arguments, and its value."""

    names: str
    arguments: Sequence[Sizes]
    value: Callable[..., float]
    last: str = ""
    """What stands behind them in a call."""


def _t_inverse(p: float, n: float) -> float:
    return float(stats.t.isf(p / 2, n))


SWEEPS = [
    *(
        Sweep(name, (SIGNED,), value)
        for name, value in {
            "ABS": abs, "ATAN": math.atan, "ASINH": math.asinh, "COSH": math.cosh,
            "SINH": math.sinh, "TANH": math.tanh, "EXP": math.exp, "DEGREES": math.degrees,
            "RADIANS": math.radians, "ERF": math.erf, "ERFC": math.erfc, "ERF.PRECISE": math.erf,
            "ERFC.PRECISE": math.erfc, "INT": math.floor, "FISHERINV": math.tanh,
            "GAUSS": lambda x: math.erf(x / math.sqrt(2)) / 2, "PHI": stats.norm.pdf,
            "NORMSDIST": special.ndtr, "SECH": lambda x: 1 / math.cosh(x),
            "CSCH": lambda x: 1 / math.sinh(x), "COTH": lambda x: 1 / math.tanh(x),
            "ACOT": lambda x: math.pi / 2 - math.atan(x) if x < 1 else math.atan(1 / x),
        }.items()
    ),
    *(
        Sweep(name, (tuple(x for x in SIGNED if abs(x) < 134217728),), value)
        for name, value in {
            "COS": math.cos, "SIN": math.sin, "TAN": math.tan, "SEC": lambda x: 1 / math.cos(x),
            "CSC": lambda x: 1 / math.sin(x), "COT": lambda x: 1 / math.tan(x),
        }.items()
    ),
    *(
        Sweep(name, (POSITIVE,), value)
        for name, value in {
            "LN": math.log, "LOG10": math.log10, "SQRT": math.sqrt, "GAMMA": special.gamma,
            "SQRTPI": lambda x: math.sqrt(x * math.pi), "GAMMALN": special.gammaln,
            "GAMMALN.PRECISE": special.gammaln, "ACOSH": math.acosh,
            "ACOTH": lambda x: math.atanh(1 / x),
        }.items()
    ),
    *(
        Sweep(name, ((*(-x for x in INNER), *INNER),), value)
        for name, value in {
            "ACOS": math.acos, "ASIN": math.asin, "ATANH": math.atanh, "FISHER": math.atanh,
        }.items()
    ),
    Sweep("FACT", (WHOLE,), lambda n: float(special.factorial(n))),
    Sweep("FACTDOUBLE", (WHOLE,), lambda n: float(special.factorial2(n, exact=False))),
    Sweep("ATAN2", (FEW_SIGNED, FEW_SIGNED), lambda x, y: math.atan2(y, x)),
    Sweep("POWER", (POSITIVE, FEW_SIGNED), lambda x, y: x**y),
    Sweep("LOG", (POSITIVE, FEW), lambda x, base: math.log(x) / math.log(base)),
    Sweep("MOD", (FEW_SIGNED, FEW), lambda x, y: x % y),
    Sweep("COMBIN", (WHOLE, FEW_WHOLE), lambda n, k: special.binom(n, k) if k <= n else math.nan),
    Sweep("PERMUT", (WHOLE, FEW_WHOLE), lambda n, k: special.poch(n - k + 1, k) if k <= n else math.nan),
    Sweep("NORMSINV NORM.S.INV", (INNER,), special.ndtri),
    Sweep("NORM.S.DIST", (SIGNED,), special.ndtr, "TRUE"),
    Sweep("NORM.S.DIST", (SIGNED,), stats.norm.pdf, "FALSE"),
    Sweep("NORM.DIST NORMDIST", (FEW_SIGNED, FEW_SIGNED, FEW), stats.norm.cdf, "TRUE"),
    Sweep("NORM.DIST NORMDIST", (FEW_SIGNED, FEW_SIGNED, FEW), stats.norm.pdf, "FALSE"),
    Sweep("NORM.INV NORMINV", (INNER, FEW_SIGNED, FEW), lambda p, m, s: m + s * special.ndtri(p)),
    Sweep("LOGNORM.DIST", (FEW, FEW_SIGNED, FEW), lambda x, m, s: special.ndtr((math.log(x) - m) / s), "TRUE"),
    Sweep("LOGNORMDIST", (FEW, FEW_SIGNED, FEW), lambda x, m, s: special.ndtr((math.log(x) - m) / s)),
    Sweep("LOGNORM.INV LOGINV", (INNER, FEW_SIGNED, FEW), lambda p, m, s: math.exp(m + s * special.ndtri(p))),
    Sweep("EXPON.DIST EXPONDIST", (POSITIVE, FEW), lambda x, r: -math.expm1(-r * x), "TRUE"),
    Sweep("EXPON.DIST EXPONDIST", (POSITIVE, FEW), lambda x, r: r * math.exp(-r * x), "FALSE"),
    Sweep("WEIBULL.DIST WEIBULL", (FEW, FEW, FEW), lambda x, a, b: -math.expm1(-((x / b) ** a)), "TRUE"),
    Sweep("WEIBULL.DIST WEIBULL", (FEW, FEW, FEW), lambda x, a, b: stats.weibull_min.pdf(x, a, scale=b), "FALSE"),
    Sweep("GAMMA.DIST GAMMADIST", (FEW, FEW, FEW), lambda x, a, b: special.gammainc(a, x / b), "TRUE"),
    Sweep("GAMMA.DIST GAMMADIST", (FEW, FEW, FEW), lambda x, a, b: stats.gamma.pdf(x, a, scale=b), "FALSE"),
    Sweep("GAMMA.INV GAMMAINV", (INNER, FEW, FEW), lambda p, a, b: b * special.gammaincinv(a, p)),
    Sweep("CHISQ.DIST", (POSITIVE, NATURAL), lambda x, n: special.gammainc(n / 2, x / 2), "TRUE"),
    Sweep("CHISQ.DIST", (POSITIVE, NATURAL), stats.chi2.pdf, "FALSE"),
    Sweep("CHISQ.DIST.RT CHIDIST", (POSITIVE, NATURAL), lambda x, n: special.gammaincc(n / 2, x / 2)),
    Sweep("CHISQ.INV", (INNER, NATURAL), lambda p, n: 2 * special.gammaincinv(n / 2, p)),
    Sweep("CHISQ.INV.RT CHIINV", (INNER, NATURAL), lambda p, n: 2 * special.gammainccinv(n / 2, p)),
    Sweep("T.DIST", (FEW_SIGNED, NATURAL), lambda x, n: special.stdtr(n, x), "TRUE"),
    Sweep("T.DIST", (FEW_SIGNED, NATURAL), stats.t.pdf, "FALSE"),
    Sweep("T.DIST.RT", (FEW_SIGNED, NATURAL), stats.t.sf),
    Sweep("T.DIST.2T", (FEW, NATURAL), lambda x, n: 2 * stats.t.sf(x, n)),
    Sweep("TDIST", (FEW, NATURAL), lambda x, n: 2 * stats.t.sf(x, n), "2"),
    Sweep("T.INV", (INNER, NATURAL), stats.t.ppf),
    Sweep("T.INV.2T TINV", (INNER, NATURAL), _t_inverse),
    Sweep("F.DIST", (FEW, FEW_WHOLE[1:], FEW_WHOLE[1:]), lambda x, m, n: special.fdtr(m, n, x), "TRUE"),
    Sweep("F.DIST", (FEW, FEW_WHOLE[1:], FEW_WHOLE[1:]), stats.f.pdf, "FALSE"),
    Sweep("F.DIST.RT FDIST", (FEW, FEW_WHOLE[1:], FEW_WHOLE[1:]), lambda x, m, n: special.fdtrc(m, n, x)),
    Sweep("F.INV", (INNER, FEW_WHOLE[1:], FEW_WHOLE[1:]), stats.f.ppf),
    Sweep("F.INV.RT FINV", (INNER, FEW_WHOLE[1:], FEW_WHOLE[1:]), stats.f.isf),
    Sweep("BETA.DIST", (INNER, FEW, FEW), lambda x, a, b: special.betainc(a, b, x), "TRUE"),
    Sweep("BETA.DIST", (INNER, FEW, FEW), stats.beta.pdf, "FALSE"),
    Sweep("BETA.INV BETAINV", (INNER, FEW, FEW), lambda p, a, b: special.betaincinv(a, b, p)),
    Sweep("BETADIST", (INNER, FEW, FEW), lambda x, a, b: special.betainc(a, b, x)),
    Sweep("POISSON.DIST POISSON", (WHOLE, POSITIVE), stats.poisson.cdf, "TRUE"),
    Sweep("POISSON.DIST POISSON", (WHOLE, POSITIVE), stats.poisson.pmf, "FALSE"),
    Sweep("BINOM.DIST BINOMDIST", (FEW_WHOLE, FEW_WHOLE, INNER), lambda k, n, p: stats.binom.cdf(k, n, p) if k <= n else math.nan, "TRUE"),
    Sweep("BINOM.DIST BINOMDIST", (FEW_WHOLE, FEW_WHOLE, INNER), lambda k, n, p: stats.binom.pmf(k, n, p) if k <= n else math.nan, "FALSE"),
    Sweep("BINOM.INV CRITBINOM", (FEW_WHOLE, INNER, INNER), lambda n, p, a: stats.binom.ppf(a, n, p)),
    Sweep("NEGBINOM.DIST", (FEW_WHOLE, FEW_WHOLE[1:], INNER), stats.nbinom.cdf, "TRUE"),
    Sweep("NEGBINOMDIST", (FEW_WHOLE, FEW_WHOLE[1:], INNER), stats.nbinom.pmf),
    Sweep("CONFIDENCE.NORM CONFIDENCE", (INNER, FEW, FEW_WHOLE[1:]), lambda a, s, n: -special.ndtri(a / 2) * s / math.sqrt(n)),
    Sweep("CONFIDENCE.T", (INNER, FEW, FEW_WHOLE[2:]), lambda a, s, n: _t_inverse(a, n - 1) * s / math.sqrt(n)),
    Sweep("STANDARDIZE", (FEW_SIGNED, FEW_SIGNED, FEW), lambda x, m, s: (x - m) / s),
    Sweep("FV", (FEW, FEW, FEW_SIGNED), lambda r, n, p: -p * math.expm1(n * math.log1p(r)) / r),
    Sweep("PV", (FEW, FEW, FEW_SIGNED), lambda r, n, p: p * math.expm1(-n * math.log1p(r)) / r),
    Sweep("PMT", (FEW, FEW, FEW_SIGNED), lambda r, n, v: v * r / math.expm1(-n * math.log1p(r))),
    Sweep("NPER", (FEW, FEW, FEW_SIGNED), lambda r, p, v: -math.log1p(v * r / p) / math.log1p(r)),
    Sweep("EFFECT", (FEW, NATURAL), lambda r, n: math.expm1(n * math.log1p(r / n))),
    Sweep("NOMINAL", (FEW, NATURAL), lambda r, n: n * math.expm1(math.log1p(r) / n)),
    Sweep("RRI", (FEW, FEW, FEW), lambda n, pv, fv: math.expm1(math.log(fv / pv) / n)),
    Sweep("PDURATION", (FEW, FEW, FEW), lambda r, pv, fv: math.log(fv / pv) / math.log1p(r)),
]  # fmt: skip


class Call(NamedTuple):
    """A call and its value."""

    function: str
    arguments: Sequence[float]
    formula: str
    value: float


def calls(functions: Sequence[str]) -> Iterator[Call]:
    """All calls of some functions whose value is a number."""
    for names, sizes, value, last in SWEEPS:
        for function in set(names.split()) & set(functions) if functions else names.split():
            for arguments in itertools.product(*sizes):
                try:
                    expected = float(value(*arguments))
                except (ArithmeticError, ValueError):
                    continue
                if math.isfinite(expected) and (expected == 0 or abs(expected) > 1e-290):
                    texts = [*(repr(x) for x in arguments), *([last] if last else [])]
                    yield Call(function, arguments, f"{function}({','.join(texts)})", expected)


def by_formualizer(formulas: Sequence[str]) -> list[Any]:
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("Case")
    for row, formula in enumerate(formulas, 1):
        sheet.set_formula(row, 1, f"={formula}")
    return [workbook.evaluate_cell("Case", row, 1) for row in range(1, len(formulas) + 1)]


def by_ironcalc(formulas: Sequence[str]) -> list[Any]:
    model = ironcalc.create("case", "en", "UTC", "en")
    for row, formula in enumerate(formulas, 1):
        model.update_cell_with_formula(0, row, 1, f"={formula}")
    model.evaluate()
    return [model.get_cell_value(0, row, 1) for row in range(1, len(formulas) + 1)]


def by_cellrune(formulas: Sequence[str]) -> list[Any]:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "use_future_functions": True}) as book:
        sheet = book.add_worksheet("Case")
        for row, formula in enumerate(formulas):
            sheet.write_formula(row, 0, f"={formula}")
    workbook = cellrune.Workbook.from_bytes(file.getvalue())
    workbook.calculate()
    rows = workbook.read_values("Case", "A1", f"A{len(formulas)}")
    return [value.get("value") for (value,) in rows]


ENGINES = {"formualizer": by_formualizer, "cellrune": by_cellrune, "ironcalc": by_ironcalc}
"""IronCalc takes minutes for some inverses."""


def is_wrong(value: Any, expected: float) -> bool | None:
    """Whether a value is another one; None if it is no number."""
    if type(value) not in (int, float) or not math.isfinite(value):
        return None
    return not values_agree(float(value), expected)


def window(found: Sequence[tuple[Call, bool | None]]) -> str:
    """Up to which size of arguments no value is wrong, where none but 0 is below ``LEAST``."""
    sizes = sorted({abs(x) for call, _ in found for x in call.arguments if x})
    spans = [[abs(x) for x in call.arguments if x] or [1.0] for call, wrong in found if wrong]
    first_wrong = min((max(span) for span in spans if min(span) >= LEAST), default=math.inf)
    return f"{max((x for x in sizes if x < first_wrong), default=0.0):g}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("functions", nargs="*")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="default: the first two")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    print(f"{'function':16}{'engine':13}{'calls':>7}{'none':>7}{'wrong':>7}  never wrong up to")
    found = sorted(calls(arguments.functions), key=lambda call: call.function)
    for function, group in itertools.groupby(found, key=lambda call: call.function):
        of_function = [*group]
        for name in arguments.engine or [*ENGINES][:2]:
            values = ENGINES[name]([call.formula for call in of_function])
            wrong = [is_wrong(v, c.value) for v, c in zip(values, of_function, strict=True)]
            judged = [*zip(of_function, wrong, strict=True)]
            print(
                f"{function:16}{name:13}{len(judged):7}{wrong.count(None):7}{wrong.count(True):7}"
                f"  {window(judged)}",
                flush=True,
            )
            for call, value, is_so in zip(of_function, values, wrong) if arguments.list else ():
                if is_so:
                    print(f"    {call.formula}: {call.value!r}, {value!r}")


if __name__ == "__main__":
    main()
