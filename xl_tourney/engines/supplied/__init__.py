"""Functions of spreadsheets that engines lack or get wrong: a third, small engine.

They stand in formualizer in place of its own.  Each is declared with its source, and tested by a
judge: Excel's documentation, LibreOffice, or a library that is known for it.

>>> from xl_tourney.engines.supplied import SUPPLIED
>>> SUPPLIED["LEN"].call("Müller")
6.0
"""

from . import finance, mathematics, texts
from .declaration import SUPPLIED, Supplied

__all__ = ["SUPPLIED", "Supplied", "finance", "mathematics", "texts"]
