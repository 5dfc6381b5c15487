"""Workbooks that commands are run on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from xl_tourney.cli.terminal.options import Exit


@pytest.fixture(scope="module")
def books_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books")


@pytest.fixture
def new(run: Callable[..., tuple[int, str, str]], books_folder: Path) -> Callable[..., Path]:
    """Make a workbook from the text of a CSV file; one of this name is made once in a module."""

    def new(template: str, name: str, data: str, *options: str) -> Path:
        book = books_folder / f"{name}.xlsx"
        source = book.with_suffix(".csv")
        if not book.exists():
            source.write_text(data, "utf-8")
            code, _, err = run("new", template, "--data", source, "-o", book, *options)
            assert code == Exit.DONE, err
        assert source.read_text("utf-8") == data, f"{name} is another workbook"
        return book

    return new
