"""A workbook as bytes: package, sheet XML, cached values, tables and names."""
