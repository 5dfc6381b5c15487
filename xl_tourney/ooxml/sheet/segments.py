"""A sheet's XML split at its formula cells, if they are written in the usual form.

One pattern splits them all at once: each cell is four segments, the XML before it is another, and
joined they are the sheet again.  So the values of all cells are every fifth segment, and new values
are put into the sheet without searching for their positions.  An example of a row with one formula
cell::

    <row r="1"><c r="A1"><v>2</v></c>     the XML before the cell: A1 has no formula
    <c r="B1" s="3"><f>                   its head
    A1*2                                  its formula
    </f><v>                               the tags between formula and value
    4                                     its value
    </v></c></row>                        the XML before the next cell, or the end

When A1 becomes 5 only the fifth segment is another, ``10``.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, product

from ...grammar.references import MAX_COLUMN, MAX_ROW, column_number
from ...patterns import regex
from .. import xml
from .formula_cells import NO_SPAN, CellXml, FormulaCells, FormulaKinds, Patch, Span

_CELL = regex(
    rb'(<c r="(?=[^>]*><f)([A-Z]{1,3})([1-9][0-9]{0,6})("[^>]*><f[^>]*>))([^<]*)'
    rb"(</f><v>|(?:</f>)?(?:<v ?/?>)?)([^<]*)(?=(?:</v>)?</c>)"
)
"""A cell up to the end of its value.

Its groups are the head and, as parts of it, the letters of the column, the digits of the row and
the rest of its tags; then the formula, the tags between formula and value, and the value.
"""

_HEAD, _FORMULA, _VALUE_TAG, _VALUE = range(1, 5)
"""The segments of a cell after the XML before it.

They are its tags ``<c …><f …>``, its formula, the tags between formula and value, and its value.
"""
_SEGMENTS_PER_CELL = 5
_KNOWN_CELLS = 16_384
"""So many cells are not made anew when they are asked for again."""

_ATTRIBUTE = regex(r'\s+([\w:.-]+)\s*=\s*"([^"]*)"')
_RANGE = regex(rb'(?<= )ref="([A-Z0-9:]+)"(?=[^<]*$)')
"""The range of an array formula, in the tags of its cell."""
_TYPE_ATTRIBUTE = regex(rb'\s+t\s*=\s*"[^"]*"')

Attributes = dict[str, str]


class SheetSegments:
    """The segments of a sheet that has no comment, instruction or CDATA."""

    def __init__(self, data: bytes) -> None:
        split = _CELL.split(data)
        letters, digits, tags = split[2::8], split[3::8], xml.deduplicated(split[4::8])
        # The split has eight items a cell; three of them are parts of the head.  Without the last
        # of these a cell has seven items, without the next six, and in the end five.
        del split[4::8], split[3::7], split[2::6]
        value_tags = slice(_VALUE_TAG, None, _SEGMENTS_PER_CELL)
        split[value_tags] = xml.deduplicated(split[value_tags])
        self._segments = split
        column_numbers = {column: column_number(column.decode()) for column in {*letters}}
        self._columns = [*map(column_numbers.__getitem__, letters)]
        self._rows = array("I", map(int, digits))
        self._attributes = {cell_tags: _parse_tags(cell_tags) for cell_tags in {*tags}}
        """The attributes of a cell and its formula, by the tags after the cell's reference."""
        self._tags = [*self._attributes] * len(tags) if len(self._attributes) == 1 else tags
        self._is_on_sheet = max(column_numbers.values(), default=1) <= MAX_COLUMN and (
            max(self._rows, default=1) <= MAX_ROW
        )

    @classmethod
    def split(cls, data: bytes) -> SheetSegments | None:
        """The segments; None if some formula cell may not be written in the usual form."""
        start = data.find(b"<sheetData")
        end = data.rfind(b"</sheetData>")
        segments = cls(data)
        if start < 0 or len(segments) != data.count(b"<f", start, end):
            return None
        before, after = len(segments._segments[0]), len(segments._segments[-1])
        is_inside = not segments or (before > start and len(data) - after < end)
        return segments if is_inside and segments._is_usual() else None

    def __len__(self) -> int:
        return len(self._segments) // _SEGMENTS_PER_CELL

    def _is_usual(self) -> bool:
        """Whether the segments hold what the pattern assumes, and no cell is off the sheet."""
        tags, value_tags = self._tags, self._segments[_VALUE_TAG::_SEGMENTS_PER_CELL]
        self_closing = {cell_tags for cell_tags in self._attributes if cell_tags.endswith(b"/>")}
        pairs = (
            product(self._attributes, {*value_tags})
            if len(self._attributes) == 1
            else {*zip(tags, value_tags)}
        )
        for cell_tags, value_tag in pairs:
            if self._attributes[cell_tags] is None:
                return False
            if (cell_tags in self_closing) == value_tag.startswith(b"</f>"):
                return False
        formulas = self._segments[_FORMULA::_SEGMENTS_PER_CELL]
        values = self._segments[_VALUE::_SEGMENTS_PER_CELL]
        if any(values[index] for index in self._without_value_element) or (
            self_closing
            and any(
                formula for cell_tags, formula in zip(tags, formulas) if cell_tags in self_closing
            )
        ):
            return False  # text outside of the elements
        return self._is_on_sheet

    def formula_cells(self) -> FormulaCells:
        """The formula cells."""
        return FormulaCells(
            self._rows,
            self._columns,
            self._segments[_FORMULA::_SEGMENTS_PER_CELL],
            self._cell_types(),
            self._segments[_VALUE::_SEGMENTS_PER_CELL],
            frozenset(self._cells_with({tag for tag in self._value_tags if b"<v" not in tag})),
            self._kinds(),
            lru_cache(maxsize=_KNOWN_CELLS)(self._cell),
        )

    def _kinds(self) -> FormulaKinds:
        """The cells whose formula is not a plain one: few different tags tell it of all cells."""
        kinds = FormulaKinds([], [], {})
        indexes_by_tags = {
            tags: kinds.indexes_with(attributes[1])
            for tags, attributes in self._attributes.items()
            if attributes and "t" in attributes[1]
        }
        for index, tags in enumerate(self._tags if indexes_by_tags else ()):
            if tags in indexes_by_tags:
                indexes_by_tags[tags].append(index)
        return kinds

    def _cell_types(self) -> list[str]:
        types = {*self._types.values()}
        if len(types) == 1:
            return [*types] * len(self)
        return [self._types[tags] for tags in self._tags]

    @cached_property
    def _types(self) -> dict[bytes, str]:
        """The types of cells by their tags."""
        return {
            tags: attributes[0].get("t", "n")
            for tags, attributes in self._attributes.items()
            if attributes
        }

    @cached_property
    def _without_value_element(self) -> list[int]:
        """The cells with ``<v/>``, or nothing, where a value would be."""
        return self._cells_with(
            {tag for tag in self._value_tags if not tag.endswith((b"<v>", b"<v >"))}
        )

    def _cells_with(self, some: set[bytes]) -> list[int]:
        """The cells that have one of some tags between formula and value."""
        value_tags = self._segments[_VALUE_TAG::_SEGMENTS_PER_CELL] if some else ()
        return [index for index, tag in enumerate(value_tags) if tag in some]

    @cached_property
    def _value_tags(self) -> set[bytes]:
        """The different tags between formula and value."""
        return {*self._segments[_VALUE_TAG::_SEGMENTS_PER_CELL]}

    @cached_property
    def _starts(self) -> Sequence[int]:
        """The position of each segment."""
        return array("Q", accumulate(map(len, self._segments), initial=0))

    def _cell(self, index: int) -> CellXml:
        first = index * _SEGMENTS_PER_CELL
        starts, tags = self._starts, self._tags[index]
        cell_attributes, formula_attributes = self._attributes[self._tags[index]] or ({}, {})
        f_tag_length = len(tags) - tags.rindex(b"<f")
        v_offset = self._segments[first + _VALUE_TAG].find(b"<v")
        return CellXml(
            self._rows[index],
            self._columns[index],
            starts[first + _HEAD],
            self._types[tags],
            starts[first + _FORMULA] - f_tag_length,
            starts[first + _VALUE_TAG] + v_offset if v_offset >= 0 else -1,
            -1,
            formula_attributes,
            (starts[first + _FORMULA], starts[first + _VALUE_TAG]),
            (starts[first + _VALUE], starts[first + _SEGMENTS_PER_CELL])
            if v_offset >= 0
            else NO_SPAN,
            formula_attributes.get("t") == "array" and "cm" in cell_attributes,
        )

    def formula_span(self, index: int) -> Span:
        """Where the formula of a cell stands."""
        first = index * _SEGMENTS_PER_CELL
        return self._starts[first + _FORMULA], self._starts[first + _VALUE_TAG]

    def xml(self) -> bytes:
        """The sheet as it is."""
        return xml.join_bytes(self._segments)

    def patches(self, values: list[bytes], types: Mapping[int, str]) -> list[Patch]:
        """The new cached values as patches: the segments that are not the old ones."""
        patches: list[Patch] = []
        segments = zip(
            self._starts, self._starts[1:], self._segments, self.with_values(values, types)
        )
        for start, end, old, new in segments:
            if new is old:
                continue
            if patches and patches[-1][1] == start:  # of two that are empty now the order matters
                start, _, before = patches.pop()
                new = before + new
            patches.append((start, end, new))
        return patches

    def with_values(self, values: list[bytes], types: Mapping[int, str]) -> list[bytes]:
        """The segments with these cached values, some of another type than now."""
        segments = self._segments.copy()
        segments[_VALUE::_SEGMENTS_PER_CELL] = values
        # A number becomes a text: <c r="B1" s="3"><f> is now <c r="B1" s="3" t="str"><f>.
        for index, type_ in types.items():
            tags = self._tags[index]
            head = index * _SEGMENTS_PER_CELL + _HEAD
            segments[head] = segments[head].removesuffix(tags) + _with_type(tags, type_)
        # A cell without a value gets one: </f></c> or </f><v/></c> is now </f><v>10</v></c>.
        if self._without_value_element:
            opening = {tag: tag.partition(b"<v")[0] + b"<v>" for tag in self._value_tags}
            with_value = [i for i in self._without_value_element if values[i] or i in types]
            for tag_position in [i * _SEGMENTS_PER_CELL + _VALUE_TAG for i in with_value]:
                segments[tag_position] = opening[segments[tag_position]]
                segments[tag_position + 1] += b"</v>"
        return segments


def _parse_tags(tags: bytes) -> tuple[Attributes, Attributes] | None:
    """The attributes of a cell and of its formula; None if they are not in the usual form.

    >>> _parse_tags(b'" s="3" t="str"><f t="shared" si="0">')
    ({'s': '3', 't': 'str'}, {'t': 'shared', 'si': '0'})
    """
    found = _RANGE.search(tags)
    if found is None:
        return _parse_usual_tags(tags)
    # arrays of one cell have tags that differ in their range alone
    attributes = _parse_usual_tags(tags[: found.start()] + tags[found.end() :])
    if attributes is None:
        return None
    return attributes[0], {**attributes[1], "ref": found[1].decode()}


@lru_cache(maxsize=1024)
def _parse_usual_tags(tags: bytes) -> tuple[Attributes, Attributes] | None:
    cell_tag, _, formula_tag = tags[1:-1].rpartition(b"><f")
    formula_tag = formula_tag.removesuffix(b"/")
    if b"'" in tags or cell_tag.count(b'"') % 2 or (formula_tag and not formula_tag[:1].isspace()):
        return None
    return _parse_attributes(cell_tag), _parse_attributes(formula_tag)


def _parse_attributes(tag: bytes) -> Attributes:
    return {
        match[1]: xml.decode_text(match[2].encode()) for match in _ATTRIBUTE.finditer(tag.decode())
    }


@lru_cache(maxsize=1024)
def _with_type(tags: bytes, type_: str) -> bytes:
    """The tags of a cell with a value of another type; a number has no attribute for it."""
    cell_tag, _, formula_tag = tags.rpartition(b"><f")
    attribute = b"" if type_ == "n" else b' t="%s"' % type_.encode()
    cell_tag, replaced = _TYPE_ATTRIBUTE.subn(attribute, cell_tag)
    return (cell_tag if replaced else cell_tag + attribute) + b"><f" + formula_tag
