"""Explanations of figures: sentences, each with the formulas of its numbers."""
