"""The text of formulas: references, tokens, calls, and how each host spells a name."""
