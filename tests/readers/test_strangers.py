"""Files as people have them, of many programs: read right, or refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.league import League, LeagueGame, TeamRecord, read
from xl_tourney.readers.tables.source import Source


def league(folder: Path, text: str, name: str = "results.csv", **options: Any) -> League:
    path = folder / name
    path.write_text(text, "utf-8")
    return read(Source(path, **options))


RUSSIAN = """М,Команда,И,В,Н,П,Мячи,О
1,Зенит,30,20,8,2,66-18,68
2,Сочи,30,17,5,8,54-30,56
3,Динамо,30,16,5,9,53-41,53
"""
TURKISH = """Sıra,Takım,O,G,B,M,A,Y,AV,P
1,Trabzonspor,38,23,12,3,69,36,33,81
2,Fenerbahçe,38,21,10,7,73,38,35,73
3,Konyaspor,38,20,8,10,66,45,21,68
"""
PORTUGUESE = """Pos,Equipe,P,J,V,E,D,GP,GC,SG
1,Palmeiras,81,38,23,12,3,66,27,39
2,Internacional,73,38,20,13,5,58,31,27
3,Fluminense,70,38,21,7,10,63,41,22
"""
SPANISH = """Pos,Equipo,Pts,PJ,PG,PE,PP,GF,GC,DG
1,Alianza,40,19,12,4,3,30,12,18
2,Melgar,37,19,11,4,4,33,20,13
3,Cristal,36,19,10,6,3,33,15,18
"""
GERMAN = """Pl.,Mannschaft,Sp,S,SOT,SSO,NOT,NSO,N,Tore,Pkt
1,München,52,30,3,2,2,2,13,180:120,104
2,Mannheim,52,28,3,2,3,2,14,170:130,99
3,Berlin,52,27,2,2,2,4,15,165:135,95
"""
AUSTRIAN = """Platz,Team,SP,S,N,OTW,OTL,TORE,PKT
1,Feldkirch,20,12,4,2,2,80:50,42
2,Salzburg,20,11,6,1,2,70:50,37
"""
NORTH_AMERICAN = """Rank,Team,GP,W,L,OT,PTS,P%,GF,GA,DIFF
1,NYR New York Rangers,82,55,23,4,114,.695,282,229,53
2,CAR Carolina Hurricanes,82,52,23,7,111,.677,279,216,63
"""


@pytest.mark.parametrize(
    ("text", "first", "placed_by"),
    [
        (RUSSIAN, TeamRecord("Зенит", 20, 2, 8), (68, 48, 66)),
        (TURKISH, TeamRecord("Trabzonspor", 23, 3, 12), (81, 33, 69)),
        (PORTUGUESE, TeamRecord("Palmeiras", 23, 3, 12), (81, 39, 66)),
        (SPANISH, TeamRecord("Alianza", 12, 3, 4), (40, 18, 30)),
        (GERMAN, TeamRecord("München", 35, 17), (104, 60, 180)),
        (AUSTRIAN, TeamRecord("Feldkirch", 14, 6), (42, 30, 80)),
        (NORTH_AMERICAN, TeamRecord("New York Rangers", 55, 27), (114, 53, 282)),
    ],
    ids=["ru", "tr", "pt", "es", "de", "at", "nhl"],
)
def test_a_table_with_points_in_any_language_is_placed_by_them(
    tmp_path: Path, text: str, first: TeamRecord, placed_by: tuple[int, ...]
) -> None:
    """The numbers say which column is which, in whatever order."""
    found = league(tmp_path, text)
    assert found.rows[0] == first
    assert tuple(found.figures[name][0] for name in found.placed_by) == placed_by
    rows = [line.split(",") for line in text.splitlines()]
    turned = "\n".join(",".join(reversed(row)) for row in rows)
    again = league(tmp_path, turned)
    assert again.rows == found.rows
    assert [again.figures[name] for name in again.placed_by] == [
        found.figures[name] for name in found.placed_by
    ]


def test_a_team_that_lost_points_does_not_hide_which_column_they_are(tmp_path: Path) -> None:
    rows = [(f"T{n}", 9 - n, n % 3, n - n % 3 + 1) for n in range(1, 8)]
    lines = [f"{t},{w + d + v},{w},{d},{v},{3 * w + d - 6 * (t == 'T4')}" for t, w, d, v in rows]
    found = league(tmp_path, "\n".join(["Equipo,a,b,c,d,e", *lines]))
    assert found.rows == [TeamRecord(t, w, v, d) for t, w, d, v in rows]
    assert found.figures["Points"][3] == 3 * 5 + 1 - 6


TWO_LEAGUES = """phase,home,away,score
North,Ayr,Bath,2-1
North,Bath,Cove,0-0
North,Cove,Ayr,1-3
South,Deal,Epsom,2-2
South,Epsom,Fowey,0-1
South,Fowey,Deal,2-0
"""


def test_one_of_several_leagues_is_chosen_by_what_its_rows_say(tmp_path: Path) -> None:
    says = r'say --only "phase=North" for one of North \(3 rows\), South \(3 rows\)'
    with pytest.raises(InputError, match=says):
        league(tmp_path, TWO_LEAGUES)
    found = league(tmp_path, TWO_LEAGUES, only={"Phase": "south"})
    assert [game.home for game in found.rows] == ["Deal", "Epsom", "Fowey"]
    with pytest.raises(InputError, match=r"no row has “West” under “phase”; say --only"):
        league(tmp_path, TWO_LEAGUES, only={"phase": "West"})
    with pytest.raises(InputError, match=r"has no heading “conf”; it has phase, home"):
        league(tmp_path, TWO_LEAGUES, only={"conf": "West"})


def games(found: League) -> list[tuple[Any, ...]]:
    """Round, teams, scores and what was said of overtime."""
    return [
        (g.round, g.home, g.away, g.home_score, g.away_score, g.overtime)
        for g in found.rows
        if isinstance(g, LeagueGame)
    ]


THREE = [("1", "Reds", "Blues", 3, 1, ""), ("1", "Golds", "Greens", 0, 0, "")]
THREE += [("2", "Blues", "Golds", 2, 2, "")]
WITHOUT_HEADINGS = {
    "scores in a cell": "1,Reds,Blues,3:1\n1,Golds,Greens,0:0\n2,Blues,Golds,2:2\n",
    "scores in two": "1;Reds;Blues;3;1\n1;Golds;Greens;0;0\n2;Blues;Golds;2;2\n",
    "between the teams": "1,15:00,Reds,3,1,Blues\n"
    "1,17:00,Golds,0,0,Greens\n2,17:00,Blues,2,2,Golds\n",
    "a venue beside them": "1,Reds,Blues,3:1,Ayr\n"
    "1,Golds,Greens,0:0,Bath\n2,Blues,Golds,2:2,Cove\n",
    "in no known language": "Kierr,Koti,Vier,Tul\n"
    "1,Reds,Blues,3–1\n1,Golds,Greens,0–0\n2,Blues,Golds,2–2\n",
    "Team A": "Round,Team_A Name,Team_B Name,Team_A Score,Team_B Score\n"
    "1,Reds,Blues,3,1\n1,Golds,Greens,0,0\n2,Blues,Golds,2,2\n",
    "local and visitor": "jornada,local,visitante,goles_local,goles_visitante\n"
    "1,Reds,Blues,3,1\n1,Golds,Greens,0,0\n2,Blues,Golds,2,2\n",
    "players": "runde,spiller_1,point_1,spiller_2,point_2\n"
    "1,Reds,3,Blues,1\n1,Golds,0,Greens,0\n2,Blues,2,Golds,2\n",
    "letters": "round,team_h,team_a,team_a_score,team_h_score\n"
    "1,Reds,Blues,1,3\n1,Golds,Greens,0,0\n2,Blues,Golds,2,2\n",
}


@pytest.mark.parametrize("text", WITHOUT_HEADINGS.values(), ids=[*WITHOUT_HEADINGS])
def test_what_columns_hold_tells_what_they_are(tmp_path: Path, text: str) -> None:
    assert games(league(tmp_path, text)) == THREE


def test_lines_of_text_are_games_with_the_round_above_them(tmp_path: Path) -> None:
    text = "Round 1\nReds 3:1 Blues\nGolds - Greens 0-0\n\nRound 2\n1. Blues v Golds\n"
    source = Source(tmp_path / "games.txt")
    source.path.write_text(text, "utf-8")
    rows = games(read(source))
    assert rows[:2] == [("Round 1", *THREE[0][1:]), ("Round 1", *THREE[1][1:])]
    assert rows[2] == ("Round 2", "Blues", "Golds", None, None, "")
    assert [line.row for line in source.reading.left_out] == [1, 5]


def test_columns_without_headings_are_named_by_their_numbers(tmp_path: Path) -> None:
    text = "1,Reds,Blues,3,1,2,0\n1,Golds,Greens,0,0,0,0\n2,Blues,Golds,2,2,1,1\n"
    with pytest.raises(InputError, match="there is no column team"):
        league(tmp_path, text)
    named = {"4": "home_score", "5": "away_score"}
    assert games(league(tmp_path, text, headings=named)) == THREE
    with pytest.raises(InputError, match="there is no column 9; it has 7"):
        league(tmp_path, text, headings={"9": "score"})


@pytest.mark.parametrize(
    "text",
    [
        '{"weeks": [{"week": 1, "matches": [{"home": "Reds", "away": "Blues", "score": [3, 1]},'
        '{"home": "Golds", "away": "Greens", "score": "0-0"}]}, {"week": 2, "matches": [{"home":'
        '"Blues", "away": "Golds", "score": "2:2"}]}]}',
        '[{"games": [{"team1": {"teamName": "Reds"}, "team2": {"teamName": "Blues"}, "results": '
        '[{"resultName": "Halbzeit", "pointsTeam1": 1, "pointsTeam2": 1}, {"resultName": '
        '"Endergebnis", "pointsTeam1": 3, "pointsTeam2": 1}]}, {"team1": {"teamName": "Golds"}, '
        '"team2": {"teamName": "Greens"}, "results": [{"resultName": "Endergebnis", "pointsTeam1": '
        '0, "pointsTeam2": 0}]}]}, {"games": [{"team1": {"teamName": "Blues"}, "team2": {"teamName"'
        ': "Golds"}, "results": [{"resultName": "Endergebnis", "pointsTeam1": 2, "pointsTeam2": 2}'
        "]}]}]",
    ],
    ids=["weeks", "results by name"],
)
def test_games_inside_of_weeks_are_read_with_their_round(tmp_path: Path, text: str) -> None:
    assert games(league(tmp_path, text, "weeks.json")) == THREE


@pytest.mark.parametrize(
    "text",
    [
        "home,away,Set 1,Set 2,Set 3\nAnn,Bo,6-4,3-6,7-5\nCy,Di,6-7(4),2-6,\n",
        "player1,player2,p1_set1,p2_set1,p1_set2,p2_set2,p1_set3,p2_set3\n"
        "Ann,Bo,6,4,3,6,7,5\nCy,Di,6,7,2,6,,\n",
        "team_one_players;team_two_players;game_1_score;game_2_score;game_3_score\n"
        "Ann;Bo;6-4;3-6;7-5\nCy;Di;6-7;2-6;\n",
    ],
)
def test_sets_in_columns_are_one_result(tmp_path: Path, text: str) -> None:
    found = [g for g in league(tmp_path, text).rows if isinstance(g, LeagueGame)]
    assert [(g.home_score, g.away_score) for g in found] == [(2, 1), (0, 2)]
    assert found[0].sets == "6-4 3-6 7-5" and found[0].home_second == 16


def test_dates_in_place_of_scores_are_turned_back_where_the_order_is_clear(tmp_path: Path) -> None:
    text = "home,away,score\nReds,Blues,{}\nGolds,Greens,0-0\nBlues,Golds,{}\n"
    dates = text.format("2026-01-02", "2026-03-04")
    says = r'--map "score=score_day_first" if it was 2-1, or .*=score_month_first" if it was 1-2'
    with pytest.raises(InputError, match=says):
        league(tmp_path, dates)
    by_day = league(tmp_path, dates, headings={"score": "score_day_first"})
    assert [game[3:5] for game in games(by_day)] == [(2, 1), (0, 0), (4, 3)]
    clear = league(tmp_path, text.format("02-Jan", "2-14"))  # 14 is no month: the day comes first
    assert [game[3:5] for game in games(clear)] == [(2, 1), (0, 0), (2, 14)]
    clear = league(tmp_path, text.format("Feb 1", "14-2"))
    assert [game[3:5] for game in games(clear)] == [(2, 1), (0, 0), (14, 2)]


def test_what_came_after_regular_time_counts_from_whatever_column(tmp_path: Path) -> None:
    head = "home,away,home_score,away_score"
    found = league(tmp_path, f"{head},ot,so\nA,B,3,2,1,0\nC,D,4,3,0,1\nA,C,2,1,0,0\n")
    assert [game[5] for game in games(found)] == ["1", "SO", ""]
    extra = f"{head},home_goals_et,away_goals_et,home_penalties,away_penalties\n"
    found = league(tmp_path, f"{extra}A,B,2,2,3,2,,\nC,D,1,1,1,1,3,4\nA,C,2,1,,,,\n")
    assert [game[3:] for game in games(found)] == [(3, 2, "AET"), (1, 1, "D"), (2, 1, "")]
    found = league(
        tmp_path, f"{extra}A,B,2,2,1,0,,\nC,D,1,1,0,0,4,3\n"
    )  # goals in extra time alone
    assert [game[3:] for game in games(found)] == [(3, 2, "AET"), (1, 1, "C")]
    found = league(tmp_path, "home,away,score,penalties\nA,B,1-1,4-3\nC,D,2-1,\n")
    assert [game[3:] for game in games(found)] == [(1, 1, "A"), (2, 1, "")]


def test_the_first_team_of_a_table_without_headings_is_a_team(tmp_path: Path) -> None:
    text = "Ayr,3,2,1,0,9,7\nBath,3,1,1,1,4,4\nCove,3,1,0,2,2,3\nDeal,3,1,0,2,0,3\n"
    found = league(tmp_path, text)
    assert found.rows[0] == TeamRecord("Ayr", 2, 0, 1) and len(found) == 4
    assert found.figures["Points"] == [7, 4, 3, 3]


def test_play_offs_that_no_column_names_do_not_count(tmp_path: Path) -> None:
    teams = ("Ayr", "Bath", "Cove", "Deal")
    rows = [f"{n},{a},{b},2,1" for n in (1, 2) for a in teams for b in teams if a != b]
    finals = ["3,Ayr,Deal,3,0", "3,Bath,Cove,1,0", "4,Ayr,Bath,0,1"]
    source = Source(tmp_path / "games.csv")
    head = "week,home,away,home_score,away_score"
    source.path.write_text("\n".join([head, *rows, *finals]), "utf-8")
    assert len(read(source)) == 24 and len(source.reading.left_out) == 3
    again = [*finals, "5,Deal,Ayr,1,0"]  # who lost plays again: rounds of a league
    source.path.write_text("\n".join([head, *rows, *again]), "utf-8")
    assert len(read(Source(source.path))) == 28
