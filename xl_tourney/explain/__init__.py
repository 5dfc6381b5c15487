"""Why a figure of a workbook is what it is, and what would change it."""
