"""Files as people have them, of many programs: read right, or refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.errors import InputError
from xl_tourney.readers import chess
from xl_tourney.readers.bridge import read as bridge
from xl_tourney.readers.chess.tournament import points_of
from xl_tourney.readers.go import read as go
from xl_tourney.readers.league import League, LeagueGame, TeamRecord, read, teams
from xl_tourney.readers.tables.source import Source
from xl_tourney.templates import TEMPLATES


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


def test_two_headings_of_one_word_are_both_sides(tmp_path: Path) -> None:
    text = (
        "Round 2 on 2026/01/17\nNo.,Team,Team,Res.,:,Res.\n1,Ayr,Bath,2½,:,1½\n2,Cove,Deal,0,:,4\n"
        "3,Esk,bye,3,:,\n"
    )
    assert [game[1:5] for game in games(league(tmp_path, text))] == [
        ("Ayr", "Bath", 2.5, 1.5),
        ("Cove", "Deal", 0, 4),
        ("Esk", "bye", None, None),
    ]


CUT = """Rk.,Name,Rtg,1.Rd,2.Rd,3.Rd,Pts.
1,Ann,2400,9w1,3b1,2w=,2.5
2,Bob,2300,8b1,4w1,1b=,2.5
3,Cat,2200,7w1,1w0,5b1,2
4,Dan,2100,6b1,2b0,12w1,2
5,Eve,2000,-1,10w1,3w0,2
"""


def read_with(reader: Any, path: Path, text: str) -> tuple[Any, list[str]]:
    """What a reader makes of a text, and what it says."""
    path.write_text(text, "utf-8")
    source = Source(path)
    return reader(source), source.reading.warnings()


def test_opponents_behind_a_crosstable_that_was_cut_count_as_such(tmp_path: Path) -> None:
    found, said = read_with(chess.read, tmp_path / "cut.csv", CUT)
    assert len(found.players) == 11
    points = points_of([player.rounds for player in found.players], None)
    assert points[:5] == [player.points for player in found.players[:5]]
    assert found.players[-1].name == "No. 12" and found.players[-1].rounds == ("", "", "4b0")
    assert any("ends before 6 of the opponents" in sentence for sentence in said)
    whole = "Rk,Name,1,2\n1,Ann,2w1,9b1\n2,Bob,1b0,3w1\n3,Cat,,2b0\n"
    with pytest.raises(InputError, match="round 2"):  # one number that is wrong is no list cut off
        read_with(chess.read, tmp_path / "whole.csv", whole)


def test_totals_alone_are_a_list_of_players_or_a_table(tmp_path: Path) -> None:
    text = "Pos,Player,Pts\n1,Ann,5\n2,Bob,4.5\n3,Cat,4\n"
    for reader in (chess.read, go.read):
        found, said = read_with(reader, tmp_path / "final.csv", text)
        assert [player.name for player in found.players] == ["Ann", "Bob", "Cat"]
        assert any("its points are not read" in sentence for sentence in said)
    assert league(tmp_path, text).figures == {"Points": [5, 4.5, 4]}


def test_a_result_such_as_one_to_nothing_says_who_has_won_in_go(tmp_path: Path) -> None:
    text = "round,white,black,result\n1,Ann,Bo,1-0\n1,Cy,Di,0-1\n"
    found, said = read_with(go.read, tmp_path / "go.csv", text)
    assert found.players[0].rounds[0].startswith("2+/w")
    assert any("“1-0” is read as won by White" in sentence for sentence in said)


def test_h9_with_halves_and_figures_that_nobody_knows(tmp_path: Path) -> None:
    text = (
        "; EV[Cup]\n; CL[A]\n;.                  MMS W SOS U16\n"
        " 1 Lee Ann   2k PL  Wroc  14   1   11=  0  2+/b  0=\n"
        " 2 Li Bo     1d PL  Pozn  13=  0   14   ?  1-/w  0=\n"
    )
    found, _ = read_with(go.read, tmp_path / "cup.h9", text)
    assert [player.rounds for player in found.players] == [("2+/b", "0="), ("1-/w", "0=")]


def test_games_of_opengotha_have_ranks_behind_names(tmp_path: Path) -> None:
    page = (
        "<table><tr><th>Games list. Round 1</th></tr><tr><th>Tble</th><th>White</th><th>Black</th>"
        "<th>Hd</th><th>Res</th></tr><tr><td>1</td><td>Lee Ann(8D,BALT)</td><td>Li Bo(6D, )</td>"
        "<td>0</td><td>0-1!</td></tr></table>"
    )
    found, _ = read_with(go.read, tmp_path / "games.html", page)
    assert [(p.name, p.rank, p.rounds) for p in found.players] == [
        ("Lee Ann", "8d", ("2-!w0",)),
        ("Li Bo", "6d", ("1+!b0",)),
    ]


def test_a_page_that_draws_its_travellers_from_json_is_read(tmp_path: Path) -> None:
    data = {
        "sessions": [
            {
                "sections": [
                    {
                        "name": "A",
                        "boards": [
                            {
                                "id": 7,
                                "board_number": 1,
                                "board_results": [
                                    {"ns_pair": 1, "ew_pair": 2, "ns_score": "420", "result": "="},
                                    {"ns_pair": 3, "ew_pair": 4, "ns_score": "-50", "result": "-1"},
                                ],
                            }
                        ],
                    }
                ]
            }
        ]
    }
    page = f"<html><body><div id='app'></div><script>var data = {json.dumps(data)};</script>"
    found, _ = read_with(bridge.read, tmp_path / "club.html", page)
    assert [(x.board, x.ns, x.ew, x.score) for x in found.lines] == [
        (1, "1", "2", 420),
        (1, "3", "4", -50),
    ]


def test_fouled_boards_and_averages_by_pairs(tmp_path: Path) -> None:
    text = "board,ns,ew,score\n4,1,2,420\n4,3,4,A+/A-\n4,5,6,A/A+\n4F,7,8,450\n4f,9,10,420\n"
    found, said = read_with(bridge.read, tmp_path / "fouled.csv", text)
    assert [line.score for line in found.lines[1:3]] == ["A6040", "A5060"]
    assert [line.board for line in found.lines] == [4, 4, 4, 164, 164]
    assert any("board 4F is fouled" in sentence for sentence in said)


AGA = """TOURNEY Test Open, Boston MA
START 2024-05-01
PLAYERS
12345 Smith, Ann  5d CLUB=MGA
23456 Li, Bo  4d
34567 Ray, Cy  3.2
45678 Poe, Di  -2.5
GAMES 1
12345 23456 w 0 7
45678 34567 b 5 0
GAMES 2
34567 12345 b 2 7
23456 45678 w 6 0
END
"""


def test_a_list_sent_to_the_aga_is_read(tmp_path: Path) -> None:
    found, _ = read_with(go.read, tmp_path / "open.tde", AGA)
    first = found.players[0]
    assert (first.name, first.rank, first.rounds) == ("Smith, Ann", "5d", ("2+/w0", "4+/b2"))


def test_games_of_teams_without_results_are_named_in_a_trf(tmp_path: Path) -> None:
    line = "001 {:4d}      {:33s}{:5d}{:29s}{:3.1f}{:5d}  {:>4d} {} {}"
    rows = [(1, "Ann", 2000, 2, "w"), (2, "Bob", 1900, 1, "b")]
    text = "\n".join(line.format(n, who, r, "", 0.0, n, o, c, " ") for n, who, r, o, c in rows)
    found, said = read_with(chess.read, tmp_path / "pairs.trf", f"012 Cup\n{text}\n")
    assert [player.rounds for player in found.players] == [("2w?",), ("1b?",)] or said
    assert any("2 of 2 players have an opponent, but no result" in sentence for sentence in said)


REPORTS = {
    "both_lost.csv": "name,r1,r2\nAnn,2w0,3w1\nBob,1b0,4w1\nCat,4w1,1b0\nDan,3b0,2b0\n",
    "two_alphabets.csv": "home,away,home_score,away_score\nAda,Bees,3,1\nBees,\u0410da,2,2\n",
    "euro2024_e.csv": "round,home,away,home_score,away_score\n1,Romania,Ukraine,3,0\n"
    "1,Belgium,Slovakia,0,1\n2,Slovakia,Ukraine,1,2\n2,Belgium,Romania,2,0\n"
    "3,Slovakia,Romania,1,1\n3,Ukraine,Belgium,0,0\n",
}


def test_a_game_that_both_have_lost(tmp_path: Path) -> None:
    found, _ = read_with(chess.read, tmp_path / "both_lost.csv", REPORTS["both_lost.csv"])
    assert [player.rounds[0] for player in found.players] == ["2w0", "1b0", "4w1", "3b0"]
    assert points_of([player.rounds for player in found.players], None) == [1, 1, 1, 0]


def test_a_letter_of_another_alphabet_is_asked_about(tmp_path: Path) -> None:
    text = REPORTS["two_alphabets.csv"]
    with pytest.raises(InputError, match="but has a cyrillic capital letter a; say --same"):
        league(tmp_path, text)
    found = league(tmp_path, text, same={"\u0410da": "Ada"})
    assert teams(found) == ["Ada", "Bees"]


def test_a_group_in_which_all_have_four_points(tmp_path: Path) -> None:
    """UEFA Euro 2024, group E: Romania, Belgium, Slovakia, Ukraine by difference and goals."""
    found = league(tmp_path, REPORTS["euro2024_e.csv"])
    book = Calculated(TEMPLATES["league"].build(found, rules="football"), tmp_path)
    assert book.column("standings", "name", 4) == ["Romania", "Belgium", "Slovakia", "Ukraine"]
    flipped = REPORTS["euro2024_e.csv"].replace("Slovakia,0,1", "Slovakia,0,2")
    found = league(tmp_path, flipped)
    book = Calculated(TEMPLATES["league"].build(found, rules="football"), tmp_path)
    assert {*book.column("standings", "name", 2)} == {"Romania", "Slovakia"}
    assert book.column("standings", "place", 2) == [1, 1]


def test_a_forfeit_on_a_page_is_one_by_its_class(tmp_path: Path) -> None:
    def row(number: int, name: str, *cells: tuple[str, str, int]) -> str:
        rounds = "".join(
            f'<td><div class="res">{result}</div><div class="{mark}">{other}  </div></td>'
            for result, mark, other in cells
        )
        return f'<tr><td><span class="idn"> {number} </span> <a>{name}</a></td>{rounds}</tr>'

    page = (
        "<html><body><table><thead><tr><th>Player</th><th>1</th><th>2</th></tr></thead><tbody>"
        + row(1, "Ann", ("1", "cw", 3), ("1", "cf", 2))
        + row(2, "Bob", ("1", "cw", 4), ("0", "cf", 1))
        + row(3, "Cat", ("0", "cb", 1), ("1", "cw", 4))
        + row(4, "Dan", ("0", "cb", 2), ("0", "cb", 3))
        + "</tbody></table></body></html>"
    )
    found, _ = read_with(chess.read, tmp_path / "vega.html", page)
    assert [player.rounds for player in found.players[:2]] == [("3w1", "2-+"), ("4w1", "1--")]


NAMES_THAT_ACT = [
    *("Bob\u202e\u2066gnp.exe", "Dan\u200b\u2028Eve", "<img src=x onerror=alert(1)>"),
    *("=cmd|'/c calc'!A1", "__proto__"),
]


def test_names_that_act_elsewhere_are_texts(tmp_path: Path) -> None:
    rows = [f'"{name}",{at}' for at, name in enumerate(NAMES_THAT_ACT, 1)]
    found = league(tmp_path, "\n".join(["Player,Points", *rows]))
    assert teams(found) == [" ".join(name.split()) for name in NAMES_THAT_ACT]
    workbook = TEMPLATES["league"].build(found)
    cells = [cell for sheet in workbook for row in sheet.iter_rows() for cell in row]
    typed = [cell for cell in cells if cell.value in teams(found)]
    assert len(typed) >= len(NAMES_THAT_ACT) and {cell.data_type for cell in typed} == {"s"}
    with pytest.raises(InputError, match="holds a control character; type it again"):
        league(tmp_path, "Player,Points\nCid\x1b31m,2\nAnn,1\n")
