"""Proofs that travel: what can be checked without the search that found it."""
