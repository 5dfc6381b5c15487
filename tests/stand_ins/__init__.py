"""What stands in for the hosts that a test machine lacks: Excel on Windows, xlwings, Office.js."""
