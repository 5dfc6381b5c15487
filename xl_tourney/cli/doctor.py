"""The command that looks at the installation."""

from __future__ import annotations

from dataclasses import asdict

import click

from .terminal.options import json_option, verbose


@click.command()
@json_option
@verbose
def doctor(as_json: bool) -> None:
    """Say what is installed, which hosts are ready, and what to do next."""
    from ..doctor.installation import examine, next_step
    from .terminal import printing

    findings = examine()
    if as_json:
        printing.as_json([asdict(finding) for finding in findings])
        return
    printing.table(
        ["what", "state", "", "to do"],
        [[finding.what, finding.state, finding.says, finding.do] for finding in findings],
    )
    step = next_step(findings)
    click.echo(f"Next: {step.do}" if step else "Everything is ready.", err=True)
