"""The values of a workbook in use: who calculates them, the receipt, and single formulas."""
