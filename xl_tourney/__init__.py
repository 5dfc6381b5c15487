"""Tournament functions for spreadsheets, the workbooks to use them in, and their recalculation."""

__version__ = "0.1.0"
