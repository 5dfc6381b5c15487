"""The kdice workbook, calculated: every figure is that of the function, and its checks."""

from __future__ import annotations

import csv
import io
import math
from statistics import median
from zipfile import ZipFile

import openpyxl
import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from xl_tourney.functions import (
    ADJUSTED_TAPL,
    BSS,
    GPG,
    KDICE_CI,
    PPRG,
    QOOA,
    TAKBE,
    TAOLZ,
    TAOWR,
    TAPL,
    TAPL_PVALUE,
    TAZD,
    YATES_TAPL,
)
from xl_tourney.readers.kdice import PlayerProfile
from xl_tourney.templates import TEMPLATES, package

TEMPLATE = TEMPLATES["kdice"]
SAMPLE = TEMPLATE.read(TEMPLATE.sample)
WORST = (3, 3, 6, 20, 28, 21, 19)
ZERO = (10, 10, 10.3, 12.9, 15.5, 17.2, 24.1)
MIXED = [
    PlayerProfile(
        "Ann", 100, (20, 21, 17, 14, 10, 8, 10), 12000, (50, 30, 20, 0, 0, 0), WORST, ZERO
    ),
    PlayerProfile("Bob", None, (4, 2, 1, 1, 1, 1, 0), 300),
    PlayerProfile("Cleo", 35, (7, 6, 5, 4, 4, 4, 5), -50, (0.2, 0.8, 0, 0, 0, 0)),
    PlayerProfile("Dora", 20, (5, 10, 10, 15, 20, 20, 20), None, (100, 0, 0, 0, 0, 0)),
    PlayerProfile("Ed", 1000, (0.1, 0.1, 0.1, 0.15, 0.15, 0.2, 0.2), 5000, last_zero=WORST),
    PlayerProfile("Fay", 40, (14, 14, 14, 14, 15, 15, 14), 0, (0, 0, 0, 0, 50, 50)),
]

LEADERBOARD = (
    "place mark no name games score score_is s1:s7 tapl yates pvalue qooa tazd ci ppg gpg pprg bss"
    " why note"
)
"""The columns of the leaderboard, by key; where each is in a row:"""
PLACE, MARK, NO, PLAYER, GAMES, SCORE, SCORE_IS = range(7)
SHARES = slice(7, 14)
TAPL_, YATES, PVALUE, QOOA_, TAZD_, CI, PPG, GPG_, PPRG_, BSS_, WHY, NOTE = range(14, 26)
FIGURES = slice(PLAYER, WHY)


def leaderboard(book, count):
    return book.rows("leaderboard", LEADERBOARD, count)


def record(profile):
    """Games and shares, read as the workbook reads them."""
    total = sum(profile.finishes)
    if profile.games in (None, total):
        return total, [count / total for count in profile.finishes]
    whole = 100 if total > 1.5 else 1
    return profile.games, [share / whole for share in profile.finishes]


def guts(per_game, ci):
    value = GPG(per_game, ci)
    return "n/a" if value in ("#NUM!", "#N/A") else value


def expected(profiles, below=35):
    """The leaderboard computed in Python, without places and marks."""
    records = [record(profile) for profile in profiles]
    behind = BSS([shares for _, shares in records], [[games] for games, _ in records])
    rows = []
    for profile, (games, shares), (bss,) in zip(profiles, records, behind):
        test = YATES_TAPL if games < below else TAPL
        levels = list(profile.levels)
        score = test([shares], games) * (QOOA(levels) if levels else 1)
        if levels and games >= below:
            assert same(score, ADJUSTED_TAPL([shares], [levels], games))
        kind = ("adjusted " if levels else "") + ("Yates" if games < below else "TAPL")
        per_game = "" if profile.points is None else profile.points / games
        ci = KDICE_CI([shares])
        rows.append(
            [
                profile.player,
                games,
                score,
                kind,
                *shares,
                TAPL([shares], games),
                YATES_TAPL([shares], games),
                TAPL_PVALUE([shares], games),
                QOOA(levels) if levels else "",
                TAZD([shares], games),
                ci,
                per_game,
                "" if per_game == "" else guts(per_game, ci),
                "" if per_game == "" else PPRG(profile.points, games),
                bss,
            ]
        )
    return sorted(rows, key=lambda row: -row[2])


@pytest.mark.slow
@pytest.mark.parametrize("profiles", [SAMPLE, MIXED], ids=["sample", "everything"])
def test_the_leaderboard_is_what_the_functions_give(calculated, functions, profiles) -> None:
    book = calculated(TEMPLATE.build(profiles, functions=functions))
    rows = [row[FIGURES] for row in leaderboard(book, len(profiles))]
    assert same(rows, expected(profiles))
    assert book["Status"] == "All checks passed"


def possible(percents, games):
    """The least and the greatest TAPL of shares that are within half a percent of these."""
    even = 100 / 7
    nearest = [min(max(even, p - 0.5), p + 0.5) for p in percents]
    farthest = [p - 0.5 if p < even else p + 0.5 for p in percents]
    return TAPL(nearest, games), TAPL(farthest, games)


def test_the_published_figures_are_within_their_rounding(opened, functions) -> None:
    with TEMPLATE.sample.open(encoding="utf-8", newline="") as file:
        published = {row["player"]: float(row["published_tapl"]) for row in csv.DictReader(file)}
    assert len(published) == 12
    book = opened(TEMPLATE, SAMPLE, functions=functions)
    shown = {row[PLAYER]: row[TAPL_] for row in leaderboard(book, 12)}
    for profile in SAMPLE:
        least, greatest = possible(profile.finishes, profile.games)
        assert least <= published[profile.player] <= greatest
        assert least <= shown[profile.player] <= greatest


def test_the_sample_is_marked_where_it_does_not_add_up_and_where_luck_was_better(opened):
    book = opened(TEMPLATE, SAMPLE)
    rows = {row[PLAYER]: (row[MARK], row[NOTE]) for row in leaderboard(book, 12)}
    assert {name: found for name, found in rows.items() if any(found)} == {
        "player 03": ("*", "Adds up to 95 as published"),
        "player 07": ("−", ""),
        "player 21": ("*", "Adds up to 107 as published"),
    }


def test_yates_is_used_below_35_games_and_said(opened) -> None:
    book = opened(TEMPLATE, MIXED)
    said = {row[PLAYER]: row[SCORE_IS] for row in leaderboard(book, 6)}
    assert said == {
        "Ann": "adjusted TAPL",
        "Bob": "Yates",
        "Cleo": "adjusted TAPL",
        "Dora": "adjusted Yates",
        "Ed": "TAPL",
        "Fay": "adjusted TAPL",
    }
    for below in (0, 36, 5000):
        book.change({"YatesBelow": below})
        assert same([row[FIGURES] for row in leaderboard(book, 6)], expected(MIXED, below))
    assert TEMPLATE.build(MIXED, yates_below=20)["Setup"]["B10"].value == 20


@pytest.mark.parametrize(
    "profile",
    [
        PlayerProfile("Ann", None, (14, 12, 10, 8, 6, 0, 0)),
        PlayerProfile("Ann", 50, (14, 12, 10, 8, 6, 0, 0)),
        PlayerProfile("Ann", 50, (28, 24, 20, 16, 12, 0, 0)),
        PlayerProfile("Ann", 50, (0.28, 0.24, 0.20, 0.16, 0.12, 0, 0)),
    ],
    ids=["counts", "counts that add up to the games", "percent", "fractions"],
)
def test_counts_percentages_and_fractions_mean_the_same(calculated, functions, profile) -> None:
    (row,) = leaderboard(calculated(TEMPLATE.build([profile], functions=functions)), 1)
    assert same(row[TAPL_], TAPL([14, 12, 10, 8, 6, 0, 0]))


def test_only_whole_numbers_that_add_up_to_the_games_are_counts(calculated, functions) -> None:
    """35 games of 7.5, 5.5, 5 … are percentages that do not add up."""
    row = (7.5, 5.5, 5, 4, 4, 4, 5)
    players = [PlayerProfile("Ann", 35, (7, 6, 5, 4, 4, 4, 5)), PlayerProfile("Bob", 35, row)]
    book = calculated(TEMPLATE.build(players, functions=functions))
    shown = {row[PLAYER]: row[TAPL_] for row in leaderboard(book, 2)}
    assert same([shown["Ann"], shown["Bob"]], [270.44936151312544, TAPL(row, 35)])
    assert book["Checks!B9"] == 1


def test_a_symmetric_profile_has_a_ci_of_exactly_0(calculated, functions) -> None:
    player = PlayerProfile("Ann", None, (11, 7, 3, 9, 3, 7, 11), 500)
    (row,) = leaderboard(calculated(TEMPLATE.build([player], functions=functions)), 1)
    assert row[CI] == 0.0 and row[MARK] == "" and row[GPG_] == 6000


def test_the_board_sorts_itself_when_a_profile_changes(opened) -> None:
    book = opened(TEMPLATE, SAMPLE)
    book.change(
        {"players[11].p1": 40, "players[11].p2": 20, "players[11].p3": 5, "players[11].p4": 5}
    )
    top = leaderboard(book, 2)
    assert [(row[PLACE], row[NO], row[PLAYER]) for row in top] == [
        (1, 12, "player 23"),
        (2, 1, "player 01"),
    ]


def test_levels_typed_in_adjust_the_score(opened) -> None:
    book = opened(TEMPLATE, SAMPLE).change({"players[0].l0": 20, "players[0].l1": 80})
    row = next(row for row in leaderboard(book, 12) if row[NO] == 1)
    adjusted = ADJUSTED_TAPL([23, 23, 15, 12, 10, 7, 9], [20, 80], 1229)
    assert same(
        [row[SCORE], row[SCORE_IS], row[QOOA_]], [adjusted, "adjusted TAPL", QOOA([20, 80])]
    )
    assert book["Status"] == "All checks passed"


def test_equal_scores_share_a_place(calculated) -> None:
    same_figures = (20, 17, 14, 11, 11, 11, 14)
    players = [PlayerProfile(name, 50, same_figures) for name in ("Ann", "Bob")]
    book = calculated(
        TEMPLATE.build([*players, PlayerProfile("Cleo", 50, (30, 20, 10, 10, 10, 10, 10))])
    )
    rows = leaderboard(book, 3)
    assert [(row[PLACE], row[MARK], row[PLAYER]) for row in rows] == [
        (1, "", "Cleo"),
        (2, "=", "Ann"),
        (2, "=", "Bob"),
    ]


BAD = PlayerProfile("Bad", 400, (3, 3, 6, 20, 28, 21, 19), -30.5)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory) -> Calculated:
    """Six players, the known bad example, and one who has not played."""
    workbook = TEMPLATE.build([*MIXED, BAD, PlayerProfile("Gus", 0)])
    return Calculated(workbook, tmp_path_factory.mktemp("mixed"))


@pytest.mark.parametrize(
    ("name", "column", "sign"),
    [("Score", SCORE, 1), ("TAZD", TAZD_, 1), ("CI", CI, 1), ("PPRG", PPRG_, 1), ("BSS", BSS_, -1)],
)
def test_the_board_is_sorted_as_chosen(mixed, name, column, sign) -> None:
    before = {row[PLAYER]: row[3:] for row in leaderboard(mixed, 8)}
    mixed.change({"SortBy": name})
    rows = leaderboard(mixed, 8)
    assert {row[PLAYER]: row[3:] for row in rows} == before, "only the order is another"
    figures = [sign * row[column] for row in rows if row[column] != ""]
    assert figures == sorted(figures, reverse=True)
    assert [row[PLACE] for row in rows if row[column] != ""] == list(range(1, len(figures) + 1))
    assert {row[PLACE] for row in rows[len(figures) :]} == {""}
    assert rows[-1][PLAYER] == "Gus" and mixed["Status"] == "All checks passed"
    assert TEMPLATE.build(MIXED, sort_by=name)["Setup"]["B9"].value == name


@pytest.mark.slow
def test_the_known_bad_example_is_marked_with_the_reason(calculated, functions) -> None:
    """By TAPL and TAZD it is first: far from luck, but for the worse."""
    even, good = (
        PlayerProfile("Even", None, (5,) * 7),
        PlayerProfile("Good", 400, (20, 17, 14, 11, 11, 11, 16)),
    )
    book = calculated(TEMPLATE.build([even, good, BAD], functions=functions))
    shown = [(row[PLAYER], row[MARK], row[WHY]) for row in leaderboard(book, 3)]
    assert shown == [("Bad", "−", "worse than luck"), ("Good", "", ""), ("Even", "", "")]
    book.change({"SortBy": "CI"})
    assert [row[PLAYER] for row in leaderboard(book, 3)] == ["Good", "Even", "Bad"]


def test_who_has_not_played_is_listed_and_hurts_nobody(mixed, functions, calculated) -> None:
    book = calculated(TEMPLATE.build([*MIXED, BAD], functions=functions))
    others = leaderboard(book, 7)
    book.change({"players[7].name": "Gus"})
    for games, finish, points in ((None, None, None), (0, None, -2.5), (0, 0, None), (None, 0, 3)):
        typed = {f"players[7].{key}": finish for key in book.tables.columns("players", "p1:p7")}
        book.change({**typed, "players[7].games": games, "players[7].points": points})
        *rows, gus = leaderboard(book, 8)
        assert rows == others and book["Status"] == "All checks passed"
        assert [gus[PLACE], gus[PLAYER], gus[GAMES]] == ["", "Gus", 0]
        assert set(gus[SCORE:WHY]) == {""} and gus[WHY] == "no games yet"
    typed = {f"players[7].{key}": 5 for key in book.tables.columns("players", "p1:p7")}
    book.change({**typed, "players[7].games": None, "players[7].points": None})
    gus = next(row for row in leaderboard(book, 8) if row[PLAYER] == "Gus")
    assert gus[CI] == 0.0 and gus[MARK] == "" and gus[GAMES] == 35 and same(gus[TAPL_], 0)


def test_negative_and_half_points(mixed) -> None:
    row = next(row for row in leaderboard(mixed, 8) if row[PLAYER] == "Bad")
    assert same([row[PPG], row[PPRG_]], [-30.5 / 400, -30.5 / 20])


# Two small pages ----------------------------------------------------------------------------------


def test_differences_of_two_tapls_or_of_one_and_a_norm(mixed) -> None:
    ann, ed = (TAPL([record(MIXED[at])[1]], record(MIXED[at])[0]) for at in (0, 4))
    compared = [{"player": "Ann", "other": "Ed"}, {"player": "Ed", "norm": 500}]
    for at, typed in enumerate([*compared, {"player": "Gus", "norm": 0}]):
        mixed.change({f"differences[{at}].{key}": value for key, value in typed.items()})
    assert same(
        mixed.rows("differences", "own against difference deviations", 3),
        [
            [ann, ed, ann - ed, (ann - ed) / 1000],
            [ed, 500, ed - 500, (ed - 500) / 1000],
            ["", 0, "", ""],
        ],
    )


NO_SUCH = "not complete, or no such numbers"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ((20, 10, 20, 3, None), [3, 5.773502691896257, "y has an affiliation with x"]),
        ((20, 3, 20, 3, 1), [3, 1.7320508075688772, "no sign"]),
        ((20, 10, 20, 3, 0.25), [0.75, 11.547005383792515, "y has an affiliation with x"]),
        ((19, 19, 20, 3, 1), [2.85, 11.254628677422756, "too few games to tell"]),
        ((20, 0, 20, 3, 1), [3, 0, "no sign"]),
        ((20, 21, 20, 3, 1), ["", "", NO_SUCH]),
        ((20, 10, 20, 0, 1), ["", "", NO_SUCH]),
        ((20, 10, 20, 3, 0), ["", "", NO_SUCH]),
        ((20, None, 20, 3, 1), ["", "", NO_SUCH]),
        ((20, "x", 20, 3, 1), ["", "", NO_SUCH]),
    ],
    ids=str,
)
def test_affiliations(mixed, typed, shown) -> None:
    """The text's figures: f·√(w·n/(p·e)), with p·n·e/w expected."""
    keys = ("games", "times", "watchers", "seats", "probability")
    mixed.change({f"affiliations[0].{key}": x for key, x in zip(keys, typed)})
    assert same(mixed.rows("affiliations", "expected ppc verdict", 1), [shown])
    assert mixed["Status"] == "All checks passed"


# One player against the field ---------------------------------------------------------------------


def statistics(book):
    return {row[0]: row[1:6] for row in book["Player!K8:P21"]}


@pytest.mark.parametrize("chosen", [0, 2, 4])
def test_the_page_of_a_player_is_what_the_functions_give(opened, chosen) -> None:
    book = opened(TEMPLATE, MIXED).change({"Chosen": MIXED[chosen].player})
    games, shares = record(MIXED[chosen])
    rows = book.rows("profile", "seat share even field zero worst last_zero times part")
    assert [row[0] for row in rows] == ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"]
    assert same([row[1] for row in rows], shares)
    assert {row[2] for row in rows} == {1 / 7}
    records = [record(profile) for profile in MIXED]
    total = sum(games for games, _ in records)
    field = [sum(games * shares[at] for games, shares in records) / total for at in range(7)]
    assert same([row[3] for row in rows], field)
    assert same([row[4] for row in rows], [0.1, 0.1, 0.103, 0.129, 0.155, 0.172, 0.194])
    for at, earlier in ((5, MIXED[chosen].worst), (6, MIXED[chosen].last_zero)):
        assert same([row[at] for row in rows], [p / 100 for p in earlier] or [""] * 7)
    assert same([row[7] for row in rows], [games * share for share in shares])
    assert same(math.fsum(row[8] for row in rows), TAPL([shares], games))


def test_the_tests_against_oneself(opened) -> None:
    """Of the six, one has a worst rating to be held against, and two a last zero."""
    book = opened(TEMPLATE, MIXED)
    games, shares = record(MIXED[0])
    found = statistics(book)
    ed = TAOLZ([record(MIXED[4])[1]], 1000, [WORST])
    own = TAOLZ([shares], games, [ZERO])
    assert same(found["TAKBE"][0], TAKBE([shares], games))
    worst = TAOWR([shares], games, [WORST])
    assert same(found["TAOWR"], [worst, 1, 1, worst, worst])
    assert same(found["TAOLZ"], [own, 1 + (ed > own), 2, max(own, ed), (own + ed) / 2])


def test_a_profile_that_never_expects_what_happened_gives_no_figure(calculated) -> None:
    never = PlayerProfile("Ann", 100, (20, 21, 17, 14, 10, 8, 10), worst=(0, 0, 10, 20, 30, 20, 20))
    book = calculated(TEMPLATE.build([never]))
    assert statistics(book)["TAOWR"] == ["n/a", "", 0, "", ""]
    assert book["Status"] == "All checks passed"


def test_places_in_the_field(opened) -> None:
    book = opened(TEMPLATE, MIXED).change({"Chosen": "Cleo"})
    rows = expected(MIXED)
    found = statistics(book)
    for name, at, best in (
        ("Score", 2, max),
        ("CI", 16, max),
        ("BSS", 20, min),
        ("p-value", 13, min),
    ):
        field = [row[at] for row in rows]
        own = next(row[at] for row in rows if row[0] == "Cleo")
        place = sorted(field, reverse=best is max).index(own) + 1
        assert same(found[name], [own, place, 6, best(field), median(field)])


# What may go wrong --------------------------------------------------------------------------------

VALUES, COMPLETE, TWICE, FINISHES, LEVELS, EARLIER, ALL, CHOSEN, OPTIONS = range(9)


@pytest.mark.parametrize(
    ("changes", "failing", "problem"),
    [
        ({"players[0].p1": None}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[0].p1": "many"}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[0].p1": -20}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[0].games": -1}, {COMPLETE, ALL, CHOSEN}, "Left out: no such Games or Points"),
        ({"players[0].games": 0}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[0].games": 1.5}, {COMPLETE, ALL, CHOSEN}, "Left out: no such Games or Points"),
        (
            {"players[0].points": "few"},
            {COMPLETE, ALL, CHOSEN},
            "Left out: no such Games or Points",
        ),
        ({"players[0].l0": "x"}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[0].name": None}, {COMPLETE, CHOSEN}, "Left out: not complete"),
        ({"earlier[0].w1": "x"}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"earlier[0].w1": -3}, {COMPLETE, ALL, CHOSEN}, "Left out: not complete"),
        ({"players[1].name": "ann"}, {TWICE, ALL}, ""),
        ({"players[0].p1": 30}, {FINISHES}, "Finishes do not add up"),
        ({"players[0].p1": 30, "players[0].note": "as published"}, set(), ""),
        ({"players[0].l0": 60}, {LEVELS}, "Levels do not add up"),
        ({"players[2].l0": 0.9}, {LEVELS}, ""),
        ({"earlier[0].w1": None}, {EARLIER}, "An earlier profile"),
        ({"earlier[0].z7": 34}, {EARLIER}, "An earlier profile"),
        ({"Chosen": "Nobody"}, {CHOSEN}, ""),
        ({"Chosen": None}, set(), ""),
        ({"YatesBelow": -1}, {OPTIONS}, ""),
        ({"YatesBelow": "never"}, {OPTIONS}, ""),
        ({"SortBy": "Luck"}, {OPTIONS}, ""),
        ({"Rounding": -1}, {FINISHES, LEVELS, EARLIER, OPTIONS}, "Finishes do not add up"),
        ({"Rounding": "some"}, {OPTIONS}, ""),
    ],
    ids=str,
)
def test_every_check_fails_when_it_should(changed, functions, changes, failing, problem) -> None:
    with changed(TEMPLATE, MIXED, changes, functions=functions) as book:
        rows = book["Checks!A6:C14"]
        assert {at for at, row in enumerate(rows) if row[2] == "Look"} == failing
        many = f"{len(failing)} of 9 checks need a look: see Checks"
        assert book["Status"] == (many if failing else "All checks passed")
        assert book["players[0].problem"].startswith(problem) and bool(
            book["players[0].problem"]
        ) == bool(problem)


def test_every_check_passes_when_it_should(changed, functions) -> None:
    with changed(TEMPLATE, MIXED, {}, functions=functions) as book:
        assert book["Status"] == "All checks passed"


def test_an_error_in_a_computed_column_outranks_every_check(calculated, functions) -> None:
    workbook = TEMPLATE.build(MIXED, functions=functions)
    headings = {cell.value: cell.column_letter for cell in workbook["Calculation"][5]}
    workbook["Calculation"][f"{headings['p-value']}6"] = "=1/0"
    book = calculated(workbook)
    assert book["Checks!C6"] == "Look"
    assert book["Status"] == "Not calculated: some cells show an error, see Checks"
    assert book["Leaderboard!A3"] == book["Status"]


def test_a_player_who_is_left_out_leaves_the_others_alone(opened) -> None:
    book = opened(TEMPLATE, MIXED).change({"players[2].p1": None})
    rows = [row[FIGURES] for row in leaderboard(book, 6)]
    others = [profile for profile in MIXED if profile.player != "Cleo"]
    assert same(rows[:5], expected(others))
    assert set(rows[5]) == {""}


def test_percentages_that_are_off_without_a_note_are_used_and_reported(calculated) -> None:
    bare = [PlayerProfile(p.player, p.games, p.finishes) for p in SAMPLE]
    book = calculated(TEMPLATE.build(bare))
    assert same([row[FIGURES] for row in leaderboard(book, 12)], expected(SAMPLE))
    assert book["Checks!B9"] == 2


def test_an_empty_workbook_calculates_to_blanks(opened) -> None:
    book = opened(TEMPLATE)
    assert book["Status"] == "No results yet"
    assert {cell for row in leaderboard(book, 20) for cell in row} == {""}
    assert set(book.column("profile", "share")) == {""}
    assert {tuple(row) for row in statistics(book).values()} == {("", "", 0, "", "")}


def test_rows_between_may_stay_blank(opened) -> None:
    book = opened(TEMPLATE)
    keys = book.tables.columns("players", "p1:p7")
    for row, finishes in ((7, (7, 6, 5, 4, 4, 4, 5)), (20, (5, 5, 5, 5, 5, 5, 6))):
        book.change({f"players[{row - 6}].name": f"in row {row}"})
        book.change({f"players[{row - 6}].{key}": n for key, n in zip(keys, finishes)})
    rows = leaderboard(book, 20)
    assert [(row[PLACE], row[NO], row[PLAYER]) for row in rows[:2]] == [
        (1, 2, "in row 7"),
        (2, 15, "in row 20"),
    ]
    assert {cell for row in rows[2:] for cell in row} == {""}
    assert book["Status"] == "All checks passed"


def test_names_and_notes_stay_text_whatever_they_begin_with(calculated) -> None:
    names = ["=1+1", "*", ">0", "@x"]
    players = [
        PlayerProfile(name, None, (9 - at, 5, 5, 5, 5, 5, 5), note="=1+1")
        for at, name in enumerate(names)
    ]
    workbook = TEMPLATE.build(players, title="=1+1")
    saved = openpyxl.load_workbook(io.BytesIO(package(workbook)))
    places = [Tables(workbook.tables).place(f"players[0].{key}") for key in ("name", "note")]
    for place in (*places, "Player!A5"):
        sheet, cell = place.split("!")
        assert saved[sheet][cell].data_type == "s" and saved[sheet][cell].value == "=1+1"
    book = calculated(workbook)
    assert [row[PLAYER] for row in leaderboard(book, 4)] == names
    assert leaderboard(book, 1)[0][NOTE] == "=1+1"
    assert book["Status"] == "All checks passed"


# How it is built ----------------------------------------------------------------------------------


def test_the_chart_says_what_it_shows() -> None:
    workbook = TEMPLATE.build(SAMPLE)
    profile = Tables(workbook.tables)["profile"]
    share, even = (profile.letter(key) for key in ("share", "even"))
    with ZipFile(io.BytesIO(package(workbook))) as archive:
        chart = archive.read("xl/charts/chart1.xml").decode()
        drawing = archive.read("xl/drawings/drawing1.xml").decode()
    for text in (
        "Finish profile against 1/7",
        "Share of the games",
        f"'Player'!${share}$8:${share}$14",
    ):
        assert text in chart
    assert f"'Player'!${even}$8:${even}$14" in chart and f"'Player'!${even}$7" in chart
    assert 'descr="Column chart of how often' in drawing


def test_a_player_is_chosen_from_the_list() -> None:
    workbook = TEMPLATE.build(SAMPLE)
    (rule,) = workbook["Player"].data_validations.dataValidation
    name = Tables(workbook.tables)["players"].letter("name")
    assert (str(rule.sqref), rule.formula1) == ("A5", f"Players!${name}$6:${name}$27")


def test_columns_of_which_nothing_is_known_are_hidden(calculated) -> None:
    """The tally tells neither points nor levels; when one is typed, the page says so."""
    workbook = TEMPLATE.build(SAMPLE)
    sheet = workbook["Leaderboard"]
    hidden = [cell.value for cell in sheet[5] if sheet.column_dimensions[cell.column_letter].hidden]
    assert hidden == ["QOOA", "Points per game", "GPG", "PPRG"]
    book = calculated(workbook)
    assert book["Leaderboard!A2"].startswith("Sorted by the figure")
    assert book.change({"players[0].points": 100})["Leaderboard!A2"].startswith(
        "A hidden column holds"
    )
    assert book.change({"players[0].points": None})["Leaderboard!A2"].startswith(
        "Sorted by the figure"
    )
    assert book.change({"players[0].l0": 100})["Leaderboard!A2"].startswith("A hidden column holds")
    empty = TEMPLATE.build()["Leaderboard"].column_dimensions.values()
    assert not any(dimension.hidden for dimension in empty)
