"""What engines get wrong, found with workbooks that Excel saved (``benchmarks/excel_saved.py``).

A cell that calls such a function keeps its cached value.  Each entry has a case that shows it; a
test calculates the case, and says so when a newer engine has mended it.
"""

from __future__ import annotations

from .base import Mistake

_DATABASE = {
    **{"A1": "name", "A2": "Anna", "A3": "Anne", "B1": "points", "B2": 3, "B3": 5},
    **{"D1": "name", "D2": "Ann"},
}
"""A criterion of a database function is met by what begins with it."""

_A_TRUTH = r"(?i)^(true|false)$"
"""A truth value in quotes; with what stands in cells AND, OR and XOR are right."""

FORMUALIZER = (
    Mistake(
        "ACCRINT",
        "ACCRINT(DATE(2020,1,1),DATE(2020,7,1),DATE(2020,3,1),0.1,1000,2,1)",
        16.483516483516482,
    ),
    Mistake("AND", 'AND("TRUE")', True, text=_A_TRUTH),
    Mistake("CEILING", "CEILING(-10,-7)", -14),
    Mistake("CEILING.MATH", "CEILING.MATH(2,0)", 0),
    Mistake("CEILING.PRECISE", "CEILING.PRECISE(-7.1,0.1)", -7.1),
    Mistake("CONVERT", 'CONVERT(1,"h","w")', 745.6998715822702),
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
    Mistake("FLOOR", "FLOOR(-10,-7)", -7),
    Mistake("FLOOR.MATH", "FLOOR.MATH(2,0)", 0),
    Mistake("FLOOR.PRECISE", "FLOOR.PRECISE(7.1,0.1)", 7.1),
    Mistake("FORMULATEXT", "FORMULATEXT(A1)", "=MAX(1,2)", cells={"A1": "=MAX(1,2)"}),
    Mistake("GCD", "GCD(1,1,1)", 1),
    Mistake("HSTACK", "INDEX(HSTACK({1;2;3},{4}),3,2)", "#N/A"),
    Mistake("IPMT", "IPMT(0.1,3,3,8000,0,1)", -265.8610271903324, arguments=6),
    Mistake("ISO.CEILING", "ISO.CEILING(-7.1,0.1)", -7.1),
    Mistake("LCM", "LCM(1,1,1)", 1),
    Mistake("MULTINOMIAL", "MULTINOMIAL(TRUE,2)", "#VALUE!"),
    Mistake("OR", 'OR("TRUE")', True, text=_A_TRUTH),
    Mistake("PPMT", "PPMT(0.1,3,3,8000,0,1)", -2658.610271903324, arguments=6),
    Mistake("ROMAN", "ROMAN(194,3)", "CXCIV"),
    Mistake("TEXT", 'TEXT(1.5,"# ?/?")', "1 1/2", text=r"\?/|^$"),
    Mistake("TEXT", 'TEXT(12345678,"0.00E+00")', "1.23E+07", text=r"E[+-]"),
    Mistake("TEXT", 'TEXT(1,"0.0_)")', "1.0 ", text=r"[_*]"),
    Mistake("TEXTAFTER", 'TEXTAFTER("you@example.com","- ",-1,,1)', "you@example.com", arguments=4),
    Mistake("TEXTBEFORE", 'TEXTBEFORE("you@example.com","- ",-1,,1)', "", arguments=4),
    Mistake("TEXTSPLIT", 'TEXTSPLIT("Hello","")', "#VALUE!", text="^$"),
    Mistake("XLOOKUP", 'XLOOKUP(2.5,{6;2;4},{"c";"a";"b"},,1)', "b", arguments=5),
    Mistake("XMATCH", 'XMATCH(42,{"apple";"banana"},3)', "#N/A", arguments=3),
    Mistake("XOR", 'XOR("TRUE")', True, text=_A_TRUTH),
)
