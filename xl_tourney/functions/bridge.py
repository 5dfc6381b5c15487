"""Duplicate bridge: match-points by the standard and Wignall's modified formula, Neuberg, IMPs."""
