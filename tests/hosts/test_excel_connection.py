"""How the add-in starts Python, what it does when none answers, and what its macros say."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from pyopenvba.interpreter import (
    EMPTY,
    VBAErrorValue,
    VBAInt,
    VBAObject,
    VBARuntimeError,
    member,
    method,
)

from tests.same import same
from tests.stand_ins.windows import (
    INTERPRETER,
    PROCESS_ID,
    SETTINGS,
    PythonBehaviour,
    Windows,
)
from tests.stand_ins.xlwings_classic import make_vba_range, vba_wrappers
from xl_tourney import __version__
from xl_tourney.cli.program import xl_tourney
from xl_tourney.hosts.excel.error_codes import CVERR
from xl_tourney.hosts.excel.server import format_command
from xl_tourney.hosts.excel.xlam import installed_xlwings_version

VALUE_ERROR = VBAErrorValue(CVERR["#VALUE!"])
LIBRARY = rf"C:\Python\xlwings64-{installed_xlwings_version()}.dll"


@pytest.fixture
def windows() -> Iterator[Windows]:
    with vba_wrappers() as simulated:
        yield simulated


def calculate(windows: Windows) -> Any:
    return windows.run("TP_PERCENT", [55.0, 3.0])


def seconds_of(windows: Windows, cells: int = 1) -> float:
    """How long Excel stands still for so many cells."""
    before = windows.now
    for _ in range(cells):
        calculate(windows)
    return float((windows.now - before).total_seconds())


def check(windows: Windows) -> str:
    windows.run("XLTourneyCheck")
    return windows.last_message


# The start ----------------------------------------------------------------------------------------


def test_python_is_started_once(windows: Windows) -> None:
    for _ in range(3):
        assert same(calculate(windows), 55 / 60 * 100)
    assert len(windows.commands) == 1


def test_the_command_is_the_one_that_the_installer_tries(windows: Windows) -> None:
    calculate(windows)
    (command,) = windows.commands
    class_id = command[command.index("{") : command.index("}") + 1]
    log_file = rf"C:\Temp\xl_tourney-{class_id[1:9]}.log"
    assert command == format_command(INTERPRETER, class_id, log_file, PROCESS_ID)


@pytest.mark.slow
def test_each_start_has_a_class_of_its_own(windows: Windows) -> None:
    class_ids = set()
    for _ in range(20):
        calculate(windows)
        command = windows.commands[-1]
        class_ids.add(command[command.index("{") : command.index("}") + 1])
        windows.end_processes()
        windows.pass_time(1)
    assert len(class_ids) == 20
    assert {len(class_id) for class_id in class_ids} == {38}


def test_no_active_workbook_is_no_error(windows: Windows) -> None:
    """The code refers to no workbook at all, so the simulated Excel has none."""
    assert same(calculate(windows), 55 / 60 * 100)
    windows.run("XLTourneyWhy")
    assert windows.last_message == "Select a cell with an error first."


def test_python_that_was_ended_is_started_again(windows: Windows) -> None:
    calculate(windows)
    windows.end_processes()
    assert same(calculate(windows), 55 / 60 * 100)
    assert len(windows.commands) == 2


# A Python that does not answer --------------------------------------------------------------------


@pytest.mark.slow
def test_a_python_that_hangs_costs_one_wait_of_five_seconds(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour("hangs")
    assert 4 < seconds_of(windows, cells=500) <= 5
    assert calculate(windows) == VALUE_ERROR
    assert len(windows.commands) == 1


def test_after_a_minute_it_is_tried_again(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour("hangs")
    calculate(windows)
    windows.pass_time(50)
    assert seconds_of(windows) == 0
    windows.pass_time(11)
    assert 4 < seconds_of(windows, cells=9) <= 5
    assert len(windows.commands) == 2
    assert [process.running for process in windows.processes] == [False, True]


def test_midnight_does_not_lengthen_the_wait(windows: Windows) -> None:
    windows.now = datetime.datetime(2026, 5, 1, 23, 59, 58)
    windows.pass_time(0)
    windows.behaviour = PythonBehaviour("hangs")
    assert 4 < seconds_of(windows) <= 5


def test_a_python_that_ends_is_not_waited_for(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour("ends")
    assert seconds_of(windows, cells=500) == 0
    assert calculate(windows) == VALUE_ERROR
    assert len(windows.commands) == 1


def test_a_slow_python_is_used_as_soon_as_it_answers(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour(seconds_to_answer=12)
    assert calculate(windows) == VALUE_ERROR
    windows.pass_time(8)
    assert same(calculate(windows), 55 / 60 * 100)
    assert len(windows.commands) == 1


def test_a_python_that_lived_and_cannot_start_again_costs_one_wait(windows: Windows) -> None:
    calculate(windows)
    windows.end_processes()
    windows.behaviour = PythonBehaviour("hangs")
    assert 4 < seconds_of(windows, cells=100) <= 5
    assert len(windows.commands) == 2


def test_the_check_does_not_wait_for_the_minute(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour("ends")
    calculate(windows)
    windows.behaviour = PythonBehaviour()
    assert check(windows).startswith("Python answers")
    assert same(calculate(windows), 55 / 60 * 100)


# XLTourneyCheck -----------------------------------------------------------------------------------


def test_the_check_recalculates_everything_when_all_is_well(windows: Windows) -> None:
    assert check(windows) == (
        "Python answers, and everything has been recalculated.\r\n\r\n"
        f"xl-tourney: {__version__}\r\nPython: {INTERPRETER}\r\nLibrary: {LIBRARY}"
    )
    assert windows.application.full_calculations == 1


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (None, rf"There is no file {SETTINGS}, which names the Python to call."),
        ('"SHOW CONSOLE","True"\r\n', rf"{SETTINGS} names no INTERPRETER_WIN."),
        (
            '"INTERPRETER_WIN","C:\\gone\\pythonw.exe"',
            r"There is no Python at C:\gone\pythonw.exe.",
        ),
        ('"INTERPRETER_WIN","python"', "The path of Python, python, is not a full one."),
        ('"INTERPRETER_WIN",".\\python.exe"', r"The path of Python, .\python.exe, is not a full"),
    ],
)
def test_the_check_says_what_the_settings_lack(
    windows: Windows, settings: str | None, message: str
) -> None:
    if settings is None:
        del windows.files[SETTINGS]
    else:
        windows.files[SETTINGS] = settings
    assert calculate(windows) == VALUE_ERROR
    report = check(windows)
    assert report.startswith(message)
    assert "xl-tourney excel install" in report
    assert windows.application.full_calculations == 0
    assert windows.commands == []


def test_the_check_names_the_library_that_is_missing(windows: Windows) -> None:
    del windows.files[LIBRARY]
    report = check(windows)
    assert report.startswith(
        f"xlwings64-{installed_xlwings_version()}.dll is neither in C:\\Python\\Scripts nor in "
        "the folder above it"
    )
    assert f"Python: {INTERPRETER}" in report
    assert windows.loaded == []


def test_the_check_names_the_library_that_cannot_be_loaded(windows: Windows) -> None:
    windows.files[LIBRARY] = "damaged"
    assert check(windows).startswith(f"Windows does not load {LIBRARY}")


def test_the_library_beside_python_comes_first(windows: Windows) -> None:
    beside = LIBRARY.replace(r"C:\Python", r"C:\Python\Scripts")
    windows.files[beside] = ""
    calculate(windows)
    assert windows.loaded == [beside]


def test_the_check_says_what_windows_said(windows: Windows) -> None:
    windows.refuses_to_start = "Access is denied"
    assert check(windows).startswith(
        f"Windows does not let Excel start {INTERPRETER} (Access is denied)."
    )


def test_the_check_shows_what_python_printed(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour(
        "ends", printed="ModuleNotFoundError: No module named 'xl_tourney'\n"
    )
    report = check(windows)
    assert report.startswith("Python ended before it could answer.\r\nIt printed:\r\n")
    assert "No module named 'xl_tourney'" in report
    windows.behaviour = PythonBehaviour("ends", error_output="No pyvenv.cfg file\n")
    assert "No pyvenv.cfg file" in check(windows)
    windows.behaviour = PythonBehaviour("hangs", printed="x" * 9999 + " the end\n")
    report = check(windows)
    assert report.startswith("Python has not answered for 5 seconds.")
    assert "the end" in report and len(report) < 1000


def test_the_check_compares_the_versions(windows: Windows, monkeypatch: pytest.MonkeyPatch) -> None:
    calculate(windows)
    monkeypatch.setattr(
        windows, "server", lambda module, name, arguments: "9.9" if name == "VERSION" else 1.0
    )
    assert check(windows).startswith(
        f"The functions in Excel are of xl-tourney {__version__}, but Python has xl-tourney 9.9."
    )
    assert windows.application.full_calculations == 0


# XLTourneyWhy -------------------------------------------------------------------------------------


class Cell(VBAObject):
    """A cell whose formula calls a function with the values of other cells."""

    vba_type_name = "Range"

    def __init__(self, windows: Windows, value: Any, call: tuple[str, list[Any]], row: int = 1):
        self.windows, self.value, self.call, self.row = windows, value, call, row
        self.parent: Cell | None = None
        self.spills: bool | None = None
        """None in an Excel that knows no spilling."""

    @member
    def Value(self) -> Any:
        return self.value

    @member
    def Row(self) -> Any:
        return VBAInt(self.row, "Long")

    @member
    def Column(self) -> Any:
        return VBAInt(1, "Long")

    @member
    def HasArray(self) -> Any:
        return self.parent is not None and not self.spills

    @member
    def HasSpill(self) -> Any:
        if self.spills is None:
            raise VBARuntimeError(438, "Object doesn't support this property or method")
        return self.spills

    @member
    def SpillParent(self) -> Any:
        if not self.spills:
            raise VBARuntimeError(438, "Object doesn't support this property or method")
        return self.parent

    @member
    def CurrentArray(self) -> Any:
        return self.parent

    @method
    def Calculate(self) -> Any:
        self.windows.run(self.call[0], list(self.call[1]))
        return EMPTY


def why(windows: Windows, cell: Cell) -> str:
    windows.active_cell = cell
    windows.run("XLTourneyWhy")
    return windows.last_message


def test_why_says_the_sentence_that_eval_prints(windows: Windows) -> None:
    printed = CliRunner().invoke(
        xl_tourney, ["eval", "=GBQ({55;5},{3;3},9)"], catch_exceptions=False
    )
    assert printed.stdout == "#NUM!\n"
    tps, games = make_vba_range([[55], [5]]), make_vba_range([[3], [3]])
    message = why(windows, Cell(windows, VBAErrorValue(CVERR["#NUM!"]), ("GBQ", [tps, games, 9.0])))
    assert message == "place 9 is not among the 2 players"
    assert printed.stderr == f"{message}\n"


@pytest.mark.parametrize("spills", [None, False, True])
def test_why_speaks_of_the_row_of_the_cell(windows: Windows, spills: bool | None) -> None:
    table = make_vba_range([[7, 6, 5, 4, 4, 4, 5], [0] * 7, [-1, 1, 1, 1, 1, 1, 1]])
    error = VBAErrorValue(CVERR["#NUM!"])
    anchor = Cell(windows, error, ("TAPL", [table]))
    messages = []
    for row in (2, 3):
        cell = Cell(windows, error, ("TAPL", [table]), row)
        cell.parent, cell.spills = anchor, spills
        messages.append(why(windows, cell))
    assert len(set(messages)) == 2 and all(messages)


def test_why_names_the_function_whose_argument_is_an_error(windows: Windows) -> None:
    error = VBAErrorValue(CVERR["#N/A"])
    call = ("TP_PERCENT", [make_vba_range("#N/A"), 3.0])
    assert "#N/A" in why(windows, Cell(windows, error, call))


def test_why_without_an_error(windows: Windows) -> None:
    cell = Cell(windows, 91.7, ("TP_PERCENT", [55.0, 3.0]))
    assert why(windows, cell) == "The selected cell shows no error."
    cell = Cell(windows, VALUE_ERROR, ("TP_PERCENT", [55.0, 3.0]))
    assert why(windows, cell).startswith("No function of xl-tourney gives this error.")


def test_why_says_that_python_does_not_answer(windows: Windows) -> None:
    windows.behaviour = PythonBehaviour("ends", printed="No module named 'xl_tourney'\n")
    message = why(windows, Cell(windows, VALUE_ERROR, ("TP_PERCENT", [55.0, 3.0])))
    assert message.startswith("Python ended before it could answer.")
    assert "No module named 'xl_tourney'" in message and "XLTourneyCheck" in message


def test_a_calculation_after_why_asks_for_no_reasons(windows: Windows) -> None:
    modules: list[str] = []
    answer = windows.server

    def record(module: str, name: str, arguments: Any) -> Any:
        modules.append(module.rpartition(".")[2])
        return answer(module, name, arguments)

    windows.server = record
    call = ("GBQ", [55.0, 3.0, 9.0])
    why(windows, Cell(windows, VALUE_ERROR, call))
    windows.run(*call)
    assert modules == ["udfs", "reasons", "udfs"]
