"""Whole events in plain LibreOffice and by commands: from ``new`` without data to the last page.

Results are typed one after the other, and the page is published after every third.  At every step
the status, the page and the points are what they must be by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.events.director import Director
from tests.update.typing_in_libreoffice import Typist, start_typist

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def typist(tmp_path_factory) -> Iterator[Typist]:
    """LibreOffice, which types."""
    with start_typist(tmp_path_factory.mktemp("typist")) as running:
        yield running


@pytest.fixture
def director(run, typist) -> Callable[..., Director]:
    """Makes a workbook without data."""
    return lambda template, *options: Director(run, typist, template, *options)


def thirds(items: Sequence[object]) -> Iterator[Sequence[object]]:
    """Three after three."""
    for at in range(0, len(items), 3):
        yield items[at : at + 3]


SCORES = {"1-0": (1, 0), "0-1": (0, 1), "½-½": (0.5, 0.5), "+--": (1, 0)}


class ChessRounds:
    """The rounds of a chess event, typed into the page Games."""

    def __init__(self, director: Director, count: int) -> None:
        self.director, self.count = director, count
        self.points: Counter[str] = Counter()

    def play(self, number: int, pairs: Sequence[tuple[str, str]], results: Sequence[str]) -> None:
        """Type the results of a round; who has no opponent has a point."""
        games = [pair for pair in pairs if pair[1]]
        for white, black in pairs:
            self.points[white] += not black
        self.check(f"In progress, round {number}: 0 of {len(games)} results", games)
        rows = self.director.rows("games", "round", "white", "black")
        done = 0
        for some in thirds(list(zip(games, results, strict=True))):
            typed = {}
            for pair, result in some:
                typed[f"games[{rows.index([number, *pair])}].result"] = result
                for player, points in zip(pair, SCORES[result]):
                    self.points[player] += points
            self.director.type(typed)
            done += len(some)
            status = f"In progress, round {number}: {done} of {len(games)} results"
            self.check("All checks passed" if done == len(games) else status, games[done:])

    def check(self, status: str, to_play: Sequence[tuple[str, str]]) -> None:
        """Publish, and look at the page."""
        page = self.director.publish()
        assert page.status == status
        assert page.kind == ("well" if status == "All checks passed" else "note")
        assert {game.partition(": ")[2] for game in page.to_play} == {
            f"{white} – {black}" for white, black in to_play
        }
        shown = {name: float(points) for name, points in page.column("Player", "Points").items()}
        assert shown == {name: self.points[name] for name in shown}


def test_a_chess_swiss(director) -> None:
    """A late entry, an allocated bye each round, a bye asked for, a forfeit, a withdrawal."""
    event = director("chess", "--rounds", 3, "--players", 12, "--tiebreaks", "BH")
    names = [f"P{n:02}" for n in range(1, 12)]
    event.type(
        {f"listed[{n}].name": name for n, name in enumerate(names)}
        | {f"listed[{n}].rating": 2200 - 40 * n for n in range(len(names))}
    )
    assert event.status() == "In progress, 11 players without an entry"
    assert "standings are blank" in event.refused("publish", event.book)

    rounds = ChessRounds(event, 3)
    rounds.play(1, event.pair("--seed", 1), ["1-0", "½-½", "0-1", "1-0", "1-0"])

    event.type({"listed[11].name": "Late", "listed[11].rating": 1500, "wall[3].r_2": "H"})
    rounds.check("In progress, 1 player without an entry", [])
    pairs = event.pair()
    assert not any("P04" in pair for pair in pairs), "who has asked for a bye"
    assert sum("Late" in pair for pair in pairs) == 1
    rounds.points["P04"] += 0.5
    rounds.play(2, pairs, ["1-0", "+--", "0-1", "½-½", "1-0"])

    pairs = event.pair("--withdrawn", "P05")
    assert not any("P05" in pair for pair in pairs)
    rounds.play(3, pairs, ["½-½", "1-0", "0-1", "1-0", "½-½"])
    assert sum(rounds.points.values()) == 15 + 3 + 0.5
    event.command("export", event.book, "--to", "trf")
    event.command("check", event.book)
