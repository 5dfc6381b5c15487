"""The values of some cells of a sheet, whether formulas or constants."""

from __future__ import annotations

from collections.abc import Mapping
from xml.parsers import expat

from ...grammar.references import RangeSet, parse_cell_reference
from .. import xml
from .cached_values import CachedValue, SharedStrings, parse_cached_value

_TEXT_PARTS = {"v": {"c"}, "t": {"is", "r"}}
"""The elements with a cell's value, and what they stand in; other ``t`` are phonetic hints."""

CellValues = Mapping[tuple[int, int], CachedValue]
"""The values of cells by row and column; blank ones are not among them."""


class _ValueReader:
    """Expat's handlers: rows and cells may say where they are, or follow the one before."""

    def __init__(self, wanted: RangeSet, strings: SharedStrings) -> None:
        self.wanted = wanted
        self.strings = strings
        self.values: dict[tuple[int, int], CachedValue] = {}
        self._row = self._column = 0
        self._type = ""
        self._is_wanted = False
        self._path: list[str] = []
        self._text: list[str] = []

    def set_handlers(self, parser: expat.XMLParserType) -> None:
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = xml.local_name(name)
        if name == "row":
            self._row = int(attributes.get("r", self._row + 1))
            self._column = 0
        elif name == "c":
            reference = attributes.get("r")
            self._column = parse_cell_reference(reference)[1] if reference else self._column + 1
            self._is_wanted = (self._row, self._column) in self.wanted
            self._type = attributes.get("t", "n")
            self._text = []
        self._path.append(name)

    def _characters(self, text: str) -> None:
        if self._is_wanted and self._path[-2] in _TEXT_PARTS.get(self._path[-1], ()):
            self._text.append(text)

    def _end(self, name: str) -> None:
        self._path.pop()
        if xml.local_name(name) != "c" or not self._is_wanted:
            return
        self._is_wanted = False
        text = "".join(self._text)
        if self._type == "inlineStr":
            value = CachedValue("str", xml.decode_xstring(text))
        else:
            value = parse_cached_value(self._type, xml.escape(text).encode(), self.strings)
        if value.type:
            self.values[self._row, self._column] = value


def read_cell_values(
    part: xml.XmlPart, wanted: RangeSet, strings: SharedStrings, workbook_name: str
) -> CellValues:
    """The values of the cells in some ranges."""
    reader = _ValueReader(wanted, strings)
    xml.parse(part, workbook_name, reader.set_handlers)
    return reader.values
