"""When two results are the same, for all tests."""

from xl_tourney.conformance.case import values_match as same

__all__ = ["same"]
