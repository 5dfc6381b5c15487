"""The command that brings saved workbooks up to date: one of them, or a season."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ..commands.workbooks.recalc import SAVED_SUFFIXES
from ..errors import TourneyError
from ..ooxml.package import Limits
from ..recalculation.options import Options
from ..resource_limits import ResourceLimits
from .one_workbook import print_receipt, recalc_one
from .terminal.declared import declared_options
from .terminal.inert import discard_output, inert
from .terminal.options import (
    FILE_PATH,
    Exit,
    check_suffix,
    command,
    json_option,
    resource_options,
    size_option,
)

STDIN = "-"


@command("recalc")
@click.argument("paths", nargs=-1, required=True)
@declared_options("recalc", "check", "output", "engine", "now")
@json_option
@click.option("--jobs", type=click.IntRange(1), help="How many processes; else one for each core.")
@resource_options
@size_option
@declared_options("recalc", "force", "strict", "third_opinion")
@click.option(
    "--follow-links", is_flag=True, help="Read also what links in a folder lead to elsewhere."
)
@click.option("--fail-fast", is_flag=True, help="Begin no more workbooks when one has failed.")
@click.option(
    "--record",
    type=FILE_PATH,
    help="A file that remembers what is up to date, so that it is not calculated again.",
)
@click.option("--dask", metavar="ADDRESS", help="Calculate on a dask cluster, as tcp://host:8786.")
def recalc_command(
    paths: tuple[str, ...],
    output: Path | None,
    as_json: bool,
    fail_fast: bool,
    resources: ResourceLimits,
    limits: Limits,
    jobs: int | None,
    record: Path | None,
    dask: str | None,
    follow_links: bool,
    **how: Any,
) -> int:
    """Bring the cached values of saved workbooks up to date; nothing else in them changes.

    PATHS are workbooks, folders, patterns such as 'season/**/*.xlsx', URLs such as
    s3://club/season/table.xlsx, or - for a list of them on standard input.
    """
    from ..batch.paths import is_one_file

    if output:
        check_suffix(output, SAVED_SUFFIXES)
    is_single = len(paths) == 1 and paths[0] != STDIN and is_one_file(paths[0])
    how["limits"] = limits
    if is_single and not (jobs or record or dask or follow_links):
        return recalc_one(paths[0], str(output) if output else None, how, as_json, resources)
    if output:
        raise click.UsageError("--output goes with one workbook.")
    return _recalc_many(
        paths, Options(**how), as_json, fail_fast, dask, follow_links, jobs, record, resources
    )


def _recalc_many(
    names: tuple[str, ...],
    options: Options,
    as_json: bool,
    fail_fast: bool,
    dask: str | None,
    follow_links: bool,
    jobs: int | None,
    record: Path | None,
    resources: ResourceLimits,
) -> int:
    """Many workbooks in worker processes; print the receipts in order of completion."""
    from ..batch.dask_cluster import connect
    from ..batch.paths import absolute, expand
    from ..batch.scheduler import ClusterLostError, recalc_many
    from ..batch.worker_pool import count_cores
    from ..resource_limits import DEFAULT_SECONDS, default_memory
    from .terminal.progress import Progress, RunSummary, Stopper

    seconds, memory = resources.seconds or DEFAULT_SECONDS, resources.memory
    if not (memory or dask):  # a cluster's workers have limits of their own
        memory = default_memory(jobs or count_cores())
    run_options = {"jobs": jobs, "record": record, "timeout": seconds, "max_memory": memory}
    summary = RunSummary(options.check, has_record=bool(record))
    is_closed = is_lost = False
    with Stopper() as stopper, connect(dask) as cluster, Progress(names) as progress:
        paths = stopper.take_while_running(
            expand(_read_names(names), _report_skipped, follow_links=follow_links)
        )
        if dask:
            paths = map(absolute, paths)  # its workers have other working folders
        try:
            for receipt in recalc_many(paths, options=options, **{**run_options, **cluster}):
                summary.add(receipt)
                progress.advance()
                print_receipt(receipt, as_json, options.check)
                if fail_fast and receipt.failed:
                    stopper.stop()
        except KeyboardInterrupt:
            stopper.stop()
        except BrokenPipeError:
            discard_output()
            is_closed = True
        except ClusterLostError as error:
            click.echo(inert(str(error)), err=True)
            is_lost = True
    click.echo(summary.format(), err=True)
    if is_closed:
        return Exit.CLOSED
    if is_lost:
        return Exit.WRONG
    if stopper.interrupted:
        click.echo("Stopped; run it again for what is left.", err=True)
        return Exit.WRONG
    if not summary.workbooks and STDIN not in names:
        raise TourneyError(f"There is no workbook in {', '.join(names)}; name files or folders.")
    return summary.exit_code()


def _report_skipped(path: str, reason: str) -> None:
    click.echo(inert(f"{path}: skipped, {reason}."), err=True)


def _read_names(names: tuple[str, ...]) -> Iterator[str]:
    """The names; ``-`` is replaced by the lines of standard input, read lazily."""
    for name in names:
        if name == STDIN:
            yield from filter(None, (line.rstrip("\r\n") for line in sys.stdin))
        else:
            yield name
