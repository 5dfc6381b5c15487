"""What is wrong with a workbook, as part of a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from xl_tourney.events.report import FailedCheck, Report, describe_faults

CELLS = [f"Standings!B{row}" for row in range(6, 11)]
CHECKS = [FailedCheck(statement, str(n)) for n, statement in enumerate("abcde", 1)]


@pytest.mark.parametrize(
    ("broken", "problems", "sentence"),
    [
        (0, 0, "its status is “Not finished”"),
        (1, 2, "Standings!B6 of its standings is an error"),
        (3, 0, "Standings!B6, Standings!B7, Standings!B8 of its standings are errors"),
        (
            5,
            0,
            "Standings!B6, Standings!B7, Standings!B8 and 2 more cells of its standings are errors",
        ),
        (0, 1, "“a” fails (1)"),
        (0, 3, "“a” fails (1); “b” fails (2); “c” fails (3)"),
        (0, 5, "“a” fails (1); “b” fails (2); “c” fails (3); and 2 more checks fail"),
    ],
)
def test_errors_come_first_and_three_are_named(broken: int, problems: int, sentence: str) -> None:
    nothing: Any = None  # the workbook itself is not looked at
    texts = ("Cup", "", None, "Not finished", "")
    report = Report(nothing, *texts, CHECKS[:problems], CELLS[:broken], [])
    assert describe_faults(report) == sentence
