"""The acts on whole workbooks: to make, correct, recalculate and compare them."""
