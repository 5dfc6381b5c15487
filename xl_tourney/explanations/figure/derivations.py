"""The derivation of a cell: the call or expression behind it, and the steps to its value.

A cell of a published table often shows another: ``IF(C7="","",INDEX(Calculation!T5:T12,C7))``.
Such formulas are followed, with the branches that count, until a call of our functions, another
expression, or a constant gives the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, KeysView, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple

from ...catalogue.cells import is_error, to_block
from ...catalogue.derivation import Argument, CallInCell, Step, step
from ...catalogue.expression import Term, to_term
from ...functions import CATALOGUE, Function
from ...grammar.calls import find_calls
from ...grammar.function_names import catalogue_name
from ...grammar.parser import rewrite
from ...grammar.references import CellAddress, column_letters, parse_reference
from ...grammar.syntax_tree import Call, FormulaError, Node, Operation, Reference, walk
from ..book import Area, Book, TableCell, once, root_of
from ..explanation import Part, agree
from .expressions import branch_taken, describe_expression, trace_calls
from .plain import plain_sentence

_MOST_CELLS = 64
"""How many cells are followed at most."""


class ValueOrigin(NamedTuple):
    """The call or expression that gives the value of a cell.

    It is what remains when references to other cells, and the branches that count of IF, IFERROR
    and INDEX, have been followed.
    """

    cell: CellAddress
    """The cell in whose formula it stands."""
    formula: str
    """Blank for a constant."""
    row: int = 0
    column: int = 0
    """Which value of a call that gives several."""
    native: bool = False
    """Whether the formulas are those that stand in the cells, not those that call our functions."""


def derivation_of_cell(book: Book, cell: CellAddress, title: str = "") -> Part:
    """The derivation of the figure in a cell.

    ``title`` is a title with ``who`` and ``value`` in place of that with the column's heading.

    Where our function gives another value than the cell of a native workbook holds, as in an
    extract of a wall list, or none, it is the trace of the native formula.
    """
    origin = find_origin(book, cell)
    shown = book.term(cell)
    function, _ = _catalogue_call(origin.formula)
    if function is not None and (function.has_derivation or not book.template):
        called = figure_of_call(book, origin, shown.value)
        if not is_error(called.result) and agree(called.result, shown.value):
            steps = called.explain()
            if agree(steps[-1].result.value, shown.value):
                named, source = _title(book, cell, origin, shown, title), function.help.source
                has_derivation = function.has_derivation
                return Part(named, steps, function.name, source, origin.formula, has_derivation)
        origin = find_origin(book, cell, native=True)  # as of players who meet twice
    named = _title(book, cell, origin, shown, title)
    return Part(named, list(_trace(book, cell, origin, shown)), formula=origin.formula)


class FigureOfCall(NamedTuple):
    """A value of a call of our functions."""

    function: Function
    call: CallInCell
    term: Term
    """The value that the cell shows, as what is called gives it."""
    result: Any
    """What it gives; an error where the function refuses what a native formula counts."""

    def explain(self) -> list[Step]:
        """The steps to it."""
        return self.function.explain(self.call, self.term)


def figure_of_call(book: Book, origin: ValueOrigin, value: object) -> FigureOfCall:
    """What a call of our functions gives for a value, to be explained."""
    function, call = _catalogue_call(origin.formula)
    assert function and call
    prepared = _prepare_call(book, function, call, origin)
    first = prepared.arguments[0] if prepared.arguments else None
    is_of_row = function.unit in ("cell", "row") and first is not None and len(first.block) == 1
    element = f"INDEX({call.text},{origin.row + 1},{origin.column + 1})"
    term = Term(value, element if function.returns_array and not is_of_row else call.text)
    block = to_block(book.block_of(origin.formula))  # of all players: evaluated once
    is_inside = origin.row < len(block) and origin.column < len(block[0])
    result = block[origin.row][origin.column] if is_inside else book.evaluate_one(term.formula)
    return FigureOfCall(function, prepared, term, result)


def _title(book: Book, cell: CellAddress, origin: ValueOrigin, shown: Term, title: str) -> Step:
    if book.template and not book.table_cell(cell):
        label = book.text_beside(cell) or to_term(cell.sheet)
        return _ended(step("{label}: {value}", label=label, value=shown))
    is_named = bool(book.table_cell(cell)) and book.is_of_players(cell)
    is_of_table = book.table_cell(origin.cell) and not is_named and book.is_of_players(origin.cell)
    who = book.name_in_row(origin.cell if is_of_table else cell)
    if title:
        return step(title, who=who, value=shown)
    heading = book.heading(cell) or book.heading(origin.cell)
    heading = book.in_words(heading) if heading else to_term(cell.sheet)
    if shown.value in (None, ""):
        return step("{heading} of {who}", heading=heading, who=who)
    if who.value in (heading.value, shown.value) or heading.value == _NUMBER:
        return _ended(step("{heading}: {value}", heading=heading, value=shown))
    return _ended(step("{heading} of {who}: {value}", heading=heading, who=who, value=shown))


_NUMBER = "No."
"""The heading of the numbers of rows."""


def _ended(sentence: Step) -> Step:
    """A sentence with its full stop, where the text that it ends with has none."""
    has_end = str(sentence).endswith((".", "!", "?"))
    return sentence if has_end else step(f"{sentence.sentence}.", **sentence.terms)


# What gives the value -----------------------------------------------------------------------------


def find_origin(book: Book, cell: CellAddress, native: bool = False) -> ValueOrigin:
    """Follow the formula of a cell to the call or expression that gives its value."""
    origin = _origin_in(book, cell, native)
    for _ in range(_MOST_CELLS):
        following = follow(book, origin)
        if following is None:
            return origin
        origin = following
    return origin


def follow(book: Book, origin: ValueOrigin, signs: bool = False) -> ValueOrigin | None:
    """One step further: the branch that counts, or the cell that is shown.

    With ``signs`` also from a figure to its opposite: a sort key where less is better.
    """
    text = origin.formula.strip()
    if not text:
        return None
    if (area := book.area(text)) and area.range.cell_count == 1:
        return _origin_in(book, area.cell(), origin.native)
    sign, figure = _signed_figure(book, text)
    if sign == 1 or (sign == -1 and signs):
        return origin._replace(formula=figure)
    call = outer_call(text)
    if call is None:
        return None
    branch = branch_taken(book, call)
    if branch is not None:
        return origin._replace(formula=branch)
    if call.name.upper() == "INDEX" and len(call.arguments) in (2, 3):
        return _follow_index(book, origin, call.arguments)
    return None


def _follow_index(book: Book, origin: ValueOrigin, arguments: Sequence[Node]) -> ValueOrigin | None:
    inner, *of_places = arguments
    places = [book.evaluate_one(argument.text) for argument in of_places]
    if not all(isinstance(place, (int, float)) for place in places):
        return None
    numbers = [int(place) for place in places]
    if isinstance(inner, Call):
        if catalogue_name(inner.name):
            row, column = (*numbers, 1)[:2]
            return ValueOrigin(origin.cell, inner.text, row - 1, column - 1)
        texts = [argument.text for argument in inner.arguments]
        if inner.name.upper() == "INDEX" and "0" in texts[1:] and len(texts) == 3:
            block, *place = texts  # a row of it, or a column
            place[place.index("0")] = str(numbers[0])
            return origin._replace(formula=f"INDEX({block},{','.join(place)})")
        return None
    area = book.area(inner.text)
    if area is None:
        return None
    if len(numbers) == 1 and area.range.top == area.range.bottom:
        numbers = [1, *numbers]
    row, column = (*numbers, 1)[:2]
    cell = area.cell(row - 1, column - 1)
    is_inside = area.range.contains(cell.row, cell.column)
    return _origin_in(book, cell, origin.native) if is_inside else None


def _origin_in(book: Book, cell: CellAddress, native: bool) -> ValueOrigin:
    return ValueOrigin(cell, book.formula(cell, native), native=native)


def _signed_figure(book: Book, formula: str) -> tuple[int, str]:
    """1 and A1 of ``A1+0`` and ``A1&""``, −1 and A1 of ``-A1``, either of ``Sign*A1``; else 0.

    Sort keys are written so.
    """
    root = root_of(formula)
    if isinstance(root, Operation):
        *first, last = root.arguments
        if not first and root.name == "-":
            return -1, last.text
        if first and (root.name, last.text) in (("+", "0"), ("&", '""')):
            return 1, first[0].text
        sign = book.evaluate_one(first[0].text) if first and root.name == "*" else 0
        if sign in (1, -1):
            return int(sign), last.text
    return 0, ""


def outer_call(formula: str) -> Call | None:
    """The call that a formula is, if it is nothing else."""
    root = root_of(formula)
    return root if isinstance(root, Call) else None


# A call of our functions --------------------------------------------------------------------------


def _catalogue_call(formula: str) -> tuple[Function | None, Call | None]:
    call = outer_call(formula) if formula else None
    name = catalogue_name(call.name) if call else None
    return (CATALOGUE[name], call) if name else (None, None)


def _prepare_call(book: Book, function: Function, call: Call, origin: ValueOrigin) -> CallInCell:
    texts = [argument.text for argument in call.arguments]
    arguments = _arguments_of(book, call.text, *texts)
    by_name = dict(zip((p.name for p in function.parameters), texts))
    first = _first_range(book, texts[0]) if texts else None

    def name_of(at: int) -> Term:
        return book.name_in_row(first.cell(at)) if first else to_term(f"row {at + 1}")

    def heading_of(name: str, at: int) -> Term:
        found = _first_range(book, by_name.get(name, ""))
        heading = book.heading(found.cell(column=at)) if found else None
        return heading or to_term(f"column {at + 1} of {name}")

    return CallInCell(call.text, arguments, origin.row, origin.column, name_of, heading_of)


@once
def _arguments_of(book: Book, call: str, *texts: str) -> list[Argument | None]:
    """The arguments of a call, which its function reads once for all players."""
    del call
    return [make_argument(book, text) for text in texts]


def _first_range(book: Book, text: str) -> Area | None:
    """The first cells that an argument refers to."""
    root = root_of(book.without_names(text))
    nodes = walk(root) if root else ()
    reference = next((node for node in nodes if isinstance(node, Reference)), None)
    return book.area(reference.text) if reference else None


def make_argument(book: Book, text: str) -> Argument | None:
    """An argument of a call; None for one that is left out."""
    text = text.strip()
    if not text:
        return None
    if area := book.area(text):
        return _range_argument(book, text, area)
    block = [list(row) for row in to_block(book.block_of(text))]
    by_cell = _is_by_cell(text)

    def element(row: int, column: int) -> str:
        if len(block) == len(block[0]) == 1:
            return text
        if by_cell:
            return _element_of(text, row, column)
        return f"INDEX({text},{row + 1},{column + 1})"

    return Argument(text, block, element)


def _range_argument(book: Book, text: str, area: Area) -> Argument:
    def element(row: int, column: int) -> str:
        return str(area.cell(row, column))

    def first_columns(width: int) -> str:
        return str(Area(area.sheet, area.range._replace(right=area.range.left + width - 1)))

    return Argument(text, book.block(*area), element, first_columns=first_columns)


_BY_CELL = frozenset(("IF", "N"))
"""Functions that are called for each cell of a range."""


def _is_by_cell(text: str) -> bool:
    """Whether each cell of an expression comes from the same cell of its ranges."""
    try:
        return all(c.name.upper() in _BY_CELL or not c.name.isalpha() for c in find_calls(text))
    except FormulaError:
        return False


def _element_of(text: str, row: int, column: int) -> str:
    """An expression that is calculated cell by cell, for one of its cells."""

    def element(node: Node) -> str | None:
        if not isinstance(node, Reference) or ":" not in node.text:
            return None
        sheet, mark, reference = node.text.rpartition("!")
        area = parse_reference(reference)
        right = 0 if area.left == area.right else column
        down = 0 if area.top == area.bottom else row
        return f"{sheet}{mark}{column_letters(area.left + right)}{area.top + down}"

    return rewrite(text, element)


# Other expressions --------------------------------------------------------------------------------


def _figure_in_row(book: Book, cell: TableCell, key: str) -> Term:
    """The figure of a column in the row of a cell, or in that row of a table beside."""
    tables = (cell.table, *book.tables_beside(cell.table))
    table = next(t for t in tables if any(column.key == key for column in t.columns))
    return book.term(book.cell(table, key, cell.at))


def _sentence_of_column(book: Book, origin: ValueOrigin) -> Step | None:
    """What the column of a table says of its figures; None where it says nothing."""
    found = book.table_cell(origin.cell)
    if found is None:
        return None
    column = next(column for column in found.table.columns if column.key == found.key)
    if not column.said:
        return None
    terms = {key: _figure_in_row(book, found, key) for key in names_in(column.said)}
    filled = {name: term for name, term in terms.items() if term.value}
    return step(without_blank(column.said, filled), **terms)


def names_in(sentence: str) -> KeysView[str]:
    """The terms that a sentence has a place for."""
    return dict.fromkeys(name for _, name, _, _ in Formatter().parse(sentence) if name).keys()


def without_blank(sentence: str, terms: Mapping[str, Term]) -> str:
    """A sentence without its parts in brackets of which a term is missing."""
    return re.sub(
        r"\[(.*?)\]", lambda part: part[1] if names_in(part[1]) <= set(terms) else "", sentence
    )


def _trace(book: Book, cell: CellAddress, origin: ValueOrigin, shown: Term) -> Iterator[Step]:
    """The steps of an expression: the cells that it refers to, then its value."""
    if sentence := _sentence_of_column(book, origin) or _sentence_of_text(book, shown):
        yield sentence
    elif not book.template:
        if origin.formula:
            yield from trace_calls(book, origin.formula, shown.value)
        else:
            value = book.term(origin.cell)
            yield step("It is typed into {cell}: {value}.", cell=str(origin.cell), value=value)
    else:
        sentence = describe_expression(book, origin.formula, shown.value)
        yield sentence or plain_sentence(book, cell, origin.cell)


_TEXTS = {
    "first": "Whatever happens, nobody else can finish first",
    "qualified": "Whatever happens, a qualifying place is safe",
    "out": "Whatever happens, no qualifying place can be reached",
    "open": "A qualifying place can still be reached, and still be missed",
    "own hands": "To win all own games is enough, whatever others do",
    "in own hands": "To win all own games is enough, whatever others do",
    "Q": "This is a qualifying place as things stand",
    "tied": "All criteria are equal, so that the place is shared",
}
"""What short texts of standings mean."""


def _sentence_of_text(book: Book, shown: Term) -> Step | None:
    """What a short text means; that a figure has none yet."""
    if shown.value in (None, ""):
        return step("There is no figure here.", value=shown)
    meaning = _TEXTS.get(book.in_english(shown.value)) if isinstance(shown.value, str) else None
    return step(f"{meaning}: {{value}}.", value=shown) if meaning else None
