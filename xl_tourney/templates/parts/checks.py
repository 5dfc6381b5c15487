"""The page of checks, and the one status cell that sums them up.

The first check is whether the computed cells calculate at all.  It outranks every other check: over
an error the status never says that all is well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from openpyxl.utils import quote_sheetname
from openpyxl.worksheet.worksheet import Worksheet

from ...catalogue.formula_text import format_call
from ...defined_names import IN_PROGRESS, NO_RESULTS, PASSED
from ...functions import CATALOGUE, Function
from . import theme
from .pages import (
    HEADINGS,
    link,
    paragraphs,
    resolve_formula,
    show_status,
    write_header,
    write_headings,
    write_paragraph,
)
from .table import Column, Table, name_cells, word_cell, write
from .workbook import StandingsWorkbook

WIDTHS = (42.0, 9.0, 9.0, 54.0, 12.0)
OK, OPEN, FAULT = "OK", "Open", "Look"
"""The marks of a check: it holds; it is not finished yet; it does not hold."""
FULL, MISSING = "Full", "Missing"
MARKS = (("Mark", (OK, OPEN, FAULT, FULL, MISSING)), ("Status", (PASSED, IN_PROGRESS, NO_RESULTS)))
"""The words of this page that formulas compare."""
OPTIONS = "The options can be used"
"""The check of the options, to which that of typed numbers is added."""
_MARKED = {OK: theme.GOOD, OPEN: theme.QUIET, FAULT: theme.LOOK_OUT}
_CALLED = re.compile(r"\b([A-Z][A-Z0-9_.]*)\(")
_TO_ZERO = bytes.maketrans(b"123456789", b"0" * 9)
_REMEDIES = {
    "native": "A cell shows an error: look for a text where a number belongs, and undo what was "
    "typed last.",
    "addin": "The functions listed below are missing in this program: install the add-in of "
    "xl_tourney, or let xl-tourney recalc calculate the workbook.",
    "lambda": "The functions listed below do not work in this program: they need Excel 365, or let "
    "xl-tourney recalc calculate the workbook.",
}


@dataclass(frozen=True)
class Check:
    """A statement that must hold; ``failures`` is a formula that counts where it does not.

    Of an event in progress some statements hold only at its end: every game has a result.  Where
    such a one does not hold yet, that is no fault, and the status says so in the words of
    ``progress``.
    """

    statement: str
    failures: str
    remedy: str
    """What to do; it may be a formula."""
    sheet: str
    """The sheet on which to mend it."""
    progress: str = ""
    """A formula for what the status says while the statement does not hold yet, in which
    ``{found}`` is the count: “, 12 games to play”; without one it is a fault."""
    unlisted: str = ""
    """A formula for a name in the results that is not on the list, where it may be typed over."""


_VALUE = re.compile(r"<([a-z]+)>")
_CHECK = re.compile(r"\*\*(.+?)\*\* \(([^:]+): `(.+?)`\) (.+)")


def read_checks(template: str, **values: str) -> dict[str, list[Check]]:
    """The checks of a template whose formulas are written out, by the headings of their document.

    A paragraph is a check: ``**statement** (sheet: `failures`) remedy``; ``<name>`` is a value.
    """
    found: dict[str, list[Check]] = {}
    for heading, line in paragraphs("checks", template):
        line = _VALUE.sub(lambda name: values.get(name[1], name[0]), line)
        said = _CHECK.fullmatch(line)
        assert said, line
        statement, sheet, failures, remedy = said.groups()
        found.setdefault(heading, []).append(Check(statement, failures, remedy, sheet))
    return found


def unlisted_name(fault: str, number: str, first: str, second: str, nobody: int = 0) -> str:
    """A formula for the name in a row of results that nobody on the list has.

    ``fault`` finds the row; ``number`` is the column with the number of the first of two names.
    """
    names = (f"INDEX({{{name}}},MATCH({fault},0))" for name in (number, first, second))
    return "IF({}={},{},{})".format(next(names), nobody, *names)


def count_of(noun: str, rest: str = "", plural: str = "") -> str:
    """How many a check has found, as its ``progress`` says it: ``, 12 games to play``."""
    return f'", "&{{found}}&IF({{found}}=1," {noun}"," {plural or noun + "s"}")&"{rest}"'


def write_checks(
    workbook: StandingsWorkbook,
    sheet: Worksheet,
    checks: Sequence[Check],
    no_results: str,
    tables: Mapping[str, Table],
    open_question: str = "",
) -> None:
    """Write the page of checks, and the named cell ``Status``.

    ``no_results`` is a formula that is true while there is nothing to check.  ``open_question`` is
    one for what the status adds when all checks passed: what the director has yet to decide.
    """
    write_header(
        sheet,
        "What must hold before a table is published, and what is still open; each line says where.",
    )
    headings = ("What must hold", "Found", "Status", "What to do", "Where")
    write_headings(sheet, zip("ABCDE", headings, WIDTHS))
    calculates = _calculates(workbook, tables)
    first, last = HEADINGS + 1, HEADINGS + 1 + len(checks)
    for row, check in enumerate((calculates, *checks), first):
        _write_check(sheet, row, check, tables)
    statuses = f"C{first}:C{last}"
    _mark(sheet, statuses, _MARKED)
    theme.band_rows(sheet, f"A{first}:E{last}")
    missing = _write_probes(workbook, sheet, last + 2)
    broken = '"Not calculated: some cells show an error, see Checks"'
    if missing:
        broken = (
            f'IF({missing}>0,"Not calculated: functions are missing here, see Checks",{broken})'
        )
    question = resolve_formula(f"&{open_question}", sheet, tables) if open_question else ""
    open_checks = [(row, check) for row, check in enumerate(checks, first + 1) if check.progress]
    progress = "&".join(
        f'IF(C{row}={_OPEN},{_progress(check, row, sheet, tables)},"")'
        for row, check in open_checks
    )
    full = _write_room(workbook, sheet, sheet.max_row + 2)
    not_finished = (
        f'IF(COUNTIF({statuses},{_OPEN})>0,"{IN_PROGRESS}"&{progress}{full},' if progress else ""
    )
    typed_over = "".join(
        f'&IFERROR("{TYPED_OVER}"&""""&{resolve_formula(check.unlisted, sheet, tables)}'
        '&"=NEW NAME"&"""","")'
        for check in checks
        if check.unlisted
    )
    uneven = "+".join(_uneven_rows(workbook, tables)) or "0"
    sheet["A3"] = (
        f'=IF({uneven}>0,"{UNEVEN}",IF(C{first}<>{_OK},{broken},'
        f'IF(COUNTIF({statuses},{_FAULT})>0,COUNTIF({statuses},{_FAULT})&" of "'
        f'&ROWS({statuses})&" checks need a look: see Checks"{typed_over},'
        f'IF({resolve_formula(no_results, sheet, tables)},"{NO_RESULTS}"{full},'
        f'{not_finished}"{PASSED}"{question}{")" if progress else full}))))'
    )
    show_status(sheet, "A3")
    name_cells(workbook, "Status", sheet, "A3")
    sheet.freeze_panes = f"A{first}"
    sheet.print_title_rows = f"{HEADINGS}:{HEADINGS}"


_OK, _OPEN, _FAULT, _FULL = (word_cell("Mark", mark) for mark in (OK, OPEN, FAULT, FULL))


def _mark(sheet: Worksheet, statuses: str, styles: Mapping[str, theme.CellStyle]) -> None:
    """Give the cells with the marks of a list the style of each."""
    first = statuses.partition(":")[0]
    cells = {theme.elsewhere(word_cell("Mark", mark)): style for mark, style in styles.items()}
    theme.highlight(sheet, statuses, [(f"{first}={cell}", style) for cell, style in cells.items()])


def _write_check(sheet: Worksheet, row: int, check: Check, tables: Mapping[str, Table]) -> None:
    write_paragraph(sheet, f"A{row}", check.statement, WIDTHS[0], theme.VALUE)
    sheet[f"B{row}"] = resolve_formula(check.failures, sheet, tables)
    theme.apply_style(sheet[f"B{row}"], theme.VALUE, "0.###", "left")
    failed = OPEN if check.progress else FAULT
    sheet[f"C{row}"] = f'=IF(ISNUMBER(B{row}),IF(B{row}=0,"{OK}","{failed}"),"{FAULT}")'
    theme.apply_style(sheet[f"C{row}"], theme.STRONG, align="left")
    texts = re.findall('"([^"]*)"', check.remedy) if check.remedy.startswith("=") else []
    shown = max(texts, key=len, default=check.remedy)
    write_paragraph(sheet, f"D{row}", shown, WIDTHS[3], theme.VALUE)
    sheet[f"D{row}"] = resolve_formula(check.remedy, sheet, tables) if texts else check.remedy
    link(sheet[f"E{row}"], check.sheet, theme.LINK_IN_TABLE)


def _progress(check: Check, row: int, sheet: Worksheet, tables: Mapping[str, Table]) -> str:
    return resolve_formula(check.progress.replace("{found}", f"B{row}"), sheet, tables)


def _calculates(workbook: StandingsWorkbook, tables: Mapping[str, Table]) -> Check:
    """The check that no computed cell shows an error; it counts the runs of columns with one."""
    failures = "+".join(
        f"IF(ISERROR(SUM({area})),{f'IF(ISNA(SUM({area})),IF({na},0,1),1)' if na else 1},0)"
        for table in _whole_tables(tables)
        for area, na in _computed_areas(table)
    )
    hidden = next(workbook.name_of(sheet) for sheet in workbook if sheet.sheet_state == "hidden")
    return Check(
        "Every computed cell has a value",
        f"={failures or 0}",
        _REMEDIES[workbook.functions],
        hidden if workbook.is_native else "Checks",
    )


@dataclass(frozen=True)
class _Room:
    """The room for rows, or for rounds, in a table that is filled in."""

    sheet: str
    """Its name in the plan."""
    option: str
    free: str
    """The formula that counts what is free."""
    more: int
    """The number of rows, or rounds, that the command suggests."""


def _rooms(workbook: StandingsWorkbook) -> Iterator[_Room]:
    """The room of every table that an option makes longer or wider."""
    for table in workbook.tables:
        sheet, name = table.sheet.title, workbook.name_of(table.sheet)
        if table.option:
            key = next(column.key for column in table.columns if column.identifies)
            starts = range(table.first, table.last + 1, table.block)
            blocks = (table.span(key, start, start + table.block - 1, "$") for start in starts)
            free = [f'COUNTIF({quote_sheetname(sheet)}!{cells},"")' for cells in blocks]
            fewest = f"MIN({','.join(free)})" if len(free) > 1 else free[0]
            yield _Room(name, table.option, fewest, 2 * table.block)
        rounds = [column.key for column in table.columns if column.begins_with_row]
        if rounds:
            spans = (table.span(key, table.first, table.last, "$") for key in rounds)
            free = [f"(COUNTA({quote_sheetname(sheet)}!{cells})=0)" for cells in spans]
            yield _Room(name, "rounds", f"{'+'.join(free)}+0", len(rounds) + 2)


def _write_room(workbook: StandingsWorkbook, sheet: Worksheet, top: int) -> str:
    """Say which tables are full, and the command that makes more room.

    Gives what the formula of the status adds when a list of entrants, or of results, is full.
    """
    rooms = list(_rooms(workbook))
    if not rooms:
        return ""
    headings = ("Room in the tables that are filled in", "Free", "Status", "When it is full")
    for column, heading in zip("ABCD", headings):
        write(sheet[f"{column}{top}"], heading)
        theme.apply_style(sheet[f"{column}{top}"], theme.HEADING, align="left", wrap=True)
    for row, room in enumerate(rooms, top + 1):
        write_paragraph(sheet, f"A{row}", f"{room.sheet}: {room.option}", WIDTHS[0], theme.VALUE)
        sheet[f"B{row}"] = f"={room.free}"
        theme.apply_style(sheet[f"B{row}"], theme.VALUE, "0", "left")
        sheet[f"C{row}"] = f'=IF(B{row}>0,"{OK}","{FULL}")'
        theme.apply_style(sheet[f"C{row}"], theme.STRONG, align="left")
        command = f"xl-tourney update BOOK --{room.option} {room.more}"
        remedy = f"Close the workbook, then run {command}, or any other number."
        write_paragraph(sheet, f"D{row}", remedy, WIDTHS[3], theme.VALUE)
        link(sheet[f"E{row}"], room.sheet, theme.LINK_IN_TABLE)
    statuses = f"C{top + 1}:C{top + len(rooms)}"
    _mark(sheet, statuses, {OK: theme.GOOD, FULL: theme.LOOK_OUT})
    theme.band_rows(sheet, f"A{top + 1}:E{top + len(rooms)}")
    return "".join(
        f'&IF(C{row}={_FULL},"; {room.sheet} is full: see Checks","")'
        for row, room in enumerate(rooms, top + 1)
        if room.option in LISTS
    )


LISTS = ("players", "pairs", "teams", "rows")
"""The options for rows of entrants, or of results, that fill up while people type."""


UNEVEN = (
    "Rows were inserted or removed on some sheets and not on all, or formulas are missing in them: "
    "undo that; Checks names the command that makes room"
)
"""The status where a list has other rows than the tables that are calculated from it."""


TYPED_OVER = "; was a name on the list changed? Then run xl-tourney update BOOK --renamed "
"""What the status adds where the results have a name that the list has not."""


def _uneven_rows(workbook: StandingsWorkbook, tables: Mapping[str, Table]) -> Iterator[str]:
    """Formulas that are 0 while all tables as long as a list that is filled in still are.

    A person may insert rows, which makes the ranges of one sheet longer.
    """
    whole = _whole_tables(tables)
    for length in sorted({table.rows for table in workbook.tables if table.option}):
        alike = [table for table in whole if table.rows == length]
        typed = [*_first_cells(alike, "ROWS", lambda column: column.is_input)]
        calculated = [*_first_cells(alike[::-1], "COUNTA", _is_calculated)]
        yield from (f"ABS({typed[0]}-{other})" for other in (*typed[1:], *calculated))
    for table, blocks in product(filter(_is_typed, whole), repeat=2):
        if table.block and blocks.rows * table.block == table.rows and blocks.option:
            rows, count = (f"ROWS({_on_sheet(one, one.columns[0].key)})" for one in (table, blocks))
            block = f"ROWS({_on_sheet(table, table.columns[0].key, table.block)})"
            yield f"ABS({rows}-{block}*{count})"


def _first_cells(
    tables: Iterable[Table], function: str, is_one: Callable[[Column], object]
) -> Iterator[str]:
    """A function of the first column of each table that is one of these, if there is one."""
    for table in tables:
        if key := next((column.key for column in table.columns if is_one(column)), ""):
            yield f"{function}({_on_sheet(table, key)})"


def _is_calculated(column: Column) -> bool:
    """Whether each of its cells has a formula of its own."""
    return bool(column.formula) and not (column.array or column.filled_by)


def _is_typed(table: Table) -> bool:
    return any(column.is_input for column in table.columns)


def _on_sheet(table: Table, key: str, rows: int = 0) -> str:
    """The cells of a column of a table, or the first ones, with its sheet."""
    last = table.first + rows - 1 if rows else table.last
    cells = table.span(key, table.first, last, "$")
    return f"{quote_sheetname(table.sheet.title)}!{cells}"


def _whole_tables(tables: Mapping[str, Table]) -> list[Table]:
    """The tables of a workbook, without those that are only rows of another one."""
    whole: list[Table] = []
    for table in sorted(tables.values(), key=lambda table: -table.rows):
        if not any(table.is_part_of(other) for other in whole):
            whole.append(table)
    return whole


def _computed_areas(table: Table) -> list[tuple[str, str]]:
    """The cells of neighbouring columns with formulas, each run of columns one range.

    With each comes the condition under which #N/A is an answer there.
    """
    sheet = quote_sheetname(table.sheet.title)
    runs = groupby(
        table.columns, lambda column: (bool(column.formula), column.may_be_error, column.may_be_na)
    )
    found = []
    for (has_formula, may_be_error, may_be_na), run in runs:
        if has_formula and not may_be_error:
            keys = [column.key for column in run]
            cells = table.span(f"{keys[0]}:{keys[-1]}", table.first, table.last, "$")
            found.append((f"{sheet}!{cells}", may_be_na))
    return found


def called_functions(workbook: StandingsWorkbook) -> list[Function]:
    """Our functions that the formulas of a workbook call, by name.

    The formulas of a column differ in digits alone, so that one of them is looked at.
    """
    formulas = (
        str(getattr(cell.value, "text", cell.value))
        for sheet in workbook.worksheets
        for cell in sheet._cells.values()
        if cell.data_type == "f"
    )
    of_each_column = {text.encode().translate(_TO_ZERO): text for text in formulas}
    names = {name for text in of_each_column.values() for name in _CALLED.findall(text)}
    return [CATALOGUE[name] for name in sorted(names) if name in CATALOGUE]


def _write_probes(workbook: StandingsWorkbook, sheet: Worksheet, top: int) -> str:
    """Call each of our functions once, and say which are missing; gives a formula that counts them.

    Nothing is written, and nothing given, where the formulas are native.
    """
    functions = [] if workbook.is_native else called_functions(workbook)
    if not functions:
        return ""
    for column, heading in zip("ABC", ("Function of xl_tourney", "Example", "Status")):
        cell = sheet[f"{column}{top}"]
        write(cell, heading)
        theme.apply_style(cell, theme.HEADING, align="left", wrap=True)
    for row, function in enumerate(functions, top + 1):
        write(sheet[f"A{row}"], function.name)
        theme.apply_style(sheet[f"A{row}"], theme.VALUE, align="left")
        example = format_call(function.name, function.help.examples[0].arguments)
        sheet[f"B{row}"] = f"=IF(ISERROR(INDEX({example.removeprefix('=')},1,1)),1,0)"
        theme.apply_style(sheet[f"B{row}"], theme.VALUE, align="left")
        sheet[f"C{row}"] = f'=IF(ISERROR(B{row}),"{MISSING}",IF(B{row}=0,"{OK}","{MISSING}"))'
        theme.apply_style(sheet[f"C{row}"], theme.STRONG, align="left")
    statuses = f"C{top + 1}:C{top + len(functions)}"
    _mark(sheet, statuses, {OK: theme.GOOD, MISSING: theme.LOOK_OUT})
    return f"COUNTIF({statuses},{word_cell('Mark', MISSING)})"
