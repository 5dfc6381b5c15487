"""Lists of games of teams and tables of teams, as sites and people write them."""
