"""The one parser of formulas: every formula is read, its tree covers it, and no byte gets lost."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import formualizer
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from xl_tourney.grammar.parser import parse, rewrite
from xl_tourney.grammar.syntax_tree import (
    FormulaError,
    Literal,
    Name,
    Node,
    Omitted,
    Operation,
    Reference,
    replacement,
    walk,
)

ROOT = Path(__file__).parent.parent.parent


def outline(node: Node) -> Any:
    """A tree as nested lists: operators and functions before what they take."""
    name = getattr(node, "name", type(node).__name__)
    return [name, *map(outline, node.children)] if node.children else node.text


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("-2^2", ["^", ["-", "2"], "2"]),
        ("2^-3^2", ["^", ["^", "2", ["-", "3"]], "2"]),
        ("-50%%", ["%", ["%", ["-", "50"]]]),
        ('A1&"x"=B1-1-2*3', ["=", ["&", "A1", '"x"'], ["-", ["-", "B1", "1"], ["*", "2", "3"]]]),
        ("A1=B1<>C1", ["<>", ["=", "A1", "B1"], "C1"]),
        ("@A1:INDEX(B:B,3)", ["@", [":", "A1", ["INDEX", "B:B", "3"]]]),
        ("SUM(A1:(B2),3)", ["SUM", [":", "A1", ["Parenthesis", "B2"]], "3"]),
        ("A1:[1]!gbq(B2)", [":", "A1", ["[1]!gbq", "B2"]]),
        ("'C:\\it''s.xlam'!gbq(B2)", ["'C:\\it''s.xlam'!gbq", "B2"]),
        (
            "SUM((A1:A2 B:B,$C$1#))",
            ["SUM", ["Parenthesis", [",", [" ", "A1:A2", "B:B"], ["#", "$C$1"]]]],
        ),
        ("_xlfn.LAMBDA(x,y,x)(1,2+3)", ["", ["_xlfn.LAMBDA", "x", "y", "x"], "1", ["+", "2", "3"]]),
        ('{1,-2;"a",#N/A}', ["ArrayConstant", "1", ["-", "2"], '"a"', "#N/A"]),
        ("[1]!gbq( 1,,)", ["[1]!gbq", "1", "", ""]),
        ("Sheet1!#REF!+'a b'!C2", ["+", "Sheet1!#REF!", "'a b'!C2"]),
        ("Q2:Q3!B4+S!A1:S!B2", ["+", "Q2:Q3!B4", [":", "S!A1", "S!B2"]]),
        ("1+*2", ["+", "1", ["*", "", "2"]]),
        ("NOW( )", "NOW( )"),
        (" ", ""),
    ],
)
def test_operators_bind_as_in_excel(formula: str, expected: object) -> None:
    assert outline(parse(formula).root) == expected


@pytest.mark.parametrize("formula", ["SUM(1", "1)", '"a', "{1", "SUM(}", "#A1", "'a", "T[a"])
def test_brackets_that_do_not_match_are_an_error_with_its_place(formula: str) -> None:
    with pytest.raises(FormulaError, match="position"):
        parse(formula)


def test_comparisons_in_a_row_are_as_deep_as_brackets() -> None:
    """Each has all before it as an operand: thousands of them would cost the square of that."""
    parse("1" + "=1" * 256)
    with pytest.raises(FormulaError, match="compares more than 256 times, at position 513"):
        parse("1" + "=1" * 257)
    many = ",".join(["A1=1"] * 200)
    assert len(parse(f"OR({many},{many})").root.children) == 400


def test_brackets_have_a_depth_and_operators_have_none() -> None:
    assert len(parse("(" * 255 + "1" + ")" * 255).nodes) == 256
    with pytest.raises(FormulaError, match="nested more than 256 deep"):
        parse("(" * 256 + "1" + ")" * 256)
    long = "+".join(["A1"] * 4_000)
    assert len(list(walk(parse(long).root))) == 7_999
    assert rewrite(
        long, lambda node: "B2" if isinstance(node, Reference) else None
    ) == long.replace("A1", "B2")


def test_of_edits_inside_of_each_other_the_outer_one_is_written() -> None:
    tree = parse("MAX( A1 , MIN(B1, C1) )")
    b1, call = (next(n for n in tree.nodes if n.text == text) for text in ("B1", "MIN(B1, C1)"))
    assert tree.write([replacement(b1, "7")]) == "MAX( A1 , MIN(7, C1) )"
    assert tree.write([replacement(b1, "7"), replacement(call, "8")]) == "MAX( A1 , 8 )"


def assert_is_covered(formula: str) -> None:
    """The tree gives the formula back; between its leaves are operators, brackets, commas."""
    tree = parse(formula)
    assert tree.write([]) == formula
    assert tree.nodes == tuple(walk(tree.root))
    leaves = [node for node in tree.nodes if not node.children]
    position, between = 0, []
    for leaf in leaves:
        assert position <= leaf.start <= leaf.end
        between.append(formula[position : leaf.start])
        position = leaf.end
    signs = re.sub(r"[^\s,;(){}=<>&+*/^%@:-]+\(", "", "".join(between))  # no names of functions
    assert not re.search(r"[\w\"!]", signs)
    for node in tree.nodes:
        for child in node.children:
            assert node.start <= child.start <= child.end <= node.end
            assert tree.parent(child) is node


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts_in(item)


def saved_formulas() -> Iterator[str]:
    """The formulas of the sample workbooks, one of each pattern, and of the cases of Excel."""
    seen = set()
    for path in sorted((ROOT / "workbooks").glob("*.xlsx")):
        with ZipFile(path) as file:
            for part in file.namelist():
                if part.startswith("xl/worksheets/sheet"):
                    for text in formulas_in(file.read(part).decode()):
                        pattern = re.sub("[0-9]", "0", text)
                        if pattern not in seen:
                            seen.add(pattern)
                            yield text
    for text in texts_in(json.loads((ROOT / "tests/data/excel_cases.json").read_text())):
        yield text.removeprefix("=")


def formulas_in(sheet: str) -> list[str]:
    return [unescape(text) for text in re.findall("<f(?: [^>]*)?>([^<]+)</f>", sheet)]


@pytest.mark.slow
def test_every_saved_formula_is_covered_by_its_tree() -> None:
    read = 0
    for formula in saved_formulas():
        try:
            parse(formula)
        except FormulaError:
            continue
        assert_is_covered(formula)
        read += 1
    assert read > 2_000


SPACE = st.sampled_from(["", "", "", " ", "\n  "])
OPERANDS = st.sampled_from(
    [
        *(
            "1",
            "2.5e-3",
            '"a""(,b"',
            "TRUE",
            "#N/A",
            "Sheet1!#REF!",
            "A1",
            "$B$2:C9",
            "d:D",
            "$3:4",
        ),
        *("'it''s, (me)'!A1", "[2]Data!$A$1:$B$2", "[1]!Rate", "Rate", "ünï.code", "_xlpm.x"),
        *("Results[wins]", "Results[[#This Row],[a b]]", "[@[a, b]]", "T['#x]", '{1,-2;"ä",TRUE}'),
        *("'C:\\dir\\[b.xlsx]S'!A1", "A1#", "@A1:A4"),
    ]
)
FUNCTIONS = st.sampled_from(
    ["SUM", "if", "_xlfn.XLOOKUP", "_xlfn._xlws.SORT", "[1]!GBQ", "_xldudf_CLUB_GBQ", "T.DIST"]
)
INFIX = st.sampled_from([*"+-*/^&=<>:", "<>", "<=", ">=", "<"])


def extended(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    spaced = st.builds(lambda before, text, after: before + text + after, SPACE, inner, SPACE)
    arguments = st.lists(st.one_of(spaced, SPACE), max_size=4).map(",".join)
    return st.one_of(
        st.builds(lambda left, sign, right: f"{left}{sign}{right}", spaced, INFIX, spaced),
        st.builds(lambda sign, text: sign + text, st.sampled_from(["-", "+", "@"]), inner),
        st.builds(lambda text: f"({text})%", spaced),
        st.builds(lambda one, other: f"({one},{other})", spaced, spaced),
        st.builds(lambda name, text: f"{name}({text})", FUNCTIONS, arguments),
    )


FORMULAS = st.recursive(OPERANDS, extended, max_leaves=12)


@given(FORMULAS)
@example("A1  B2")
@example("LAMBDA(x,x)(1)(2)")
@example("1:(1)%")
@example("1:[1]!GBQ(1)")
@settings(max_examples=100)
def test_random_formulas_are_covered_by_their_trees(formula: str) -> None:
    assert_is_covered(formula)


@given(FORMULAS)
@settings(max_examples=100)
def test_what_is_not_rewritten_keeps_its_spelling(formula: str) -> None:
    """Each name becomes a mark as long as it is; then all but these is the same."""

    def mark(node: Node) -> str | None:
        return "\x01" * len(node.text) if isinstance(node, (Name, Reference)) else None

    marked = rewrite(formula, mark)
    assert len(marked) == len(formula)
    assert all(one == other or other == "\x01" for one, other in zip(formula, marked))
    kept = [n.text for n in parse(formula).nodes if isinstance(n, (Literal, Omitted))]
    assert all(text in marked for text in kept)


NUMBERS = st.integers(1, 9).map(str)
ARITHMETIC = st.recursive(
    NUMBERS,
    lambda inner: st.one_of(
        st.builds("".join, st.tuples(inner, st.sampled_from("+-*/^"), inner)),
        st.builds("-{}".format, inner),
        st.builds("({})%".format, inner),
        st.builds("{}%".format, NUMBERS),
    ),
    max_leaves=6,
)


def value_of(node: Node) -> float:
    """The value of arithmetic by its tree alone."""
    values = [value_of(child) for child in node.children]
    if not isinstance(node, Operation):
        return values[0] if values else float(node.text)
    if len(values) == 1:
        return {"-": -values[0], "%": values[0] / 100}[node.name]
    left, right = values
    if node.name == "^":
        power = left**right
        return power if isinstance(power, float) else math.nan
    return {"+": left + right, "-": left - right, "*": left * right}.get(
        node.name, left / right if right else math.nan
    )


@given(st.lists(ARITHMETIC, min_size=8, max_size=8))
@settings(max_examples=25)
def test_precedence_is_that_of_an_engine(formulas: list[str]) -> None:
    workbook = formualizer.Workbook()
    sheet = workbook.sheet("Sheet")
    for row, formula in enumerate(formulas, 1):
        sheet.set_formula(row, 1, f"={formula}")
    workbook.evaluate_all()
    for row, formula in enumerate(formulas, 1):
        found = workbook.get_value("Sheet", row, 1)
        try:
            expected = value_of(parse(formula).root)
        except (ZeroDivisionError, OverflowError):
            continue
        if isinstance(found, (int, float)) and math.isfinite(expected):
            assert found == pytest.approx(expected, rel=1e-9), formula
