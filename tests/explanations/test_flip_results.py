"""The other outcomes of a result, of bridge, Tantrix and kdice: values, texts and sizes."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.events.adapters import bridge, chess, kdice, tantrix, wall_lists
from xl_tourney.events.adapters.results import Alternative, Rivals, TypedResult
from xl_tourney.events.cells import Row
from xl_tourney.functions import CATALOGUE
from xl_tourney.readers.kdice import FINISHES

TAPL = CATALOGUE["TAPL"]


def inputs(
    *rows: Mapping[str, Any], typed_formulas: frozenset[str] = frozenset(), **settings: object
) -> Any:
    """The inputs of a workbook in whose table these rows are typed, one column a key."""
    keys = list(rows[0])
    letters = {key: "ABCDEFGHIJKLMNO"[at] for at, key in enumerate(keys)}
    table: Any = SimpleNamespace(sheet=SimpleNamespace(title="Page"), letter=letters.__getitem__)
    found = [Row(table, row, values) for row, values in enumerate(rows, 2)]
    formulas = {row.cell(key) for row in found for key in typed_formulas & {*keys}}
    boards = [Row(table, row, {"board": board}) for row, board in enumerate((2, None), 2)]
    return SimpleNamespace(
        rows=lambda *wanted: {("board",): boards, ("pair", "names"): []}.get(wanted, found),
        can_change=lambda *cells: not formulas & {*cells},
        text=lambda name: settings.get(name, ""),
        setting=lambda name: settings.get(name),
        has_inputs=lambda *wanted: {*wanted} <= {*keys},
    )


def ranked(above: str, below: str, **figures: Mapping[str, float]) -> Rivals:
    return Rivals(above, below, lambda column: figures.get(column, {}))


def typed(change: Alternative) -> list[Any]:
    return list(change.values.values())


# Wall lists ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cells", "found"), [(("2w1", "1b0"), 1), (("2w0", "1b0"), 0)], ids=str)
def test_a_game_that_both_have_lost_is_not_turned_round(cells: Any, found: int) -> None:
    rows = [{"name": name, "r_1": cell} for name, cell in zip(("Ann", "Bob"), cells)]
    names = dict(enumerate(("Ann", "Bob"), 1))
    results = wall_lists._games_in_list(inputs(*rows), chess._NOTATION, names, (1.0, 0.5, 0.0))
    assert len([*results]) == found


# Bridge -------------------------------------------------------------------------------------------

BY_SCORE = {"ns": "1", "ew": 2, "score": 420, "score_ew": None}
BY_SCORE |= {"contract": None, "by": None, "tricks": None}
BY_TRICKS = {**BY_SCORE, "score": None, "contract": "4♠", "by": "n", "tricks": 10}


def of_bridge(*changes: Mapping[str, Any], names: tuple[str, str] = ("1", "3"), **more: Any) -> Any:
    """The results of board 2, on which North-South are vulnerable, and of a board not played."""
    lines = [{**BY_SCORE, **change} for change in changes]
    return bridge.read_results(inputs(*lines, *[BY_SCORE] * len(lines), **more), ranked(*names))


def test_it_is_known_what_another_score_is_to_a_pair() -> None:
    """The pairs 1 and 3, with 420 and 50, change their order; each beat costs the other 2."""
    figures = {
        key: dict.fromkeys(("1", "3"), value)
        for key, value in {"score": 60.0, "total": 6.0, "full": 4, "boards": 2}.items()
    }
    lines = [{**BY_SCORE}, {**BY_SCORE, "ns": "3", "ew": 4, "score": 50}]
    found = inputs(*lines, *[BY_SCORE] * 2, Method="standard", ResultsDue=2)
    first, _ = bridge.read_results(found, ranked("1", "3", **figures))
    higher, lower = (ladder[0] for ladder in first.ladders)
    assert higher.gains == {"1": 0, "3": 0} and lower.gains == {"1": 0, "3": 0}
    level = next(one for one in first.ladders[1] if typed(one) == [50])
    assert level.gains == {"1": -20.0, "3": 20.0}  # a match-point is 60 / 6 · 4 / 2 percent
    below = next(one for one in first.ladders[1] if typed(one) == [0])
    assert below.gains == {"1": -40.0, "3": 40.0}
    one = inputs({**BY_SCORE}, BY_SCORE, Method="standard", ResultsDue=2)
    (alone,) = bridge.read_results(one, ranked("1", "3", **figures))
    assert alone.ladders[0][0].gains == {"1": 0}  # nobody else has played the board
    for settings in ({"Method": "cross-imps", "ResultsDue": 2}, {"Method": "standard"}):
        unknown, _ = bridge.read_results(
            inputs(*lines, *[BY_SCORE] * 2, **settings), ranked("1", "3")
        )
        assert unknown.ladders[0][0].gains is None


def test_a_score_of_bridge_may_be_every_score_that_a_contract_gives() -> None:
    (line,) = of_bridge({})
    assert (line.sides, line.text) == ({"1", "2"}, "420 (board 2, pair 1 against pair 2)")
    up, down = line.ladders
    scores, lower = ([typed(one)[0] for one in ladder] for ladder in (up, down))
    assert scores == sorted(scores) and lower == sorted(lower, reverse=True)
    assert scores[0] > 420 > lower[0]
    assert {620, 630, 1430, 2220} <= {*scores} and not {430, 1510} & {*scores}
    assert {0, -420, -1510, -7600} <= {*lower} and -2210 not in lower
    assert (scores[-1], lower[-1]) == (7000, -7600)
    at = scores.index(620)
    assert (up[at].size, up[at].text, up[at].change) == ((200.0,), "620 there", "200 points")
    assert [str(cell) for cell in up[at].values] == ["Page!C2"]


def test_a_contract_may_have_had_every_number_of_tricks() -> None:
    (line,) = of_bridge(BY_TRICKS)
    assert line.text == "10 tricks in 4♠ by n (board 2, pair 1 against pair 2, 620)"
    more, fewer = line.ladders
    assert [(one.size, typed(one), one.text, one.change) for one in more][:2] == [
        ((30.0,), [11], "11 tricks there (650)", "30 points"),
        ((60.0,), [12], "12 tricks there (680)", "60 points"),
    ]
    assert [typed(one)[0] for one in more] == [11, 12, 13]
    assert [typed(one)[0] for one in fewer] == [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert fewer[0].text == "9 tricks there (-100)"
    (of_east,) = of_bridge({**BY_TRICKS, "by": "E", "tricks": "="})
    assert of_east.text == "10 tricks in 4♠ by E (board 2, pair 1 against pair 2, -420)"
    assert of_east.ladders[1][0].text == "9 tricks there (50)"
    (scored,) = of_bridge({**BY_TRICKS, "score": 650, "tricks": "+1"})
    assert scored.text.startswith("11 tricks in 4♠") and typed(scored.ladders[0][0]) == [12, 680]
    (down,) = of_bridge({**BY_TRICKS, "tricks": "\N{MINUS SIGN}2"})
    assert down.text.startswith("8 tricks in 4♠")


@pytest.mark.parametrize(
    "change",
    [{"tricks": "many"}, {"tricks": 14}, {"tricks": "+4"}, {"tricks": "-11"}, {"score": 5}],
)
def test_tricks_that_do_not_fit_the_line_have_no_alternatives(change: dict[str, Any]) -> None:
    (line,) = of_bridge({**BY_TRICKS, **change})
    assert list(line.ladders) == []


@pytest.mark.parametrize(
    "change",
    [
        {"ns": None},
        {"ew": None},
        {"score": None},
        {"score": 0.5},
        {"score": "A+"},
        {"score_ew": "A-"},
    ],
)
def test_lines_without_one_score_that_can_be_changed_are_left(change: dict[str, Any]) -> None:
    assert of_bridge(change) == []
    assert of_bridge({}, typed_formulas=frozenset({"score"})) == []


def test_only_boards_of_one_of_the_two_pairs_matter_but_with_all_their_lines() -> None:
    other = {"ns": "8", "ew": "9"}
    assert [line.sides for line in of_bridge({}, other)] == [{"1", "2"}, {"8", "9"}]
    assert of_bridge({}, other, names=("5", "6")) == []
    assert len(of_bridge({}, other, names=("5", "9"))) == 2


# Tantrix ------------------------------------------------------------------------------------------

MARGIN = {"player_a": "Ann", "player_b": "Bo", "event": None, "margin": 3}
TPS = {"player_a": "Ann", "player_b": "Bo", "event": None, "games": 1, "tps_a": 19.5, "tps_b": 0.5}


def outcomes(line: TypedResult) -> list[list[tuple[list[Any], str, str]]]:
    return [[(typed(one), one.text, one.change) for one in ladder] for ladder in line.ladders]


def test_a_game_of_tantrix_may_have_had_every_margin() -> None:
    (line,) = tantrix.read_results(inputs(MARGIN), ranked("Ann", "Cy"))
    assert (line.sides, line.text) == ({"ann", "bo"}, "Ann – Bo +3 tiles")
    up, down = outcomes(line)
    assert up[0] == ([4], "Ann – Bo +4 tiles", "1 tile") and up[-1][0] == [40]
    assert [texts for _, texts, _ in down[:4]] == [
        "Ann – Bo +2 tiles",
        "Ann – Bo +1 tile",
        "Ann – Bo 0 tiles",
        "Ann – Bo −1 tile",
    ]
    assert down[-1] == ([-40], "Ann – Bo −40 tiles", "43 tiles")
    assert [one.size for one in line.ladders[1][:2]] == [(1.0,), (2.0,)]
    large = tantrix.read_results(inputs({**MARGIN, "margin": -50}, MARGIN), ranked("", ""))
    assert large[0].text == "Ann – Bo −50 tiles"
    assert [typed(ladder[-1])[0] for ladder in large[1].ladders] == [50, -50]
    assert tantrix.read_results(inputs({**MARGIN, "margin": None}), ranked("", "")) == []
    fixed = inputs(MARGIN, typed_formulas=frozenset({"margin"}))
    assert tantrix.read_results(fixed, ranked("", "")) == []


def test_it_is_known_what_tps_are_to_both_sides() -> None:
    games = {"games": {"ann": 1, "bo": 4}}
    (line,) = tantrix.read_results(inputs(TPS), ranked("Ann", "Bo", **games))
    assert line.ladders[1][1].gains == pytest.approx({"ann": -1.0, "bo": 0.25})


def test_tps_of_a_match_go_from_one_side_to_the_other() -> None:
    (line,) = tantrix.read_results(inputs(TPS), ranked("", ""))
    assert (line.sides, line.text) == ({"ann", "bo"}, "Ann 19.5–0.5 Bo")
    up, down = outcomes(line)
    assert [values for values, _, _ in up] == [
        [19.6, 0.4],
        [19.7, 0.3],
        [19.8, 0.2],
        [19.9, 0.1],
        [20.0, 0.0],
    ]
    assert up[-1][1:] == ("Ann 20–0 Bo", "½ TP")
    assert down[0] == ([19.4, 0.6], "Ann 19.4–0.6 Bo", "0.1 TPs")
    assert down[-1][0] == [0.0, 20.0] and len(down) == 195
    assert line.ladders[1][9].size == (1.0,) and line.ladders[1][9].change == "1 TP"
    for change in ({"games": None}, {"tps_a": None}, {"tps_b": "x"}):
        assert tantrix.read_results(inputs({**TPS, **change}), ranked("", "")) == []
    for key in ("tps_a", "tps_b"):
        fixed = inputs(TPS, typed_formulas=frozenset({key}))
        assert tantrix.read_results(fixed, ranked("", "")) == []


# kdice --------------------------------------------------------------------------------------------


def of_kdice(name: str, *finishes: float | None, games: float | None = None) -> dict[str, Any]:
    return {"name": name, "games": games, **dict(zip(FINISHES, finishes))}


def test_games_of_kdice_may_have_ended_in_another_place() -> None:
    rows = [of_kdice("Ann", 2, 1, *[None] * 5), of_kdice("Bo", 0, 0, 0, 0, 0, 0, 1)]
    ann, bo = kdice.read_results(inputs(*rows, of_kdice("Cy", *[1] * 7)), ranked("ann", "BO "))
    assert (ann.sides, bo.sides, ann.text) == ({"ann"}, {"bo"}, "")
    assert [len(ladder) for ladder in ann.ladders] == [2] * 6 + [1] * 6 + [0] * 30
    first = ann.ladders[0]
    assert [(one.size, typed(one), one.text, one.change) for one in first] == [
        ((1.0, 1.0), [1.0, 2.0], "1 game of Ann in 2nd place instead of 1st", "1 game"),
        ((2.0, 2.0), [0.0, 3.0], "2 games of Ann in 2nd place instead of 1st", "2 games"),
    ]
    assert ann.ladders[5][1].size == (2.0, 12.0)
    assert ann.ladders[6][0].text == "1 game of Ann in 1st place instead of 2nd"
    assert [ladder[0].size for ladder in bo.ladders if ladder] == [
        (1.0, n) for n in range(6, 0, -1)
    ]
    percent = of_kdice("Ann", 62.5, 37.5, 0, 0, 0, 0, 0, games=8)
    (line,) = kdice.read_results(inputs(percent), ranked("Ann", "Bo"))
    assert [len(ladder) for ladder in line.ladders if ladder] == [5] * 6 + [3] * 6
    assert typed(line.ladders[0][0]) == [50.0, 50.0]
    score = TAPL([[62.5, 37.5, 0, 0, 0, 0, 0]], 8)
    (line,) = kdice.read_results(inputs(percent), ranked("Ann", "Bo", score={"ann": score}))
    moved = TAPL([[50, 50, 0, 0, 0, 0, 0]], 8)
    assert line.ladders[0][0].gains == pytest.approx({"ann": moved - score})
    (line,) = kdice.read_results(inputs(percent), ranked("Ann", "Bo", score={"ann": 2 * score}))
    assert line.ladders[0][0].gains is None  # it is sorted by something else
    fixed = inputs(percent, typed_formulas=frozenset({FINISHES[3]}))
    assert kdice.read_results(fixed, ranked("Ann", "Bo")) == []
