"""The text of formulas: tokens, calls, references, and how each host spells a function's name."""
