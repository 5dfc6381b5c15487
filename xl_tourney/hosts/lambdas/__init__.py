"""The functions as LAMBDA in a workbook, for Excel 365 without an add-in."""
