"""Which workbooks a run is about: those of the folders that it is told, and no others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from xl_tourney.batch.paths import absolute, expand, is_one_file
from xl_tourney.publication.site.folder import find_books

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Two workbooks, a link to one of them, and three links out of the folder."""
    folder = tmp_path / "season"
    (folder / "spring").mkdir(parents=True)
    outside = tmp_path / "outside"
    outside.mkdir()
    for path in (folder / "a.xlsx", folder / "spring" / "b.xlsx", outside / "c.xlsx"):
        path.touch()
    (folder / "again.xlsx").symlink_to("a.xlsx")
    (folder / "out.xlsx").symlink_to(outside / "c.xlsx")
    (folder / "spring" / "out.xlsx").symlink_to("../../outside/c.xlsx")
    (folder / "elsewhere").symlink_to(outside)
    return folder


@pytest.mark.parametrize("pattern", ["", "/**/*.xlsx"])
def test_links_out_of_the_folder_are_named_and_not_followed(season, pattern) -> None:
    skipped = {}
    found = expand([f"{season}{pattern}"], skipped.__setitem__)
    inside = {"a.xlsx", "again.xlsx", "spring/b.xlsx"}
    assert {Path(path).relative_to(season).as_posix() for path in found} == inside
    names = {Path(path).relative_to(season).as_posix() for path in skipped}
    assert names >= {"out.xlsx", "spring/out.xlsx"}
    assert set(skipped.values()) == {"it is a link out of the folder (--follow-links reads it)"}


def test_who_is_told_to_follow_links_does(season) -> None:
    found = {Path(path).name for path in expand([str(season)], follow_links=True)}
    assert found == {"a.xlsx", "again.xlsx", "b.xlsx", "out.xlsx"}


def test_a_folder_that_is_a_link_itself_is_meant(season, tmp_path) -> None:
    (tmp_path / "now").symlink_to(season)
    found = [Path(path).name for path in expand([str(tmp_path / "now")])]
    assert sorted(found) == ["a.xlsx", "again.xlsx", "b.xlsx"]


def test_a_link_itself_may_be_named(season) -> None:
    assert list(expand([str(season / "out.xlsx")])) == [str(season / "out.xlsx")]


def test_a_site_has_no_page_of_a_workbook_elsewhere(season) -> None:
    assert [path.name for path in find_books(season)] == ["a.xlsx", "again.xlsx"]


def test_files_folders_patterns_and_addresses_are_told_apart(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").mkdir()
    for name in ("[a].xlsx", "x.xlsx", "~$x.xlsx", "b/y.XLTM", "b/.z.xlsx", "b/n.csv"):
        (tmp_path / name).touch()
    names = ("x.xlsx", "new.xlsx", "[a].xlsx", "b", "*.xlsx", "s3://club/x.xlsx")
    assert [*map(is_one_file, names)] == [True, True, True, False, False, False]
    assert [*expand(["none*.xlsx", "b", "s3://club/x.xlsx", "new.xlsx"])] == [
        *("none*.xlsx", os.path.join("b", "y.XLTM"), "s3://club/x.xlsx", "new.xlsx")  # noqa: PTH118
    ]
    assert sorted(expand(["*.xlsx"])) == ["[a].xlsx", "x.xlsx"]
    assert absolute("x.xlsx") == str(tmp_path / "x.xlsx")
    assert absolute("s3://club/x.xlsx") == "s3://club/x.xlsx"
