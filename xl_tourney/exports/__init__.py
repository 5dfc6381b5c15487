"""Files of results from a workbook in use, as federations and other programs take them."""
