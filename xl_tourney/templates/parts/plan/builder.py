"""Writes the workbook that a plan declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from openpyxl.worksheet.worksheet import Worksheet

from ....defined_names import NAME
from ....languages import ENGLISH, Language
from .. import pages, theme
from ..checks import MARKS, OPTIONS, Check, write_checks
from ..settings import Setting, constant
from ..table import (
    RACE_STATUS,
    SETTLED,
    TEXT_FORMAT,
    Choices,
    InputRule,
    Table,
    name_cells,
    word_cell,
    write,
)
from ..workbook import Functions, StandingsWorkbook, new_sheet, new_workbook, workbook_of
from . import paper, published
from .labels import translate
from .printing import Printing, columns_upto
from .types import OPTIONS_ON, SETTINGS, Cell, SheetPlan, TablePlan, WorkbookPlan

SETTINGS_WIDTH = len(pages.SETTING_WIDTHS) + 1
"""The columns of a block of named cells, and an empty one."""
CHECKS_ON = "Checks"


def build(
    plan: WorkbookPlan,
    common: Mapping[str, Setting],
    functions: Functions = "native",
    language: Language = ENGLISH,
    is_outline: bool = False,
) -> StandingsWorkbook:
    """The workbook; ``common`` are the options of every workbook, with their values.

    An outline has only the first row of formulas of each table, and all that is typed.
    """
    title = common["title"].value or language.text(plan.title)
    workbook = new_workbook(str(title), functions, language, is_outline)
    for name in plan.sheets:
        new_sheet(workbook, name)
    workbook.set_layout(**plan.layout)
    workbook.assumed = plan.assumed
    workbook.choices = _choices(plan)
    placing = _Placing(workbook, plan.tables)
    tables = {name: placing.place(name) for name in plan.tables}
    workbook.tables = [table for table in tables.values() if table.columns]
    _write_tables(plan, tables)
    options = [common["title"].of(title), common["note"], common["as_of"], *plan.options]
    figures = [*plan.figures, *_words(workbook)]
    workbook.figures = {name for one in figures for name in (one.name, one.part_of) if name}
    for page, settings in ((OPTIONS_ON, options), (plan.figures_on, figures)):
        pages.write_settings(workbook[page], placing.of_settings(page), settings, tables)
    for name, sheet in plan.sheets.items():
        _write_sheet(workbook[name], sheet, tables)
    _finish_tables(plan, tables)
    for record in plan.records:
        published.name_record(workbook, record, tables)
    for name, cells in plan.published.items():
        published.name_hidden(workbook, name, cells, tables)
    checks = _checks_of_options(plan.checks, plan.options)
    write_checks(workbook, workbook[CHECKS_ON], checks, plan.no_results, tables, plan.open_question)
    first, *others = plan.sheets
    links = {name: plan.sheets[name].summary for name in others}
    pages.write_read_me(workbook[first], links, plan.read_me)
    translate(workbook)
    _fit_to_paper(workbook, plan, tables)
    published.mark_for_director(workbook)
    return workbook


def _choices(plan: WorkbookPlan) -> Choices:
    """The words that are chosen on Setup and in cells beside tables, or say what is settled."""
    rules = {option.name: option.rule for option in plan.options}
    beside = (cell for sheet in plan.sheets.values() for cell in sheet.cells.values())
    rules |= {cell.name: cell.rule for cell in beside}
    chosen = ((name, _words_among(rule)) for name, rule in rules.items() if rule and name)
    columns = (column for table in plan.tables.values() for column in table.columns)
    formulas = "".join(column.formula + column.native for column in columns)
    of_race = [SETTLED, RACE_STATUS] if "{said." in formulas else []
    return (*((name, words) for name, words in chosen if words), *plan.words, *of_race, *MARKS)


def _words_among(rule: InputRule) -> tuple[str, ...]:
    """The choices that are words, and not numbers or signs."""
    return tuple(word for word in rule.choices if any(map(str.isalpha, word)))


def _write_tables(plan: WorkbookPlan, tables: Mapping[str, Table]) -> None:
    """Write the tables, each with the names by which it sees the others."""
    for name, table in tables.items():
        declared = plan.tables[name]
        seen = {alias: tables[other] for alias, other in declared.aliases.items()}
        if not declared.is_whole:
            table.write({**tables, **seen}, declared.inputs)


def words_of(workbook: StandingsWorkbook) -> dict[str, str]:
    """The words that formulas compare, in the language of the workbook, by their named cells."""
    said = workbook.language.said
    return {
        word_cell(name, word): (said if name == SETTLED[0] else workbook.language.value)(word)
        for name, words in workbook.choices
        for word in words
    }


def _words(workbook: StandingsWorkbook) -> list[Setting]:
    return [replace(_WORD, name=name, value=word) for name, word in words_of(workbook).items()]


_WORD = replace(constant("", "a word that formulas compare.", ""), number_format=TEXT_FORMAT)


def _fit_to_paper(
    workbook: StandingsWorkbook, plan: WorkbookPlan, tables: Mapping[str, Table]
) -> None:
    """Print every sheet as it is best read, and no more rows than it takes."""
    typed = {table: plan.tables[name].inputs for name, table in tables.items()}
    workbook.printing = Printing(plan.tables, tables)
    workbook.printing.fit(workbook.worksheets, typed.__getitem__)
    for printed in workbook.printing.of(typed.__getitem__):
        sheet = workbook[printed.sheet]
        sheet.print_area = printed.area
        sheet[pages.PURPOSE].value = f"={printed.with_purpose(pages.formula_of_purpose(sheet))}"


def _checks_of_options(checks: Sequence[Check], options: Sequence[Setting]) -> list[Check]:
    """The checks; that of the options also counts those that are no such number.

    And those that have no effect because of another one, of which it names the first.
    """
    rules = {option.name: option.rule for option in options}
    more = "".join(
        f"+{rule.refuses(name)}" for name, rule in rules.items() if rule and rule.is_number
    )
    said = "{remedy}"
    for name, needs in reversed([(o.name, o.needs) for o in options if o.needs]):
        if needs.name in rules:
            text = '"(1) has no effect while (2) is (3): change one of the two."'
            for sign, part in (("(1)", name), ("(2)", needs.name)):
                text = f'SUBSTITUTE({text},"{sign}","{part}")'
            blank, other = (
                f'SUBSTITUTE({text},"(3)",{is_now})' for is_now in ('"blank"', needs.name)
            )
            text = f'IF({needs.name}="",{blank},{other})'
            missed = needs.is_missed(name)
            more, said = f"{more}+IF({missed},1,0)", f"IF({missed},{text},{said})"

    def with_options(check: Check) -> Check:
        remedy = f"={said}".replace("{remedy}", f'"{check.remedy}"')
        if said == "{remedy}":
            remedy = check.remedy
        return replace(check, failures=check.failures + more, remedy=remedy)

    return [with_options(check) if check.statement == OPTIONS else check for check in checks]


class _Placing:
    """Finds out where tables stand: side by side on a sheet, with an empty column between them."""

    def __init__(self, workbook: StandingsWorkbook, plans: Mapping[str, TablePlan]) -> None:
        self._workbook, self._plans = workbook, plans
        self._placed: dict[str, Table] = {}

    def place(self, name: str) -> Table:
        """A table at its place; those to the left of it are placed before."""
        if name not in self._placed:
            plan = self._plans[name]
            self._placed[name] = Table(
                self._workbook[plan.sheet],
                plan.top,
                plan.columns,
                plan.rows,
                self._left(plan),
                plan.block,
                plan.below,
                plan.option,
                name,
            )
        return self._placed[name]

    def _left(self, plan: TablePlan) -> int:
        if not plan.beside:
            return 1
        if plan.beside == SETTINGS:
            return self.of_settings(plan.sheet) + SETTINGS_WIDTH
        return self.place(plan.beside).next_left

    def of_settings(self, sheet: str) -> int:
        """The first column of the named cells: right of all tables that are not right of them."""
        beside = [
            self.place(name).next_left
            for name, plan in self._plans.items()
            if plan.sheet == sheet and not self._follows_settings(plan)
        ]
        return max(beside, default=1)

    def _follows_settings(self, plan: TablePlan) -> bool:
        if plan.beside in ("", SETTINGS):
            return plan.beside == SETTINGS
        return self._follows_settings(self._plans[plan.beside])


def _write_sheet(sheet: Worksheet, plan: SheetPlan, tables: Mapping[str, Table]) -> None:
    """The title, what the sheet is for, and the cells beside its tables."""
    if plan.purpose or plan.for_director:
        is_formula = plan.computes_purpose
        purpose = pages.resolve_formula(plan.purpose, sheet, tables) if is_formula else plan.purpose
        pages.write_header(sheet, purpose, status=plan.has_status, computed=is_formula)
    if plan.for_director:
        pages.tell_director(sheet, plan.for_director)
    if plan.shows_note:
        pages.show_note(sheet)
    for address, cell in plan.cells.items():
        _write_cell(sheet, address, cell, tables)
    for letter, width in plan.widths.items():
        sheet.column_dimensions[letter].width = width


def _write_cell(sheet: Worksheet, address: str, cell: Cell, tables: Mapping[str, Table]) -> None:
    written = sheet[address]
    if cell.formula:
        written.value = pages.resolve_formula(cell.formula, sheet, tables)
    elif cell.text is not None:
        write(written, cell.text)
    wraps, unlocked = bool(cell.wraps), cell.style is theme.INPUT
    theme.apply_style(written, cell.style, cell.number_format, cell.align, wraps, unlocked)
    if wraps:
        theme.fit_row_height(sheet, written.row, str(cell.text), cell.wraps)
    if cell.rule:
        cell.rule.apply(sheet, address, tables)
    if cell.name:
        name_cells(workbook_of(sheet), cell.name, sheet, address)


def _finish_tables(plan: WorkbookPlan, tables: Mapping[str, Table]) -> None:
    """What tables show beside their cells, in the order of the tables."""
    standings = [name for name, declared in plan.tables.items() if declared.leading]
    for name, table in tables.items():
        declared = plan.tables[name]
        _keep_in_sight(table, declared)
        if name in standings:
            number = f"{standings.index(name) + 1:02}" if len(standings) > 1 else ""
            published.name_standings(table, f"{NAME}{number}")
            published.name_leading_columns(table, declared.leading)
            pages.show_note(table.sheet)
        for look in declared.looks:
            look.draw(table)
        if not (table.is_filled_in or declared.is_whole):
            table.band()


def _keep_in_sight(table: Table, plan: TablePlan) -> None:
    """Freeze headings and first columns; headings are also printed on every page."""
    if plan.upto is not None:
        paper.keep_in_sight(table.sheet, columns_upto(table, plan), table.first)
        if plan.repeats_headings:
            table.sheet.print_title_rows = f"{table.top}:{table.top}"
    if plan.blank:
        area = table.area(table.columns[0].key, table.columns[-1].key)
        theme.hide_empty_rows(table.sheet, area, f"{table.letter(plan.blank)}{table.first}")
