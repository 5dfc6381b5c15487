"""One suite of cases, run through every host."""
