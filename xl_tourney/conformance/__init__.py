"""One suite of cases, run through every host: all give the same values."""
