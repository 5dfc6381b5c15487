"""Tables that divide: parts of a season, and divisions of conferences."""
