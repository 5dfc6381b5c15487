"""A saved workbook of ours: its template, its layout, and what was typed into its tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cached_property
from pathlib import Path
from typing import Any

from openpyxl import Workbook as Values

from ..defined_names import LAYOUT_PROPERTY, TEMPLATE_PROPERTY
from ..errors import TourneyError, WorkbookError
from ..grammar.references import CellAddress
from ..ooxml.custom_properties import read_properties, with_property
from ..ooxml.package import Limits, Package
from ..ooxml.sheet.typed_values import with_values
from ..ooxml.workbook import Workbook, open_values
from ..readers.entrants import is_bye
from ..templates import TEMPLATES, Template
from ..templates.outline import make_outline
from ..templates.parts.table import Table
from ..templates.parts.table.formulas import Formulas, formulas_of
from ..templates.parts.workbook import (
    FUNCTIONS,
    FUNCTIONS_PROPERTY,
    HEADINGS_PROPERTY,
    Functions,
    Layout,
    StandingsWorkbook,
)
from .cells import Cells
from .cells import read_rows as read_rows
from .typed_rows import TypedRow
from .values import calculate


@dataclass(frozen=True)
class Event(Cells):
    """A workbook that a template made and a person has filled in."""

    package: Package
    template: Template
    functions: Functions
    layout: Layout
    loaded: Values | None = None
    """The file, opened with its values, where that is done already."""

    @classmethod
    def open(
        cls, book: Path | Package, limits: Limits | None = None, loaded: Values | None = None
    ) -> Event:
        """Find the template and layout of a workbook; WorkbookError if it is not one of ours."""
        package = Package.from_path(book, limits) if isinstance(book, Path) else book
        properties = read_properties(package)
        name, functions = properties.get(TEMPLATE_PROPERTY), properties.get(FUNCTIONS_PROPERTY)
        if name not in TEMPLATES or functions not in FUNCTIONS:
            raise WorkbookError(
                f"{package.name}: was not made by xl-tourney new; only such a workbook is updated."
            )
        try:
            layout = json.loads(properties[LAYOUT_PROPERTY])
        except (KeyError, ValueError):
            raise WorkbookError(
                f"{package.name}: does not say how it is laid out; make it anew with "
                "xl-tourney new, and copy the tinted cells into it."
            ) from None
        saved = cls(package, TEMPLATES[str(name)], functions, layout, loaded)
        saved._check_headings()
        return saved

    @cached_property
    def calculated(self) -> Event:
        """The same with current values; itself where the file says that it has them."""
        package = calculate(self.package)
        return self if package is self.package else replace(self, package=package, loaded=None)

    def empty(self, layout: Mapping[str, Any]) -> StandingsWorkbook:
        """A workbook of the same template with a layout, and with nothing in it."""
        return self.template.build(functions=self.functions, **layout)

    @property
    def tables(self) -> Sequence[Table]:
        """Its tables, as the template places them; only their first rows have cells."""
        return self.outline.tables

    @property
    def formulas(self) -> Formulas:
        """Its formulas as the template writes them, by sheet and cell."""
        return formulas_of(self.outline)

    @property
    def outline(self) -> StandingsWorkbook:
        """What the template makes: where everything stands, and of each table the first row."""
        try:
            return make_outline(self.template.name, self.functions, tuple(self.layout.items()))
        except (TourneyError, TypeError) as error:
            raise WorkbookError(
                f"{self.package.name}: was made by another version of xl-tourney ({error}); make "
                "it anew with xl-tourney new, and copy the tinted cells into it."
            ) from error

    @property
    def headings(self) -> Mapping[str, str]:
        """What headings of its results mean, as a person has said."""
        try:
            kept = json.loads(read_properties(self.package).get(HEADINGS_PROPERTY) or "{}")
        except ValueError:
            return {}
        return {str(heading): str(name) for heading, name in dict(kept).items()}

    def with_headings(self, headings: Mapping[str, str]) -> Event:
        """The workbook with what headings of its results mean."""
        text = json.dumps(dict(headings), ensure_ascii=False)
        part = with_property(self.package, HEADINGS_PROPERTY, text)
        data = self.package.with_parts({name: text.encode() for name, text in part.items()})
        return replace(self, package=Package(data, self.package.name))

    @cached_property
    def workbook(self) -> Workbook:
        """The sheets and names of the file."""
        return Workbook.open(self.package)

    @cached_property
    def values(self) -> Values:
        """The file, opened with its values."""
        return self.loaded or open_values(self.package)

    def with_values(self, values: Mapping[CellAddress, Any]) -> bytes:
        """The file with values in some cells; nothing else changes."""
        return with_values(self.package, values)

    def formula_cells(self, sheet: str) -> set[tuple[int, int]]:
        """The row and column of each cell of a sheet that holds a formula."""
        if sheet not in self._formula_cells:
            cells = self.workbook.scan(sheet).formula_cells
            self._formula_cells[sheet] = set(zip(cells.rows, cells.columns))
        return self._formula_cells[sheet]

    @cached_property
    def _formula_cells(self) -> dict[str, set[tuple[int, int]]]:
        return {}

    def rows(self, *keys: str) -> list[TypedRow]:
        """The rows of the table into which some columns are typed; none without such a table."""
        for table in self.tables:
            if {column.key for column in table.columns if column.is_input}.issuperset(keys):
                rows = enumerate(read_rows(table, self.values), table.first)
                return [TypedRow(table, row, values) for row, values in rows]
        return []

    def can_change(self, *cells: CellAddress) -> bool:
        """Whether no cell of these holds a formula that somebody typed."""
        return not any((cell.row, cell.column) in self.formula_cells(cell.sheet) for cell in cells)

    def with_result(self, cells: Mapping[CellAddress, Any]) -> Event:
        """The workbook with another result typed into its cells; nothing is calculated yet."""
        package = Package(self.with_values(cells), self.package.name)
        return replace(self, package=package, loaded=None)

    def typed_over(self) -> str:
        """What to do where a name of the list seems typed over, since results have the old one."""
        listed: dict[str, tuple[str, str]] = {}
        used: dict[str, tuple[str, str]] = {}
        for table in self.tables:
            identifying = [column for column in table.columns if column.identifies]
            is_list = [column.key for column in identifying] == ["name"]
            chosen = [c.key for c in identifying if is_list or (c.rule and c.rule.kind == "list")]
            for row in read_rows(table, self.values) if chosen else ():
                for name in (" ".join(str(row[key] or "").split()) for key in chosen):
                    (listed if is_list else used)[name.casefold()] = name, table.sheet.title
        free = [name for key, (name, _) in listed.items() if name and key not in used]
        for key, (old, sheet) in used.items() if free else ():
            if key and not (key in listed or key.isdecimal() or is_bye(key)):
                new = max(free, key=lambda name: SequenceMatcher(None, old, name).ratio())
                book = self.package.name
                return (
                    f"{book}: “{old}” on {sheet} is not on the list. If it is {new} now, run "
                    f'xl-tourney update {book} --renamed "{old}={new}"; else correct it there.'
                )
        return ""

    def _check_headings(self) -> None:
        """Refuse a workbook in which rows or columns were moved."""
        for table in self.tables:
            title = table.sheet.title
            if title not in self.values.sheetnames:
                raise self._moved(f"the sheet {title} is missing or has another name")
            for column in table.columns:
                cell = f"{table.letter(column.key)}{table.top}"
                wanted, found = table.sheet[cell].value, self.values[title][cell].value
                is_text = isinstance(wanted, str) and not wanted.startswith("=")
                if is_text and _normalize(found) not in (wanted, *column.headings):
                    raise self._moved(f"{title}!{cell} is not the heading “{wanted}”")

    def _moved(self, problem: str) -> WorkbookError:
        return WorkbookError(
            f"{self.package.name}: {problem}; undo what was moved or renamed there, since rows "
            "and columns are found by their places."
        )


def _normalize(value: object) -> str:
    return " ".join(str(value).split())
