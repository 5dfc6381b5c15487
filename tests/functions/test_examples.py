"""Every example in a function's docstring gives what it says."""

from __future__ import annotations

import pytest

from tests.same import same
from xl_tourney.functions import CATALOGUE

EXAMPLES = [(f, example) for f in CATALOGUE for example in f.help.examples]


@pytest.mark.parametrize(
    ("function", "example"), EXAMPLES, ids=[f"{f.name}{e.arguments}" for f, e in EXAMPLES]
)
def test_example(function, example) -> None:
    assert same(function(*example.arguments), example.value)


def test_every_function_has_two_examples() -> None:
    assert [f.name for f in CATALOGUE if len(f.help.examples) < 2] == []
