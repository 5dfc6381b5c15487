"""Teams placed one at a time, the criteria beginning again, against plain arithmetic."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tests.explanations.events import calculated
from tests.saved import read_standings
from tests.templates import plain_libreoffice
from tests.templates.calculated import Calculated
from xl_tourney.explanations.explain import explain
from xl_tourney.generator.generate import made
from xl_tourney.readers.league import League, LeagueGame, format_csv
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.files import read_rules

LONDON = """name = "London"
source = "londonleague mailing list, message 1303"
points = "2-1-0"
criteria = ["Wins", "Head-to-head wins", "Head-to-head difference", "Head-to-head for", "For"]
restart = true
"""
TEAMS = "ABCDE"
Played = list[tuple[str, str, int, int]]
OF_LONDON: Played = [
    ("A", "B", 10, 8),
    ("C", "D", 9, 1),
    ("B", "C", 10, 3),
    ("A", "D", 9, 1),
    ("C", "A", 10, 9),
    ("B", "D", 8, 1),
]


def of(played: Played, rules: str, functions: str, folder: Path) -> Calculated:
    games = [LeagueGame(*game, str(nth)) for nth, game in enumerate(played, 1)]
    built = TEMPLATES["league"].build(League(games), rules=rules, functions=functions)
    return Calculated(built, folder)


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_a_london_league_begins_again_with_the_rest(functions: str, tmp_path: Path) -> None:
    """By the games among the three B is ahead, +5 to +1 and -6; then C beat A."""
    rows = of(OF_LONDON, LONDON, functions, tmp_path).rows("standings", "place name decided", 4)
    assert rows == [
        [1, "B", "Head-to-head difference"],
        [2, "C", "Head-to-head wins"],
        [3, "A", "Head-to-head wins"],
        [4, "D", "Wins"],
    ]


def figures(name: str, team: str, among: set[str], played: Played) -> float:
    """A criterion by plain arithmetic."""
    own = [(a, b) for h, w, a, b in played if h == team and w in among]
    own += [(b, a) for h, w, a, b in played if w == team and h in among]
    if name == "wins":
        return sum(a > b for a, b in own)
    return sum(a - b if name == "difference" else a for a, b in own)


def placed(played: Played) -> list[set[str]]:
    """The teams from the first place on, those who share one together."""

    def first(tied: set[str]) -> set[str]:
        for name in ("wins", "difference", "for"):
            of_each = {team: figures(name, team, tied, played) for team in tied}
            best = {team for team in tied if of_each[team] == max(of_each.values())}
            if best != tied:
                return first(best)
        of_all = {team: figures("for", team, {*TEAMS}, played) for team in tied}
        best = {team for team in tied if of_all[team] == max(of_all.values())}
        return best if best == tied or len(best) == 1 else first(best)

    order: list[set[str]] = []
    wins = {team: figures("wins", team, {*TEAMS}, played) for team in TEAMS}
    for level in sorted({*wins.values()}, reverse=True):
        tied = {team for team in TEAMS if wins[team] == level}
        while tied:
            order.append(first(tied))
            tied -= order[-1]
    return order


@pytest.mark.slow
def test_random_round_robins_are_placed_as_by_hand(tmp_path: Path) -> None:
    pairs = list(combinations(TEAMS, 2))
    none = [(*pair, 0, 0) for pair in pairs]
    book = of(none, LONDON, "native", tmp_path)
    once = of(none, LONDON.replace("restart = true", ""), "native", tmp_path)
    again = 0
    for seed in range(40):
        chance = Random(seed)
        played = [(*pair, chance.randrange(4), chance.randrange(4)) for pair in pairs]
        changes = {}
        for at, (*_, own, other) in enumerate(played):
            changes |= {f"results[{at}].home_score": own, f"results[{at}].away_score": other}
        rows = book.change(changes).rows("standings", "place name", 5)
        expected, place = [], 1
        for level in placed(played):
            expected += [[place, name] for name in sorted(level)]
            place += len(level)
        assert sorted(rows) == sorted(expected), seed
        again += once.change(changes).rows("standings", "place name", 5) != rows
    assert again > 3, "beginning again has to make a difference"


def test_a_tie_that_nothing_separates_is_shared(tmp_path: Path) -> None:
    """All won one of the games among them by the same scores: the lot decides, if there is one."""
    level = [("A", "B", 2, 1), ("B", "C", 2, 1), ("C", "A", 2, 1)]
    book = of(level, LONDON, "native", tmp_path)
    assert [row[0] for row in book.rows("standings", "place", 3)] == [1, 1, 1]
    drawn = book.change({"listed[1].lot": 1})
    assert drawn.rows("standings", "place name decided", 3) == [
        [1, "B", "Lot"],
        [2, "C", "Head-to-head wins"],
        [3, "A", "Head-to-head wins"],
    ]


def results_of(played: Played, folder: Path) -> Path:
    games = [LeagueGame(*game, str(nth)) for nth, game in enumerate(played, 1)]
    results = folder / "games.csv"
    results.write_bytes(format_csv(League(games), by_game=True).content)
    return results


def test_a_sentence_says_with_whom_it_began_again(tmp_path: Path) -> None:
    results = results_of(OF_LONDON, tmp_path)
    book = calculated(TEMPLATES["league"], results, rules=LONDON)
    said = {name: next(explain(book, name).lines()) for name in ("B", "A", "C over A")}
    assert [said["B"], said["A"]] == [
        "B is 1st of 4: 2 wins like A and C; ahead by goal difference in the games between them, "
        "+5 against +1.",
        "A is 3rd of 4: 2 wins like B and C; behind by goal difference in the games between them, "
        "+1 against +5; behind by wins in the games between them, 0 against 1.",
    ]
    assert said["C over A"].startswith("C is above A: 2 wins each, ahead by wins in the games")


@pytest.mark.slow
@pytest.mark.parametrize("rules", [LONDON, "american-football"], ids=["London", "NFL"])
def test_plain_libreoffice_begins_again_too(
    rules: str, tmp_path: Path, libreoffice: object
) -> None:
    path = tmp_path / "book.xlsx"
    results = results_of(OF_LONDON, tmp_path)
    path.write_bytes(made(TEMPLATES["league"], results, "book.xlsx", rules=rules)[0])
    plain_libreoffice.convert([path], tmp_path / "saved")
    own, its = ([t.rows for t in read_standings(p)] for p in (path, tmp_path / "saved/book.xlsx"))
    assert own == its


def test_goalball_and_the_nfl_begin_again() -> None:
    assert read_rules("goalball").restart and read_rules("nfl").restart
