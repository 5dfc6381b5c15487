"""The commands about this installation: what is there, and whether all hosts give the same."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

import click

from .terminal.options import Exit, command, json_option
from .terminal.printing import print_json, print_table

_MAX_LISTED = 20


@command()
@click.option(
    "--host", "host_names", multiple=True, metavar="NAME", help="One of the hosts; else all."
)
@click.option(
    "--markdown",
    type=click.Choice(["summary", "differences"]),
    help="Print a table of the documentation: of this run, or of the differences that are known.",
)
@json_option
def conformance(host_names: tuple[str, ...], markdown: str | None, as_json: bool) -> int:
    """Call every function in every host, and compare: exit 1 where a value is another.

    The cases are the examples of the functions, the published figures, and what holds for errors
    and blanks.  A host that is not there is said to be missing, and what to do about it.
    """
    from ..conformance import differences, report
    from ..conformance.hosts import HOSTS
    from ..conformance.suite import collect_cases

    cases = collect_cases()
    if markdown == "differences":
        click.echo(differences.format_page(HOSTS, cases), nl=False)
        return Exit.DONE
    unknown = set(host_names) - {host.name for host in HOSTS}
    if unknown:
        known = ", ".join(f"“{host.name}”" for host in HOSTS)
        raise click.UsageError(f"There is no host {unknown.pop()}; there are {known}.")

    hosts = [host for host in HOSTS if not host_names or host.name in host_names]
    broken = report.broken_functions(cases)
    results = []
    for host in hosts:
        started = time.monotonic()
        result = report.run_suite(host, cases, broken)
        results.append(result)
        elapsed = f"{time.monotonic() - started:.1f} s"
        outcome = f"missing: {result.missing}" if result.missing else f"{result.total}, {elapsed}"
        click.echo(f"{host.name}: {outcome}", err=True)
    disagreements = [message for result in results for message in result.disagreements]
    status = Exit.DIFFERENT if disagreements else Exit.DONE
    if as_json:
        print_json([asdict(result) for result in results])
        return status
    if markdown == "summary":
        click.echo(report.format_summary(map(report.summarize, hosts, results)), nl=False)
        return status
    functions = dict.fromkeys(case.function for case in cases)
    rows: list[list[object]] = [
        [name, *(result.functions.get(name, "") for result in results)] for name in functions
    ]
    rows.append(["all", *("missing" if r.missing else r.total for r in results)])
    print_table(["function", *(result.host for result in results)], rows)
    click.echo(
        "12+3: twelve calls give the same value, three another one that "
        "xl-tourney conformance --markdown differences lists.",
        err=True,
    )
    for message in disagreements[:_MAX_LISTED]:
        click.echo(message, err=True)
    if len(disagreements) > _MAX_LISTED:
        click.echo(f"and {len(disagreements) - _MAX_LISTED} more; --json lists them all", err=True)
    return status


@command()
@click.argument("files", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@json_option
def doctor(files: tuple[Path, ...], as_json: bool) -> int:
    """Say what is installed, which hosts are ready, and what to do next.

    With files: say what Excel would not accept in these workbooks, add-ins and macro workbooks.
    """
    return _check_files(files, as_json) if files else _check_installation(as_json)


def _check_installation(as_json: bool) -> int:
    from ..doctor.installation import check_installation, next_step

    findings = check_installation()
    if as_json:
        print_json([finding.to_json() for finding in findings])
        return Exit.DONE
    print_table(
        ["what", "state", "", "to do"],
        [[finding.subject, finding.state, finding.message, finding.remedy] for finding in findings],
    )
    step = next_step(findings)
    click.echo(f"Next: {step.remedy}" if step else "Everything is ready.", err=True)
    return Exit.DONE


def _check_files(files: tuple[Path, ...], as_json: bool) -> int:
    from ..doctor.workbook import check_workbook

    problems = {str(path): check_workbook(path) for path in files}
    if as_json:
        print_json(
            {name: [asdict(problem) for problem in found] for name, found in problems.items()}
        )
    else:
        for name, found in problems.items():
            for problem in found:
                click.echo(f"{name}: {problem}")
            if not found:
                click.echo(f"{name}: nothing that Excel would repair was found.", err=True)
    return Exit.SOME_FAILED if any(problems.values()) else Exit.DONE
