"""The pages made from the catalogue are up to date, and what README says is true."""

from __future__ import annotations

import doctest
import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from docs import readme
from tests.conformance.counts import expected_counts
from xl_tourney.catalogue.reference import format_reference
from xl_tourney.conformance.hosts.ironcalc import LAMBDAS
from xl_tourney.conformance.hosts.python import SERVER
from xl_tourney.conformance.hosts.registry import HOSTS
from xl_tourney.conformance.report import Summary
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.functions import CATALOGUE

ROOT = Path(__file__).parents[2]
README = readme.README.read_text(encoding="utf-8")
FIRST_SCREEN = "".join(README.splitlines(keepends=True)[:25])


def test_the_reference_page_is_current() -> None:
    """Else: xl-tourney functions --markdown > docs/reference/functions.md."""
    assert (ROOT / "docs/reference/functions.md").read_text(encoding="utf-8") == format_reference()


def test_the_reference_page_explains_every_function() -> None:
    text = format_reference()
    assert [f.name for f in CATALOGUE if f"### {f.name}\n" not in text] == []


def test_readme_has_the_commands_to_install_and_to_test_on_its_first_screen() -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", FIRST_SCREEN, re.DOTALL | re.MULTILINE)
    assert [block for language, block in blocks if not language] == [
        "pip install '.[all]' && xl-tourney demo\n",
        "pip install '.[test]' && pytest -n 2\n",
    ]


def test_readme_goes_from_new_to_publish_on_its_first_screen() -> None:
    (block,) = readme.BLOCK.findall(FIRST_SCREEN)
    steps = ("$ xl-tourney new", "# Fill in", "$ xl-tourney publish")
    places = [block.index(step) for step in steps]
    assert places == sorted(places)


@pytest.mark.slow
def test_readme_shows_what_its_commands_print() -> None:
    """Else: python docs/readme.py."""
    assert readme.current(README) == README


def test_an_output_of_readme_that_is_not_what_is_printed_is_corrected() -> None:
    wrong = "```console\n$ xl-tourney eval 1+1\n3\n```\n"
    assert readme.current(wrong) == wrong.replace("3", "2")


@pytest.mark.slow
def test_the_recorded_run_is_of_todays_functions() -> None:
    """Else: python docs/readme.py --conformance, where all hosts are."""
    record = json.loads(readme.RECORD.read_text(encoding="utf-8"))
    assert date.fromisoformat(record["date"]) <= date.today()
    recorded = [Summary(**host) for host in record["hosts"]]
    cases = collect_cases()
    assert [(one.host, one.runs_in) for one in recorded] == [(h.name, h.runs_in) for h in HOSTS]
    for host, one in zip(HOSTS, recorded):
        if not one.missing:
            counts = expected_counts(host, cases).values()
            agree, listed = (sum(getattr(c, key) for c in counts) for key in ("agree", "listed"))
            assert one[3:] == (len(counts), agree, listed, 0), host.name
    assert [one.host for one in recorded if one.missing] in ([], [SERVER.name])


def test_readme_shows_the_recorded_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    record = json.loads(readme.RECORD.read_text(encoding="utf-8"))
    (shown,) = readme.RUN.findall(README)
    assert shown == readme.format_run(record)
    assert record["date"] in shown and "No row is from Excel itself" in shown
    record["hosts"][0]["agree"] += 1000
    monkeypatch.setattr(readme, "RECORD", tmp_path / "record.json")
    readme.RECORD.write_text(json.dumps({**record, "date": "2020-01-02"}), encoding="utf-8")
    monkeypatch.setattr(readme, "session", lambda block, _: block)
    (other,) = readme.RUN.findall(readme.current(README))
    assert other == readme.format_run({**record, "date": "2020-01-02"}) != shown


def test_a_run_with_other_values_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(HOSTS[0], calculate=lambda calls: [[["wrong"]] for _ in calls])
    monkeypatch.setattr(readme, "HOSTS", (wrong,))
    with pytest.raises(SystemExit, match=r'gives \{"wrong"\}, not'):
        readme.run_hosts()
    monkeypatch.setattr(readme, "HOSTS", HOSTS[:1])
    (host,) = readme.run_hosts()["hosts"]
    assert (host["host"], host["agree"], host["disagree"]) == ("Python", len(collect_cases()), 0)


def test_the_python_in_readme_gives_what_it_says() -> None:
    code = "".join(re.findall(r"^```python\n(.*?)^```$", README, re.DOTALL | re.MULTILINE))
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert test.examples
    assert runner.failures == 0


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_contributing_says_how_many_functions_are_lambdas() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"LAMBDA: {len(LAMBDAS.functions or ())} of {len(CATALOGUE)} functions" in page


def test_every_module_that_contributing_names_is_there() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = page.partition("## Four questions")[2].partition("## Where a page")[0]
    named = re.findall(r"`(?:xl_tourney/)?([\w/]+(?:\.py|/))(?:<game>[^`]*)?`", ways)
    assert len(named) > 50
    missing = [
        name
        for name in named
        if not (ROOT / "xl_tourney" / name).exists()
        and not any((ROOT / "xl_tourney").rglob(f"*/{name}"))
    ]
    assert missing == []


def test_the_tests_that_a_page_names_are_there() -> None:
    named = re.findall(
        r"`([a-z_]+/test_\w+\.py)`", (ROOT / "docs/how-to/server.md").read_text("utf-8")
    )
    assert len(named) > 15
    assert [name for name in named if not (ROOT / "tests" / name).is_file()] == []


def test_every_page_is_in_a_folder_of_the_site() -> None:
    """CONTRIBUTING says which; a page written where it lay before is found here."""
    assert [path.name for path in (ROOT / "docs").glob("*.md")] == ["index.md"]
