"""The command that checks the installation."""

from __future__ import annotations

import click

from .terminal.options import json_option, verbose


@click.command()
@json_option
@verbose
def doctor(as_json: bool) -> None:
    """Say what is installed, which hosts are ready, and what to do next."""
    from ..doctor.installation import check_installation, next_step
    from .terminal import printing

    findings = check_installation()
    if as_json:
        printing.print_json([finding.to_json() for finding in findings])
        return
    printing.print_table(
        ["what", "state", "", "to do"],
        [[finding.subject, finding.state, finding.message, finding.remedy] for finding in findings],
    )
    step = next_step(findings)
    click.echo(f"Next: {step.remedy}" if step else "Everything is ready.", err=True)
