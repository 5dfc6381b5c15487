"""Newer results, and more room, in a workbook of ours that is in use."""
