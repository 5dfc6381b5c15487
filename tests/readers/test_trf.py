"""Tournament Report Files: what is read of them, and that nothing is lost when they are written."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import starmap
from pathlib import Path

import pytest

from xl_tourney.errors import InputError
from xl_tourney.functions import CHESS_PLACE, CHESS_POINTS
from xl_tourney.readers.chess import ChessPlayer, ChessTournament, read, read_trf, write_trf
from xl_tourney.readers.chess.header import Header
from xl_tourney.readers.chess.lines import TrfLine
from xl_tourney.readers.chess.pairing_records import (
    OWN_ACCELERATION,
    Acceleration,
    format_acceleration,
    format_forbidden,
    is_baku,
    read_absent,
    read_pairing_records,
)
from xl_tourney.readers.chess.teams import _team
from xl_tourney.readers.chess.trf import read_player
from xl_tourney.readers.tables.source import Source

DATA = Path(__file__).parents[1] / "data" / "chess"
FILES = sorted(path.name for path in DATA.glob("*.trf"))


def without_printed_scores(found: ChessTournament) -> ChessTournament:
    """A tournament without what the writer computes: points, ranks, and usual words of the head."""
    return replace(
        found,
        players=tuple(replace(player, points=None, rank=None) for player in found.players),
        teams=tuple(
            replace(team, match_points=None, game_points=None, rank=None) for team in found.teams
        ),
        kept=tuple(
            line[:54] + line[71:] if line.startswith("310") else line for line in found.kept
        ),
        type=found.type or "Individual: Swiss-System",
        type_code=found.type_code or ("FIDE_ROUNDROBIN" * (found.system == "round-robin")),
        announced_rounds=found.announced_rounds or found.rounds,
    )


@pytest.mark.parametrize("file", FILES)
def test_round_trip(file: str, tmp_path: Path) -> None:
    found = read_trf(DATA / file)
    assert write_trf(found, tmp_path / "a.trf") == []
    again = read_trf(tmp_path / "a.trf")
    assert without_printed_scores(again) == without_printed_scores(found)
    write_trf(again, tmp_path / "b.trf")
    written = (tmp_path / "a.trf").read_bytes()
    assert (tmp_path / "b.trf").read_bytes() == written
    assert written.count(b"\n") == written.count(b"\r\n")


@pytest.mark.parametrize("file", FILES)
def test_points_are_those_that_the_file_prints(file: str) -> None:
    found = read_trf(DATA / file)
    points = CHESS_POINTS(found.wall_list, None, found.scoring and "1-0.5-0")
    assert [player.points for player in found.players] == [cell for (cell,) in points]


def test_letters_of_trf06_are_the_same_tournament() -> None:
    old, new = (
        read_trf(DATA / f"real_karl_mala_2005{suffix}.trf") for suffix in ("_as_written", "")
    )
    codes = "BH/C1,BH,SB,ARO/C1,DE"
    assert CHESS_PLACE(old.wall_list, codes, old.ratings) == CHESS_PLACE(
        new.wall_list, codes, new.ratings
    )
    assert (old.rules, old.city) == ("2023", "Frankfurt (Main) /GER")


def test_the_file_of_2026() -> None:
    found = read_trf(DATA / "trf26_individual.trf")
    assert (found.name, found.city, found.federation) == (
        "TRF import test",
        "Sharly-Chess HQ",
        "FRA",
    )
    assert (found.start, found.rules, found.announced_rounds) == ("2025/09/13", "2024", 5)
    assert (found.type_code, found.system) == ("FIDE_DUTCH_2026_BAKU", "swiss")
    assert found.round_dates[0] == "25/09/13" and len(found.round_dates) == 5
    first = found.players[0]
    assert (first.title, first.rating, first.federation) == ("GM", 2840, "NOR")
    assert first.national_rating == 2200
    assert found.wall_list[3] == ["12b1", "H", "13w1", "3w=", "1b="]


def test_byes_of_rounds_to_come_are_announced_not_held() -> None:
    found = read_trf(DATA / "bbp_dutch_2025_C5.trf")
    assert (found.rounds, found.announced_rounds) == (2, 3)


@pytest.mark.parametrize(("points", "rounds"), [((2.0, 0.5), 2), ((1.0, 0.0), 1)])
def test_a_last_round_of_byes_alone_is_held_if_the_points_include_it(
    points: tuple[float, float], rounds: int, tmp_path: Path
) -> None:
    path = tmp_path / "byes.trf"
    lines = (
        player(1, "2 w 1,0000 - U", points[0]),
        player(2, "1 b 0,0000 - H", points[1]),
    )
    path.write_text(report(*lines), "utf-8")
    found = read_trf(path)
    assert (found.rounds, found.warnings) == (rounds, ())


def test_matches_follow_from_the_games_of_the_players() -> None:
    found = read_trf(DATA / "trf26_team_grandmommy.trf")
    assert (len(found.players), len(found.teams), found.boards) == (249, 50, 4)
    assert found.codes == ("EDET/P", "EMGSB/C1/P", "BH:MP/C1/P", "MPvGP")
    india = found.teams[0]
    assert india.rounds[:4] == ("14b2/=0=1", "13w2/====", "16b2/01==", "9b1.5/0===")
    assert found.teams[2].rounds[0] == "F"  # record 240
    assert found.teams[1].rounds[5] == "24b-"  # record 330
    assert found.teams[48].rounds[3] == "U"  # record 320
    assert [warning for warning in found.warnings if "record" not in warning] == []


def test_numbers_may_have_gaps(tmp_path: Path) -> None:
    path = tmp_path / "gaps.trf"
    path.write_text(report(player(7, "9 w 1", 1.0), player(9, "7 b 0", 0.0)), "utf-8")
    found = read_trf(path)
    assert found.numbers == {7: 1, 9: 2}
    assert found.wall_list == [["2w1"], ["1b0"]]
    write_trf(found, path)
    assert read_trf(path).numbers == {7: 1, 9: 2}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(ends: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    text = "any comment\n" + report(player(1, "2 w 1", 1.0), player(2, "1 b 0", 0.0))
    path.write_bytes(text.replace("P1 ", "Åsa").replace("\n", ends).encode(encoding))
    found = read_trf(path)
    assert found.players[0].name == "Åsa" and found.wall_list == [["2w1"], ["1b0"]]


def test_points_and_ranks_are_computed_and_long_names_are_cut(tmp_path: Path) -> None:
    made = ChessTournament(
        players=(
            ChessPlayer(1, "Ada Lovelace", rating=2000, rounds=("2w1", "")),
            ChessPlayer(2, "x" * 40, rounds=("1b0", "U")),
            ChessPlayer(3, "Cy", title="wg", rounds=("H", "Z")),
        ),
        name="Club",
        scoring=(3.0, 1.0, 0.0),
        codes=("BH",),
        codes_begin_with_points=True,
    )
    path = tmp_path / "a.trf"
    (note,) = write_trf(made, path)
    assert "the name of player 2 is cut to 33 characters" in note
    lines = path.read_text("utf-8").splitlines()
    assert "162  W 3.0    D 1.0    L 0.0" in lines and "212 BH" in lines
    assert "072 1" in lines and "142 2" in lines
    first, second, third = (line for line in lines if line.startswith("001"))
    assert (first[80:84], second[80:84], third[80:84]) == (" 3.0", " 3.0", " 1.0")
    assert first[91:99] == "   2 w 1" and first[101:109] == "0000 - Z"
    assert third[91:99] == "0000 - H"
    again = read_trf(path)
    assert again.scoring == made.scoring and again.codes == ("BH",)
    assert {player.rank for player in again.players} == {1, 2, 3}


# Faults -------------------------------------------------------------------------------------------


def player(number: int, rounds: str, points: float, *, rank: int = 0, name: str = "") -> str:
    """A line 001; rounds parted by commas, ``2 w 1`` or ``0000 - U``."""
    who = f"001 {number:>4}      {name or f'P{number} ':<33} {'':>4} {'':<3} {'':>11} {'':<10}"
    cells = "".join(f"  {round_:>8}" for round_ in rounds.split(","))
    return f"{who} {points:>4.1f} {rank or '':>4}{cells}"


def report(*lines: str) -> str:
    return "\n".join(["012 Fault", *lines, ""])


def test_nobody_is_lost_before_the_first_round(tmp_path: Path) -> None:
    players = tuple(ChessPlayer(number, f"P{number}") for number in (1, 2, 3))
    write_trf(ChessTournament(players, announced_rounds=5), tmp_path / "a.trf")
    assert [player.name for player in read_trf(tmp_path / "a.trf").players] == ["P1", "P2", "P3"]


def test_byes_of_the_next_round_in_records_001_are_announced(tmp_path: Path) -> None:
    lines = [f"001 {number:>4}      P{number}".ljust(91) for number in (1, 2, 3)]
    lines[1] += "0000 - H"
    (tmp_path / "a.trf").write_text("\n".join(lines), "utf-8")
    (bye,) = read_trf(tmp_path / "a.trf").byes
    assert (bye.type, bye.round, bye.numbers) == ("H", 1, (2,))


def ruled(fields: dict[int, str]) -> TrfLine:
    """A line of fields by their columns, with a bar in every column that belongs to none.

    Fields as wide as FIDE's format lets them be may then begin and end nowhere else.
    """
    text = ""
    for column, field in fields.items():
        text = text.ljust(column - 1, "|") + field
    return TrfLine("cup.trf", 1, text)


def test_every_field_of_a_team_has_its_columns() -> None:
    fields = {1: "310", 5: "123", 9: "N" * 32, 42: "SHORT", 48: "STRONG", 55: "1234.5"}
    fields |= {62: "6543.5", 69: "321", 74: "1017", 79: "1018"}
    team = _team(ruled(fields), 1)
    assert (team.number, team.name, team.short_name) == (123, "N" * 32, "SHORT")
    assert (team.strength, team.match_points, team.game_points) == ("STRONG", 1234.5, 6543.5)
    assert (team.rank, team.players) == (321, (1017, 1018))
    old = _team(ruled({1: "013", 5: "N" * 32, 37: "1017", 42: "1018"}), 3)
    assert (old.number, old.name, old.players) == (3, "N" * 32, (1017, 1018))


def test_every_field_of_a_player_has_its_columns() -> None:
    fields = {1: "001", 5: "1234", 10: "W", 11: "wim", 15: "N" * 33, 49: "2345", 54: "FRA"}
    fields |= {58: "12345678901", 70: "1999/12/31", 81: "10.5", 86: "4321"}
    found, rounds = read_player(ruled({**fields, 92: "1017", 97: "b", 99: "=", 102: "1018"}))
    assert (found.number, found.sex, found.title, found.name) == (1234, "w", "WIM", "N" * 33)
    assert (found.rating, found.federation, found.fide_number) == (2345, "FRA", "12345678901")
    assert (found.birth, found.points, found.rank) == ("1999/12/31", 10.5, 4321)
    assert [cell.text({1017: 7, 1018: 8}) for cell in rounds] == ["7b=", "8-?"]
    assert [(cell.first, cell.last) for cell in rounds] == [(92, 99), (102, 109)]
    for written, title in (("m", "IM"), ("f", "FM"), ("WG", "WGM"), ("cm", "CM")):
        line = ruled({1: "001", 5: "   1", 9: "  ", 11: written.ljust(3), 14: " "})
        assert read_player(line)[0].title == title


@pytest.mark.parametrize(
    ("fields", "what", "columns"),
    [
        ({5: "   0"}, "the starting number is missing", "columns 5–8"),
        ({5: "   1", 9: "".ljust(40), 49: "  -1"}, "-1 is no rating", "columns 49–52"),
        ({5: "   1", 9: "".ljust(83), 92: "   2 w 7"}, "7 is no result", "column 99"),
        ({5: "   1", 9: "".ljust(83), 92: "   2 x 1"}, "x is no colour; w or b is", "column 97"),
        ({5: "   1", 9: "".ljust(83), 92: "0000 - 7"}, "7 is no bye", "column 99"),
    ],
)
def test_a_fault_of_a_player_names_its_columns(
    fields: dict[int, str], what: str, columns: str
) -> None:
    line = ruled({1: "001 ", **fields})
    with pytest.raises(InputError, match=re.escape(f"{columns}: {what}.")):
        read_player(line)


TEAMS = (
    *(f"001 {n:>4}      P{n}".ljust(91) + cell for n, cell in [(11, "  21 w 1"), (21, "  11 b 0")]),
    *(f"001 {n:>4}      P{n}".ljust(91) + cell for n, cell in [(12, "  22 b ="), (22, "  12 w =")]),
    *(f"310 {n:>3} T{n}".ljust(73) + f"{n}1".rjust(4) + f"{n}2".rjust(5) for n in (1, 2, 3)),
    *(f"001 {n:>4}      P{n}".ljust(91) + "0000 - Z" for n in (31, 32)),
)


@pytest.mark.parametrize(
    ("fields", "rounds"),
    [
        ({1: "###"}, [("2w1.5/1=",), ("1b0.5/0=",), ("Z",)]),
        ({1: "320 ", 15: "  3"}, [("2w1.5/1=",), ("1b0.5/0=",), ("U",)]),
        ({1: "240 ", 5: "H", 6: " ", 7: "  1", 10: " ", 11: "   3"}, ["", "", ("H",)]),
        ({1: "330 ", 5: "+-", 8: "  1", 12: "  1", 16: "  3"}, [("3w+",), "", ("1b-",)]),
        ({1: "330 ", 5: "-+", 8: "  1", 12: "  3", 16: "  1"}, [("3b+",), "", ("1w-",)]),
        ({1: "330 ", 5: "--", 8: "  1", 12: "  1", 16: "  3"}, [("3w-",), "", ("1b-",)]),
        ({1: "300 ", 5: "  1", 9: "  1", 17: "  12", 22: "  11"}, [("2b1.5/=1",), "", ("Z",)]),
        ({1: "300 ", 5: "  1", 9: "  1", 17: "   0", 22: "  12"}, [("2w0.5/-=",), "", ("Z",)]),
    ],
)
def test_every_record_of_a_round_of_teams_has_its_columns(
    fields: dict[int, str], rounds: list[tuple[str, ...]], tmp_path: Path
) -> None:
    path = tmp_path / "teams.trf"
    path.write_text("\n".join((*TEAMS, ruled(fields).text)), "utf-8")
    found = read_trf(path)
    usual = [("2w1.5/1=",), ("1b0.5/0=",), ("Z",)]
    assert [team.rounds for team in found.teams] == [
        expected or due for expected, due in zip(rounds, usual)
    ]
    assert found.boards == 2


def test_every_record_for_the_pairing_has_its_columns() -> None:
    players = tuple(ChessPlayer(number, f"P{number}") for number in (1001, 1002, 1003))
    lines = [
        {1: "250", 5: "10.0", 10: "12.5", 15: "123", 19: "456", 23: "1001", 28: "1003"},
        {1: "250", 5: "10.0", 9: "     ", 15: "123", 18: "    ", 23: "1002"},
        {1: "260", 5: "123", 9: "456", 12: " 1001 1003"},
        {1: "XXP", 4: " 1002 1003"},
        {1: "XXA", 5: "1002", 10: " 1.5", 15: " 0.0", 20: "12.5"},
    ]
    kept = tuple(ruled(fields).text for fields in lines)
    added, apart = read_pairing_records(ChessTournament(players, kept=kept))
    assert [tuple(one) for one in added] == [
        (12.5, 123, 456, 1, 3),
        (10.0, 123, 123, 2, 2),
        (1.5, 1, 1, 2, 2),
        (12.5, 3, 3, 2, 2),
    ]
    assert [tuple(one) for one in apart] == [(123, 456, {1, 3}), (1, 999, {2, 3})]
    absent = ChessTournament(players, kept=("XXZ 1001,1003 1009 x", "XXP 1002"))
    assert read_absent(absent) == {1, 3}


def test_what_is_written_for_the_pairing_is_read_again() -> None:
    added, apart = [(0.5, 1, 3, 1, 2), (12.0, 4, 9, 3, 3)], [(1, 9, {1, 3})]
    lines = [*format_acceleration(starmap(Acceleration, added)), *format_forbidden([(1, 3)], 9)]
    players = tuple(ChessPlayer(number, f"P{number}") for number in (1, 2, 3))
    found = read_pairing_records(ChessTournament(players, kept=tuple(lines)))
    assert ([tuple(one) for one in found[0]], [tuple(one) for one in found[1]]) == (added, apart)
    assert lines[0] == "250  0.5  0.5   1   3    1    2"


def test_baku_gives_half_of_the_rounds_to_the_first_half() -> None:
    players = tuple(ChessPlayer(number, f"P{number}") for number in range(1, 10))
    event = ChessTournament(players, type_code="FIDE_DUTCH_2026_BAKU", announced_rounds=5)
    added, _ = read_pairing_records(event)
    assert [tuple(one) for one in added] == [(1.0, 1, 2, 1, 6), (0.5, 3, 3, 1, 6)]
    (only,), _ = read_pairing_records(replace(event, announced_rounds=1))
    assert only == (1.0, 1, 1, 1, 6)


def test_accelerated_points_are_told_from_baku_s() -> None:
    players = tuple(ChessPlayer(number, f"P{number}") for number in range(1, 7))
    event = ChessTournament(players, announced_rounds=5)

    def found(*lines: str) -> bool:
        tournament = replace(event, kept=lines)
        return is_baku(tournament, read_pairing_records(tournament)[0])

    assert not found()
    assert found("250      1.0   1   2    1    4", "250      0.5   3   3    1    4")
    of_two_rounds = [f"XXA {number:>4}  1.0  1.0" for number in range(1, 5)]
    assert found(*of_two_rounds), "a file says what was given so far"
    assert not found(*of_two_rounds[:3])
    assert not found(*of_two_rounds, "XXA    5  0.5  0.5")


def test_accelerated_points_without_a_place_are_said(tmp_path) -> None:
    """By what new prints, as by the first page; Baku's have a cell on Setup."""
    path = tmp_path / "open.trf"
    players = [f"001 {n:>4}      P{n:<32} 2000" for n in range(1, 5)]
    for points, is_said in (("XXA    3  0.5", True), ("250      1.0   1   1    1    2", False)):
        path.write_text("\n".join(["012 Open", "142 2", *players, points, ""]), "utf-8")
        source = Source(path)
        read(source)
        said = any(OWN_ACCELERATION in sentence for sentence in source.reading.sentences())
        assert said == is_said, source.reading.sentences()


SPACED = ("26/04/01", "", "26/04/15", "?")
"""Dates above their rounds, of which the second has none."""


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("012 Club Cup", {"name": "Club Cup"}),
        ("112 Ann", {"deputies": ("Ann",)}),
        ("132 2026/04/01 26/04/08", {"round_dates": ("26/04/01", "26/04/08")}),
        ("132".ljust(91) + "26/04/01            26/04/15  ?", {"round_dates": SPACED}),
        ("142 12", {"announced_rounds": 12}),
        ("142 123456789", {"announced_rounds": 123456789}),
        ("162  W 1.0    D 0.5    L 0.0", {}),
        ("162  W 3,0  D=1; L 0.5", {"scoring": (3.0, 1.0, 0.5)}),
        ("162 P 0.5", {"scoring": (1.0, 0.5, 0.0, 0.5)}),
        ("XXS PAB=0.5", {"scoring": (1.0, 0.5, 0.0, 0.5)}),
        ("362 TW 2.0 TD 1.0 TL 0.0", {}),
        ("362 TW 3 TD 1", {"team_scoring": (3.0, 1.0, 0.0)}),
        ("202 BH, SB;DE", {"codes": ("BH", "SB", "DE"), "codes_begin_with_points": False}),
        ("212 BH", {"codes": ("BH",), "codes_begin_with_points": True}),
    ],
)
def test_a_line_of_the_head(line: str, fields: dict[str, object]) -> None:
    warnings: list[str] = []
    header = Header(lambda line, what: warnings.append(what))
    assert header.take(TrfLine("cup.trf", 1, line))
    assert (header.fields, warnings) == (fields, [])


def test_the_other_lines_of_the_head() -> None:
    warnings: list[str] = []
    header = Header(lambda line, what: warnings.append(what))
    for line in (
        "162 A 1.0",
        "162 X 0",
        "062 12 (10)",
        "112 Ann",
        "112 Bo",
        "112",
        "162 W 1 L 0.5",
    ):
        assert header.take(TrfLine("cup.trf", 1, line))
    assert warnings == ["points for absences are not counted"]
    assert header.counts["062"][1] == 12 and header.fields["deputies"] == ("Ann", "Bo")
    assert header.fields["scoring"] == (1.0, 0.5, 0.5)
    assert not header.take(TrfLine("cup.trf", 1, "172 x"))
    header.take(ruled({1: "240 ", 5: "F", 6: " ", 7: "123", 10: " ", 11: "1017", 16: "1018"}))
    assert [tuple(vars(bye).values()) for _, bye in header.byes] == [("F", 123, (1017, 1018))]
    for line, what in (
        ("162 W 1 D 1", "columns 5–28: a win must give more than a draw"),
        ("162 D 0 L 0.5", "columns 5–28: a win must give more than a draw"),
        ("162 L -1", "columns 5–10: letters with their points"),
        ("240 H   0    1", "columns 7–9: the round is missing"),
        ("240 H", "columns 7–9: the round is missing"),
    ):
        with pytest.raises(InputError, match=what):
            header.take(TrfLine("cup.trf", 1, line))


def test_only_the_line_of_a_player_names_a_player() -> None:
    places = [TrfLine("cup.trf", 3, text).place(5, 8) for text in ("001   14", "001", "310   14")]
    line = "cup.trf, line 3"
    assert places[0] == f"{line} (001, player 14), columns 5–8"
    assert places[1:] == [f"{line} ({code}), columns 5–8" for code in ("001", "310")]
