"""The standings of a workbook, as tables and as a web page."""
