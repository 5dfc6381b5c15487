"""Who can still finish where: the columns, named cells, checks and page of the games to come."""
