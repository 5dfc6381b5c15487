"""Go: scores and tie-breakers from a wall list, direct comparison, OPERA."""
