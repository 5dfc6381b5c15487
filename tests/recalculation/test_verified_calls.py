"""The table of verified calls is made of the evidence that is kept, and says so by its counts."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from benchmarks import evidence, verified_calls
from xl_tourney.grammar.calls import find_calls
from xl_tourney.recalculation.trust.verified_calls import (
    KINDS,
    NO_ARGUMENT,
    Counts,
    VerifiedCalls,
    is_proven,
    load_verified_calls,
)

TABLE = Path("xl_tourney/recalculation/trust/verified_calls.tsv")


def proves(row: str, formula: str) -> bool:
    calls = VerifiedCalls({"LEFT": row}, conditions={}, always=())
    return calls.proves(formula, lambda reference: ":" in reference)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((10, 0, 0, 0), True),
        ((9, 0, 0, 0), False),
        ((90_000, 1, 0, 0), False),
        ((90_000, 0, 0, 1), False),
        ((90_000, 0, 9, 0), True),  # an error is always doubted
    ],
)
def test_proven_is_what_was_seen_often_and_never_differed(
    counts: tuple[int, int, int, int], expected: bool
) -> None:
    assert is_proven(Counts(*counts)) is expected
    row = f"cell {' '.join(map(str, counts))}\tnumber 50 0 0 0"
    assert proves(row, "LEFT(A1,2)") is expected
    assert not proves(row, "LEFT(A1:A2,2)")


@pytest.mark.parametrize(("errors", "expected"), [(0, True), (1, True), (10, False)])
def test_errors_count_where_hardly_any_took_the_place_of_a_value(
    errors: int, expected: bool
) -> None:
    calls = VerifiedCalls({"LEFT": f"cell 400 0 0 0, text 100 0 {errors} 0"})
    (call,) = find_calls("LEFT(A1)")
    assert calls.gives_right_errors(call) is expected


def test_a_wrong_formula_is_blamed_on_what_is_wrong_most_often() -> None:
    rows = [
        evidence.Row(("LEFT(cell)",), ([90, 0, 0, 0], [90, 0, 0, 0])),
        evidence.Row(("LEFT(cell)", "MID(cell)"), ([1, 2, 0, 0], [3, 0, 0, 0])),
        evidence.Row(("LEFT(truth)",), ([4, 0, 0, 0], [0, 0, 0, 4])),
    ]
    one = verified_calls.counts_of(rows, "formualizer")
    assert one == {("LEFT", 0, "cell"): [95, 0, 0, 0], ("MID", 0, "cell"): [1, 2, 0, 0]}
    other = verified_calls.counts_of(rows, "cellrune")
    assert other["LEFT", 0, "logical"] == [0, 0, 0, 4]


def test_evidence_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "evidence.jsonl.gz"
    rows = {
        "one+suite": [evidence.Row(("IF(cell,text)", "=(cell,number)"), ([3, 0, 1, 0], [0] * 4))]
    }
    evidence.write(rows, file)
    assert evidence.read(file) == rows
    first = file.read_bytes()
    evidence.write(rows, file)
    assert file.read_bytes() == first


@pytest.mark.slow
def test_the_table_is_made_of_the_evidence() -> None:
    by_suite = evidence.read()
    found = [line for line in TABLE.read_text("utf-8").splitlines() if line[0] != "#"]
    assert found == [*verified_calls.lines_of(verified_calls.table(by_suite))]


def test_the_table_names_the_installed_engines_and_known_kinds() -> None:
    lines = TABLE.read_text("utf-8").splitlines()
    for engine in evidence.ENGINES:
        assert f"{engine} {version(engine)}" in lines[0]
    kinds = {
        entry.split(" ")[0]
        for line in lines
        if line[0] != "#"
        for place in line.split("\t")[2:]
        for entry in place.split(", ")
    }
    assert kinds <= {"", NO_ARGUMENT, *KINDS}
    assert load_verified_calls().has_proven("SUM") and load_verified_calls("cellrune")
