"""A template is declared once; its options are checked before anything is built."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Optional

import pytest

from xl_tourney.errors import OptionError
from xl_tourney.events.cells import read_rows
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.parts import registry
from xl_tourney.templates.parts.plan import SheetPlan, WorkbookPlan
from xl_tourney.templates.parts.registry import Sample, Template, Templates, row_capacity
from xl_tourney.templates.parts.settings import About, Setting, one_of
from xl_tourney.templates.parts.table import InputRule, Table
from xl_tourney.templates.parts.table.formulas import formulas_of
from xl_tourney.templates.parts.workbook import Functions

PLACES = Setting(
    "Places",
    "How many.",
    rule=InputRule("whole", "From 1 to 9.", 1, 9),
    if_left_out="the data says it",
)
CLOSED = Setting("Closed", "Whether it is closed.", rule=one_of("yes", "no"))


def sample(
    results: object = None,
    functions: Functions = "native",
    *,
    rows: Annotated[int | None, About("how many rows", 1, 10)] = None,
    step: Annotated[float, About("rounding", 0)] = 0.5,
    basis: Annotated[Literal["a", "b"], About("by what")] = "a",
    places: Annotated[int | None, PLACES] = None,
    closed: Annotated[str, CLOSED] = "yes",
) -> WorkbookPlan:
    """A sample.

    More about it.
    """
    return WorkbookPlan(
        title=f"{rows} {step} {basis}",
        layout={},
        sheets={
            name: SheetPlan(f"{name}.") for name in ("Read me", "Setup", "Checks", "Calculation")
        },
        tables={},
        options=[PLACES.of(places), CLOSED.of(closed)],
        figures=[],
        checks=[],
        no_results="TRUE",
        read_me={},
    )


TEMPLATE = Template(sample, Path, [Sample("none.csv")])


def test_what_a_declaration_says() -> None:
    assert (TEMPLATE.name, TEMPLATE.summary) == ("sample", "A sample.")
    assert [
        (o.name, o.help, o.type, o.default, o.choices, o.minimum, o.maximum)
        for o in TEMPLATE.options[4:]
    ] == [
        ("rows", "how many rows", int, None, (), 1, 10),
        ("step", "rounding", float, 0.5, (), 0, None),
        ("basis", "by what", str, "a", ("a", "b"), None, None),
        ("places", "How many. If left out, the data says it.", int, None, (), 1, 9),
        ("closed", "Whether it is closed.", str, "yes", ("yes", "no"), None, None),
    ]


def test_every_template_has_a_title_a_note_a_date_and_a_language() -> None:
    names = [option.name for option in TEMPLATE.options[:4]]
    assert names == ["title", "note", "as_of", "language"]
    built = TEMPLATE.build(None, title="=Cup", note="Of 2001")
    assert [built["Setup"][f"B{row}"].value for row in (6, 7, 8)] == ["=Cup", "Of 2001", None]
    assert (built["Setup"]["B6"].data_type, built.properties.title) == ("s", "=Cup")


def test_an_option_is_a_cell_of_the_sheet_setup_with_its_rule() -> None:
    setup = TEMPLATE.build(None, places=3)["Setup"]
    assert [setup[f"{column}9"].value for column in "ABC"] == ["Places", 3, "How many."]
    rules = {str(rule.sqref): rule for rule in setup.data_validations.dataValidation}
    assert (rules["B9"].formula1, rules["B9"].formula2) == ("1", "9")
    assert rules["B10"].formula1 == '"yes,no"'


def test_options_reach_the_builder() -> None:
    built = TEMPLATE.build(None, rows=3, step=1, basis="b")
    assert built.properties.title == "3 1 b"
    assert built.is_native
    assert TEMPLATE.build(None, functions="addin").functions == "addin"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 0}, "rows must be a whole number of at least 1 and of at most 10, not 0."),
        ({"rows": 11}, "rows must be a whole number of at least 1 and of at most 10, not 11."),
        ({"rows": "x"}, "rows must be a whole number of at least 1 and of at most 10, not 'x'."),
        ({"step": float("nan")}, "step must be a number of at least 0, not nan."),
        ({"step": -0.5}, "step must be a number of at least 0, not -0.5."),
        ({"step": True}, "step must be a number of at least 0, not True."),
        ({"step": None}, "step must be a number of at least 0, not None."),
        ({"basis": "c"}, "basis must be one of a, b, not c."),
        ({"title": 3}, "title must be a text, not 3."),
        ({"places": 10}, "places must be a whole number of at least 1 and of at most 9, not 10."),
        ({"closed": "si"}, "closed must be one of yes, no, not si."),
    ],
)
def test_an_option_that_cannot_be_used_is_refused(options, message) -> None:
    with pytest.raises(OptionError) as error:
        TEMPLATE.build(None, **options)
    assert str(error.value) == message


def test_a_name_is_declared_once() -> None:
    templates = Templates()
    templates.add(TEMPLATE)
    assert "sample" in templates and templates["sample"] is TEMPLATE
    with pytest.raises(TypeError, match="sample is declared twice"):
        templates.add(TEMPLATE)


def test_an_option_without_help_is_a_mistake() -> None:
    def bare(results: object = None, *, rows: int = 1) -> WorkbookPlan:
        """Without help."""
        return sample()

    with pytest.raises(TypeError, match="the option rows has no help"):
        Template(bare, Path, [Sample("none.csv")])


def test_room_is_as_asked_for_or_some_more_than_needed() -> None:
    limits = {"minimum": 8, "spare": 3, "maximum": 20}
    assert row_capacity("rows", None, 2, **limits) == 8
    assert row_capacity("rows", None, 10, **limits) == 13
    assert row_capacity("rows", None, 19, **limits) == 20
    assert row_capacity("rows", 10, 10, **limits) == 10
    with pytest.raises(OptionError, match="rows is 9, but the results have 10"):
        row_capacity("rows", 9, 10, **limits)
    with pytest.raises(OptionError, match="There is room for 20 rows, and the results have 21"):
        row_capacity("rows", None, 21, **limits)


@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_every_template_has_samples_and_builds_from_nothing(template) -> None:
    assert template.summary.endswith(".") and template.samples
    assert package(template.build()).startswith(b"PK")


def test_no_two_samples_have_the_same_name() -> None:
    names = [sample.name for template in TEMPLATES for sample in template.samples]
    assert sorted(set(names)) == sorted(names)


def test_an_option_with_none_added_to_its_hint() -> None:
    """As Python 3.10 gives the hint of a parameter whose default is None."""
    hint = Optional[Annotated[int | None, About("How many.", 1, 9)]]  # noqa: UP045
    option = registry._option("rows", hint, None)
    assert (option.type, option.help, option.default) == (int, "How many.", None)


LIMITS = {
    "bridge": {
        "winners": (1, 2),
        "expected": (1, None),
        "decimals": (0, 6),
        "sessions": (0, 12),
        "pairs": (2, 400),
        "boards": (1, 100),
        "tables": (2, 200),
    },
    "chess": {
        "players": (2, 2000),
        "teams": (2, 2000),
        "boards": (1, 12),
        "rounds": (1, 26),
        "games": (0, 6000),
        "unrated": (1, 9999),
        "categories": (1, 12),
    },
    "go": {"rows": (2, 2000), "rounds": (1, 30), "games": (0, 6000), "meetings": (1, 9)},
    "kdice": {"rows": (1, 2000), "yates_below": (0, None)},
    "league": {
        "rows": (1, 3000),
        "teams": (1, 100),
        "places": (1, None),
        "season": (1, None),
        "rounds": (2, 200),
        "groups": (1, 32),
        "boards": (2, 40),
    },
    "tantrix": {
        "rows": (1, 5000),
        "players": (1, 100),
        "places": (1, None),
        "step": (0, None),
        "groups": (1, 26),
        "next_places": (0, None),
    },
}
"""The least and the most of every number that may be asked for: a club counts on both."""


@pytest.mark.parametrize("name", LIMITS)
def test_the_least_and_the_most_that_may_be_asked_for(name: str) -> None:
    numbers = [option for option in TEMPLATES[name].options if option.minimum is not None]
    assert {o.name: (o.minimum, o.maximum) for o in numbers} == LIMITS[name]
    for option in numbers:
        for limit, beyond in ((option.minimum, -1), (option.maximum, 1)):
            if limit is not None:
                option.check(limit)
                with pytest.raises(OptionError, match=f"{option.name} must be a"):
                    option.check(limit + beyond)


@pytest.mark.parametrize("name", TEMPLATES.names)
def test_outline_has_everything_in_its_place(name: str) -> None:
    """The names and the tables of an outline are those of the workbook, with few cells."""
    whole, outline = (TEMPLATES[name].build(is_outline=is_outline) for is_outline in (False, True))
    places = [{n: d.attr_text for n, d in book.defined_names.items()} for book in (whole, outline)]
    assert places[0] == places[1]
    assert len(whole.tables) == len(outline.tables) > 3
    for table, there in zip(whole.tables, outline.tables):
        assert there.sheet.title == table.sheet.title
        for column in table.columns:
            assert there.area(column.key) == table.area(column.key)
            for row in (table.top, table.first):
                cells = [t.sheet[f"{t.letter(column.key)}{row}"].value for t in (table, there)]
                first, second = (getattr(cell, "text", cell) for cell in cells)
                assert first == second
        key, last = table.columns[-1].key, table.rows - 1  # the outline has no cell there
        if table.related:
            assert there.called_formula(key, last) == table.called_formula(key, last)
    sizes = [sum(len(sheet._cells) for sheet in book.worksheets) for book in (whole, outline)]
    assert 5 * sizes[1] < 3 * sizes[0]


@pytest.mark.parametrize("name", TEMPLATES.names)
def test_outline_knows_what_is_not_written(name: str) -> None:
    """Every formula, what is typed and what is printed: an update asks it for no more."""
    template = TEMPLATES[name]
    results = template.read(template.sample)
    whole, outline = (
        template.build(results, is_outline=is_outline, **template.samples[0].options)
        for is_outline in (False, True)
    )
    asked, written = formulas_of(outline), formulas_of(whole)
    assert sum(map(len, written.values())) > 100
    for sheet in whole.worksheets:
        own = {
            cell.coordinate: text.removeprefix("=")
            for cell in sheet._cells.values()
            if isinstance(text := getattr(cell.value, "text", cell.value), str)
            and text.startswith("=")
        }
        assert own == dict(written[sheet.title]) == dict(asked[sheet.title])
    for table, there in zip(whole.tables, outline.tables):
        assert read_rows(there, outline) == read_rows(table, whole)

    def typed(table: Table) -> list[dict[str, object]]:
        return read_rows(table, table.sheet.parent)

    assert [*outline.printing.of(typed)] == [*whole.printing.of(typed)]
