"""Every published final order, typed into the workbook: whether it is right, and how long it takes.

python -m benchmarks.league_published
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import TypeVar

from tests.templates.league_published import (
    EXCEPTIONS,
    RANKED_APART,
    LeagueBook,
    SeasonBook,
    is_as_published,
    published,
    seasons,
)

T = TypeVar("T")


def timed(what: str, work: Callable[[], T]) -> T:
    """Do something, and print its processor time."""
    start = process_time()
    done = work()
    print(f"{what}: {process_time() - start:.2f} s")
    return done


def compare(functions: str) -> None:
    """All groups and leagues in one variant."""
    folder = Path(tempfile.mkdtemp())
    books = {
        small: timed(
            f"{functions}, {size}", lambda small=small: LeagueBook(folder, small, functions)
        )
        for small, size in ((True, "8 teams, 32 games"), (False, "20 teams, 380 games"))
    }
    seconds: dict[bool, list[float]] = {True: [], False: []}
    other, places = set(), 0
    for group in published():
        start = process_time()
        rows = books[group.is_small].standings(group)
        seconds[group.is_small].append(process_time() - start)
        places += len(rows)
        if not is_as_published(group, rows):
            other.add(group.name)
    for small, taken in seconds.items():
        size = "small" if small else "large"
        print(f"{len(taken)} {size}, one after another: {min(taken):.3f} to {max(taken):.3f} s")
    print(f"{sum(map(len, seconds.values()))} tables, {places} places; not as published: {other}")
    assert other == set(EXCEPTIONS)


def compare_seasons() -> None:
    """The baseball seasons."""
    book = SeasonBook(Path(tempfile.mkdtemp()))
    tables = list(seasons())
    other = {
        season.name
        for season in tables
        if book.places(season) != {name: rank for rank, name, *_ in season.teams}
    }
    years = {season.name.split()[0] for season in tables}
    print(f"{len(years)} baseball seasons, {len(tables)} tables; not as ranked: {sorted(other)}")
    assert other == set(RANKED_APART)


if __name__ == "__main__":
    for variant in ("native", "addin"):
        compare(variant)
    compare_seasons()
