"""What a director asks for when a round is to be paired, and what he gets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..grammar.references import CellAddress
from .pairing import Pairing


@dataclass(frozen=True)
class Request:
    """The options of the command."""

    number: int | None = None
    """The round; the first that is not paired when left out."""
    absent: str = ""
    """Names or numbers of those who miss this round, with ``;`` between them."""
    withdrawn: str = ""
    """The same of those who play no more."""
    seed: int | None = None
    """What is drawn is drawn with it."""
    force: bool = False
    """Pair a round anew although it has results."""


@dataclass(frozen=True)
class Paired:
    """A pairing, the names of the players, and where a workbook holds it."""

    pairing: Pairing
    names: Mapping[int, str]
    cells: Mapping[CellAddress, Any] = field(default_factory=dict)
    """What is written where, in a workbook."""
    results: tuple[str, ...] = ()
    """Games of the round that have a result already."""
