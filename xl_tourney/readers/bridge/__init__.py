"""Results of bridge sessions."""
