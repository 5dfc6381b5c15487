"""The workbook that a template fills: an openpyxl workbook that knows where its functions are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from openpyxl import Workbook
from openpyxl.packaging.custom import StringProperty
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import LANGUAGE, LAYOUT_PROPERTY
from ...languages import ENGLISH, SHEET, Language

Functions = Literal["native", "addin", "lambda"]
"""How the formulas of a workbook calculate what our functions calculate.

``native``: by functions that every spreadsheet program has, with helper columns.  ``addin``: by our
functions, which an add-in gives.  ``lambda``: by our functions, which the workbook defines.
"""
FUNCTIONS: tuple[Functions, ...] = get_args(Functions)

FUNCTIONS_PROPERTY = "xl-tourney functions"
"""The custom document property with a workbook's variant."""

HEADINGS_PROPERTY = "xl-tourney headings"
"""The custom document property with what a person said that headings of the results mean."""

Layout = dict[str, int | str]
"""The options that decide which cells a workbook has, as the template takes them."""


class StandingsWorkbook(Workbook):
    """A workbook without sheets, the variant of its formulas, and the language of its texts."""

    custom_doc_props: Any  # openpyxl has it, its types do not

    def __init__(
        self,
        functions: Functions = "native",
        language: Language = ENGLISH,
        is_outline: bool = False,
    ) -> None:
        super().__init__()
        self.remove(self.worksheets[0])
        self.functions: Functions = functions
        self.language = language
        self.is_outline = is_outline
        """Whether only the first row of formulas of each table is written, which says where they
        stand."""
        self.tables: list[Any] = []
        """Its tables, in the order in which the template makes them."""
        self.printing: Any = None
        """Which rows of its sheets are printed."""
        self.for_director: list[str] = []
        """What the lines below titles say to the director, and not to readers; in English."""
        self.assumed: Sequence[str] = ()
        """What it takes because nobody said otherwise."""
        self.choices: tuple[tuple[str, tuple[str, ...]], ...] = ()
        """The words that are chosen in cells, by their names; formulas compare them."""
        self.figures: set[str] = set()
        """The names of cells that only calculate."""
        self.layout: Layout = {}
        self.titles: dict[str, str] = {}
        """The titles of its sheets by their names in the plan, which are English."""
        self.custom_doc_props.append(StringProperty(name=FUNCTIONS_PROPERTY, value=functions))

    def set_layout(self, **options: int | str | None) -> None:
        """Say with which options, and no results, the template gives the same cells again."""
        if not self.language.is_english:
            options[LANGUAGE] = self.language.code
        self.layout = {name: value for name, value in options.items() if value is not None}
        text = json.dumps(self.layout, ensure_ascii=False, separators=(",", ":"))
        self.custom_doc_props.append(StringProperty(name=LAYOUT_PROPERTY, value=text))

    def add_sheet(self, name: str) -> Worksheet:
        """A new sheet, whose title is its name in the language of the workbook."""
        self.titles[name] = self.language.text(name, SHEET)
        return self.create_sheet(self.titles[name])  # type: ignore[no-any-return]

    def __getitem__(self, sheet: str) -> Any:
        """A sheet by its name in the plan, or by its title."""
        return super().__getitem__(self.titles.get(sheet, sheet))

    def name_of(self, sheet: Worksheet) -> str:
        """The name of a sheet in the plan."""
        return next(name for name, title in self.titles.items() if title == sheet.title)

    def keep_headings(self, headings: Mapping[str, str]) -> None:
        """Say what the headings of the results mean, for the next file of theirs."""
        text = json.dumps(dict(headings), ensure_ascii=False)
        self.custom_doc_props.append(StringProperty(name=HEADINGS_PROPERTY, value=text))

    @property
    def is_native(self) -> bool:
        """Whether the formulas call only what every spreadsheet program has."""
        return self.functions == "native"


def workbook_of(sheet: Worksheet) -> StandingsWorkbook:
    """The workbook that a sheet belongs to."""
    workbook = sheet.parent
    assert isinstance(workbook, StandingsWorkbook)
    return workbook


def new_workbook(
    title: str,
    functions: Functions = "native",
    language: Language = ENGLISH,
    is_outline: bool = False,
) -> StandingsWorkbook:
    """A workbook without sheets, without a date, and with room for cached values.

    Excel must not calculate it afresh when it opens: where our functions are not installed that
    would put #NAME? over good values.
    """
    workbook = StandingsWorkbook(functions, language, is_outline)
    workbook.properties.title = title
    workbook.properties.creator = "xl_tourney"
    workbook.calculation.fullCalcOnLoad = False
    workbook.calculation.calcId = 191029
    return workbook


CALCULATION_SHEETS = ("Calculation", "Rounds", "Pairs", "Lines")
"""The sheets that only calculate: they are hidden."""


def new_sheet(workbook: StandingsWorkbook, name: str) -> Worksheet:
    """A protected sheet without grid lines, that prints one page wide with its name on it.

    A sheet that only calculates is hidden: no program prints it.
    """
    sheet = workbook.add_sheet(name)
    if name in CALCULATION_SHEETS:
        sheet.sheet_state = "hidden"
    sheet.sheet_view.showGridLines = False
    sheet.protection.enable()
    sheet.protection.formatColumns = False
    sheet.protection.formatRows = False
    sheet.page_setup.paperSize = 9
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_margins = PageMargins(0.5, 0.5, 0.75, 0.7, 0.35, 0.35)
    sheet.print_options.horizontalCentered = True
    header, footer = sheet.oddHeader, sheet.oddFooter
    assert header is not None and footer is not None
    header.right.text = "&A"
    footer.left.text = "&F"
    footer.right.text = "Page &P of &N"
    return sheet
