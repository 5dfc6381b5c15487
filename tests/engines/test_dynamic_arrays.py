"""How far dynamic arrays reach."""

from __future__ import annotations

from xl_tourney.engines.libreoffice import (
    DynamicArray,
    _measuring_columns,
    is_blocked,
    measured_ranges,
)
from xl_tourney.grammar.references import MAX_COLUMN, MAX_ROW, CellAddress, Range


def test_an_array_reaches_as_far_as_its_rows_and_columns_are_counted() -> None:
    places = ((3, 2), (3, 9), (4, MAX_COLUMN), (MAX_ROW, 1))
    arrays = [DynamicArray(CellAddress("S", *place), Range(*place, *place)) for place in places]
    columns = _measuring_columns(arrays)
    assert len({(one.row, column) for one, column in columns.items()}) == 4
    assert columns[arrays[0].anchor] == columns[arrays[1].anchor] + 2 == columns[arrays[2].anchor]
    values = {(3, columns[arrays[0].anchor]): 4.0, (3, columns[arrays[0].anchor] + 1): 2.0}
    values |= {(3, columns[arrays[1].anchor]): "#VALUE!"}
    for at in (2, 3):
        start = arrays[at].anchor.row, columns[arrays[at].anchor]
        values |= {start: 2.0, (start[0], start[1] + 1): 3.0}
    assert list(measured_ranges({"S": values}, arrays).values()) == [
        *(Range(3, 2, 6, 3), Range(3, 9, 3, 9)),
        *(Range(4, MAX_COLUMN, 5, MAX_COLUMN), Range(MAX_ROW, 1, MAX_ROW, 3)),
    ]


def test_a_value_in_the_way_blocks_an_array_unless_it_was_its_own() -> None:
    array = DynamicArray(CellAddress("S", 1, 1), Range(1, 1, 2, 1))
    reach = Range(1, 1, 4, 1)
    assert not is_blocked({(2, 1): 1.0, (5, 1): 1.0, (3, 2): 1.0}, array, reach)
    assert is_blocked({(3, 1): 1.0}, array, reach)
