"""Recalculation of one saved workbook: what is requested, which values are trusted, the receipt."""
