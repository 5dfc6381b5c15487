"""Why a figure is what it is: the call or the expression behind a cell, in sentences."""
