"""Chess: FIDE's tie-breaks (C.07) from a wall list, and its rating tables."""
