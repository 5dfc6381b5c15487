"""Every figure of the data: FIDE's, Held's, those that files print, and computed ones."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict

import pytest

from tests.functions.chess import CASES, DATA, figures, tournament
from tests.same import same
from xl_tourney.functions import EXPECTED_SCORE, RATING_DP, TIEBREAK
from xl_tourney.functions.chess.wall_list import clean


@pytest.mark.slow
def test_every_figure_of_every_case(capsys) -> None:
    all_of, agreeing = Counter(), Counter()
    others = defaultdict(list)
    for figure in figures():
        all_of[figure.kind] += 1
        if same(figure.got, figure.published):
            agreeing[figure.kind] += 1
        else:
            others[figure.kind].append(figure)
    with capsys.disabled():
        print()
        for kind in sorted(all_of):
            print(f"{kind}: {agreeing[kind]} of {all_of[kind]} figures agree")
        print(f"chess: {sum(agreeing.values())} of {sum(all_of.values())} figures agree")
    assert {kind: some[:5] for kind, some in others.items()} == {}
    assert len(CASES) == 1082
    assert sum(len(case["values"]) for case in CASES) > 61_000


def test_the_rating_tables() -> None:
    tables = json.loads((DATA / "tables.json").read_text("utf-8"))
    for k, difference in enumerate(tables["dp_from_p_50"]):
        assert RATING_DP((50 + k) / 100) == difference
        assert RATING_DP((50 - k) / 100) == -difference
    for k, largest in enumerate(tables["largest_difference_for_50_plus_k"]):
        assert EXPECTED_SCORE(largest) == (50 + k) / 100
        assert EXPECTED_SCORE(-largest) == (50 - k) / 100
        assert EXPECTED_SCORE(largest + 1) == (51 + k) / 100


def test_cells_of_chess_results_and_of_a_trf_are_the_same_tournament() -> None:
    name = "real_world_blitz_2021"
    with (DATA / f"{name}.cells.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.reader(file, delimiter=";"))
    found = tournament(f"{name}.trf")
    codes = "BH/C1,SB,DE,WON,BPG,ARO,TPR,STD"
    ours = TIEBREAK(cells, codes, found.ratings)
    assert isinstance(ours, list) and ours == TIEBREAK(found.wall_list, codes, found.ratings)
    assert any("½" in cell for row in cells for cell in row)
    assert clean("168W ½") == "168w="
