"""A browser for the tests of pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from xl_tourney.chromium import sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser that runs for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=[*sandbox_options()])
        yield running
        running.close()
