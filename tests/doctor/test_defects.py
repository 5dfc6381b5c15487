"""A defect of each kind is planted into a workbook, and found; what Excel just takes passes.

``defects.txt`` has them, with the page of Microsoft's documents that makes a limit one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.doctor import planting
from tests.doctor.planting import Planting, add, broken, change, remove
from xl_tourney.doctor.workbook import check_workbook

LINES = [
    line
    for line in Path(__file__).with_name("defects.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]
PAGES = {line.split()[0][1:]: line.split()[1] for line in LINES if line.startswith("@")}
PASSES = "passes"


class Defect(NamedTuple):
    """A change of the sound workbook."""

    planting: Planting
    message: str
    """What is said of it, or that it passes."""
    problems: int
    page: str


def repeated(text: str) -> str:
    """The text with what stands in it many times.

    >>> repeated('{3 x}: {2 <a n="#"/>}')
    'xxx: <a n="1"/><a n="2"/>'
    """

    def times(found: re.Match[str]) -> str:
        return "".join(found[2].replace("#", f"{n}") for n in range(1, int(found[1]) + 1))

    return re.sub(r"\{(\d+) (.+?)\}", times, text.replace("\\n", "\n"), flags=re.DOTALL)


def read_defect(line: str) -> tuple[str, Defect]:
    """The name and the defect of a line."""
    name, part, pattern, instead, message, *more = line.split(" | ")
    what, _, other = part.partition(" ")
    if what == "remove":
        planted = remove(other)
    elif what == "add":
        planted = add(other, instead)
    else:
        planted = change(getattr(planting, part), pattern, repeated(instead))
    problems = int(more.pop(0)) if more and more[0].isdigit() else int(message != PASSES)
    return name, Defect(planted, message, problems, *more or [""])


DEFECTS = dict(read_defect(line) for line in LINES if not line.startswith("@"))


@pytest.mark.parametrize("name", DEFECTS)
def test_a_planted_defect_is_found(sound: bytes, name: str, tmp_path: Path) -> None:
    defect = DEFECTS[name]
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, defect.planting))
    found = check_workbook(path)
    assert len(found) == defect.problems, found
    assert defect.message == PASSES or any(defect.message in str(problem) for problem in found)


def test_published_limits_have_a_page_of_microsofts() -> None:
    assert sum(bool(defect.page) for defect in DEFECTS.values()) >= 30
    assert {defect.page for defect in DEFECTS.values()} - {""} == {*PAGES}
    support = "https://support.microsoft.com/en-us/office/"
    learn = "https://learn.microsoft.com/en-us/"
    for page in PAGES.values():
        assert page.startswith((support, f"{learn}openspecs/", f"{learn}office/vba/"))
