"""The proofs on a page, checked in Chromium by the script that the page carries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.functions.race.certificates import damaged, lies, texts
from tests.functions.race.criteria_cases import Contest, published
from tests.publication.samples import SMALLEST, report_of_sample
from xl_tourney.events.report import Explained, Proofs
from xl_tourney.functions.race.certificates.writing import Statement, certify
from xl_tourney.publication.page.content import format_page
from xl_tourney.publication.page.document import CHECKER, Address
from xl_tourney.publication.site.publish import PROOFS_SUFFIX

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def checker(tabs):
    """A page with nothing but the checker, without a network."""
    with tabs.new_page() as page:
        page.add_script_tag(content=CHECKER.read_text("utf-8"))
        yield lambda some: page.evaluate("texts => texts.map(checkProofs)", some)


def test_the_checker_is_short_and_stands_alone() -> None:
    lines = CHECKER.read_text("utf-8").splitlines()
    assert len(lines) <= 150
    assert max(map(len, lines)) <= 120
    assert not [line for line in lines if "import" in line or "require(" in line]


def test_chromium_takes_all_proofs(checker) -> None:
    found = checker(texts())
    assert sum(map(len, found)) > 150
    assert all(map(all, found))


def test_chromium_refuses_100_damaged_texts_and_100_lies(checker) -> None:
    assert sum(map(any, checker(damaged(5, 100)))) == 0
    made = list(lies(6, 100))
    found = checker([text for text, _ in made])
    assert sum(holds[number] for holds, (_, number) in zip(found, made)) == 0


def write(folder: Path, text: str, statements: Sequence[Statement]) -> Path:
    proofs = Proofs(
        text, [*map(str, statements)], ["Elm is 5th for certain: it takes more than 400 cases."]
    )
    report = replace(
        report_of_sample("league", SMALLEST["league"]), explained=Explained(proofs=proofs)
    )
    path = folder / "league.html"
    path.write_text(format_page(report, beside=Address(proofs=f"league{PROOFS_SUFFIX}")), "utf-8")
    return path


@pytest.fixture(scope="module")
def certificates():
    case = next(case for case in published() if case["left"] and len(case["teams"]) > 3)
    contest = Contest.of(case)
    return certify(contest.answers.table, contest.answers, case["places"])


@pytest.mark.parametrize(("window", "where"), [(PHONE, "phone"), ({}, "computer")])
def test_a_page_says_that_its_proofs_were_checked(
    browser, tmp_path, certificates, window, where
) -> None:
    path = write(tmp_path, certificates.text, certificates.statements)
    context = browser.new_context(**window, offline=True)
    page, failed = context.new_page(), []
    page.on("pageerror", lambda error: failed.append(error))
    page.on("console", lambda message: failed.append(message.text))
    page.goto(path.as_uri())
    count = len(certificates.statements)
    assert page.inner_text(".proofs summary span") == f"All {count} proofs checked on this {where}"
    page.click(".proofs summary")
    lines = page.locator("[data-proof]")
    assert lines.count() == count
    assert lines.first.inner_text() == f"{certificates.statements[0]} ✓"
    label = page.locator(f"[aria-label='Proof checked on this {where}']")
    assert label.count() == count
    assert failed == []
    context.close()


def test_a_page_says_which_proof_does_not_hold(tab, tmp_path, certificates) -> None:
    stated = json.loads(certificates.text)
    stated["points"][0] += 1
    path = write(tmp_path, json.dumps(stated, separators=(",", ":")), certificates.statements)
    tab.goto(path.as_uri())
    count = len(certificates.statements)
    assert tab.inner_text(".proofs summary span") == f"{count} of {count} proofs do not hold"


def test_names_in_proofs_are_no_markup(tab, tmp_path) -> None:
    case = next(case for case in published() if case["left"])
    renamed = {team: f"{team} </script><b>" for team in case["teams"]}
    moved = [[renamed[one], renamed[other], *rest] for one, other, *rest in case["played"]]
    left = [[renamed[one], renamed[other], *rest] for one, other, *rest in case["left"]]
    contest = Contest.of(case | {"teams": [*renamed.values()], "played": moved, "left": left})
    found = certify(contest.answers.table, contest.answers, case["places"])
    path = write(tmp_path, found.text, found.statements)
    tab.goto(path.as_uri())
    assert tab.inner_text(".proofs summary span").startswith(f"All {len(found.statements)} proofs")
