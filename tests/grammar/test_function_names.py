"""The functions that a file writes with the prefix ``_xlfn.``, by another program's list."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import xlsxwriter

from xl_tourney.grammar.function_names import YOUNG_FUNCTIONS, plain_name

YOUNGER_THAN_XLSXWRITER = {
    *("DETECTLANGUAGE", "ENCODEURL", "GROUPBY", "PERCENTOF", "PIVOTBY", "REGEXEXTRACT"),
    *("REGEXREPLACE", "REGEXTEST", "STOCKHISTORY", "TRANSLATE", "TRIMRANGE"),
}
OLD = {"SUM", "VLOOKUP", "IFERROR", "SUMIFS", "NETWORKDAYS.INTL", "WORKDAY.INTL", "ISO.CEILING"}


def test_young_functions_are_those_that_xlsxwriter_prefixes(tmp_path: Path) -> None:
    path = tmp_path / "names.xlsx"
    with xlsxwriter.Workbook(path, {"use_future_functions": True}) as book:
        sheet = book.add_worksheet()
        for row, name in enumerate(sorted(YOUNG_FUNCTIONS | OLD)):
            sheet.write_formula(row, 0, f"={name}(B1)")
    written = zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml").decode()
    prefixed = {plain_name(name) for name in re.findall(r"<f[^>]*>(_xlfn\.[^(]+)\(", written)}
    assert prefixed == YOUNG_FUNCTIONS - YOUNGER_THAN_XLSXWRITER
