"""The engine may die, a text may be endless: a command ends in a sentence and loses nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import psutil
import pytest

from tests.backups import backups_of
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import TourneyError
from xl_tourney.guarded_call import call_guarded
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.resource_limits import LimitError, ResourceLimits, WorkerLostError

from ..batch import attacks, deadly
from ..processes import over_time, started, wait_for_end
from ..recalculation import books
from ..steps import at_most

STOP = getattr(signal, "SIGSTOP", signal.SIGINT)


def children() -> list[int]:
    return [child.pid for child in psutil.Process().children(recursive=True)]


@pytest.mark.parametrize("name", attacks.CALCULATIONS)
def test_a_calculation_that_would_not_end(name, run, tmp_path) -> None:
    path = tmp_path / "book.xlsx"
    attacks.CALCULATIONS[name](path)
    before, running = path.read_bytes(), children()
    code, out, err = run("recalc", path, "--timeout", 0.5, "--max-memory", "200M")
    assert (code, out) == (Exit.WRONG, "")
    assert err.startswith(f"{path}: it ")
    assert "nothing was written" in err and err.count("\n") == 1
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["book.xlsx"]
    assert children() == running


@pytest.mark.parametrize("name", attacks.TEXTS | attacks.AREAS | attacks.PARTS)
def test_a_file_costs_no_more_than_its_size(name, tmp_path) -> None:
    path = tmp_path / "book.xlsx"
    (attacks.TEXTS | attacks.AREAS | attacks.PARTS)[name](path)
    before = path.read_bytes()
    error = call_guarded(partial(refusal, path), name, ResourceLimits(60))
    assert "\n" not in error
    assert path.read_bytes() == before or not error


def refusal(path: Path) -> str:
    """What a workbook is refused for."""
    with at_most(10_000_000):
        try:
            recalc(path)
        except TourneyError as refused:
            return str(refused)
    return ""


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
@pytest.mark.parametrize("name", attacks.FILES)
def test_what_nobody_asked_to_replace_is_as_it_was(name, run, tmp_path) -> None:
    """One command is asked to replace it, by its very name: it keeps a copy."""
    line = attacks.FILES[name](tmp_path)
    victim = tmp_path / attacks.VICTIM
    before = victim.read_bytes()
    _, _, err = run(*line)
    copies = backups_of(victim)
    assert [path.read_bytes() for path in copies or [victim]] == [before]
    assert bool(copies) == (name == "recalc -o onto another workbook")
    assert not [*tmp_path.glob("victim*-wal"), *tmp_path.glob("victim*-shm")]
    assert "Traceback" not in err


def test_a_formula_that_excel_does_not_take_is_kept(tmp_path) -> None:
    cells = {f"A{row}": (f"=1+{' ' * (8188 + row)}1", 7) for row in (1, 2)}
    path = books.book(tmp_path / "long.xlsx", cells)
    receipt = recalc(path)
    assert receipt.kept == [("Sheet1!A2", "its formula is longer than 8,192 characters")]
    assert books.cached(path) == {"A1": 2, "A2": 7}


def test_other_commands_have_limits_too(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("eval", "=DDB(1000,1,1E12,1E12-1,2)", "--timeout", 0.3)
    assert (code, out) == (Exit.WRONG, "")
    assert re.match(f"The formula: {over_time(0.3)}", err)
    code, out, err = run("new", "tantrix", "--max-memory", "20M")
    assert (code, out, [*tmp_path.iterdir()]) == (Exit.WRONG, "", [])
    assert err.startswith("tantrix.xlsx: it needed more than 20,971,520 bytes")
    deadly.without_end(tmp_path / "endless.xlsx")
    for command in ("publish", "verify"):
        code, out, err = run(command, "endless.xlsx", "--timeout", 0.05)
        assert (code, out) == (Exit.WRONG, "")
        assert re.match(rf"endless\.xlsx: {over_time(0.05)}", err)


def test_output_goes_elsewhere_under_limits(run, tmp_path) -> None:
    path = books.book(tmp_path / "one.xlsx", deadly.stale())
    target = tmp_path / "two.xlsx"
    code, out, _ = run("recalc", path, "-o", target, "--timeout", 60, "--max-memory", "2G")
    assert code == Exit.DONE
    assert "3 changed" in out
    assert books.cached(target)["C1"] == 58


def test_a_process_that_dies_is_a_sentence() -> None:
    with pytest.raises(WorkerLostError, match=r"^book: the process .* died \(SIGKILL|exit code 9"):
        call_guarded(deadly.die, "book", ResourceLimits())
    with pytest.raises(LimitError, match="there is not enough memory"):
        call_guarded(run_out_of_memory, "book", ResourceLimits())
    with pytest.raises(ZeroDivisionError):
        call_guarded(partial(divmod, 1, 0), "book", ResourceLimits())
    assert len(call_guarded(partial(bytes, 5 << 20), "book", ResourceLimits())) == 5 << 20


def run_out_of_memory() -> None:
    raise MemoryError


@pytest.mark.skipif(os.name == "nt", reason="Windows sends interrupts to whole consoles")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_runs_on_when_the_command_is_ended(number, tmp_path) -> None:
    deadly.without_end(tmp_path / "endless.xlsx")
    with started("recalc", str(tmp_path / "endless.xlsx")) as command:
        parent = psutil.Process(command.pid)
        while not (found := parent.children()):
            time.sleep(0.01)
        time.sleep(0.2)
        command.send_signal(number)
        command.wait(30)
        wait_for_end(*found)
        assert command.stderr
        assert "Traceback" not in command.stderr.read()
    assert [entry.name for entry in tmp_path.iterdir()] == ["endless.xlsx"]


def test_a_limit_of_processor_time_lets_a_call_wait_for_a_processor() -> None:
    limits = ResourceLimits(0.1)
    assert call_guarded(partial(time.sleep, 0.3), "book", limits) is None
    with pytest.raises(LimitError, match=r"it took more than 0\.1 s of a processor"):
        call_guarded(partial(sum, range(10**12)), "book", limits)
    with pytest.raises(LimitError, match=r"not done after 1 s on the clock, for the machine is"):
        call_guarded(partial(time.sleep, 30), "book", limits)


@pytest.mark.skipif(os.name == "nt", reason="Windows stops no process")
def test_a_process_that_was_stopped_is_ended() -> None:
    with pytest.raises(LimitError, match=r"on the clock, .* or its process was stopped; nothing"):
        call_guarded(partial(signal.raise_signal, STOP), "book", ResourceLimits(0.05))


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a new Python is started")
def test_what_a_call_starts_takes_its_time_too() -> None:
    """An engine that is a program of its own, such as LibreOffice."""
    endless = [sys.executable, "-S", "-c", "while True: pass"]
    with pytest.raises(LimitError, match=r"more than 0\.2 s of a processor"):
        call_guarded(partial(subprocess.run, endless), "book", ResourceLimits(0.2))
