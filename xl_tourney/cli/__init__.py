"""The command line: arguments and printing only."""

import gc

collects = gc.isenabled()
gc.disable()  # nothing of what is imported is garbage: to look through it takes a tenth longer
from .main import main  # noqa: E402  (imported while the collector rests)

gc.freeze()
if collects:
    gc.enable()

__all__ = ["main"]
