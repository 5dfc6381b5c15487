"""What engines get wrong, found with workbooks that Excel saved (``benchmarks/excel_saved.py``).

A cell that calls such a function keeps its cached value where the engine gives it another one,
unless the call is known to be right.  Each entry has a case that shows the mistake; a test
calculates it, and says so when a newer engine has mended it.  Expected values stand in workbooks
that Excel saved, or follow from the rules that its documentation gives.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .base import Call, Mistake

Right = Callable[[Call], str]


_PLACE = r"\{([0-9])\}"


def _where(*conditions: str) -> Right:
    """Calls for which all this is true; ``{0}`` is the call and ``{1}`` its first argument."""

    def right(call: Call) -> str:
        words = [call.text, *call.given]
        try:
            found = [re.sub(_PLACE, lambda m: words[int(m[1])], text) for text in conditions]
        except IndexError:  # an argument is not given
            return "FALSE"
        return "FALSE" if "" in call.given else f"AND({','.join(found)})"

    return right


def _value(call: Call) -> str:
    """Calls of VALUE with a number, a text of digits, or one without any."""
    digits = ",".join(f'ISERROR(FIND("{digit}",{{1}}))' for digit in range(10))
    is_one = 'AND(ISNUMBER({0}),ISERROR(FIND("/",{1})))'
    is_none = f"AND(ISTEXT({{1}}),ISERROR({{0}}),{digits})"
    return _where(f"IF(ISERROR({{1}}),TRUE,OR({is_one},{is_none}))")(call)


def _always(_: Call) -> str:
    return "TRUE"


def _never(_: Call) -> str:
    return "FALSE"


def _fewer_than(arguments: int, many: Right = _never, few: Right = _always) -> Right:
    """Calls with ``few`` arguments, fewer than so many, as that says; and others as ``many``."""
    return lambda call: few(call) if len(call.given) < arguments else many(call)


def _numbers(*conditions: str, flag: bool = False) -> Right:
    """Calls whose arguments are numbers, whose value is one, and for which all this is true.

    An error among the arguments is the value.  With ``flag`` the last one may be TRUE or FALSE.
    """

    def right(call: Call) -> str:
        tests = [f"ISNUMBER({given})" for given in call.given]
        errors = [f"ISERROR({given})" for given in call.given]
        if flag and call.given:
            tests[-1] = f"ISLOGICAL({call.given[-1]})"
        found = ["ISNUMBER({0})", "ABS({0})<1E+300"]  # neither infinite nor undefined
        numbers = _where(*found, *conditions)(call)
        if numbers == "FALSE":
            return numbers
        either = [f"OR({test},{error})" for test, error in zip(tests, errors)]
        return (
            f"IF(OR({','.join(errors)}),AND({','.join(either)}),AND({','.join(tests)},{numbers}))"
        )

    return right


def _no_text(call: Call) -> str:
    """Calls without a text in quotes as an argument."""
    return "FALSE" if any(given.startswith('"') for given in call.given) else "TRUE"


_ODD_CRITERION = r'(?i)"([<>]=?|[<>=]*(true|false|#.*)|<>-?[0-9.]+)"|.*#.*'
_MET_BY_BLANKS = _ODD_CRITERION + '|"=?"|"<>.*"'
_PLAIN_CRITERION = r'-?[0-9.]+|"[^"#]*"'


def _criteria(
    first: int, step: int = 2, values: int | None = None, *, blanks: bool = True
) -> Right:
    """Calls whose criteria are numbers or plain words, and that add up no errors.

    ``first`` is where the criteria begin, ``values`` what is added up; ``blanks`` says that the
    engine sees the blank cells that meet a criterion.
    """
    odd = _ODD_CRITERION if blanks else _MET_BY_BLANKS
    plain = _IS_PLAIN if blanks else f'AND({_IS_PLAIN},LEN({{0}})>0,{{0}}<>"=",LEFT({{0}},2)<>"<>")'

    def right(call: Call) -> str:
        found = []
        for criterion in call.given[first::step]:
            if re.fullmatch(odd, criterion):
                return "FALSE"
            if not re.fullmatch(_PLAIN_CRITERION, criterion):
                found.append(plain.replace("{0}", criterion))
        if values is not None and len(call.given) > values:
            found.append(f"ISNUMBER(SUM({call.given[values]}))")
        return f"AND({','.join(found)})" if found else "TRUE"

    return right


_IS_PLAIN = (
    'OR(ISNUMBER({0}),ISBLANK({0}),AND(ISTEXT({0}),ISERROR(FIND("#",{0})),'
    'ISERROR(SEARCH("true",{0})),ISERROR(SEARCH("false",{0})),'
    'NOT(OR({0}="<",{0}=">",{0}="<=",{0}=">=",'
    'AND(LEFT({0},2)="<>",ISNUMBER(--MID({0},3,99)))))))'
)

_FORMAT = r"[#,]*0*(\.0+)?%?|(\W?\b(dd?|mm?|yyyy|yy|hh?|ss)\b\W?)+"


def _format(call: Call) -> str:
    """Calls of TEXT with a format of digits, or of a date."""
    format_ = call.given[1][1:-1] if len(call.given) == 2 else ""
    if not format_ or not call.given[1].startswith('"') or not re.fullmatch(_FORMAT, format_):
        return "FALSE"
    return f"ISNUMBER({call.given[0]})"


_NO_ERROR = _where("NOT(ISERROR({0}))")

_STEP = ("{1}>=0", "{2}>0", "{2}*1024=INT({2}*1024)")
"""A step that is written exactly in binary."""

_DATABASE = {
    **{"A1": "name", "A2": "Anna", "A3": "Anne", "B1": "points", "B2": 3, "B3": 5},
    **{"D1": "name", "D2": "Ann"},
}
"""A criterion of a database function is met by what begins with it."""


def _all(names: str, case: str, excel: Any, right: Right | None = None) -> Iterator[Mistake]:
    """The same mistake of several functions; ``{}`` in the case is their name."""
    for name in names.split():
        yield Mistake(name, case.format(name), excel, right, _CELLS)


def _far_apart(call: Call) -> str:
    """Comparisons, except of numbers that agree to 15 digits and are not the same."""
    left, right = call.given
    if '"' in (left[:1], right[:1]) or "" in (left, right):
        return "TRUE"
    same = f"ABS(({left})-({right}))>1E-14*ABS({left})"
    return f"IF(AND(ISNUMBER({left}),ISNUMBER({right})),OR({left}={right},{same}),TRUE)"


_ONE_VALUE = r"@[$:\w]+(![$:\w]+)?"
_INSIDE = r"\([^()]*\)"


def _no_array(call: Call) -> str:
    """Calls whose first argument is neither an array nor an area, outside other calls."""
    text = re.sub(_ONE_VALUE, "", call.given[0]) if call.given else ""
    while (without := re.sub(_INSIDE, "", text)) != text:
        text = without
    return _without([text], ":") if "{" not in text and "#" not in text else "FALSE"


def _alike(call: Call) -> str:
    """Calls whose arguments have the same height and width."""
    first, *others = call.given
    same = [f"ROWS({first})=ROWS({g}),COLUMNS({first})=COLUMNS({g})" for g in others]
    return f"AND({','.join(same)})" if same else "TRUE"


def _without(given: Sequence[str], mark: str) -> str:
    """Calls whose arguments are without a mark, as far as they say."""
    return "FALSE" if any(mark in argument for argument in given) else "TRUE"


_CELLS = {"A1": 1, "A2": "=1/0", "B1": 1, "B2": 1, "A3": "x", "B3": 1, "C1": "5", "C2": "x"}
"""What stands in the cells of cases that say nothing else."""

_COLUMN = r"(?i)(?:.*!)?\$?([A-Z]+)\$?[0-9]*:\$?\1\$?[0-9]*"
_SPLIT = _fewer_than(4, few=_fewer_than(3, _where("NOT(ISERROR({0}))")))


def _index(call: Call) -> str:
    """Calls of INDEX that count from 0, and with one number only in one row or column."""
    if len(call.given) not in (2, 3) or "" in call.given:
        return "FALSE"
    area, *numbers = call.given
    found = [f"IF(ISERROR({n}),TRUE,{n}>=0)" for n in numbers if not n.isdigit()]
    if len(numbers) == 1 and not re.fullmatch(_COLUMN, area):
        found.append(f"OR(ROWS({area})=1,COLUMNS({area})=1)")
    return f"AND({','.join(found)})" if found else "TRUE"


def _yearfrac(call: Call) -> str:
    """Calls of YEARFRAC with a number for its basis, and without an error."""
    return _where("ISNUMBER({0})", *["ISNUMBER({3})"] * (len(call.given) > 2))(call)


_CELL = r"(?i)(?:.*!)?\$?[A-Z]+\$?[0-9]+"


def _one_cell(call: Call) -> str:
    """Calls with nothing, or with one cell."""
    if not call.given or re.fullmatch(_CELL, call.given[0]):
        return "TRUE"
    return _where("ROWS({1})*COLUMNS({1})=1")(call)


def _found(call: Call) -> str:
    """Lookups of no error in columns that there are, in a sorted area or for the same value."""
    if '"' in "".join(call.given[1:2]):
        return "FALSE"
    if len(call.given) > 3 and call.given[3].upper() in ("FALSE", "0"):
        return _where("NOT(ISERROR({1}))", "{3}>=1")(call)
    return _where("NOT(ISERROR({1}))", "{3}>=1", "NOT(ISERROR({0}))")(call)


_REST = _where("ABS({0})>0.000000001")
"""What an NPV leaves over that is meant to be 0 is left alone."""

_WHOLE = ("{2}=INT({2})", "{4}=INT({4})", "{5}=INT({5})", "{6}=INT({6})")

FORMUALIZER: Sequence[Mistake] = (
    # Rounding
    *_all("CEILING", "{}(-10,-7)", -14, _numbers(*_STEP)),
    *_all("FLOOR", "{}(-10,-7)", -7, _numbers(*_STEP)),
    *_all("CEILING.MATH FLOOR.MATH", "{}(2,0)", 0, _fewer_than(2, _numbers(*_STEP))),
    *_all("CEILING.PRECISE ISO.CEILING", "{}(-7.1,0.1)", -7.1, _fewer_than(2, _numbers(*_STEP))),
    *_all("FLOOR.PRECISE", "{}(7.1,0.1)", 7.1, _fewer_than(2, _numbers(*_STEP))),
    *_all("MROUND QUOTIENT", "{}(TRUE,1)", "#VALUE!", _numbers()),
    # Numbers
    *(
        Mistake(operator, f"0.1+0.2{operator}0.3", value, _far_apart)
        for operator, value in {
            **dict.fromkeys(("=", "<="), True),
            **dict.fromkeys(("<>", ">"), False),
        }.items()
    ),
    Mistake("<", "0.3<0.1+0.2", False, _far_apart),
    Mistake(">=", "0.3>=0.1+0.2", True, _far_apart),
    Mistake("COMBINA", "COMBINA(0,5)", "#NUM!", _numbers("{1}>0")),
    Mistake("COTH", "COTH(1000)", 1, _numbers()),
    *_all("COT", "{}(PI()-0.000000000001)", -999788629259.2037, _numbers("ABS({0})<1000000")),
    *_all("CSC", "{}(PI()-0.000000000001)", 999788629259.2037, _numbers("ABS({0})<1000000")),
    *_all("SEC", "{}(PI()/2-0.000000000001)", 999849864538.9548, _numbers("ABS({0})<1000000")),
    Mistake("TAN", "TAN(PI()/2)", 1.6324552277619072e16, _numbers("ABS({0})<1000000")),
    *_all("GCD LCM", "{}(1,1,1)", 1, _numbers()),
    Mistake("LOG", "LOG(2,1)", "#DIV/0!", _numbers()),
    Mistake("MULTINOMIAL", "MULTINOMIAL(TRUE,2)", "#VALUE!", _numbers()),
    Mistake("POWER", "POWER(0,0)", "#NUM!", _numbers("OR({1}<>0,{2}<>0)")),
    Mistake("ROMAN", "ROMAN(194,3)", "CXCIV", _fewer_than(2, _where("ISNUMBER({2})", "{2}=0"))),
    Mistake("SERIESSUM", "SERIESSUM(0,0,2,{1,2,3})", "#NUM!", _where("ISNUMBER({1})", "{1}<>0")),
    Mistake("SEQUENCE", 'INDEX(SEQUENCE("5"),5)', 5, _numbers()),
    Mistake("CONVERT", 'CONVERT(1,"h","w")', 745.6998715822702),
    # Bases and bits
    *_all("DEC2BIN DEC2HEX DEC2OCT", "{}(TRUE)", "#VALUE!", _where("ISNUMBER({1})", "LEN({0})<9")),
    *_all("BIN2HEX", "{}(1110111011,4)", "FFFFFFFFBB", _fewer_than(2, few=_NO_ERROR)),
    *_all("BIN2OCT", "{}(1110111011,4)", "7777777673", _fewer_than(2, few=_NO_ERROR)),
    *_all("OCT2HEX", "{}(4000000000,2)", "FFE0000000", _fewer_than(2, few=_NO_ERROR)),
    *_all("BIN2DEC OCT2DEC HEX2DEC", "{}(C9)", 0, _NO_ERROR),
    *_all("OCT2BIN HEX2BIN HEX2OCT", "{}(C9)", "0", _NO_ERROR),
    *_all("BITRSHIFT", "{}(12,100)", "#NUM!", _numbers("ABS({2})<=53")),
    *_all("BITLSHIFT", "{}(12,-54)", "#NUM!", _numbers("ABS({2})<=53")),
    *_all("DELTA GESTEP", "{}(TRUE,1)", "#VALUE!", _numbers("{1}=INT({1})", "{2}=INT({2})")),
    *_all("ERF ERFC ERF.PRECISE ERFC.PRECISE", "{}(TRUE)", "#VALUE!", _numbers()),
    # Bessel functions with the last digits that Excel gives them
    Mistake("BESSELJ", "BESSELJ(0,0)", 1.00000000283141),
    Mistake("BESSELY", "BESSELY(0.2,0)", -1.0811053301048033),
    *_all("BESSELI BESSELK", "{}(TRUE,1)", "#VALUE!", _numbers()),
    # Complex numbers: Excel keeps small parts, and writes 15 digits
    Mistake("COMPLEX", "COMPLEX(1E-20,0)", "1E-20"),
    *_all("IMCONJUGATE IMSUM IMPRODUCT", '{}("1E-20")', "1E-20"),
    *_all("IMARGUMENT", '{}("1E-20")', 0),
    *_all("IMSUB", '{}("1E-20","0")', "1E-20"),
    *_all("IMDIV", '{}("1","3")', "0.333333333333333"),
    *_all("IMPOWER", '{}("2+3i",3)', "-46+9.00000000000001i"),
    *_all("IMLN", '{}("2+4i")', "1.497866136777+1.10714871779409i"),
    *_all("IMEXP", '{}("2+4i")', "-4.82980938326939-5.59205609364098i"),
    *_all("IMLOG10 IMLOG2", 'ISERROR({}("1E-20"))', False),
    *_all("IMCOT", '{}("1+i")', "0.217621561854403-0.868014142895925i"),
    *_all("IMCSC", '{}("1+i")', "0.621518017170428-0.303931001628426i"),
    *_all("IMCSCH", '{}("1+i")', "0.303931001628426-0.621518017170428i"),
    *_all("IMSQRT", '{}("2")', "1.4142135623731"),
    *_all("IMSIN", '{}("4+3i")', "-7.61923172032141-6.548120040911i"),
    *_all("IMCOS", '{}("1+i")', "0.833730025131149-0.988897705762865i"),
    *_all("IMTAN", '{}("1+i")', "0.271752585319512+1.08392332733869i"),
    *_all("IMSINH", '{}("1+i")', "0.634963914784736+1.29845758141598i"),
    *_all("IMCOSH", '{}("1+i")', "0.833730025131149+0.988897705762865i"),
    *_all("IMSEC", '{}("1+i")', "0.498337030555187+0.591083841721045i"),
    *_all("IMSECH", '{}("1+i")', "0.498337030555187-0.591083841721045i"),
    # Dates
    *_all("DATE", "{}(10000,1,1)", "#NUM!", _numbers("{0}>366", "{0}<2958101")),
    *_all("EDATE", "{}(1,-1)", "#NUM!", _numbers("{0}>366", "{0}<2958466")),
    *_all("EOMONTH", "{}(45000,TRUE)", "#VALUE!", _numbers("{0}>366", "{0}<2958466")),
    *_all("DATEVALUE", '{}("29-Feb-1900")', 60, _where("{0}>61")),
    *_all(
        "DAYS360",
        "{}(45992.000001,46000.999999)",
        9,
        _fewer_than(3, few=_numbers("{1}=INT({1})", "{2}=INT({2})")),
    ),
    *_all("WORKDAY.INTL", "{}(41709,24,,41714)", 41743, _where("TRUE")),
    *_all("NETWORKDAYS.INTL", "{}(41709,41745,,41714)", 26, _where("TRUE")),
    *_all("YEARFRAC", "{}(1,200,TRUE)", "#VALUE!", _yearfrac),
    *_all("TIME", "{}(0,0,-1)", "#NUM!", _numbers("{1}>=0", "{2}>=0", "{3}>=0")),
    # Texts
    *_all("CHAR", "{}(129)", "\x81", _where("ISNUMBER({1})", "{1}<128")),
    *_all("LEFT", "{}(TRUE,2)", "TR", _where("NOT(ISLOGICAL({1}))")),
    *_all("RIGHT", "{}(TRUE,2)", "UE", _where("NOT(ISLOGICAL({1}))")),
    *_all("REPT", "{}(TRUE,2)", "TRUETRUE", _where("NOT(ISLOGICAL({1}))")),
    *_all("HYPERLINK", '{}("a",C9)', 0, _fewer_than(2, _where("LEN({2})>0"))),
    *_all(
        "EXACT",
        "{}(1/3,0.333333333333333)",
        True,
        _where("OR(ISTEXT({1}),ISTEXT({2}),{1}=INT({1}))"),
    ),
    *_all("SEARCH", '{}("~","Hi ~Bang!")', 1, _where('ISERROR(FIND("~",{1}))')),
    Mistake("FORMULATEXT", "FORMULATEXT(A1)", "=MAX(1,2)", cells={"A1": "=MAX(1,2)"}),
    Mistake("TEXT", 'TEXT(1.5,"# ?/?")', "1 1/2", _format),
    *_all("TEXTAFTER", '{}("a.b.c",".",-1,,1)', "c", _SPLIT),
    *_all("TEXTBEFORE", '{}("a.b.c",".",-1,,1)', "a.b", _SPLIT),
    Mistake("TEXTSPLIT", 'TEXTSPLIT("Hello","")', "#VALUE!", _where("LEN({2})>0")),
    *_all("VALUE", "{}(C9)", 0, _value),
    *_all("DOLLARDE DOLLARFR", "{}(TRUE,2)", "#VALUE!"),
    # Truth values and errors
    *_all("AND OR XOR", '{}("",TRUE)', True, _no_text),
    *_all("COUNT", "{}(#N/A)", 0, _where("ISNUMBER({0})")),
    *_all("TYPE", "{}(A2)", 16, _where("NOT(ISERROR({1}))")),
    *_all("ISFORMULA", "{}(A2)", True),
    *_all("SWITCH", "{}(1,A2,2)", "#DIV/0!", _where("NOT(ISERROR({2}))")),
    *_all("CHOOSE", "{}(TRUE,5)", 5, _where("ISNUMBER({1})")),
    *_all("IF", "INDEX({}({{TRUE,FALSE}},{{1,2,3}},{{4,5,6}}),2)", 5, _no_array),
    *_all("ERROR.TYPE", "{}(#CALC!)", 14, _where("{0}<>3", "{0}<8")),
    *_all("VLOOKUP HLOOKUP", "{}(A2,A1:B2,1)", "#DIV/0!", _found),
    # Statistics
    *_all("AVERAGE", '{}("a")', "#VALUE!", _no_text),
    *_all("GEOMEAN SMALL LARGE MINA MAXA", '{}("a",1)', "#VALUE!", _no_text),
    *_all("AVERAGEA", '{}({{1;2;4;"Text";TRUE}})', 1.75, lambda call: _without(call.given, '"')),
    *_all("SUBTOTAL", "{}(3,#REF!)", "#REF!", lambda call: _without(call.given, "#REF!")),
    *_all("RANK RANK.EQ RANK.AVG", "{}(#REF!,#REF!)", "#REF!", _NO_ERROR),
    *_all("COUNTIF", '{}(C1:C2,"<>5")', 2, _criteria(1)),
    *_all("COUNTIF", '{}(A1:A3,">")', 0, _criteria(1)),
    *_all("COUNTIFS", '{}(A1:A9,"<>5")', 9, _criteria(1, blanks=False)),
    *_all("SUMIF AVERAGEIF", "{}(B1:B2,1,A1:A2)", "#DIV/0!", _criteria(1, 9, values=2)),
    *_all("SUMIFS AVERAGEIFS", "{}(A1:A2,B1:B2,1)", "#DIV/0!", _criteria(2, 2, values=0)),
    Mistake("BINOM.INV", "BINOM.INV(10,0.7,1)", "#NUM!", _numbers("{3}>0", "{3}<1", "{2}<1")),
    Mistake("CRITBINOM", "CRITBINOM(10,0.7,1)", "#NUM!", _numbers("{3}>0", "{3}<1", "{2}<1")),
    *_all("BINOM.DIST", "{}(0,0,0,TRUE)", 1, _numbers(flag=True)),
    *_all("BINOM.DIST.RANGE", "{}(0,0,0)", 1, _numbers()),
    *_all("BINOMDIST", "{}(0,0,0,TRUE)", 1, _numbers(flag=True)),
    *_all("POISSON.DIST POISSON", "{}(0,0,FALSE)", 1, _numbers("{1}>=0", "{1}<1000", flag=True)),
    *_all("CHISQ.DIST", "{}(8,3.34,TRUE)", 0.9539882943107687, _numbers("{2}=INT({2})", flag=True)),
    *_all("CHISQ.DIST.RT", "{}(8,3.34)", 0.04601170568923137, _numbers("{2}=INT({2})")),
    *_all(
        "F.DIST",
        "{}(0.8,2.4,3,TRUE)",
        0.4733220523344033,
        _numbers("{2}=INT({2})", "{3}=INT({3})", flag=True),
    ),
    *_all(
        "F.DIST.RT",
        "{}(0.8,2.4,3)",
        0.5266779476655967,
        _numbers("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_all(
        "F.INV.RT",
        "{}(0.5266779476655967,2.4,3)",
        0.8,
        _numbers("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_all(
        "F.INV",
        "{}(0.40509259259259256,4,2.4)",
        0.8753979410454287,
        _numbers("{2}=INT({2})", "{3}=INT({3})"),
    ),
    *_all("T.DIST", "{}(3,5.2,TRUE)", 0.9849503760512687, _numbers("{2}=INT({2})", flag=True)),
    *_all("T.DIST.2T", "{}(3,5.2)", 0.030099247897462586, _numbers("{2}=INT({2})")),
    *_all("T.DIST.RT", "{}(3,5.2)", 0.015049623948731293, _numbers("{2}=INT({2})")),
    *_all("T.INV.2T", "{}(0.030099247897462586,5.2)", 3, _numbers("{2}=INT({2})")),
    *_all("T.INV", "{}(0.0650903103262165,5.2)", -1.8093538332133492, _numbers("{2}=INT({2})")),
    *_all(
        "T.TEST TTEST",
        "{}(A1:A4,B1:B4,2,1)",
        0.7177096,
        _where("COUNT({1})=COUNTA({1})", "COUNT({2})=COUNTA({2})"),
    ),
    *_all(
        "CONFIDENCE.NORM CONFIDENCE",
        "{}(0.05,1,50.9)",
        0.2771807648699355,
        _numbers("{3}=INT({3})"),
    ),
    *_all("CONFIDENCE.T", "{}(0.05,1,1)", "#DIV/0!", _numbers("{3}=INT({3})", "{3}>1", "{1}<0.9")),
    Mistake("GAMMA", "GAMMA(-0.5)", -3.5449077018110318, _numbers()),
    *_all("BETA.INV", "{}(0,8,10,1,3)", "#NUM!"),
    *_all("FISHERINV", "{}(1000)", 1, _numbers()),
    *_all(
        "MODE.SNGL MODE.MULT MODE",
        "INDEX({}({{3,2,1,1,2}}),1)",
        2,
    ),
    *_all("FREQUENCY", "INDEX({}({{1;2;5;7;8}},{{6;3}}),1)", 1),
    Mistake(
        "LINEST",
        "INDEX(LINEST({1;2;4},{1;2;3},,TRUE),3,1)",
        0.9642857142857143,
        _fewer_than(3, few=_NO_ERROR),
    ),
    Mistake("LOGEST", "INDEX(LOGEST({1;2;5},{1;2;3},,TRUE),3,1)", 0.9, _fewer_than(3)),
    # Finance
    Mistake(
        "ACCRINT",
        "ACCRINT(DATE(2020,1,1),DATE(2020,7,1),DATE(2020,3,1),0.1,1000,2,1)",
        16.483516483516482,
    ),
    *_all("CUMIPMT", "{}(0.01,36,8000,3,10,1.2)", "#NUM!", _numbers(*_WHOLE)),
    *_all("CUMPRINC", "{}(0.01,36,8000,1.2,8.53,1)", -1339.6579298169904),
    *_all(
        "DB",
        "{}(100,10,4,3,9.2222)",
        16.529375400000003,
        _fewer_than(5, few=_numbers("{1}>0", "{4}<={3}")),
    ),
    *_all("DDB", "{}(100,10.233,4.2312,3.2,1.5)", 13.532735530775124, _numbers("{4}=INT({4})")),
    *_all("EFFECT NOMINAL", "{}(TRUE,1)", "#VALUE!", _numbers()),
    *_all("FV", "{}(-1,-1,1)", "#DIV/0!", _numbers("{1}>-1")),
    *_all("PV", "{}(-1,20,300)", "#DIV/0!", _numbers("{1}>-1")),
    *_all("PMT", "{}(-3,5,100)", "#NUM!", _numbers("{1}>-1")),
    *_all(
        "IPMT",
        "{}(0.1,3,3,8000,0,1)",
        -265.8610271903324,
        _fewer_than(6, _numbers("{6}=0"), _numbers()),
    ),
    *_all(
        "PPMT",
        "{}(0.1,3,3,8000,0,1)",
        -2658.610271903324,
        _fewer_than(6, _numbers("{6}=0"), _numbers()),
    ),
    *_all("ISPMT", "{}(0.1,1,0,8000)", "#DIV/0!", _numbers()),
    *_all("IRR", "{}({{-100,50}})", -0.5),
    *_all("MIRR", "{}({{-100,0,0}},0.1,0.1)", -1, _numbers()),
    *_all(
        "XNPV",
        "{}(-0.4,{{-100,60}},{{43831,44197}})",
        "#NUM!",
        _where("{1}>0", "COUNT({2})=ROWS({2})*COLUMNS({2})", "MIN({3})>0"),
    ),
    *_all("XIRR", "{}({{-55,10}},{{100,120}})", -0.9999999),
    Mistake("ACCRINTM", "ACCRINTM(45245,45366,0.1,1000,1)", 33.060109289617486, _fewer_than(5)),
    *_all("TBILLPRICE", "{}(45332,45650,7)", "#NUM!", _numbers("{0}>0")),
    *_all("TBILLYIELD", "{}(14640,15006,3000)", -0.9508196721311475, _numbers("{0}>0")),
    *_all("TBILLEQ", "{}(14640,15006,0.5)", 0.8522961312491701, _numbers()),
    *_all("YIELD", "{}(45748,46825,0.22,62.736929069290866,15,1,2)", 0.12),
    *_all("PRICE", "{}(45748,46825,0.22,0.12,15,1,2)", 62.736929069290866),
    *_all("NPV", "{}(-0.6737366751808405,-400,1,1,1,1,1)", -3.066370308414974e-11, _REST),
    # Other last digits, which are left alone
    *_all("ACOTH", "{}(1048576)", 9.53674316406539e-07, _numbers()),
    *_all("SIN", "{}(PI())", 1.22514845490862e-16, _numbers()),
    *_all("EXP", "{}(-745)", 0, _numbers()),
    *_all("COS", "{}(PI()/2)", 6.1257422745431e-17, _numbers()),
    *_all("GAMMALN GAMMALN.PRECISE", "{}(1)", 0, _numbers()),
    *_all("EXPON.DIST", "{}(0.0001,1,TRUE)", 9.999500016666251e-05, _numbers(flag=True)),
    *_all("RATE", "{}(48,-200,8000,0,1)", 0.008052981923906556, _numbers()),
    *_all(
        "BETA.DIST",
        "{}(33587,3,600,TRUE,2000,5489582)",
        0.6734553797493481,
        _where("ABS({0})<1E+300"),
    ),
    *_all("NEGBINOM.DIST", "{}(5,10,0.3,TRUE)", 0.003652521008436003, _numbers(flag=True)),
    *_all("GAMMA.INV", "{}(0.999999,9,2)", 61.91422671617931, _numbers()),
    *_all("LOGNORM.DIST", "{}(0.00001,0,1,TRUE)", 5.677979296840894e-31, _numbers(flag=True)),
    *_all("HYPGEOM.DIST", "{}(2,6,8,44,TRUE)", 0.9368209782276714, _numbers(flag=True)),
    *_all(
        "CHISQ.TEST CHITEST",
        "{}({{2;1.5;2;0.133333333333333;1.33333333333333;2;2;4;2}},"
        "{{44;1.33333333333333;5;1;2;6;6.6;8;1}})",
        1.8744045912597986e-08,
        _NO_ERROR,
    ),
    *_all("GAUSS", "{}(0.001)", 0.00039894221391101325, _numbers()),
    *_all("NORM.DIST", "{}(0,40,1.5,TRUE)", 5.7347825020024226e-157, _numbers(flag=True)),
    # Looking up
    *_all("ROW", "SUM({}(A1:A3))", 6, _one_cell),
    *_all("COLUMN", "SUM({}(A1:C1))", 6, _one_cell),
    *_all("HSTACK", "INDEX({}({{1;2;3}},{{4}}),3,2)", "#N/A"),
    *_all("FILTER", 'INDEX({}({{1;2;3}},{{1;"a";1}}),1)', "#VALUE!"),
    *_all("SORT", "INDEX({}(A1:A3),2)", 1),
    *_all("XLOOKUP", '{}(2.5,{{6;2;4}},{{"c";"a";"b"}},,1)', "b", _fewer_than(5, _where("{5}=0"))),
    *_all("XMATCH", '{}(42,{{"apple";"banana"}},3)', "#N/A", _fewer_than(3, _where("{3}=0"))),
    *_all("INDEX", "{}({{1,2,3;4,5,6}},-1,1)", "#VALUE!", _index),
    *_all("SHEET", "{}(0)", "#N/A", _where("ISNUMBER({0})")),
    Mistake("SUMPRODUCT", "SUMPRODUCT({1,2},{1;2})", "#VALUE!", _alike),
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
