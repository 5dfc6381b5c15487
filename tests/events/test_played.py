"""Whole events in plain LibreOffice, by commands and by its menu: from ``new`` to the last page.

Results are typed one after the other, and the page is published after every third.  At every step
the status, the page and the points are what they must be by then.  The menu says what the command
line says of the same workbook; so one event is played by commands alone, and files between these
and LibreOffice go in ``tests/updates/test_events.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import pytest

from tests.events.director import Director
from tests.hosts.calc_menu import MenuDirector
from xl_tourney.errors import Exit

pytestmark = pytest.mark.slow


@pytest.fixture
def director(request, run) -> Callable[..., Director]:
    """Makes a workbook without data in LibreOffice's menu; or by commands, if that is asked for."""
    if getattr(request, "param", "menu") == "menu":
        window = request.getfixturevalue("calc_menu")
        return lambda template, *options: MenuDirector(run, window, template, *options)
    typist = request.getfixturevalue("typist")
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

    def correct(self, row: int, result: str) -> None:
        """Type another result in place of one that is there."""
        _, *pair, old = self.director.rows("games", "round", "white", "black", "result")[row]
        for player, before, now in zip(pair, SCORES[old], SCORES[result]):
            self.points[player] += now - before
        self.director.type({f"games[{row}].result": result})

    def rename(self, old: str, new: str) -> None:
        """Correct a name."""
        self.director.rename(old, new)
        self.points[new] = self.points.pop(old)

    def check(self, status: str, to_play: Sequence[tuple[str, str]]) -> None:
        """Publish, and look at the page."""
        page = self.director.publish()
        assert page.status == status
        assert page.kind == ("news" if status.startswith("In progress") else "")
        assert {game.partition(": ")[2] for game in page.to_play} == {
            f"{white} – {black}" for white, black in to_play
        }
        points = page.column("Player", "Points")
        shown = {name: float(own) for name, own in points.items() if own}
        assert shown == {name: self.points[name] for name in shown}
        assert [*points][len(shown) :] == [name for name, own in points.items() if not own]


@pytest.mark.parametrize("director", ["commands", "menu"], indirect=True)
def test_a_chess_swiss(director) -> None:
    """A late entry, byes allocated and asked for, a forfeit, a withdrawal, corrections."""
    event = director(
        *("chess", "--rounds", 3, "--players", 12, "--tiebreaks", "BH", "--listed", "chosen"),
        *("--categories", 1),
    )
    names = [f"P{n:02}" for n in range(1, 12)]
    event.type(
        {f"listed[{n}].name": name for n, name in enumerate(names)}
        | {f"listed[{n}].rating": 2200 - 40 * n for n in range(len(names))}
    )
    assert event.status() == "In progress, 11 players without an entry"
    page = event.publish()
    assert [row["Player"] for row in page.table] == names
    assert "Place" not in page.table[0], "nobody has a place yet"

    rounds = ChessRounds(event, 3)
    rounds.play(1, event.pair("--seed", 1), ["1-0", "½-½", "0-1", "1-0", "1-0"])

    event.type({"listed[11].name": "Late", "listed[11].rating": 1500, "wall[3].r_2": "H"})
    rounds.check("In progress, 1 player without an entry", [])
    pairs = event.pair()
    assert not any("P04" in pair for pair in pairs), "who has asked for a bye"
    assert sum("Late" in pair for pair in pairs) == 1
    rounds.points["P04"] += 0.5
    rounds.play(2, pairs, ["1-0", "+--", "0-1", "½-½", "1-0"])

    rounds.correct(0, "½-½")
    rounds.rename("P07", "Paula")
    rounds.check("All checks passed", [])

    pairs = event.pair("--withdrawn", "P05")
    assert not any("P05" in pair for pair in pairs)
    rounds.play(3, pairs, ["½-½", "1-0", "0-1", "1-0", "½-½"])
    assert sum(rounds.points.values()) == 15 + 3 + 0.5
    event.command("export", event.book, "--to", "trf")
    said = event.refused("check", event.book, code=Exit.DIFFERENT)
    assert "3 rounds judged; 1 problem." in said, "round 2 follows from what was wrong"


def test_a_go_mcmahon(director) -> None:
    """Start scores by rank; a jigo, a forfeit, two who leave after a round, corrections."""
    event = director("go", "--rounds", 2, "--rows", 9, "--system", "mcmahon")
    ranks = ["3d", "2d", "1d", "1k", "2k", "3k", "4k", "5k", "6k"]
    names = [f"P{n}" for n in range(1, 10)]
    event.type(
        {f"entries[{n}].name": name for n, name in enumerate(names)}
        | {f"entries[{n}].rank": rank for n, rank in enumerate(ranks)}
        | {"McMahonBar": "1d", "McMahonFloor": "6k"}
    )
    start: dict[str, float] = {}
    wins: Counter[str] = Counter()

    def check(status: str, to_play: Sequence[tuple[str, str]]) -> None:
        page = event.publish()
        assert page.status == status
        assert {game.partition(": ")[2] for game in page.to_play} == {
            f"{white} – {black}" for white, black in to_play
        }
        scores = {name: float(mms) for name, mms in page.column("Player", "MMS").items()}
        assert scores == {name: start[name] + wins[name] for name in scores}

    results = [
        ["W+", "B+R", "=", "B+"],
        ["B+!", "W+3.5", "B+"],
    ]
    for number, of_round in enumerate(results, 1):
        pairs = event.pair("--seed", 1, *(("--withdrawn", "P9; P5") if number == 2 else ()))
        games = [pair for pair in pairs if pair[1]]
        free = [white for white, black in pairs if not black]
        before = f"In progress, round {number}: 0 of {len(games)} results"
        if number == 1:
            page = event.publish()
            byes = {name: float(name in free) for name in names}
            start.update(
                {n: float(mms) - byes[n] for n, mms in page.column("Player", "MMS").items()}
            )
            assert [start[name] for name in names] == sorted(start.values(), reverse=True)
        for name in free:
            wins[name] += 1
        check(before, games)
        rows = event.rows("games", "round", "white", "black")
        done = 0
        for some in thirds(list(zip(games, of_round, strict=True))):
            typed = {}
            for (white, black), result in some:
                typed[f"games[{rows.index([number, white, black])}].result"] = result
                if result == "=":
                    wins[white] += 0.5
                    wins[black] += 0.5
                else:
                    wins[white if result[0] == "W" else black] += 1
            event.type(typed)
            done += len(some)
            status = f"In progress, round {number}: {done} of {len(games)} results"
            check("All checks passed" if done == len(games) else status, games[done:])
        if number == 1:  # W+ was wrong
            event.type({"games[0].result": "B+"})
            wins.subtract(games[0][:1])
            wins.update(games[0][1:])
            event.rename("P4", "Pat")
            start["Pat"], wins["Pat"] = start.pop("P4"), wins.pop("P4")
            check("All checks passed", [])
    event.command("export", event.book, "--to", "opengotha")


def test_a_league(director) -> None:
    """Every game of the fixture list, out of order; corrections; a team that withdraws."""
    event = director("league", "--rules", "premier-league-2019", "--teams", 4, "--rows", 12)
    teams = ["Reds", "Blues", "Greens", "Golds"]
    event.type({f"listed[{n}].name": name for n, name in enumerate(teams)})
    fixtures = event.pair("--from", "2026-09-05")
    assert len(fixtures) == 6
    scores = dict(zip(fixtures, [(1, 0), (2, 2), (0, 3), (1, 1), (4, 2), (0, 1)], strict=True))
    points: Counter[str] = Counter(dict.fromkeys(teams, 0))
    rows = event.rows("results", "home", "away")
    to_play = list(fixtures)

    def check() -> None:
        page = event.publish()
        left = f"{len(to_play)} game{'s' * (len(to_play) > 1)} to play"
        assert page.status == (f"In progress, {left}" if to_play else "All checks passed")
        assert [game.partition(": ")[2] for game in page.to_play] == [
            f"{home} – {away}" for home, away in to_play
        ]
        assert {n: float(p) for n, p in page.column("Team", "Pts").items()} == points

    check()
    for some in thirds([fixtures[4], fixtures[0], fixtures[5], *fixtures[1:4]]):
        typed = {}
        for pair in some:
            row = rows.index([*pair])
            home, away = scores[pair]
            typed |= {f"results[{row}].home_score": home, f"results[{row}].away_score": away}
            points[pair[0]] += 3 * (home > away) + (home == away)
            points[pair[1]] += 3 * (away > home) + (home == away)
            to_play.remove(pair)
        event.type(typed)
        check()
    home, away = fixtures[0]
    event.type({f"results[{rows.index([home, away])}].away_score": 1})  # not 1-0
    points[home] -= 2
    points[away] += 1
    event.rename("Blues", "Azures")
    points["Azures"] = points.pop("Blues")
    check()
    event.type({"listed[3].out_after": "2026-09-12"})
    page = event.publish()
    assert page.status == "All checks passed"
    assert page.table[-1]["Team"] == "Golds"
    event.command("export", event.book, "--to", "csv")


def test_tantrix(director) -> None:
    """Two groups, matches in any order; somebody enters late and withdraws; corrections."""
    event = director("tantrix", "--groups", 2, "--players", 4, "--rows", 12, "--places", 1)
    players = {0: "Ann", 1: "Bob", 2: "Cy", 4: "Dora", 5: "Ed", 6: "Flo"}
    event.type({f"listed[{n}].name": name for n, name in players.items()})
    matches = [pair for pair in event.pair("--seed", 1) if pair[1]]
    assert len(matches) == 6
    rows = event.rows("results", "player_a", "player_b")
    tps: Counter[str] = Counter(dict.fromkeys(players.values(), 0))
    to_play = list(matches)
    shares = iter([22.5, 31, 18, 20, 9.4, 40])

    def check(late: str = "") -> None:
        page = event.publish()
        count = len(to_play)
        left = f"{count} match{'es' * (count > 1)} to play"
        assert page.status == (f"In progress, {left}" if to_play else "All checks passed")
        assert [game.partition(": ")[2] for game in page.to_play] == [
            f"{one} – {other}" for one, other in to_play
        ]
        shown = page.column("Player", "TPs")
        if any(tps.values()):
            assert {n: float(t) for n, t in shown.items() if n != late} == tps
            assert page.column("Player", "Decided by").get(late) in ("withdrew", None)
        else:
            assert shown == dict.fromkeys(tps, ""), "a column that says nothing is left out"

    check()
    for some in thirds(matches):
        typed = {}
        for pair in some:
            row, own = rows.index([*pair]), next(shares)
            typed |= {f"results[{row}].games": 2, f"results[{row}].tps_a": own}
            typed[f"results[{row}].tps_b"] = 40 - own
            tps[pair[0]] += own
            tps[pair[1]] += 40 - own
            to_play.remove(pair)
        event.type({**typed, "listed[7].name": "Late", "listed[7].withdrew": "void"})
        check("Late")
    one, other = matches[0]
    row = rows.index([one, other])
    event.type({f"results[{row}].tps_a": 20, f"results[{row}].tps_b": 20})  # not 22.5-17.5
    tps[one] -= 2.5
    tps[other] += 2.5
    event.rename("Cy", "Cyrus")
    tps["Cyrus"] = tps.pop("Cy")
    check("Late")
    event.command("export", event.book, "--to", "csv")


def test_a_bridge_session(director) -> None:
    """A Howell written into the travellers, then score after score; corrections."""
    event = director("bridge", "--pairs", 4, "--tables", 2, "--boards", 6)
    event.type(
        {f"listed[{n}].pair": str(n + 1) for n in range(4)}
        | {f"listed[{n}].names": f"Team {n + 1}" for n in range(4)}
    )
    event.pair("--movement", "howell")
    lines = [
        (at, board, str(ns), str(ew))
        for at, (board, ns, ew) in enumerate(event.rows("travellers", "board", "ns", "ew"))
        if ns not in (None, "") and ew not in (None, "")
    ]
    assert len(lines) == 12
    scores = [420, -50, 110, 110, 600, "NP", -90, 140, 50, -50, 620, 170]
    typed_so_far = 0
    for some in thirds(list(zip(lines, scores, strict=True))):
        event.type({f"travellers[{at}].score": score for (at, *_), score in some})
        typed_so_far += len(some)
        page = event.publish()
        left = len(lines) - typed_so_far
        status = f"In progress, {typed_so_far} of {len(lines)} results"
        assert page.status == (status if left else "All checks passed")
        assert len(page.to_play) == left
        assert all(game.startswith("Board ") for game in page.to_play)
    scores[1] = 50  # not -50
    event.type({f"travellers[{lines[1][0]}].score": 50, "listed[1].names": "Bea & Bo"})
    page = event.publish()
    assert page.status == "All checks passed"
    assert any("Bea & Bo" in row.values() for row in page.table)
    points: Counter[str] = Counter()
    boards: Counter[str] = Counter()
    by_board: dict[object, list[tuple[str, str, object]]] = {}
    for (_, board, ns, ew), score in zip(lines, scores, strict=True):
        by_board.setdefault(board, []).append((ns, ew, score))
    for results in by_board.values():
        numbers = [score for *_, score in results if isinstance(score, int)]
        for ns, ew, score in results:
            if isinstance(score, int):
                own = 100 * (sum(score > n for n in numbers) + (numbers.count(score) - 1) / 2)
                percent = own / (len(numbers) - 1) if len(numbers) > 1 else 50
                points[ns] += percent
                points[ew] += 100 - percent
                boards.update((ns, ew))
    shown = {row["Pair"]: float(row["%"]) for row in page.table}
    assert shown == {p: pytest.approx(points[p] / boards[p], abs=0.006) for p in shown}
    event.command("export", event.book, "--to", "usebio")


def test_a_month_of_kdice(director) -> None:
    """The one game without pairings: profiles are typed, one of them late, one of them wrong."""
    event = director("kdice", "--rows", 4)
    profiles = {"Ann": [20, 10, 8, 8, 8, 8, 8], "Bob": [10] * 7, "Late": [5, 5, 5, 5, 5, 5, 40]}

    def type_in(at: int, name: str) -> None:
        row = f"players[{at}]"
        games = {f"{row}.p{place}": count for place, count in enumerate(profiles[name], 1)}
        event.type({f"{row}.name": name, f"{row}.games": sum(profiles[name]), **games})

    def check(*names: str) -> None:
        page = event.publish()
        assert page.status == "All checks passed"
        assert [row["Player"] for row in page.table] == [*names]

    type_in(0, "Ann")
    type_in(1, "Bob")
    check("Ann", "Bob")
    type_in(2, "Late")
    check("Late", "Ann", "Bob")
    profiles["Late"] = [11] + [10] * 6
    type_in(2, "Late")
    event.rename("Bob", "Bobby")
    check("Ann", "Late", "Bobby")
    event.command("export", event.book, "--to", "csv")
