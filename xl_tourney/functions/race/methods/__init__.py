"""How a question about one team is settled: arithmetic, shifting of loads, branching, a solver."""
