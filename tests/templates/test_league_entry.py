"""A league as a person fills it in: fixtures, mistakes, withdrawals, overtime, play-offs."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from tests.templates.test_tantrix import failing_checks
from xl_tourney.errors import OptionError
from xl_tourney.readers.league import League, LeagueGame, TeamRecord
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.rules.criteria import MAX_CRITERIA
from xl_tourney.templates.league.rules.files import read_rules

TEMPLATE = TEMPLATES["league"]
CHECKS = 14
NAMES = ("Reds", "Blues", "Greens", "Golds")
COMPLETE, LISTED, ITSELF, TWICE, TEAMS, COUNTED, SEASON, OPTIONS, BESIDE, FOLLOWED, LINE = range(
    1, 12
)
DEDUCTED, OUT, FAIR, LOT = "deducted", "out_after", "fair", "lot"
"""The columns of Setup beside the teams."""
GAME = ("round", "home", "away", "home_score", "away_score", "overtime")


def rows_of(book):
    return {row["name"]: row for row in book.table("standings") if row["name"]}


def played(book, *keys):
    return {team: [row[key] for key in keys] for team, row in rows_of(book).items()}


def type_in(book, row, *cells):
    """A row of Results, cell by cell; blank ones are left alone."""
    for key, value in zip(GAME, cells):
        if value is not None:
            book.change({f"results[{row}].{key}": value})


class Typed:
    """A workbook whose cells are put back after each test."""

    def __init__(self, book):
        self.book, self.before = book, {}

    def __getitem__(self, place):
        return self.book[place]

    def rows(self, name, keys, count=None):
        return self.book.rows(name, keys, count)

    def table(self, name):
        return self.book.table(name)

    def change(self, changes):
        for place in changes:
            self.before.setdefault(place, self.book[place])
        self.book.change(changes)
        return self

    def use(self, name):
        """Choose other rules in the cells of Setup."""
        rules = read_rules(name)
        criteria = [*rules.criteria, *[None] * MAX_CRITERIA][:MAX_CRITERIA]
        chosen = {f"Criterion{k}": name for k, name in enumerate(criteria, 1)}
        return self.change({**chosen, "HeadToHead": rules.head_to_head})

    def restore(self):
        self.book.change({k: None if v == "" else v for k, v in self.before.items()})


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """All meet twice: the fixtures, built once."""
    pairs = [*combinations(NAMES, 2), *((away, home) for home, away in combinations(NAMES, 2))]
    games = [LeagueGame(h, a, None, None, str(1 + at // 2)) for at, (h, a) in enumerate(pairs)]
    workbook = TEMPLATE.build(League(games), rules="fifa-2026", places=2)
    return Calculated(workbook, tmp_path_factory.mktemp("round_robin"))


@pytest.fixture
def round_robin(kept):
    typed = Typed(kept)
    yield typed
    typed.restore()


@pytest.mark.slow
def test_fixtures_are_games_to_play(round_robin) -> None:
    book = round_robin
    assert played(book, "played", "to_play", "points") == {team: [0, 6, 0] for team in NAMES}
    assert book["Status"] == "In progress, 12 games to play" and book["GamesToPlay"] == 12
    type_in(book, 0, None, None, None, 2, 1)
    assert played(book, "played", "to_play", "points")["Reds"] == [1, 5, 3]
    assert played(book, "played", "to_play", "points")["Blues"] == [1, 5, 0]
    assert book["Status"] == "In progress, 11 games to play" and book["GamesToPlay"] == 11


def test_a_game_is_typed_cell_by_cell_and_the_others_stay_right(round_robin) -> None:
    """At every step the teams of other rows keep their figures."""
    book = round_robin.change(
        {f"results[{row}].{c}": None for row in range(1, 12) for c in GAME[:3]}
    )
    results(book, [(2, 1)])
    others = ("Reds", "Blues")
    figures = {team: played(book, "played", "points", "place")[team] for team in others}
    assert book["Status"] == "All checks passed"
    steps = [
        ("home", "Greens"),
        ("away", "Golds"),
        ("home_score", "2:1"),
        ("home_score", 2),
        ("away_score", "one"),
        ("away_score", 0),
    ]
    failing = [{COMPLETE}, set(), {COMPLETE}, {COMPLETE}, {COMPLETE}, set()]
    for (key, value), wrong in zip(steps, failing):
        book.change({f"results[1].{key}": value})
        assert failing_checks(book, CHECKS) == wrong, (key, value)
        assert bool(book["results[1].problem"]) == bool(wrong) and book["results[0].problem"] == ""
        now = played(book, "played", "points")
        assert {team: now[team] for team in others} == {t: f[:2] for t, f in figures.items()}
    assert played(book, "played", "points")["Greens"] == [1, 3]


def test_one_score_cell_with_both_scores_is_asked_about(round_robin) -> None:
    """A program makes a time of 2:1; the other cell is blank, so the row is not complete."""
    book = round_robin
    for typed in ("2:1", "2-1", 2.0 / 24 + 1.0 / 1440):
        book.change({"results[0].home_score": typed})
        assert failing_checks(book, CHECKS) == {COMPLETE}
        said = "Not complete: two teams" if isinstance(typed, str) else "A score is below 0, or a"
        assert book["results[0].problem"].startswith(said)
        assert played(book, "played", "to_play")["Golds"] == [0, 6]
    assert book.change({"results[0].home_score": None})["Status"].startswith("In progress")


@pytest.mark.parametrize("bye", ["Bye", "BYE", "Freilos", "spielfrei"])
def test_a_bye_is_no_game(round_robin, bye) -> None:
    book = round_robin
    before = played(book, "played", "to_play")
    type_in(book, 12, "7", "Reds", bye)
    assert played(book, "played", "to_play") == before
    book.change({"results[12].home_score": 3, "results[12].away_score": 0})
    assert played(book, "played", "to_play") == before
    assert book["Status"] == "In progress, 12 games to play"
    book.change({"listed[4].name": bye})
    assert played(book, "played", "to_play") == before and book["TeamsListed"] == 4
    book.change({"listed[4].name": None, **{f"results[12].{c}": None for c in GAME[:5]}})


def results(book, scores):
    """Type scores into the fixtures."""
    for row, score in enumerate(scores):
        if score:
            scored = dict(zip(GAME[3:5], score))
            book.change({f"results[{row}].{key}": value for key, value in scored.items()})


def test_points_deducted(round_robin) -> None:
    book = round_robin
    results(book, [(1, 0), (1, 0), (1, 0), (2, 0), (0, 1), (1, 1)])
    assert played(book, "points")["Reds"] == [9]
    book.change({f"listed[0].{DEDUCTED}": 7})
    assert played(book, "points", "place")["Reds"] == [2, 3]
    assert book["Status"] == "In progress, 6 games to play"
    book.change({f"listed[0].{DEDUCTED}": "seven"})
    assert failing_checks(book, CHECKS) == {BESIDE} and played(book, "points")["Reds"] == [9]


def test_a_team_that_withdraws_stands_last(round_robin) -> None:
    """Its results stand or are annulled, and what it had still to play is not played."""
    book = round_robin
    results(book, [(1, 0), (1, 0), (1, 0), (2, 0), (0, 1), (1, 1)])
    before = played(book, "played", "to_play", "points")
    assert before == {
        "Reds": [3, 3, 9],
        "Golds": [3, 3, 4],
        "Blues": [3, 3, 3],
        "Greens": [3, 3, 1],
    }
    book.change({f"listed[0].{OUT}": "3"})
    stand = played(book, "played", "to_play", "points", "place", "decided")
    assert stand["Reds"] == [3, 0, 9, 4, "Withdrawn"]
    assert stand["Golds"][:4] == [3, 2, 4, 1]
    assert book["Status"] == "In progress, 3 games to play"
    book.change({"Withdrawn": "annul"})
    annulled = played(book, "played", "to_play", "points", "place")
    assert annulled == {
        "Golds": [2, 2, 4, 1],
        "Blues": [2, 2, 3, 2],
        "Greens": [2, 2, 1, 3],
        "Reds": [0, 0, 0, 4],
    }
    assert book["Status"] == "In progress, 3 games to play"
    assert failing_checks(book.change({"Withdrawn": "perhaps"}), CHECKS) == {OPTIONS}


@pytest.mark.slow
def test_a_tie_across_the_line_is_asked_about_until_it_is_settled(round_robin) -> None:
    """Not before the end: while games are to be played a tie is none of the director's concern."""
    book = round_robin.change({"Places": 1, "SeasonGames": 6})
    scores = [(1, 0)] * 5 + [None]
    results(book, scores)
    assert failing_checks(book, CHECKS) == set()
    results(book, [(1, 1)] * 12)
    assert [row["mark"] for row in rows_of(book).values()] == ["?="] * 4
    assert failing_checks(book, CHECKS) == {LINE}
    assert book["Status"] == "1 of 15 checks need a look: see Checks"
    book.change({f"listed[2].{LOT}": 1})
    assert failing_checks(book, CHECKS) == set()
    first, *others = rows_of(book).values()
    assert [first[key] for key in ("name", "mark", "decided")] == ["Greens", "Q", "Lot"]
    assert [row["mark"] for row in others] == ["="] * 3
    assert failing_checks(book.change({f"listed[2].{LOT}": 0}), CHECKS) == {BESIDE, LINE}


@pytest.mark.slow
def test_without_the_length_of_the_season_it_is_over_when_all_have_met(round_robin) -> None:
    book = round_robin.change({"Places": 1})
    results(book, [(1, 1)] * 11)
    assert (book["SeasonOver"], failing_checks(book, CHECKS)) == (0, set())
    results(book, [(1, 1)] * 12)
    assert (book["SeasonOver"], failing_checks(book, CHECKS)) == (1, {LINE})


def test_head_to_head_may_wait_for_the_end(round_robin) -> None:
    """Reds beat Blues and have the worse difference: it counts when no game is left."""
    book = round_robin.use("la-liga-2010")
    results(book, [(1, 0), (0, 3), (1, 1), (4, 0), (0, 0), (2, 3)])
    reds, blues = rows_of(book)["Reds"], rows_of(book)["Blues"]
    assert (reds["points"], blues["points"]) == (4, 4) and blues["place"] < reds["place"]
    assert book["UseHeadToHead"] == 0
    book.change({"HeadToHead": "once"})
    assert rows_of(book)["Reds"]["place"] < rows_of(book)["Blues"]["place"]


def hides_overtime(workbook) -> bool:
    overtime = Tables(workbook.tables)["results"].letter("overtime")
    return workbook["Results"].column_dimensions[overtime].hidden


@pytest.mark.slow
def test_overtime_counts_as_the_points_say(calculated) -> None:
    games = [
        LeagueGame("Reds", "Blues", 3, 2, "1", "yes"),
        LeagueGame("Greens", "Golds", 1, 0, "1"),
    ]
    workbook = TEMPLATE.build(League(games), rules="fifa-2022", points="3-2-1-0", places=1)
    book = calculated(workbook)
    assert played(book, "points", "won", "late_won", "late_lost", "lost") == {
        "Greens": [3, 1, 0, 0, 0],
        "Reds": [2, 0, 1, 0, 0],
        "Blues": [1, 0, 0, 1, 0],
        "Golds": [0, 0, 0, 0, 1],
    }
    assert book["Status"] == "All checks passed"
    assert not hides_overtime(workbook)
    plain = TEMPLATE.build(League(games[1:]), rules="fifa-2022")
    assert hides_overtime(plain)


def test_home_and_away_tables(round_robin) -> None:
    book = round_robin
    results(book, [(2, 0), (1, 1), (3, 0), (0, 1), (2, 2), (0, 2), (1, 3)])
    figures = [
        "place",
        "played",
        "won",
        "tied",
        "lost",
        "scored",
        "conceded",
        "difference",
        "points",
    ]
    home, away = (
        {
            name: row
            for name, *row in book.rows(
                side, " ".join(f"{side}_{key}" for key in ("name", *figures)), 4
            )
        }
        for side in ("home", "away")
    )
    assert home["Reds"] == [1, 3, 2, 1, 0, 6, 1, 5, 7]
    assert home["Blues"] == [2, 3, 0, 1, 2, 3, 6, -3, 1]
    assert home["Golds"] == [3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert home["Greens"] == [4, 1, 0, 0, 1, 0, 2, -2, 0]
    assert away["Golds"] == [2, 3, 1, 1, 1, 4, 5, -1, 4]
    for team in NAMES:
        both = [h + a for h, a in zip(home[team][1:], away[team][1:])]
        row = rows_of(book)[team]
        keys = ("played", "won", "tied", "lost", "scored", "conceded", "difference", "points")
        assert both == [row[key] for key in keys]


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({"Criterion2": "Luck"}, {OPTIONS}),
        ({"WinPoints": "three"}, {OPTIONS}),
        ({"HeadToHead": "twice"}, {OPTIONS}),
        ({f"listed[1].{FAIR}": "clean"}, {BESIDE}),
        ({f"listed[1].{LOT}": "first"}, {BESIDE}),
        ({"listed[4].name": "reds"}, {TEAMS}),
    ],
    ids=str,
)
def test_every_new_check_fails_when_it_should(round_robin, changes, failing) -> None:
    results(round_robin, [(2, 1)])
    assert failing_checks(round_robin.change(changes), CHECKS) == failing


def test_criteria_that_are_left_over_are_reported(round_robin) -> None:
    """Two runs of five after six criteria take all the steps there are."""
    run = [f"Head-to-head {key}" for key in ("points", "difference", "for", "wins", "away for")]
    criteria = [*["Wins"] * 6, *run, "Fair play"]
    book = round_robin.change({f"Criterion{k}": name for k, name in enumerate(criteria, 1)})
    assert failing_checks(book, CHECKS) == set()
    results(book, [(1, 1), *[(0, 0)] * 5] * 2)
    assert failing_checks(book, CHECKS) == {FOLLOWED}
    assert failing_checks(book.change({"HeadToHead": "once"}), CHECKS) == set()


def test_rules_are_for_games() -> None:
    assert "Race" in TEMPLATE.build(rules="uefa-2024").sheetnames
    with pytest.raises(OptionError, match="one row a game"):
        TEMPLATE.build(League([TeamRecord("Reds", 1, 0)]), rules="uefa-2024")
    for wrong, message in (
        ({"points": "3-1"}, "points is “3-1”; give win-draw-loss"),
        ({"points": "0-1-3"}, "points is “0-1-3”"),
        ({"criteria": "Points, Luck"}, "criteria has “Luck”; choose among Points, Pct"),
        ({"criteria": ",".join(["Points"] * 13)}, "room for 12 criteria, not 13"),
    ):
        with pytest.raises(OptionError, match=message):
            TEMPLATE.build(rules="fifa-2022", **wrong)
