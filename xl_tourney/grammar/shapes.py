"""The formulas of a sheet by shape: a shape is a formula in relative form.

A column of 8,000 formulas ``=A2*B2``, ``=A3*B3`` … is one shape, and so is a line of a model that
has one column a month.  What is known of one cell of a shape is known of all but for their places.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import repeat
from typing import TypeVar

from ..patterns import regex
from ..record import NamedTuple
from .formula_references import move_formula
from .references import (
    MAX_COLUMN,
    Range,
    cell_reference,
    column_letters,
    column_number,
)
from .syntax_tree import FormulaError

_COLUMN = "[A-Z]{1,2}|[A-W][A-Z]{2}|X[A-E][A-Z]|XF[A-D]"
_ROW = r"[1-9]\d{0,6}"
_CELLS = regex(
    rf"""'[^']*'|"[^"]*"|(?<![\w.$?\\])"""
    rf"(?P<start>\$?)(?P<column>{_COLUMN})(?P<middle>\$?)(?P<row>{_ROW})"
    rf"(?::(?P<to>\$?)(?P<last_column>{_COLUMN})(?P<behind>\$?)(?P<last_row>{_ROW}))?"
    r"(?![\w.!?\\]|:(?!\w+\()|\s*\()"
)
"""Texts, names of sheets in quotes, cells, and ranges of cells."""
_RELATIVE_CELL = regex("\0(\\$?)(-?[0-9]+),(\\$?)(-?[0-9]+)\0")

T = TypeVar("T", bound=Hashable)
_MOST_PASSES = 8
"""So often a group is parted into the cells of one shape and the rest."""
_DIGITS, _CAPITALS = regex("([0-9]+)"), regex("([A-Z]{1,3})")
_TO_ZERO = bytes.maketrans(b"123456789", b"0" * 9)
_TO_LETTER = bytes.maketrans(b"BCDEFGHIJKLMNOPQRSTUVWXYZ", b"A" * 25)


def without_places(formula: str) -> str:
    """A formula but for the places of its cells; what else it says is in it, and sizes of ranges.

    Cells of one column stay cells of one column.  A formula that reads another workbook or a table
    stays as it is.

    >>> without_places("SUM($B6:$C9)*C6+LOG10(2)") == without_places("SUM($F7:$G10)*G8+LOG10(2)")
    True
    >>> without_places("SUM(B6:C9)*C6") in map(without_places, ("SUM(B6:C8)*C6", "SUM(B6:C9)*B6"))
    False
    """
    letters: dict[str, int] = {}

    def without_place(found: re.Match[str]) -> str:
        column, last = found["column"], found["last_column"]
        if column is None:
            return found[0]
        cell = f"{found['start']}\0{letters.setdefault(column, len(letters))}{found['middle']}"
        if last is None:
            return cell
        width = column_number(last) - column_number(column)
        height = int(found["last_row"]) - int(found["row"])
        return f"{cell}:{found['to']}{width}{found['behind']}{height}"

    return formula if "[" in formula else _CELLS.sub(without_place, formula)


def structure(formula: str) -> str:
    """A formula but for all that says where its cells are: a cell stays one, and several do.

    >>> structure("SUM($B6:C9)*C6+B2:B2") == structure("SUM(A1:A3)*$D$1+C3:$C$3")
    True
    >>> structure("SUM(B6:B9)") == structure("SUM(B6)"), structure('"A1"') == structure('"A2"')
    (False, False)
    """
    return formula if "[" in formula else _CELLS.sub(_without_place, formula)


def _without_place(found: re.Match[str]) -> str:
    _, column, _, row, _, last_column, _, last_row = found.groups()
    if column is None:
        return found[0]
    if last_column is None:
        return "\0"
    return "\0." if (column, row) == (last_column, last_row) else "\0:"


_number = lru_cache(maxsize=1024)(column_number)


@lru_cache(maxsize=1024)
def _letters(column: int) -> str:
    return column_letters(column) if 0 < column <= MAX_COLUMN else "#"


def relative_formula(formula: str, row: int, column: int) -> str:
    """The formula of a cell with distances in place of relative references.

    >>> relative_formula('SUM($A2:B$9)&"A2"', 2, 3) == relative_formula('SUM($A7:B$9)&"A2"', 7, 3)
    True
    >>> at_place(relative_formula("SUM(Data!A1:OFFSET(A1,2,0),$B$2)", 1, 3), 5, 4)
    'SUM(Data!B5:OFFSET(B5,2,0),$B$2)'
    """

    def distance(found: re.Match[str]) -> str:
        if found["column"] is None:
            return found[0]
        first = cell(found["start"], found["column"], found["middle"], found["row"])
        if found["last_column"] is None:
            return first
        return f"{first}:{cell(*found.group('to', 'last_column', 'behind', 'last_row'))}"

    def cell(before_column: str, letters: str, before_row: str, number: str) -> str:
        away = int(number) - (0 if before_row else row)
        beside = _number(letters) - (0 if before_column else column)
        return f"\0{before_column}{beside},{before_row}{away}\0"

    return _CELLS.sub(distance, formula)


class Template(NamedTuple):
    """A text that is another one in each row, or in each column: numbers move along with these."""

    text: str
    """With ``%s`` for what moves."""
    distances: Sequence[int]
    is_down: bool

    @classmethod
    def of(cls, samples: Mapping[int, str], *, is_down: bool) -> Template | None:
        """What some rows, or columns, have in common with their texts; None if nothing fits.

        >>> Template.of({2: "ROUND(A3,10)", 9: "ROUND(A10,10)"}, is_down=True).at([5])
        ['ROUND(A6,10)']
        >>> Template.of({2: "A3", 9: "A11"}, is_down=True)
        """
        pattern, number = (_DIGITS, int) if is_down else (_CAPITALS, column_number)
        first, last = min(samples), max(samples)
        one, other = pattern.split(samples[first]), pattern.split(samples[last])
        if one[::2] != other[::2]:
            return None
        distances = []
        for place in range(1, len(one), 2):
            if one[place] != other[place]:
                distances.append(number(one[place]) - first)
                one[place] = "\0"
        text = "".join(one).replace("%", "%%").replace("\0", "%s")
        template = cls(text, distances, is_down)
        return template if template.at([*samples]) == [*samples.values()] else None

    def at(self, places: Sequence[int]) -> Sequence[str]:
        """The text in some rows, or columns."""
        if not self.distances:
            return [self.text % ()] * len(places)
        write = str if self.is_down else _letters
        moved = {
            distance: [write(place + distance) for place in places]
            for distance in {*self.distances}
        }
        if len(moved) == 1 and "%%" not in self.text:
            pieces = self.text.split("%s")
            return [number.join(pieces) for number in moved[self.distances[0]]]
        rows = zip(*(moved[distance] for distance in self.distances))
        return [self.text % numbers for numbers in rows]


@lru_cache(maxsize=4096)
def _template(relative: str, line: int, *, is_down: bool) -> Template:
    """The formula of the cells of a column, or of a row.

    >>> _template(relative_formula("B2*$C$1&$D3", 2, 1), 1, is_down=True)[:2]
    ('B%s*$C$1&$D%s', [0, 1])
    """
    distances: list[int] = []

    def cell(found: re.Match[str]) -> str:
        before_column, beside, before_row, away = found.groups()
        column, row = int(beside), int(away)
        if is_down:
            letters = _letters(column if before_column else column + line)
            number = str(row) if before_row else "%s"
        else:
            letters = _letters(column) if before_column else "%s"
            number = str(row if before_row else row + line)
        if "%s" in (letters, number):
            distances.append(row if is_down else column)
        return f"{before_column}{letters}{before_row}{number}"

    text = _RELATIVE_CELL.sub(cell, relative.replace("%", "%%"))
    return Template(text, distances, is_down)


def at_place(relative: str, row: int, column: int) -> str:
    """The formula as a cell at another place has it."""
    return _template(relative, column, is_down=True).at([row])[0]


def at_places(relative: str, rows: Sequence[int], columns: Sequence[int]) -> Sequence[str]:
    """The formula as each of some cells has it.

    >>> at_places(relative_formula("A1+$B2", 1, 3), [5, 5], [3, 4])
    ['A5+$B6', 'B5+$B6']
    """
    if len({*columns}) == 1:
        return _template(relative, columns[0], is_down=True).at(rows)
    if len({*rows}) == 1:
        return _template(relative, rows[0], is_down=False).at(columns)
    return [*map(at_place, repeat(relative), rows, columns)]


def shared_formula(
    formula: str, origin: tuple[int, int], rows: Sequence[int], columns: Sequence[int]
) -> Sequence[str]:
    """The formula of a cell as it reads in others that share it; ``#REF!`` where it cannot.

    >>> shared_formula("A1+B:B", (1, 3), [2, 3], [3, 3]), shared_formula("A1", (2, 1), [1], [1])
    (['A2+B:B', 'A3+B:B'], ['#REF!'])
    """

    def moved(row: int, column: int) -> str:
        try:
            return move_formula(formula, cell_reference(*origin), cell_reference(row, column))
        except FormulaError:
            return "#REF!"

    if not rows:
        return []
    relative = relative_formula(formula, *origin)
    ends = {
        (row, column) for row in (min(rows), max(rows)) for column in (min(columns), max(columns))
    }
    if all(moved(*end) == at_place(relative, *end) for end in ends):
        return at_places(relative, rows, columns)
    return [*map(moved, rows, columns)]


class _Corner(NamedTuple):
    """A cell as its distance from another one, or as its place where that is fixed."""

    is_column_fixed: bool
    column: int
    is_row_fixed: bool
    row: int

    def at(self, row: int, column: int) -> tuple[int, int]:
        return (
            self.row + (0 if self.is_row_fixed else row),
            self.column + (0 if self.is_column_fixed else column),
        )


class RelativeRange(NamedTuple):
    """A reference in a relative formula."""

    sheet: str
    corners: tuple[_Corner, _Corner]

    @property
    def is_fixed(self) -> bool:
        """Whether it is the same range for every cell."""
        return all(corner.is_column_fixed and corner.is_row_fixed for corner in self.corners)

    @property
    def is_cell(self) -> bool:
        """Whether it is one cell, whose row moves."""
        first, last = self.corners
        return first == last and not first.is_row_fixed

    def at(self, row: int, column: int) -> Range:
        """The range of a cell at a place."""
        rows, columns = zip(*(corner.at(row, column) for corner in self.corners))
        return Range(min(rows), min(columns), max(rows), max(columns))


_SHEET = regex(r"(?:'((?:[^']|'')*)'|([\w.]+))!$")


def relative_ranges(relative: str, sheet: str) -> list[RelativeRange]:
    """The references to cells in a relative formula of a sheet; whole rows and columns are none."""
    ranges = []
    end = 0
    for found in _RELATIVE_CELL.finditer(relative):
        if found.start() < end:
            continue
        first = last = _corner(found)
        end = found.end()
        if relative[end : end + 1] == ":" and (other := _RELATIVE_CELL.match(relative, end + 1)):
            last, end = _corner(other), other.end()
        named = _SHEET.search(relative, max(0, found.start() - 100), found.start())
        name = (named[1] or named[2]).replace("''", "'") if named else sheet
        ranges.append(RelativeRange(name, (first, last)))
    return ranges


def _corner(found: re.Match[str]) -> _Corner:
    before_column, beside, before_row, away = found.groups()
    return _Corner(bool(before_column), int(beside), bool(before_row), int(away))


def borders(shape: str, *, is_down: bool) -> list[int]:
    """The rows, or columns, at which a reference of a formula begins or ends to lie before another.

    >>> borders(relative_formula("SUM(A$5:A8)", 7, 2), is_down=True)
    [4, 5, 6]
    """
    fixed: set[int] = set()
    distances = {0}
    for before_column, beside, before_row, away in _RELATIVE_CELL.findall(shape):
        is_fixed, number = (before_row, away) if is_down else (before_column, beside)
        (fixed if is_fixed else distances).add(int(number))
    return sorted({fix - away + more for fix in fixed for away in distances for more in (0, 1)})


class Shapes:
    """The formulas of a sheet by shape; cells are told by their index.

    >>> shapes = Shapes(["A1*2", "A2*2", "B2*2", "A4*3"], [1, 2, 2, 4], [3, 3, 4, 3])
    >>> [*shapes.cells.values()], shapes.formulas[shapes.of_cells[2]]
    ([[0, 1, 2], [3]], 'A1*2')
    """

    def __init__(self, texts: Sequence[str], rows: Sequence[int], columns: Sequence[int]) -> None:
        self.texts = texts
        """The formula of each cell."""
        self._rows = rows
        self._columns = columns
        self.of_cells = [""] * len(texts)
        """The shape of each cell."""
        rest = self._find_alike(range(len(texts)), columns, None)
        for places, alike in ((columns, _TO_ZERO), (rows, _TO_LETTER)):
            rest = self._find_alike(rest, places, alike) if rest else rest
        for index in rest:
            self.of_cells[index] = relative_formula(texts[index], rows[index], columns[index])
        self.cells = _indexes_by(self.of_cells)
        """The cells of each shape, in order; shapes stand in the order of their first cells."""

    @cached_property
    def formulas(self) -> dict[str, str]:
        """The formula of the first cell of each shape."""
        return {shape: self.texts[indexes[0]] for shape, indexes in self.cells.items()}

    def _find_alike(
        self, indexes: Sequence[int], places: Sequence[int], alike: bytes | None
    ) -> list[int]:
        """Find the shapes of cells whose formula follows from another cell's; the rest are left.

        They are of one column, and perhaps their formulas differ in digits, or of one row, and
        these differ in capitals.  They are written anew from the first one's relative form: what is
        the same text has the same shape.
        """
        whole = len(indexes) == len(self.texts)
        keys: Sequence[Hashable] = places if whole else [places[index] for index in indexes]
        if alike is not None:
            keys = [*zip(keys, _patterns([self.texts[index] for index in indexes], alike))]
        groups = [
            group if whole else [indexes[number] for number in group]
            for group in _indexes_by(keys).values()
        ]
        left: list[int] = []
        for group in groups:
            passes, found = 0, 2
            while len(group) > 1 < found and passes < _MOST_PASSES:
                unlike = self._unlike_first(group)
                passes, found, group = passes + 1, len(group) - len(unlike), unlike
            left += group
        return sorted(left)

    def _unlike_first(self, group: Sequence[int]) -> list[int]:
        """The cells of a group whose formula does not follow from the first one's."""
        texts, rows, columns = self.texts, self._rows, self._columns
        if len(group) < len(texts):
            texts = [texts[index] for index in group]
            rows, columns = ([of[index] for index in group] for of in (rows, columns))
        shape = relative_formula(texts[0], rows[0], columns[0])
        written = at_places(shape, rows, columns)
        unlike = (
            []
            if texts == written
            else [index for index, one, other in zip(group, texts, written) if one != other]
        )
        for index in {*group}.difference(unlike) if unlike else group:
            self.of_cells[index] = shape
        return unlike


def _indexes_by(keys: Sequence[T]) -> dict[T, Sequence[int]]:
    """The places of each key among others, in order."""
    if len({*keys}) == 1:
        return {keys[0]: range(len(keys))}
    found: dict[T, list[int]] = defaultdict(list)
    for index, key in enumerate(keys):
        found[key].append(index)
    return {**found}


def _patterns(texts: Sequence[str], alike: bytes) -> Sequence[bytes]:
    """Texts in which some characters are the same."""
    patterns = "\n".join(texts).encode().translate(alike).split(b"\n")
    if len(patterns) == len(texts):
        return patterns
    return [text.encode().translate(alike) for text in texts]  # some have more than one line
