"""Which formulas an engine can calculate, and which of its values are trusted."""
