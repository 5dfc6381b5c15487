"""The precedents and dependents of cells: circles, first cells, and what a kept cell reaches."""
