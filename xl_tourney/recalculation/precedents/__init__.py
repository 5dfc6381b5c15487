"""The precedents and dependents of cells: circles, first cells, uncertain and volatile cells."""
