"""Why a figure is what it is: sentences, each with the formula that gives its numbers."""
