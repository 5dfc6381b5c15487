"""The tables of standings as they are read from a workbook."""

from __future__ import annotations

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.dimensions import ColumnDimension

from xl_tourney.publish.standings import find_standings


def test_of_whole_columns_only_what_is_used_is_read() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in (["Place", None, "Player"], [1, None, "Ada"], [], [2, None, "Bo"]):
        sheet.append(row)
    for area in ("$A$1:$XFD$1048576", "$A:$XFD"):
        workbook.defined_names["StandingsTable"] = DefinedName(
            "StandingsTable", attr_text=f"Sheet!{area}"
        )
        (table,) = find_standings(workbook)
        assert table.headings == ["Place", "Player"]
        assert table.rows == [["1", "Ada"], ["2", "Bo"]]


def test_a_sheet_with_an_apostrophe_in_its_name() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Ann's club"
    for row in (["Place", "Player" * 9_000], [1, "Ada"]):
        sheet.append(row)
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="'Ann''s club'!$A$1:$B$2"
    )
    workbook.defined_names["StandingsTable2"] = DefinedName(
        "StandingsTable2", attr_text="Gone!$A$1:$B$2"
    )
    (table,) = find_standings(workbook)
    assert (table.sheet, table.rows) == ("Ann's club", [["1", "Ada"]])


def test_columns_that_the_sheet_hides_are_no_part_of_a_table() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in (["Place", "Magic", "Elim.", "Player"], [1, 2, 3, "Ada"]):
        sheet.append(row)
    # Programs write one record for columns side by side.
    sheet.column_dimensions["B"] = ColumnDimension(sheet, "B", min=2, max=3, hidden=True)
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$D$2"
    )
    (table,) = find_standings(workbook)
    assert (table.headings, table.rows) == (["Place", "Player"], [["1", "Ada"]])
