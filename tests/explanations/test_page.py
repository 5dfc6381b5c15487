"""The page of explanations shows what the command prints."""

from __future__ import annotations

import pytest

from tests.explanations.write import PAGE, with_examples


@pytest.mark.slow
def test_the_examples_are_what_is_printed() -> None:
    page = PAGE.read_text("utf-8")
    assert page.count("$ xl-tourney explain workbooks/") == 14
    assert with_examples(page) == page
