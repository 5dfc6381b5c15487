"""What templates say in documents: their first page with its sheets, and checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.checks import read_checks
from xl_tourney.templates.parts.pages import FILLING, SHEETS, SOURCES, paragraphs, read_first_page

ROOM = Path(__file__).parents[2] / "xl_tourney" / "templates"


@pytest.mark.parametrize("template", TEMPLATES.names)
def test_the_first_page_has_its_sections_and_lists_the_sheets(template: str) -> None:
    headings = [*dict.fromkeys(heading for heading, _ in paragraphs("first_pages", template))]
    assert headings[:2] == [SHEETS, FILLING] and headings[-1] == SOURCES
    workbook = TEMPLATES[template].build(is_outline=True)
    listed = [line for heading, line in paragraphs("first_pages", template) if heading == SHEETS]
    names = [line.split("**")[1] for line in listed if line.startswith("**")]
    assert [name for name in workbook.titles if name in names] == names


@pytest.mark.parametrize("template", [path.stem for path in (ROOM / "checks").glob("*.md")])
def test_every_section_of_checks_is_used_and_its_values_are_filled_in(template: str) -> None:
    code = "".join(path.read_text("utf-8") for path in (ROOM / template).rglob("*.py"))
    for heading in read_checks(template):
        assert f'["{heading}"]' in code, heading
    for functions in ("native", "addin"):
        sheet = TEMPLATES[template].build(functions=functions, is_outline=True)["Checks"]
        texts = [str(cell.value) for row in sheet.iter_rows(max_col=4) for cell in row]
        assert [text for text in texts if text.startswith("<") or ",<" in text] == []


def test_flags_say_which_paragraphs_a_workbook_has() -> None:
    def terms(**flags: bool) -> list[str]:
        sections = read_first_page("chess", {"teams": False, **flags})
        return [text for term, text in sections[FILLING] if term == "Setup"]

    assert "small" not in terms(all=True)[0] and "small" in terms(all=False)[0]
    assert len(terms(all=True)) == len(terms(all=False)) == 1
    with pytest.raises(KeyError):
        read_first_page("chess")
