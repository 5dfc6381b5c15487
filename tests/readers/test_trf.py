"""Tournament Report Files: what is read of them, and that nothing is lost when they are written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from xl_tourney.functions import CHESS_PLACE, CHESS_POINTS
from xl_tourney.readers.chess import ChessPlayer, ChessTournament, read_trf, write_trf
from xl_tourney.readers.chess.lines import TrfLine
from xl_tourney.readers.chess.teams import _team

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


def test_every_field_of_a_team_has_its_columns() -> None:
    """Each is as wide as FIDE's format lets it be, so that none may begin or end elsewhere."""
    fields = {
        1: "310",
        5: "123",
        9: "N" * 32,
        42: "SHORT",
        48: "STRONG",
        55: "1234.5",
        62: "6543.5",
        69: "321",
        74: "  17   18",
    }
    text = ""
    for column, field in fields.items():
        text = text.ljust(column - 1) + field
    team = _team(TrfLine("cup.trf", 1, text), 1)
    assert (team.number, team.name, team.short_name) == (123, "N" * 32, "SHORT")
    assert (team.strength, team.match_points, team.game_points) == ("STRONG", 1234.5, 6543.5)
    assert (team.rank, team.players) == (321, (17, 18))
