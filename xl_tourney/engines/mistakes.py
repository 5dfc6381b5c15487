"""What formualizer calculates otherwise than Excel, and no second engine corrects.

Everything else that it gets wrong is found by asking another engine.  Here both say the same, and
Excel another thing, or the other one gives an error, which counts as no answer: a cell with such a
call keeps its cached value where the engine calculates another one, unless the call is known to be
correct.  This is asked of every call, also of one whose error IFERROR would hide.  Each mistake has
an example; a test calculates it by both engines, and fails when a newer one has mended it.  Excel's
values come from workbooks that Excel saved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..grammar.syntax_tree import COMPARISONS
from .base import Mistake
from .conditions.arguments import (
    binary_divisor,
    first_arguments,
    fixed_alike,
    full_of_numbers,
    grouped_alike,
    has_few_digits,
    multiplied,
    no_blank,
    no_format_of_texts,
    no_power_of_zero,
    no_truth_value,
    numbers_as_texts,
    numbers_or_words,
    numeric_count,
    with_one_mode,
)
from .conditions.combining import (
    CallCondition,
    by_argument_count,
    never,
    numeric,
    satisfies,
    without_array_constants,
    without_lost_references,
    without_ranges,
)
from .conditions.comparisons import compared_alike, ordered_by_plain_letters
from .conditions.criteria import (
    no_ambiguous_dates,
    no_nearly_equal_number,
    plain_criteria,
    with_field,
)
from .conditions.lookups import (
    exact_where_possible,
    finds_itself,
    from_one,
    is_ranked,
    no_blank_descending,
    nothing_below,
    one_dimensional,
    ordered_match,
)

_CELLS = {
    **{"A1": 1, "A2": "=1/0", "A3": "x", "B1": 1, "B2": 1, "B3": 1, "C1": "5", "C2": "x"},
    **{"D1": 1, "D3": 2, "E1": 3, "E2": 4, "E3": 5, "G1": 0, "G2": 1, "G3": '="x"+1'},
    **{"H1": '=""', "H2": "2/3/2023", "H3": ">1/10/2008", "H4": "<1/10/2008"},
    **{"H5": "1/01/1900"},
    **{"I1": 39460, "I2": 39700, "I3": 39727, "J1": "Date", "J2": 39460, "J3": 39700, "J4": 39727},
    **{"K1": "Value", "K2": 3, "K3": 4, "K4": 5, "J6": "Date", "J7": ">1/10/2008"},
    **{"J9": "Date", "J10": "<1/10/2008"},
    **{"L1": "Products", "M1": "Jan", "N1": "Feb", "O1": "Mar", "P1": "Apr", "Q1": "May"},
    **{"L2": "Product C", "M2": 200, "N2": 210, "O2": 220, "P2": 230, "Q2": 240},
    **{"L4": "Products", "L5": "Jan", "L6": "Feb", "L7": "Mar", "L8": "Apr", "L9": "May"},
    **{"M4": "Product C", "M5": 200, "M6": 210, "M7": 220, "M8": 230, "M9": 240},
    **{"N3": 0.1, "N4": 0.2, "N5": "=N3+N4", "O5": 7, "N6": 1, "O6": 2, "O7": 0.3},
    **{"F1": "DOUBLE", "F2": "BLANK", "F3": "STRING", "F4": "REF", "F5": "AREA"},
}
"""The cells of the examples."""

_IN_CALENDAR = satisfies("IFERROR(AND({0}>=0,{0}<2958466),TRUE)")
_SMALL_QUOTIENT = satisfies("IFERROR(({1}/{2}<1E+12)*({1}/{2}>-1E+12)>0,TRUE)")
_SMALL_ANGLE = first_arguments(1, "({0}<134217728)*({0}>-134217728)")
_RATE_ABOVE_MINUS_ONE = first_arguments(1, "{0}>-1")
_NO_HAIR_BELOW_ZERO = first_arguments(9, "({0}>=0)+({0}<=-1)")
_PLACE_OF_XLOOKUP = "XMATCH({1},{2},{match},{search})"


def _for_all(
    names: str, formula: str, excel_value: Any, correct_if: CallCondition | None = None
) -> Iterator[Mistake]:
    """The same mistake of several functions; ``{}`` in the formula is the name of each."""
    for name in names.split():
        yield Mistake(name, formula.format(name), excel_value, correct_if, _CELLS)


_BEYOND_LIMITS = (
    *_for_all("^", "D2{}D2", "#NUM!", no_power_of_zero),
    *_for_all("POWER", "{}(D2,D2)", "#NUM!", no_power_of_zero),
    *_for_all("MOD", "{}(2^60,2)", "#NUM!", _SMALL_QUOTIENT),
    *_for_all("COS COT CSC SEC SIN TAN", "{}(2^27)", "#NUM!", _SMALL_ANGLE),
    *_for_all("PERMUT COMBIN COMBINA", "{}(10,-0.1)", "#NUM!", _NO_HAIR_BELOW_ZERO),
    *_for_all("POISSON POISSON.DIST", "{}(-0.1,4,FALSE)", "#NUM!", _NO_HAIR_BELOW_ZERO),
    *_for_all(
        "BINOMDIST BINOM.DIST NEGBINOM.DIST", "{}(-0.1,10,0.5,TRUE)", "#NUM!", _NO_HAIR_BELOW_ZERO
    ),
    *_for_all("HYPGEOM.DIST", "{}(-0.1,5,5,10,TRUE)", "#NUM!", _NO_HAIR_BELOW_ZERO),
    *_for_all("FV", "{}(-1,10,-1)", "#DIV/0!", _RATE_ABOVE_MINUS_ONE),
    *_for_all("IPMT PMT PPMT", "{}(-1,1,10,1)", "#NUM!", _RATE_ABOVE_MINUS_ONE),
    *_for_all("NPER", "{}(-1,-1,9)", "#NUM!", _RATE_ABOVE_MINUS_ONE),
    *_for_all("DATE", "{}(9999,13,1)", "#NUM!", _IN_CALENDAR),
    *_for_all("EDATE EOMONTH WORKDAY", "{}(2958465,1)", "#NUM!", _IN_CALENDAR),
    *_for_all("WEEKDAY", "{}(2958466)", "#NUM!", first_arguments(1, "({0}>=0)*({0}<2958466)")),
    *_for_all("TIME", "{}(-1,0,0)", "#NUM!", first_arguments(3, "({0}>=0)*({0}<32768)")),
)
"""Values where Excel gives an error."""

_LOOK_UPS = (
    *_for_all("MATCH XMATCH", "{}(0.3,N5:N6,0)", "#N/A", finds_itself("{2}", "{0}")),
    *_for_all("VLOOKUP", "{}(0.3,N5:O6,2,FALSE)", "#N/A", finds_itself("INDEX({2},0,1)")),
    *_for_all("HLOOKUP", "{}(0.3,N5:O6,2,FALSE)", "#N/A", finds_itself("INDEX({2},1,0)")),
    *_for_all("XLOOKUP", "{}(0.3,N5:N6,E1:E2)", "#N/A", finds_itself("{2}", _PLACE_OF_XLOOKUP)),
    *_for_all("RANK RANK.EQ RANK.AVG", "{}(0.3,N5:N6)", "#N/A", is_ranked),
)
"""What finds a number that nearly equals another one, where Excel compares all bits."""

FORMUALIZER: Sequence[Mistake] = (
    *(mistake._replace(is_rare=True) for mistake in _BEYOND_LIMITS),
    *(mistake._replace(is_rare=True, compares_cells=True) for mistake in _LOOK_UPS),
    # Excel computes pi to other digits near a pole
    *_for_all("COT", "{}(PI()-0.000000000001)", -999788629259.2037, numeric("ABS({0})<1000000")),
    *_for_all("CSC", "{}(PI()-0.000000000001)", 999788629259.2037, numeric("ABS({0})<1000000")),
    *_for_all("SEC", "{}(PI()/2-0.000000000001)", 999849864538.9548, numeric("ABS({0})<1000000")),
    *_for_all("TAN", "{}(PI()/2)", 1.6324552277619072e16, numeric("ABS({0})<1000000")),
    # Excel's calendar has a 29 February 1900
    *_for_all("DATE", "{}(1900,2,29)+0", 60, satisfies("OR({1}<0,AND({1}>0,{1}<1900),{1}>1900)")),
    # Errors
    *_for_all("SUBTOTAL", "{}(3,#REF!)", "#REF!", without_lost_references),
    *_for_all(
        "YEARFRAC",
        "{}(A2,200,G3)",
        "#VALUE!",
        by_argument_count(
            3, satisfies("IF(ISERROR({0}),AND(NOT(ISERROR({3})),ISNUMBER({3}),{3}>=0,{3}<5),TRUE)")
        ),
    ),
    # A file writes younger errors as #VALUE!
    *_for_all("ERROR.TYPE", "{}(G3)", 14, satisfies("IF(ISERROR({1}),AND({0}<>3,{0}<8),TRUE)")),
    *_for_all("SORT", "INDEX({}(A1:A3),2)", 1, satisfies("ISNUMBER(SUM({1}))")),
    # Texts and blanks among numbers
    *_for_all(
        "T.TEST TTEST",
        "{}(A1:A4,B1:B4,2,1)",
        0.7177096,
        satisfies("COUNT({1})=COUNTA({1})", "COUNT({2})=COUNTA({2})"),
    ),
    *_for_all("SUMX2MY2", "{}(B1:B3,D1:D3)", -3, full_of_numbers(1, 2)),
    *_for_all("SUMX2PY2", "{}(B1:B3,D1:D3)", 7, full_of_numbers(1, 2)),
    *_for_all("SUMXMY2", "{}(B1:B3,D1:D3)", 1, full_of_numbers(1, 2)),
    *_for_all("STDEV STDEV.S STDEVA", '{}(B1,D3,"29/02/1900")', 33.7786915, numbers_as_texts),
    *_for_all("STDEVP STDEV.P STDEVPA", '{}(B1,D3,"29/02/1900")', 27.5801825, numbers_as_texts),
    *_for_all("VAR VAR.S VARA", '{}(B1,D3,"29/02/1900")', 1141, numbers_as_texts),
    *_for_all("VARP VAR.P VARPA", '{}(B1,D3,"29/02/1900")', 760.6666667, numbers_as_texts),
    *_for_all("AVEDEV", '{}(B1,D3,"29/02/1900")', 26, numbers_as_texts),
    *_for_all("DEVSQ", '{}(B1,D3,"29/02/1900")', 2282, numbers_as_texts),
    *_for_all("COUNT", '{}(B1,D3,"29/02/1900")', 3, numbers_or_words),
    # A number in a text has 15 digits
    *_for_all("MID", "{}(1/E1,17,2)", "3", has_few_digits),
    *_for_all("RIGHT", "{}(2/E1,1)", "7", has_few_digits),
    *_for_all("T", "{}(F1:F2)", "DOUBLE", without_ranges),
    *_for_all("TEXT", '{}(F3,";;;""-""@")', "-STRING", no_format_of_texts),
    # Dates as a country writes them; these are of one where the day comes first
    *_for_all("DATEVALUE VALUE", "{}(H2)", 44987, no_ambiguous_dates(0)),
    *_for_all("COUNTIF", "{}(I1:I3,H3)", 1, no_ambiguous_dates(1)),
    *_for_all("COUNTIFS", "{}(I1:I3,H3)", 1, no_ambiguous_dates(-1)),
    *_for_all("SUMIF", "{}(I1:I3,H3,E1:E3)", 5, no_ambiguous_dates(1)),
    *_for_all("AVERAGEIF", "{}(I1:I3,H3,E1:E3)", 5, no_ambiguous_dates(1)),
    *_for_all("SUMIFS AVERAGEIFS", "{}(E1:E3,I1:I3,H3)", 5, no_ambiguous_dates(-2)),
    *_for_all("MINIFS", "{}(E1:E3,I1:I3,H3)", 5, no_ambiguous_dates(-2)),
    *_for_all("MAXIFS", "{}(E1:E3,I1:I3,H4)", 4, no_ambiguous_dates(-2)),
    *_for_all("DAVERAGE DMIN DPRODUCT DSUM", "{}(J1:K4,2,J6:J7)", 5, no_ambiguous_dates(2)),
    *_for_all("DCOUNT DCOUNTA", "{}(J1:K4,2,J6:J7)", 1, no_ambiguous_dates(2)),
    # Without a field all records are counted
    *_for_all("DCOUNT DCOUNTA", "{}(J1:K4,,J1:J2)", 1, with_field),
    *_for_all("DMAX", "{}(J1:K4,2,J9:J10)", 4, no_ambiguous_dates(2)),
    *_for_all("DSTDEVP DVARP", "{}(J1:K4,2,J6:J7)", 0, no_ambiguous_dates(2)),
    *_for_all("DSTDEV DVAR", "{}(J1:K4,2,J6:J7)", "#DIV/0!", no_ambiguous_dates(2)),
    *_for_all("MODE MODE.SNGL", "{}(B1,1,D2)", "#VALUE!", no_blank),
    # Looking up without an order, or a blank
    *_for_all("LOOKUP", '{}("DOUBLE",F1:F5,E1:E5)', 3, exact_where_possible),
    *_for_all("HLOOKUP", '{}("Feb",L1:Q2,2,TRUE)', 210, nothing_below("INDEX({2},1,0)", 3)),
    *_for_all("VLOOKUP", '{}("Feb",L4:M9,2,TRUE)', 210, nothing_below("INDEX({2},0,1)", 3)),
    *_for_all("XLOOKUP", '{}(2.5,{{6;2;4}},{{"c";"a";"b"}},,1)', "b", without_array_constants),
    *_for_all("MATCH", '{}("Feb",L1:Q1)', 3, nothing_below("{2}", 2)),
    *_for_all("MATCH", "{}(D2,G1:G2,-1)", 1, no_blank_descending),
    *_for_all("INDEX", "{}(E1:E3,0.4)", "#VALUE!", from_one),
    *_for_all("INDEX", "{}(D1:E3*1,2)", "#REF!", one_dimensional),
    *_for_all("XMATCH", "{}(2,{{6,2,4}},-1,2)", 2, without_array_constants),
    *_for_all("PERCENTILE PERCENTILE.INC", "{}(E1:E3,H5)", 5, no_ambiguous_dates(1)),
    *_for_all("COMPLEX", "{}(3,TRUE)", "#VALUE!", no_truth_value),
    *_for_all("FACTDOUBLE SQRTPI", "{}(TRUE)", "#VALUE!", no_truth_value),
    *_for_all("XNPV", "{}(TRUE,E1:E3,I1:I3)", "#VALUE!", no_truth_value),
)
"""formualizer: the default engine, in Rust."""

_OF_BYTES = (
    *("ASC", "DBCS", "FINDB", "JIS", "LEFTB", "LENB", "MIDB", "REPLACEB", "RIGHTB", "SEARCHB"),
)
COUNTRY_DEPENDENT: Mapping[str, CallCondition] = {
    **dict.fromkeys(("DOLLAR", *_OF_BYTES), never),
    "CHAR": satisfies("ISNUMBER({1})", "{1}<128"),
    **dict.fromkeys(("<", "<=", ">", ">="), ordered_by_plain_letters),
}
"""Calls whose values depend on the country of the user, and where they do not.

That are its currency, its bytes, the letters of its computers, and their places: Ä is beside A, or
behind Z.
"""

NEARLY_EQUAL: Mapping[str, CallCondition] = {
    **dict.fromkeys(("AVERAGEIF", "COUNTIF", "COUNTIFS", "SUMIF"), no_nearly_equal_number(1)),
    **dict.fromkeys(("AVERAGEIFS", "MAXIFS", "MINIFS", "SUMIFS"), no_nearly_equal_number(2)),
}
"""Calls with criteria, and where no number nearly equals one: programs differ about these."""

DIGIT_GROUPING: Mapping[str, CallCondition] = {"FIXED": fixed_alike, "TEXT": grouped_alike}
"""Calls that group digits as the country of the user does, and where all countries do so alike."""

EXCEL_DIGITS: Mapping[str, float] = {
    **dict.fromkeys(("BESSELJ", "BESSELY"), 1e-6),
    **dict.fromkeys(("BETA.INV", "BETAINV", "CHISQ.TEST", "CHITEST", "XIRR"), 0.0),
}
"""Functions that Excel itself calculates to seven or eight digits, with an absolute error."""

_ANALYSIS_TOOLPAK = (
    *("ACCRINT", "ACCRINTM", "BESSELK", "BIN2HEX", "BIN2OCT", "CUMIPMT", "CUMPRINC", "DEC2BIN"),
    *("DEC2HEX", "DEC2OCT", "DELTA", "DOLLARDE", "DOLLARFR", "EFFECT", "ERF", "ERFC", "GESTEP"),
    *("HEX2BIN", "HEX2OCT", "ISEVEN", "ISODD", "MROUND", "MULTINOMIAL", "NOMINAL", "OCT2BIN"),
    *("OCT2HEX", "PRICE", "QUOTIENT", "SERIESSUM", "TBILLEQ", "TBILLPRICE", "TBILLYIELD", "YIELD"),
)
"""Functions that were an add-in once, and give #VALUE! for a truth value, also for one in a cell.

Those are missing that have a condition below, or are known to be wrong; that the counts prove for
no kind of argument; and those of ours that give this error by themselves.
"""

CONDITIONS: Mapping[str, CallCondition] = {
    **dict.fromkeys(_ANALYSIS_TOOLPAK, no_truth_value),
    **dict.fromkeys(COMPARISONS, compared_alike),
    "COUNTIF": plain_criteria(1),
    "COUNTIFS": plain_criteria(1, counts_blanks=False),
    "SUMIFS": plain_criteria(2, 2, summed=0),
    **dict.fromkeys(("AVERAGEIF", "SUMIF"), plain_criteria(1)),
    **dict.fromkeys(("AVERAGEIFS", "MAXIFS", "MINIFS"), plain_criteria(2)),
    **dict.fromkeys(("LEFT", "RIGHT"), numeric_count),
    "SEARCH": by_argument_count(2, otherwise=satisfies('RIGHT({1},1)<>"~"')),
    # Excel has a 29 February 1900
    "DATE": satisfies("ISNUMBER({1})", "ISNUMBER({2})", "ISNUMBER({3})", "{0}>366"),
    **dict.fromkeys(("YEAR", "MONTH", "DAY"), satisfies("ISNUMBER({1})", "{1}>366")),
    **dict.fromkeys(("EDATE", "EOMONTH"), satisfies("ISNUMBER({1})", "ISNUMBER({2})", "{1}>366")),
    **dict.fromkeys(
        ("DATEDIF", "DAYS", "NETWORKDAYS"),
        satisfies("ISNUMBER({1})", "ISNUMBER({2})", "{1}>366", "{2}>366"),
    ),
    **dict.fromkeys(("ISOWEEKNUM", "WEEKNUM", "WORKDAY"), satisfies("ISNUMBER({1})", "{1}>366")),
    # a value at its own rate of return is a rest of rounding
    **dict.fromkeys(("NPV", "XNPV"), satisfies("ABS({0})>0.00001")),
    # of numbers that are equally frequent the first counts
    **dict.fromkeys(("MODE", "MODE.SNGL"), with_one_mode),
    "VALUETOTEXT": satisfies("NOT(ISERROR({1}))"),
    "MATCH": ordered_match,
    "MOD": binary_divisor,
    "SUMPRODUCT": multiplied,
}
"""Conditions under which calls are proven: their evidence was taken under these."""
