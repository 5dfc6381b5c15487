"""What tables show beside their cells: marks, hidden columns, the headings of a matrix.

Columns are named by their keys, neighbouring ones as ``from:to``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ....defined_names import NAME
from .. import theme
from ..pages import tell_director
from ..table import SETTLED, Table, write
from .published import name_standings

COLUMNS_HAVE_VALUES = (
    "A hidden column holds something now: select the columns on both sides of it, right-click, "
    "Unhide."
)
"""What the director is told while that is so."""
EVERYWHERE = "*"
_SAID = re.compile(rf"\b{SETTLED[0]}_\w+")
"""All columns of a table."""


@dataclass(frozen=True)
class Mark:
    """Columns whose cells stand out while a condition holds.

    A condition is a formula as of a column, for the first row: ``{row[place]}=1``; ``{cell}`` is
    the cell itself.  The first one that holds counts.
    """

    columns: str
    rules: Sequence[tuple[str, theme.CellStyle]]
    line: str = ""
    """When there is a line below."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        everywhere = f"{table.columns[0].key}:{table.columns[-1].key}"
        columns = self.columns.replace(EVERYWHERE, everywhere)
        areas = [table.area(*keys.split(":")) for keys in columns.split()]

        def resolved(text: str) -> str:
            text = text.replace("{cell}", areas[0].partition(":")[0])
            found = table.formula(text, 0, table.related)
            return _SAID.sub(lambda cell: theme.elsewhere(cell[0]), found)

        rules = [(resolved(condition), style) for condition, style in self.rules]
        theme.highlight(table.sheet, " ".join(areas), rules, resolved(self.line))


PROBLEMS = Mark("problem", [('{row[problem]}<>""', theme.LOOK_OUT)])
"""The column that says what is wrong with a row stands out where it says something."""


@dataclass(frozen=True)
class Qualifying:
    """Who qualifies, who is tied, and a line below the last place, by the column ``mark``."""

    columns: str
    """The columns that are marked with it."""
    places: str
    """The named cell with the number of places."""
    between: Sequence[Mark] = ()
    after: Sequence[Mark] = ()
    """Other marks of the row, with the same line, before that of these columns and after it."""
    signs: str = "Q"
    """With which signs a mark begins that says so."""
    counts: str = ""
    """The column that counts places, where rows do not: those of several groups."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        letter = table.letter("mark")
        cell = f"${letter}{table.first}"
        last = theme.elsewhere(self.places)
        line = f"ROWS({letter}${table.first}:{cell})={last}"
        if self.counts:
            line = f"${table.letter(self.counts)}{table.first}={last}"
        holds = " ".join(f'LEFT({cell})="{sign}"' for sign in self.signs).replace(" ", ",")
        qualified = (f"OR({holds})" if len(self.signs) > 1 else holds, theme.QUALIFIED)
        unsettled = (f'LEFT({cell})="?"', theme.LOOK_OUT)
        tied = (f'RIGHT({cell})="="', theme.TIED)
        of_mark, of_row = (
            Mark("mark", [unsettled, tied, qualified]),
            Mark(self.columns, [qualified]),
        )
        for mark in (of_mark, *self.between, of_row, *self.after):
            replace(mark, line=line).draw(table)


@dataclass(frozen=True)
class EmptyColumns:
    """Columns that are drawn as plain paper while their heading is empty."""

    columns: str

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        first, last = self.columns.split(":")
        area = f"{table.letter(first)}{table.top}:{table.letter(last)}{table.last}"
        theme.hide_empty_columns(table.sheet, area)


@dataclass(frozen=True)
class Hidden:
    """Columns that are not shown because they are empty, each with when it would hold something.

    The line of purpose begins with that as soon as one of these conditions holds; a column
    without one is hidden for good.
    """

    columns: Mapping[str, str]

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        for key in self.columns:
            table.sheet.column_dimensions[table.letter(key)].hidden = True
        if conditions := [condition for condition in self.columns.values() if condition]:
            filled = table.formula(f"OR({','.join(conditions)})", 0, table.related)
            tell_director(table.sheet, COLUMNS_HAVE_VALUES, filled.removeprefix("="))


@dataclass(frozen=True)
class RowHeights:
    """Rows of one height."""

    height: float
    heading_only: bool = False

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        rows = [table.top] if self.heading_only else range(table.first, table.last + 1)
        for row in rows:
            table.sheet.row_dimensions[row].height = self.height


@dataclass(frozen=True)
class NamedStandings:
    """A table that is published beside the standings."""

    name: str
    """What its name ends with."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        name_standings(table, f"{NAME}{self.name}")


@dataclass(frozen=True)
class BlockLines:
    """A line where one block of rows ends and the next begins."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        tops = range(table.first + table.block, table.last + 1, table.block)
        theme.draw_group_lines(table.sheet, tops)


@dataclass(frozen=True)
class Matrix:
    """Above each column whose key begins with ``against`` the number of its player, and the name.

    The names are the headings, which are read from below; the numbers stand above them.
    """

    numbers: str
    """The column of a table with the numbers in the order of the matrix."""
    names: str
    """That with the names, by number."""
    longest: Sequence[str] = ()
    """Names for which the headings have to be high enough."""
    title: str = ""
    """What the matrix holds, beside the numbers."""
    beside: str = ""
    """The column in which that stands."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        sheet, above = table.sheet, table.top - 1
        letters = [table.letter(c.key) for c in table.columns if c.key.startswith("against")]
        if self.title:
            label = sheet[f"{table.letter(self.beside)}{above}"]
            write(label, self.title)
            theme.apply_style(label, theme.NOTE, align="right")
        for letter in letters:
            number, name = sheet[f"{letter}{above}"], sheet[f"{letter}{table.top}"]
            found = f"=INDEX({{{self.numbers}}},COLUMNS(${letters[0]}$1:{letter}$1))"
            number.value = table.formula(found, 0, table.related)
            theme.apply_style(number, theme.NOTE, align="center")
            found = f'=IF({number.coordinate}="","",INDEX({{{self.names}}},{number.coordinate}))'
            name.value = table.formula(found, 0, table.related)
            theme.turn_heading(name)
        theme.fit_turned_headings(sheet, table.top, self.longest)
        sheet.print_title_rows = f"{above}:{table.top}"
