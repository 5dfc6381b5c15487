"""What readers and writers do at the edges of what files say."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.readers.test_trf import player, report
from xl_tourney.errors import InputError
from xl_tourney.readers import league
from xl_tourney.readers.bridge import travellers_csv
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.readers.bridge.write_usebio import format_usebio
from xl_tourney.readers.chess import ChessTournament, read_trf
from xl_tourney.readers.chess import wall_list_csv as chess_lists
from xl_tourney.readers.entrants import Entrant, ask_about_rows
from xl_tourney.readers.go import wall_list_csv as go_lists
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.readers.go.write_h9 import PlayerResult, format_h9
from xl_tourney.readers.results_csv import CsvTable
from xl_tourney.readers.tables import html_tables, text
from xl_tourney.readers.tables.excel import format_value
from xl_tourney.readers.tables.names import UnclearNameError
from xl_tourney.readers.tables.reading import ReadColumn, Reading
from xl_tourney.readers.tables.source import Source, find_headings, find_rounds
from xl_tourney.readers.tables.teams import forms, openfootball, refusals
from xl_tourney.readers.tables.workbook import cut


def source(folder: Path, content: str, name: str = "cup.csv", **options: Any) -> Source:
    path = folder / name
    path.write_text(content, "utf-8")
    return Source(path, **options)


def read_report(folder: Path, *lines: str) -> ChessTournament:
    return read_trf(source(folder, report(*lines), "cup.trf").file)


# Leagues ------------------------------------------------------------------------------------------

GAMES = "home,away,home_score,away_score"


def test_seasons_are_numbers_of_games_up_to_a_year(tmp_path: Path) -> None:
    for season, wanted in (("400", 400), ("401", None), ("2025", None), ("", None)):
        text_ = f"{GAMES},season\nA,B,2,1,{season}\nB,C,1,1,{season}\n"
        assert league.read(source(tmp_path, text_)).season_games == wanted


def test_a_round_goes_before_headings_in_other_languages(tmp_path: Path) -> None:
    text_ = f"{GAMES},Kolo,round\nA,B,2,1,7,1\nC,D,0,0,7,1\nA,C,2,2,8,2\n"
    assert league.rounds(league.read(source(tmp_path, text_))) == ["1", "2"]


def test_games_below_a_line_are_of_its_round_until_the_next_line(tmp_path: Path) -> None:
    lines = [
        "Cup",
        "home,away,score",
        "Round 1",
        "A,B,2-1",
        "Note",
        "C,D,0-0",
        "Round 2",
        "A,C,1-1",
    ]
    found = league.read(source(tmp_path, "\n".join(lines)))
    assert [getattr(row, "round", "") for row in found.rows] == ["Round 1", "Note", "Round 2"]


def test_a_square_is_found_beside_other_columns() -> None:
    rows = [
        ["", "", "", "", "", "Pts"],
        ["1", "Reds", "", "2-1", "0-0", "4"],
        ["2", "Blues", "1-1", "x", "3-2", "4"],
        ["3", "Golds", "1-0", "-", "", "3"],
    ]
    found = forms.square_of(rows)
    assert found is not None
    assert found[0][1:] == [
        *(["Reds", "Blues", "2-1"], ["Reds", "Golds", "0-0"]),
        *(["Blues", "Reds", "1-1"], ["Blues", "Golds", "3-2"]),
        *(["Golds", "Reds", "1-0"], ["Golds", "Blues", ""]),
    ]
    assert found[1] == "a square of 3 teams, whose rows are taken for their home games"
    assert forms.square_of([["", "B"], ["Reds", "2-1"]]) is None
    assert forms.square_of([*rows[:3], ["3", "Reds", "1-0", "-", "", "3"]]) is None


def test_a_list_with_a_row_for_each_team_is_told_by_its_venues() -> None:
    head = ["Team", "Venue", "Opponent", "GF", "GA"]
    both = [["Reds", "Home", "Blues", "2", "1"], ["Blues", "Away", "Reds", "1", "2"]]
    late = ["Golds", "A", "Reds", "0", "3"]
    found = forms.without_mirrors([head, *both, late], 0)
    assert found is not None
    assert found[0][1:] == [both[0], ["Reds", "A", "Golds", "3", "0"]]
    assert found[1].endswith("of 3 rows 2 are used")
    assert forms.without_mirrors([head, both[0]], 0) is None
    assert forms.without_mirrors([head, *both, ["Golds", "Neutral", "Reds", "0", "3"]], 0) is None
    assert forms.without_mirrors([], 0) is None and forms.with_home_and_away([], 0) is None


def test_leagues_whose_teams_never_meet_are_refused(tmp_path: Path) -> None:
    def games(teams: str, name: str) -> list[str]:
        pairs = [(a, b) for a in teams for b in teams if a < b]
        return [f"{a},{b},2,1,{name}" for a, b in pairs]

    rows = [*games("ABC", "East"), *games("DEF", "West")]
    with pytest.raises(InputError, match=r"2 leagues .* one of East \(3 rows\), West"):
        league.read(source(tmp_path, "\n".join([f"{GAMES},conference", *rows])))
    rows = [*games("ABC", "East"), "D,E,1,1,West"]
    assert len(league.read(source(tmp_path, "\n".join([f"{GAMES},conference", *rows])))) == 4


def test_columns_of_overtime_are_refused_where_they_hold_something(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the column “OTL” holds results after overtime"):
        league.read(source(tmp_path, "team,wins,losses,OTL\nA,2,1,1\nB,1,2,0\n"))
    assert len(league.read(source(tmp_path, "team,wins,losses,OTL\nA,2,1,0\nB,1,2,-\n"))) == 2


def test_a_table_prints_the_games_that_its_records_add_up_to(tmp_path: Path) -> None:
    table = CsvTable(source(tmp_path, "team,played\nA,3\n"), {"team": (), "played": ()})
    refusals.refuse_other_sums(table, table.rows, [league.TeamRecord("A", 2, 1)])
    with pytest.raises(InputError, match="row 2: 2 wins, 1 losses and 1 ties are not the 3 games"):
        refusals.refuse_other_sums(table, table.rows, [league.TeamRecord("A", 2, 1, 1)])


def test_texts_of_openfootball_go_over_the_year() -> None:
    lines = [
        "= Cup 2023/24",
        "Matchday 1",
        "[Sat Aug/12]",
        "  15.00  Ann FC  2-1 (1-0)  Bob FC",
        "  (1) 18:00 UTC+1  Cy v Di  3-2 (1-1) @ Rome",
        "Sat Jan/6",
        "         Di v Ann FC",
        "a note",
        "[Sun May/12 2025]",
        "  12.00  Bob FC - Cy  0-0",
    ]
    rows, others = openfootball.rows("\n".join(lines))
    assert [row for row in rows[1:] if row] == [
        ["Matchday 1", "2023-08-12", "Ann FC", "Bob FC", "2-1"],
        ["Matchday 1", "2023-08-12", "Cy", "Di", "3-2"],
        ["Matchday 1", "2024-01-06", "Di", "Ann FC", ""],
        ["Matchday 1", "2025-05-12", "Bob FC", "Cy", "0-0"],
    ]
    assert others == [(8, "a note")] and rows[4 - 1] == rows[3]
    assert not openfootball.is_text("= Cup 2023/24\n\nnothing else\n")
    assert not openfootball.is_text("")


# Tables -------------------------------------------------------------------------------------------


def test_values_of_cells_as_they_were_typed() -> None:
    days = datetime(1899, 12, 30)
    values = (
        *(time(2, 1), time(2, 1, 5), timedelta(minutes=90), timedelta(seconds=5), date(2026, 3, 1)),
        *(datetime(2026, 3, 1), datetime(2026, 3, 1, 18, 30), days + timedelta(hours=30)),
        *(0.1 + 0.2, 3, True, "a", None),
    )
    assert [*map(format_value, values)] == [
        *("2:1", "02:01:05", "1:30", "0:00:05", "2026-03-01"),
        *("2026-03-01", "2026-03-01T18:30:00", "30:0"),
        *("0.3", "3", "True", "a", ""),
    ]
    assert format_value(datetime(1900, 1, 1, 6)) == "30:0"


def test_a_part_of_a_sheet_stays_where_it_stands() -> None:
    rows = [["a", "b", "c"], ["1", "2", "3"], ["4", "5", "6"]]
    assert (
        cut(rows, "B2:C3", "x")
        == cut(rows, "$C$3:$B$2", "x")
        == [[], ["", "2", "3"], ["", "5", "6"]]
    )
    with pytest.raises(InputError, match="“B” is no range of cells"):
        cut(rows, "B", "x")
    with pytest.raises(InputError, match="nothing stands in D1:E9"):
        cut(rows, "D1:E9", "x")


def test_cells_over_several_rows_and_columns() -> None:
    page = (
        '<h2>Cup</h2><table><tr><td colspan="2" rowspan="2">a<td>b</tr><tr><td>c</tr>'
        '<tr><td rowspan="3">d<td colspan="0">e</tr><tr><td>f</tr><tr></tr></table>'
        '<table><caption>T</caption><tr><td>x<script>y</script><td rowspan="x">z</table>'
    )
    assert html_tables.read(page) == {
        "table 1": [
            *(["Cup"], ["a", "", "b"], ["a", "", "c"], ["d", "e"], ["d", "f"], ["d"]),
        ],
        "table 2": [["T"], ["x", "z"]],
    }


@pytest.mark.parametrize(
    ("written", "encoding", "said"),
    [
        ("Имя,Очки\nИванов Пётр,2\nСидоров Олег,1\n", "cp1251", "Cyrillic (cp1251)"),
        ("名前,得点\n山田太郎,2\n", "cp932", "Shift-JIS (cp932)"),
        ("Name,Pkt\nMüller,2\n", "cp1252", "Western European (cp1252)"),
        ("Imię,Pkt\nŁukasz Żak,2\n", "cp1250", "Central European (cp1250)"),
        ("Name,Pkt\nŽižka,2\n", "utf-8", ""),
    ],
)
def test_encodings_of_programs_of_windows(written: str, encoding: str, said: str) -> None:
    assert text.decoded(written.encode(encoding), "cup.csv") == (written, said)


def test_quotation_marks_that_do_not_match_are_refused() -> None:
    def count(row: Any) -> int:
        return len({*row} & {"name", "points"})

    assert text.read(b'name,points\n"Ann, B",2\n', "a.csv", count)[0][1] == ["Ann, B", "2"]
    with pytest.raises(InputError, match=r"a\.csv, line \d: the quotation marks do not match"):
        text.read(b'name,points\n"Ann" B,2\n"Bo,1\n', "a.csv", count)
    with pytest.raises(InputError, match="row 2: there are 3 cells under 2 headings"):
        text.read(b"name   points\nAnn   B   2\n", "a.txt", count)
    drawn = b"| name | points |\n|------|---|\n| Ann | 2 |\n"
    assert text.read(drawn, "a.md", count)[0] == [["name", "points"], [], ["Ann", "2"]]
    assert text.read(b"sep=;\nname;points\nA;2,5\n", "a.csv", count)[0] == [
        *(["name", "points"], ["A", "2,5"])
    ]


def test_the_receipt_names_each_row_and_column_that_is_not_read() -> None:
    reading = Reading("a.csv", 1, [ReadColumn("Pts", "points"), ReadColumn("Club", "club", "X")])
    reading.columns += [
        ReadColumn("", "", "7"),
        ReadColumn("", "", ""),
        ReadColumn("", "name", "Ann"),
    ]
    reading.asked |= {"points", "name"}
    reading.leave_out(4, "last", "why")
    reading.leave_out(2, "first")
    reading.leave_out(9, "x", "y", "b.csv")
    reading.notes.append("a note")
    assert reading.sentences() == [
        "a.csv: 1 row read: “Pts” as points, one without a heading as name.",
        "a.csv: columns that are not read: “Club”, one without a heading (7 …).",
        "a.csv: a note.",
        "a.csv, row 2: “first” is left out.",
        "a.csv, row 4: “last” is left out: why.",
        "b.csv, row 9: “x” is left out: y.",
    ]
    assert Reading().sentences() == [] and Reading("a", 2).sentences() == ["a: 2 rows read."]


def test_headings_and_rounds_are_found_by_what_is_known() -> None:
    def count(row: Any) -> int:
        return len({*row} & {"Home", "Away"})

    rows = [["Cup"], [], ["Home"], ["Home", "Away"], ["Reds", "Blues"]]
    assert find_headings(rows, count) == (2, 3)
    assert find_headings([["a"], ["b"]], count) == (0, 0) == find_headings([[]], count)
    assert find_headings([[""]] * 30 + [["x"]] * 19 + [["Home"]], count) == (1, 49)
    assert find_headings([["x"]] * 20 + [["Home"]], count) == (0, 0)
    tables = {"a": [["Round 2"], ["Home"]], "b": [["Round 1"], ["Home"]], "c": [["Home"]]}
    assert find_rounds(tables, {"a": 1, "b": 1, "c": 0}, "a") == {"Round 1": "b", "Round 2": "a"}
    assert find_rounds({"a": tables["a"]}, {"a": 1}, "a") == {}


def test_two_rows_of_one_player_are_asked_about(tmp_path: Path) -> None:
    def ask(first: Entrant, second: Entrant, **options: Any) -> None:
        ask_about_rows(source(tmp_path, "", **options), [first, second])

    jon, john = (
        Entrant("Jon Smith", ["2w1", "", "U"], [1900, ""]),
        Entrant("John Smith", ["", "3b0"], [0, 1]),
    )
    with pytest.raises(UnclearNameError, match="“John Smith” is nearly “Jon Smith” in another row"):
        ask(jon, john)
    with pytest.raises(InputError, match="are one player in two rows; make one row"):
        ask(jon, john._replace(name="Smith, Jon"))
    with pytest.raises(InputError, match="are one player in two rows; make one row"):
        ask(jon, john, same={"john smith": "Jon Smith"})
    ask(jon, john, known_names=["JOHN SMITH"])
    ask(jon, john._replace(facts=[1800, ""]))
    ask(jon, john._replace(rounds=["12w1"]))
    ask(jon, john._replace(name="John Smith B"))
    assert jon.played == {1} and john.played == {2}


# Go -----------------------------------------------------------------------------------------------


def test_an_extract_of_a_wall_list_has_the_numbers_of_the_file(tmp_path: Path) -> None:
    lines = ["no,name,rank,R1,out_after", "1,Ann,3d,3+,", "3,Cy,1k,1-,30"]
    found = go_lists.read(source(tmp_path, "\n".join(lines)))
    assert [one.name for one in found.players] == ["Ann", "", "Cy"]
    assert (found.players[2].out, found.outsiders) == (30, False)
    for out in ("-1", "31"):
        lines[1] = f"1,Ann,3d,3+,{out}"
        with pytest.raises(InputError, match=f"out_after must be from 0 to 30, not {out}"):
            go_lists.read(source(tmp_path, "\n".join(lines)))
    lines[1:] = ["1,Ann,3d,3+,0", "1,Bo,1k,,"]
    with pytest.raises(InputError, match="row 3: no 1 stands in row 2 too"):
        go_lists.read(source(tmp_path, "\n".join(lines)))


def test_start_scores_follow_from_the_final_ones(tmp_path: Path) -> None:
    lines = ["name,rank,mms,R1,R2", "Ann,3d,32,2+,0=", "Bo,1k,30.5,1-,0="]
    found = go_lists.read(source(tmp_path, "\n".join(lines)))
    assert (found.system, found.score, found.sums, found.nbw) == ("mcmahon", "down", "down", "wins")
    assert [one.start for one in found.players] == [31, 30.5]
    lines[1:] = ["Ann,3d,32.5,2+,0=", "Bo,1k,30.5,1-,0="]
    found = go_lists.read(source(tmp_path, "\n".join(lines)))
    assert (found.score, [one.start for one in found.players]) == ("written", [31, 30])


def test_opponents_by_places_where_rows_do_not_agree(tmp_path: Path) -> None:
    lines = ["place,name,rank,R1", "3,Ann,3d,1-", "1,Bo,1k,3+", "2,Cy,2k,0+"]
    found = go_lists.read(source(tmp_path, "\n".join(lines)))
    assert [(one.name, one.rounds) for one in found.players] == [
        *(("Bo", ("3+",)), ("Cy", ("0+",)), ("Ann", ("1-",)))
    ]


@pytest.mark.parametrize(
    ("system", "criteria", "columns"),
    [
        ("swiss", (), "NBW"),
        ("swiss", ("MMS", "SOS", "CAT", "DC"), "NBW SOS DC"),
        ("swiss", ("SOS", "NBW", "MMS"), "SOS NBW"),
        ("mcmahon", ("MMS", "NBW", "SOS"), "MMS NBW SOS"),
        ("mcmahon", ("NBW", "SOS"), "MMS NBW SOS"),
        ("round-robin", ("SODOS",), "NBW SODOS"),
    ],
)
def test_the_criteria_of_an_h9_file(system: Any, criteria: tuple[str, ...], columns: str) -> None:
    ann = GoPlayer("van der Berg, Ann", "Club A", "NL", "3d", rounds=("2+", "0="), pin="12")
    bo = GoPlayer("Bo", rank="1k", rounds=("1-",))
    tournament = GoTournament((ann, bo), "Cup", system, criteria)
    placings = [PlayerResult(2, {"NBW": 1.5}), PlayerResult(1, {"SOS": 2})]
    document = format_h9(tournament, placings, {"PC": "NL, Leiden"})
    lines = document.content.decode().splitlines()
    assert lines[:3] == ["; EV[Cup]", "; PC[NL, Leiden]", f"; Pl Name Rk Co Club {columns}"]
    assert lines[3].split()[:5] == ["1", "Bo", "1k", "XX", "-"] and lines[3].split()[-1] == "2-"
    assert lines[4].split()[:6] == ["2", "van_der_Berg", "Ann", "3d", "NL", "Club_A"]
    assert lines[4].split()[-2:] == ["1+", "|12"]
    assert document.notes[0].startswith("The database also asks for CL (class), DT (first")


# Chess --------------------------------------------------------------------------------------------


def test_the_points_and_the_ranks_of_a_report_are_held_to_its_rounds(tmp_path: Path) -> None:
    def warnings(*lines: str) -> str:
        return "\n".join(read_report(tmp_path, *lines).warnings)

    one, two = player(1, "2 w 1", 1.0), player(2, "1 b 0", 0.0)
    assert warnings(one, two) == ""
    assert "the points are 0.5, but the results add up to 0" in warnings(
        one, player(2, "1 b 0", 0.5)
    )
    assert "there are 2 players in the file, not 3" in warnings("062 3", one, two)
    assert "there are 0 teams in the file, not 1" in warnings("082 1", one, two)
    assert warnings("082 0", one, two) == "" == warnings("062 2", one, two)
    ranked = [one[:85] + "   2" + one[89:], two[:85] + "   1" + two[89:]]
    assert "player 1 has more points than player 2, who is ranked before" in warnings(*ranked)
    level = [
        line[:85] + f"{rank:>4}" + line[89:]
        for rank, line in ((2, player(1, "2 w =", 0.5)), (1, player(2, "1 b =", 0.5)))
    ]
    assert warnings(*level) == ""


def test_who_met_twice_plays_a_rematch(tmp_path: Path) -> None:
    twice = player(1, "2 w 1,2 b 1", 2.0), player(2, "1 b 0,1 w 0", 0.0)
    found = read_report(tmp_path, *twice)
    assert found.system == "rematch" and "1" in found.warnings[0]
    assert read_report(tmp_path, "092 Berger", *twice).system == "round-robin"
    assert read_report(tmp_path, player(1, "2 w 1", 1.0), player(2, "1 b 0", 0.0)).system == "swiss"


def test_opponents_by_numbers_before_the_names(tmp_path: Path) -> None:
    lines = ["name,R1", "12 GM Ann,7w1", "7 Bo,12b0"]
    found = chess_lists.read(source(tmp_path, "\n".join(lines)))
    assert [(one.name, one.title, one.rounds) for one in found.players] == [
        *(("Ann", "GM", ("2w1",)), ("Bo", "", ("1b0",)))
    ]
    lines = ["number,name,R1", "2,12 GM Ann,1w1", "1,7 Bo,2b0"]
    found = chess_lists.read(source(tmp_path, "\n".join(lines)))
    assert [one.rounds for one in found.players] == [("2w1",), ("1b0",)]


# Bridge -------------------------------------------------------------------------------------------


def test_the_column_of_the_declarer_is_the_one_with_seats(tmp_path: Path) -> None:
    lines = ["board,ns,ew,contract,declarer,by,tricks", "1,1,2,3NT,3,s,9", "1,3,4,4H,4,O,10"]
    found = travellers_csv.read(source(tmp_path, "\n".join(lines)))
    assert [one.by for one in found.lines] == ["s", "O"]
    lines = ["board,ns,ew,contract,declarer,by,tricks", "1,1,2,3NT,Ann,W,9", "1,3,4,4H,Bo,o,10"]
    found = travellers_csv.read(source(tmp_path, "\n".join(lines)))
    assert [one.by for one in found.lines] == ["W", "E"]


@pytest.mark.parametrize(
    ("sides", "numbers"),
    [
        ([("1NS", "1EW"), ("2NS", "2EW")], ["1", "1", "2", "2"]),
        ([("1NS", "2EW"), ("3NS", "4EW")], ["1NS", "2EW", "3NS", "4EW"]),
        ([("1NS", "1EW"), ("1EW", "1NS")], ["1NS", "1EW", "1EW", "1NS"]),
        ([("1NS", "1EW"), ("2", "3EW")], ["1NS", "1EW", "2", "3EW"]),
    ],
)
def test_pairs_of_a_number_are_written_by_side(
    sides: list[tuple[str, str]], numbers: list[str]
) -> None:
    lines = [TravellerLine(1, ns, ew, 420.0) for ns, ew in sides]
    document = format_usebio(Session(lines)).content.decode()
    written = [
        part.partition("<")[0]
        for part in document.replace("EW_PAIR_NUMBER>", "NS_PAIR_NUMBER>").split(
            "<NS_PAIR_NUMBER>"
        )[1:]
    ]
    assert written == numbers
    assert ("<DIRECTION>NS" in document) == (numbers == ["1", "1", "2", "2"])


def test_what_usebio_cannot_say_is_noted() -> None:
    line = TravellerLine(1, "1", "2", "60 / 40", tricks=0)
    apart = replace(line, score=None, score_ew=-50.0)
    document = format_usebio(Session([line, apart], method="acbl", title="Cup, 1/2/2026"))
    assert [note.partition(" ")[0] for note in document.notes] == ["1", "USEBIO"]
    text_ = document.content.decode()
    for part in (
        "<SCORE>A6040<",
        "<SCORE>NP<",
        "<TRICKS>0<",
        "<DATE>1/2/2026<",
        "DESCRIPTION>Cup<",
    ):
        assert part in text_
