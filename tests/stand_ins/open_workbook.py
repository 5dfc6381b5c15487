"""A workbook that is open in Excel, as Office.js knows it; our own core is what calculates it."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.utils import get_column_letter, quote_sheetname

from xl_tourney.calculation import calculator
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress
from xl_tourney.ooxml.package import Package
from xl_tourney.templates.parts.table.formulas import formulas_of

Asked = dict[str, Any]
TEXT = "@"
"""The number format of a cell that takes what is typed as it is."""
_NO_TEXT = re.compile(r"[=+@-].*|[\d.,%:/ -]+|true|false", re.IGNORECASE)
"""What Excel takes for a formula, a number, a date or a truth value when it is typed."""


class OpenWorkbook:
    """The file as it would be saved now, and the selected cell."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.selected = ("Standings", 1, 1)
        self.batches: list[Mapping[CellAddress, Any]] = []
        """What each batch has typed that typed anything."""

    def run(self, batch: str) -> str:
        """What is loaded in a batch, after all that is written by it."""
        asked = json.loads(batch)
        typed = {self._place(one): self._parsed(one) for one in asked if "set" in one}
        if typed:
            self.batches.append(typed)
            self.type(typed)
        return json.dumps([self._load(one) if "load" in one else None for one in asked])

    def type(self, typed: dict[CellAddress, Any]) -> None:
        """Type into cells, and calculate."""
        event = Event(Package(self.content, "event.xlsx"))
        typed_in = Package(event.with_values(typed), "event.xlsx")
        self.content, _ = calculator().calculate(typed_in, formulas_of(event.outline))
        for known in ("_formulas", "_values", "typed"):
            self.__dict__.pop(known, None)

    def saved(self) -> str:
        """The file, for a page."""
        return base64.b64encode(self.content).decode()

    @cached_property
    def typed(self) -> dict[CellAddress, Any]:
        """What is typed, which formulas do not calculate."""
        return typed_in(self._formulas)

    @cached_property
    def _formulas(self) -> Any:
        return load_workbook(io.BytesIO(self.content))

    @cached_property
    def _values(self) -> Any:
        return load_workbook(io.BytesIO(self.content), data_only=True)

    def _place(self, asked: Asked) -> CellAddress:
        place = self.selected if "selected" in asked else (asked[k] for k in CellAddress._fields)
        return CellAddress(*place)

    def _load(self, asked: Asked) -> Any:
        if asked["load"] == "protected":
            return self._formulas[asked["sheet"]].protection.sheet
        place = self._place(asked)
        cell = self._formulas[place.sheet].cell(place.row, place.column)
        book = self._values if cell.data_type == "f" else self._formulas
        value = book[place.sheet].cell(place.row, place.column).value
        name = f"{get_column_letter(place.column)}{place.row}"
        sheet = place.sheet if place.sheet.isidentifier() else quote_sheetname(place.sheet)
        found = {
            "address": f"{sheet}!{name}",
            "locked": cell.protection.locked,
            "formulas": [["" if cell.value is None else cell.value]],
            "values": [["" if value is None else value]],
            "text": [["" if value is None else str(value)]],
            "numberFormat": [[cell.number_format]],
        }
        return found[asked["load"]]

    def _parsed(self, asked: Asked) -> Any:
        """A value as Excel reads it: only what is marked as one, or must be one, is a text."""
        ((value,),) = asked["value"]
        if not isinstance(value, str):
            return value
        ((number_format,),) = self._load({**asked, "load": "numberFormat"})
        if number_format != TEXT and value.startswith("'"):
            return value[1:]
        assert number_format == TEXT or not _NO_TEXT.fullmatch(value), f"{value} would be no text"
        return value or None


def typed_in(book: Workbook) -> dict[CellAddress, Any]:
    """What is typed into a workbook, which formulas do not calculate."""
    return {
        CellAddress(sheet.title, cell.row, cell.column): cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None and cell.data_type != "f"
    }
