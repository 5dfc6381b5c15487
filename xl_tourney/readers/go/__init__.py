"""Results of go tournaments."""
