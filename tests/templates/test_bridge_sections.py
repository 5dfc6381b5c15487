"""A session in sections: compared within them or across the field, and both side by side."""

from __future__ import annotations

from collections import defaultdict
from statistics import pstdev

import pytest

from tests.same import same
from tests.templates.calculated import Calculated
from xl_tourney.errors import OptionError
from xl_tourney.functions import MATCHPOINT
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.templates import TEMPLATES

TEMPLATE = TEMPLATES["bridge"]
SCORES = {
    "A": {1: (420, 450, -50, 420), 2: (110, "A+", 140, -100), 3: (600, 630, 600, None)},
    "B": {1: (420, -50), 2: (140, 110), 3: (-100, 660)},
}
LINES = [
    (section, TravellerLine(board, f"{section}{2 * at + 1}", f"{section}{2 * at + 2}", score))
    for section, boards in SCORES.items()
    for board, scores in boards.items()
    for at, score in enumerate(scores)
    if score is not None
]
SESSION = Session(
    [line for _, line in LINES],
    sections={pair: section for section, line in LINES for pair in (line.ns, line.ew)},
    winners=1,
)
DUE = {"A": 4, "B": 2, "field": 6}


@pytest.fixture(scope="module", params=["native", "addin"])
def book(request, tmp_path_factory) -> Calculated:
    workbook = TEMPLATE.build(SESSION, functions=request.param)
    return Calculated(workbook, tmp_path_factory.mktemp("sections"))


def percentages(way: str, method: str) -> dict[str, float]:
    """Each pair's mean percentage, by MATCHPOINT over the lines that are compared."""
    found: dict[str, list[float]] = defaultdict(list)
    for board in (1, 2, 3):
        groups = defaultdict(list)
        for section, line in LINES:
            if line.board == board:
                groups[section if way == "section" else "field"].append(line)
        for name, lines in groups.items():
            scores = [[line.score] for line in lines]
            for side in ("NS", "EW"):
                figures = MATCHPOINT(scores, method, "percent", side, DUE[name])
                for line, [figure] in zip(lines, figures):
                    found[line.ns if side == "NS" else line.ew].append(figure)
    return {pair: sum(figures) / len(figures) for pair, figures in found.items()}


WAYS = {("section", "standard"): "apart_a", ("field", "standard"): "field_a",
        ("section", "modified"): "apart_b", ("field", "modified"): "field_b"}  # fmt: skip


def shown(book: Calculated, key: str) -> dict[str, float]:
    return dict(book.rows("apart", f"pair {key}", 12))


@pytest.mark.parametrize(("way", "method"), WAYS)
def test_apart_and_together_by_both_formulas(book, way: str, method: str) -> None:
    expected = percentages(way, method)
    found = shown(book, WAYS[way, method])
    assert found.keys() == expected.keys()
    assert same(found, {pair: round(expected[pair], 6) for pair in found})
    row, column = (6 if way == "section" else 7), "E" if method == "standard" else "F"
    spread = book[f"Apart and together!{column}{row}"]
    assert abs(spread - pstdev(expected.values())) < 1e-6


def test_the_ratios_of_the_standard_deviations(book) -> None:
    (a, b, across), (c, d, other), (down, second, _) = book["Apart and together!E6:G8"]
    assert same([a / b, c / d, a / c, b / d], [across, other, down, second])


@pytest.mark.parametrize("compared", ["section", "field"])
@pytest.mark.parametrize("method", ["standard", "modified"])
def test_the_option_says_which_way_ranks(book, compared: str, method: str) -> None:
    book.change({"ComparedWith": compared, "Method": method})
    expected = percentages(compared, method)
    rows = book.rows(
        "standings", "place tied pair names section side boards sat_out full total most score", 12
    )
    assert same([row[11] for row in rows], sorted(round(x, 6) for x in expected.values())[::-1])
    assert {row[2]: row[4] for row in rows} == SESSION.sections
    for row in rows:
        section = row[4] if compared == "section" else "field"
        worth = DUE[section] * 2 - (0 if method == "modified" else 2)
        assert same(round(row[10], 9), row[8] * worth)
    assert book["Status"] == "All checks passed"
    book.change({"ComparedWith": "section", "Method": "standard"})


def test_pairs_that_change_place_are_counted(book) -> None:
    moved = {way: ranks(percentages(*way)) for way in WAYS}
    changes = [
        sum(moved["section", method][pair] != moved["field", method][pair] for pair in moved[way])
        for method in ("standard", "modified")
        for way in [("section", method)]
    ]
    assert book["Apart and together!A4"] == (
        f"Scored together, {changes[0]} of 12 pairs have another place by the standard formula, "
        f"{changes[1]} by the modified one."
    )


def ranks(figures: dict[str, float]) -> dict[str, int]:
    exact = {pair: round(figure, 6) for pair, figure in figures.items()}
    return {p: 1 + sum(other > own for other in exact.values()) for p, own in exact.items()}


def test_sections_typed_by_hand(book) -> None:
    """Without a section, the pairs of B are compared with one another just the same."""
    before = book.rows(
        "standings", "place tied pair names section side boards sat_out full total most score", 12
    )
    cells = {f"listed[{row}].section": book[f"listed[{row}].section"] for row in range(12)}
    book.change({cell: None for cell, section in cells.items() if section == "B"})
    assert [
        [*row[:4], *row[5:]]
        for row in book.rows(
            "standings",
            "place tied pair names section side boards sat_out full total most score",
            12,
        )
    ] == [[*row[:4], *row[5:]] for row in before]
    book.change({cell: f" {str(section).lower()} " for cell, section in cells.items()})
    assert (
        book.rows(
            "standings",
            "place tied pair names section side boards sat_out full total most score",
            12,
        )
        == before
    )
    book.change({"ComparedWith": "club"})
    assert book["Status"] == "1 of 17 checks need a look: see Checks"
    book.change({**cells, "ComparedWith": "section"})
    assert book["Status"] == "All checks passed"


def test_a_session_without_sections_has_no_page_for_them() -> None:
    workbook = TEMPLATE.build(Session([line for _, line in LINES]))
    assert "Apart and together" not in workbook.sheetnames
    assert "ComparedWith" not in workbook.defined_names
    assert TEMPLATE.build(sections="yes").sheetnames == TEMPLATE.build(SESSION).sheetnames


def test_sections_of_a_file_are_not_dropped() -> None:
    with pytest.raises(OptionError, match="The results have sections, and this workbook has none"):
        TEMPLATE.build(SESSION, sections="no")


def test_sections_are_a_column_where_imps_are_scored(calculated) -> None:
    book = calculated(TEMPLATE.build(SESSION, method="butler"))
    assert {row[4] for row in book.rows("standings", "place tied pair names section", 12)} == {
        "A",
        "B",
    }
    assert "ComparedWith" not in book.names


@pytest.mark.slow
def test_the_sample_is_the_trial(tmp_path) -> None:
    """Standard percentages are 21/20 times as far from 50; apart, 11 and 10 results are due."""
    sample = TEMPLATE.samples[2]
    session = TEMPLATE.read(sample.path)
    assert {len(lines) for lines in session.boards.values()} == {21}
    book = Calculated(TEMPLATE.build(session, **sample.options), tmp_path)
    assert book["Status"] == "All checks passed"
    (_, _, apart), (_, _, together) = book["Apart and together!E6:G7"]
    assert abs(together - 21 / 20) < 0.001 and 11 / 10 - 0.005 < apart < 10 / 9 + 0.005
