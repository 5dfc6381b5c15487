"""Names that several entrants of a file have: told apart, or asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from ..errors import InputError


def tell_apart(
    names: Sequence[str],
    marks: Sequence[Sequence[str]],
    make_error: Callable[[int, str], InputError],
) -> list[str]:
    """The names, with a mark behind each that several have.

    ``marks`` are columns, such as the clubs and the countries; of the first one that tells the
    entrants of a name apart its text is taken.  ``make_error`` is given the position of an entrant,
    and what to do, where none does.  Blank names are nobody's.

    >>> tell_apart(["Jo", "Eve", "jo"], [["A", "B", "C"]], lambda at, text: InputError(text))
    ['Jo (A)', 'Eve', 'jo (C)']
    """
    same: defaultdict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(names):
        if name:
            same[name.casefold()].append(at)
    named = list(names)
    for places in same.values():
        if len(places) == 1:
            continue
        columns = ([column[at] for at in places] for column in marks)
        texts = next((texts for texts in columns if _are_different(texts)), None)
        if texts is None:
            raise make_error(
                places[1],
                f"there are {len(places)} players of the name {names[places[1]]}; write something "
                "behind the names, or fill in a column, such as the club, that tells them apart",
            )
        for at, text in zip(places, texts):
            named[at] = f"{names[at]} ({text})"
    return named


def _are_different(texts: Sequence[str]) -> bool:
    return all(texts) and len({text.casefold() for text in texts}) == len(texts)
