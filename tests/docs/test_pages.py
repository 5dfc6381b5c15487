"""The pages made from the catalogue are up to date, and what README says is true."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import click
import pytest

from docs import commands, hosts, site
from tests.conformance.counts import expected_counts
from tests.stand_ins.lambdas import LAMBDAS
from tests.stand_ins.registry import HOSTS
from tests.stand_ins.server import SERVER
from xl_tourney.catalogue.reference import format_reference
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.conformance.report import Summary
from xl_tourney.conformance.suite import collect_cases
from xl_tourney.functions import CATALOGUE

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


def test_the_reference_pages_are_current() -> None:
    """Else: xl-tourney functions --markdown docs/reference/functions."""
    folder = ROOT / "docs/reference/functions"
    assert {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()} == (
        format_reference()
    )


def test_the_reference_explains_every_function() -> None:
    text = "".join(format_reference().values())
    assert [f.name for f in CATALOGUE if f"## {f.name}\n" not in text] == []


@pytest.mark.parametrize("name", commands.PAGES)
def test_the_pages_on_commands_and_names_are_current(name: str) -> None:
    """Else: python docs/commands.py."""
    assert (commands.REFERENCE / name).read_text(encoding="utf-8") == commands.PAGES[name]()


def test_help_knows_the_options_of_each_template() -> None:
    """Else: python docs/commands.py."""
    assert commands.DECLARED.read_text(encoding="utf-8") == commands.templates_file()
    assert commands.MENU.read_text(encoding="utf-8") == commands.menu_file()
    assert commands.RIBBON.read_text(encoding="utf-8") == commands.ribbon_file()
    assert commands.MANIFEST.read_text(encoding="utf-8") == commands.manifest_file()
    assert commands.STUB.read_text(encoding="utf-8") == commands.stub_file()


def test_the_exit_codes_are_explained() -> None:
    assert set(commands.EXIT_CODES) == set(Exit)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_a_command_on_a_page_is_one_of_todays(page: Path) -> None:
    """Each is parsed as it would be, with its options and their words; no file is opened."""
    for line in commands.shown(page.read_text(encoding="utf-8")):
        commands.parse(line)


def test_a_wrong_command_on_a_page_is_found() -> None:
    wrong = [
        "xl-tourney publish a.xlsx --no-such-option",
        "xl-tourney recalculate a.xlsx",
        "xl-tourney new go --system dutch",
        "xl-tourney pair a.xlsx b.xlsx",
    ]
    text = "".join(f"    {line}    # why\n" for line in wrong)
    assert list(commands.shown(text)) == wrong
    for line in wrong:
        with pytest.raises(click.UsageError):
            commands.parse(line)


def test_readme_says_how_the_tests_are_run() -> None:
    """Where CI finds it: it runs that line."""
    found = re.findall(r"^(pip install .*pytest.*)$", README, re.MULTILINE)
    assert len(found) == 1 and found[0].count(" && ") == 1


@pytest.mark.slow
def test_the_recorded_run_is_of_todays_functions() -> None:
    """Else: python docs/hosts.py --conformance, where all hosts are."""
    record = json.loads(hosts.RECORD.read_text(encoding="utf-8"))
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


def test_the_page_shows_the_recorded_run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Else: python docs/hosts.py."""
    page = hosts.PAGE.read_text(encoding="utf-8")
    record = json.loads(hosts.RECORD.read_text(encoding="utf-8"))
    (shown,) = hosts.RUN.findall(page)
    assert shown == hosts.format_run(record)
    assert record["date"] in shown and "No row is from Excel itself" in shown
    record["hosts"][0]["agree"] += 1000
    monkeypatch.setattr(hosts, "RECORD", tmp_path / "record.json")
    hosts.RECORD.write_text(json.dumps({**record, "date": "2020-01-02"}), encoding="utf-8")
    (other,) = hosts.RUN.findall(hosts.current(page))
    assert other == hosts.format_run({**record, "date": "2020-01-02"}) != shown


@pytest.mark.slow
def test_a_run_with_other_values_is_not_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(HOSTS[0], calculate=lambda calls: [[["wrong"]] for _ in calls])
    monkeypatch.setattr(hosts, "HOSTS", (wrong,))
    with pytest.raises(SystemExit, match=r'gives \{"wrong"\}, not'):
        hosts.run_hosts()
    monkeypatch.setattr(hosts, "HOSTS", HOSTS[:1])
    (host,) = hosts.run_hosts()["hosts"]
    assert (host["host"], host["agree"], host["disagree"]) == ("Python", len(collect_cases()), 0)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_links_lead_somewhere(page: Path) -> None:
    """To a file, or to one that the site is built with."""
    made = {ROOT / "docs" / path for path in site.made()}
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        path = Path(os.path.normpath(page.parent / target))
        assert path.exists() or path in made, f"{page.name}: {target}"


def test_contributing_says_how_many_functions_are_lambdas() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert f"LAMBDA: {len(LAMBDAS.functions or ())} of {len(CATALOGUE)} functions" in page


def test_every_module_that_contributing_names_is_there() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    ways = page.partition("## Seven questions")[2].partition("## Where a page")[0]
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
    assert {path.name for path in (ROOT / "docs").glob("*.md")} == {"index.md", "gallery.md"}
