"""Each tie-break of C.07 by native formulas, with the helper columns that it needs."""
