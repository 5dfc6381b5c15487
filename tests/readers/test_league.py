"""League results, one row a team or one row a game."""

from __future__ import annotations

from itertools import permutations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.league import League, LeagueGame, TeamRecord, read, teams
from xl_tourney.readers.tables.source import Source

TABLE = "team,wins,losses\n"
GAMES = "round,home,away,home_score,away_score\n"


@pytest.fixture
def league(tmp_path):
    def of(text: str):
        path = tmp_path / "league.csv"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return of


def test_one_row_a_team(league) -> None:
    assert league("Team;W;L;T\nReds;5;3;1\nBlues;3;5;\n") == League(
        [TeamRecord("Reds", 5, 3, 1), TeamRecord("Blues", 3, 5)]
    )


def test_one_row_a_game(league) -> None:
    assert league(GAMES + "2026-05-01,Reds,Blues,3,1\n,Blues,Reds,2.5,2.5\n") == League(
        [LeagueGame("Reds", "Blues", 3, 1, "2026-05-01"), LeagueGame("Blues", "Reds", 2.5, 2.5)]
    )


def test_a_game_without_scores_is_yet_to_be_played(league) -> None:
    fixtures = league(GAMES + "1,Reds,Blues,3,1\n2,Blues,Reds,,\n")
    assert fixtures == League(
        [LeagueGame("Reds", "Blues", 3, 1, "1"), LeagueGame("Blues", "Reds", None, None, "2")]
    )


def test_both_scores_may_stand_in_one_cell(league) -> None:
    text = (
        "round,home,away,score,overtime\n1,Reds,Blues,2-1,yes\n1,Golds,Reds,0:3,\n2,Reds,Golds,,\n"
    )
    assert league(text) == League(
        [
            LeagueGame("Reds", "Blues", 2, 1, "1", "yes"),
            LeagueGame("Golds", "Reds", 0, 3, "1"),
            LeagueGame("Reds", "Golds", None, None, "2"),
        ]
    )


@pytest.mark.parametrize("bye", ["Bye", "BYE", "freilos"])
def test_a_bye_is_no_team(league, bye) -> None:
    found = league(GAMES + f"1,Reds,Blues,3,1\n1,Golds,{bye},,\n")
    assert teams(found) == ["Reds", "Blues", "Golds"]


def test_two_teams_of_one_name_are_told_apart_by_their_numbers(league) -> None:
    found = league(
        "home,home_id,away,away_id,home_score,away_score\n"
        "Rovers,1,Rovers,2,3,1\nTown,3,Rovers,2,0,0\n"
    )
    assert teams(found) == ["Rovers (1)", "Rovers (2)", "Town"]
    assert teams(league("team,team_id,wins,losses\nRovers,1,2,0\nrovers,2,0,2\n")) == [
        "Rovers (1)",
        "rovers (2)",
    ]


def test_the_file_may_say_how_long_the_season_is(league) -> None:
    assert league("team,wins,losses,season_games\nReds,5,3,\nBlues,3,5,12\n").season_games == 12
    assert league(TABLE + "Reds,5,3\n").season_games is None


def test_teams_come_in_the_order_in_which_they_appear(league) -> None:
    assert teams(league(GAMES + "1,Reds,Blues,3,1\n2,BLUES,Golds,1,1\n")) == [
        "Reds",
        "Blues",
        "Golds",
    ]


def test_wins_that_are_not_losses_are_left_to_the_checks(league) -> None:
    assert league(TABLE + "Reds,5,3\n") == League([TeamRecord("Reds", 5, 3)])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("team,wins\nReds,5\n", "there is no column losses; the first row"),
        ("x,y\n1,2\n", "no column team, wins, losses (nor are there home, away, home_score"),
        (
            "home,away,M,V\nReds,Blues,2,0\nBlues,Reds,2,0\n",
            'if “M” and “V” are, say --map "M=home_score" --map "V=away_score", else remove them',
        ),
        (
            "Heimmannschaft,Gastmannschaft,Tore H,Tore G\nReds,Blues,2,1\nGolds,Greys,0,0\n",
            'if “Tore H” and “Tore G” are, say --map "Tore H=home_score"',
        ),
        ("home,away,Winner\nReds,Blues,Reds\n", 'if “Winner” is, say --map "Winner=score"'),
        ("wins,losses," + GAMES, "a row is a game, wins and losses that it is a team"),
        (TABLE + ",5,3\n", "row 2: team is blank"),
        (TABLE + "Reds,-1,3\n", "row 2: wins must not be negative, and is -1"),
        (TABLE + "Reds,5,2.5\n", "row 2: losses must be a whole number, not 2.5"),
        ("team,wins,losses,ties\nReds,5,3,-1\n", "row 2: ties must not be negative"),
        ("team,wins,losses,season\nReds,5,3,0\n", "row 2: season_games must be 1 or more, not 0"),
        (
            "team,wins,losses,season\nReds,5,3,9\nBlues,3,5,10\n",
            "row 3: season_games must be 9 as in the rows above, not 10",
        ),
        (GAMES + "1,Reds,reds,3,1\n", "two teams of one name apart in columns home_id and away_id"),
        (
            TABLE + "Reds,5,3\nreds,3,5\n",
            "row 3: reds stands in row 2 already; remove one of them, or tell two teams of one "
            "name apart in a column team_id",
        ),
        ("home,away,score\nReds,Blues,2\n", "row 2: score must be two numbers such as 2-1"),
    ],
)
def test_a_fault_names_the_file_the_row_and_the_remedy(league, text, says) -> None:
    with pytest.raises(InputError) as error:
        league(text)
    message = str(error.value)
    assert message.startswith("league.csv") and says in message
    assert "; " in message and message.endswith(".")


@pytest.mark.parametrize("word", ["0", "no", "FALSE", "REG", "n/a", "-", "nein", ""])
def test_words_of_regular_time_are_no_overtime(league, word) -> None:
    (game,) = league(f"home,away,score,overtime\nReds,Blues,2:1,{word}\n").rows
    assert game.overtime == ""


@pytest.mark.parametrize("word", ["yes", "OT", "2OT", "SO", "AET", "n.V.", "i.E.", "1", "TRUE"])
def test_words_of_overtime_are_kept(league, word) -> None:
    (game,) = league(f"home,away,score,overtime\nReds,Blues,2:1,{word}\n").rows
    assert game.overtime == word


def test_overtime_may_stand_behind_the_score(league) -> None:
    (game,) = league("home,away,score\nReds,Blues,2:1 n.V.\n").rows
    assert game == LeagueGame("Reds", "Blues", 2, 1, overtime="n.V.")


@pytest.mark.parametrize("word", ["postponed", "abgesagt", "-:-", "Ppd", "–"])
def test_a_postponed_game_is_a_fixture(league, word) -> None:
    (game,) = league(f"home,away,score\nReds,Blues,{word}\n").rows
    assert game == LeagueGame("Reds", "Blues", None, None)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("2,1,maybe", "row 2: overtime must be .*not “maybe”"),
        ("-1,2,", "row 2: home_score must not be negative, and is -1"),
        ("w/o,,", "row 2: “w/o” does not say who won; write the score"),
        ("2,ff,", "row 2: “ff” does not say who won; write the score"),
        ("2,abgesagt,", "row 2: away_score must be a number, not “abgesagt”"),
    ],
)
def test_values_that_are_not_understood_are_refused(league, row, message) -> None:
    with pytest.raises(InputError, match=message):
        league(f"home,away,home_score,away_score,overtime\nReds,Blues,{row}\n")


def test_a_word_behind_the_score_must_be_one_of_overtime(league) -> None:
    with pytest.raises(InputError, match="row 2: score must be two numbers such as 2-1 or 2-1 OT"):
        league("home,away,score\nReds,Blues,2:1 (4:3)\n")
    (game,) = league("home,away,score\nReds,Blues,2:1 (1:0) n.V.\n").rows
    assert (game.home_score, game.away_score, game.overtime) == (2, 1, "n.V.")


HEAD = "home,away,home goals,away goals"
ROUND_ROBIN = list(permutations(("Reds", "Blues", "Golds"), 2))


def test_final_points_of_each_team_are_no_goals(league) -> None:
    final = {"Reds": 40, "Blues": 30, "Golds": 20}
    rows = [
        f"{a},{b},{n % 3},{n % 2},{final[a]},{final[b]}" for n, (a, b) in enumerate(ROUND_ROBIN * 2)
    ]
    found = league(f"{HEAD},Points Home,Points Away\n" + "\n".join(rows))
    assert [(game.home_score, game.away_score) for game in found.rows[:3]] == [
        (0, 0),
        (1, 1),
        (2, 0),
    ]
    without = "\n".join(",".join([*row.split(",")[:2], *row.split(",")[4:]]) for row in rows)
    with pytest.raises(
        InputError, match=r"Points Home \(home_score\) is the same in all games of a t"
    ):
        league("home,away,Points Home,Points Away\n" + without)


def test_of_a_matchday_and_a_date_the_one_that_tells_games_apart_is_the_round(league) -> None:
    text = "Date,Matchday,home,away,score\n1.2.26,{},Reds,Blues,1-0\n3.2.26,{},Reds,Blues,2-0\n"
    assert [game.round for game in league(text.format(1, 2)).rows] == ["1", "2"]
    assert [game.round for game in league(text.format(1, 1)).rows] == ["2026-02-01", "2026-02-03"]


def test_a_season_is_no_number_of_games(league) -> None:
    assert league("Season,home,away,score\n2025,Reds,Blues,1-0\n").season_games is None
    assert league("Season,home,away,score\n34,Reds,Blues,1-0\n").season_games == 34


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Opponent,Result\nReds,2-1\n", "lists the games of one team against each opponent"),
        ("Team,GF\nReds,12\nBlues,7\n", "lists 2 teams with GF, but without results"),
        (
            "Div,home,away,score\nE0,Reds,Blues,1-0\nE1,Golds,Greys,1-0\n",
            r"tells 2 leagues .* apart; say .* for one of E0 \(1 rows\), E1 \(1 rows\)",
        ),
        (
            "home,away,score,home goals,away goals\nReds,Blues,2-1,1,2\n",
            "score is “2-1”, but home_s",
        ),
        (
            "home,away,score\nReds,Blues,2026-02-01\n",
            "score is the date 2026-02-01, which a spread",
        ),
    ],
)
def test_a_file_of_another_kind_is_refused_as_what_it_is(league, text, says) -> None:
    with pytest.raises(InputError, match=says):
        league(text)


def test_goals_of_football_data_are_the_scores(league) -> None:
    (game,) = league(
        "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nE0,11/08/2017,Reds,Blues,4,3,H\n"
    ).rows
    assert game == LeagueGame("Reds", "Blues", 4, 3, "11/08/2017")


def test_points_beside_goals_are_not_taken_for_scores(league) -> None:
    with pytest.raises(InputError, match="“FTHG” and “Points Home” both mean home_score"):
        league("HomeTeam,AwayTeam,FTHG,FTAG,Points Home,Points Away\nReds,Blues,4,3,88,50\n")


def test_the_order_of_day_and_month_is_that_of_all_rows_and_said(tmp_path) -> None:
    path = tmp_path / "games.csv"
    path.write_text("Date,home,away,score\n03/04/2026,Reds,Blues,1-0\n13/04/2026,Blues,Reds,1-0\n")
    source = Source(path)
    assert [game.round for game in read(source).rows] == ["2026-04-03", "2026-04-13"]
    assert source.reading.notes == ["the date “03/04/2026” is read as 2026-04-03"]


def fixture(home: str, away: str, round_: str = "") -> LeagueGame:
    return LeagueGame(home, away, None, None, round_)


def test_games_to_be_played_need_no_column_of_scores(league) -> None:
    assert league("Datum;Uhrzeit;Team Heim;Team Gast\n2026-05-01;15:30;Reds;Blues\n") == League(
        [fixture("Reds", "Blues", "2026-05-01")]
    )
    assert league("Fecha,Hora,Local,Visitante\n2026-05-01,7:15 PM,Reds,Blues\n") == League(
        [fixture("Reds", "Blues", "2026-05-01")]
    )
    assert league('"Home","","Away"\nReds,v,Blues\nBlues,v,Golds\n') == League(
        [fixture("Reds", "Blues"), fixture("Blues", "Golds")]
    )


@pytest.mark.parametrize(
    "text",
    [
        "Data;TIME A;Gols_M;x;Gols_V;TIME B\n2026-04-01;Reds;2;x;1;Blues\n",
        "fecha,visitante,visitante_goles,local,local_goles\n2026-04-01,Blues,1,Reds,2\n",
        "Tarih;Ev sahibi;ev_sahibi_skor;Deplasman;deplasman_skor\n2026-04-01;Reds;2;Blues;1\n",
        "Fecha,Local,Goles,Visitante,Goles\n2026-04-01,Reds,2,Blues,1\n",
        "Datum,Heim,,Gast\n2026-04-01,Reds,2:1,Blues\n",
        "date,homeTeam,awayTeam,FTHomeScore,FTAwayScore\n2026-04-01,Reds,Blues,2,1\n",
        "Data;Mandante;Placar;Visitante\n2026-04-01;Reds;2 x 1;Blues\n",
        "Datum,Hemmalag,Bortalag,Mål hemma,Mål borta\n2026-04-01,Reds,Blues,2,1\n",
    ],
)
def test_the_scores_are_found_by_words_places_and_values(league, text) -> None:
    assert league(text) == League([LeagueGame("Reds", "Blues", 2, 1, "2026-04-01")])


def test_numbers_are_no_names_of_teams(league) -> None:
    text = "Country,GP,W,D,L,F,A,Against\nFrance,2,1,0,1,40,38,38\nItaly,2,1,0,1,38,40,40\n"
    assert league(text).rows == [TeamRecord("France", 1, 1), TeamRecord("Italy", 1, 1)]


def test_a_share_of_wins_is_no_count(league) -> None:
    found = league("team,win,wins,losses\nReds,.667,2,1\nBlues,.333,1,2\n")
    assert found.rows == [TeamRecord("Reds", 2, 1), TeamRecord("Blues", 1, 2)]


def test_three_letters_that_add_up_go_before_two(league) -> None:
    text = "Plaats;Ploeg;GS;W;G;V;P\n1;Reds;3;2;1;0;7\n2;Blues;3;1;1;1;4\n3;Golds;3;0;2;1;2\n"
    assert league(text).rows[0] == TeamRecord("Reds", 2, 0, 1)


def test_goals_for_and_against_are_no_ties(league) -> None:
    found = league("Verein,SP,S,N,T+,T-\nReds,3,2,1,9,4\nBlues,3,1,2,4,9\n")
    assert found.rows == [TeamRecord("Reds", 2, 1), TeamRecord("Blues", 1, 2)]
    assert found.figures == {"T+": [9, 4], "T-": [4, 9]}  # which may be criteria


PLAYED = "Round,Date,Home,Away,HG,AG\n"


def test_finals_are_found_in_any_column(tmp_path) -> None:
    rows = [
        f"{stage},2026-05-{day:02},{home},{away},1,0"
        for day, (stage, home, away) in enumerate(
            [
                *[("1. Matchday", a, b) for a, b in permutations("ABC", 2)],
                ("Play-offs", "A", "B"),
            ],
            1,
        )
    ]
    path = tmp_path / "league.csv"
    path.write_text("\n".join([PLAYED.strip(), *rows]), encoding="utf-8")
    source = Source(path)
    assert len(read(source)) == 6
    assert source.reading.left_out[0].why == "Play-offs does not count in a table"
    path.write_text(
        "Home,Away,HG,AG,Status\nA,B,1,0,Final\n"
        + "".join(f"{a},{b},,,Scheduled\n" for a, b in permutations("BCD", 2)),
        encoding="utf-8",
    )
    assert len(read(path)) == 7


@pytest.mark.parametrize(
    "stage", ["Halbfinale", "Round of 16", "Cuartos de final", "ćwierćfinał", "полуфинал", "準決勝"]
)
def test_finals_are_known_in_many_languages(league, stage) -> None:
    games = "".join(f"1,{a},{b},1-0\n" for a, b in permutations("ABC", 2))
    assert len(league(f"Stage,home,away,score\n{games}{stage},A,B,1-0\n")) == 6
    assert len(league(f"Venue,home,away,score\n{games}{stage},A,B,1-0\n")) == 7


def test_teams_that_never_meet_are_several_leagues(league) -> None:
    games = [
        f"{phase},{home},{away},1,0\n"
        for phase, teams_ in (("North", "ABC"), ("South", "DEF"))
        for home, away in permutations(teams_, 2)
    ]
    with pytest.raises(InputError, match=r'never meet; say --only "phase=North"'):
        league("phase,home,away,HG,AG\n" + "".join(games))
    assert len(league("venue,home,away,HG,AG\n" + "".join(g[0] + g[5:] for g in games[:6]))) == 6


def test_seasons_are_told_by_part_of_a_heading_and_by_any_date(league) -> None:
    with pytest.raises(InputError, match=r"column “season_id” tells 2 .*1603 \(1 rows\), 1709"):
        league("season_id,home,away,HG,AG\n1603,A,B,1,0\n1709,B,A,1,0\n")
    with pytest.raises(InputError, match="the games are from 2019 to 2023"):
        league("round,kickoff,home,away,HG,AG\n1,2019-08-02T15:00,A,B,1,0\n2,2023-05-01,B,A,1,0\n")


def test_teams_that_are_not_known_yet_are_left_out(tmp_path) -> None:
    path = tmp_path / "league.csv"
    path.write_text("home,away,score\nA,B,1-0\nTBD,TBD,\n", encoding="utf-8")
    source = Source(path)
    assert len(read(source)) == 1
    assert source.reading.left_out[0].why == "who plays is not known yet"


def test_two_columns_of_which_no_row_has_both_are_one(tmp_path) -> None:
    path = tmp_path / "league.csv"
    path.write_text(
        "home,away,score ft,score,round\nA,B,2-1,,1\nB,A,,0-3,2\nA,C,,,3\n", encoding="utf-8"
    )
    source = Source(path)
    found = read(source)
    assert [(game.home_score, game.away_score) for game in found.rows] == [
        (2, 1),
        (0, 3),
        (None, None),
    ]
    assert "“score ft” and “score” are read as one column, score; no row has both" in (
        source.reading.notes
    )
    assert not source.reading.unused


def test_the_time_of_a_game_to_be_played_is_no_score(league) -> None:
    played = "Heim,Gast,Ergebnis\nReds,Blues,2:1\nBlues,Golds,15:30\n"
    assert league(played).rows[1] == fixture("Blues", "Golds")
    schedule = "Heim,Gast,Ergebnis\nReds,Blues,18:00\nBlues,Golds,20:30\n"
    assert league(schedule).rows == [fixture("Reds", "Blues"), fixture("Blues", "Golds")]
    handball = "Heim,Gast,Ergebnis\nReds,Blues,31:28\nBlues,Golds,15:30\n"
    assert league(handball).rows[1] == LeagueGame("Blues", "Golds", 15, 30)
