"""What becomes of a picture when the browser is slow, blind, or the page too long for one."""

from __future__ import annotations

import os
from pathlib import Path

import psutil
import pytest

from xl_tourney.errors import WriteError
from xl_tourney.publication import picture
from xl_tourney.publication.picture import take_picture

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the browsers here are shell scripts")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "cup.html"
    path.write_text('<html lang="en"><body>Cup</body></html>', "utf-8")
    return path


def browser(folder: Path, *lines: str) -> str:
    """A program in place of Chromium."""
    path = folder / "chromium"
    path.write_text("\n".join(("#!/bin/sh", *lines, "")), "utf-8")
    path.chmod(0o755)
    return str(path)


def test_a_browser_that_hangs_is_ended(page, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(picture, "_SECONDS", 0.3)
    hanging = browser(tmp_path, f'echo $$ > "{tmp_path}/pid"', "exec sleep 60")
    with pytest.raises(WriteError, match="chromium took more than 0 s"):
        take_picture(page, tmp_path / "cup.png", hanging)
    assert not psutil.pid_exists(int((tmp_path / "pid").read_text()))
    assert not (tmp_path / "cup.png").exists()


@pytest.mark.parametrize(
    ("printed", "message"),
    [
        ("nothing", "did not show the page"),
        ('<html lang=\\"en\\" data-height=\\"16001\\">', "too long for one picture"),
        ('<html lang=\\"en\\" data-height=\\"16000\\">', "took no picture of the page"),
    ],
)
def test_an_older_picture_stays_where_none_was_taken(
    page, tmp_path, monkeypatch, printed, message
) -> None:
    monkeypatch.setattr(picture, "_SECONDS", 3600)  # it waits for nothing
    taken = tmp_path / "cup.png"
    taken.write_bytes(b"older")
    with pytest.raises(WriteError, match=message):
        take_picture(page, taken, browser(tmp_path, f'echo "{printed}"'))
    assert taken.read_bytes() == b"older"


def test_a_picture_is_as_high_as_the_page_and_sharp_where_it_can_be(page, tmp_path) -> None:
    """2.5 pixels for one of the page, fewer where the browser would draw more than 16,000."""
    script = browser(
        tmp_path,
        f'echo "$@" >> "{tmp_path}/calls"',
        f"""echo '<html lang="en" data-height="'$(cat "{tmp_path}/height")'">'""",
        'for word; do case $word in --screenshot=*) echo png > "${word#*=}";; esac; done',
    )
    for height, scale in ((1000, "2.5"), (8000, "2")):
        (tmp_path / "height").write_text(str(height))
        take_picture(page, tmp_path / "cup.png", script)
        assert (tmp_path / "cup.png").read_bytes().startswith(b"png\n")
        last = (tmp_path / "calls").read_text().splitlines()[-1]
        assert f"--window-size=420,{height} --force-device-scale-factor={scale} " in last
