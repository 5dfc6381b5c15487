"""The hosts that the suite runs through."""
