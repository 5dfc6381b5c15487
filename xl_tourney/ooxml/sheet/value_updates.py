"""New values for the formula cells of a sheet, all at once.

Nearly all cells hold numbers in the usual form; they are compared and written without a call each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Any

from ...record import Record
from .. import xml
from ..package import NewPart
from .cached_values import (
    CachedValue,
    SharedStrings,
    format_numbers,
    from_python,
    matches_cached,
    matches_saved,
    parse_cached_value,
    same_number,
)
from .cell_patches import splice, update_patches
from .formula_cells import Patch
from .sheet_xml import SheetXml


class ValueUpdates(Record):
    """The changes to a sheet that give its formula cells new values."""

    texts: list[bytes]
    """The new text inside ``<v>`` of each formula cell; the old one of cells with patches."""
    types: dict[int, str]
    """The new types of cells whose type changes, except those with patches."""
    patches: list[Patch]
    """The changes to a sheet that has no segments, or to cells in an unusual form."""
    changed: int
    """The number of cells that change."""


def compare_values(
    sheet: SheetXml,
    values: Sequence[Any],
    left_as_saved: Collection[int],
    strings: SharedStrings,
    among: Iterable[int] | None = None,
    resized: Collection[int] = (),
) -> ValueUpdates:
    """The changes for the values of formula cells but those that are ``left_as_saved``.

    All cells whose values may differ from the cached ones are ``among`` some.  In the tags of those
    that are ``resized`` the range of an array is patched, too.
    """
    formula_cells = sheet.formula_cells
    texts = formula_cells.values.copy()
    types: dict[int, str] = {}
    patches: list[Patch] = []
    changed_numbers: Sequence[int] = ()
    changed = 0
    has_segments = sheet.segments is not None
    others: Sequence[int] = range(len(values)) if among is None else [*among]
    if has_segments and others:
        numbers = _numbers(values, formula_cells.types, others)
        changed_numbers = _changed_numbers(values, formula_cells.plain_values, numbers)
        if left_as_saved:
            changed_numbers = [i for i in changed_numbers if i not in left_as_saved]
        others = () if len(numbers) == len(others) else sorted({*others}.difference(numbers))
    for index in others:
        value, type_, cached = values[index], formula_cells.types[index], texts[index]
        if index in left_as_saved:
            continue
        if (
            has_segments
            and type(value) is str
            and type_ in ("n", "str")
            and (cached or value or type_ == "n")
            and index not in resized
        ):
            if type_ == "n":
                types[index] = "str"
            elif is_cached_text(cached, value):
                continue
            texts[index] = xml.encode_xstring(value)
            changed += 1
        elif matches_saved(formula_cells, index, value):
            continue
        elif (
            has_segments
            and index not in resized
            and (new := from_python(value)).type
            and (cached or new.text or new.type != type_)
        ):
            if matches_cached(parse_cached_value(type_, cached, strings), value):
                continue
            texts[index] = xml.encode_xstring(new.text)
            if new.type != type_:
                types[index] = new.type
            changed += 1
        else:
            cell_patches = update_patches(sheet, formula_cells.cell(index), value, strings)
            patches += cell_patches
            changed += bool(cell_patches)
    new_numbers = format_numbers([values[index] for index in changed_numbers])
    for index, text in zip(changed_numbers, new_numbers):
        texts[index] = text
    return ValueUpdates(texts, types, patches, changed + len(changed_numbers))


def _numbers(values: Sequence[Any], types: Sequence[str], among: Sequence[int]) -> Sequence[int]:
    """The cells among some with a number in place of a number: nearly all."""
    return [index for index in among if types[index] == "n" and type(values[index]) is float]


def _changed_numbers(
    values: Sequence[float], saved: Sequence[float | str | None], indexes: Sequence[int]
) -> Sequence[int]:
    """Those of some cells with a number whose saved number is another one, or none."""
    return [
        index
        for index in indexes
        if type(old := saved[index]) is not float or not same_number(old, values[index])
    ]


@lru_cache(maxsize=1024)
def is_cached_text(cached: bytes, text: str) -> bool:
    """Whether a text is the cached one; remembered, for most columns of texts hold the same few."""
    return matches_cached(CachedValue("str", xml.decode_xstring(xml.decode_text(cached))), text)


def apply_updates(sheet: SheetXml, updates: ValueUpdates) -> NewPart:
    """The part of a sheet with these changes."""
    texts, types, patches = updates.texts, updates.types, updates.patches
    if sheet.segments is None:
        return sheet.part.encode(splice(sheet.data, patches))
    if patches or sheet.part.encoding != "utf-8":
        patches = [*patches, *sheet.segments.patches(texts, types)]
        return sheet.part.encode(splice(sheet.data, patches))
    return sheet.segments.with_values(texts, types)
