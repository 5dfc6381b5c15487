"""The pages that every workbook has: what this is, options, checks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import IN_PROGRESS, NO_RESULTS, PASSED
from . import theme
from .settings import Setting
from .table import Table, name_cells, word_cell, write
from .workbook import Functions, workbook_of

HEADINGS = 5
"""The row of headings on a page with a table; title, purpose and status stand above."""

FILLING, SOURCES = "How to fill it in", "Where the rules come from"
_HOW_TO_FILL_IN: Sequence[tuple[str, str]] = (
    (
        "Checks",
        "Look at the line at the top of each sheet; when it asks for a look, the sheet Checks "
        "says what is wrong and where. In progress is no fault: it names what is still open.",
    ),
    (
        "Tinted cells",
        "They are for you. All others are calculated, and protected without a password.",
    ),
    ("Names", "They are taken as text, whatever they begin with."),
    (
        "Hidden sheets",
        "Sheets that only calculate are hidden, and not printed. To follow the figures, "
        "right-click the tab of a sheet and choose Unhide (LibreOffice: Show Sheet; Google "
        "Sheets: View, Hidden sheets).",
    ),
)
"""What the first page of every workbook explains of filling it in."""

_FORMULAS: Mapping[Functions, str] = {
    "native": "They call only functions that every spreadsheet program has; the hidden sheets hold "
    "the steps between.",
    "addin": "They call functions of xl_tourney, which its add-in gives to Excel and LibreOffice; "
    "the sheet Checks lists them.",
    "lambda": "They call functions of xl_tourney, which this workbook defines for Excel 365; the "
    "sheet Checks lists them.",
}
"""What the first page says of the formulas."""

READ_ME_WIDTHS = (14.0, 96.0)
SETTING_WIDTHS = (20.0, 26.0, 66.0)


_TEMPLATES = Path(__file__).parents[1]


PURPOSE = "A2"
"""The cell that says what a sheet is for."""


def write_header(
    sheet: Worksheet, purpose: str, *, status: bool = False, computed: bool = False
) -> None:
    """The title, what the sheet is for and, where wanted, the status of the checks.

    What it is for is a text, or ``computed`` by a formula.
    """
    sheet["A1"] = "=Title"
    theme.apply_style(sheet["A1"], theme.TITLE)
    sheet.row_dimensions[1].height = 28
    if computed:
        sheet[PURPOSE] = purpose
    else:
        write(sheet[PURPOSE], purpose)
    theme.apply_style(sheet[PURPOSE], theme.NOTE)
    if status:
        sheet["A3"] = "=Status"
        show_status(sheet, "A3")


def formula_of_purpose(sheet: Worksheet) -> str:
    """What a sheet is for as a part of a formula, to which more is added."""
    text = str(sheet[PURPOSE].value or "")
    is_formula = sheet[PURPOSE].data_type == "f"  # a text may begin with = too
    return text[1:] if is_formula else '"' + text.replace('"', '""') + '"'


def tell_director(sheet: Worksheet, sentence: str, condition: str = "") -> None:
    """Say something before what a sheet is for that readers of its table need not know.

    With a condition it is said while that is so.
    """
    purpose = formula_of_purpose(sheet)
    remark = f'IF({condition},"{sentence} ","")' if condition else f'"{sentence} "'
    if purpose == '""':
        write(sheet[PURPOSE], sentence)
    else:
        sheet[PURPOSE].value = f"={remark}&{purpose}"
    workbook_of(sheet).for_director.append(sentence)


def show_note(sheet: Worksheet) -> None:
    """Show what readers should know: from when the results are, and the note on them."""
    sheet["A1"] = '=Title&IF(AsOf="","",", as of "&AsOf)'
    sheet.row_dimensions[4].height = 20
    sheet["A4"] = '=Note&""'
    theme.apply_style(sheet["A4"], theme.NOTE)


def show_status(sheet: Worksheet, cell: str) -> None:
    """Make a cell that holds the status stand out."""
    theme.apply_style(sheet[cell], theme.STATUS)

    def begins(english: str) -> str:
        text = theme.elsewhere(word_cell("Status", english))
        return f"LEFT({cell},LEN({text}))={text}"

    passed = begins(PASSED)
    alert = f"NOT(OR({passed},{begins(IN_PROGRESS)},{begins(NO_RESULTS)}))"
    theme.highlight(
        sheet, cell, [(f"ISERROR({cell})", theme.ALERT), (passed, theme.WELL), (alert, theme.ALERT)]
    )


def link(cell: Any, sheet: str, style: theme.CellStyle = theme.LINK, *, wrap: bool = False) -> None:
    """Make a cell lead to a sheet, by its name in the plan."""
    title = workbook_of(cell.parent)[sheet].title
    write(cell, title)
    cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{title}'!A1")
    theme.apply_style(cell, style, align="left", wrap=wrap)


def write_read_me(
    sheet: Worksheet,
    links: Mapping[str, str],
    sections: Mapping[str, Sequence[tuple[str, str]]],
) -> None:
    """The first page: the sheets and what each is for, then a text in sections of terms."""
    write_header(sheet, "What this workbook is and how to use it.", status=True)
    show_note(sheet)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = READ_ME_WIDTHS
    workbook = workbook_of(sheet)
    everywhere = {
        FILLING: _HOW_TO_FILL_IN,
        SOURCES: (("Formulas", _FORMULAS[workbook.functions]),),
    }
    row = HEADINGS
    for name, purpose in links.items():
        link(sheet[f"A{row}"], name, wrap=True)
        title, size = str(sheet[f"A{row}"].value), theme.LINK.size
        theme.fit_row_height(sheet, row, title, READ_ME_WIDTHS[0], size)
        purpose = f"{purpose} Hidden." if workbook[name].sheet_state == "hidden" else purpose
        write_paragraph(sheet, f"B{row}", purpose, READ_ME_WIDTHS[1])
        row += 1
    for heading, paragraphs in sections.items():
        row += 1
        write(sheet[f"A{row}"], heading)
        theme.apply_style(sheet[f"A{row}"], theme.SECTION)
        sheet.row_dimensions[row].height = 20
        row += 1
        for term, text in (*paragraphs, *everywhere.get(heading, ())):
            write_paragraph(sheet, f"A{row}", term, READ_ME_WIDTHS[0])
            write_paragraph(sheet, f"B{row}", text, READ_ME_WIDTHS[1])
            row += 1


_PARAGRAPH = re.compile(r"(?:\[(?P<flags>[^\]]+)\] )?\*\*(?P<term>[^*]+)\*\* (?P<text>.+)")
LIST = re.compile(r"\{([a-z ]+)\}")
"""A paragraph that stands for several."""
SHEETS = "Sheets"
"""The heading of the sheets in the document of a first page, which lists them."""


def read_first_page(
    template: str,
    flags: Mapping[str, object] = {},
    lists: Mapping[str, Iterable[tuple[str, str]]] = {},
    **values: object,
) -> dict[str, list[tuple[str, str]]]:
    """What the first page of a template's workbooks says, in sections: its file, with values in it.

    A paragraph begins with its term, and before it may have ``[flags]`` in brackets of which all
    must hold, or with ``!`` not hold.  ``{a name}`` alone stands for a list of terms.
    """
    sections: dict[str, list[tuple[str, str]]] = {}
    for heading, line in paragraphs("first_pages", template):
        if heading == SHEETS:
            continue
        section = sections.setdefault(heading, [])
        if found := LIST.fullmatch(line):
            section.extend(lists.get(found[1], ()))
            continue
        said = _PARAGRAPH.fullmatch(line)
        assert said, line
        needed = said["flags"].split(", ") if said["flags"] else []
        if all(bool(flags[flag.lstrip("!")]) != flag.startswith("!") for flag in needed):
            section.append((said["term"], said["text"].format(**values)))
    return sections


def paragraphs(folder: str, template: str) -> Iterator[tuple[str, str]]:
    """The paragraphs of a document of a template, each with the heading that it stands under."""
    heading = ""
    for paragraph in (_TEMPLATES / folder / f"{template}.md").read_text("utf-8").split("\n\n"):
        line = " ".join(paragraph.strip().split("\n"))
        if line.startswith("# "):
            heading = line[2:]
        else:
            yield heading, line


def write_paragraph(
    sheet: Worksheet, place: str, text: str, width: float, style: theme.CellStyle = theme.TEXT
) -> None:
    """A text that goes on in the next line, in a row that is high enough."""
    cell = sheet[place]
    write(cell, text)
    theme.apply_style(cell, style, align="left", wrap=True)
    theme.fit_row_height(sheet, cell.row, text, width, style.size)


def write_settings(
    sheet: Worksheet, left: int, options: Sequence[Setting], tables: Mapping[str, Table]
) -> None:
    """A block of named cells, from a column on: name, value, what it means."""
    workbook = workbook_of(sheet)
    name, value, description = letters = [get_column_letter(left + step) for step in range(3)]
    write_headings(sheet, zip(letters, ("Option", "Value", "What it is"), SETTING_WIDTHS))
    for row, setting in enumerate(options, HEADINGS + 1):
        fixed = setting.fixed or bool(setting.formula)
        cell = sheet[f"{value}{row}"]
        write(sheet[f"{name}{row}"], setting.name)
        theme.apply_style(sheet[f"{name}{row}"], theme.VALUE, align="left")
        if setting.formula:
            cell.value = resolve_formula(setting.formula, sheet, tables)
        else:
            write(cell, setting.value)
        style = theme.FIXED if fixed else theme.INPUT
        theme.apply_style(cell, style, setting.number_format, "left", wrap=True, unlocked=not fixed)
        theme.fit_row_height(sheet, row, str(setting.value or ""), SETTING_WIDTHS[1])
        if setting.rule:
            setting.rule.apply(sheet, cell.coordinate, tables)
        name_cells(workbook, setting.name, sheet, cell.coordinate)
        write_paragraph(
            sheet, f"{description}{row}", setting.description, SETTING_WIDTHS[2], theme.VALUE
        )
    for part_of, run in groupby(enumerate(options, HEADINGS + 1), lambda row: row[1].part_of):
        if part_of:
            rows = [row for row, _ in run]
            name_cells(workbook, part_of, sheet, f"{value}{rows[0]}:{value}{rows[-1]}")


def write_headings(sheet: Worksheet, columns: Iterable[tuple[str, str, float]]) -> None:
    """A row of headings, and the widths of their columns."""
    for column, heading, width in columns:
        write(sheet[f"{column}{HEADINGS}"], heading)
        theme.apply_style(sheet[f"{column}{HEADINGS}"], theme.HEADING, align="left", wrap=True)
        sheet.column_dimensions[column].width = width


def resolve_formula(formula: str, sheet: Worksheet, tables: Mapping[str, Table]) -> str:
    """A formula that stands outside of tables."""
    return Table(sheet, 0, (), 1).formula(formula, 0, tables)
