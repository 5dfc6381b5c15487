"""What is made from the catalogue is up to date, and what README says is true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from xl_tourney.catalogue.reference import page
from xl_tourney.functions import CATALOGUE

ROOT = Path(__file__).parent.parent


def test_the_reference_page_is_current() -> None:
    """Else: xl-tourney functions --markdown > docs/functions.md."""
    assert (ROOT / "docs/functions.md").read_text(encoding="utf-8") == page()


def test_the_reference_page_explains_every_function() -> None:
    text = page()
    assert [f.name for f in CATALOGUE if f"### {f.name}\n" not in text] == []


def test_readme_has_two_commands_on_its_first_screen() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:25])
    blocks = re.findall(r"^```\n(.*?)^```$", first_screen, re.DOTALL | re.MULTILINE)
    assert blocks == [
        "pip install . && xl-tourney demo\n",
        "pip install '.[test]' && pytest -n 2\n",
    ]


def test_the_python_in_readme_gives_what_it_says() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = "".join(re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples
    assert runner.failures == 0


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
