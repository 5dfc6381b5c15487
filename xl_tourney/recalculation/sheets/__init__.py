"""A sheet to calculate: its task, the states of its cells, its result and its new XML."""
