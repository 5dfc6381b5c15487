"""Tantrix: tournament points, TP% and the “games behind” figures of the group tables."""
