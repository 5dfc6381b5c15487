"""The one style of all workbooks: colours, fonts, print set-up, protection.

Every style has a contrast of 4.5:1 or more between its text and its paper.
"""

from __future__ import annotations

import math
import textwrap
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.formatting.rule import Rule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.utils.cell import coordinate_from_string
from openpyxl.worksheet.worksheet import Worksheet

FONT = "Calibri"
_LETTERS = 1.15
"""The number of letters of a text that fit into the width of one digit."""
_PADDING = 1.0
"""The width of a cell that its text leaves free."""
_LINE = Side(style="thin", color="C3CBD3")
_DARK = Side(style="thin", color="1F4E5F")
_UNDERLINED = Border(bottom=Side(style="thin"))
"""Black: LibreOffice saves the borders of conditional formats without their colour."""

_STYLE_CACHE: WeakKeyDictionary[Workbook, dict[Any, Any]] = WeakKeyDictionary()
"""The looks that a workbook has: the styles of its cells."""


@dataclass(frozen=True)
class CellStyle:
    """How a cell looks: the colour of its text and of its paper, and the type."""

    text: str = "1F2933"
    paper: str = "FFFFFF"
    bold: bool = False
    size: int = 11
    in_table: bool = False
    boxed: bool = False
    """Whether there are lines around it: only where something is to be written, since a
    conditional format takes no line away in every program."""

    @property
    def font(self) -> Font:
        """The type of a cell."""
        return Font(name=FONT, size=self.size, bold=self.bold, color=self.text)

    @property
    def fill(self) -> PatternFill:
        """The paper of a cell; white paper is left as it is."""
        return PatternFill("solid", fgColor=self.paper) if self.paper != "FFFFFF" else PatternFill()


TITLE = CellStyle("1F4E5F", bold=True, size=18)
SECTION = CellStyle("1F4E5F", bold=True, size=13)
TEXT = CellStyle()
NOTE = CellStyle("55606B", size=10)
LINK = CellStyle("0B5394")
LINK_IN_TABLE = CellStyle("0B5394", in_table=True)
HEADING = CellStyle("FFFFFF", "1F4E5F", bold=True, in_table=True)
INPUT = CellStyle(paper="FFF4CC", in_table=True, boxed=True)
FORM = CellStyle(in_table=True, boxed=True)
VALUE = CellStyle(in_table=True)
STRONG = CellStyle(bold=True, in_table=True)
STATUS = CellStyle(bold=True)
WELL = CellStyle("14532D", bold=True)
ALERT = CellStyle("9A3412", bold=True)
GOOD = CellStyle("14532D", "DCEFE0", bold=True)
LOOK_OUT = CellStyle("7A2E00", "FCE4CF", bold=True)
QUALIFIED = CellStyle("14532D", "EAF5EC")
TIED = CellStyle("4A2C7A", "ECE6F6", bold=True)
QUIET = CellStyle("55606B", "EEF1F4")
FIXED = CellStyle("55606B", "EEF1F4", in_table=True)
BAND = CellStyle(paper="F1F5F8")
BANDED = "MOD(ROW(),2)=0"
"""Which rows of a table are tinted, so that the eye keeps to its line."""
REPEATED = CellStyle("55606B")

STYLES: Mapping[str, CellStyle] = {
    name: style for name, style in list(globals().items()) if isinstance(style, CellStyle)
}


def apply_style(
    cell: Cell,
    style: CellStyle,
    number_format: str = "General",
    align: str | None = None,
    wrap: bool = False,
    unlocked: bool = False,
) -> None:
    """Give a cell its style; only unlocked cells can be typed into.

    openpyxl compares a new style with all that the workbook has: each is made once and then copied.
    """
    styled: Any = cell  # openpyxl's types do not speak of the style
    known = _STYLE_CACHE.setdefault(styled.parent.parent, {})
    wanted = (copy(styled._style), style, number_format, align, wrap, unlocked)
    if wanted not in known:
        _make(cell, style, number_format, align, wrap, unlocked)
        known[wanted] = copy(styled._style)
    styled._style = copy(known[wanted])


def _make(
    cell: Cell, style: CellStyle, number_format: str, align: str | None, wrap: bool, unlocked: bool
) -> None:
    cell.number_format = number_format
    _set_part(cell, "font", style, lambda: style.font)
    _set_part(cell, "fill", style, lambda: style.fill)
    vertical = "bottom" if style is HEADING else "center" if style.in_table else "top"
    indent = 1 if style.in_table and align in ("left", "right") else 0
    _set_part(
        cell,
        "alignment",
        (align, vertical, indent, wrap),
        lambda: Alignment(horizontal=align, vertical=vertical, indent=indent, wrap_text=wrap),
    )
    _set_part(cell, "protection", unlocked, lambda: Protection(locked=not unlocked))
    if style.boxed:
        _set_part(
            cell,
            "border",
            "box",
            lambda: Border(left=_LINE, right=_LINE, top=_LINE, bottom=_LINE),
        )


def _set_part(cell: Any, part: str, what: Hashable, make: Callable[[], Any]) -> None:
    """Give a cell a part of its style, which is compared with those of the workbook once."""
    known = _STYLE_CACHE.setdefault(cell.parent.parent, {})
    number = f"{part}Id"
    if (part, what) in known:
        setattr(cell._style, number, known[part, what])
    else:
        setattr(cell, part, make())
        known[part, what] = getattr(cell._style, number)


def draw_group_lines(sheet: Worksheet, rows: Iterable[int]) -> None:
    """Draw a line above each of some rows, where one group ends and the next begins."""
    columns = range(1, sheet.max_column + 1)
    for row in rows:
        for column in columns:
            _draw_line(sheet.cell(row - 1, column), "bottom")
            _draw_line(sheet.cell(row, column), "top")


def _draw_line(cell: Any, side: str) -> None:
    known = _STYLE_CACHE.setdefault(cell.parent.parent, {})
    wanted = (copy(cell._style), side)
    if wanted not in known:
        border = copy(cell.border)
        setattr(border, side, _DARK)
        cell.border = border
        known[wanted] = copy(cell._style)
    cell._style = copy(known[wanted])


def turn_heading(cell: Cell) -> None:
    """Make a cell a heading that is read from below, for a narrow column."""
    apply_style(cell, HEADING)
    cell.alignment = Alignment(horizontal="center", vertical="bottom", text_rotation=90)


def fit_turned_headings(sheet: Worksheet, row: int, texts: Iterable[str]) -> None:
    """Make a row as high as headings need that are read from below."""
    sheet.row_dimensions[row].height = min(180, max(60, 7 * max(map(len, texts), default=12) + 12))


def fit_row_height(sheet: Worksheet, row: int, text: str, width: float, size: int = 11) -> None:
    """Make a row as high as a wrapped text needs; not every program does it when it opens."""
    letters = int(_LETTERS * (width - _PADDING) * 11 / size)
    dimension = sheet.row_dimensions[row]
    needed = (size + 4) * _count_lines(text, max(1, letters)) + 2
    dimension.height = max(dimension.height or 0, needed)


@lru_cache(maxsize=4096)
def _count_lines(text: str, letters: int) -> int:
    wide = width_in_letters(text)
    if wide > len(text):  # such a text goes on in the next line after any letter
        return math.ceil(wide / letters)
    return len(textwrap.wrap(text, letters)) or 1


def width_in_letters(text: str) -> int:
    """How wide a text is: a letter of Chinese, Japanese or Korean is as wide as two.

    >>> width_in_letters("Elo"), width_in_letters("順位")
    (3, 4)
    """
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def highlight(
    sheet: Worksheet, cells: str, rules: Sequence[tuple[str, CellStyle]], line: str = ""
) -> None:
    """Give cells the style of the first formula that is true, and a line below while ``line`` is.

    Whatever a style says is also said in words.  Every combination has its own rule, because
    some programs use only the first that is true.
    """
    for condition, style in rules:
        font = Font(bold=style.bold, color=style.text)
        plain = DifferentialStyle(font, fill=PatternFill(bgColor=style.paper))
        if line:
            lined = DifferentialStyle(font, fill=plain.fill, border=_UNDERLINED)
            _while(sheet, cells, f"AND({condition},{line})", lined)
        _while(sheet, cells, condition, plain)
    if line:
        _while(sheet, cells, line, DifferentialStyle(border=_UNDERLINED))


def elsewhere(name: str) -> str:
    """A named cell of another sheet in a condition: Google Sheets refuses its plain name there.

    >>> elsewhere("Places")
    'INDIRECT("Places")'
    """
    return f'INDIRECT("{name}")'


def hide_empty_rows(sheet: Worksheet, cells: str, first: str) -> None:
    """Show rows as plain paper while their cell in one column is empty.

    ``first`` is the first cell of that column.
    """
    _while(sheet, cells, f'${first}=""', _PAPER)


def hide_while(sheet: Worksheet, cells: str, condition: str) -> None:
    """Show headings, which are white, as plain paper."""
    _while(sheet, cells, condition, _PAPER)


def hide_empty_columns(sheet: Worksheet, cells: str) -> None:
    """Show columns as plain paper while their first cell, the heading, holds nothing."""
    column, row = coordinate_from_string(cells.partition(":")[0])
    _while(sheet, cells, f'{column}${row}=""', _PAPER)


def band_rows(sheet: Worksheet, cells: str) -> None:
    """Tint every other row, where nothing else is said of a cell.

    The cells are named in two pieces, since all rules of the same cells are one format, which
    LibreOffice asks before those of some of the cells.
    """
    first, last = cells.split(":")
    column, row = coordinate_from_string(first)
    end, bottom = coordinate_from_string(last)
    second = get_column_letter(column_index_from_string(column) + 1)
    pieces = f"{first}:{column}{bottom} {second}{row}:{last}" if column != end else cells
    _while(sheet, pieces, BANDED, _BAND)


_PAPER, _BAND = (
    DifferentialStyle(fill=PatternFill(bgColor=paper)) for paper in (TEXT.paper, BAND.paper)
)


def _while(sheet: Worksheet, cells: str, condition: str, style: DifferentialStyle) -> None:
    rule = Rule("expression", dxf=style, formula=[condition], stopIfTrue=True)
    sheet.conditional_formatting.add(cells, rule)
