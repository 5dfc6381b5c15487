"""The workbook that the tests break."""

from __future__ import annotations

import io

import pytest
from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import FormulaRule
from openpyxl.styles import PatternFill
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table


@pytest.fixture(scope="session")
def sound() -> bytes:
    """A workbook with one of everything that the rules look at."""
    workbook = Workbook()
    sheet = workbook.active
    sheet.append(["Player", "Points"])
    sheet.append(["Ann", 3])
    sheet.append(["Bob", "=B2+1"])
    sheet["D1"] = ArrayFormula("D1:D2", "=B2:B3*2")
    sheet["E1"].hyperlink = "https://example.org/"
    sheet["E1"] = "rules"
    sheet["B2"].number_format = "0.000%"
    sheet.merge_cells("G1:H2")
    sheet.add_table(Table(displayName="Standings", name="Standings", ref="A1:B3"))
    choice = DataValidation(type="list", formula1='"yes,no"', showErrorMessage=True)
    choice.add("F1:F9")
    sheet.add_data_validation(choice)
    fill = PatternFill(bgColor="FFCC00", fill_type="solid")
    sheet.conditional_formatting.add("B2:B3", FormulaRule(formula=["B2>2"], fill=fill))
    sheet.oddHeader.left.text = "Standings"
    notes = workbook.create_sheet("Notes")
    notes["A1"], notes["A2"] = 1, 2
    notes["A1"].comment = Comment("as published", "Ann")
    chart = BarChart()
    chart.add_data(Reference(sheet, range_string="Sheet!$B$2:$B$3"))
    notes.add_chart(chart, "C1")
    workbook.defined_names["Places"] = DefinedName("Places", attr_text="'Sheet'!$B$2")
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()
