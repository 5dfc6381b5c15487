"""Places by criteria: who is ahead of whom among teams that are level on points."""
