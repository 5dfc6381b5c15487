"""Conditions under which an engine with a known mistake calculates a call correctly.

A condition looks at a call in the tree of its formula.  Mostly it knows from that whether the call
is correct; else it gives predicates over the values of its arguments, which are decided for all
cells with the formula at once.
"""
