"""How a question about one team is settled: arithmetic, maximum flow, branching, a solver."""
