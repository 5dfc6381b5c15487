"""Chess: Tournament Report Files (TRF) of FIDE, read and written; wall lists as CSV."""

from .read import read
from .tournament import ChessPlayer, ChessTournament, Team
from .trf import read_trf
from .write import write_trf

__all__ = ["ChessPlayer", "ChessTournament", "Team", "read", "read_trf", "write_trf"]
