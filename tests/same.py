"""When two results are the same, for all tests."""

from xl_tourney.conformance.same import same

__all__ = ["same"]
