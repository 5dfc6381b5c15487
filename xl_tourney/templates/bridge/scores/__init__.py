"""What a line of a traveller scores: what is typed, and how it compares with the others."""
