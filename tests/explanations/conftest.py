"""The workbooks that tests of explanations share go with the last of these tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.explanations.books import sample
from tests.explanations.events import event


@pytest.fixture(scope="package", autouse=True)
def _books_go() -> Iterator[None]:
    """All samples and events, as they are kept while one test after the other explains them."""
    yield
    sample.cache_clear()
    event.cache_clear()
