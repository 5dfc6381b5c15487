"""The command that checks the installation."""

from __future__ import annotations

from pathlib import Path

import click

from .terminal.options import Exit, command, json_option


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
    from .terminal import printing

    findings = check_installation()
    if as_json:
        printing.print_json([finding.to_json() for finding in findings])
        return Exit.DONE
    printing.print_table(
        ["what", "state", "", "to do"],
        [[finding.subject, finding.state, finding.message, finding.remedy] for finding in findings],
    )
    step = next_step(findings)
    click.echo(f"Next: {step.remedy}" if step else "Everything is ready.", err=True)
    return Exit.DONE


def _check_files(files: tuple[Path, ...], as_json: bool) -> int:
    from dataclasses import asdict

    from ..doctor.workbook import check_workbook
    from .terminal import printing

    problems = {str(path): check_workbook(path) for path in files}
    if as_json:
        printing.print_json(
            {name: [asdict(problem) for problem in found] for name, found in problems.items()}
        )
    else:
        for name, found in problems.items():
            for problem in found:
                click.echo(f"{name}: {problem}")
            if not found:
                click.echo(f"{name}: nothing that Excel would repair was found.", err=True)
    return Exit.SOME_FAILED if any(problems.values()) else Exit.DONE
