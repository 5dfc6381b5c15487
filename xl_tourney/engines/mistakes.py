"""What formualizer calculates otherwise than Excel.

They were found with workbooks that Excel saved (``benchmarks/excel_saved.py``).  A cell that calls
such a function keeps its cached value where the engine calculates another one, unless the call is
known to be correct.  Each mistake has an example; a test calculates it, and fails when a newer
engine has mended it.  Excel's values come from workbooks that Excel saved, or follow from the rules
in its documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .base import Mistake
from .call_conditions import (
    CallCondition,
    at_most_one_cell,
    at_most_two_or_no_error,
    by_argument_count,
    no_error,
    no_text_constant,
    not_nearly_equal,
    numeric,
    numeric_basis,
    plain_criteria,
    plain_index,
    plain_lookup,
    plain_number_format,
    plain_value,
    same_shapes,
    satisfies,
    scalar_first_argument,
    without,
)

_BINARY_STEP = ("{1}>=0", "{2}>0", "{2}*1024=INT({2}*1024)")
"""A number that is not negative, and a step that is written exactly in binary."""

_WHOLE_PERIODS = ("{2}=INT({2})", "{4}=INT({4})", "{5}=INT({5})", "{6}=INT({6})")

_NOT_NEARLY_ZERO = satisfies("ABS({0})>0.000000001")
"""An NPV whose last digits are what rounding leaves of 0 keeps its value."""

_DATABASE = {
    **{"A1": "name", "A2": "Anna", "A3": "Anne", "B1": "points", "B2": 3, "B3": 5},
    **{"D1": "name", "D2": "Ann"},
}
"""In a criterion of a database function a text matches every text that begins with it."""

_CELLS = {"A1": 1, "A2": "=1/0", "B1": 1, "B2": 1, "A3": "x", "B3": 1, "C1": "5", "C2": "x"}
"""The cells of the other examples."""


def _for_all(
    names: str, formula: str, excel_value: Any, correct_if: CallCondition | None = None
) -> Iterator[Mistake]:
    """The same mistake of several functions; ``{}`` in the formula is the name of each."""
    for name in names.split():
        yield Mistake(name, formula.format(name), excel_value, correct_if, _CELLS)


FORMUALIZER: Sequence[Mistake] = (
    # Rounding
    *_for_all("CEILING", "{}(-10,-7)", -14, numeric(*_BINARY_STEP)),
    *_for_all("FLOOR", "{}(-10,-7)", -7, numeric(*_BINARY_STEP)),
    *_for_all(
        "CEILING.MATH FLOOR.MATH", "{}(2,0)", 0, by_argument_count(2, numeric(*_BINARY_STEP))
    ),
    *_for_all(
        "CEILING.PRECISE ISO.CEILING",
        "{}(-7.1,0.1)",
        -7.1,
        by_argument_count(2, numeric(*_BINARY_STEP)),
    ),
    *_for_all("FLOOR.PRECISE", "{}(7.1,0.1)", 7.1, by_argument_count(2, numeric(*_BINARY_STEP))),
    *_for_all("MROUND QUOTIENT", "{}(TRUE,1)", "#VALUE!", numeric()),
    # Numbers
    *(
        Mistake(operator, f"0.1+0.2{operator}0.3", value, not_nearly_equal)
        for operator, value in {
            **dict.fromkeys(("=", "<="), True),
            **dict.fromkeys(("<>", ">"), False),
        }.items()
    ),
    Mistake("<", "0.3<0.1+0.2", False, not_nearly_equal),
    Mistake(">=", "0.3>=0.1+0.2", True, not_nearly_equal),
    Mistake("COMBINA", "COMBINA(0,5)", "#NUM!", numeric("{1}>0")),
    Mistake("COTH", "COTH(1000)", 1, numeric()),
    *_for_all("COT", "{}(PI()-0.000000000001)", -999788629259.2037, numeric("ABS({0})<1000000")),
    *_for_all("CSC", "{}(PI()-0.000000000001)", 999788629259.2037, numeric("ABS({0})<1000000")),
    *_for_all("SEC", "{}(PI()/2-0.000000000001)", 999849864538.9548, numeric("ABS({0})<1000000")),
    Mistake("TAN", "TAN(PI()/2)", 1.6324552277619072e16, numeric("ABS({0})<1000000")),
    *_for_all("GCD LCM", "{}(1,1,1)", 1, numeric()),
    Mistake("LOG", "LOG(2,1)", "#DIV/0!", numeric()),
    Mistake("MULTINOMIAL", "MULTINOMIAL(TRUE,2)", "#VALUE!", numeric()),
    Mistake("POWER", "POWER(0,0)", "#NUM!", numeric("OR({1}<>0,{2}<>0)")),
    Mistake(
        "ROMAN", "ROMAN(194,3)", "CXCIV", by_argument_count(2, satisfies("ISNUMBER({2})", "{2}=0"))
    ),
    Mistake("SERIESSUM", "SERIESSUM(0,0,2,{1,2,3})", "#NUM!", satisfies("ISNUMBER({1})", "{1}<>0")),
    Mistake("SEQUENCE", 'INDEX(SEQUENCE("5"),5)', 5, numeric()),
    Mistake("CONVERT", 'CONVERT(1,"h","w")', 745.6998715822702),
    # Bases and bits
    *_for_all(
        "DEC2BIN DEC2HEX DEC2OCT", "{}(TRUE)", "#VALUE!", satisfies("ISNUMBER({1})", "LEN({0})<9")
    ),
    *_for_all("BIN2HEX", "{}(1110111011,4)", "FFFFFFFFBB", by_argument_count(2, fewer=no_error)),
    *_for_all("BIN2OCT", "{}(1110111011,4)", "7777777673", by_argument_count(2, fewer=no_error)),
    *_for_all("OCT2HEX", "{}(4000000000,2)", "FFE0000000", by_argument_count(2, fewer=no_error)),
    *_for_all("BIN2DEC OCT2DEC HEX2DEC", "{}(C9)", 0, no_error),
    *_for_all("OCT2BIN HEX2BIN HEX2OCT", "{}(C9)", "0", no_error),
    *_for_all("BITRSHIFT", "{}(12,100)", "#NUM!", numeric("ABS({2})<=53")),
    *_for_all("BITLSHIFT", "{}(12,-54)", "#NUM!", numeric("ABS({2})<=53")),
    *_for_all("DELTA GESTEP", "{}(TRUE,1)", "#VALUE!", numeric("{1}=INT({1})", "{2}=INT({2})")),
    *_for_all("ERF ERFC ERF.PRECISE ERFC.PRECISE", "{}(TRUE)", "#VALUE!", numeric()),
    # Bessel functions with the last digits that Excel gives them
    Mistake("BESSELJ", "BESSELJ(0,0)", 1.00000000283141),
    Mistake("BESSELY", "BESSELY(0.2,0)", -1.0811053301048033),
    *_for_all("BESSELI BESSELK", "{}(TRUE,1)", "#VALUE!", numeric()),
    # Complex numbers: Excel keeps small parts, and writes 15 digits
    Mistake("COMPLEX", "COMPLEX(1E-20,0)", "1E-20"),
    *_for_all("IMCONJUGATE IMSUM IMPRODUCT", '{}("1E-20")', "1E-20"),
    *_for_all("IMARGUMENT", '{}("1E-20")', 0),
    *_for_all("IMSUB", '{}("1E-20","0")', "1E-20"),
    *_for_all("IMDIV", '{}("1","3")', "0.333333333333333"),
    *_for_all("IMPOWER", '{}("2+3i",3)', "-46+9.00000000000001i"),
    *_for_all("IMLN", '{}("2+4i")', "1.497866136777+1.10714871779409i"),
    *_for_all("IMEXP", '{}("2+4i")', "-4.82980938326939-5.59205609364098i"),
    *_for_all("IMLOG10 IMLOG2", 'ISERROR({}("1E-20"))', False),
    *_for_all("IMCOT", '{}("1+i")', "0.217621561854403-0.868014142895925i"),
    *_for_all("IMCSC", '{}("1+i")', "0.621518017170428-0.303931001628426i"),
    *_for_all("IMCSCH", '{}("1+i")', "0.303931001628426-0.621518017170428i"),
    *_for_all("IMSQRT", '{}("2")', "1.4142135623731"),
    *_for_all("IMSIN", '{}("4+3i")', "-7.61923172032141-6.548120040911i"),
    *_for_all("IMCOS", '{}("1+i")', "0.833730025131149-0.988897705762865i"),
    *_for_all("IMTAN", '{}("1+i")', "0.271752585319512+1.08392332733869i"),
    *_for_all("IMSINH", '{}("1+i")', "0.634963914784736+1.29845758141598i"),
    *_for_all("IMCOSH", '{}("1+i")', "0.833730025131149+0.988897705762865i"),
    *_for_all("IMSEC", '{}("1+i")', "0.498337030555187+0.591083841721045i"),
    *_for_all("IMSECH", '{}("1+i")', "0.498337030555187-0.591083841721045i"),
    # Dates
    *_for_all("DATE", "{}(10000,1,1)", "#NUM!", numeric("{0}>366", "{0}<2958101")),
    *_for_all("EDATE", "{}(1,-1)", "#NUM!", numeric("{0}>366", "{0}<2958466")),
    *_for_all("EOMONTH", "{}(45000,TRUE)", "#VALUE!", numeric("{0}>366", "{0}<2958466")),
    *_for_all("DATEVALUE", '{}("29-Feb-1900")', 60, satisfies("{0}>61")),
    *_for_all(
        "DAYS360",
        "{}(45992.000001,46000.999999)",
        9,
        by_argument_count(3, fewer=numeric("{1}=INT({1})", "{2}=INT({2})")),
    ),
    *_for_all("WORKDAY.INTL", "{}(41709,24,,41714)", 41743, satisfies("TRUE")),
    *_for_all("NETWORKDAYS.INTL", "{}(41709,41745,,41714)", 26, satisfies("TRUE")),
    *_for_all("YEARFRAC", "{}(1,200,TRUE)", "#VALUE!", numeric_basis),
    *_for_all("TIME", "{}(0,0,-1)", "#NUM!", numeric("{1}>=0", "{2}>=0", "{3}>=0")),
    # Texts
    *_for_all("CHAR", "{}(129)", "\x81", satisfies("ISNUMBER({1})", "{1}<128")),
    *_for_all("LEFT", "{}(TRUE,2)", "TR", satisfies("NOT(ISLOGICAL({1}))")),
    *_for_all("RIGHT", "{}(TRUE,2)", "UE", satisfies("NOT(ISLOGICAL({1}))")),
    *_for_all("REPT", "{}(TRUE,2)", "TRUETRUE", satisfies("NOT(ISLOGICAL({1}))")),
    *_for_all("HYPERLINK", '{}("a",C9)', 0, by_argument_count(2, satisfies("LEN({2})>0"))),
    *_for_all(
        "EXACT",
        "{}(1/3,0.333333333333333)",
        True,
        satisfies("OR(ISTEXT({1}),ISTEXT({2}),{1}=INT({1}))"),
    ),
    *_for_all("SEARCH", '{}("~","Hi ~Bang!")', 1, satisfies('ISERROR(FIND("~",{1}))')),
    Mistake("FORMULATEXT", "FORMULATEXT(A1)", "=MAX(1,2)", cells={"A1": "=MAX(1,2)"}),
    Mistake("TEXT", 'TEXT(1.5,"# ?/?")', "1 1/2", plain_number_format),
    *_for_all("TEXTAFTER", '{}("a.b.c",".",-1,,1)', "c", at_most_two_or_no_error),
    *_for_all("TEXTBEFORE", '{}("a.b.c",".",-1,,1)', "a.b", at_most_two_or_no_error),
    Mistake("TEXTSPLIT", 'TEXTSPLIT("Hello","")', "#VALUE!", satisfies("LEN({2})>0")),
    *_for_all("VALUE", "{}(C9)", 0, plain_value),
    *_for_all("DOLLARDE DOLLARFR", "{}(TRUE,2)", "#VALUE!"),
    # Truth values and errors
    *_for_all("AND OR XOR", '{}("",TRUE)', True, no_text_constant),
    *_for_all("COUNT", "{}(#N/A)", 0, satisfies("ISNUMBER({0})")),
    *_for_all("TYPE", "{}(A2)", 16, satisfies("NOT(ISERROR({1}))")),
    *_for_all("ISFORMULA", "{}(A2)", True),
    *_for_all("SWITCH", "{}(1,A2,2)", "#DIV/0!", satisfies("NOT(ISERROR({2}))")),
    *_for_all("CHOOSE", "{}(TRUE,5)", 5, satisfies("OR(ISNUMBER({1}),ISERROR({1}))")),
    *_for_all("IF", "INDEX({}({{TRUE,FALSE}},{{1,2,3}},{{4,5,6}}),2)", 5, scalar_first_argument),
    *_for_all("ERROR.TYPE", "{}(#CALC!)", 14, satisfies("{0}<>3", "{0}<8")),
    *_for_all("VLOOKUP HLOOKUP", "{}(A2,A1:B2,1)", "#DIV/0!", plain_lookup),
    # Statistics
    *_for_all("AVERAGE", '{}("a")', "#VALUE!", no_text_constant),
    *_for_all("GEOMEAN SMALL LARGE MINA MAXA", '{}("a",1)', "#VALUE!", no_text_constant),
    *_for_all("AVERAGEA", '{}({{1;2;4;"Text";TRUE}})', 1.75, without('"')),
    *_for_all("SUBTOTAL", "{}(3,#REF!)", "#REF!", without("#REF!")),
    *_for_all("RANK RANK.EQ RANK.AVG", "{}(#REF!,#REF!)", "#REF!", no_error),
    *_for_all("COUNTIF", '{}(C1:C2,"<>5")', 2, plain_criteria(1)),
    *_for_all("COUNTIF", '{}(A1:A3,">")', 0, plain_criteria(1)),
    *_for_all("COUNTIFS", '{}(A1:A9,"<>5")', 9, plain_criteria(1, counts_blanks=False)),
    *_for_all("SUMIF AVERAGEIF", "{}(B1:B2,1,A1:A2)", "#DIV/0!", plain_criteria(1, 9, summed=2)),
    *_for_all("SUMIFS AVERAGEIFS", "{}(A1:A2,B1:B2,1)", "#DIV/0!", plain_criteria(2, 2, summed=0)),
    Mistake("BINOM.INV", "BINOM.INV(10,0.7,1)", "#NUM!", numeric("{3}>0", "{3}<1", "{2}<1")),
    Mistake("CRITBINOM", "CRITBINOM(10,0.7,1)", "#NUM!", numeric("{3}>0", "{3}<1", "{2}<1")),
    *_for_all("BINOM.DIST", "{}(0,0,0,TRUE)", 1, numeric(logical_last=True)),
    *_for_all("BINOM.DIST.RANGE", "{}(0,0,0)", 1, numeric()),
    *_for_all("BINOMDIST", "{}(0,0,0,TRUE)", 1, numeric(logical_last=True)),
    *_for_all(
        "POISSON.DIST POISSON", "{}(0,0,FALSE)", 1, numeric("{1}>=0", "{1}<1000", logical_last=True)
    ),
    *_for_all(
        "CHISQ.DIST",
        "{}(8,3.34,TRUE)",
        0.9539882943107687,
        numeric("{2}=INT({2})", logical_last=True),
    ),
    *_for_all("CHISQ.DIST.RT", "{}(8,3.34)", 0.04601170568923137, numeric("{2}=INT({2})")),
    *_for_all(
        "F.DIST",
        "{}(0.8,2.4,3,TRUE)",
        0.4733220523344033,
        numeric("{2}=INT({2})", "{3}=INT({3})", logical_last=True),
    ),
    *_for_all(
        "F.DIST.RT",
        "{}(0.8,2.4,3)",
        0.5266779476655967,
        numeric("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_for_all(
        "F.INV.RT",
        "{}(0.5266779476655967,2.4,3)",
        0.8,
        numeric("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_for_all(
        "F.INV",
        "{}(0.40509259259259256,4,2.4)",
        0.8753979410454287,
        numeric("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_for_all(
        "T.DIST", "{}(3,5.2,TRUE)", 0.9849503760512687, numeric("{2}=INT({2})", logical_last=True)
    ),
    *_for_all("T.DIST.2T", "{}(3,5.2)", 0.030099247897462586, numeric("{2}=INT({2})")),
    *_for_all("T.DIST.RT", "{}(3,5.2)", 0.015049623948731293, numeric("{2}=INT({2})")),
    *_for_all("T.INV.2T", "{}(0.030099247897462586,5.2)", 3, numeric("{2}=INT({2})")),
    *_for_all("T.INV", "{}(0.0650903103262165,5.2)", -1.8093538332133492, numeric("{2}=INT({2})")),
    *_for_all(
        "T.TEST TTEST",
        "{}(A1:A4,B1:B4,2,1)",
        0.7177096,
        satisfies("COUNT({1})=COUNTA({1})", "COUNT({2})=COUNTA({2})"),
    ),
    *_for_all(
        "CONFIDENCE.NORM CONFIDENCE",
        "{}(0.05,1,50.9)",
        0.2771807648699355,
        numeric("{3}=INT({3})"),
    ),
    *_for_all(
        "CONFIDENCE.T", "{}(0.05,1,1)", "#DIV/0!", numeric("{3}=INT({3})", "{3}>1", "{1}<0.9")
    ),
    Mistake("GAMMA", "GAMMA(-0.5)", -3.5449077018110318, numeric()),
    *_for_all("BETA.INV", "{}(0,8,10,1,3)", "#NUM!"),
    *_for_all("FISHERINV", "{}(1000)", 1, numeric()),
    *_for_all(
        "MODE.SNGL MODE.MULT MODE",
        "INDEX({}({{3,2,1,1,2}}),1)",
        2,
    ),
    *_for_all("FREQUENCY", "INDEX({}({{1;2;5;7;8}},{{6;3}}),1)", 1),
    Mistake(
        "LINEST",
        "INDEX(LINEST({1;2;4},{1;2;3},,TRUE),3,1)",
        0.9642857142857143,
        by_argument_count(3, fewer=no_error),
    ),
    Mistake("LOGEST", "INDEX(LOGEST({1;2;5},{1;2;3},,TRUE),3,1)", 0.9, by_argument_count(3)),
    # Finance
    Mistake(
        "ACCRINT",
        "ACCRINT(DATE(2020,1,1),DATE(2020,7,1),DATE(2020,3,1),0.1,1000,2,1)",
        16.483516483516482,
    ),
    *_for_all("CUMIPMT", "{}(0.01,36,8000,3,10,1.2)", "#NUM!", numeric(*_WHOLE_PERIODS)),
    *_for_all("CUMPRINC", "{}(0.01,36,8000,1.2,8.53,1)", -1339.6579298169904),
    *_for_all(
        "DB",
        "{}(100,10,4,3,9.2222)",
        16.529375400000003,
        by_argument_count(5, fewer=numeric("{1}>0", "{4}<={3}")),
    ),
    *_for_all("DDB", "{}(100,10.233,4.2312,3.2,1.5)", 13.532735530775124, numeric("{4}=INT({4})")),
    *_for_all("EFFECT NOMINAL", "{}(TRUE,1)", "#VALUE!", numeric()),
    *_for_all("FV", "{}(-1,-1,1)", "#DIV/0!", numeric("{1}>-1")),
    *_for_all("PV", "{}(-1,20,300)", "#DIV/0!", numeric("{1}>-1")),
    *_for_all("PMT", "{}(-3,5,100)", "#NUM!", numeric("{1}>-1")),
    *_for_all(
        "IPMT",
        "{}(0.1,3,3,8000,0,1)",
        -265.8610271903324,
        by_argument_count(6, numeric("{6}=0"), numeric()),
    ),
    *_for_all(
        "PPMT",
        "{}(0.1,3,3,8000,0,1)",
        -2658.610271903324,
        by_argument_count(6, numeric("{6}=0"), numeric()),
    ),
    *_for_all("ISPMT", "{}(0.1,1,0,8000)", "#DIV/0!", numeric()),
    *_for_all("IRR", "{}({{-100,50}})", -0.5),
    *_for_all("MIRR", "{}({{-100,0,0}},0.1,0.1)", -1, numeric()),
    *_for_all(
        "XNPV",
        "{}(-0.4,{{-100,60}},{{43831,44197}})",
        "#NUM!",
        satisfies("{1}>0", "COUNT({2})=ROWS({2})*COLUMNS({2})", "MIN({3})>0"),
    ),
    *_for_all("XIRR", "{}({{-55,10}},{{100,120}})", -0.9999999),
    Mistake(
        "ACCRINTM", "ACCRINTM(45245,45366,0.1,1000,1)", 33.060109289617486, by_argument_count(5)
    ),
    *_for_all("TBILLPRICE", "{}(45332,45650,7)", "#NUM!", numeric("{0}>0")),
    *_for_all("TBILLYIELD", "{}(14640,15006,3000)", -0.9508196721311475, numeric("{0}>0")),
    *_for_all("TBILLEQ", "{}(14640,15006,0.5)", 0.8522961312491701, numeric()),
    *_for_all("YIELD", "{}(45748,46825,0.22,62.736929069290866,15,1,2)", 0.12),
    *_for_all("PRICE", "{}(45748,46825,0.22,0.12,15,1,2)", 62.736929069290866),
    *_for_all(
        "NPV", "{}(-0.6737366751808405,-400,1,1,1,1,1)", -3.066370308414974e-11, _NOT_NEARLY_ZERO
    ),
    # Other last digits, which are left alone
    *_for_all("ACOTH", "{}(1048576)", 9.53674316406539e-07, numeric()),
    *_for_all("SIN", "{}(PI())", 1.22514845490862e-16, numeric()),
    *_for_all("EXP", "{}(-745)", 0, numeric()),
    *_for_all("COS", "{}(PI()/2)", 6.1257422745431e-17, numeric()),
    *_for_all("GAMMALN GAMMALN.PRECISE", "{}(1)", 0, numeric()),
    *_for_all("EXPON.DIST", "{}(0.0001,1,TRUE)", 9.999500016666251e-05, numeric(logical_last=True)),
    *_for_all("RATE", "{}(48,-200,8000,0,1)", 0.008052981923906556, numeric()),
    *_for_all(
        "BETA.DIST",
        "{}(33587,3,600,TRUE,2000,5489582)",
        0.6734553797493481,
        satisfies("ABS({0})<1E+300"),
    ),
    *_for_all(
        "NEGBINOM.DIST", "{}(5,10,0.3,TRUE)", 0.003652521008436003, numeric(logical_last=True)
    ),
    *_for_all("GAMMA.INV", "{}(0.999999,9,2)", 61.91422671617931, numeric()),
    *_for_all(
        "LOGNORM.DIST", "{}(0.00001,0,1,TRUE)", 5.677979296840894e-31, numeric(logical_last=True)
    ),
    *_for_all("HYPGEOM.DIST", "{}(2,6,8,44,TRUE)", 0.9368209782276714, numeric(logical_last=True)),
    *_for_all(
        "CHISQ.TEST CHITEST",
        "{}({{2;1.5;2;0.133333333333333;1.33333333333333;2;2;4;2}},"
        "{{44;1.33333333333333;5;1;2;6;6.6;8;1}})",
        1.8744045912597986e-08,
        no_error,
    ),
    *_for_all("GAUSS", "{}(0.001)", 0.00039894221391101325, numeric()),
    *_for_all(
        "NORM.DIST", "{}(0,40,1.5,TRUE)", 5.7347825020024226e-157, numeric(logical_last=True)
    ),
    # Looking up
    *_for_all("ROW", "SUM({}(A1:A3))", 6, at_most_one_cell),
    *_for_all("COLUMN", "SUM({}(A1:C1))", 6, at_most_one_cell),
    *_for_all("HSTACK", "INDEX({}({{1;2;3}},{{4}}),3,2)", "#N/A"),
    *_for_all("FILTER", 'INDEX({}({{1;2;3}},{{1;"a";1}}),1)', "#VALUE!"),
    *_for_all("SORT", "INDEX({}(A1:A3),2)", 1),
    *_for_all(
        "XLOOKUP",
        '{}(2.5,{{6;2;4}},{{"c";"a";"b"}},,1)',
        "b",
        by_argument_count(5, satisfies("{5}=0")),
    ),
    *_for_all(
        "XMATCH", '{}(42,{{"apple";"banana"}},3)', "#N/A", by_argument_count(3, satisfies("{3}=0"))
    ),
    *_for_all("INDEX", "{}({{1,2,3;4,5,6}},-1,1)", "#VALUE!", plain_index),
    *_for_all("SHEET", "{}(0)", "#N/A", satisfies("ISNUMBER({0})")),
    Mistake("SUMPRODUCT", "SUMPRODUCT({1,2},{1;2})", "#VALUE!", same_shapes),
    # Databases
    *(
        Mistake(name, f"{name}(A1:B3,B1,D1:D2)", value, cells=_DATABASE)
        for name, value in (
            ("DAVERAGE", 4),
            ("DCOUNT", 2),
            ("DCOUNTA", 2),
            ("DMAX", 5),
            ("DMIN", 3),
            ("DPRODUCT", 15),
            ("DSTDEV", 2**0.5),
            ("DSTDEVP", 1),
            ("DSUM", 8),
            ("DVAR", 2),
            ("DVARP", 1),
        )
    ),
    Mistake("DGET", "DGET(A1:B2,B1,D1:D2)", 3, cells=_DATABASE),
)
"""formualizer: the default engine, in Rust."""
