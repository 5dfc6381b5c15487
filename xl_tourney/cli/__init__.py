"""The command line: arguments and printing only."""

import gc

gc.disable()  # nothing of what is imported is garbage: to look through it takes a tenth longer
from .main import main  # noqa: E402  (imported while the collector rests)

gc.freeze()
gc.enable()

__all__ = ["main"]
