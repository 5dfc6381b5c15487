"""Why players are where they are, as a page shows it; another room finds it out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Reasons(NamedTuple):
    """What a player reads behind a tap."""

    title: str
    """Such as “Why 4th”."""
    paragraphs: Sequence[Sequence[str]]
    """Of each its sentences; the first says what it is about."""


@dataclass(frozen=True)
class Explained:
    """The explanations of a workbook's players."""

    reasons: Mapping[tuple[str, int], Reasons] = field(default_factory=dict)
    """By the sheet and the row of the first line of a player in the standings."""
    failed: Sequence[str] = ()
    """Whose explanation failed, and why, a sentence each."""
