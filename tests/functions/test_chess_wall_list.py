"""What a chess wall list's cells say, and what is said when they cannot be right."""

from __future__ import annotations

from datetime import date

import pytest

from xl_tourney.catalogue.cells import CellError, ErrorValue
from xl_tourney.functions import (
    BUCHHOLZ,
    CATALOGUE,
    CHESS_POINTS,
    DIRECT_ENCOUNTER,
    GAMES_COUNT,
    RATING_TIEBREAK,
    TIEBREAK,
)
from xl_tourney.functions.chess.codes import CRITERIA, parse_code
from xl_tourney.functions.chess.rule_sets import ARTICLES, RULE_SETS, differences
from xl_tourney.functions.chess.wall_list import Round, parse_match, parse_round, read

WIN, DRAW, LOSS = Round("1", 11, "w"), Round("=", 11, "b"), Round("0", 11, "w")


def refusal(*rows: list[object], boards: int | None = None) -> str:
    """The sentence that a wall list is refused with."""
    with pytest.raises(CellError) as caught:
        read([list(row) for row in rows], "wall_list", boards)
    assert caught.value.value == "#VALUE!"
    return caught.value.value.message


# What a cell says ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "one"),
    [
        *[(cell, WIN) for cell in ("12w1", "12 w 1", "0012 w 1", "12W1", "12\u00a0w1", "12wW")],
        *[(cell, DRAW) for cell in ("12b½", "12b=", "12b1/2", "12b0.5", "12b,5", "12s½", "12bD")],
        *[(cell, LOSS) for cell in ("12w0", "0012 W 0", "12wL")],
        *[(cell, Round("=", 11)) for cell in ("12=", "12½", "12-=", "12-½", "12−=")],
        *[(cell, Round("?", 11, "w")) for cell in ("12w", "12w?", "12w*")],
        *[(cell, Round("-", 11, "b")) for cell in ("12b-", "12b–", "12 b −")],
        *[(cell, Round("+", 11)) for cell in ("12-+", "12 - +", "0012 - +")],
        ("12--", Round("-", 11)),
        *[(cell, Round("U")) for cell in ("U", "u", "bye", "+", "-1", "0-U", "0000 - U")],
        *[(cell, Round("H")) for cell in ("H", "=", "-½", "½", "0,5", "1/2", "0000 - =")],
        *[(cell, Round("Z")) for cell in ("Z", "-", "-0", "0", "0-Z", "0000 - -")],
        *[(cell, Round("F")) for cell in ("F", "0-F", "0000 - F")],
    ],
)  # fmt: skip
def test_a_cell_is_read(cell: str, one: Round) -> None:
    assert parse_round(cell) == one


@pytest.mark.parametrize(
    "cell", ["10.5", "12", "14+", "14-", "w1", "12w2", "00w1", "12345w1", "x", "12ww1", "U1"]
)
def test_what_is_no_cell_is_never_guessed(cell: str) -> None:
    assert parse_round(cell) is None


def test_numbers_that_a_spreadsheet_makes_of_cells_are_byes() -> None:
    rows = [[-1], [0], [-0.5], [0.5], ["F"]]
    assert CHESS_POINTS(rows) == [[1], [0], [0.5], [0.5], [1]]


def test_a_blank_is_an_absence_only_where_the_round_has_been_held() -> None:
    rows = [["2w1", None, ""], ["1b0", None, "U"], [None, None, None]]
    assert GAMES_COUNT(rows, "REP") == [[1], [2], [""]]
    assert CHESS_POINTS([["", "2w1"], ["", "1b0"]], 1) == [[0], [0]]


@pytest.mark.parametrize("blank", [None, "", " ", "\xa0", " \u202f"])
def test_a_cell_of_spaces_is_a_blank(blank: str | None) -> None:
    rows = [["2w1", blank], ["1b0", blank], [blank, "Z"]]
    assert CHESS_POINTS(rows) == [[1], [0], [0]]


def test_a_colour_is_taken_from_the_other_side() -> None:
    assert GAMES_COUNT([["2-1"], ["1w0"]], "BPG") == [[1], [0]]
    unknown = GAMES_COUNT([["2-1", "3w1"], ["1-0", "Z"], ["Z", "1b0"]], "BWG")
    assert unknown == [["#N/A"], ["#N/A"], [0]]
    assert "row 1 has a game whose colour" in unknown[0][0].message


# What cannot be right -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([["3w1"], ["Z"]], "row 1, round 1 (“3w1”) names row 3, but the wall list has 2 rows"),
        ([["1w1"], ["Z"]], "row 1, round 1 (“1w1”) names its own row"),
        ([["2w1"], ["1b1"]], "row 1, round 1 (“2w1”) and wall_list, row 2, round 1 (“1b1”) must"),
        ([["2w1"], ["1w0"]], "row 2, round 1 (“1w0”) must tell the same game"),
        ([["2w1"], [None]], "row 2, round 1 (which is blank) must tell the same game"),
        ([["2w1"], ["3w0"], ["2b1"]], "(“2w1”) and wall_list, row 2, round 1 (“3w0”) must"),
        ([["2w"], ["1b0"]], "must tell the same game"),
        ([["2w+"], ["1b+"]], "must tell the same game"),
        ([["2w+"], ["1b0"]], "must tell the same game"),
        ([["14+"], ["Z"]], "row 1, round 1 (“14+”) must be 12w1"),
        ([["14+"], ["Z"]], "say 14w1 or 14w+"),
        ([["2w2.5"], ["1b1.5"]], "for teams say boards"),
        ([["10.5"], ["Z"]], "(“10.5”) must be"),
        ([[12], ["Z"]], "(12) must be"),
    ],
)
def test_the_sentence_names_the_cells(rows: list[list[object]], says: str) -> None:
    assert says in refusal(*rows)


def test_both_sides_may_lose_by_forfeit() -> None:
    rows = [["2w-"], ["1b-"]]
    assert CHESS_POINTS(rows) == [[0], [0]]
    assert GAMES_COUNT(rows, "STD") == [[0.5], [0.5]]


@pytest.mark.parametrize("cells", [("2w0", "1b0"), ("2wl", "1-0"), ("2-0", "1-0")], ids=str)
def test_both_may_lose_a_game_over_the_board(cells: tuple[str, str]) -> None:
    rows = [[cells[0], "3w1"], [cells[1], "U"], ["Z", "1b0"]]
    assert CHESS_POINTS(rows) == [[1], [1], [0]]
    assert BUCHHOLZ(rows) == [[1], [2], [1]]
    assert GAMES_COUNT(rows, "STD") == [[1.5], [1.5], [0]]
    assert refusal(["2w0"], ["1b="]).endswith("must tell the same game; correct one of them")


def test_two_meet_once_in_a_swiss_but_again_after_a_forfeit() -> None:
    twice = [["2w1", "Z", "2b1"], ["1b0", "U", "1w0"]]
    refused = BUCHHOLZ(twice)
    assert refused == "#VALUE!"
    assert refused.message.startswith(
        "rows 1 and 2 met in rounds 1 and 3; say system round-robin if that is meant"
    )
    for system in ("round-robin", "rr", "rematch"):
        assert isinstance(BUCHHOLZ(twice, 0, 0, "", "", system), list)
    assert isinstance(BUCHHOLZ([["2w+", "2b1"], ["1b-", "1w0"]]), list)
    later = BUCHHOLZ([["", "2w1", "2b+"], ["", "1b0", "1w-"]])
    assert later == "#VALUE!" and "met in rounds 2 and 3" in later.message


# Teams --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "one"),
    [
        ("8w2.5", Round("=", 7, "w", 2.5)),
        ("8w2½", Round("=", 7, "w", 2.5)),
        ("8 b 2,5", Round("=", 7, "b", 2.5)),
        ("8-½", Round("=", 7, "", 0.5)),
        ("8w2/1=½0", Round("=", 7, "w", 2, "1==0")),
        ("8w", Round("?", 7, "w")),
        ("8w+", Round("+", 7, "w")),
        ("8--", Round("-", 7)),
        ("+", Round("+")),
        ("-", Round("-")),
        ("bye", Round("U")),
        ("0000 - H", Round("H")),
    ],
)
def test_a_cell_of_a_team_is_read(cell: str, one: Round) -> None:
    assert parse_match(cell) == one


def test_more_game_points_win_a_match() -> None:
    rows = [["2w2.5", "U"], ["1b1.5", "3w2"], ["F", "2b2"]]
    points = TIEBREAK(rows, "MPTS,GPTS,MPvGP,WIN", None, "", "", None, "", 4)
    assert points == [[3, 4.5, 4.5, 1], [1, 3.5, 3.5, 0], [3, 6, 6, 1]]


def test_a_forfeited_match_without_opponents_is_that_of_the_only_two() -> None:
    rows = [["+"], ["-"], ["U"]]
    assert read(rows, "wall_list", 4).players[0][0] == Round("+", 1)
    unknown = read([["-"], ["-"], ["+"]], "wall_list", 4)
    assert [rounds[0].opponent for rounds in unknown.players] == [-1, -1, -1]


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([["2w4.5"], ["1b0"]], "has more points than 4 boards give"),
        ([["2w3"], ["1b2"]], "must tell the same game"),
        ([["2w"], ["1b2"]], "must tell the same game"),
        ([["2w2/11=0"], ["1b2"]], "must have 4 boards that add up to its points"),
        ([["2w2/1=="], ["1b2"]], "must have 4 boards"),
        ([["2w2/1==0"], ["1b2/1==0"]], "must tell the same game"),
        ([["2w1"], ["1x0"]], "must be 8w2.5"),
    ],
)
def test_the_sentence_names_a_cell_of_teams(rows: list[list[object]], says: str) -> None:
    assert says in refusal(*rows, boards=4)


def test_boards_are_needed_where_they_decide() -> None:
    rows = [["2w2"], ["1b2"]]
    needed = TIEBREAK(rows, "EDET", None, "", "", None, "", 4)
    assert needed == "#VALUE!" and "row 1, round 1 must have the result on each board" in (
        needed.message
    )
    boards = [["2w2/1==0"], ["1b2/0==1"]]
    for code in ("EDET", "EDEB", "EDEBT", "EDEBB", "BC", "TBR", "BBE"):
        assert TIEBREAK(boards, code, None, "", "", None, "", 4) == [[1], [2]]


# Options ------------------------------------------------------------------------------------------

GAME = [["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"], ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]]


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ("2023", "2023"),
        (2024, "2024"),
        ("2026", "2026"),
        (None, "2026"),
        ("2023-09-01", "2023"),
        ("2024/03/31", "2023"),
        ("01.04.2024", "2024"),
        ("2026-02-28", "2024"),
        (46081, "2024"),
        (46082.5, "2026"),
        (date(2026, 3, 1), "2026"),
    ],
)
def test_rules_are_a_text_or_a_first_day(rules: object, name: str) -> None:
    assert BUCHHOLZ(GAME, 0, 0, "", rules) == BUCHHOLZ(GAME, 0, 0, "", name)


@pytest.mark.parametrize("rules", ["2025", "next", "2023-08-31", 40000, "2024-13-01", True])
def test_what_picks_no_rules_is_refused(rules: object) -> None:
    refused = BUCHHOLZ(GAME, 0, 0, "", rules)
    assert refused == "#VALUE!" and "2023, 2024, 2026" in refused.message


def test_texts_differ_in_articles() -> None:
    assert differences(RULE_SETS["2023"], RULE_SETS["2024"]) == []
    changed = differences(RULE_SETS["2024"], RULE_SETS["2026"])
    assert {ARTICLES[field] for field in changed} == {"8", "15.2", "16.4"}


def test_forfeit_losses_of_a_round_robin_are_no_games_with_black_from_2026() -> None:
    rows = [["2w+"], ["1b-"]]
    assert GAMES_COUNT(rows, "BPG", "2024", "rr") == [[0], [1]]
    assert GAMES_COUNT(rows, "BPG", "2026", "rr") == [[0], [0]]
    assert GAMES_COUNT(rows, "WON", "2026", "rr") == [[1], [0]]
    assert GAMES_COUNT(rows, "WON", "2026") == [[0], [0]]


@pytest.mark.parametrize(
    ("written", "same_as"),
    [
        ("BH-C1", "BH/C1"),
        ("BHC1", "BH/C1"),
        ("bh/c1", "BH/C1"),
        ("BH/F", "FB"),
        ("GE", "REP"),
        ("SNO", "TPN"),
        ("KS-L-1", "KS/L-1"),
        ("KSL+1", "KS/L+1"),
    ],
)
def test_codes_have_several_spellings(written: str, same_as: str) -> None:
    one, other = parse_code(written), parse_code(same_as)
    assert one._replace(written="") == other._replace(written="")


def test_codes_are_parted_by_commas_spaces_or_cells() -> None:
    block = TIEBREAK(GAME, "BH/C1, SB DE")
    assert (
        block == TIEBREAK(GAME, [["BH/C1", "SB", "DE"]]) == TIEBREAK(GAME, [["BH/C1 SB"], ["DE"]])
    )
    with_blank = TIEBREAK(GAME, [["BH/C1", None, "SB"]])
    assert [row[1] for row in with_blank] == [""] * 4


@pytest.mark.parametrize(
    ("codes", "says"),
    [
        ("OTHER_X", "“OTHER_X” is not a tie-break of C.07"),
        ("BH/X1", "“BH/X1” is not a tie-break of C.07"),
        ("DE/C1", "“DE/C1”: DE takes no /C1"),
        ("BH/V2025", "V2025 is no rule set"),
        ("EDE", "EDE is for teams; say how many boards a match has"),
        ("BH:GP", "game points are for teams"),
    ],
)
def test_a_code_that_cannot_be_right_is_named(codes: str, says: str) -> None:
    refused = TIEBREAK(GAME, codes)
    assert refused == "#VALUE!" and says in refused.message


def test_a_code_may_name_its_text_and_the_rating_of_unrated_players() -> None:
    assert TIEBREAK(GAME, "BH/V2024") == BUCHHOLZ(GAME, 0, 0, "", "2024") != BUCHHOLZ(GAME)
    ratings = [[2000], [None], [1805], [1750]]
    refused = RATING_TIEBREAK(GAME, ratings, "ARO")
    assert refused == [["#N/A"]] * 4
    assert "ratings, row 2, is blank" in refused[0][0].message
    assert TIEBREAK(GAME, "ARO/U1400", ratings) == RATING_TIEBREAK(GAME, ratings, "ARO", 0, 0, 1400)


def test_every_tie_break_has_a_value_and_an_article() -> None:
    rows = [["2w2.5/1=10", "3b2"], ["1b1.5/0=01", "U"], ["H", "1w2"]]
    for name, tie_break in CRITERIA.items():
        wall, boards = (rows, 4) if tie_break.teams else (GAME, None)
        ratings = [[2000], [1900], [1805], [1750]]
        block = TIEBREAK(wall, name, None if boards else ratings, "", "", None, "", boards)
        assert isinstance(block, list), (name, block.message)
        assert tie_break.article


@pytest.mark.parametrize(
    ("function", "arguments", "error"),
    [
        ("BUCHHOLZ", (GAME, -1), "#NUM!"),
        ("BUCHHOLZ", (GAME, 1, 0, "AOB"), "#VALUE!"),
        ("PROGRESSIVE", (GAME, -1), "#NUM!"),
        ("CHESS_POINTS", (GAME, -1), "#NUM!"),
        ("CHESS_POINTS", (GAME, None, "1-2-0"), "#VALUE!"),
        ("CHESS_POINTS", (GAME, None, "three"), "#VALUE!"),
        ("RATING_TIEBREAK", (GAME, [[1], [2]], "ARO"), "#VALUE!"),
        ("RATING_TIEBREAK", (GAME, [[1], [-2], [3], [4]], "ARO"), "#NUM!"),
        ("RATING_TIEBREAK", (GAME, [[1], [2], [3], [4]], "TPR", 1), "#VALUE!"),
        ("DIRECT_ENCOUNTER", (GAME, [[1], [2]]), "#VALUE!"),
        ("TIEBREAK", (GAME, "EDE", None, "", "", None, "", 0), "#NUM!"),
        ("RATING_DP", (1.01,), "#NUM!"),
    ],
)
def test_options_outside_their_domain(function: str, arguments: tuple, error: str) -> None:
    value = CATALOGUE[function](*arguments)
    assert value == error and isinstance(value, ErrorValue) and value.message


def test_three_points_for_a_win() -> None:
    assert CHESS_POINTS(GAME, None, "3-1-0") == [[5], [4], [5], [3]]
    assert CHESS_POINTS(GAME, None, "3-1-0-1") == CHESS_POINTS(GAME, None, "3 – 1 – 0 – 1")
    assert CHESS_POINTS(GAME, None, "1-½-0") == CHESS_POINTS(GAME)


def test_a_group_that_has_not_all_met_is_ordered_where_nothing_can_change_it() -> None:
    """6.3: row 1 beat two of three, and nobody can pass it in the missing games."""
    rows = [["2w1", "3b1", "Z"], ["1b0", "Z", "3w1"], ["Z", "1w0", "2b0"], ["Z", "Z", "Z"]]
    tied = [[0], [0], [0], [1]]
    assert DIRECT_ENCOUNTER(rows, tied) == [[1], [2], [3], [1]]
    missing = [["2w1", "Z"], ["1b0", "Z"], ["Z", "Z"]]
    assert DIRECT_ENCOUNTER(missing, [[0], [0], [0]]) == [[1], [1], [1]]
