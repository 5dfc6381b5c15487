"""The rules of a league: what a text file says of them, and the files that are shipped."""
