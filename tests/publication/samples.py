"""Reports of workbooks: of those that are made anew, and of the samples as they are shipped."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from xl_tourney.events.report import Report, make_report
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.output import package

WORKBOOKS = Path(__file__).parents[2] / "workbooks"
SMALLEST = {"tantrix": 0, "kdice": 0, "bridge": 1, "go": 1, "chess": 1, "league": 1}
"""The smallest sample of each template."""


def report(template: Template, data: Path | None, **options: Any) -> Report:
    """The report of a workbook that nobody has calculated before."""
    workbook = template.build(template.read(data) if data else None, **options)
    return make_report(Package(package(workbook), "book.xlsx"))


@cache
def report_of_sample(template: str, number: int) -> Report:
    """The report of the workbook of a sample, which test_samples.py finds to be that of today."""
    sample = TEMPLATES[template].samples[number]
    return make_report(Package((WORKBOOKS / sample.name).read_bytes(), "book.xlsx"))
