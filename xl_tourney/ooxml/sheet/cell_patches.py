"""Patches that replace the value or the array range of one cell, and splicing them in.

A patch is a span of a sheet's bytes and what stands there instead, so all else stays as it is.  An
example, a number that becomes a text::

    <c r="B1" s="3"><f>A1&amp;"x"</f><v>7</v></c>
                  ^ t="str" is put in             ^ 7x stands in place of 7
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...patterns import regex
from .. import xml
from .cached_values import SharedStrings, from_python, matches_cached, read_cached_value
from .formula_cells import CellXml, Patch
from .sheet_xml import SheetXml

ATTRIBUTE = regex(rb"""\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')""")
"""An attribute in a tag: its name, and its value in quotes."""

_PREFIX = regex(rb"<((?:[^\s:>/]+:)?)c")


def splice(data: bytes, patches: Iterable[Patch]) -> bytes:
    """The bytes with all patches made."""
    segments = []
    end_of_last = 0
    for start, end, new in sorted(patches):
        segments.append(data[end_of_last:start])
        segments.append(new)
        end_of_last = end
    segments.append(data[end_of_last:])
    return xml.join_bytes(segments)


def update_patches(
    sheet: SheetXml, cell: CellXml, value: Any, strings: SharedStrings
) -> list[Patch]:
    """The patches that give a cell a value; none if it is the cached value already."""
    return value_patches(sheet, cell, value) if differs(sheet, cell, value, strings) else []


def differs(sheet: SheetXml, cell: CellXml, value: Any, strings: SharedStrings) -> bool:
    """Whether a value is not the cached one of a cell."""
    if type(value) is str and cell.type in ("n", "b", "e"):
        return True  # text over something else
    return not matches_cached(read_cached_value(sheet, cell, strings), value)


def value_patches(sheet: SheetXml, cell: CellXml, value: Any) -> list[Patch]:
    """The patches that write a value into a cell; None empties it."""
    data = sheet.data
    new = from_python(value)
    text = xml.encode_xstring(new.text)
    tag_end = data.find(b">", cell.start) + 1
    if tag_end != cell.f_start:  # nearly always the formula follows at once
        tag_end = xml.tag_end(data, cell.start)
    patches = _type_patches(data, cell, tag_end, new.type)
    start, end = cell.value_span
    has_v_content = cell.v_start >= 0 and not data.endswith(b"/>", cell.v_start, start)
    if new.type and has_v_content and cell.is_start < 0:
        patches.append((start, end, text))
        return patches
    prefix = namespace_prefix(data, cell)
    v_element = b"<%sv>%s</%sv>" % (prefix, text, prefix) if new.type else b""
    if data.endswith(b"/>", cell.start, tag_end):
        if v_element:
            patches.append((tag_end - 2, tag_end, b">" + v_element + b"</%sc>" % prefix))
        return patches
    if cell.v_start >= 0:
        patches.append((cell.v_start, xml.element_end(data, cell.v_start), v_element))
        v_element = b""
    if cell.is_start >= 0:
        patches.append((cell.is_start, xml.element_end(data, cell.is_start), v_element))
    elif v_element:
        after_formula = xml.element_end(data, cell.f_start) if cell.f_start >= 0 else tag_end
        patches.append((after_formula, after_formula, v_element))
    return patches


def _type_patches(data: bytes, cell: CellXml, tag_end: int, type_: str) -> list[Patch]:
    """The patches that set the type in a ``<c …>`` tag; a number has no attribute for it."""
    if type_ == cell.type:
        return []
    attribute = b' t="%s"' % type_.encode() if type_ not in ("n", "") else b""
    if cell.type != "n" or b"t=" in data[cell.start : tag_end]:
        for match in ATTRIBUTE.finditer(data, cell.start, tag_end):
            if match[1] == b"t":
                return [(match.start(), match.end(), attribute)]
    end = tag_end - (2 if data.endswith(b"/>", cell.start, tag_end) else 1)
    return [(end, end, attribute)] if attribute else []


def formula_patch(cell: CellXml, formula: str) -> Patch:
    """The patch that replaces the text of a formula; its attributes stay."""
    return (*cell.formula_span, xml.escape(formula).encode())


def plain_formula_patch(sheet: SheetXml, cell: CellXml, formula: str) -> Patch:
    """The patch that replaces a formula with its attributes by one without attributes."""
    data = sheet.data
    prefix = namespace_prefix(data, cell)
    f_element = b"<%sf>%s</%sf>" % (prefix, xml.escape(formula).encode(), prefix)
    return cell.f_start, xml.element_end(data, cell.f_start), f_element


def formula_removal_patch(sheet: SheetXml, cell: CellXml) -> Patch:
    """The patch that makes a formula cell a constant."""
    return cell.f_start, xml.element_end(sheet.data, cell.f_start), b""


def array_range_patch(data: bytes, cell: CellXml, reference: str) -> Patch:
    """The patch that sets the range of an array formula."""
    tag_end = xml.tag_end(data, cell.f_start)
    for match in ATTRIBUTE.finditer(data, cell.f_start, tag_end):
        if match[1] == b"ref":
            return match.start(2), match.end(2), b'"%s"' % reference.encode()
    end = tag_end - 1
    return end, end, b' ref="%s"' % reference.encode()


def namespace_prefix(data: bytes, cell: CellXml) -> bytes:
    """The prefix of a cell's elements, with its colon; nearly always there is none."""
    match = _PREFIX.match(data, cell.start)
    assert match is not None
    return match[1]
