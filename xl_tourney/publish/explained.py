"""The explanations of places that a page shows; ``explain/`` makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Reasons(NamedTuple):
    """The explanation of one player's place."""

    title: str
    """Such as “Why 4th”."""
    answer: str
    """The sentence that decides; blank where there is no place."""
    working: Sequence[Sequence[str]]
    """How it comes about: the sentences of each paragraph; the first one is its heading."""


@dataclass(frozen=True)
class Explained:
    """The explanations of a workbook's players."""

    reasons: Mapping[tuple[str, int], Reasons] = field(default_factory=dict)
    """The explanations by the sheet and the row in which a player first stands."""
    failed: Sequence[str] = ()
    """A sentence for each player whose explanation failed: who it is, and why."""
