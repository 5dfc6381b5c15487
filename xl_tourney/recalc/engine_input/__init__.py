"""What an engine reads: a copy of the workbook with translated formulas."""
