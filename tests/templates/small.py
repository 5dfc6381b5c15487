"""The smallest room of each template: for tests to which it says nothing how many can play."""

from __future__ import annotations

from collections.abc import Mapping

SMALL: Mapping[str, Mapping[str, int | str]] = {
    "bridge": {"pairs": 4, "tables": 2, "boards": 4},
    "chess": {"players": 5, "rounds": 3, "games": 6, "listed": "chosen", "categories": 1},
    "go": {"rows": 5, "rounds": 3, "games": 6},
    "kdice": {"rows": 4},
    "league": {"rows": 6},
    "tantrix": {"players": 4, "rows": 6},
}
"""Options by template, as ``build`` takes them."""
