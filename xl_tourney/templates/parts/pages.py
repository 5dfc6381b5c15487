"""The pages that every workbook has: what this is, options, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import NAME
from . import theme
from .registry import About
from .table import TEXT_FORMAT, Rule, Table, name_cells, write

ABOUT_NOTE = About("A sentence that readers should know, shown above the standings.")
"""What an option ``note`` is for."""

HEADINGS = 5
"""The row of headings on a page with a table; title, purpose and status stand above."""

FILLING, SOURCES = "How to fill it in", "Where the rules come from"
_EVERYWHERE: Mapping[str, Sequence[tuple[str, str]]] = {
    FILLING: (
        (
            "Checks",
            "Look at the line at the top of each sheet; when it asks for a look, the sheet Checks "
            "says what is wrong and where.",
        ),
        (
            "Tinted cells",
            "They are for you. All others are calculated, and protected without a password.",
        ),
        ("Names", "They are taken as text, whatever they begin with."),
    ),
    SOURCES: (
        (
            "#NAME?",
            "In a cell, it says that the functions of xl_tourney are not installed here: install "
            "it, or let xl-tourney recalc bring the values up to date.",
        ),
    ),
}
"""The terms that the first page of every workbook explains."""

READ_ME_WIDTHS = (14.0, 96.0)
SETTING_WIDTHS = (16.0, 26.0, 70.0)
CHECK_WIDTHS = (50.0, 9.0, 9.0, 64.0, 12.0)


def head(sheet: Worksheet, purpose: str, *, status: bool = False) -> None:
    """The title, what the sheet is for and, where wanted, what the checks say."""
    sheet["A1"] = "=Title"
    theme.dress(sheet["A1"], theme.TITLE)
    sheet.row_dimensions[1].height = 28
    write(sheet["A2"], purpose)
    theme.dress(sheet["A2"], theme.NOTE)
    if status:
        sheet["A3"] = "=Status"
        show_status(sheet, "A3")


def show_note(sheet: Worksheet) -> None:
    """Show above the headings what readers should know of the results."""
    sheet.row_dimensions[4].height = 20
    sheet["A4"] = '=Note&""'
    theme.dress(sheet["A4"], theme.NOTE)


def show_status(sheet: Worksheet, cell: str) -> None:
    """Make a cell that holds the status stand out."""
    theme.dress(sheet[cell], theme.STATUS)
    alert, well = f'ISNUMBER(SEARCH("look",{cell}))', f'LEFT({cell},LEN("All"))="All"'
    theme.marks(sheet, cell, [(alert, theme.ALERT), (well, theme.WELL)])


def furnish(table: Table, frozen: str, blank: str = "") -> None:
    """Keep the headings in sight, on the screen up to a column and on every printed page.

    Rows in which the column ``blank`` holds nothing are drawn as plain paper.
    """
    table.sheet.freeze_panes = f"{frozen}{table.first}"
    table.sheet.print_title_rows = f"{table.top}:{table.top}"
    if blank:
        area = table.area(table.columns[0].key, table.columns[-1].key)
        theme.vanish_rows(table.sheet, area, f"{table.letter(blank)}{table.first}")


def mark_problems(table: Table) -> None:
    """Let the column that says what is wrong with a row stand out where it says something."""
    problem = f'${table.letter("problem")}{table.first}<>""'
    theme.marks(table.sheet, table.area("problem"), [(problem, theme.LOOK_OUT)])


def spread(table: Table, wide: int, upto: str = "") -> None:
    """Print a wide sheet on pages side by side, with the columns up to one on each of them.

    The title would be cut on all pages but the first: the sheet's name stands at their top.
    """
    sheet = table.sheet
    sheet.page_setup.fitToWidth = wide
    if upto:
        sheet.print_title_cols = f"A:{table.letter(upto)}"
    sheet.print_area = f"A{table.top}:{get_column_letter(sheet.max_column)}{sheet.max_row}"


def publish(table: Table, name: str = NAME) -> None:
    """Name a table of standings, with its headings, so that it can be found in the workbook."""
    first, last = (table.letter(column.key) for column in (table.columns[0], table.columns[-1]))
    workbook = table.sheet.parent
    assert isinstance(workbook, Workbook)
    name_cells(workbook, name, table.sheet, f"{first}{table.top}:{last}{table.last}")


def link(cell: Cell, sheet: str, look: theme.Look = theme.LINK) -> None:
    """Make a cell lead to a sheet."""
    write(cell, sheet)
    cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{sheet}'!A1")
    theme.dress(cell, look, align="left")


def read_me(
    sheet: Worksheet,
    links: Mapping[str, str],
    sections: Mapping[str, Sequence[tuple[str, str]]],
) -> None:
    """The first page: the sheets and what each is for, then a text in sections of terms."""
    head(sheet, "What this workbook is and how to use it.", status=True)
    show_note(sheet)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = READ_ME_WIDTHS
    row = HEADINGS
    for name, purpose in links.items():
        link(sheet[f"A{row}"], name)
        _paragraph(sheet, f"B{row}", purpose, READ_ME_WIDTHS[1])
        row += 1
    for heading, paragraphs in sections.items():
        row += 1
        write(sheet[f"A{row}"], heading)
        theme.dress(sheet[f"A{row}"], theme.SECTION)
        sheet.row_dimensions[row].height = 20
        row += 1
        for term, text in (*paragraphs, *_EVERYWHERE.get(heading, ())):
            _paragraph(sheet, f"A{row}", term, READ_ME_WIDTHS[0])
            _paragraph(sheet, f"B{row}", text, READ_ME_WIDTHS[1])
            row += 1


def _paragraph(
    sheet: Worksheet, place: str, text: str, width: float, look: theme.Look = theme.TEXT
) -> None:
    """A text that goes on in the next line, in a row that is high enough."""
    cell = sheet[place]
    write(cell, text)
    theme.dress(cell, look, align="left", wrap=True)
    theme.fit_row(sheet, cell.row, text, width, look.size)


@dataclass(frozen=True)
class Setting:
    """A named cell that formulas use: an option that may be changed, or a fixed figure."""

    name: str
    says: str
    value: str | float | None = None
    rule: Rule | None = None
    formula: str = ""
    fixed: bool = False
    number_format: str = "General"


def named(title: str, note: str | None) -> list[Setting]:
    """The options that every workbook begins with."""
    says = "What readers should know of the results; it stands above the standings. Blank for none."
    return [
        Setting("Title", "The heading of every sheet.", title, number_format=TEXT_FORMAT),
        Setting("Note", says, note, number_format=TEXT_FORMAT),
    ]


def settings(
    workbook: Workbook,
    sheet: Worksheet,
    left: str,
    options: Sequence[Setting],
    tables: Mapping[str, Table],
) -> None:
    """A block of named cells: name, value, what it means."""
    name, value, says = (chr(ord(left) + step) for step in range(3))
    _headings(sheet, zip((name, value, says), ("Option", "Value", "What it is"), SETTING_WIDTHS))
    for row, setting in enumerate(options, HEADINGS + 1):
        fixed = setting.fixed or bool(setting.formula)
        cell = sheet[f"{value}{row}"]
        write(sheet[f"{name}{row}"], setting.name)
        theme.dress(sheet[f"{name}{row}"], theme.VALUE, align="left")
        if setting.formula:
            cell.value = resolve(setting.formula, sheet, tables)
        else:
            write(cell, setting.value)
        look = theme.FIXED if fixed else theme.INPUT
        theme.dress(cell, look, setting.number_format, "left", wrap=True, unlocked=not fixed)
        theme.fit_row(sheet, row, str(setting.value or ""), SETTING_WIDTHS[1])
        if setting.rule:
            setting.rule.apply(sheet, cell.coordinate)
        name_cells(workbook, setting.name, sheet, cell.coordinate)
        _paragraph(sheet, f"{says}{row}", setting.says, SETTING_WIDTHS[2], theme.VALUE)


def _headings(sheet: Worksheet, columns: Iterable[tuple[str, str, float]]) -> None:
    """A row of headings, and the widths of their columns."""
    for column, heading, width in columns:
        write(sheet[f"{column}{HEADINGS}"], heading)
        theme.dress(sheet[f"{column}{HEADINGS}"], theme.HEADING, align="left", wrap=True)
        sheet.column_dimensions[column].width = width


def resolve(formula: str, sheet: Worksheet, tables: Mapping[str, Table]) -> str:
    """A formula that stands outside of tables."""
    return Table(sheet, 0, (), 1).formula(formula, 0, tables)


@dataclass(frozen=True)
class Check:
    """Something that must hold; ``count`` is a formula for how often it does not."""

    says: str
    count: str
    remedy: str
    where: str
    """The sheet on which to mend it."""


def checks(
    workbook: Workbook,
    sheet: Worksheet,
    what: Sequence[Check],
    nothing: str,
    tables: Mapping[str, Table],
) -> None:
    """The page of checks, and the one named cell ``Status`` that sums them up.

    ``nothing`` is a formula that is true while there is nothing to check.
    """
    head(sheet, "What must hold before a table is published; each line says where to look.")
    headings = ("What must hold", "Found", "Status", "What to do", "Where")
    _headings(sheet, zip("ABCDE", headings, CHECK_WIDTHS))
    first, last = HEADINGS + 1, HEADINGS + len(what)
    for row, check in enumerate(what, first):
        _paragraph(sheet, f"A{row}", check.says, CHECK_WIDTHS[0], theme.VALUE)
        sheet[f"B{row}"] = resolve(check.count, sheet, tables)
        theme.dress(sheet[f"B{row}"], theme.VALUE, "0.###", "left")
        sheet[f"C{row}"] = f'=IF(ISNUMBER(B{row}),IF(B{row}=0,"OK","Look"),"Look")'
        theme.dress(sheet[f"C{row}"], theme.STRONG, align="left")
        _paragraph(sheet, f"D{row}", check.remedy, CHECK_WIDTHS[3], theme.VALUE)
        link(sheet[f"E{row}"], check.where, theme.LINK_IN_TABLE)
    found = f"C{first}:C{last}"
    theme.marks(
        sheet, found, [(f'C{first}="OK"', theme.GOOD), (f'C{first}="Look"', theme.LOOK_OUT)]
    )
    sheet["A3"] = (
        f'=IF({resolve(nothing, sheet, tables)},"No results yet",'
        f'IF(COUNTIF({found},"OK")=ROWS({found}),"All checks passed",'
        f'COUNTIF({found},"Look")&" of "&ROWS({found})&" checks need a look: see Checks"))'
    )
    show_status(sheet, "A3")
    name_cells(workbook, "Status", sheet, "A3")
    sheet.freeze_panes = f"A{first}"
    sheet.page_setup.fitToHeight = 1
