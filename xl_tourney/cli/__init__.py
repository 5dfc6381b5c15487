"""The command line: arguments and printing only."""

from .main import main

__all__ = ["main"]
