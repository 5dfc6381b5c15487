"""What engines get wrong, found with workbooks that Excel saved (``benchmarks/excel_saved.py``).

A cell that calls such a function keeps its cached value.  Each entry has a case that shows it; a
test calculates the case, and says so when a newer engine has mended it.
"""

from __future__ import annotations

from .base import Mistake


FORMUALIZER = (
    Mistake(
        "ACCRINT",
        "ACCRINT(DATE(2020,1,1),DATE(2020,7,1),DATE(2020,3,1),0.1,1000,2,1)",
        16.483516483516482,
    ),
    Mistake("AND", 'AND("TRUE")', True),
    Mistake("CEILING.MATH", "CEILING.MATH(10,1,1)", 10, arguments=3),
    Mistake("CONVERT", 'CONVERT(1,"h","w")', 745.6998715822702),
    Mistake("FLOOR.MATH", "FLOOR.MATH(10,1,1)", 10, arguments=3),
    Mistake("GCD", "GCD(1,1,1)", 1),
    Mistake("IPMT", "IPMT(0.1,3,3,8000,0,1)", -265.8610271903324, arguments=6),
    Mistake("LCM", "LCM(1,1,1)", 1),
    Mistake("MULTINOMIAL", "MULTINOMIAL(TRUE,2)", "#VALUE!"),
    Mistake("OR", 'OR("TRUE")', True),
    Mistake("ROMAN", "ROMAN(194,3)", "CXCIV"),
    Mistake("TEXT", 'TEXT(1.5,"# ?/?")', "1 1/2", text=r"\?/"),
    Mistake("TEXT", 'TEXT(12345678,"0.00E+00")', "1.23E+07", text=r"E[+-]"),
    Mistake("TEXT", 'TEXT(1,"0.0_)")', "1.0 ", text=r"[_*]"),
    Mistake("TEXTAFTER", 'TEXTAFTER("you@example.com","- ",-1,,1)', "you@example.com", arguments=4),
    Mistake("TEXTBEFORE", 'TEXTBEFORE("you@example.com","- ",-1,,1)', "", arguments=4),
    Mistake("TEXTSPLIT", 'TEXTSPLIT("Hello","")', "#VALUE!", text="^$"),
    Mistake("XLOOKUP", 'XLOOKUP(2,{6;5;4;3;2},{"e";"d";"c";"b";"a"},,1,-2)', "a", arguments=6),
    Mistake("XMATCH", 'XMATCH(42,{"apple";"banana"},3)', "#N/A", arguments=3),
)
