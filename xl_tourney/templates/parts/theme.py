"""The one look of all workbooks: colours, fonts, print set-up, protection.

Every look has a contrast of 4.5:1 or more between its text and its paper.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_from_string
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

FONT = "Calibri"
_LETTERS = 1.15
"""How many letters of a text go into the width of a figure."""
_PADDING = 1.0
"""How much of its width a cell leaves free."""
_LINE = Side(style="thin", color="C3CBD3")
_DARK = Side(style="thin", color="1F4E5F")
_UNDERLINED = Border(_LINE, _LINE, _LINE, _DARK)
_OVERLINED = Border(_LINE, _LINE, _DARK, _LINE)
_NONE = Side(style="thin", color="FFFFFF")
_SIDES = ("left", "right", "top", "bottom")

_KNOWN: WeakKeyDictionary[Workbook, dict[Any, Any]] = WeakKeyDictionary()
"""The looks that a workbook has: the styles of its cells."""


@dataclass(frozen=True)
class Look:
    """How a cell looks: the colour of its text and of its paper, and the type."""

    text: str = "1F2933"
    paper: str = "FFFFFF"
    bold: bool = False
    size: int = 11
    line: bool = False

    @property
    def font(self) -> Font:
        """The type of a cell."""
        return Font(name=FONT, size=self.size, bold=self.bold, color=self.text)

    @property
    def fill(self) -> PatternFill:
        """The paper of a cell; white paper is left as it is."""
        return PatternFill("solid", fgColor=self.paper) if self.paper != "FFFFFF" else PatternFill()


TITLE = Look("1F4E5F", bold=True, size=18)
SECTION = Look("1F4E5F", bold=True, size=13)
TEXT = Look()
NOTE = Look("55606B", size=10)
LINK = Look("0B5394")
LINK_IN_TABLE = Look("0B5394", line=True)
HEADING = Look("FFFFFF", "1F4E5F", bold=True, line=True)
INPUT = Look(paper="FFF4CC", line=True)
VALUE = Look(line=True)
STRONG = Look(bold=True, line=True)
STATUS = Look(bold=True)
WELL = Look("14532D", bold=True)
ALERT = Look("9A3412", bold=True)
GOOD = Look("14532D", "DCEFE0", bold=True)
LOOK_OUT = Look("7A2E00", "FCE4CF", bold=True)
QUALIFIED = Look("14532D", "EAF5EC")
TIED = Look("4A2C7A", "ECE6F6", bold=True)
QUIET = Look("55606B", "EEF1F4")
FIXED = Look("55606B", "EEF1F4", line=True)
REPEATED = Look("55606B")

LOOKS: Mapping[str, Look] = {
    name: look for name, look in list(globals().items()) if isinstance(look, Look)
}


def dress(
    cell: Cell,
    look: Look,
    number_format: str = "General",
    align: str | None = None,
    wrap: bool = False,
    unlocked: bool = False,
) -> None:
    """Give a cell its look; only unlocked cells can be typed into.

    openpyxl compares a new look with all that the workbook has: each is made once and then copied.
    """
    styled: Any = cell  # openpyxl's types do not speak of the style
    known = _KNOWN.setdefault(styled.parent.parent, {})
    wanted = (copy(styled._style), look, number_format, align, wrap, unlocked)
    if wanted not in known:
        _make(cell, look, number_format, align, wrap, unlocked)
        known[wanted] = copy(styled._style)
    styled._style = copy(known[wanted])


def _make(
    cell: Cell, look: Look, number_format: str, align: str | None, wrap: bool, unlocked: bool
) -> None:
    cell.font = look.font
    cell.fill = look.fill
    cell.number_format = number_format
    cell.alignment = Alignment(
        horizontal=align,
        vertical="bottom" if look is HEADING else "center" if look.line else "top",
        indent=1 if look.line and align == "left" else 0,
        wrap_text=wrap,
    )
    cell.protection = Protection(locked=not unlocked)
    if look.line:
        cell.border = Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE)


def part(sheet: Worksheet, row: int) -> None:
    """Draw a line above a row, where one group of rows ends and the next begins."""
    for above, below in zip(sheet[row - 1], sheet[row]):
        above.border, below.border = _UNDERLINED, _OVERLINED


def turn(cell: Cell) -> None:
    """Make a cell a heading that is read from below, for a narrow column."""
    dress(cell, HEADING)
    cell.alignment = Alignment(horizontal="center", vertical="bottom", text_rotation=90)


def fit_turned(sheet: Worksheet, row: int, texts: Iterable[str]) -> None:
    """Make a row as high as headings need that are read from below."""
    longest = max(map(len, texts), default=12)
    sheet.row_dimensions[row].height = min(180, max(60, 7 * longest + 12))


def fit_row(sheet: Worksheet, row: int, text: str, width: float, size: int = 11) -> None:
    """Make a row as high as a wrapped text needs; not every program does it when it opens."""
    letters = int(_LETTERS * (width - _PADDING) * 11 / size)
    lines = len(textwrap.wrap(text, max(1, letters))) or 1
    height = sheet.row_dimensions[row].height or 0
    sheet.row_dimensions[row].height = max(height, (size + 4) * lines + 2)


def marks(sheet: Worksheet, cells: str, rules: Sequence[tuple[str, Look]], line: str = "") -> None:
    """Give cells the look of the first formula that is true, and a line below while ``line`` is.

    Whatever a look says is also said in words.  Every combination has its own rule, because
    some programs use only the first that is true.
    """
    for condition, look in rules:
        font = Font(bold=look.bold, color=look.text)
        style = DifferentialStyle(font, fill=PatternFill(bgColor=look.paper))
        if line:
            lined = DifferentialStyle(font, fill=style.fill, border=_UNDERLINED)
            _while(sheet, cells, f"AND({condition},{line})", lined)
        _while(sheet, cells, condition, style)
    if line:
        _while(sheet, cells, line, DifferentialStyle(border=_UNDERLINED))


def vanish_rows(sheet: Worksheet, cells: str, first: str) -> None:
    """Let rows look like plain paper while nothing is in a column, of which the first cell is said.

    The line below the last row that holds something stays.
    """
    column, row = coordinate_from_string(first)
    above = f'${column}{row - 1}<>""'
    _vanish(sheet, cells, f'${column}{row}=""', above, "top")


def vanish_columns(sheet: Worksheet, cells: str) -> None:
    """Let columns look like plain paper while their first cell holds nothing."""
    column, row = coordinate_from_string(cells.partition(":")[0])
    before = get_column_letter(column_index_from_string(column) - 1)
    _vanish(sheet, cells, f'{column}${row}=""', f'{before}${row}<>""', "left")


def _vanish(sheet: Worksheet, cells: str, blank: str, begins: str, edge: str) -> None:
    fill = PatternFill(bgColor="FFFFFF")
    sides: dict[str, Any] = dict.fromkeys(_SIDES, _NONE)
    begun = DifferentialStyle(fill=fill, border=Border(**{**sides, edge: None}))
    _while(sheet, cells, f"AND({blank},{begins})", begun)
    _while(sheet, cells, blank, DifferentialStyle(fill=fill, border=Border(**sides)))


def _while(sheet: Worksheet, cells: str, condition: str, style: DifferentialStyle) -> None:
    rule = Rule("expression", dxf=style, formula=[condition], stopIfTrue=True)
    sheet.conditional_formatting.add(cells, rule)


def new_workbook(title: str) -> Workbook:
    """A workbook without sheets, without a date, and with room for cached values.

    Excel must not calculate it afresh when it opens: where our functions are not installed that
    would put #NAME? over good values.
    """
    workbook = Workbook()
    workbook.remove(workbook.worksheets[0])
    workbook.properties.title = title
    workbook.properties.creator = "xl_tourney"
    workbook.calculation.fullCalcOnLoad = False
    workbook.calculation.calcId = 191029
    return workbook


def new_sheet(workbook: Workbook, name: str, *, landscape: bool = False) -> Worksheet:
    """A protected sheet without grid lines, that prints one page wide with its name on it."""
    sheet: Worksheet = workbook.create_sheet(name)
    sheet.sheet_view.showGridLines = False
    sheet.protection.enable()
    sheet.protection.formatColumns = False
    sheet.protection.formatRows = False
    sheet.page_setup.orientation = "landscape" if landscape else "portrait"
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
