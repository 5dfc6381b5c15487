"""Chromium without a window: where it is, and how it is started."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

from .errors import OptionError

VARIABLE = "XL_TOURNEY_CHROMIUM"
"""The environment variable that names the program."""
BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"
)  # fmt: skip
_ELSEWHERE = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


def find_browser(program: str | None = None) -> str:
    """The path of Chromium: as named, by the variable, or where it is usually found.

    Raises
    ------
    OptionError
        There is none; the message says what to install.
    """
    named = program or os.environ.get(VARIABLE)
    for candidate in (named,) if named else (*BROWSERS, *_ELSEWHERE):
        if path := shutil.which(candidate):
            return path
    missing = f"{named} was not found" if named else "Chromium was not found"
    raise OptionError(
        f"{missing}: install the package chromium (Debian, Ubuntu), Chromium or Google Chrome; or "
        f"name the program with --browser or in the variable {VARIABLE}."
    )


def sandbox_options() -> Iterator[str]:
    """Root has no sandbox in Chromium, which then does not start with one."""
    if sys.platform != "win32" and os.geteuid() == 0:
        yield "--no-sandbox"
