"""The pages made from the catalogue are up to date, and what README says is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from docs import readme
from xl_tourney.catalogue.reference import format_reference
from xl_tourney.functions import CATALOGUE

ROOT = Path(__file__).parents[2]
README = readme.README.read_text(encoding="utf-8")
FIRST_SCREEN = "".join(README.splitlines(keepends=True)[:25])


def test_the_reference_page_is_current() -> None:
    """Else: xl-tourney functions --markdown > docs/functions.md."""
    assert (ROOT / "docs/functions.md").read_text(encoding="utf-8") == format_reference()


def test_the_reference_page_explains_every_function() -> None:
    text = format_reference()
    assert [f.name for f in CATALOGUE if f"### {f.name}\n" not in text] == []


def test_readme_has_the_commands_to_install_and_to_test_on_its_first_screen() -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", FIRST_SCREEN, re.DOTALL | re.MULTILINE)
    assert [block for language, block in blocks if not language] == [
        "pip install . && xl-tourney demo\n",
        "pip install '.[test]' && pytest -n 2\n",
    ]


def test_readme_goes_from_new_to_publish_on_its_first_screen() -> None:
    (block,) = readme.BLOCK.findall(FIRST_SCREEN)
    steps = ("$ xl-tourney new", "# Fill in", "$ xl-tourney publish")
    places = [block.index(step) for step in steps]
    assert places == sorted(places)


def test_readme_shows_what_its_commands_print() -> None:
    """Else: python docs/readme.py."""
    assert readme.current(README) == README


def test_an_output_of_readme_that_is_not_what_is_printed_is_corrected() -> None:
    wrong = "```console\n$ xl-tourney eval 1+1\n3\n```\n"
    assert readme.current(wrong) == wrong.replace("3", "2")


def test_the_python_in_readme_gives_what_it_says() -> None:
    code = "".join(re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples
    assert runner.failures == 0


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_every_module_that_contributing_names_is_there() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = page.partition("## Four questions")[2].partition("## Tests")[0]
    named = re.findall(r"`(?:xl_tourney/)?([\w/]+(?:\.py|/))(?:<game>[^`]*)?`", ways)
    assert len(named) > 50
    missing = [
        name
        for name in named
        if not (ROOT / "xl_tourney" / name).exists()
        and not any((ROOT / "xl_tourney").rglob(f"*/{name}"))
    ]
    assert missing == []
