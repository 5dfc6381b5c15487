"""A league of which the games are listed: results, each team's figures, the pages of both."""
