"""Every page shows what its commands print today, and its pictures what they publish."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs import pictures, sessions

TUTORIALS = {template.name for template in pictures.TEMPLATES}


@pytest.mark.slow
@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("path", sessions.pages(), ids=lambda path: path.stem)
def test_a_page_shows_what_its_commands_print(path: Path, tmp_path: Path) -> None:
    """Else: python docs/sessions.py; and python docs/pictures.py --tutorials."""
    assert sessions.current(path, tmp_path) == path.read_text(encoding="utf-8")
    if path.stem in TUTORIALS:
        (published,) = tmp_path.glob("*.html")
        picture = pictures.IMAGES / f"{pictures.tutorial_picture(path.stem)}.png"
        shown = pictures.page_digest(published.read_text(encoding="utf-8"))
        assert pictures.digest_in(picture) == shown


def test_every_game_has_a_tutorial_whose_commands_read_every_file_of_its_example() -> None:
    assert {path.stem for path in sessions.pages()} >= TUTORIALS
    for example in sessions.EXAMPLES.iterdir():
        text = (sessions.DOCS / "tutorials" / f"{example.name}.md").read_text(encoding="utf-8")
        assert [path.name for path in example.iterdir() if f" {path.name} " not in text] == []


@pytest.mark.usefixtures("run")
def test_an_output_that_is_not_what_is_printed_is_corrected(tmp_path: Path) -> None:
    wrong = '$ xl-tourney eval 1+1\n3\n$ xl-tourney eval "={1;2;3;4}"\n0\n…\n4\n'
    right = '$ xl-tourney eval 1+1\n2\n$ xl-tourney eval "={1;2;3;4}"\n1\n…\n4\n'
    assert sessions.session(wrong, tmp_path) == sessions.session(right, tmp_path) == right


@pytest.mark.usefixtures("run")
def test_a_command_that_fails_is_no_session(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none\.xlsx"):
        sessions.session("$ xl-tourney standings none.xlsx\n", tmp_path)
    with pytest.raises(ValueError, match="no command of ours"):
        sessions.session("$ rm none.xlsx\n", tmp_path)
