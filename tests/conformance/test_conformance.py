"""All hosts give the same values, but for what the page of differences lists."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.conformance import published, write
from tests.conformance.counts import expected_counts
from tests.stand_ins.officejs import OFFICE_JS
from tests.stand_ins.pyodide import PYODIDE
from tests.stand_ins.registry import ALL_DIFFERENCES, HOSTS
from tests.stand_ins.server import SERVER
from tests.stand_ins.xlwings_classic import CLASSIC, WRAPPERS
from xl_tourney.catalogue.cells import Block, to_block
from xl_tourney.catalogue.declaration import function
from xl_tourney.catalogue.kinds import Each, Number
from xl_tourney.cli import installation as command
from xl_tourney.conformance import differences, hosts, report
from xl_tourney.conformance import suite as all_cases
from xl_tourney.conformance.case import Case
from xl_tourney.conformance.hosts import PYTHON, Host, HostCall
from xl_tourney.conformance.suite import CONVENTIONS, convention_cases
from xl_tourney.errors import EngineError
from xl_tourney.functions import CATALOGUE

MAY_BE_MISSING = (SERVER, PYODIDE, OFFICE_JS)
"""One wants a licence; test_pyodide.py and test_officejs.py run the others."""


@pytest.fixture(scope="module")
def suite() -> list[Case]:
    return all_cases.collect_cases()


@pytest.fixture(scope="module")
def broken_functions(suite: list[Case]) -> dict[str, str]:
    return report.broken_functions(suite)


FEW = 2
"""Published cases of a function that every host is asked; docs/hosts.py asks all of all."""


def with_few_published(suite: list[Case]) -> list[Case]:
    """All examples and conventions, and of each function its longest published cases."""
    kept = [case for case in suite if case.rule != "published"]
    for name in {case.function for case in suite}:
        published = [case for case in suite if (case.function, case.rule) == (name, "published")]
        kept += sorted(published, key=lambda case: len(str(case)))[-FEW:]
    return kept


# The hosts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_every_call_gives_what_it_must(
    host: Host,
    suite: list[Case],
    broken_functions: dict[str, str],
    request: pytest.FixtureRequest,
) -> None:
    if "libreoffice" in host.name.lower():
        request.getfixturevalue("libreoffice")
    if host is not PYTHON:  # that a function is right is its own; here its arguments arrive
        suite = with_few_published(suite)
    result = report.run_suite(host, suite, broken_functions)
    if result.missing and host in MAY_BE_MISSING:
        pytest.skip(result.missing)
    assert result.missing == ""
    assert result.disagreements == []
    assert result.functions == expected_counts(host, suite)


@pytest.mark.parametrize(
    "host", [PYTHON, CLASSIC, WRAPPERS, SERVER, PYODIDE], ids=lambda host: host.name
)
def test_nothing_is_listed_where_arguments_arrive_as_they_are(
    host: Host, suite: list[Case]
) -> None:
    assert not any(count.listed for count in expected_counts(host, suite).values())


# The suite ----------------------------------------------------------------------------------------


def test_the_published_cases_are_those_of_the_tests() -> None:
    """Else: python -m tests.conformance.write."""
    kept = all_cases.PUBLISHED.read_text(encoding="utf-8")
    made = all_cases.format_published(published.calls())
    assert sorted({*kept.splitlines()} ^ {*made.splitlines()}) == []
    assert kept == made
    assert len(kept) < 300_000


def test_every_function_has_cases_of_each_kind(suite: list[Case]) -> None:
    names = {function.name for function in CATALOGUE}
    for kind in ({"example"}, {case.rule for case in convention_cases()}):
        assert {case.function for case in suite if case.rule in kind} == names
    assert sum(case.rule == "published" for case in suite) > 1000


def test_every_convention_has_cases(suite: list[Case]) -> None:
    found = {case.rule for case in suite} - {"example", "published"}
    assert len(found) == len(CONVENTIONS)


def test_no_case_stands_twice(suite: list[Case]) -> None:
    assert len({(case.function, repr(case.arguments)) for case in suite}) == len(suite)


@pytest.mark.parametrize("difference", ALL_DIFFERENCES, ids=lambda d: d.subject)
def test_a_difference_is_one_in_each_of_its_hosts(
    difference: differences.KnownDifference, suite: list[Case]
) -> None:
    by_name = {host.name: host for host in HOSTS}
    for name in difference.hosts:
        calls = by_name[name].calls(suite)
        assert any(
            difference in differences.expected_value(by_name[name], call)[1] for call in calls
        )


# What is counted ----------------------------------------------------------------------------------


def values(calls: Sequence[HostCall]) -> Iterator[Block]:
    yield from PYTHON.calculate(calls)


def test_another_value_is_named(suite: list[Case], broken_functions: dict[str, str]) -> None:
    def one_is_wrong(calls: Sequence[HostCall]) -> Iterator[Block]:
        first, *others = values(calls)
        yield [["wrong"] * len(first[0])] * len(first)
        yield from others

    result = report.run_suite(replace(PYTHON, calculate=one_is_wrong), suite, broken_functions)
    assert (result.total.agree, result.total.disagree) == (len(suite) - 1, 1)
    (said,) = result.disagreements
    assert suite[0].formula in said and '"wrong"' in said


def test_values_that_do_not_come_disagree(
    suite: list[Case], broken_functions: dict[str, str]
) -> None:
    def too_few(calls: Sequence[HostCall]) -> list[Block]:
        return list(values(calls))[:-1]

    result = report.run_suite(replace(PYTHON, calculate=too_few), suite, broken_functions)
    assert (result.total.disagree, len(result.disagreements)) == (1, 1)


def test_a_host_that_fails_agrees_with_nothing(
    suite: list[Case], broken_functions: dict[str, str]
) -> None:
    def failing(calls: Sequence[HostCall]) -> list[Block]:
        raise EngineError("no answer")

    result = report.run_suite(replace(PYTHON, calculate=failing), suite, broken_functions)
    assert result.disagreements == ["Python failed: no answer"]
    assert (result.total.agree, result.total.disagree) == (0, len(suite))


def test_a_host_that_is_not_there_is_missing(suite: list[Case]) -> None:
    result = report.run_suite(replace(PYTHON, explain_absence=lambda: "get it"), suite)
    assert (result.missing, result.functions, result.total) == ("get it", {}, report.Count())


@pytest.fixture
def broken() -> Iterator[list[Case]]:
    """The cases of a function whose code fails."""

    @function("Arithmetic of tests")
    def BROKEN(numbers: Each, divisor: Number = 2) -> float:
        """A part of each number.

        Parameters
        ----------
        numbers
            The numbers.
        divisor
            How many parts.

        Source
        ------
        Arithmetic.

        Examples
        --------
        >>> BROKEN([[2], [3]])
        [[1.0], [1.5]]
        >>> BROKEN(6, 3)
        2.0
        """
        return numbers / division  # type: ignore[name-defined]  # noqa: F821

    yield [case for case in all_cases.collect_cases() if case.function == BROKEN.name]
    CATALOGUE.remove(BROKEN.name)


def what_users_see(calls: Sequence[HostCall]) -> Iterator[Block]:
    """The cells of a program with other processes: what the function says to any host."""
    for call in calls:
        yield to_block(CATALOGUE[call.case.function].call_from_host(*call.case.arguments))


IN_THIS_PROCESS = ("Python", "recalc, formualizer", "recalc, formulas", "Excel, xlwings")


@pytest.mark.parametrize("host", HOSTS, ids=lambda host: host.name)
def test_a_function_whose_code_fails_agrees_nowhere(host: Host, broken: list[Case]) -> None:
    """Not even where an error is expected, or predicted by a difference."""
    assert any(case.value == [["#VALUE!"]] for case in broken)
    if host.name not in IN_THIS_PROCESS:
        host = replace(host, calculate=what_users_see, explain_absence=lambda: "")
    calls = len([*host.calls(broken)])
    result = report.run_suite(host, broken)
    assert result.total == report.Count(disagree=calls)
    if host.functions is None:
        assert calls >= len(broken) > 8
        (sentence,) = result.disagreements
        assert "BROKEN(" in sentence and "name 'division' is not defined" in sentence
    assert report.summarize(host, result)[2:] == ("", int(calls > 0), 0, 0, calls)


@pytest.mark.slow
def test_the_summary_of_a_run_shows_it(broken: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosts, "HOSTS", (PYTHON, replace(PYTHON, explain_absence=lambda: "no")))
    ran = conformance("--markdown", "summary")
    assert ran.return_value == 1
    agree, wrong = len(all_cases.collect_cases()) - len(broken), len(broken)
    counts = f"{len(CATALOGUE)} | {agree + wrong:,} | {agree:,} | 0 | {wrong} |"
    assert ran.stdout.splitlines()[2:] == [
        f"| Python | itself | {counts}",
        "| Python | itself | not run |  |  |  |  |",
    ]


# The command, and the pages -----------------------------------------------------------------------


def conformance(*words: str) -> Result:
    return CliRunner().invoke(
        command.conformance, words, catch_exceptions=False, standalone_mode=False
    )


@pytest.mark.slow
def test_the_command(suite: list[Case], monkeypatch: pytest.MonkeyPatch) -> None:
    missing = replace(PYTHON, name="Nowhere", explain_absence=lambda: "get it")
    monkeypatch.setattr(hosts, "HOSTS", (PYTHON, missing))
    ran = conformance()
    assert ran.return_value == 0
    assert "Nowhere: missing: get it\n" in ran.stderr
    lines = {line.split()[0]: line.split()[1:] for line in ran.stdout.splitlines() if line.split()}
    assert {function.name for function in CATALOGUE} < set(lines)
    assert lines["all"] == [str(len(suite)), "missing"]

    ran = conformance("--json", "--host", "Python")
    (only,) = json.loads(ran.stdout)
    assert (only["host"], only["disagreements"]) == ("Python", [])
    assert sum(count["agree"] for count in only["functions"].values()) == len(suite)


def test_a_disagreement_is_the_commands_end(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(PYTHON, calculate=lambda calls: [[["wrong"]] for _ in calls])
    monkeypatch.setattr(hosts, "HOSTS", (wrong,))
    ran = conformance()
    assert ran.return_value == 1
    assert '"wrong"' in ran.stderr and "more; --json lists them all" in ran.stderr


def test_a_host_that_nobody_knows() -> None:
    ran = CliRunner().invoke(command.conformance, ["--host", "Lotus"])
    assert ran.exit_code == 2 and "“LibreOffice, add-in”" in ran.stderr


@pytest.mark.slow
def test_the_page_of_differences_is_current_and_lists_nothing_else() -> None:
    """Else: python -m tests.conformance.write."""
    printed = differences.format_page(HOSTS, all_cases.collect_cases(), ALL_DIFFERENCES)
    page = write.PAGE.read_text("utf-8")
    assert page == write.with_tables(page, printed)
    rows = [
        line for line in page.partition("## Native workbooks")[0].splitlines() if line[:1] == "|"
    ]
    assert rows == [line for line in printed.splitlines() if line]


def test_a_missing_licence_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XLWINGS_LICENSE_KEY", raising=False)
    assert "XLWINGS_LICENSE_KEY" in SERVER.explain_absence()


def test_pyodide_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.pathsep.join([str(tmp_path)]))
    assert PYODIDE.explain_absence() == "Node is not installed."
    (tmp_path / "node").touch(mode=0o755)
    monkeypatch.setenv("XL_TOURNEY_PYODIDE", str(tmp_path))
    assert PYODIDE.explain_absence().startswith("npm install pyodide@")
