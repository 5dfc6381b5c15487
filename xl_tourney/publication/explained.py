"""The explanations of places that a page shows, and proofs; ``explain/`` makes them."""

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


class Proofs(NamedTuple):
    """The proofs of who can still finish where, which the page checks in the browser."""

    text: str
    """The proofs as JSON, in the format that ``proof_checker.js`` reads."""
    statements: Sequence[str]
    """What each of them shows, in the language of the page."""
    without: Sequence[str] = ()
    """What is known without a proof that can be checked there, and why; in English."""
    certificates: object = None
    """What they are made of, so that another language need not prove all again."""


@dataclass(frozen=True)
class Explained:
    """The explanations of a workbook's players."""

    reasons: Mapping[tuple[str, int], Reasons] = field(default_factory=dict)
    """The explanations by the sheet and the row in which a player first stands."""
    failed: Sequence[str] = ()
    """A sentence for each player whose explanation failed: who it is, and why."""
    proofs: Proofs | None = None
    """The proofs of who can still finish where; None where there is no race."""
