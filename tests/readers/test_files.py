"""A file of results is read as far as results go, whatever it is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers import files
from xl_tourney.templates import TEMPLATES


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such device")
@pytest.mark.parametrize("template", [*TEMPLATES], ids=lambda template: template.name)
def test_a_file_without_an_end_is_refused(template) -> None:
    with pytest.raises(InputError, match="/dev/zero: is larger than 64 MB; are these results"):
        template.read(Path("/dev/zero"))


def test_a_file_of_just_the_most_is_read(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(files, "MAX_MEGABYTES", 1)
    path = tmp_path / "results.csv"
    path.write_bytes(b"x" * 2**20)
    assert len(files.read_bytes(path)) == 2**20
    path.write_bytes(b"x" * (2**20 + 1))
    with pytest.raises(InputError, match="larger than 1 MB"):
        files.read_bytes(path)


def test_a_text_that_no_cell_can_hold_is_refused() -> None:
    assert files.clean_text(f" {'x' * 253}  y\n", "It", InputError) == f"{'x' * 253} y"
    for text, problem in (("x" * 256, "is longer than 255"), ("a\x07b", "holds a control")):
        with pytest.raises(InputError, match=f"The name {problem} character"):
            files.clean_text(text, "The name", InputError)
