"""The nearest flip of two neighbours: the smallest change of one result that puts one above.

It is found by trying: results are changed in a workbook that stays open in the engine.  What is
found is proved by recalculation: the changed result is put into a copy of the workbook, which is
calculated afresh, and its standings are read.  What a result could have been says the adapter of
the game (``events/adapters``); of changes of one size that of a game of the two comes first.
"""
