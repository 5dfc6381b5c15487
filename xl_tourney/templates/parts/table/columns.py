"""What a column is declared as, what a variant has of it, and what may be typed into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from .. import theme
from ..workbook import Functions
from .addresses import Placement, with_sheet
from .cells import NOT_ZERO, TEXT_FORMAT

# Rules of what may be typed into a cell, and formulas that find what breaks them.


@dataclass(frozen=True)
class InputRule:
    """The values that may be typed into a cell, and the message about them."""

    kind: Literal["whole", "decimal", "list", "textLength"]
    message: str
    minimum: float | str = 0
    """The least number, or what a list holds: texts, or cells such as ``{listed[name]}``."""
    maximum: float | None = None
    """The largest number; none for any."""
    is_strict: bool = True
    """Whether anything else is refused; else the person who types it is asked."""
    decimals: int | None = 2
    """How many decimals a number has at most; None for any.

    A spreadsheet makes 0.084 of 2:1, which is a time, and 0.6 of 60%: with so many decimals, and
    where only halves are below :attr:`whole_from`, neither is taken for a number.
    """
    whole_from: float = 1
    """From where on a number may have decimals."""
    halves: bool = True
    """Whether it may be a half below that, as in a match of chess."""

    @property
    def is_number(self) -> bool:
        """Whether numbers are typed."""
        return self.kind in ("whole", "decimal")

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of a list; none where it is one of cells."""
        text = str(self.minimum)
        is_list = self.kind == "list" and text.startswith('"')
        return tuple(text.strip('"').split(",")) if is_list else ()

    def _fits(self, cell: str) -> str:
        """Whether a number is one that the rule takes."""
        tests = [f"{cell}>={self.minimum}"]
        if self.maximum is not None:
            tests.append(f"{cell}<={self.maximum}")
        if self.kind == "whole":
            tests.append(f"INT({cell})={cell}")
        elif self.decimals is not None:
            unit = f"{cell}+{cell}" if self.halves else cell
            tests.append(f"ROUND({cell},{self.decimals})={cell}")
            tests.append(f"OR(ABS({cell})>={self.whole_from},INT({unit})={unit})")
        return f"AND({','.join(tests)})"

    def refuses(self, cell: str) -> str:
        """A formula: 1 where a cell holds what the rule does not take, however it came there.

        >>> InputRule("whole", "A number of games.").refuses("B6")
        'IF(B6="",0,IF(ISNUMBER(B6),IF(AND(B6>=0,INT(B6)=B6),0,1),1))'
        """
        return f'IF({cell}="",0,IF(ISNUMBER({cell}),IF({self._fits(cell)},0,1),1))'

    def apply(self, sheet: Worksheet, cells: str, tables: Mapping[str, Placement]) -> None:
        """Have the cells checked when they are typed into, and numbers that do not fit marked."""
        listed, first = self.kind == "list", cells.partition(":")[0]
        is_custom = self.kind == "decimal" and self.decimals is not None
        validation = DataValidation(
            type="custom" if is_custom else self.kind,
            operator="between" if listed or self.maximum is not None else "greaterThanOrEqual",
            formula1=self._fits(first) if is_custom else with_sheet(str(self.minimum), tables),
            formula2=None if is_custom or self.maximum is None else str(self.maximum),
            allow_blank=not listed,
            errorStyle=None if self.is_strict else "warning",
            showErrorMessage=True,
            showInputMessage=True,
            errorTitle="Please check",
            error=self.message,
            prompt=self.message,
        )
        sheet.add_data_validation(validation)
        validation.add(cells)
        if self.is_number:
            theme.highlight(sheet, cells, [(f"{self.refuses(first)}=1", theme.LOOK_OUT)])


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    key: str
    heading: str
    """What stands above it, as its community writes it: GD."""
    formula: str = ""
    """The same in every row; a column without one is an input."""
    array: bool = False
    """Whether one array formula fills the whole column, or each block of rows."""
    number_format: str = "General"
    width: float = 10
    align: str = "right"
    rule: InputRule | None = None
    style: theme.CellStyle | None = None
    native: str = ""
    """The built-in formula beside one that calls our functions."""
    only: Literal["native", "functions", "addin", "no addin"] | None = None
    """The variants of the workbook that have the column; helper columns are only in some."""
    in_addin: bool = False
    """Whether its functions are only in the add-in: LAMBDA workbooks have the built-in formula."""
    may_be_error: bool = False
    """Whether an error is an answer here, and no sign that the workbook does not calculate."""
    may_be_na: str = ""
    """The condition (a formula) under which #N/A is an answer: a figure that cannot be known."""
    identifies: bool = False
    """Whether this input, with others like it, tells which row is meant."""
    begins_with_row: bool = False
    """Whether this input begins with the number of another row of the table."""
    filled_by: str = ""
    """The array formula that fills this column together with others beside it."""
    filled_at: int = 0
    """Which column, from 1, of that array it is."""
    derivation: str = ""
    """The call of our functions that gives the figure, where the formula has more around it."""
    called: str = ""
    """In a native workbook the formula with our functions; the cells have the built-in one."""
    calls_array: bool = False
    """Whether that is an array formula."""
    head: str = ""
    """The formula that stands in the cell of the heading, where that is no fixed text."""
    cell_name: str = ""
    """The defined name of its cells."""
    words: str = ""
    """The heading in full, where that is a short form: Goal difference."""
    note: str = ""
    """What a reader should know of its figures, in a sentence or two."""
    formerly: tuple[str, ...] = ()
    """The headings that it has in workbooks of earlier versions."""
    said: str = ""
    """The sentence that explains a figure, with the row's figures by key: ``{won} wins: {points}``.

    A part in square brackets is left out where one of its figures is blank or 0.
    """

    @property
    def is_input(self) -> bool:
        """Whether its cells are tinted, and typed into."""
        return not self.formula and self.style in (None, theme.INPUT)

    @property
    def headings(self) -> tuple[str, ...]:
        """Its heading in English, and those of earlier versions."""
        return (self.heading, *self.formerly)

    def explain_heading(self, sheet: Worksheet, cell: str) -> None:
        """Say what a short heading means to whoever selects its cell."""
        if self.words or self.note:
            title, prompt = self.words or self.heading, self.note or self.words
            sheet.add_data_validation(
                DataValidation(sqref=cell, showInputMessage=True, promptTitle=title, prompt=prompt)
            )


@dataclass(frozen=True)
class ColumnKind:
    """How columns that are alike are declared: each formula stands between the same two texts.

    >>> of_player = ColumnKind('=IF({row[name]}="","",')
    >>> of_player.count("met", "Met again", "SUM({row[met_1:met_9]})").formula
    '=IF({row[name]}="","",SUM({row[met_1:met_9]}))'
    """

    before: str = ""
    after: str = ")"
    look: Mapping[str, Any] = field(default_factory=dict)

    def __call__(
        self, key: str, heading: str, formula: str, *, native: str = "", **look: Any
    ) -> Column:
        """A column; ``native`` is its built-in formula, between the same texts."""
        native = self.formula(native) if native else ""
        return Column(key, heading, self.formula(formula), native=native, **self.look, **look)

    def formula(self, formula: str) -> str:
        """A formula between the two texts."""
        return f"{self.before}{formula}{self.after}"

    @property
    def count(self) -> ColumnKind:
        """The same for numbers that show nothing for 0: flags, and what blank rows do not have."""
        return self._with(number_format=NOT_ZERO)

    @property
    def left(self) -> ColumnKind:
        """The same for texts."""
        return self._with(align="left")

    @property
    def centred(self) -> ColumnKind:
        """The same for places and signs."""
        return self._with(align="center")

    def _with(self, **look: Any) -> ColumnKind:
        return replace(self, look={**self.look, **look})


computed = ColumnKind(after="")
"""Columns whose formulas are written out."""


def text_column(
    key: str, heading: str, width: float, message: str, identifies: bool = False
) -> Column:
    """A column of texts that are typed in; ``message`` says what they are."""
    rule = InputRule("textLength", message, 0, 255)
    return Column(key, heading, "", False, TEXT_FORMAT, width, "left", rule, identifies=identifies)


def refused(table: str, columns: Iterable[Column]) -> str:
    """A formula: how many typed numbers of a row of ``table`` its columns do not take."""
    return refused_in(columns, lambda key: f"{{{table}.row[{key}]}}")


def refused_in(columns: Iterable[Column], cell_of: Callable[[str], str]) -> str:
    """A formula: how many numbers typed into cells, one of each column, they do not take."""
    rules = {column.key: column.rule for column in columns if column.is_input and column.rule}
    return "+".join(rule.refuses(cell_of(key)) for key, rule in rules.items() if rule.is_number)


def columns_of_variant(columns: Iterable[Column], functions: Functions) -> list[Column]:
    """The columns that a workbook has, with the formulas of its variant."""
    variants = {
        None,
        "native" if functions == "native" else "functions",
        "addin" if functions == "addin" else "no addin",
    }
    declared = list(columns)
    kept = [c for c in declared if c.only in variants]
    if functions != "native":
        in_lambdas = functions == "lambda"
        return [
            replace(c, formula=c.native, array=False) if c.in_addin and in_lambdas else c
            for c in kept
        ]
    called = {c.key: c for c in declared if c.only == "functions" or c.native}
    return [_native(c, called[c.key]) if c.key in called else c for c in kept]


def _native(column: Column, called: Column) -> Column:
    """A column of a native workbook, with what calls our functions for the same figure."""
    native = replace(column, formula=column.native or column.formula, array=False)
    if column.in_addin:
        return native
    return replace(
        native,
        called=called.formula,
        derivation=called.derivation,
        calls_array=called.array,
        filled_by=called.filled_by,
        filled_at=called.filled_at,
    )


def is_duplicate(key: str) -> str:
    """1 where the text of a column stands in a row above already, else 0.

    Whether it is the same text is compared sign by sign, which takes long in long tables; so it is
    looked up first.  A look-up takes *, ? and ~ for signs of its own: it may find too much, and
    with ~ too little.
    """
    row, upto, before = (f"{{{span}[{key}]}}" for span in ("row", "upto", "before"))
    nowhere = f'AND(ISNA(MATCH({row},{before},0)),ISERROR(FIND("~",{row})))'
    return f"IF({nowhere},0,IF(SUMPRODUCT(({upto}={row})*1)>1,1,0))"
