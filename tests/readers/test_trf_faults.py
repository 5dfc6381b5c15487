"""Each fault of a Tournament Report File gets its sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.readers.test_trf import player, report
from xl_tourney.errors import InputError
from xl_tourney.readers.chess import read_trf

GOOD = (player(1, "2 w 1", 1.0), player(2, "1 b 0", 0.0))
TEAM = "310   1 One                              ONE      0    2.0    2.5   1     1"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            [player(14, "215 w 1", 1.0), player(2, "1 b 0", 0.0)],
            "line 2 (001, player 14), columns 92–95: opponent 215 is not in the file",
        ),
        (
            [player(1, "2 w 1,1 b 1", 2.0), player(2, "1 b 0", 0.0)],
            "line 2 (001, player 1), columns 102–105: player 1 is named as the own opponent",
        ),
        (
            [player(1, "2 w 1", 1.0), player(2, "1 b =", 0.5)],
            "columns 92–99: the result 1 does not fit = of player 2 in line 3",
        ),
        (
            [player(1, "2 w 1", 1.0), player(2, "1 w 0", 0.0)],
            "columns 92–99: both have colour w with player 2 in line 3",
        ),
        (
            [player(1, "2 w 1", 1.0), player(2, "0000 - U", 1.0)],
            "columns 92–99: player 1 met 2 in round 1, but 2 met nobody",
        ),
        (
            [player(1, "2 w 1", 1.0), player(2, "3 b 0", 0.0), player(3, "2 w 1", 1.0)],
            "columns 92–99: player 1 met 2 in round 1, but 2 met 3",
        ),
        (
            [player(1, "2 w X", 1.0), player(2, "1 b 0", 0.0)],
            "line 2 (001, player 1), column 99: X is no result",
        ),
        ([player(1, "0000 - 1", 1.0)], "column 99: 1 is no bye"),
        ([player(1, "2 g 1", 1.0), GOOD[1]], "column 97: g is no colour; w or b is"),
        ([player(1, "abcd w 1", 1.0)], "columns 92–95: “abcd” is no number, but an opponent's"),
        ([*GOOD, player(2, "", 0.0)], "line 4 (001, player 2), columns 5–8: number 2 is already"),
        (["001 x", *GOOD], "line 2 (001, player x), columns 5–8: “x” is no number"),
        ([GOOD[0].replace(" 1.0 ", " one "), GOOD[1]], "columns 81–84: “one” is no number"),
        (["062 many", *GOOD], "line 2 (062), columns 5–8: “many” is no number of players"),
        (["142 x", *GOOD], "line 2 (142), columns 5–8: “x” is no number, but the number of rounds"),
        (["162  W one", *GOOD], "line 2 (162), columns 5–10: letters with their points"),
        (["162  W 0.0    D 1.0", *GOOD], "a win must give more than a draw"),
        (["240 U   1    1", *GOOD], "line 2 (240), column 5: “U” is no bye; F, H or Z is"),
        (["240 H   x    1", *GOOD], "line 2 (240), columns 7–9: “x” is no number"),
        (["240 H   1    9", *GOOD], "line 2 (240): player 9 is not in the file"),
        (["012\tx", *GOOD], "a tab stands where columns are counted"),
        (["FRA   12", *GOOD], "line 2 (FRA), columns 5–8: player 12 is not in the file"),
        ([*GOOD, TEAM + "    7"], "line 4 (310): player 7 is not in the file"),
        ([*GOOD, TEAM, "330 ++   1   1   1"], "line 5 (330), columns 5–18: +-, -+ or --, a"),
        ([*GOOD, TEAM, "330 +-   1   1   9"], "line 5 (330), columns 16–18: team 9 is not in"),
        ([*GOOD, TEAM, "300   1   1   1    8"], "line 5 (300): player 8 is not in the file"),
        ([], "there is no player (001) in it"),
    ],
)
def test_a_line_that_cannot_be_right(lines: list[str], says: str, tmp_path: Path) -> None:
    path = tmp_path / "fault.trf"
    path.write_text(report(*lines), "utf-8")
    with pytest.raises(InputError) as caught:
        read_trf(path)
    sentence = str(caught.value)
    assert says in sentence and sentence.startswith("fault.trf") and sentence.endswith((".", "?"))
    assert "\n" not in sentence


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            [player(1, "2 w 1", 2.0), GOOD[1]],
            "line 2 (001, player 1): the points are 2, but the results add up to 1",
        ),
        (["062 3", *GOOD], "line 2 (062): there are 2 players in the file, not 3"),
        (
            [player(1, "2 w 1", 1.0, rank=2), player(2, "1 b 0", 0.0, rank=1)],
            "player 1 has more points than player 2, who is ranked before",
        ),
        (
            [player(1, "0000 - U,2 w 1", 2.0), player(2, "0000 - U,1 b 0", 1.0)],
            "round 1 has 2 pairing-allocated byes (U): players 1, 2",
        ),
        (
            ["240 H   1    1", *GOOD],
            "line 2 (240): player 1 has H in round 1 here, but 2w1 in 001, which counts",
        ),
        (["999 anything", "999 more", *GOOD], "line 2 (999): record 999 is not known"),
        (["202 BH/C1,OTHER_X", *GOOD], "“OTHER_X” is not a tie-break of C.07; it is left out"),
        (["042 May 29, 2020", *GOOD], "“May 29, 2020” is no date such as 2026/03/01"),
        (["042 2005/07/28", *GOOD], "is before the oldest text here; 2023 is taken"),
        (
            [player(1, "2 w 1,2 b 1", 2.0), player(2, "1 b 0,1 w 0", 0.0)],
            "rows 1 and 2 met in rounds 1 and 2",
        ),
        ([*GOOD, TEAM], "team 1 has 2 match points here, but its rounds give 0"),
        (
            [*GOOD, TEAM, "801  1 ONE      5  2.5"],
            "line 5 (801): team 1 has 5.0 match and 2.5 game points here",
        ),
        (
            [*GOOD, TEAM, "802   1 ONE        5    2.5"],
            "line 5 (802): team 1 has 5.0 match and 2.5 game points here",
        ),
    ],
)
def test_what_is_only_odd_is_a_warning(lines: list[str], says: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.trf"
    path.write_text(report(*lines), "utf-8")
    found = read_trf(path)
    about = [warning for warning in found.warnings if says in warning]
    assert len(about) == 1, found.warnings
    assert about[0].startswith("odd.trf") and about[0].endswith(".")


def test_the_first_day_and_the_type_pick_rules_and_system(tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    for day, rules in (("2026/02/28", "2024"), ("2026/03/01", "2026"), ("01.03.2026", "2026")):
        path.write_text(report(f"042 {day}", *GOOD), "utf-8")
        assert read_trf(path).rules == rules
    for line in ("192 FIDE_ROUNDROBIN", "092 Individual: Round-Robin", "092 Round robin"):
        path.write_text(report(line, *GOOD), "utf-8")
        assert read_trf(path).system == "round-robin"


def test_javafo_s_records_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    head = ("XXR 9", "XXC white1", "XXS W=3 D=1 L=0 PAB=1", "XXP 1 2")
    path.write_text(report(*head, *GOOD), "utf-8")
    found = read_trf(path)
    assert (found.announced_rounds, found.first_colour) == (9, "white1")
    assert found.scoring == (3, 1, 0, 1) and found.kept == ("XXP 1 2",)


def test_a_game_without_a_result_yet_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.trf"
    path.write_text(report(player(1, "2 w  ", 0.0), player(2, "1 b  ", 0.0)), "utf-8")
    assert read_trf(path).wall_list == [["2w?"], ["1b?"]]
