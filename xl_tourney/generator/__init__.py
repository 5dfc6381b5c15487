"""From results to a finished workbook, and the sample workbooks."""
