"""What a file of a league brings beside scores is used, or refused in a sentence; named places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import InputError, OptionError
from xl_tourney.readers.league import League, LeagueGame, groups, read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["league"]


def from_text(folder: Path, text: str) -> League:
    (folder / "games.csv").write_text(text, "utf-8")
    return read(source_of(folder / "games.csv"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "home,away,score,points_deducted\nA,B,2-1,3\nB,C,1-1,\n",
            "points_deducted does not say from whom: call it home_deducted or away_deducted",
        ),
        (
            "home,away,score,group\nA,B,2-1,X\nC,D,1-1,Y\nA,D,1-0,Y\n",
            "row 4: A is in group Y here and in group X in row 2; correct one of them",
        ),
        ("team,wins,losses,group\nA,2,1,X\nB,1,2,Y\n", "these are 2 tables; say --only"),
        ("team,wins,losses,points deducted\nA,2,1,3\nB,1,2,\n", "is for results with one row a"),
        ("home,away,sets\nA,B,25-20 25-x\n", "sets must be the points of each set such as 11-7"),
        ("home,away,score,sets\nA,B,2-1,11-5 11-6\n", "the score is 2-1, but sets gives 2-0"),
    ],
)
def test_what_cannot_be_used_is_refused(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_text(tmp_path, text)


def test_a_second_figure_needs_rules_that_count_it(tmp_path: Path) -> None:
    league = from_text(tmp_path, "home,away,score,home tries,away tries\nA,B,20-10,2,1\n")
    with pytest.raises(OptionError, match=r"have a second figure of each side .* choose others"):
        TEMPLATE.build(league, rules="fifa-2022")


def test_groups_of_a_file_go_by_percentage_too(tmp_path: Path) -> None:
    league = from_text(tmp_path, "home,away,score,group\nA,B,2-1,X\nC,D,1-0,Y\n")
    assert groups(league) == {"A": "X", "B": "X", "C": "Y", "D": "Y"}
    headings = [cell.value for cell in TEMPLATE.build(league)["Standings"][5]]
    assert {"Group", "Pct", "GB"} <= {*headings}


def test_games_of_one_group_are_one_table(tmp_path: Path) -> None:
    league = from_text(tmp_path, "home,away,score,group\nA,B,2-1,X\nB,C,1-0,X\n")
    assert groups(league) == {}
    assert "Group" not in [cell.value for cell in TEMPLATE.build(league)["Standings"][5]]


def test_the_score_follows_from_sets(tmp_path: Path) -> None:
    league = from_text(tmp_path, "home,away,sets\nA,B,25-20 22-25 25-18 25-23\nB,A,\n")
    first, second = league.rows
    assert isinstance(first, LeagueGame) and isinstance(second, LeagueGame)
    assert (first.home_score, first.away_score) == (3, 1)
    assert (first.home_second, first.away_second) == (97, 86)
    assert second.home_score is None


FOUR = [LeagueGame(*pair, 2, 0, str(at)) for at, pair in enumerate(("AB", "CD", "AC", "BD"), 1)]


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_bonus_points_that_are_typed_count_in_place_of_the_rules(calculated, functions) -> None:
    """B loses by two, which gives a point; a typed 0 takes it away."""
    book = calculated(TEMPLATE.build(League(FOUR), functions=functions, rules="kabaddi"))
    points = {row["name"]: (row["bonus"], row["points"]) for row in book.table("standings")[:4]}
    assert points == {"A": (0, 10), "B": (1, 6), "C": (1, 6), "D": (2, 2)}
    book.change({"results[0].away_bonus": 0})
    assert {row["name"]: row["points"] for row in book.table("standings")[:4]}["B"] == 5


@pytest.mark.slow
def test_points_given_count_from_their_round_on_in_the_race(calculated, tmp_path) -> None:
    league = from_text(
        tmp_path,
        "round,home,away,score,home_deducted,reason\n1,A,B,2-0,,\n2,C,D,1-0,,\n"
        "3,A,C,1-1,2,Late paper\n",
    )
    book = calculated(TEMPLATE.build(league, rules="bundesliga"))
    assert book["listed[0].reason"] == "Late paper" and book["listed[0].deducted_from"] == "3"
    after = book.column("race", "after", 12)
    heads = {at: book.headings("race", f"team_{at}")[0] for at in range(4)}
    (a,) = [at for at, name in heads.items() if name == "A"]
    of_a = dict(zip(after, book.column("leads", f"team_{a}", 12)))
    assert [of_a[label] for label in ("Start", "1", "2", "3")] == [0, 3, 3, 2]


@pytest.mark.slow
def test_places_have_names_and_the_last_are_counted_from_below(calculated) -> None:
    teams = [f"T{at}" for at in range(18)]
    games = [
        LeagueGame(one, other, 1, 0, "1")
        for at, one in enumerate(teams)
        for other in teams[at + 1 :]
    ]
    book = calculated(TEMPLATE.build(League(games), rules="bundesliga"))
    zones = book.column("standings", "zone", 18)
    assert zones == [
        *["Champions League"] * 4, *[""] * 11, "Play-off against relegation", *["Relegated"] * 2,
    ]  # fmt: skip
    book.change({"Line1To": 5, "Line1Name": "Europe"})
    assert book.column("standings", "zone", 18)[:6] == [*["Europe"] * 5, ""]


@pytest.mark.slow
def test_twelve_groups_of_the_world_cup_and_eight_best_thirds(calculated) -> None:
    """32 of 48 teams go on; in three groups fewer of the goals make the third go out."""
    games = [
        LeagueGame(f"{name}{one}", f"{name}{other}", 1 + (one == 1) * at, 0, "1", group=name)
        for at, name in enumerate("ABCDEFGHIJKL")
        for one in range(1, 5)
        for other in range(one + 1, 5)
    ]
    book = calculated(TEMPLATE.build(League(games), rules="fifa-2026"))
    table = book.table("standings")[:48]
    assert [row["place"] for row in table] == [1, 2, 3, 4] * 12
    gone_on = [row["name"] for row in table if row["mark"] == "Q"]
    thirds = [row["name"] for row in book.table("across")[:12]]
    assert len(gone_on) == 32 and thirds == [f"{name}3" for name in "ABCDEFGHIJKL"]
    assert [name for name in gone_on if name.endswith("3")] == thirds[:8]
    assert {row["state"] for row in table if row["name"] in thirds[8:]} == {"out"}


@pytest.mark.slow
def test_a_level_game_can_have_a_winner(tmp_path: Path) -> None:
    """A super over: two points, and runs as they were."""
    league = from_text(
        tmp_path,
        "home,away,score,home overs,away overs,overtime\n"
        "Reds,Blues,160-160,20,20,blues\nBlues,Reds,150-140,20,20,\n",
    )
    assert [game.overtime for game in league.rows] == ["Blues", ""]
    book = Calculated(TEMPLATE.build(league, rules="cricket-t20"), tmp_path)
    keys = "name won lost tied points rate"
    assert book.rows("standings", keys, 2) == [
        ["Blues", 2, 0, 0, 4, 0.25],
        ["Reds", 0, 2, 0, 0, -0.25],
    ]
    book.change({"results[0].overtime": "Golds"})
    assert book["results[0].problem"].startswith("Overtime is yes, OT, SO")
    book.change({"results[0].overtime": "Blues", "results[0].home_score": 161})
    assert book["results[0].problem"].startswith("Overtime is yes, OT, SO")
    with pytest.raises(InputError, match="overtime names Blues as the winner, who is behind"):
        from_text(tmp_path, "home,away,score,overtime\nReds,Blues,2-1,Blues\nReds,Blues,0-0,\n")


@pytest.mark.slow
def test_games_between_count_where_all_have_met_equally_often(tmp_path: Path) -> None:
    """A beat B, C has met neither: all three have a win and a loss, and C has most goals."""
    text = "home,away,score\nA,B,1-0\nD,A,1-0\nB,E,1-0\nC,D,9-0\nE,C,1-0\nD,F,1-0\nE,F,1-0\n"
    rules = """name = "Equally"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Head-to-head points", "For"]
"""
    for more, order in (("", "ACB"), ("met_equally = true\n", "CAB")):
        book = Calculated(TEMPLATE.build(from_text(tmp_path, text), rules=rules + more), tmp_path)
        names = [name for (name,) in book.rows("standings", "name", 6)]
        assert [name for name in names if name in "ABC"] == list(order)
    both = "home,away,score\nA,B,1-0\nC,A,1-0\nB,D,9-0\nC,D,1-0\n"
    book = Calculated(TEMPLATE.build(from_text(tmp_path, both), rules=rules + more), tmp_path)
    assert book.rows("standings", "name decided", 2)[1] == ["A", "Head-to-head points"]


@pytest.mark.slow
def test_difference_per_game(tmp_path: Path) -> None:
    """B has a difference of 4 in two games, and A one of 5 in three."""
    scores = [("A", "C", 6, 0), ("C", "A", 1, 0), ("A", "D", 0, 0), ("B", "D", 4, 0)]
    games = [LeagueGame(*score, str(nth)) for nth, score in enumerate([*scores, ("B", "C", 0, 0)])]
    built = TEMPLATE.build(League(games), points="3-1-0", criteria="Points,Difference per game")
    calculated = Calculated(built, tmp_path)
    rows = calculated.rows("standings", "name points difference decided", 2)
    assert rows == [["B", 4, 4, "Difference per game"], ["A", 4, 5, "Difference per game"]]


@pytest.mark.slow
def test_net_run_rate_of_the_games_among_the_tied(tmp_path: Path) -> None:
    """A, B and C have beaten each other in a circle; the runs against D count for none of them."""
    rules = """name = "Cricket"
source = "Made for this test."
points = "2-1-0"
criteria = ["Points", "Head-to-head net run rate"]
scores = "runs"
overs = 20
"""
    scores = [("A", "B", 150, 140), ("B", "C", 170, 100), ("C", "A", 120, 110)]
    scores += [("A", "D", 90, 80), ("B", "D", 90, 80), ("C", "D", 250, 20)]
    games = [
        LeagueGame(*score, str(nth), home_second=20, away_second=19.3)
        for nth, score in enumerate(scores)
    ]
    rows = Calculated(TEMPLATE.build(League(games), rules=rules), tmp_path).rows(
        "standings", "name decided", 3
    )
    rates = {
        "A": (150 + 110) / 39.5 - (140 + 120) / 39.5,
        "B": (140 + 170) / 39.5 - (150 + 100) / 39.5,
        "C": (100 + 120) / 39.5 - (170 + 110) / 39.5,
    }
    assert [name for name, _ in rows] == sorted(rates, key=lambda team: -rates[team])
    assert {decided for _, decided in rows} == {"Head-to-head net run rate"}


@pytest.mark.slow
def test_a_race_leaves_ties_open_that_it_cannot_decide(tmp_path: Path) -> None:
    """A criterion that it does not know, and games between that may not count."""
    games = [LeagueGame("A", "B", 1, 0, "1"), LeagueGame("B", "A", None, None, "2")]
    met = """name = "Met equally"
source = "Made for this test."
points = "3-1-0"
criteria = ["Points", "Head-to-head points"]
met_equally = true
"""
    two = met.replace("met_equally", "only_two")
    per_game = {"points": "3-1-0", "criteria": "Points,Difference per game"}
    for options in (per_game, {"rules": met}, {"rules": two}):
        built = TEMPLATE.build(League(games), functions="addin", **options)
        book = Calculated(built, tmp_path)
        assert book["Status"] == "In progress, 1 game to play"
        assert book.rows("standings", "best_place worst_place", 2) == [[1, 2], [1, 2]]


@pytest.mark.slow
def test_the_game_between_decides_only_of_two(tmp_path: Path) -> None:
    """A has beaten B and C, and B has beaten C; all three are level, and C has the difference.

    E has beaten F, and these two are level with 2 points, with the difference of F.
    """
    rules = """name = "Of two"
source = "Made for this test."
points = "2-1-0"
criteria = ["Points", "Head-to-head wins", "Difference"]
"""
    scores = [("A", "B", 1, 0), ("A", "C", 1, 0), ("B", "C", 1, 0), ("B", "D", 3, 0)]
    scores += [("C", "D", 9, 0), ("C", "D", 9, 0), ("E", "F", 1, 0), ("F", "G", 9, 0)]
    games = [LeagueGame(*score, str(nth)) for nth, score in enumerate(scores)]
    for more, order in (("", "ABCEF"), ("only_two = true\n", "CBAEF")):
        built = TEMPLATE.build(League(games), rules=rules + more)
        rows = Calculated(built, tmp_path).rows("standings", "name", 5)
        assert [name for (name,) in rows] == [*order]
