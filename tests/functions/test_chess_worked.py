"""The worked values of Held's exercise tournament, and FIDE's official examples."""

from __future__ import annotations

import pytest

from tests.functions.chess import TEAM_BOARDS, held_teams, tournament
from tests.same import same
from xl_tourney.functions import (
    BUCHHOLZ,
    CHESS_PLACE,
    DIRECT_ENCOUNTER,
    GAMES_COUNT,
    KOYA,
    PROGRESSIVE,
    RATING_TIEBREAK,
    SONNEBORN_BERGER,
    TIEBREAK,
)

ROWS = (1, 4, 11, 12)


def held() -> tuple[list[list[str]], list[list[int | None]]]:
    found = tournament("held_swiss_5.trf")
    return found.wall_list, found.ratings


def of_rows(column: list[list[float]]) -> list[float]:
    return [column[row - 1][0] for row in ROWS]


@pytest.mark.parametrize(
    ("code", "text_2024", "text_2026"),
    [
        ("BH", [12.5, 15, 13.5, 11.5], [12.5, 14, 12.5, 11.5]),
        ("BH/C1", [11, 11.5, 12, 9.5], [11, 11.5, 11, 9.5]),
        ("SB", [8, 9.75, 5.75, 4], [8, 9.25, 4.75, 4]),
        ("SB/C1", [7.25, 8, 4.25, 4], [7.25, 7.75, 3.25, 4]),
    ],
)
def test_sums_under_two_texts(code: str, text_2024: list[float], text_2026: list[float]) -> None:
    wall, _ = held()
    name, _, cut = code.partition("/C")
    function = BUCHHOLZ if name == "BH" else SONNEBORN_BERGER
    for rules, values in (("2024", text_2024), ("2026", text_2026), ("", text_2026)):
        options = ("", rules) if function is BUCHHOLZ else (rules,)
        column = function(wall, int(cut or 0), 0, *options)
        assert same(of_rows(column), values)
        assert column == TIEBREAK(wall, code, None, rules)


def test_fore_and_average() -> None:
    wall, _ = held()
    assert same(of_rows(BUCHHOLZ(wall, 0, 0, "FB", "2024")), [13.5, 15.5, 12.5, 11.5])
    assert same(of_rows(BUCHHOLZ(wall, 0, 0, "AOB", "2024")), [12.6, 13.375, 12.75, 15])


def test_ratings() -> None:
    wall, ratings = held()
    assert of_rows(RATING_TIEBREAK(wall, ratings, "ARO")) == [1820, 1888, 1863, 2050]
    assert of_rows(RATING_TIEBREAK(wall, ratings, "ARO", 1)) == [1900, 1983, 2000, "#N/A"]
    assert of_rows(RATING_TIEBREAK(wall, ratings, "TPR")) == [1969, 2081, 1776, 1250]
    assert RATING_TIEBREAK(wall, ratings, "PTP")[2] == [2112]
    apro = RATING_TIEBREAK(wall, ratings, "APRO")
    assert [apro[row - 1][0] for row in (1, 3, 4, 16)] == [1789, 1904, 1772, 1805]


def test_own_games() -> None:
    wall, _ = held()
    columns = [GAMES_COUNT(wall, what) for what in ("WIN", "WON", "BPG", "BWG", "REP")]
    rows = zip(*map(of_rows, [*columns, PROGRESSIVE(wall)]))
    assert [list(row) for row in rows] == [
        [2, 2, 2, 1, 5, 11],
        [2, 2, 2, 1, 4, 11.5],
        [2, 1, 2, 0, 5, 5.5],
        [2, 0, 0, 0, 3, 7],
    ]


def test_direct_encounter_leaves_ties() -> None:
    wall, _ = held()
    places = CHESS_PLACE(wall, "DE")
    assert [places[row - 1] for row in (1, 3, 4, 16)] == [[2]] * 4
    assert [places[row - 1] for row in (5, 8, 11)] == [[7]] * 3
    assert set(of_rows(DIRECT_ENCOUNTER(wall))) == {1}


def test_forfeit_wins_of_the_official_examples() -> None:
    """A win by forfeit in the last round; and one in round 1 of 10, its player then excluded."""
    rounds = tournament("official_laxman.trf").wall_list
    assert BUCHHOLZ(rounds, 0, 0, "", "2024")[0] == [57]
    assert BUCHHOLZ(rounds)[0] == [55]
    assert BUCHHOLZ(rounds, 1)[0] == BUCHHOLZ(rounds, 1, 0, "", "2024")[0] == [50]
    assert SONNEBORN_BERGER(rounds)[0] == [37.25]
    withdrawn = tournament("official_ex03.trf").wall_list
    assert BUCHHOLZ(withdrawn, 0, 0, "", "2024")[0] == [64.5]
    assert BUCHHOLZ(withdrawn)[0] == [63]


def test_nine_draws_are_the_adjusted_score_of_an_excluded_player() -> None:
    """A forfeit in round 1 of 10 against a player then excluded: 0 and nine draws, 4.5."""
    winner, loser = ["2w+", *["U"] * 9], ["1b-", *["Z"] * 9]
    (old,), _ = BUCHHOLZ([winner, loser], 0, 0, "", "2024", "")
    (new,), _ = BUCHHOLZ([winner, loser])
    assert (old, new) == (100, 4.5 + 9 * 5)


def test_extended_direct_encounter_of_exercise_45() -> None:
    places = [place for (place,) in CHESS_PLACE(held_teams(), "EDE", *[None] * 5, 4)]
    order = sorted(range(1, 6), key=lambda team: places[team - 1])
    assert order == [4, 2, 1, 3, 5] and sorted(places[:5]) == [1, 2, 3, 4, 5]


def test_koya_limit_is_in_half_points_or_points() -> None:
    wall, _ = held()
    up = KOYA(wall, 1)
    assert up == TIEBREAK(wall, "KS/L+1") == TIEBREAK(wall, "KS/L+0.5")
    assert up != KOYA(wall)


@pytest.mark.parametrize(("scoring", "divisor"), [(None, 3), ("3-1-0", 5), ("1-0.5-0", 1)])
def test_the_divisor_of_teams_is_the_greatest_score_by_a_win_on_all_boards(
    scoring: str | None, divisor: int
) -> None:
    """Seven rounds with 2 match points for a win are 14, which is 3.5 times a win of 4 boards."""

    def column(code: str) -> list[float]:
        found = TIEBREAK(held_teams(), code, None, "2026", "", None, scoring, TEAM_BOARDS)
        return [cell for (cell,) in found]

    own, opponents = column("GPTS"), column("BH:MP")
    assert same(column("SSSC"), [a + b / divisor for a, b in zip(own, opponents)])
