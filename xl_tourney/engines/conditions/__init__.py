"""Conditions under which an engine with a known mistake calculates a call correctly.

A condition looks at a call in the tree of its formula.  Mostly it knows from that whether the call
is correct; else it gives a formula that is TRUE where it is, for the engine to evaluate.
"""
