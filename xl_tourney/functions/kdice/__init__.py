"""kdice: tests against luck, points, and comparisons with given profiles."""
