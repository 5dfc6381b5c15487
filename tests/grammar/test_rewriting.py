"""Formulas written otherwise: tables, intersection, broadcasting, LAMBDA and defined names."""

from __future__ import annotations

import pytest

from xl_tourney.grammar.calls import find_calls, guards, is_single_cell
from xl_tourney.grammar.defined_names import DefinedName, DefinedNames, first_entry, users_by_name
from xl_tourney.grammar.formula_references import move_formula, precedent_ranges
from xl_tourney.grammar.implicit_intersection import broadcast_calls, intersect_implicitly
from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    RangeSet,
    column_letters,
    column_number,
    is_multi_cell_reference,
    merge_intervals,
    parse_cell_reference,
    parse_range,
    parse_reference,
    sheet_name_in_formula,
)
from xl_tourney.grammar.rewriting import apply_lambdas
from xl_tourney.grammar.structured_references import StructuredTable, Tables
from xl_tourney.grammar.syntax_tree import FormulaError

TABLES = Tables(
    [
        StructuredTable("Results", "S", parse_range("B2:D9"), ["Name", "Won #", "A[1]'s"], 1, 1),
        StructuredTable("Other", "My sheet", parse_range("A1:B3"), ["x", "y"], 0),
    ]
)


@pytest.mark.parametrize(
    ("written", "resolved"),
    [
        ("results[name]", "S!$B$3:$B$8"),
        ("Results[[#This Row],[Name]]", "S!B4"),
        ("Results[@Name]", "S!B4"),
        ("Results[[#All],[Name]]", "S!$B$2:$B$9"),
        ("Results[#Headers]", "S!$B$2:$D$2"),
        ("Results[#Totals]", "S!$B$9:$D$9"),
        ("Results[[#Headers],[#Data],[Name]]", "S!$B$2:$B$8"),
        ("Results[[Name]:[Won '#]]", "S!$B$3:$C$8"),
        ("Results[]", "S!$B$3:$D$8"),
        ("Results", "Results"),
        ("[Name]", "S!$B$3:$B$8"),
        ("[@[Won '#]]", "S!C4"),
        ("Results['#This Row]", "#REF!"),
        ("Results[A'[1']''s]", "S!$D$3:$D$8"),
        ("Results[[#Data],[#Totals]]", "S!$B$3:$D$9"),
        ("SUM(Other[x],Results[Name])", "SUM('My sheet'!$A$1:$A$3,S!$B$3:$B$8)"),
        ("Other[#Totals]", "#REF!"),
        ("Other[[#This Row],[x]]", "#VALUE!"),
        ("Results[None]", "#REF!"),
        ("Results[[Name]:[None]]", "#REF!"),
        ("Nobody[x]+1", "Nobody[x]+1"),
        ('1+"[x]"', '1+"[x]"'),
    ],
)
def test_references_to_tables(written: str, resolved: str) -> None:
    assert TABLES.resolve_references(written, CellAddress("S", 4, 3)) == resolved
    outside = TABLES.resolve_references(written, CellAddress("Z", 2, 1))
    if written.startswith("["):
        assert outside == written
    elif "Row],[Name]" in written or "@" in written:
        assert outside == "#VALUE!"
    assert TABLES and not Tables([]) and TABLES.names == ["Results", "Other"]


@pytest.mark.parametrize(
    ("formula", "intersected"),
    [
        ("A1", "A1"),
        ("-(A1:A3)", "-(A2)"),
        ("SUM(A1:A3)", "SUM(A1:A3)"),
        ("SUM(A1:A3*LEN(B1:B3))", "SUM(A2*LEN(B2))"),
        ("SUMPRODUCT(A1:A3*LEN(B1:B3))", "SUMPRODUCT(A1:A3*LEN(B1:B3))"),
        ("LEN(A1:A3)+LEN({1,2})", "LEN(A2)+LEN({1,2})"),
        ("{1,2}+1", "@{1,2}+1"),
        ("SUM({1,2}*2)", "SUM({1,2}*2)"),
        ("IF(A1:A3,B1:B3,2)", "IF(A2,B2,2)"),
        ("SUM(IF(A1:A3>1,1,0))", "SUM(IF(A2>1,1,0))"),
        ("INDEX(A1:A9,B1:B2)", "INDEX(A1:A9,B2)"),
        ("VLOOKUP(A1:A2,B1:C9,2)", "VLOOKUP(A2,B1:C9,2)"),
        ("UNIQUE(A1:A3)", "@UNIQUE(A1:A3)"),
        ("SUM(UNIQUE(A1:A3))", "SUM(UNIQUE(A1:A3))"),
        ("LEN(UNIQUE(A1:A3))", "LEN(@UNIQUE(A1:A3))"),
        ("OFFSET(A1,0,0,3,1)", "@OFFSET(A1,0,0,3,1)"),
        ("OFFSET(A1:A3,1,0)", "@OFFSET(A1:A3,1,0)"),
        ("OFFSET(A1:A3,1,0,1,1)", "OFFSET(A1:A3,1,0,1,1)"),
        ("OFFSET(A1,1,0):B9", "OFFSET(A1,1,0):B9"),
        ("OFFSET(A1,B1:B2,0)", "OFFSET(A1,B2,0)"),
        ("A1#*2", "@A1#*2"),
        ("SUM(A1#)", "SUM(A1#)"),
        ("-@A1:A3", "-@A2"),
        ("MEDIAN((A1:A3)+1)", "MEDIAN((A2)+1)"),
        ("SUMIFS(A1:A3,B1:B3,C1:C2)", "SUMIFS(A1:A3,B1:B3,C2)"),
        ("SUMPRODUCT(SUM(A1:A3*2))", "SUMPRODUCT(SUM(A1:A3*2))"),
        ("SUMPRODUCT(LEN(IF(A1:A3,1)))", "SUMPRODUCT(LEN(IF(A1:A3,1)))"),
        ("GBQ(A1:A9,B1:B9,2)", "@GBQ(A1:A9,B1:B9,2)"),
        ("ABS(ROW(A1:A3))", "ABS(ROW(A2))"),
    ],
)
def test_where_one_value_is_taken_of_a_range(formula: str, intersected: str) -> None:
    assert intersect_implicitly(formula, is_multi_cell_reference, 2) == intersected


@pytest.mark.parametrize(
    ("formula", "in_array", "in_cell"),
    [
        ("LEN(A1:A3)", 'B("LEN",A1:A3)', "LEN(A1:A3)"),
        ("LEN({1,2})", 'B("LEN",{1,2})', 'B("LEN",{1,2})'),
        ("SUM(A1:A3*LEN(B1:B3))", 'SUM(A1:A3*B("LEN",B1:B3))', "SUM(A1:A3*LEN(B1:B3))"),
        ("SUMPRODUCT(LEN(B1:B3))", *['SUMPRODUCT(B("LEN",B1:B3))'] * 2),
        ("SUMPRODUCT(LEN(IF(A1:A3,1)))", *['SUMPRODUCT(B("LEN",IF(A1:A3,1)))'] * 2),
        ("COUNTIF(A1:A3,B1:B3)", 'B("COUNTIF",A1:A3,B1:B3)', "COUNTIF(A1:A3,B1:B3)"),
        ("INDEX(A1:A9,B1:B2)", 'B("INDEX",A1:A9,B1:B2)', "INDEX(A1:A9,B1:B2)"),
        ("ABS(ROW(A1:A3))", 'B("ABS",ROW(A1:A3))', "ABS(ROW(A1:A3))"),
        ("FIND(A1:A2,B1)", "FIND(A1:A2,B1)", "FIND(A1:A2,B1)"),
    ],
)
def test_which_functions_are_called_for_every_value(
    formula: str, in_array: str, in_cell: str
) -> None:
    functions = ("LEN", "ABS", "COUNTIF", "INDEX")
    for is_array, written in ((True, in_array), (False, in_cell)):
        assert written == broadcast_calls(
            formula, is_array, is_multi_cell_reference, "B", functions
        )


@pytest.mark.parametrize(
    ("operand", "row", "taken"),
    [
        ("A:A", 5, "A5"),
        ("A2:A4", 1, "@A2:A4"),
        ("A2:A4", 2, "A2"),
        ("A2:A4", 4, "A4"),
        ("A2:A4", 5, "@A2:A4"),
        ("A2:A4", 0, "@A2:A4"),
        ("$A$2:$A4", 3, "$A3"),
        ("A2:B4", 3, "@A2:B4"),
        ("'My S'!$B:$B", 7, "'My S'!$B7"),
    ],
)
def test_the_cell_of_a_column_in_a_row(operand: str, row: int, taken: str) -> None:
    assert intersect_implicitly(operand, lambda _: True, row) == taken


LAMBDA = "_xlfn.LAMBDA("
TWICE = {"TWICE": f"{LAMBDA}_xlpm.b,_xlpm.b*2)"}


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("_xlfn.LET(_xlpm.x,1,_xlpm.x+_xlpm.x)", "(1+1)"),
        ("_xlfn.LET(_xlpm.x,RAND(),_xlpm.x+1)", "((RAND())+1)"),
        ("_xlfn.LET(_xlpm.x,RAND(),_xlpm.x+_xlpm.x)", None),
        ("_xlfn.LET(_xlpm.x,1)", None),
        ("_xlfn.LET(_xlpm.x,1,_xlpm.y,_xlpm.x+1,_xlpm.x*_xlpm.y)", "(1*(1+1))"),
        (f"{LAMBDA}_xlpm.x,_xlpm.x)(1)", None),
        (f"_xlfn.MAP(A1,B1,{LAMBDA}_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b))", "(A1+B1)"),
        (f"_xlfn.MAP(A1,{LAMBDA}_xlpm.a,_xlpm.b,_xlpm.a+_xlpm.b))", None),
        (f"_xlfn.MAP(A1:A2,{LAMBDA}_xlpm.a,_xlpm.a+1))", None),
        (f"_xlfn.MAP(A1,{LAMBDA}_xlpm.a,_xlpm.a:B2))", None),
        (f"_xlfn.MAP(A1,{LAMBDA}_xlpm.a,{{1,2}}))", None),
        (f"_xlfn.MAP(A1,{LAMBDA}_xlpm.a,_xlfn.UNIQUE(B1)))", None),
        (f"_xlfn.MAP(OFFSET(A1,2,0),{LAMBDA}_xlpm.a,_xlpm.a+1))", "((OFFSET(A1,2,0))+1)"),
        (f"_xlfn.MAP(OFFSET(A1,B1,0),{LAMBDA}_xlpm.a,_xlpm.a+1))", None),
        (f"_xlfn.MAP(OFFSET(A1,2,0,2),{LAMBDA}_xlpm.a,_xlpm.a+1))", None),
        ("Twice(B1)+twice(2)", "(B1*2)+(2*2)"),
        ("Twice(B1,2)", None),
        ("Twice()", None),
        ("Four(B1)", "((((B1*2))*2))"),
        ("Loop(1)", None),
        ("Two()", "(2)"),
    ],
)
def test_bound_names_and_named_functions(formula: str, written: str | None) -> None:
    functions = TWICE | {
        "FOUR": f"{LAMBDA}_xlpm.c,Twice(Twice(_xlpm.c)))",
        "LOOP": f"{LAMBDA}_xlpm.b,Loop(_xlpm.b+1))",
        "TWO": f"{LAMBDA}2)",
    }
    assert apply_lambdas(formula, functions) == (written or formula)


def test_defined_names_stand_as_formulas_where_engines_do_not_know_them() -> None:
    names = DefinedNames(
        [
            DefinedName("Rate", "$B$1"),
            DefinedName("Rate", "$C$1", "Other"),
            DefinedName("Behind", "GBQ(A1:A9,B1:B9,2)"),
            DefinedName("Uses", "Behind+1"),
            DefinedName("Ends", "Ends+A1"),
            DefinedName("Cells", "S!$A$1:$A$9"),
            DefinedName("Two", "{1,2}"),
            DefinedName("Broken", "SUM("),
            DefinedName("Tabled", "Results[Name]"),
            DefinedName("At", "INDEX($A$1:$A$9,2)"),
            DefinedName("Twice", TWICE["TWICE"]),
            DefinedName("Own", f"{LAMBDA}_xlpm.b,own(_xlpm.b))"),
            DefinedName("Near", f"{LAMBDA}_xlpm.b,_xlpm.b+A1)"),
        ]
    )
    assert {*names.inlined_names} == {
        *("BEHIND", "USES", "TWO", "TABLED", "AT", "OTHER!RATE", "NEAR"),
    }
    assert [name for name in ("cells", "Two", "Rate", "A1:A2") if names.is_multi_cell(name)] == [
        *("cells", "Two", "A1:A2")
    ]
    assert {*names.functions} == {"TWICE"} and len([*names]) == 13
    assert names.inline("Uses+Rate", "Main", "C2") == "((GBQ(C2:C10,D2:D10,2))+1)+Rate"
    assert names.inline("Other!Rate+At", "Main", "C2") == "$C$1+(INDEX($A$1:$A$9,2))"
    assert names.expand("Rate+other!rate+Nobody", "Main", "C1") == "$B$1+$C$1+Nobody"
    assert names.expand("Rate*Uses", "Other", "B1") == "$C$1*((GBQ(B1:B9,C1:C9,2))+1)"
    assert names.apply_lambdas("twice(A1)+1") == "(A1*2)+1" and names.may_apply_lambdas("TWICE(1)")
    assert not names.may_apply_lambdas("Rate+1") and names.apply_lambdas("Rate") == "Rate"
    assert not DefinedNames([]).may_apply_lambdas("TWICE(1)")
    assert users_by_name(["a+B", "SUM(", "B"]) == {"A": [0], "B": [0, 2]}
    entries = {"RATE": 1, "AT": 2}
    assert first_entry("Nobody+at+Rate", entries) == 2 and first_entry("Nobody", entries) is None
    assert first_entry("SUM(", {}) is None


def test_guards_of_calls_that_are_not_evaluated() -> None:
    def guarded(formula: str) -> list[tuple[str, str, int]]:
        tree = parse(formula)
        call = next(call for call in find_calls(formula) if call.name == "LEN")
        return [(name, test.text, place) for name, test, place in guards(tree, call)]

    assert guarded("IF(A1,1,LEN(B1))") == [("IF", "A1", 2)]
    assert guarded("IF(LEN(B1),1,2)") == [] == guarded("SUM(1,LEN(B1))")
    assert guarded("IFNA(A1,LEN(B1))") == [("IFNA", "A1", 1)]
    assert guarded("IFERROR(A1,IF(B1,LEN(C1)))") == [("IF", "B1", 1), ("IFERROR", "A1", 1)]
    assert [is_single_cell(parse(text).root) for text in ("S!$A1", "A1:A2", "Rate", "1")] == [
        *(True, False, False, False)
    ]


def test_cells_and_ranges_in_a1_notation() -> None:
    assert [column_letters(n) for n in (1, 26, 27, 702, 703, MAX_COLUMN)] == [
        *("A", "Z", "AA", "ZZ", "AAA", "XFD")
    ]
    assert [column_number(text) for text in ("a", "Z", "aa", "XFD")] == [1, 26, 27, MAX_COLUMN]
    assert parse_cell_reference("XFD1048576") == (MAX_ROW, MAX_COLUMN)
    for wrong in ("XFE1", "A1048577", "A0", "1", "A", "É1", ""):
        with pytest.raises(ValueError, match=r"is not a cell|invalid literal"):
            parse_cell_reference(wrong)
    assert parse_range("$C$9:B2") == Range(2, 2, 9, 3) and str(Range(2, 2, 9, 3)) == "B2:C9"
    assert parse_reference("2:9") == Range(2, 1, 9, MAX_COLUMN)
    assert parse_reference("b:C") == Range(1, 2, MAX_ROW, 3)
    area = Range(2, 3, 4, 4)
    assert (area.cell_count, str(Range(2, 3, 2, 3)), [*area.cells()][:3]) == (
        *(6, "C2"),
        [(2, 3), (2, 4), (3, 3)],
    )
    around = [(1, 3), (2, 3), (4, 4), (5, 4), (2, 2), (2, 5)]
    assert [area.contains(*cell) for cell in around] == [False, True, True, False, False, False]
    cells = RangeSet([Range(1, 1, 2, 9), Range(3, 1, 9, 1), Range(3, 1, 9, 1), Range(5, 5, 5, 5)])
    assert [cell for cell in [(2, 9), (3, 9), (9, 1), (9, 2), (5, 5), (4, 5)] if cell in cells] == [
        *((2, 9), (9, 1), (5, 5))
    ]
    assert merge_intervals([(1, 2), (3, 4), (6, 7)]) == ([1, 6], [4, 7])
    assert merge_intervals([(1, 9), (2, 3)], max_gap=0) == ([1], [9])
    assert [sheet_name_in_formula(name) for name in ("S1", "1S", "Käse", "a b")] == [
        *("S1", "'1S'", "'Käse'", "'a b'")
    ]
    texts = ("A1#", "{1}", "T[[#This Row],[a]]", "T[@a]", "1:1", "A1:A1", "A:A")
    assert [*map(is_multi_cell_reference, texts)] == [True, True, False, False, True, False, True]


def test_formulas_that_are_copied_to_another_cell() -> None:
    assert move_formula("S!$A1+B$1+C:C+2:$3+$D$4", "A1", "B3") == "S!$A3+C$1+D:D+4:$3+$D$4"
    for formula, origin, target in (
        *(("A1", "C1", "B1"), ("B1", "C2", "C1")),
        *(("XFD1", "A1", "B1"), ("A1048576", "A1", "A2")),
    ):
        with pytest.raises(FormulaError, match=f"it cannot be moved to {target}"):
            move_formula(formula, origin, target)
    found = precedent_ranges("SUM(A1:B2,T!C:C,A1:B2,Rate,A0)", "S")
    assert found == [("S", Range(1, 1, 2, 2)), ("T", Range(1, 3, MAX_ROW, 3))]
    assert precedent_ranges("SUM(", "S") == []
