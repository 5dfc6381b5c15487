"""Where a page is published, and what is written beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Address:
    """The addresses of a page and of the files beside it; blank for what there is not."""

    page: str = ""
    """The whole address of the page."""
    code: str = ""
    """The same as a QR code, in SVG."""
    picture: str = ""
    feed: str = ""
    data: str = ""
    proofs: str = ""
    languages: Mapping[str, str] = field(default_factory=dict)
    """The same page in other languages, by their codes."""
    is_first: bool = True
    """Whether it is the page that an address without a language leads to."""
