"""A game whose sets were typed into one cell: its score, and other sets that it can have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets

_HALF = 0.5
Sets = Sequence[tuple[int, int]]


def won_sets(text: str, to_win: int) -> tuple[int, int] | None:
    """The score that a text gives, a result or the points of each set; None while it is open.

    >>> won_sets("3:1", 3), won_sets("11-7 8-11 11-9 11-4", 3), won_sets("11-7 8-11", 3)
    ((3, 1), (3, 1), None)
    """
    sets = points_of_sets(text)
    if is_result(sets, to_win):
        return sets[0]
    home, away = map(int, count_sets(sets))
    return (home, away) if max(home, away) == to_win else None


def turned_sets(sets: Sets, to_win: int) -> Iterator[tuple[int, Sets]]:
    """Other sets, some of them won by the other side, with how many are different.

    Sets behind the one that decides are not played.

    >>> for size, others in turned_sets([(11, 7), (8, 11), (11, 9)], 2):
    ...     print(size, *others)
    1 (11, 7) (8, 11) (9, 11)
    2 (11, 7) (11, 8)
    2 (7, 11) (8, 11)
    2 (7, 11) (11, 8) (11, 9)
    3 (7, 11) (11, 8) (9, 11)
    """
    found: dict[Sets, int] = {}

    def play(played: Sets, changed: int, home: int, away: int) -> None:
        left = len(sets) - len(played)
        if max(home, away) == to_win:
            if changed + left:
                found.setdefault(tuple(played), changed + left)
        elif left:
            own, other = sets[len(played)]
            play((*played, (own, other)), changed, home + (own > other), away + (own < other))
            play((*played, (other, own)), changed + 1, home + (own < other), away + (own > other))

    play((), 0, 0, 0)
    yield from sorted(((size, played) for played, size in found.items()), key=lambda one: one[0])


def moved_points(
    boards: Sequence[tuple[float, float]], to_home: bool
) -> Iterator[tuple[float, list[tuple[float, float]]]]:
    """Half a point after the other goes to one side, board by board, with how much has gone.

    >>> [*moved_points([(1, 0), (0.5, 0.5)], to_home=True)]
    [(0.5, [(1, 0), (1.0, 0.0)])]
    """
    found, size = [*boards], 0.0
    for at, (own, other) in enumerate(found):
        while (other if to_home else own) >= _HALF:
            step = _HALF if to_home else -_HALF
            own, other, size = own + step, other - step, size + _HALF
            found[at] = own, other
            yield size, [*found]
