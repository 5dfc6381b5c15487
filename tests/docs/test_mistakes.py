"""Of each mistake in a file of results something is said, in a sentence, as the page shows."""

from __future__ import annotations

import pytest

from docs import mistakes


def test_the_page_is_current() -> None:
    """Else: python docs/mistakes.py."""
    assert mistakes.PAGE.read_text("utf-8") == mistakes.page()


@pytest.mark.parametrize("name", mistakes.GOOD)
def test_a_mistake_is_one_sentence_and_none_is_said_of_a_good_file(name) -> None:
    assert mistakes.said(name, mistakes.GOOD[name]) == []
    for what, text in mistakes.mistakes(name):
        (sentence,) = mistakes.said(name, text)
        assert sentence.startswith("results.csv") and sentence.endswith("."), what
