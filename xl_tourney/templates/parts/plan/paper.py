"""How a sheet lies on paper, and on the screen of a phone."""

from __future__ import annotations

import math
import re
from collections.abc import Container
from itertools import accumulate, chain
from typing import Any, Literal

from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from .charts import charts_of

MOST_FROZEN = 200
"""The pixels of columns that stay in sight: a phone has about 360, and the rest must move."""
SMALLEST = 8 / 11
"""The least that the type of 11 points is printed at: 8 points."""
SHEET_OF_PAPER = {"portrait": (523, 738), "landscape": (770, 491)}
"""The points of an A4 within its margins: width and height."""
_ROW, _COLUMN = 15, 8.43
"""The height and the width where none is said."""
_LETTER = 4.8
"""The points of a letter of the texts above a table, on the average."""
_GAP = 7 * 3
"""The pixels of the widest column that only keeps two tables apart."""
_EMU_PER_POINT = 12_700
_USABLE = 0.95
"""The part of a page that rows or columns fill at least, since none is cut."""


def pixels(sheet: Worksheet, column: int, hidden: Container[int] | None = None) -> float:
    """The width of a column, none if it is hidden: one of those that are given, or of the sheet."""
    looks = sheet.column_dimensions.get(get_column_letter(column))
    if looks is None:
        return 7 * _COLUMN + 5
    is_hidden = looks.hidden if hidden is None else column in hidden
    return 0 if is_hidden else 7 * looks.width + 5


def hidden_columns(sheet: Worksheet) -> set[int]:
    """The numbers of the columns that are hidden; one element of a file may hide several."""
    hidden: set[int] = set()
    for letter, dimension in sheet.column_dimensions.items():
        if dimension.hidden:
            first = dimension.min or column_index_from_string(letter)
            hidden.update(range(first, (dimension.max or first) + 1))
    return hidden


def keep_in_sight(sheet: Worksheet, columns: int, row: int) -> None:
    """Freeze what is above a row, and of the first columns those that leave room to move."""
    widths = accumulate(pixels(sheet, column) for column in range(1, columns + 1))
    kept = sum(width <= MOST_FROZEN for width in widths)
    sheet.freeze_panes = f"{get_column_letter(kept + 1)}{row}"


def fit(sheet: Worksheet, first_columns: int, columns: int, used: int) -> None:
    """Print a sheet in type of at least 8 points: on one page if it can be, else on several.

    ``columns`` is the last column that is printed, ``used`` the last row that holds something now.
    A sheet that is longer is never set to be shrunk to one page, since more rows may be printed
    later.  A chart below a table that does not go onto its page, or beside it, is left out; it
    would stand alone.
    """
    drawn = charts_of(sheet)
    charts = [one for one in drawn if one.anchor._from.col < columns]
    set_up, last = sheet.page_setup, sheet.max_row
    width = max(_width(sheet, 1, columns), *map(_right, charts), 0)
    bottoms = _bottoms(sheet)
    set_up.orientation = _orientation(max(width, _longest_text(sheet)), bottoms[used - 1])
    paper, high = _paper(sheet)
    below = [_bottom(one, bottoms) for one in charts if one.anchor._from.row >= last]
    if width > paper / SMALLEST:
        _break_columns(sheet, _USABLE * paper / SMALLEST, first_columns, columns)
    elif max(bottoms[-1], *below, 0) <= high / SMALLEST and columns == sheet.max_column:
        set_up.fitToHeight = 1
    else:
        by_width = min(1, _USABLE * paper / width)
        _shrink(sheet, by_width, _USABLE * high / bottoms[used - 1], columns < sheet.max_column)
    sheet.print_title_rows = sheet.print_title_rows or "1:1"
    is_cut = columns < sheet.max_column or len(charts) < len(drawn)
    if is_cut or (below and not set_up.fitToHeight):
        sheet.print_area = area(columns, last)


def _orientation(width: float, height: float) -> Literal["portrait", "landscape"]:
    """How paper lies on which the fewest pages are printed, in type of at least 8 points.

    What goes onto as many pages either way is printed in the larger type.
    """

    def cost(orientation: Literal["portrait", "landscape"]) -> tuple[float, float]:
        paper, high = SHEET_OF_PAPER[orientation]
        by_width, by_height = min(1, paper / width), _USABLE * high / height
        if by_width < SMALLEST:
            return math.inf, 0
        scale = min(by_width, by_height) if by_height >= SMALLEST else by_width
        return math.ceil(scale / by_height), -scale

    return min(("landscape", "portrait"), key=cost)


def _longest_text(sheet: Worksheet) -> float:
    """The points of the longest text above the table, which goes on beside narrow columns."""
    above = [str(sheet.cell(row, 1).value or "") for row in (1, 2, 3)]
    texts = (re.findall('"([^"]*)"', one) if one.startswith("=") else [one] for one in above)
    return _LETTER * max(map(len, chain.from_iterable(texts)), default=0)


def _shrink(sheet: Worksheet, by_width: float, by_height: float, is_cut: bool) -> None:
    """Print smaller, so that what is filled goes onto a page, or the columns that are printed."""
    if SMALLEST <= min(by_width, by_height) < by_width:
        _set_scale(sheet, min(by_width, by_height))
    elif is_cut:
        _set_scale(sheet, max(by_width, SMALLEST))


def area(columns: int, rows: int) -> str:
    """The cells in the first columns and rows."""
    return f"A1:{get_column_letter(columns)}{rows}"


def rows_printed(sheet: Worksheet, used: int, saved: Worksheet | None = None) -> int:
    """The last row of the page with the last row that holds something; all of them if 0.

    ``saved`` is the sheet as a file has it: what is hidden follows from what is typed into it.
    """
    if not used or sheet.page_setup.fitToHeight:
        return sheet.max_row
    bottoms, saved = _bottoms(sheet), saved or sheet
    page = _end_of_page(sheet, bottoms[used - 1], _paper(saved)[1] / _scale(sheet, saved))
    return max(sum(bottom <= page for bottom in bottoms), used)


def _paper(sheet: Worksheet) -> tuple[int, int]:
    return SHEET_OF_PAPER[sheet.page_setup.orientation or "portrait"]


def _scale(sheet: Worksheet, saved: Worksheet) -> float:
    """How large a sheet is printed: as it says, else so that all columns fit."""
    set_up = saved.sheet_properties.pageSetUpPr
    if saved.page_setup.scale and not (set_up and set_up.fitToPage):
        return saved.page_setup.scale / 100
    return min(1, _paper(saved)[0] / _width(sheet, 1, sheet.max_column, hidden_columns(saved)))


def _set_scale(sheet: Worksheet, scale: float) -> None:
    """Print a sheet in one size, whatever is printed of it."""
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=False)
    sheet.page_setup.scale = max(math.floor(100 * min(1, scale)), math.ceil(100 * SMALLEST))


def _break_columns(sheet: Worksheet, widest: float, first_columns: int, columns: int) -> None:
    """Print a sheet on pages side by side: those of a table repeat its first columns."""
    start, gap, again, widths = 1, 0, 0.0, [0.0]
    for column in range(1, columns + 1):
        if again + _width(sheet, start, column) > widest:
            end = gap if gap >= start else column - 1
            widths.append(again + _width(sheet, start, end))
            if gap < start and first_columns:
                sheet.print_title_cols = f"A:{get_column_letter(first_columns)}"
                again = _width(sheet, 1, first_columns)
            start = end + 1
            sheet.col_breaks.append(Break(start - 1))
        is_gap = get_column_letter(column) not in sheet.column_dimensions
        if is_gap or 0 < pixels(sheet, column) <= _GAP:
            gap = column
    widest_page = max(*widths, again + _width(sheet, start, columns))
    _set_scale(sheet, widest * SMALLEST / _USABLE / widest_page)


def _end_of_page(sheet: Worksheet, end: float, high: float) -> float:
    """Where the page ends on which a table does; headings are printed again on each."""
    first, last = map(int, (sheet.print_title_rows or "1:0").replace("$", "").split(":"))
    headings = sum(_height(sheet, row) for row in range(first, last + 1))
    page = _USABLE * high
    return page + (page - headings) * max(0, math.ceil((end - page) / (page - headings)))


def _width(sheet: Worksheet, first: int, last: int, hidden: Container[int] | None = None) -> float:
    return sum(0.75 * pixels(sheet, column, hidden) for column in range(first, last + 1))


def _bottoms(sheet: Worksheet) -> list[float]:
    """Where each row ends, in points from the top."""
    return list(accumulate(_height(sheet, row) for row in range(1, sheet.max_row + 1)))


def _height(sheet: Worksheet, row: int) -> float:
    looks = sheet.row_dimensions.get(row)
    return looks.height if looks is not None and looks.height else _ROW


def _bottom(chart: Any, bottoms: list[float]) -> float:
    """Where a chart ends that begins below the last row, in points from the top."""
    rows_below = chart.anchor._from.row - len(bottoms)
    return float(bottoms[-1] + _ROW * rows_below + chart.anchor.ext.height / _EMU_PER_POINT)


def _right(chart: Any) -> float:
    """Where a chart ends, in points from the left."""
    return float(chart.anchor.ext.width / _EMU_PER_POINT)
