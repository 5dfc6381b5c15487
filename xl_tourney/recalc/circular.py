"""Which cells refer to themselves, among those that an engine cannot calculate for that.

An engine fails for a circle and for everything that depends on it.  Only the circle keeps its
values; what depends on it is calculated from them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import formualizer

from ..grammar import spelling
from ..grammar.references import MAX_COLUMN, MAX_ROW, Area, Place, parse_area

_COLUMNS = r"(?i)[A-Z]{1,3}:[A-Z]{1,3}"
_ROWS = r"[0-9]+:[0-9]+"
_MANY = 5_000
"""More cells than this are not untangled; they all keep their values."""


def circles(formulas: Mapping[Place, str]) -> set[Place]:
    """The cells that lie on a circle; all of them when no circle is found."""
    if len(formulas) > _MANY:
        return set(formulas)
    on_sheets: dict[str, list[Place]] = {}
    for place in formulas:
        on_sheets.setdefault(place.sheet.casefold(), []).append(place)
    needs = {
        place: [
            other
            for sheet, area in _references(formula, place.sheet)
            for other in on_sheets.get(sheet.casefold(), ())
            if area.covers(other.row, other.column)
        ]
        for place, formula in formulas.items()
    }
    # Whatever needs nothing of the rest, or is needed by nothing of it, lies on no circle.
    left = set(formulas)
    for edges in (needs, _reversed(needs)):
        waiting = True
        while waiting:
            free = {place for place in left if not any(other in left for other in edges[place])}
            left -= free
            waiting = bool(free)
    return left or set(formulas)


def _reversed(needs: Mapping[Place, Sequence[Place]]) -> dict[Place, list[Place]]:
    back: dict[Place, list[Place]] = {place: [] for place in needs}
    for place, others in needs.items():
        for other in others:
            back[other].append(place)
    return back


def _references(formula: str, sheet: str) -> list[tuple[str, Area]]:
    """The areas that a formula names, with their sheets."""
    found = []
    try:
        tokens = spelling.tokens(formula)
    except spelling.FormulaError:
        return []
    for token in tokens:
        if token.subtype == formualizer.TokenSubType.Range:
            where, _, reference = token.value.rpartition("!")
            area = _area(reference.replace("$", ""))
            if area:
                found.append((where.strip("'").replace("''", "'") or sheet, area))
    return found


def _area(reference: str) -> Area | None:
    if re.fullmatch(_COLUMNS, reference):
        first, _, last = reference.partition(":")
        reference = f"{first}1:{last}{MAX_ROW}"
    elif re.fullmatch(_ROWS, reference):
        first, _, last = reference.partition(":")
        return Area(int(first), 1, int(last), MAX_COLUMN)
    try:
        return parse_area(reference)
    except ValueError:
        return None
