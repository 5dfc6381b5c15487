"""The nearest flip of two neighbours is shown to flip, and nothing smaller does."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.templates.tables import Tables
from xl_tourney.errors import InputError
from xl_tourney.events.event import Event
from xl_tourney.events.values import calculate
from xl_tourney.explanations.flip.flip import Flip
from xl_tourney.explanations.flip.search import FlipFinder, nearest_flip, reader_of, recalculated
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

WORKBOOKS = Path(__file__).parent.parent.parent / "workbooks"

PAIRS = {
    "league_euro_2024_e": ("Romania", "Belgium", "1 goal"),
    "league_npb_central_2021": ("Yakult", "Hanshin", "1.5 games"),
    "tantrix_2001": ("P06", "P07", "1.5 TPs"),
    "kdice_2008_h1": ("player 03", "player 05", "2 games"),
    "bridge_mitchell": ("2EW", "7EW", "30 points"),
    "chess_sinquefield_2014": ("Player 1", "Player 5", "½ point"),
    "go_gp2020": ("P010 x", "P005 x", "1 point"),
}
"""Two neighbours of a sample of each template, and how large their flip is."""

LONG = 600.0
"""Seconds that are enough on a busy machine."""


@pytest.fixture(scope="module")
def finders() -> dict[str, FlipFinder]:
    """The samples, each opened when it is first asked for."""
    return {}


def finder_of(finders: dict[str, FlipFinder], sample: str) -> FlipFinder:
    if sample not in finders:
        finders[sample] = FlipFinder(Event.open(WORKBOOKS / f"{sample}.xlsx"))
    return finders[sample]


def shown_places(finder: FlipFinder, flip: Flip) -> dict[str, float]:
    """The places in a copy of the workbook into which the changed results are typed."""
    book = load_workbook(io.BytesIO(finder.saved.package.data))
    for changed in flip.cells:
        cell = book[changed.cell.sheet].cell(changed.cell.row, changed.cell.column)
        assert cell.value == changed.old
        cell.value = changed.new
    file = io.BytesIO()
    book.save(file)
    copy = Event.open(Package(file.getvalue(), "copy"))
    read = recalculated(copy, {})
    table, _ = finder.standings.find(read, flip.above, flip.below)
    return finder.standings.places(table, read)


@pytest.mark.parametrize("sample", sorted(PAIRS))
def test_the_flip_of_each_template(finders: dict[str, FlipFinder], sample: str) -> None:
    above, below, change = PAIRS[sample]
    search = finder_of(finders, sample).search(above, below, LONG)
    flip = search.run()
    assert flip is not None
    assert flip.alternative.change == change
    assert flip.new_places.below < flip.new_places.above
    assert flip.old_places.above <= flip.old_places.below
    assert flip.is_complete
    assert search.refuted == 0
    assert (flip.alternative.condition or change) in flip.sentences()[0]


def test_somebody_else_who_types_the_result_sees_it(finders: dict[str, FlipFinder]) -> None:
    finder = finder_of(finders, "league_euro_2024_e")
    flip = finder.search("Romania", "Belgium", LONG).run()
    assert flip is not None
    places = shown_places(finder, flip)
    assert (places["romania"], places["belgium"]) == (flip.new_places.above, flip.new_places.below)


def test_no_smaller_change_is_enough(finders: dict[str, FlipFinder]) -> None:
    """Each of them is calculated afresh, not in the open workbook."""
    finder = finder_of(finders, "league_npb_central_2021")
    search = finder.search("Yakult", "Hanshin", LONG)
    flip = search.run()
    size = flip and flip.alternative.size
    every = [one for result in search.results for one in result.alternatives()]
    smaller = [one for one in every if size is None or one.size < size]
    assert len(smaller) == 2
    for change in smaller:
        assert not search.is_flipped(recalculated(finder.saved, change.values))


def test_none_is_an_answer(finders: dict[str, FlipFinder]) -> None:
    """Three points between them are more than one game can turn."""
    search = finder_of(finders, "chess_sinquefield_2014").search("Player 3", "Player 1", LONG)
    assert search.run() is None
    assert search.is_complete


@pytest.mark.parametrize(
    ("sample", "above", "below"),
    [
        ("tantrix_euro_2001", "P01", "P02"),
        ("league_euro_2024_e", "Romania", "Belgium"),
    ],
)
def test_what_changes_are_worth_says_the_same_as_to_try_all(
    finders: dict[str, FlipFinder], sample: str, above: str, below: str
) -> None:
    """Also where their worth is wrong: the first that is tried shows it, and all are tried."""
    finder = finder_of(finders, sample)
    quick, all_tried, mistaken = (finder.search(above, below, LONG) for _ in range(3))
    all_tried._gap = None
    gap = mistaken._gap
    assert gap is not None
    mistaken._gap = gap / 3
    flips = [search.run() for search in (quick, all_tried, mistaken)]
    assert flips[0] is not None
    assert {flip and flip.alternative[:3:2] for flip in flips} == {flips[0].alternative[:3:2]}
    assert quick.trials <= all_tried.trials


def test_a_change_that_the_workbook_refutes_is_no_flip(
    finders: dict[str, FlipFinder], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open workbook is not believed: what it finds must hold after recalculation."""
    finder = finder_of(finders, "league_npb_central_2021")
    search = finder.search("Yakult", "Hanshin", LONG)
    monkeypatch.setattr(
        "xl_tourney.explanations.flip.search.recalculated",
        lambda saved, values: reader_of(saved.values),
    )
    assert search.run() is None
    assert search.refuted > 0


@pytest.mark.parametrize(
    ("above", "below", "message"),
    [
        ("Belgium", "Romania", "Romania is above Belgium already"),
        ("Romania", "Wales", "No table of standings has Romania and Wales"),
    ],
)
def test_who_cannot_be_flipped(
    finders: dict[str, FlipFinder], above: str, below: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        finder_of(finders, "league_euro_2024_e").search(above, below)


def test_a_formula_that_somebody_typed_is_not_changed(tmp_path: Path) -> None:
    data = tmp_path / "games.csv"
    data.write_text("home,away,home_score,away_score\nA,B,2,1\nB,C,1,0\n", "utf-8")
    content, _ = made(TEMPLATES["league"], data, "games.xlsx", teams=3, rows=2)
    saved = Event.open(Package(content, "games.xlsx"))
    flip = nearest_flip(saved, "A", "B", seconds=LONG)
    assert flip is not None
    assert {changed.cell.row for changed in flip.cells} == {6}
    book = load_workbook(io.BytesIO(content))
    sheet, cell = Tables(saved.tables).place("results[0].home_score").split("!")
    book[sheet][cell] = "=1+1"
    file = io.BytesIO()
    book.save(file)
    package = calculate(Package(file.getvalue(), "games.xlsx"))
    assert nearest_flip(Event.open(package), "A", "B", seconds=LONG) is None
