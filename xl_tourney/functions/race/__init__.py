"""Who can still finish where."""
