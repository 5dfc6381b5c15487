"""The command for one workbook and for a season of them: golden runs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import openpyxl
import pytest

from xl_tourney import commands
from xl_tourney.cli.main import FLAGS
from xl_tourney.cli.terminal.options import Exit

from ..batch import deadly
from ..processes import ROOT, over_time, read_line, started
from ..recalculation import books

COMMAND = [sys.executable, "-m", "xl_tourney", "recalc"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

ONE = ("--jobs", 1)
"""One worker: to start another takes longer than these workbooks."""

start_command = partial(started, "recalc", "--json")
"""The command in a process of its own, with pipes to it."""


@pytest.fixture
def run(run):
    """Run the command in a folder of its own; gives exit code, stdout and stderr."""
    return partial(run, "recalc")


@pytest.fixture
def season(tmp_path) -> Path:
    """Twelve stale workbooks; no bad one."""
    folder = tmp_path / "season"
    folder.mkdir()
    for number in range(12):
        books.book(folder / f"{number:02}.xlsx", deadly.stale() | {"D1": number})
    return folder


def test_a_folder_is_brought_up_to_date(run, season) -> None:
    code, out, err = run("season")
    assert code == Exit.DONE
    lines = sorted(out.splitlines())
    assert len(lines) == 12
    assert lines[0].startswith(f"{Path('season', '00.xlsx')}: 3 formulas, 3 changed, 0 kept")
    summary = err.splitlines()
    assert summary[0].startswith("12 workbooks in ")
    assert summary[0].endswith(": 12 changed, 0 failed")
    assert summary[1] == "slowest:"
    assert len(summary) == 7
    assert run("season", "--check", *ONE)[0] == Exit.DONE


def test_why_cells_are_kept_and_what_is_uncertain(run, season) -> None:
    books.book(
        season / "00.xlsx",
        {
            "A1": 1,
            "A2": ("=A1+1", 9),
            "B1": ("=NOSUCH(A2)", 7),
            "B2": ("=NOSUCH(A1)", 7),
            "C1": ("=B1+1", 0),
        },
    )
    reasons = "kept because: formualizer has no function NOSUCH (2)"
    code, out, err = run(str(season / "00.xlsx"), "--check")
    assert code == Exit.DIFFERENT
    assert "4 formulas, 2 stale, 2 kept, 1 uncertain, 0 errors" in out
    assert err.splitlines()[0] == f"  {reasons}"
    assert "uncertain Sheet1!C1: it depends on Sheet1!B1, which is not calculated" in err
    assert f"\n2 cells kept, 1 uncertain; {reasons}\n" in run("season", "--check", *ONE)[2]
    assert "1 stale, 3 kept, 0 errors" in run(str(season / "00.xlsx"), "--check", "--strict")[1]


def test_check_over_all_of_them(run, season) -> None:
    run("season", *ONE)
    stale = books.book(season / "03.xlsx", deadly.stale())
    before = stale.read_bytes()
    code, out, err = run("--check", "season/*.xlsx", *ONE)
    assert code == Exit.DIFFERENT
    assert f"{Path('season', '03.xlsx')}: 3 formulas, 3 stale" in out
    assert ": 1 stale, 0 failed" in err
    assert stale.read_bytes() == before


def test_the_failed_are_said_and_summed_up(run, season) -> None:
    deadly.not_a_zip(season / "05.xlsx")
    code, out, err = run("season", *ONE)
    assert code == Exit.SOME_FAILED
    assert len(out.splitlines()) == 11
    bad = Path("season", "05.xlsx")
    assert f"{bad}: is not a workbook" in err
    assert err.endswith(f"failed:\n  {bad}\n")
    assert run("season", "--check", *ONE)[0] == Exit.SOME_FAILED


def test_json_has_a_line_for_each(run, season) -> None:
    deadly.not_a_zip(season / "05.xlsx")
    code, out, err = run("--json", "season", *ONE)
    receipts = {r["path"]: r for r in map(json.loads, out.splitlines())}
    assert code == Exit.SOME_FAILED
    assert len(receipts) == 12
    assert receipts[str(Path("season", "05.xlsx"))]["failed"].startswith(str(Path("season")))
    assert receipts[str(Path("season", "06.xlsx"))]["changed"] == 3
    assert err.startswith("12 workbooks in")


def test_fail_fast_begins_no_more(run, season) -> None:
    for path in season.iterdir():
        deadly.not_a_zip(path)
    code, out, err = run("season", "--fail-fast", *ONE)
    assert code == Exit.SOME_FAILED
    assert out == ""
    assert 1 <= sum("is not a workbook" in line for line in err.splitlines()) <= 4


def test_a_record_leaves_out_what_is_up_to_date(run, season) -> None:
    assert run("season", "--record", "runs.db", *ONE)[0] == Exit.DONE
    books.book(season / "03.xlsx", deadly.stale())
    code, out, err = run("season", "--record", "runs.db", *ONE)
    assert code == Exit.DONE
    assert out.count("up to date, as recorded") == 11
    assert ": 1 changed, 0 failed, 11 up to date as recorded" in err


def test_a_limit_of_time_names_the_slow_one(run, season) -> None:
    slow = season / "05.xlsx"
    deadly.without_end(slow)
    before = slow.read_bytes()
    code, out, err = run("season/05.xlsx", "missing.xlsx", "--timeout", 0.5, *ONE)
    assert (code, out) == (Exit.SOME_FAILED, "")
    assert re.search(rf"season/05\.xlsx: {over_time(0.5)}; the workbook is left", err)
    assert "missing.xlsx: there is no such file" in err
    assert slow.read_bytes() == before


def test_limits_hold_for_one_workbook_too(run, tmp_path) -> None:
    deadly.swelling(tmp_path / "swelling.xlsx")
    code, out, err = run("swelling.xlsx", "--max-memory", "150M")
    assert (code, out) == (Exit.WRONG, "")
    assert "swelling.xlsx: it needed more than 157,286,400 bytes of memory" in err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("a.xlsx", "b.xlsx", "-o", "c.xlsx"), "--output goes with one workbook"),
        (("a.xlsx", "--max-memory", "much"), "much is no size such as 500M or 2G"),
        (("empty",), "There is no workbook in empty; name files or folders."),
    ],
)
def test_wrong_usage_is_said(arguments, says, run, tmp_path) -> None:
    (tmp_path / "empty").mkdir()
    code, out, err = run(*arguments)
    assert (code, out) == (Exit.WRONG, "")
    assert says in err


def test_a_pattern_that_nothing_fits_is_an_unreadable_file(run) -> None:
    code, _, err = run("season/*.xlsx")
    assert code == Exit.SOME_FAILED, err
    assert "season/*.xlsx: there is no such file" in err


def test_standard_input_is_read_while_it_comes(season) -> None:
    """The first receipts are there before the list has ended."""
    with start_command("--jobs", "1", "-") as process:
        assert process.stdin
        assert process.stdout
        paths = [str(path) for path in sorted(season.iterdir())]
        for path in paths[:6]:
            process.stdin.write(f"{path}\n")
        process.stdin.flush()
        first = json.loads(process.stdout.readline())["path"]
        process.stdin.write("\n" + "\n".join(paths[6:]) + "\n")
        process.stdin.close()
        assert process.stderr
        out, err = process.stdout.read(), process.stderr.read()
    rest = [json.loads(line)["path"] for line in out.splitlines()]
    assert sorted([first, *rest]) == paths
    assert process.returncode == Exit.DONE
    assert err.startswith("12 workbooks in")


def test_flags_are_read_without_click_as_with_it(season: Path) -> None:
    declared = commands.find("recalc")
    assert declared
    assert {one.name for one in declared.parameters if one.kind is bool} == FLAGS
    words = [*COMMAND, str(season / "00.xlsx"), "--check", "--third-opinion"]
    plainly, by_click = (
        subprocess.run([*words, *more], capture_output=True, text=True, env=ENVIRONMENT)
        for more in ([], ["--engine", "formualizer"])
    )
    assert plainly.returncode == by_click.returncode == Exit.DIFFERENT
    assert plainly.stdout.rpartition(", ")[0] == by_click.stdout.rpartition(", ")[0] != ""


NEEDED_BY_FEW = {
    *("ast", "bz2", "calendar", "click", "concurrent.futures", "dataclasses", "datetime"),
    *("hashlib", "inspect", "lzma", "multiprocessing", "openpyxl", "psutil", "random", "rich"),
    *("shutil", "sqlite3", "tempfile"),
    *(
        f"xl_tourney.{name}"
        for name in (
            *("batch", "commands", "events", "hosts", "languages", "readers", "templates"),
            *("catalogue.declaration", "cli.program", "engines.cellrune"),
            *("engines.conditions.predicates", "ooxml.backups", "ooxml.charts"),
            *("ooxml.minimal_copy", "ooxml.minimal_package", "ooxml.sheet.new_cells"),
            *("recalculation.charts", "recalculation.precedents.dependent_cells"),
            *("recalculation.precedents.circles", "recalculation.trust.second_opinion"),
        )
    ),
}
"""What a small workbook is calculated without; each import makes every start slower."""
WAITING = {
    "json",
    "pathlib",
    "pickle",
    "re",
    "typing",
    "xl_tourney.calculation",
    "xl_tourney.ooxml",
}
"""What the process does not need either that waits for the one that calculates."""


@pytest.mark.parametrize(
    ("change", "unneeded"),
    [
        ("; guarded._UNMEASURED_SECONDS = 60", NEEDED_BY_FEW | WAITING),
        ("; guarded.call_guarded = lambda call, *_: call()", NEEDED_BY_FEW),
    ],
    ids=["waits", "calculates"],
)
def test_a_small_workbook_imports_only_what_it_needs(
    change: str, unneeded: set[str], tmp_path: Path
) -> None:
    """Nor do its modules make classes of named values that are compiled at each start."""
    script = (
        "import sys; from types import ModuleType; from xl_tourney.cli import main\n"
        f"import xl_tourney.guarded_call as guarded{change}\n"
        "try: main(['recalc', sys.argv[1]])\n"
        "except SystemExit: pass\n"
        "loaded = {name for name, module in sys.modules.items() if type(module) is ModuleType}\n"
        "import typing\n"
        "costly = {name for name in loaded if name.startswith('xl_tourney')\n"
        "  and (vars(sys.modules[name]).get('NamedTuple') is typing.NamedTuple\n"
        "  or 'dataclass' in vars(sys.modules[name]))}\n"
        f"print(sorted({unneeded} & loaded | costly), file=sys.stderr)"
    )
    book = openpyxl.Workbook()
    book.active.append([2, 3, "=A1*B1", "=SUM(A1:C1)", "=A1&B1"])
    book.save(tmp_path / "small.xlsx")
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "small.xlsx")],
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT,
    )
    assert "3 changed" in done.stdout
    assert done.stderr.strip() == "[]"


posix = pytest.mark.skipif(os.name == "nt", reason="Windows sends interrupts to whole consoles")


def endless_season(folder: Path) -> Path:
    for path in sorted(folder.iterdir())[6:8]:
        deadly.without_end(path)
    return folder


@posix
def test_an_interrupt_finishes_what_is_under_way_and_says_what_was_done(season) -> None:
    paths = [str(path) for path in sorted(season.iterdir())]
    with start_command("--jobs", "1", "-") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write("\n".join(paths[:6]) + "\n")
        process.stdin.flush()
        done = [json.loads(read_line(process.stdout))]
        process.send_signal(signal.SIGINT)
        out, err = process.communicate("\n".join(paths[6:]) + "\n", timeout=60)
    done += map(json.loads, out.splitlines())
    assert process.returncode == Exit.WRONG
    assert [r["failed"] for r in done] == [None] * len(done)
    assert len(done) < 12
    assert f"{len(done)} workbooks in" in err
    assert err.endswith("Stopped; run it again for what is left.\n")
    fresh = [path for path in paths if "C1" in books.cached(Path(path)) and is_fresh(Path(path))]
    assert sorted(fresh) == sorted(r["path"] for r in done)


def is_fresh(path: Path) -> bool:
    return bool(books.cached(path)["C1"] == 58)


@posix
def test_a_second_interrupt_ends_what_has_no_end(season) -> None:
    endless_season(season)
    with start_command("--jobs", "2", str(season)) as process:
        assert process.stdout
        for _ in range(6):
            read_line(process.stdout)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        first = read_line(process.stderr)  # it has heard: two interrupts at once are one
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == Exit.WRONG
    assert out == ""
    assert "interrupt again to end it at once" in first
    assert "6 workbooks in" in err
    assert sorted(p.name for p in season.iterdir()) == [f"{n:02}.xlsx" for n in range(12)]


@posix
def test_a_second_interrupt_that_is_lost_ends_the_run_too() -> None:
    script = (
        "import signal, subprocess, sys, time\n"
        "from xl_tourney.cli.terminal import progress\n"
        "progress._SECONDS_TO_END = 0.1\n"
        "with progress.Stopper():\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "    try: signal.raise_signal(signal.SIGINT)\n"
        "    except KeyboardInterrupt: child.wait()\n"
        "    time.sleep(60)"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, env=ENVIRONMENT)
    assert done.returncode == Exit.WRONG  # and nobody holds its pipes any more
    assert "Traceback" not in done.stderr


@posix
def test_a_terminal_shows_a_bar_above_which_the_lines_pass(season) -> None:
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, str(season)], stdout=subprocess.PIPE, stderr=theirs, env=ENVIRONMENT
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            some = os.read(ours, 65536)
        except OSError:
            break
        if not some:
            break
        shown += some
    os.close(ours)
    out, _ = process.communicate(timeout=60)
    assert len(out.splitlines()) == 12  # data stays data
    assert b"a second" in shown
    assert b"12/12" in shown
