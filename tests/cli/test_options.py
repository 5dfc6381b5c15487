"""What the options that several commands share take and refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from xl_tourney.cli.terminal import options
from xl_tourney.ooxml.package import Limits


def given(option: Callable[[Any], Any], *words: str) -> Any:
    """What a command with an option gets; the message where it is refused."""
    got: list[Any] = []
    command = click.command()(option(lambda **values: got.append(values)))
    ran = CliRunner().invoke(command, words)
    return got[0] if got else ran.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        ("500M", 500 << 20),
        ("2g", 2 << 30),
        ("7KB", 7 << 10),
        (" 12 ", 12),
        ("0", None),
        ("M", None),
        ("1.5G", None),
        ("3T", None),
    ],
)
def test_sizes(size: str, wanted: int | None) -> None:
    got = given(options.resource_options, "--max-memory", size)
    if wanted is None:
        assert f"{size} is no size such as 500M or 2G" in got
    else:
        assert got == {"timeout": None, "max_memory": wanted}


@pytest.mark.parametrize(("seconds", "is_right"), [("0.5", True), ("0", False), ("-1", False)])
def test_seconds(seconds: str, is_right: bool) -> None:
    got = given(options.resource_options, "--timeout", seconds)
    assert got == {"timeout": 0.5, "max_memory": None} if is_right else "--timeout" in got


def test_limits() -> None:
    assert given(options.size_option) == {"limits": Limits()}
    changed = given(options.size_option, "--limit", "unpacked=4G", "--limit", "file=1K")
    assert changed == {"limits": Limits(unpacked=4 << 30, file=1 << 10)}
    assert "there is no limit rows, only " in given(options.size_option, "--limit", "rows=4")
    assert "is no size" in given(options.size_option, "--limit", "file")


def test_times() -> None:
    assert given(options.clock_option) == {"now": None}
    at = given(options.clock_option, "--now", "2026-03-31T18:00")
    assert at == {"now": datetime(2026, 3, 31, 18)}
    assert "yesterday is no time" in given(options.clock_option, "--now", "yesterday")


def test_pairs() -> None:
    assert options.split_pairs(["Ada = Ann", "a=b=c"], "--alias") == {"Ada": "Ann", "a=b": "c"}
    for text in ("Ada", "=Ann", "Ada=", " = ", ""):
        with pytest.raises(click.UsageError, match=r"--alias .*needs two names"):
            options.split_pairs([text], "--alias")


def test_suffixes() -> None:
    options.check_suffix(Path("a.b/x.XLSX"), options.WORKBOOK_SUFFIXES)
    with pytest.raises(click.UsageError, match=r"x\.xls: the name must end in \.xlsx or \.xlsm;"):
        options.check_suffix(Path("x.xls"), options.WORKBOOK_SUFFIXES)
    with pytest.raises(click.UsageError, match=r"x: the name must end in \.csv;"):
        options.check_suffix(Path("x"), (".csv",))
    with pytest.raises(click.UsageError, match=r"must end in \.a, \.b or \.c;"):
        options.check_suffix(Path("x"), (".a", ".b", ".c"))
