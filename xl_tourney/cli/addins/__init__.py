"""The commands that bring the functions into spreadsheet programs."""
