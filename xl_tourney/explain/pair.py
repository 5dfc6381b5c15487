"""Why one player is placed above another: the first criterion in which they differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..catalogue.derivation import Argument, Step, step
from ..catalogue.expression import Term, to_term
from ..errors import OptionError
from ..grammar.references import CellAddress
from ..update.saved_workbook import SavedWorkbook
from .book import Book
from .derivations import derivation_of_cell, find_origin, make_argument, outer_call, parse_area
from .explanation import Explanation, Part
from .flip import nearest_flip
from .player import DECIDED, PLACE, StandingsRow

_SCORES = ("score", "total")
"""The columns that decide where no key is declared."""


class _Key(NamedTuple):
    """A criterion with the figures of two players."""

    label: Term
    above: Term
    below: Term


NO_FLIP = "No change of one result was found that would turn them round."


def explain_pair(
    book: Book, above: StandingsRow, below: StandingsRow, with_flip: bool | None = False
) -> Explanation:
    """The criterion that separates two players, with both derivations, and the nearest flip.

    Where the first stands below the second, the answer says so and explains the other way round.
    A flip is then searched only if it is asked for; ``with_flip`` None leaves it to that.
    """
    subject = f"{above.name} over {below.name}"
    if above.table.sheet != below.table.sheet:
        raise OptionError(f"{subject}: they do not stand in the same table.")
    if above.row[0].row == below.row[0].row:
        raise OptionError(f"{subject}: they are the same.")
    turned = above.row[0].row > below.row[0].row
    if turned:
        above, below = below, above
        subject = f"{above.name} over {below.name}"
    names = [book.term(p.address(p.table.row_header_column)) for p in (above, below)]
    keys = list(_keys(book, above, below))
    deciding = next((key for key in keys if key.above != key.below), None)
    parts = [Part(step("Why {above} is above {below}", above=names[0], below=names[1]), [])]
    steps: list[Step] = []
    if turned:
        question = "{below} does not stand above {above}: it is the other way round."
        steps.append(step(question, above=names[0], below=names[1]))
    for key in keys[: keys.index(deciding) if deciding else len(keys)]:
        if key.label.value not in (None, "") and abs(key.above.value) not in (0, 1):
            steps.append(
                step(
                    "{label}: both have {value}.",
                    label=key.label,
                    other=key.below,
                    value=key.above,
                )
            )
    if deciding is None:
        steps.append(step("They are level on everything and share the place."))
    else:
        steps.append(
            step(
                "{label}: {above} has {value}, {below} has {other}.",
                label=deciding.label,
                above=names[0],
                below=names[1],
                value=deciding.above,
                other=deciding.below,
            )
        )
    parts[0] = Part(parts[0].title, steps)
    if deciding is not None:
        parts += [
            _derivation(book, player, deciding, at) for at, player in enumerate((above, below))
        ]
    if not (with_flip or (with_flip is None and not turned)):
        return Explanation(subject, parts)
    flip = nearest_flip(SavedWorkbook.open(book.package), above.name, below.name)
    return Explanation(subject, parts, flip, flip.sentences() if flip else [NO_FLIP])


def _derivation(book: Book, player: StandingsRow, key: _Key, at: int) -> Part:
    """The derivation of a criterion: of the column of the standings that shows it, if one does."""
    for column, heading in enumerate(player.table.headings):
        if heading == key.label.value:
            return derivation_of_cell(book, player.address(column))
    area = parse_area(book, (key.above, key.below)[at].formula)
    assert area is not None
    address = CellAddress(area[0], area[1].top, area[1].left)
    return derivation_of_cell(book, address, key.label)


def _keys(book: Book, above: StandingsRow, below: StandingsRow) -> Iterator[_Key]:
    """The criteria in their order, with the figures of both players."""
    columns = {
        cell.key: column
        for column in range(len(above.row))
        if (cell := book.table_cell(above.address(column)))
    }
    for key in (DECIDED, PLACE):
        if key in columns:
            found = list(_keys_of_call(book, above, below, columns[key]))
            if found:
                yield from found
                return
    for key in _SCORES:
        if key in columns:
            label = Term(above.table.headings[columns[key]], _heading(above, columns[key]))
            yield _Key(label, *(book.term(p.address(columns[key])) for p in (above, below)))
            return


def _heading(player: StandingsRow, column: int) -> str:
    cell = player.table.heading_cells[column]
    return str(CellAddress(player.table.sheet, cell.row, cell.column))


def _keys_of_call(
    book: Book, above: StandingsRow, below: StandingsRow, column: int
) -> Iterator[_Key]:
    """The sort keys of the call that places the players, or says what decided."""
    origins = [find_origin(book, player.address(column)) for player in (above, below)]
    call = outer_call(origins[0].formula) if origins[0].formula else None
    if call is None or call.name.upper() not in ("DECIDED_BY", "PLACE"):
        return
    keys = make_argument(book, call.arguments[0].text)
    assert keys is not None
    is_decided_by = call.name.upper() == "DECIDED_BY"
    labels = make_argument(book, call.arguments[1].text) if is_decided_by else None
    for at in range(len(keys.block[0])):
        label = _label(book, labels, keys, at)
        yield _Key(label, *(keys.at(origin.row, at) for origin in origins))


def _label(book: Book, labels: Argument | None, keys: Argument, at: int) -> Term:
    """The name of a key: its label, or the heading of its column."""
    if labels is not None:
        return labels.at(*((0, at) if len(labels.block[0]) > 1 else (at, 0)))
    area = parse_area(book, keys.formula)
    heading = area and book.heading(CellAddress(area[0], area[1].top, area[1].left + at))
    return heading or to_term("What the table is sorted by")
