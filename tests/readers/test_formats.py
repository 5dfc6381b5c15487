"""Files in the forms of other programs: what they become, and what is refused as what it is."""

from __future__ import annotations

import random

import pytest
from openpyxl import Workbook

from tests.readers.test_broken_files import TIMES, broken
from xl_tourney.errors import InputError
from xl_tourney.functions import CATALOGUE
from xl_tourney.readers import chess
from xl_tourney.readers.chess.write import format_trf
from xl_tourney.readers.tables.source import Source, source_of
from xl_tourney.templates import TEMPLATES

USCF = """\
 Pair | Player Name                     |Total|Round|Round|Round|
 Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |  3  |
-----------------------------------------------------------------
    1 | ANN HUA                         |2.5  |W   4|W   2|D   3|
   ON | 15445895 / R: 1794   ->1817     |N:2  |W    |B    |W    |
-----------------------------------------------------------------
    2 | BOB DARURI                      |2.0  |W   3|L   1|B    |
   MI | 14598900 / R: 1553P17->1663     |N:2  |B    |W    |     |
-----------------------------------------------------------------
    3 | CID BAJAJ                       |1.0  |L   2|H    |D   1|
   MI | 14959604 / R: 1384   ->1640     |N:2  |W    |     |B    |
-----------------------------------------------------------------
    4 | DI SMITH                        |0.0  |L   1|U    |U    |
   MI | 14959605 / R: 1384   ->1640     |N:2  |B    |     |     |
"""
PAIRINGS = """\
Club Open 2026,,,,,,,,,,,
Round 1 on 2026/02/01 at 10:00,,,,,,,,,,,
Bo.,No.,,Name,Rtg,Pts.,Result,Pts.,,Name,Rtg,No.
1,1,IM,"Alm, Dan",2400,0,1 - 0,0,,"Berg, Eva",1800,3
2,4,,"Cato, Ida",1700,0,½ - ½,0,FM,"Dahl, Jan",2200,2
3,5,,"Ek, Lars",1600,0,1,,,bye,,
Round 2 on 2026/02/02 at 10:00,,,,,,,,,,,
Bo.,No.,,Name,Rtg,Pts.,Result,Pts.,,Name,Rtg,No.
1,2,FM,"Dahl, Jan",2200,½,0 - 1,1,IM,"Alm, Dan",2400,1
2,3,,"Berg, Eva",1800,0,+ - -,1,,"Ek, Lars",1600,5
3,4,,"Cato, Ida",1700,½,0,,,not paired,,
"""
PGN = """\
[Event "Club"]
[Round "1"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[WhiteElo "1800"]

1. e4 e5 1-0

[Event "Club"]
[Round "2"]
[White "Cid"]
[Black "Ann"]
[Result "1/2-1/2"]
"""
MACMAHON = """\
<?xml version="1.0" encoding="UTF-8"?>
<Tournament><Name>Cup</Name><NumberOfRounds>1</NumberOfRounds>
<IndividualParticipant><Id>1</Id><GoPlayer><FirstName>Ann</FirstName><Surname>Lee</Surname>
<Rank>3D</Rank></GoPlayer></IndividualParticipant>
<IndividualParticipant><Id>2</Id><GoPlayer><FirstName>Bo</FirstName><Surname>Li</Surname>
<Rank>3D</Rank></GoPlayer></IndividualParticipant>
<IndividualParticipant><Id>7</Id><GoPlayer><FirstName>Cy</FirstName><Surname>Xu</Surname>
<Rank>2K</Rank></GoPlayer></IndividualParticipant>
<TournamentRound><RoundNumber>1</RoundNumber>
<Pairing><Black>1</Black><White>2</White><Result>0-1</Result><Handicap>0</Handicap></Pairing>
<Pairing><Black>7</Black><White>0</White><Result></Result>
<PairingWithBye>true</PairingWithBye></Pairing></TournamentRound>
</Tournament>
"""
WALL_LIST = """\
Hannover 2008, 3 rounds

Pl  Name           Str  Cl   MMS  1     2     3     Pt  SOS
 1  Lee, Ann       5d   HH   33   2+    3+    4+    3   92
 2  Meier, Bob     4d   B    32   1-    4+    3+    2   93
 3  Schulz, Cid    3d   M    30   4+    1-    2-    1   94
 4  Weber, Di      2d   HH   29   3-    2-    1-    0   95
"""
AGA = """\
TOURNEY Spring Open
PLAYERS
1 Smith, Ann  5.2
2 Li, Bo  3d
3 Xu, Cy -2.4
GAMES 1
1 2 w 0 7
GAMES 2
3 1 b 2 7
"""
BWS = """\
ID,Section,Table,Round,Board,PairNS,PairEW,Declarer,NS/EW,Contract,Result,LeadCard,Remarks
1,1,1,1,1,1,2,1,N,3 NT,+1,SK,
2,1,2,1,1,3,4,4,E,4 H x,-1,,
3,1,1,1,2,1,2,,,PASS,,,
4,1,2,1,2,3,4,,,,,,40%-60%
"""
PBN = """\
% PBN 2.1
[Event "Club"]
[Board "1"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R;Score_NS\\6R"]
 4 11 2HX  S  8 "670"
14  1 2S   E  5 "150"
[Board "2"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1R;Result\\2R"]
 4 11 3NT  N  9
"""
OPENFOOTBALL = """\
= English League 2023/24

» Matchday 1
  Fri Aug/11
    20.00  Alpha FC  v Beta FC   0-3 (0-2)
  Sat Jan/6
           Gamma FC  2-1 (1-0)  Delta FC
» Matchday 2
  Sat Jan/13
           Beta FC  v Gamma FC
           Delta FC  1-1  Alpha FC
» Final
  Sun Feb/4
    15.00  Alpha FC  v Delta FC  4-0
"""


@pytest.fixture
def read(tmp_path):
    """The results of a text as a template reads them; the sentences are in ``read.said``."""

    def of(template: str, text: str, name: str = "results.txt"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        source = source_of(path)
        try:
            return TEMPLATES[template].read(source)
        finally:
            of.said = source.reading.sentences()

    return of


def points(found) -> list[float]:
    return [points for (points,) in CATALOGUE["CHESS_POINTS"](found.wall_list)]


def test_a_crosstable_of_the_us_chess_federation(read) -> None:
    found = read("chess", USCF)
    assert points(found) == [player.points for player in found.players] == [2.5, 2.0, 1.0, 0.0]
    assert found.players[1].rounds == ("3b1", "1w0", "U")
    assert (found.players[1].rating, found.players[1].fide_number) == (1553, "14598900")


def test_pairings_of_all_rounds_are_a_tournament(read) -> None:
    found = read("chess", PAIRINGS, "pairings.csv")
    assert [player.name for player in found.players][:2] == ["Alm, Dan", "Dahl, Jan"]
    assert points(found) == [2.0, 0.5, 1.0, 0.5, 1.0]
    assert found.players[0].title, found.players[4].rounds == ("IM", ("U", "3b-"))
    assert any("row 7: “Round 2 on" in sentence for sentence in read.said)


def test_pairings_of_a_later_round_alone_are_refused(read) -> None:
    head, later = PAIRINGS.partition("Round 2")[::2]
    with pytest.raises(InputError, match="these are pairings without round 1, so nobody"):
        read("chess", "Round 2" + later, "pairings.csv")
    assert read("chess", head, "pairings.csv").rounds == 1


def test_the_games_of_a_pgn(read) -> None:
    found = read("chess", PGN, "games.pgn")
    assert [player.rounds for player in found.players] == [("2w1", "3b="), ("1b0", ""), ("", "1w=")]
    assert found.players[0].rating == 1800


def test_a_square_of_results_is_a_round_robin(read) -> None:
    found = read("chess", "Name,1,2,3,Pts.\nAnn,*,1,½,1½\nBob,0,*,1,1\nCid,½,0,*,½\n", "rr.csv")
    assert found.system == "round-robin"
    assert points(found) == [player.points for player in found.players] == [1.5, 1.0, 0.5]


@pytest.mark.parametrize(
    "text",
    [
        "Rank,Title,Username,Rating,Points,Tie Break\n1,GM,ann,2500,6.5,20\n2,,bob,2100,5,18\n",
        "Rk.;Name;Rtg;Pts.;TB1\n1;Ann;2000;5;3\n",
    ],
    ids=["lichess", "chess-results"],
)
def test_a_final_table_is_a_list_of_players_and_says_so(read, text) -> None:
    found = read("chess", text, "final.csv")
    assert found.players[0].name.lower() == "ann" and found.players[0].points is None
    assert any("a final table without its games" in sentence for sentence in read.said)


def test_a_list_of_entrants_has_no_rounds(read) -> None:
    found = read("chess", "No.,,Name,FED,Rtg\n1,GM,Ann,SWE,2500\n2,,Bob,SWE,2400\n", "start.csv")
    assert (found.rounds, found.players[0].title) == (0, "GM")


def test_a_square_whose_halves_disagree_is_refused(read) -> None:
    with pytest.raises(InputError, match=r"results of Ann against Bob do not fit .* “1” and “½”"):
        read("chess", "Name,1,2,3\nAnn,*,1,½\nBob,½,*,1\nCid,½,0,*\n", "rr.csv")


@pytest.mark.parametrize(
    ("template", "text", "said"),
    [
        ("chess", USCF + "Total prizes 100\n", "row 15: “Total prizes 100” is left out"),
        ("chess", '[Event "Odd"]\n\n' + PGN, "row 1: “Odd” is left out"),
        ("go", AGA + "3 1 wins\n", "row 10: “3 1 wins” is left out"),
    ],
)
def test_lines_that_hold_no_result_are_named(read, template, text, said) -> None:
    read(template, text)
    assert any(said in sentence for sentence in read.said), read.said


def test_printed_points_that_do_not_follow_are_named(read) -> None:
    read("chess", "Name,1.Rd,Pts\nAnn,2w1,2\nBob,1b0,0\n", "points.csv")
    assert any("row 2: Ann has 2 points in the file, but the results add up to 1" in sentence
               for sentence in read.said)  # fmt: skip


def test_a_file_of_macmahon(read) -> None:
    found = read("go", MACMAHON, "cup.xml")
    assert (found.system, [player.start for player in found.players]) == ("mcmahon", [4, 4, 0])
    assert [player.rounds for player in found.players] == [("2-/b0",), ("1+/w0",), ("0+",)]


def test_a_printed_wall_list_has_its_start_scores(read) -> None:
    found = read("go", WALL_LIST)
    assert [player.start for player in found.players] == [30, 30, 29, 29]
    assert found.players[3].rounds == ("3-", "2-", "1-")


def test_the_results_for_the_american_go_association(read) -> None:
    found = read("go", AGA)
    assert [player.rank for player in found.players] == ["5d", "3d", "2k"]
    assert [player.rounds for player in found.players] == [
        ("2+/w0", "3+/b2"), ("1-/b0", ""), ("", "1-/w2"),
    ]  # fmt: skip


def test_a_list_of_go_games(read) -> None:
    games = "Round,Black,White,Result,Handicap\n1,Ann,Bob,B+3.5,2\n1,Cid,Di,W+R,\n2,Ann,Cid,Jigo,\n"
    found = read("go", games, "games.csv")
    assert found.players[0].name == "Bob"
    assert found.players[1].rounds == ("1+/b2", "4=/b0")


def test_what_bridgemates_received(read) -> None:
    found = read("bridge", BWS, "received.csv").lines
    assert [(line.contract, line.by, line.tricks, line.score) for line in found] == [
        ("3NT", "N", "+1", None), ("4Hx", "E", "-1", None),
        ("PASS", "", None, None), ("", "", None, "40%/60%"),
    ]  # fmt: skip


def test_the_score_tables_of_pbn(read) -> None:
    found = read("bridge", PBN, "session.pbn").lines
    assert [(line.board, line.ns, line.ew, line.score) for line in found] == [
        (1, "4", "11", 670), (1, "14", "1", 150), (2, "4", "11", None),
    ]  # fmt: skip
    with pytest.raises(InputError, match="deals without results"):
        read("bridge", '[Event "x"]\n[Board "1"]\n[Deal "N:…"]\n', "deals.pbn")


def test_pairs_named_by_their_seats(read) -> None:
    headings = "Board,North,South,East,West,Result,Score\n"
    rows = "1,ann,bob,cid,di,6NE=,-990\n1,cid,di,eve,fay,4♥W-1,50\n"
    found = read("bridge", headings + rows, "traveller.csv")
    assert [(line.ns, line.ew, line.contract, line.by) for line in found.lines] == [
        ("1", "2", "6NT", "E"), ("2", "3", "4♥", "W"),
    ]  # fmt: skip
    assert found.names["2"] == "cid & di"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Rank,Pair,Names,%\n1,3,A & B,60.1\n", "no list of travellers"),
        ("Board,Contract,By,Score,Vs\n1,3NT,N,400,9\n", "one pair's card is not enough"),
    ],
)
def test_a_ranking_and_a_card_of_bridge_are_recognised(read, text, says) -> None:
    with pytest.raises(InputError, match=says):
        read("bridge", text, "other.csv")


def test_a_text_of_openfootball(read) -> None:
    games = read("league", OPENFOOTBALL).rows
    assert [(g.home, g.away, g.home_score, g.away_score) for g in games] == [
        ("Alpha FC", "Beta FC", 0, 3), ("Gamma FC", "Delta FC", 2, 1),
        ("Beta FC", "Gamma FC", None, None), ("Delta FC", "Alpha FC", 1, 1),
    ]  # fmt: skip
    assert any("row 14: “Final 2024-02-04 Alpha FC" in sentence for sentence in read.said)


@pytest.mark.parametrize(
    "text",
    [
        "Date,Visitor/Neutral,PTS,Home/Neutral,PTS,,Attend.\nOct 1,B,84,A,94,OT,20000\n",
        "Date,Visitor,G,Home,G,,Att.\n2026-10-01,B,84,A,94,OT,20000\n",
        ",Date,Visitor,G,Home,G.1,Unnamed: 5,Att.\n0,2026-10-01,B,84.0,A,94.0,OT,16648.0\n",
        "Week,Winner/tie,,Loser/tie,PtsW,PtsL\n1,A,,B,94,84\n",
        "Week,Winner/tie,,Loser/tie,PtsW,PtsL\n1,B,@,A,94,84\n2,A,,C,3,0\n",
        "Date,Season,home,visitor,FT,hgoal,vgoal,result\n2026-01-01,2025,A,B,94-84,94,84,H\n",
        "date,home_team,away_team,home_score,away_score,neutral\n2026-01-01,A,B,94,84,FALSE\n",
        "Team A,Team B,Score A,Score B\nA,B,94,84\n",
        "Team 1,Team 2,Points 1,Points 2\nA,B,94,84\n",
        "home,away,hgoals,agoals,H1 goals\nA,B,94,84,40\n",
        "Match Number,Round Number,Date,Home Team,Away Team,Result\n1,1,11/08/2026,A,B,94 - 84\n",
        "game_id,season,week,away_team,away_score,home_team,home_score,result,overtime\n"
        "x,2025,1,B,84,A,94,10,0\n",
    ],
)
def test_whose_score_a_column_is(read, text) -> None:
    game = read("league", text, "games.csv").rows[0]
    away_won = ",@," in text
    assert (game.home, game.away) == ("A", "B")
    assert (game.home_score, game.away_score) == ((84, 94) if away_won else (94, 84))
    assert bool(game.overtime) == (",OT," in text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "Div,HomeTeam,AwayTeam,FTHG,FTAG\nE0,A,B,1,0\nE1,C,D,1,0\n",
            "tells 2 leagues or seasons apart",
        ),
        ("date,home,away,score\n2021-01-02,A,B,1-0\n2024-01-02,B,A,1-0\n", "from 2021 to 2024"),
        ("season,home,away,score\n2024,A,B,1-0\n2025,A,B,1-0\n", "tells 2 leagues or seasons"),
        ("home,away,score\nA,B,1-0\nC,A,1-0\nA,D,1-0\nE,A,1-0\n", "the games of one team"),
        (
            "round,home,away,score\n1,A,B,1-0\n1,B,A,0-1\n2,A,C,2-0\n2,C,A,0-2\n2,D,B,0-2\n"
            "2,B,D,2-0\n",
            "each game stands twice",
        ),
        ("Team,GP,W,L,OTL\nA,4,2,1,1\nB,4,1,3,0\n", "results after overtime"),
        ("Team,GP,W,L,D\nA,4,2,1,1\nB,4,1,2,0\n", "row 3: 1 wins, 2 losses and 0 ties are not"),
    ],
)  # fmt: skip
def test_what_is_no_league_is_recognised(read, text, says) -> None:
    with pytest.raises(InputError, match=says):
        read("league", text, "other.csv")


@pytest.mark.parametrize(
    "headings",
    [
        "Mannschaft;Spiele;S;U;N;Punkte",
        "Squadra;G;V;N;P;Pt",
        "Équipe;J;G;N;P;Pts",
        "Equipo;PJ;PG;PE;PP;Pts",
        "Drużyna;Mecze;Z;R;P;Pkt",
        "Команда;И;В;Н;П;О",
        "チーム;試合数;勝;分;敗;勝点",
        "Squad;MP;W;D;L;Pts",
        ";GP;W;T;L;PTS",
        "Eastern Conference;G;W;D;L;P",
    ],
)
def test_tables_of_teams_in_many_languages(read, headings) -> None:
    found = read("league", f"{headings}\nRot;4;2;1;1;7\nBlau;4;1;0;3;3\n", "table.csv").rows
    assert [(r.team, r.wins, r.ties, r.losses) for r in found] == [
        ("Rot", 2, 1, 1), ("Blau", 1, 0, 3),
    ]  # fmt: skip


def test_the_rank_in_german_and_its_values(read) -> None:
    rows = "Platz;Name;Rang;Runde 1;Punkte\n1;Ann;1 dan;2+;1\n2;Bo;6 Kyu;1-;0\n"
    assert [player.rank for player in read("go", rows, "go.csv").players] == ["1d", "6k"]


def test_a_printed_list_with_single_blanks(read) -> None:
    found = read("go", "Cup\nPl Name Str Cl MMS 1\n1 Lee Ann 3d HH 32 2+\n2 Li Bo 2d B 30 1-\n")
    assert [(player.name, player.start) for player in found.players] == [
        ("Lee Ann", 31), ("Li Bo", 30),
    ]  # fmt: skip


@pytest.mark.parametrize(("letters", "seats"), [("NOSW", "NESW"), ("NEOS", "NEWS"), ("NZW", "NSW")])
def test_the_seats_in_other_languages(read, letters, seats) -> None:
    lines = "".join(f"{n};1;2;3 SA;{letter};9\n" for n, letter in enumerate(letters, 1))
    found = read("bridge", "Board;NS;EW;Kontrakt;Spieler im Kontrakt;Stiche\n" + lines, "b.csv")
    assert [line.by for line in found.lines] == [*seats]


@pytest.mark.parametrize(
    "text",
    [
        "#   Name         Rate   Rd 1   Rd 2   Tot\n1   Smith, Ann   1800   W2     H---   1.5\n"
        "2   Li, Bob      1700   L1     B---   1.0\n",
        " Pos   NAME       Rtg    Pts   1      2\n   1   Alba Ana   2100   1.5   +W 2   =\n"
        "   2   Bravo Lu   2000   1.0   -B 1   BYE\n",
        "Rk.,No.Ini.,Nombre,1.Rd,2.Rd,Pts.\n1,1,Ana,2b1,-½,1.5\n2,2,Luis,1n0,-1,1\n",
    ],
    ids=["swisssys", "vega", "chess-results in Spanish"],
)
def test_crosstables_of_other_programs(read, text) -> None:
    found = read("chess", text)
    assert points(found) == [player.points for player in found.players] == [1.5, 1.0]


def test_two_spellings_of_a_player_are_one(read) -> None:
    games = "Round;White;Black;Result\n1;Müller, Jörg;Ann;1-0\n2;Ann;Jörg Müller;0-1\n"
    found = read("chess", games, "games.csv")
    assert [player.rounds for player in found.players] == [("2w1", "2b1"), ("1b0", "1w0")]
    assert any("“Jörg Müller” is taken for Müller, Jörg" in sentence for sentence in read.said)


FORMS = {
    "uscf.txt": ("chess", USCF),
    "pairings.csv": ("chess", PAIRINGS),
    "games.pgn": ("chess", PGN),
    "square.csv": ("chess", "Name,1,2,3,Pts.\nAnn,*,1,½,1½\nBob,0,*,1,1\nCid,½,0,*,½\n"),
    "macmahon.xml": ("go", MACMAHON),
    "wall.txt": ("go", WALL_LIST),
    "aga.txt": ("go", AGA),
    "received.csv": ("bridge", BWS),
    "session.pbn": ("bridge", PBN),
    "league.txt": ("league", OPENFOOTBALL),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMS)
def test_a_broken_file_of_another_program_is_read_or_refused(read, name) -> None:
    template, text = FORMS[name]
    refused = 0
    for seed in range(TIMES // 4):
        damaged = broken(text.encode(), random.Random(seed)).decode("utf-8", "replace")
        try:
            read(template, damaged, name)
        except InputError as error:
            refused += 1
            assert name in str(error) and "\n" not in str(error)
    assert 0 < refused < TIMES // 4


def workbook(tmp_path, **sheets):
    """A workbook with some sheets of texts."""
    book = Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    path = tmp_path / "rounds.xlsx"
    book.save(path)
    return Source(path)


def test_a_sheet_for_each_round_is_one_tournament(tmp_path) -> None:
    head = ["White", "Result", "Black"]
    source = workbook(
        tmp_path,
        Players=[["Name", "Elo"], ["Ann", 2000]],
        Round_2=[["Club Cup"], head, ["Cid", "1-0", "Bob"], ["Ann", "1-0", "bye"]],
        Round_1=[head, ["Ann", "1-0", "Bob"], ["Cid", "1-0", "bye"]],
    )
    found = TEMPLATES["chess"].read(source)
    assert [player.name for player in found.players] == ["Ann", "Bob", "Cid"]
    assert points(found) == [2.0, 0.0, 2.0]
    assert source.reading.rows == 4
    said = " ".join(source.reading.sentences())
    assert "2 tables are read, a round each: Round 1, Round 2." in said
    assert "only Round 2, Round 1 are read, not Players" in said


def test_a_mistake_in_the_sheet_of_a_round_is_named_by_its_place(tmp_path) -> None:
    head = ["Heim", "Gast", "Ergebnis"]
    source = workbook(
        tmp_path,
        **{"1._Spieltag": [head, ["Reds", "Blues", "2:1"]]},
        **{"2._Spieltag": [["Liga"], head, ["Blues", "Reds", "two"]]},
    )
    with pytest.raises(InputError, match=r"rounds\.xlsx, sheet 2\. Spieltag, row 3: Ergebnis"):
        TEMPLATES["league"].read(source)


def test_lines_of_rounds_stand_between_the_games_of_a_league(read) -> None:
    text = (
        "Liga 2026;;\nHeim;Gast;Ergebnis\n1. Spieltag;;\nReds;Blues;2:1\nGolds;Greys;0:0\n"
        "2. Spieltag;;\nBlues;Golds;1:1\nGreys;Reds;-:-\nStand: Mai;;\n"
    )
    found = read("league", text, "liga.csv")
    assert [game.round for game in found.rows] == ["1. Spieltag"] * 2 + ["2. Spieltag"] * 2
    assert "row 3: “1. Spieltag” is left out: it begins 1. Spieltag." in " ".join(read.said)
    assert "row 9: “Stand: Mai” is left out: it is no game." in " ".join(read.said)


PAGE = """<html><body><h2>Club Cup</h2><h4>Pairing of round {}</h4><table>
<tr><th>White</th><th>Pts</th><th>Result</th><th>Pts</th><th>Black</th></tr>
<tr><td>Ann</td><td>({})</td><td>1-0</td><td>({})</td><td>Bob</td></tr>
<tr><td>Cid</td><td>({})</td><td>0-1</td><td>({})</td><td>Dan</td></tr></table></body></html>"""


@pytest.mark.parametrize(
    ("result", "rounds"),
    [
        ("0-0", ["2w0", "1b0"]),
        ("0 : 0", ["2w0", "1b0"]),
        ("0F-0F", ["2w-", "1b-"]),
        ("---", ["2w-", "1b-"]),
    ],
)
def test_both_may_lose_a_game_over_the_board_or_by_forfeit(read, result, rounds) -> None:
    found = read("chess", f"White,Result,Black\nAnn,{result},Bob\n", "games.csv")
    assert [row.rounds[0] for row in found.players] == rounds
    report = format_trf(found, "a.trf").content.decode()
    assert [row.rounds[0] for row in read("chess", report, "a.trf").players] == rounds


def test_the_heading_before_a_table_of_a_page_says_its_round(read) -> None:
    assert read("chess", PAGE.format(1, 0, 0, 0, 0), "pairs.html").rounds == 1
    with pytest.raises(InputError, match="these are pairings without round 1"):
        read("chess", PAGE.format(2, 1, 0, 0, 1), "pairs.html")


def test_points_from_before_say_that_earlier_rounds_are_missing(read) -> None:
    head = "White,WhitePoints,Result,BlackPoints,Black\n"
    assert read("chess", head + "Ann,1,1-0,0,Bob\nCid,0.5,½-½,0.5,Dan\n", "after.csv").rounds == 1
    with pytest.raises(InputError, match="these are pairings without the rounds before"):
        read("chess", head + "Ann,1,0-1,1,Bob\nCid,0.5,1-0,0,Dan\n", "before.csv")


def test_a_tou_of_opengotha_has_blanks_for_what_is_not_known(read) -> None:
    text = (
        ";name=Cup\n;Num Nom Prenom Niv Licence Club\n"
        "   1 Alm Ann     3D 1800014 75Ju    2+w0    3+b0\n"
        "   2 Bo Bob     10K         91SM    1-b0    0=  \n"
        "   3 Cid Cem    18K                 0=      1-w0\n"
    )
    found = read("go", text, "cup.tou")
    assert [player.club for player in found.players] == ["75Ju", "91SM", ""]
    assert [player.rounds[0] for player in found.players] == ["2+/w0", "1-/b0", "0="]


def test_what_is_empty_in_json_is_blank(read) -> None:
    text = (
        '{"matches": [{"team1": "A", "team2": "B", "score": {"ft": [2, 1]}},'
        ' {"team1": "B", "team2": "A", "score": {}}]}'
    )
    assert [game.home_score for game in read("league", text, "games.json").rows] == [2, None]


def test_a_square_of_teams_is_a_list_of_games(tmp_path) -> None:
    source = workbook(
        tmp_path,
        Tabelle=[
            ["Liga 2026"],
            [None, "Heim \\ Gast", "RED", "BLU", "GOL", "Pkt"],
            [1, "Reds", "x", "2:1", "0:0", 4],
            [2, "Blues", "1:1", "x", None, 1],
            [3, "Golds", "-:-", "3:0", "x", 4],
        ],
    )
    games = TEMPLATES["league"].read(source).rows
    assert [(game.home, game.away, game.home_score) for game in games] == [
        ("Reds", "Blues", 2), ("Reds", "Golds", 0), ("Blues", "Reds", 1), ("Blues", "Golds", None),
        ("Golds", "Reds", None), ("Golds", "Blues", 3),
    ]  # fmt: skip
    assert "a square of 3 teams, whose rows are taken for their home games" in source.reading.notes


def test_a_square_with_both_views_of_each_game_has_one_game_of_two(read) -> None:
    found = read("league", ",A,B,C\nA,,2-1,0-3\nB,1-2,,4-0\nC,3-0,0-4,\n", "square.csv")
    assert [(game.home, game.away, game.home_score) for game in found.rows] == [
        ("A", "B", 2), ("A", "C", 0), ("B", "C", 4),
    ]  # fmt: skip


def test_a_row_for_each_team_of_a_game_is_one_game(read) -> None:
    text = (
        "date,round,venue,result,gf,ga,opponent,team\n"
        "2026-05-01,1,Home,W,2,1,Blues,Reds\n2026-05-01,1,Away,L,1,2,Reds,Blues\n"
        "2026-05-08,2,Away,D,0,0,Golds,Reds\n"
    )
    found = read("league", text, "matches.csv").rows
    assert [(game.home, game.away, game.home_score, game.away_score) for game in found] == [
        ("Reds", "Blues", 2, 1), ("Golds", "Reds", 0, 0),
    ]  # fmt: skip
    assert "once for each team; of 3 rows 2 are used." in read.said[-1]


@pytest.mark.parametrize(
    ("written", "births", "says"),
    [
        (["17.05.1990", "1985"], ["1990-05-17", "1985"], ""),
        (["5/17/1990", "2/3/1985"], ["1990-05-17", "1985-02-03"], ""),
        (["05/06/1990", "01/02/1992"], ["1990", "1992"], "month or day may be first"),
        (["1990/00/00", "0"], ["1990/00/00", ""], ""),
        (["1990-05-17", "-"], ["1990-05-17", ""], ""),
    ],
)
def test_births_are_dates_in_one_order(tmp_path, written, births, says) -> None:
    """The order of day and month is that in which all dates of the column can be; or the year."""
    path = tmp_path / "list.csv"
    rows = [f"P{n},{birth},{cell}" for n, birth, cell in zip((1, 2), written, ("2w1", "1b0"))]
    path.write_text("\n".join(["name,born,r1", *rows]))
    source = Source(path)
    assert [player.birth for player in chess.read(source).players] == births
    assert says in " ".join(source.reading.warnings())
    path.write_text("name,born,r1\nAnn,90,2w1\nBob,,1b0\n")
    with pytest.raises(InputError, match=r"row 2: birth must be a year such as 1990, .* not “90”"):
        chess.read(path)


def test_a_pgn_of_several_tournaments_is_refused(read) -> None:
    game = '[Event "{}"]\n[Round "{}"]\n[White "{}"]\n[Black "{}"]\n[Result "1-0"]\n\n'
    cup = game.format("Cup", 1, "Ann", "Bob") + game.format("Cup", 2, "Bob", "Ann")
    other = game.format("Open", 1, "Cid", "Dan") + game.format("Open", 2, "Dan", "Cid")
    assert read("chess", cup, "cup.pgn").rounds == 2
    with pytest.raises(InputError, match=r"two\.pgn: these are games of 2 tournaments \(Cup, Open"):
        read("chess", cup + other, "two.pgn")
    rounds = cup.replace('"Cup"', '"Round 1: Ann - Bob"', 1)
    assert read("chess", rounds, "broadcast.pgn").rounds == 2


def test_team_a_beside_team_h_is_the_visitor(read) -> None:
    text = '[{"team_a": 14, "team_a_score": 1, "team_h": 10, "team_h_score": 4}]'
    (game,) = read("league", text, "fixtures.json").rows
    assert (game.home, game.away, game.home_score, game.away_score) == ("10", "14", 4, 1)


def test_rounds_may_have_roman_numbers(read) -> None:
    found = read("go", "Name;Rang;I;II\nAnn;3 dan;2+;0=\nBob;1k;1-;0=\n", "liste.csv")
    assert [player.rounds for player in found.players] == [("2+", "0="), ("1-", "0=")]
