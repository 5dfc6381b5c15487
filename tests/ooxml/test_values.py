"""Values of cells as files hold them, encodings of parts, and the data of other workbooks."""

from __future__ import annotations

import codecs
from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.catalogue.cells import ErrorValue
from xl_tourney.ooxml import xml
from xl_tourney.ooxml.external_links import ExternalBook, ExternalData, ExternalSheet
from xl_tourney.ooxml.sheet import cached_values
from xl_tourney.ooxml.sheet.cached_values import CachedValue
from xl_tourney.ooxml.sheet.scan import scan_by_expat, scan_by_pattern
from xl_tourney.ooxml.xml import MAIN_NAMESPACE

SCANS = (scan_by_pattern, scan_by_expat)
STRINGS = SimpleNamespace(shared_strings=("Ann", "Bob"))


@pytest.mark.parametrize(
    ("type_", "content", "text", "value"),
    [
        ("n", b" 1.5 ", "1.5", 1.5),
        ("n", b"x", "x", None),
        ("b", b"1", "1", True),
        ("b", b"true", "true", True),
        ("b", b"0", "0", False),
        ("e", b"#N/A", "#N/A", "#N/A"),
        ("str", b" a_x000A_&amp; ", " a\n& ", " a\n& "),
        ("s", b"1", "Bob", "Bob"),
        ("s", b"0", "Ann", "Ann"),
        ("s", b"2", "", ""),
        ("s", b"-1", "", ""),
    ],
)
def test_cached_values_in_python(type_: str, content: bytes, text: str, value: object) -> None:
    cached = cached_values.parse_cached_value(type_, content, STRINGS)
    assert cached == ("str" if type_ == "s" else type_, text)
    found = cached_values.to_python(cached)
    assert found == value and type(found) in (type(value), ErrorValue)
    assert cached_values.to_python(CachedValue("", "")) is None


@pytest.mark.parametrize(
    ("value", "cached"),
    [
        (True, ("b", "1")),
        (False, ("b", "0")),
        (3, ("n", "3")),
        (-0.0, ("n", "0")),
        (-2.5e-7, ("n", "-2.5E-7")),
        (1e21, ("n", "1E+21")),
        (1e100, ("n", "1E+100")),
        ("#N/A", ("str", "#N/A")),
        (ErrorValue("#N/A"), ("e", "#N/A")),
        (ErrorValue("#SPILL!"), ("e", "#VALUE!")),
        (None, ("", "")),
    ],
)
def test_values_as_they_are_cached(value: object, cached: tuple[str, str]) -> None:
    assert cached_values.from_python(value) == cached


@pytest.mark.parametrize(
    ("cached", "value", "matches"),
    [
        (("n", "0.3"), 0.1 + 0.2, True),
        (("n", "0.3"), 0.30000000000001, False),
        (("n", "1"), True, False),
        (("b", "1"), True, True),
        (("str", "1"), 1.0, False),
        (("e", "#N/A"), ErrorValue("#N/A"), True),
        (("e", "#N/A"), "#N/A", False),
        (("str", "a\r\nb"), "a\nb", True),
        (("str", "a\r\nb"), "a\nc", False),
        (("str", "TP 0.3"), "TP 0.30000000000000004", True),
        (("str", "TP 0.3"), "TP 0.4", False),
        (("str", "0,5 TP"), "0.5 TP", True),
        (("str", "123456789012345"), "123456789012346", False),
        (("str", "x 1E5"), "x 100000.00000000001", True),
        (("", ""), None, True),
    ],
)
def test_which_values_are_the_cached_ones(
    cached: tuple[str, str], value: object, matches: bool
) -> None:
    assert cached_values.matches_cached(CachedValue(*cached), value) is matches


def test_usual_values_are_compared_as_bytes() -> None:
    def matches(type_: str, v_element: str, value: object) -> bool:
        cell = f'<c r="A1" t="{type_}"><f>B1</f>{v_element}</c>'
        rows = f'<sheetData><row r="1">{cell}</row></sheetData>'
        data = f'<worksheet xmlns="{MAIN_NAMESPACE}">{rows}</worksheet>'.encode()
        sheets = [scan(xml.XmlPart("s.xml", data), "book") for scan in SCANS]
        (found,) = {cached_values.matches_saved(one.formula_cells, 0, value) for one in sheets}
        return found

    assert matches("n", "<v>0.3</v>", 0.1 + 0.2) and not matches("n", "<v>x</v>", 0.5)
    assert not matches("str", "<v>0.5</v>", 0.5) and not matches("n", "<v>1</v>", 1)
    assert matches("str", "<v>a&amp;b</v>", "a&b") and not matches("str", "<v>a</v>", "b")
    assert matches("str", "<v></v>", "") and matches("str", "<v/>", "")
    assert not matches("str", "", "") and not matches("n", "<v/>", "")
    numbers = [0.5] * 5000
    assert [*cached_values.format_numbers(numbers)] == [b"0.5"] * 5000


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"<a/>", "utf-8"),
        (codecs.BOM_UTF8 + b"<a/>", "utf-8"),
        (b'<?xml version="1.0" encoding="US-ASCII"?><a/>', "utf-8"),
        (b'<?xml version="1.0" encoding="utf8"?><a/>', "utf-8"),
        (b"<?xml version='1.0' encoding='Windows-1252'?><a/>", "windows-1252"),
        ("<a/>".encode("utf-16-le"), "utf-16-le"),
        ("<a/>".encode("utf-16-be"), "utf-16-be"),
        (codecs.BOM_UTF16_LE + "<a/>".encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + "<a/>".encode("utf-16-be"), "utf-16-be"),
    ],
)
def test_the_encoding_of_a_part(data: bytes, encoding: str) -> None:
    assert xml._encoding(data) == encoding
    package: Any = SimpleNamespace(read=lambda _: data, name="a.xlsx")
    part = xml.read_part(package, "a.xml")
    assert part.encoding == encoding and part.encode(part.data) == data
    assert b"<a/>" in part.data


BOOKS = ExternalData(
    [
        ExternalBook(
            [
                ExternalSheet("One", {(1, 1): b"<c r='A1'/>", (1, 2): b"<c r='B1'/>"}),
                ExternalSheet("Two's", {(5, 3): b"<c r='C5'/>"}),
            ],
            {"RATE": "='Two''s'!$C$5", "LOST": "#REF!", "PLAIN": "=One!$A$1"},
        ),
        ExternalBook([], {}),
    ]
)


@pytest.mark.parametrize(
    ("written", "resolved"),
    [
        ("[1]One!A1+1", "XL_TOURNEY_LINK_1_0!A1+1"),
        ("'[1]one'!$B$1", "XL_TOURNEY_LINK_1_0!$B$1"),
        ("SUM([1]One!A1:C9)", "SUM(XL_TOURNEY_LINK_1_0!A1:C9)"),
        ("'[1]Two''s'!C5", "XL_TOURNEY_LINK_1_1!C5"),
        ("[1]!rate*2", "XL_TOURNEY_LINK_1_1!$C$5*2"),
        ("[1]!Plain", "XL_TOURNEY_LINK_1_0!$A$1"),
        ("[1]!Lost", None),
        ("[1]Three!A1", None),
        ("[2]One!A1", None),
        ("[3]One!A1", None),
        ("[3]!Rate", None),
        ("[0]!Rate", None),
        ("One!A1+Table[x]", "One!A1+Table[x]"),
    ],
)
def test_references_into_other_workbooks(written: str, resolved: str | None) -> None:
    assert BOOKS.resolve(written) == (resolved or written)
    missing = BOOKS.missing_reference(written)
    assert (missing is not None) == (resolved is None) and (missing or written) in written


@pytest.mark.parametrize("cells", ["A2", "D4:E5"])
def test_what_is_not_saved_of_a_saved_sheet_is_missing(cells: str) -> None:
    assert BOOKS.resolve(f"[1]One!{cells}") == f"XL_TOURNEY_LINK_1_0!{cells}"
    assert BOOKS.missing_reference(f"[1]One!{cells}") == f"[1]One!{cells}"


def test_the_saved_data_of_other_workbooks() -> None:
    assert BOOKS and not ExternalData([]) and not ExternalData([ExternalBook([], {})])
    assert BOOKS.may_be_used(b"<f>[1]One!A1</f>") and not BOOKS.may_be_used(b"<f>T[x]+1</f>")
    sheets = dict(BOOKS.sheets())
    assert [*sheets] == ["XL_TOURNEY_LINK_1_0", "XL_TOURNEY_LINK_1_1"]
    assert b"<row r=\"1\"><c r='A1'/><c r='B1'/></row>" in sheets["XL_TOURNEY_LINK_1_0"]
    assert b"<row r=\"5\"><c r='C5'/></row>" in sheets["XL_TOURNEY_LINK_1_1"]
