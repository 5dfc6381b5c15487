"""The league workbook, calculated: games behind as published, magic numbers, and its checks."""

from __future__ import annotations

import csv
import io
from itertools import groupby, pairwise
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.utils import get_column_letter

from tests.same import same
from tests.templates.tables import Tables
from tests.templates.test_tantrix import BROKEN, failing_checks
from xl_tourney.errors import OptionError
from xl_tourney.readers.league import League, LeagueGame, TeamRecord
from xl_tourney.templates import TEMPLATES, package

TEMPLATE = TEMPLATES["league"]
SAMPLES = {sample.file: sample for sample in TEMPLATE.samples}
FINAL = TEMPLATE.read(SAMPLES["league_al_1903.csv"].path)
OPEN = SAMPLES["league_npb_central_2021.csv"]
PUBLISHED = Path(__file__).parents[1] / "data" / "tantrix" / "games_behind_tables.csv"

PLACE, MARK, NO, TEAM, PLAYED = "place", "mark", "no", "name", "played"
PCT, LEADER, LINE = "percent", "gb_first", "gb_place"
OF_SEASON = ("left", "magic_first", "out_first", "magic_place", "out_place", "state")
LEFT, MAGIC_FIRST, OUT_FIRST, MAGIC, OUT, SETTLED = OF_SEASON
DECIDED = "decided"


def standings(book, count):
    """The first rows of the standings by key."""
    return book.table("standings")[:count]


def named_rows(book, count):
    """The rows of the standings by heading."""
    headings, *rows = book["StandingsTable"]
    return [dict(zip(headings, row)) for row in rows[:count]]


def columns(rows, *which):
    return [[row[at] for at in which] for row in rows]


def games_behind(printed: str) -> float:
    """Games behind as leagues print them: a dash for level, a plus for games ahead."""
    if printed == "-":
        return 0.0
    return -float(printed) if printed.startswith("+") else float(printed)


def published():
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        for name, lines in groupby(csv.DictReader(file), key=lambda line: line["table"]):
            yield name, list(lines)


TABLES = dict(published())


@pytest.mark.parametrize("table", list(TABLES.values()), ids=TABLES)
def test_games_behind_are_those_that_were_published(calculated, table) -> None:
    """From the leader, or from the last place that qualifies, as the table has it."""
    league = League([TeamRecord(r["name"], int(r["W"]), int(r["L"]), int(r["T"])) for r in table])
    place = {"leader": 1, "place:1": 1, "place:2": 2}[table[0]["reference"]]
    book = calculated(TEMPLATE.build(league, places=place, closed="no"))
    behind = {row[TEAM]: row[LINE] for row in standings(book, len(table))}
    printed = {r["name"]: games_behind(r["published_gb"]) for r in table if r["published_gb"]}
    assert len(printed) >= 3 and len(behind) == len(table)
    assert same([behind[name] for name in printed], list(printed.values()))
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize("sample", ["league_al_1903.csv", OPEN.file])
def test_a_sample_agrees_with_the_figures_printed_beside_it(calculated, sample) -> None:
    path, options = SAMPLES[sample].path, SAMPLES[sample].options
    with path.open(encoding="utf-8", newline="") as file:
        printed = {row["team"]: row["published_games_behind"] for row in csv.DictReader(file)}
    book = calculated(TEMPLATE.build(TEMPLATE.read(path), **options))
    rows = standings(book, len(printed))
    assert [row[TEAM] for row in rows] == list(printed)
    shown = [(row[LEADER], games_behind(printed[row[TEAM]])) for row in rows if printed[row[TEAM]]]
    assert len(shown) >= 5 and all(same(behind, text) for behind, text in shown)
    assert book["Status"] == "All checks passed"


def test_a_group_that_was_decided_by_goals_at_equal_points(calculated) -> None:
    """Romania, Belgium, Slovakia, Ukraine: as UEFA published it."""
    sample = SAMPLES["league_euro_2024_e.csv"]
    book = calculated(TEMPLATE.build(TEMPLATE.read(sample.path), **sample.options))
    rows = book.table("standings")
    keys = ("mark", "name", "points", "difference", "scored", "state", "decided")
    assert [[row[key] for key in keys] for row in rows] == [
        ["Q", "Romania", 4, 1, 4, "first", "Head-to-head for"],
        ["Q", "Belgium", 4, 1, 2, "qualified", "Head-to-head for"],
        ["", "Slovakia", 4, 0, 3, "out", "Head-to-head difference"],
        ["", "Ukraine", 4, -2, 2, "out", "Head-to-head difference"],
    ]
    assert book["Status"] == "All checks passed"


def test_the_final_table_is_settled(opened) -> None:
    rows = standings(opened(TEMPLATE, FINAL), 8)
    assert [row[SETTLED] for row in rows] == ["first", *["qualified"] * 3, *["out"] * 4]
    assert columns(rows, MARK, MAGIC_FIRST, OUT_FIRST, MAGIC, OUT)[:2] == [
        ["y", 0, "", 0, ""],
        ["x", "", 0, 0, ""],
    ]
    assert same(columns(rows, PCT, LEADER, LINE)[3], [72 / 134, 17, 0])


def test_the_open_race(calculated) -> None:
    """Yakult 69-46-16 can be caught by Hanshin, 72-54-8 with 9 to play: 85 − 77 + 1 = 9."""
    rows = standings(calculated(TEMPLATE.build(TEMPLATE.read(OPEN.path), **OPEN.options)), 6)
    assert columns(rows, TEAM, LEFT, MAGIC_FIRST, OUT_FIRST, MAGIC, OUT, SETTLED) == [
        ["Yakult", 12, 9, 14, 0, "", "qualified"],
        ["Hanshin", 9, 14, 9, 0, "", "qualified"],
        ["Yomiuri", 7, "", 0, 4, 15, "open"],
        ["Hiroshima", 10, "", 0, 15, 4, "open"],
        ["Chunichi", 6, "", 0, "", 0, "out"],
        ["DeNA", 8, "", 0, "", 0, "out"],
    ]


@pytest.mark.slow
def test_without_ties_the_magic_number_is_the_usual_one(calculated) -> None:
    """Games of the season + 1 − the wins of the leader − the losses of the second."""
    league = League(
        [TeamRecord("Reds", 90, 60), TeamRecord("Blues", 85, 64), TeamRecord("Golds", 80, 70)], 162
    )
    book = calculated(TEMPLATE.build(league, places=1, closed="no"))
    rows = standings(book, 3)
    assert rows[0][MAGIC_FIRST] == rows[1][OUT_FIRST] == 162 + 1 - 90 - 64
    assert rows[2][OUT_FIRST] == 162 + 1 - 90 - 70
    assert columns(rows, MAGIC, OUT) == columns(rows, MAGIC_FIRST, OUT_FIRST)


@st.composite
def seasons(draw):
    count = draw(st.integers(2, 6))
    season = draw(st.integers(4, 12))
    records = []
    for team in range(count):
        played = draw(st.integers(0, season))
        won = draw(st.integers(0, played))
        tied = draw(st.integers(0, played - won))
        records.append(TeamRecord(f"T{team}", won, played - won - tied, tied))
    return League(records, season), draw(st.integers(1, count))


def certain(league: League, place: int) -> dict[str, tuple[bool, bool]]:
    """Of each team, whether it is sure of the place, and sure to miss it, whatever happens."""
    points = {row.team: row.wins + row.ties / 2 for row in league.rows}
    left = {row.team: league.season_games - row.wins - row.losses - row.ties for row in league.rows}
    found = {}
    for team, own in points.items():
        others = [name for name in points if name != team]
        level_or_better = sum(points[name] + left[name] >= own for name in others)
        out_of_reach = sum(points[name] > own + left[team] for name in others)
        found[team] = level_or_better < place, out_of_reach >= place
    return found


@pytest.mark.slow
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seasons())
def test_a_place_is_settled_when_nothing_can_change_it(calculated, drawn) -> None:
    league, places = drawn
    rows = standings(calculated(TEMPLATE.build(league, places=places, closed="no")), len(league))
    first, last = certain(league, 1), certain(league, places)
    for row in rows:
        team = row[TEAM]
        assert (row[MAGIC_FIRST] == 0) is first[team][0], row
        assert (row[MAGIC] == 0) is last[team][0], row
        assert (row[OUT_FIRST] == 0) is first[team][1], row
        assert (row[OUT] == 0) is last[team][1], row


@pytest.mark.parametrize(("own", "rival"), [(9, 0), (4, 5), (0, 9)])
def test_so_many_wins_and_losses_of_the_rival_settle_it(calculated, own, rival) -> None:
    """Yakult's magic number is 9: its wins and Hanshin's losses together."""
    league = TEMPLATE.read(OPEN.path)
    book = calculated(TEMPLATE.build(league, **OPEN.options))
    book.change({"listed[0].won": 69 + own, "listed[1].lost": 54 + rival})
    assert book["standings[0].state"] == "first" and book["standings[0].magic_first"] == 0
    one_less = {"listed[0].won": 69 + own - 1} if own else {"listed[1].lost": 54 + rival - 1}
    book.change(one_less)
    assert (book["standings[0].state"], book["standings[0].magic_first"]) == ("qualified", 1)


def test_without_the_length_of_the_season_nothing_is_settled(opened) -> None:
    book = opened(TEMPLATE, FINAL).change({"SeasonGames": None})
    rows = standings(book, 8)
    assert {cell for row in rows for cell in columns([row], *OF_SEASON)[0]} == {""}
    assert book["Status"] == "All checks passed"


def test_changing_an_option_changes_the_table(opened) -> None:
    book = opened(TEMPLATE, FINAL)
    assert book["standings[0].gb_place"] == -17
    book.change({"Places": 2, "SeasonGames": 154})
    rows = standings(book, 3)
    assert columns(rows, LINE, LEFT) == [[-14.5, 16], [0, 19], [0.5, 14]]
    assert [row[SETTLED] for row in rows] == ["open"] * 3


def test_the_table_sorts_itself_when_a_result_changes(opened) -> None:
    book = opened(TEMPLATE, FINAL).change({"listed[7].won": 94, "listed[7].lost": 43})
    rows = standings(book, 8)
    assert [row[TEAM] for row in rows][:3] == ["Washington", "Boston", "Philadelphia"]
    assert (rows[0][PLACE], rows[1][LEADER]) == (1, 3.5)


def test_a_tie_is_half_a_win(calculated) -> None:
    league = League(
        [TeamRecord("Reds", 2, 1, 2), TeamRecord("Blues", 3, 2, 0), TeamRecord("Golds", 1, 3, 2)]
    )
    rows = standings(calculated(TEMPLATE.build(league, places=1)), 3)
    assert columns(rows, TEAM, PCT, DECIDED) == [
        ["Reds", 0.6, "tied"],
        ["Blues", 0.6, "tied"],
        ["Golds", 2 / 6, "Pct"],
    ]
    assert [row[MARK] for row in rows] == ["?=", "?=", ""]


def test_equal_percentages_are_decided_by_games_behind(calculated) -> None:
    league = League(
        [TeamRecord("Reds", 2, 1), TeamRecord("Blues", 4, 2), TeamRecord("Golds", 1, 4)]
    )
    rows = standings(calculated(TEMPLATE.build(league, places=1)), 3)
    assert columns(rows, PLACE, TEAM, LEADER, DECIDED) == [
        [1, "Blues", 0, "GB"],
        [2, "Reds", 0.5, "GB"],
        [3, "Golds", 2.5, "Pct"],
    ]


GAMES = League(
    [
        LeagueGame("Reds", "Blues", 3, 1, "1"),
        LeagueGame("Greens", "Golds", 0, 2, "1"),
        LeagueGame("Reds", "Greens", 2, 2, "2"),
        LeagueGame("Blues", "Golds", 5, 4, "2"),
        LeagueGame("Golds", "Reds", 1, 7, "3"),
    ],
    6,
)
AS_TABLE = League(
    [
        TeamRecord("Reds", 2, 0, 1),
        TeamRecord("Blues", 1, 1, 0),
        TeamRecord("Greens", 0, 1, 1),
        TeamRecord("Golds", 1, 2, 0),
    ],
    6,
)


@pytest.mark.slow
def test_games_add_up_to_the_table(opened) -> None:
    by_game = opened(TEMPLATE, GAMES, places=2)
    by_team = opened(TEMPLATE, AS_TABLE, places=2)
    headings, *rows = by_team["StandingsTable"]
    of_games = [[row[heading] for heading in headings] for row in named_rows(by_game, 4)]
    assert of_games == rows[:4]
    assert by_game["Status"] == by_team["Status"] == "All checks passed"


VALUES, COMPLETE, LISTED, ITSELF, TWICE, TEAMS, COUNTED, SEASON, OPTIONS = range(9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        ({"results[0].home_score": None}, {COMPLETE}, "Not complete"),
        ({"results[0].away_score": "won"}, {COMPLETE}, "Not complete"),
        ({"results[0].away_score": -1}, {COMPLETE}, "A score is below 0, or a time"),
        ({"results[0].away_score": 121 / 1440}, {COMPLETE}, "A score is below 0, or a time"),
        ({"results[0].home_score": 1828 / 1440}, {COMPLETE}, "A score is below 0, or a time"),
        ({"results[0].home_score": 0.6}, {COMPLETE}, "A score is below 0, or a time"),
        ({"results[0].home_score": 12.34, "results[0].away_score": 7.66}, set(), ""),
        ({"results[0].home": " reds ", "results[1].away": "Golds\u0020\u0020"}, set(), ""),
        ({"results[0].home": None}, {COMPLETE}, "Not complete"),
        ({"results[0].away": "Nobody"}, {LISTED, COUNTED}, "A team that is not listed"),
        ({"results[0].away": "Reds"}, {ITSELF}, "A team against itself"),
        ({"listed[5].name": "reds"}, {TEAMS}, ""),
        ({"SeasonGames": 2}, {SEASON}, ""),
        ({"SeasonGames": 6.5}, {OPTIONS}, ""),
        ({"SeasonGames": "long"}, {OPTIONS}, ""),
        ({"Places": 5}, {OPTIONS}, ""),
        ({"Places": 0}, {OPTIONS}, ""),
        ({"Places": "all"}, {OPTIONS}, ""),
    ],
    ids=str,
)
def test_every_check_of_games_fails_when_it_should(
    changed, functions, changes, failing, problem
) -> None:
    with changed(TEMPLATE, GAMES, changes, functions=functions, places=2) as book:
        assert failing_checks(book, 14) == failing
        seen = f"{len(failing)} of 15 checks need a look: see Checks"
        status, *typed_over = book["Status"].split("; was a name on the list changed?")
        assert status == (seen if failing else "All checks passed")
        assert bool(typed_over) == (LISTED in failing)
        assert book["results[0].problem"].startswith(problem) and bool(
            book["results[0].problem"]
        ) == bool(problem)


@pytest.mark.slow
def test_a_draw_where_the_rules_have_none_is_reported(opened) -> None:
    book = opened(TEMPLATE, GAMES, places=2, points="3-2-1-0")
    assert failing_checks(book, 14) == {COMPLETE}
    assert book["results[2].problem"] == "A draw, and the rules have none: who won in overtime?"
    assert book.change({"DrawPoints": 1})["Status"] == "All checks passed"


@pytest.mark.slow
def test_a_game_entered_twice_is_reported_once(opened) -> None:
    book = opened(TEMPLATE, GAMES, places=2)
    again = {"round": "1", "home": "reds", "away": "Blues", "home_score": 3, "away_score": 1}
    book.change({f"results[5].{key}": value for key, value in again.items()})
    assert book["Checks!A10:C10"] == [["No game is entered twice", 1, "Look"]]
    assert (book["results[0].problem"], book["results[5].problem"][:14]) == ("", "The same teams")
    assert book.change({"results[5].round": "1, second"})["Status"] == "All checks passed"
    assert book.change({"results[5].round": None})["Status"] == "All checks passed"


ROW, DOUBLE, BALANCED, PAIRED, ALL, TOO_MANY, USABLE = range(1, 8)


@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        ({"listed[0].won": "many"}, {ROW, BALANCED, ALL}, "No name, or no whole numbers"),
        ({"listed[0].lost": -1}, {ROW, BALANCED, ALL}, "No name, or no whole numbers"),
        ({"listed[0].lost": 46.5}, {ROW, BALANCED, ALL}, "No name, or no whole numbers"),
        ({"listed[0].name": None}, {ROW, BALANCED, ALL}, "No name, or no whole numbers"),
        ({"listed[1].name": "boston"}, {DOUBLE, BALANCED, ALL}, ""),
        ({"listed[0].won": 92}, {BALANCED}, ""),
        ({"listed[0].tied": 1}, {PAIRED}, ""),
        ({"listed[0].tied": 1, "Closed": "no"}, set(), ""),
        ({"listed[0].won": 92, "Closed": "no"}, set(), ""),
        ({"listed[0].won": 94, "Closed": "no"}, {TOO_MANY}, "More games than the season has"),
        ({"SeasonGames": 139}, {TOO_MANY}, ""),
        ({"SeasonGames": 0.5}, {TOO_MANY, USABLE}, "More games than the season has"),
        ({"Places": 9}, {USABLE}, ""),
        ({"Places": 1.5}, {USABLE}, ""),
        ({"Places": "all"}, {USABLE}, ""),
        ({"Closed": "perhaps"}, {USABLE}, ""),
    ],
    ids=str,
)
def test_every_check_of_a_table_fails_when_it_should(
    changed, functions, changes, failing, problem
) -> None:
    with changed(TEMPLATE, FINAL, changes, functions=functions) as book:
        assert failing_checks(book, 10) == failing
        many = f"{len(failing)} of 10 checks need a look: see Checks"
        assert book["Status"] == (many if failing else "All checks passed")
        assert book["listed[0].problem"].startswith(problem) and bool(
            book["listed[0].problem"]
        ) == bool(problem)


def test_an_error_in_a_computed_column_outranks_every_check(calculated, functions) -> None:
    workbook = TEMPLATE.build(FINAL, functions=functions)
    headings = {cell.value: cell.column_letter for cell in workbook["Calculation"][5]}
    workbook["Calculation"][f"{headings['Behind leader']}6"] = "=1/0"
    book = calculated(workbook)
    assert 0 in failing_checks(book, 10)
    assert book["Status"] == BROKEN


@pytest.mark.parametrize("layout", ["table", "game"])
def test_an_empty_workbook_calculates_to_blanks(opened, layout) -> None:
    book = opened(TEMPLATE, layout=layout)
    assert book["Status"] == "No results yet"
    assert {cell for row in book["StandingsTable"][1:] for cell in row} == {""}


def test_rows_between_may_stay_blank(opened) -> None:
    book = opened(TEMPLATE, places=1, season=10)
    filled = {0: ("Blues", 1, 2), 3: ("Reds", 2, 1)}
    for row, values in filled.items():
        keys = ("name", "won", "lost")
        book.change({f"listed[{row}].{key}": v for key, v in zip(keys, values)})
    rows = standings(book, 8)
    assert columns(rows[:2], PLACE, NO, TEAM, LEADER) == [[1, 4, "Reds", 0], [2, 1, "Blues", 1]]
    assert {cell for row in rows[2:] for cell in row.values()} == {""}
    assert book["Status"] == "All checks passed"


def test_a_table_can_be_filled_in_one_team_at_a_time(opened) -> None:
    """With fewer teams than places all of them qualify; after a game the checks say so."""
    book = opened(TEMPLATE, places=2, season=3).change({"listed[0].name": "Reds"})
    assert columns(standings(book, 1), TEAM, PLAYED, LEADER, LINE, MAGIC, SETTLED) == [
        ["Reds", 0, 0, 0, 0, "first"]
    ]
    assert book["Status"] == "All checks passed"
    assert book.change({"listed[0].won": 1})["Status"] == "2 of 10 checks need a look: see Checks"
    both = {"listed[1].name": "Blues", "listed[1].lost": 1}
    assert book.change(both)["Status"] == "All checks passed"


@pytest.mark.slow
def test_names_stay_text_whatever_they_begin_with(calculated) -> None:
    names = ["=1+1", "+1", "*", ">0"]
    league = League(
        [LeagueGame(names[0], names[1], 2, 1, "=2"), LeagueGame(names[2], names[3], 2, 1, "=2")]
    )
    workbook = TEMPLATE.build(league, places=1)
    saved = openpyxl.load_workbook(io.BytesIO(package(workbook)))
    tables = Tables(workbook.tables)
    for place in ("listed[0].name", "results[0].round", "results[0].home"):
        sheet, cell = tables.place(place).split("!")
        assert saved[sheet][cell].data_type == "s"
    book = calculated(workbook)
    assert [row[TEAM] for row in standings(book, 4)] == ["=1+1", "*", "+1", ">0"]
    assert book["Status"] == "All checks passed"


def test_the_chart_says_what_it_shows() -> None:
    workbook = TEMPLATE.build(FINAL)
    behind = Tables(workbook.tables)["standings"].letter("gb_first")
    with ZipFile(io.BytesIO(package(workbook))) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
        drawing = archive.read("xl/drawings/drawing1.xml").decode()
    for text in (
        "Games behind the leader",
        "<a:t>Team</a:t>",
        f"'Standings'!${behind}$6:${behind}$13",
    ):
        assert text in chart
    assert 'descr="Bar chart of the games behind' in drawing


@pytest.mark.parametrize(
    ("results", "options", "message"),
    [
        (FINAL, {"rows": 7}, "rows is 7, but the results have 8"),
        (GAMES, {"rows": 4}, "rows is 4, but the results have 5"),
        (GAMES, {"teams": 3}, "teams is 3, but the results have 4"),
        (FINAL, {"teams": 9}, "teams is for one row a game"),
        (FINAL, {"layout": "game"}, "layout is game, but one row of the results is a team"),
        (GAMES, {"layout": "table"}, "layout is table, but one row of the results is a game"),
        (FINAL, {"closed": "maybe"}, "closed must be one of yes, no"),
    ],
)
def test_options_that_do_not_fit_the_results(results, options, message) -> None:
    with pytest.raises(OptionError, match=message):
        TEMPLATE.build(results, **options)


def test_columns_of_the_season_are_hidden_where_nothing_is_known_of_it() -> None:
    def hidden(workbook):
        dimensions = workbook["Standings"].column_dimensions
        hidden = [letter for letter, dimension in dimensions.items() if dimension.hidden]
        columns = Tables(workbook.tables)["standings"].columns
        return [c.key for at, c in enumerate(columns, 1) if get_column_letter(at) in hidden]

    assert hidden(TEMPLATE.build(AS_TABLE)) == hidden(TEMPLATE.build()) == []
    assert hidden(TEMPLATE.build(League(AS_TABLE.rows))) == [*OF_SEASON]
    assert hidden(TEMPLATE.build(League(AS_TABLE.rows), season=9)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["A~B", "~", "*", "?", ">0", "=A", "T*", "x" * 300])
def test_a_name_is_listed_twice_only_if_it_is_the_same_text(calculated, name) -> None:
    others = [TeamRecord(other, 1, 1) for other in ("A", "AB", "TA", "T", "0", "Team")]
    once = calculated(TEMPLATE.build(League([*others, TeamRecord(name, 1, 1)])))
    assert once["Status"] == "All checks passed"
    twice = calculated(
        TEMPLATE.build(League([TeamRecord(name, 1, 1), *others, TeamRecord(name, 1, 1)]))
    )
    assert (
        twice["Checks!B8"] == 1 and twice["listed[7].problem"] == "This team stands above already"
    )


@pytest.mark.slow
@pytest.mark.parametrize(("teams", "places"), [("AB", 2), ("ABCDE", 4), ("", 4)])
def test_no_more_places_than_teams_qualify_unless_somebody_says_so(
    calculated, teams, places
) -> None:
    games = [
        LeagueGame(one, other, 1, 0, str(at)) for at, (one, other) in enumerate(pairwise(teams))
    ]
    book = calculated(TEMPLATE.build(League(games), layout="game"))
    assert book["Places"] == places
    assert failing_checks(book, 15) == set()


def test_place_name_and_points_stand_out_at_home_and_away() -> None:
    workbook = TEMPLATE.build(layout="game", teams=3, rows=4)
    tables = [table for table in workbook.tables if table.sheet.title == "Home and away"]
    for side, table in zip(("home", "away"), tables, strict=True):
        bold = [
            column.key
            for column in table.columns
            if table.sheet[f"{table.letter(column.key)}{table.first}"].font.b
        ]
        assert bold == [f"{side}_{key}" for key in ("place", "name", "points")]


@pytest.mark.parametrize(("named", "said"), [({}, 1), ({"rules": "uefa-2024"}, 0)])
def test_who_names_no_rules_is_told_which_are_taken(named, said):
    games = League([LeagueGame("Lions", "Tigers", 2, 1)])
    assumed = TEMPLATE.build(games, is_outline=True, **named).assumed
    assert [("baseball" in one, "--rules" in one) for one in assumed] == [(True, True)] * said
