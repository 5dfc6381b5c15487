"""The engine's input: a copy of the workbook with translated formulas."""
