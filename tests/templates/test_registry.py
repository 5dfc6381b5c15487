"""A template is declared once; its options are checked before anything is built."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal, Optional

import pytest

from xl_tourney.errors import OptionError
from xl_tourney.templates import TEMPLATES, package
from xl_tourney.templates.parts import registry
from xl_tourney.templates.parts.registry import About, Sample, Template, Templates, row_capacity
from xl_tourney.templates.parts.workbook import Functions, StandingsWorkbook


def sample(
    results: object = None,
    functions: Functions = "native",
    *,
    title: Annotated[str, About("the heading")] = "Sample",
    rows: Annotated[int | None, About("how many rows", 1, 10)] = None,
    step: Annotated[float, About("rounding", 0)] = 0.5,
    basis: Annotated[Literal["a", "b"], About("by what")] = "a",
) -> StandingsWorkbook:
    """A sample.

    More about it.
    """
    workbook = StandingsWorkbook(functions)
    workbook.properties.title = f"{title} {rows} {step} {basis}"
    return workbook


TEMPLATE = Template(sample, Path, [Sample("none.csv")])


def test_what_a_declaration_says() -> None:
    assert (TEMPLATE.name, TEMPLATE.summary) == ("sample", "A sample.")
    assert [
        (o.name, o.help, o.type, o.default, o.choices, o.minimum, o.maximum)
        for o in TEMPLATE.options
    ] == [
        ("title", "the heading", str, "Sample", (), None, None),
        ("rows", "how many rows", int, None, (), 1, 10),
        ("step", "rounding", float, 0.5, (), 0, None),
        ("basis", "by what", str, "a", ("a", "b"), None, None),
    ]


def test_options_reach_the_builder() -> None:
    built = TEMPLATE.build(None, rows=3, step=1, basis="b")
    assert built.properties.title == "Sample 3 1 b"
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
    def bare(results: object = None, *, rows: int = 1) -> StandingsWorkbook:
        """Without help."""
        return StandingsWorkbook()

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
def test_every_template_builds_from_its_samples_and_from_nothing(template, sample_files) -> None:
    assert template.summary.endswith(".") and template.samples
    assert package(template.build()).startswith(b"PK")
    for sample in template.samples:
        assert sample_files.read(template, sample).startswith(b"PK")


def test_no_two_samples_have_the_same_name() -> None:
    names = [sample.name for template in TEMPLATES for sample in template.samples]
    assert sorted(set(names)) == sorted(names)


def test_an_option_with_none_added_to_its_hint() -> None:
    """As Python 3.10 gives the hint of a parameter whose default is None."""
    hint = Optional[Annotated[int | None, About("How many.", 1, 9)]]  # noqa: UP045
    option = registry._option("rows", hint, None)
    assert (option.type, option.help, option.default) == (int, "How many.", None)
