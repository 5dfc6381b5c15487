"""A browser for the tests of pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from xl_tourney.errors import OptionError
from xl_tourney.publish.picture import find_browser, sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEEDED = "XL_TOURNEY_NEED_CHROMIUM"
"""With this variable set, tests fail without Chromium; else they are left out."""


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium."""
    try:
        return find_browser()
    except OptionError as error:
        if os.environ.get(NEEDED):
            raise
        pytest.skip(f"{error} With {NEEDED} set, this is a failure.")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A browser that runs for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=[*sandbox_options()])
        yield running
        running.close()
