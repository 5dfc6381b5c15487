"""benchmarks/mutants changes what a program does, one thing at a time, and sees who notices."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from coverage import CoverageData

from benchmarks.mutants import drawing, nearest, running

pytestmark = pytest.mark.slow

ENOUGH = 600
"""Seconds: more than a busy machine makes of a few, and more than a test may take."""

SOURCE = '''\
"""A docstring with 3 < 4."""
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    import never
TABLE: dict[int, "a | b"] = {1: 2}
RULE = f'=IF({cell}<4,"",1)'


def sign(number: int | None = 5) -> int:
    """Not 1."""
    if not number:
        raise ValueError(7)
    total = 0
    total += number * 2
    print("x", width=9)
    return total


def is_it():
    return False


class Nothing:
    def __repr__(self) -> str:
        return "1" * 2
'''


def changed(mutant: drawing.Mutant, source: bytes) -> str:
    return (source[: mutant.start] + mutant.new.encode() + source[mutant.end :]).decode()


def test_the_sites_of_a_module() -> None:
    source = SOURCE.encode()
    sites = drawing.Sites(Path("x.py"), source).found
    found = [[(m.line, m.name, m.old, m.new) for m in site] for site in sites]
    assert found == [
        [(5, "", "1", "2"), (5, "", "2", "3")],
        [(6, "", RULE, RULE.replace(*pair)) for pair in (("<4", "<=4"), ("4", "5"), ("1", "2"))],
        [(9, "sign", "5", "6")],
        [(11, "sign", "not number", "(not (not number))"), (11, "sign", "not number", "(False)")],
        [(11, "sign", "not number", "(number)")],
        [(13, "sign", "0", "1")],
        [(14, "sign", "total += number * 2", "pass")],
        [(14, "sign", "number * 2", "(number / 2)")],
        [(14, "sign", "2", "3")],
        [(15, "sign", 'print("x", width=9)', "pass")],
        [(16, "sign", "return total", "return None")],
        [(20, "is_it", "False", "True")],
    ]
    for site in sites:
        for mutant in site:
            assert changed(mutant, source) != SOURCE
            ast.parse(changed(mutant, source))


RULE = "f'=IF({cell}<4,\"\",1)'"


def test_a_seed_draws_the_same_mutants_again() -> None:
    folder = f"{nearest.PACKAGE}/functions/tantrix"
    first = drawing.draw(running.ROOT, folder, 7, 12)
    assert drawing.draw(running.ROOT, folder, 7, 12) == first
    assert drawing.draw(running.ROOT, folder, 8, 12) != first
    assert len({(m.path, m.start) for m in first}) == 12
    for mutant in first:
        source = (running.ROOT / mutant.path).read_bytes()
        assert source[mutant.start : mutant.end].decode() == mutant.old


def test_the_nearest_tests_are_of_the_module() -> None:
    tests = nearest.Tests(running.ROOT)
    path = Path("xl_tourney/functions/tantrix/points.py")
    mutant = next(m for site in drawing.sites_of(running.ROOT, path) for m in site)
    files = [file.as_posix() for file in tests.nearest(mutant)]
    assert "tests/functions/test_tantrix.py" in files[:3]
    assert len(files) == len(set(files)) <= nearest.MOST_FILES + 2


@pytest.mark.slow
def test_a_mutant_is_killed_by_the_test_that_fails_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # half of a start, and not needed
    source = "def larger(a, b):\n    return a if a > b else b\n"
    (tmp_path / "house.py").write_text(source, "utf-8")
    tests = {
        "test_weak.py": "larger(1, 1) == 1",
        "test_broken.py": "larger(1, 1) == 2",
        "test_strong.py": "larger(2, 1) == 2",
    }
    for name, claim in tests.items():
        code = f"from house import larger\n\n\ndef test_it():\n    assert {claim}\n"
        (tmp_path / name).write_text(code, "utf-8")
    (site,) = (s for s in drawing.sites_of(tmp_path, Path("house.py")) if s[0].old == "a > b")
    equal, less = site
    weak, broken, strong = (nearest.Group([name]) for name in tests)
    assert running.kill(tmp_path, less, [broken], ENOUGH) == ""
    assert running.kill(tmp_path, less, [weak, strong], ENOUGH) == "test_strong.py::test_it"
    assert running.kill(tmp_path, equal, [weak, strong], ENOUGH) == ""
    assert running.kill(tmp_path, less, [nearest.Group(["test_weak.py::test_gone"])], ENOUGH) == ""
    moved = nearest.Group(["test_weak.py::test_gone", *strong.tests, *weak.tests])
    assert running.kill(tmp_path, less, [moved], ENOUGH) == "test_strong.py::test_it"
    assert running.kill(tmp_path, equal, [moved], ENOUGH) == ""
    assert (tmp_path / "house.py").read_text("utf-8") == source


def test_a_value_reaches_as_far_as_what_is_made_of_it() -> None:
    source = "A = 5\nB = A + 1\n\ndef twice():\n    return 2 * B\n\nC = [twice()]\nD = 7\n"
    assert nearest._made_of(ast.parse(source), 1) == {"A", "B", "twice", "C"}
    assert nearest._made_of(ast.parse(source), 8) == {"D"}


def test_tests_that_reach_little_else_run_first(tmp_path: Path) -> None:
    (tmp_path / "xl_tourney").mkdir()
    (tmp_path / "xl_tourney" / "house.py").write_text("def two():\n    return 1 + 1\n", "utf-8")
    measured = CoverageData(str(tmp_path / "reach"))
    house = str(tmp_path / "xl_tourney" / "house.py")
    lines = {f"tests/a.py::test_it[{case}]|run": [2] for case in "abcde"}
    lines |= {"tests/b.py::test_other|run": [1, 2], "tests/c.py::test_last|setup": [2]}
    for context, reached in {**lines, "tests/d.py::test_far|run": [1]}.items():
        measured.set_context(context)
        measured.add_lines({house: reached})
    measured.write()
    (site, *_) = drawing.sites_of(tmp_path, Path("xl_tourney/house.py"))
    reach = nearest.Reach(tmp_path, tmp_path / "reach")
    contexts = reach.contexts(site[0])
    assert contexts == set(lines)
    cases = [f"tests/a.py::test_it[{case}]" for case in "abcde"]
    assert reach.tests(contexts) == [*cases[:3], "tests/b.py::test_other", *cases[3:]]


def test_what_names_no_test_is_not_taken_for_what_they_reach(tmp_path: Path) -> None:
    measured = CoverageData(str(tmp_path / "reach"))
    measured.add_lines({str(tmp_path / "house.py"): [1]})
    measured.write()
    with pytest.raises(ValueError, match="reach: it names no test; remove it"):
        nearest.Reach(tmp_path, tmp_path / "reach")
