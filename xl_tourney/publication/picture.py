"""A picture of a page for a messenger, or its print, made by a Chromium without a window."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from .. import atomic
from ..chromium import OPTIONS, sandbox_options
from ..errors import WriteError
from ..messages import message
from ..resource_limits import kill_tree

WIDTH, SCALE = 420, 2.5
"""The width of the page in CSS pixels, which its style sheet has too, and how many pixels of the
picture make one of them."""
_HIGHEST = 16_000
"""The most pixels that Chromium draws in a column."""
PICTURE_MARK = b"\x00\x00\x00\x13tEXtSoftware\x00xl_tourney\x8a\x12\xc7\xd2"
PRINT_MARK = b"%xl_tourney sheets"
"""A chunk of a PNG and a line of a PDF that say who made it: a newer one may replace it."""
_HEAD_BYTES = 33
"""The first part of a PNG, before which nothing may stand."""
_SECONDS = 60.0
_MEASURE = (
    "<script>document.documentElement.dataset.height = "
    "Math.ceil(document.body.getBoundingClientRect().height)</script></body>"
)
_POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
_HEIGHT = re.compile(r'<html[^>]* data-height="(\d+)"')


def take_picture(page: Path, picture: Path, browser: str) -> str:
    """Write the tables of a published page as a PNG, light, as wide as a phone shows it.

    Returns a sentence that it is there.

    Raises
    ------
    WriteError
        The browser took none, or the tables are too long for one; an older picture is as it was.
    """
    html = page.read_text(encoding="utf-8").replace("<html ", '<html class="picture" ', 1)
    html = _POLICY.sub("", html, count=1)  # the script that measures is not the page's own
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        copy, measured = folder / "page.html", folder / "measured.html"
        atomic.create(copy, html.encode())
        atomic.create(measured, html.replace("</body>", _MEASURE).encode())
        window = f"--window-size={WIDTH},{WIDTH}"  # styles depend on its width
        found = _HEIGHT.search(_run(browser, folder, window, "--dump-dom", measured.as_uri()))
        if not found:
            raise WriteError(f"{picture}: {browser} did not show the page.")
        height = int(found[1])
        scale = min(SCALE, _HIGHEST / height)
        if scale < 1:
            raise WriteError(f"{picture}: the tables are too long for one picture.")
        taken = folder / "page.png"
        _run(
            browser,
            folder,
            f"--window-size={WIDTH},{height}",
            f"--force-device-scale-factor={scale:g}",
            f"--screenshot={taken}",
            copy.as_uri(),
        )
        if not taken.is_file():
            raise WriteError(f"{picture}: {browser} took no picture of the page.")
        data = taken.read_bytes()
    atomic.write_bytes(picture, data[:_HEAD_BYTES] + PICTURE_MARK + data[_HEAD_BYTES:])
    return f"{picture}: the tables as a picture."


def print_sheets(html: str, path: Path, browser: str = "") -> str:
    """Write sheets as a PDF, on the paper that their style names; as a page without a browser.

    Returns a sentence that it is there.

    Raises
    ------
    WriteError
        The browser wrote none; an older file is as it was.
    """
    if not browser:
        atomic.write_bytes(path, html.encode() + b"<!--" + PRINT_MARK + b"-->\n")
        return message(f"{path}: to print.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        page, printed = Path(name, "page.html"), Path(name, "page.pdf")
        atomic.create(page, html.encode())
        to = f"--print-to-pdf={printed}"
        _run(browser, Path(name), to, "--no-pdf-header-footer", page.as_uri())
        if not printed.is_file():
            raise WriteError(f"{path}: {browser} printed nothing.")
        data = printed.read_bytes()
    atomic.write_bytes(path, data + PRINT_MARK + b"\n")
    return f"{path}: to print."


def _run(browser: str, folder: Path, *arguments: str) -> str:
    """Run the browser with a profile of its own; return what it printed.

    It prints into a file: a pipe would stay open as long as any child of the program.
    """
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [browser, *OPTIONS, *sandbox_options(), profile, *arguments]
    with tempfile.TemporaryFile() as printed:
        try:
            process = subprocess.Popen(command, stdout=printed, stderr=subprocess.DEVNULL)
        except OSError as error:
            raise WriteError(f"{browser} cannot be started ({error.strerror}).") from error
        try:
            process.wait(_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise WriteError(f"{browser} took more than {_SECONDS:.0f} s.") from error
        finally:
            if process.poll() is None:
                kill_tree(process.pid)
                process.wait()
        printed.seek(0)
        return printed.read().decode(errors="replace")
