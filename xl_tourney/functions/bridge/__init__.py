"""Duplicate bridge: match-points, Neuberg's formula, IMPs.

Scores are from North-South's side.  Each column is a board, with a line for each table that
played it; a single row counts as one board.
"""
