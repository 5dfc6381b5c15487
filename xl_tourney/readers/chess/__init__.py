"""Chess: Tournament Report Files (TRF) of FIDE, read and written; wall lists as CSV."""

from .read import read
from .tournament import Player, Team, Tournament
from .trf import read_trf
from .write import write_trf

__all__ = ["Player", "Team", "Tournament", "read", "read_trf", "write_trf"]
