"""Who can still finish where: exact, with a proof, from the games that are left."""
