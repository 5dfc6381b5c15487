"""The site is built, whole and strictly, and asks no other server for anything."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from openpyxl import load_workbook

from docs import site
from xl_tourney.templates import TEMPLATES

CONFIG = site.ROOT / "mkdocs.yml"

pytestmark = pytest.mark.slow


def test_the_site_is_whole(tmp_path: Path) -> None:
    build(load_config(str(CONFIG), site_dir=str(tmp_path)))
    loads_nothing_from_another_server(tmp_path)
    has_a_page_and_an_empty_workbook_of_each_game(tmp_path / "gallery")
    has_the_files_of_each_example(tmp_path / "examples")


def loads_nothing_from_another_server(built: Path) -> None:
    pages = [path for path in built.rglob("*.html") if path.parent.name != "gallery"]
    assert len(pages) > 40
    found = {path.name: list(site.outside(path.read_text(encoding="utf-8"))) for path in pages}
    assert {name: addresses for name, addresses in found.items() if addresses} == {}


def has_a_page_and_an_empty_workbook_of_each_game(gallery: Path) -> None:
    for template in TEMPLATES:
        page = (gallery / f"{template.name}.html").read_text(encoding="utf-8")
        assert "<table" in page
        content = (gallery / f"{template.name}.xlsx").read_bytes()
        book = load_workbook(io.BytesIO(content), read_only=True)
        assert {"Read me", "Setup"} <= set(book.sheetnames)


def has_the_files_of_each_example(archives: Path) -> None:
    for folder in site.EXAMPLES.iterdir():
        with zipfile.ZipFile(archives / f"{folder.name}.zip") as archive:
            found = {Path(name).name: archive.read(name) for name in archive.namelist()}
        assert found == {path.name: path.read_bytes() for path in folder.iterdir()}


def test_what_would_be_loaded_from_another_server_is_found() -> None:
    page = '<a href="https://a.example"><script src="https://b.example/x.js"></script>'
    assert list(site.outside(page)) == ["https://b.example/x.js"]


def test_a_link_that_leads_nowhere_stops_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[there](nowhere.md)", encoding="utf-8")
    wanted = ("docs_dir: docs", "strict: true", "validation:")
    text = CONFIG.read_text(encoding="utf-8")
    assert all(line in text for line in wanted)
    settings = text.partition("validation:")[2].partition("theme:")[0]
    (tmp_path / "mkdocs.yml").write_text(
        f"site_name: broken\nstrict: true\nvalidation:{settings}", encoding="utf-8"
    )
    with pytest.raises(Abort):
        build(load_config(str(tmp_path / "mkdocs.yml")))
