"""Go: the wall list and the criteria that place players by it."""
