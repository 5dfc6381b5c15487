"""A browser for the tests of pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.publication.fonts import only_lato
from xl_tourney.chromium import sandbox_options

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.fixture(scope="package")
def browser(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A browser that runs for all tests of pages; as long as it does, nobody else runs a loop."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium,
            args=[*sandbox_options()],
            env={**os.environ, **only_lato(tmp_path_factory.mktemp("fonts"))},
        )
        yield running
        running.close()


@pytest.fixture(scope="package")
def tabs(browser: Browser) -> Iterator[BrowserContext]:
    """A window without a network, for all pages that need none of their own; one tab stays open.

    The tabs of a window share a process, which has compiled axe and playwright's own scripts; the
    first page of a new window takes twice as long.
    """
    with browser.new_context(offline=True) as context:
        context.new_page()
        yield context


@pytest.fixture
def tab(tabs: BrowserContext) -> Iterator[Page]:
    """A new tab, as large as the screen of a phone."""
    with tabs.new_page() as page:
        page.set_viewport_size(PHONE)
        yield page
