"""What all tests share: which are fast, no deadlines, this machine's LibreOffice, commands."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import missing_extras
from tests.hosts.calc_menu import Window, start_window
from tests.sample_files import SampleFiles
from tests.updates.typing_in_libreoffice import Typist, start_typist
from xl_tourney import guarded_call
from xl_tourney.chromium import find_browser
from xl_tourney.cli.main import main
from xl_tourney.engines.libreoffice import CACHE, LibreOffice
from xl_tourney.errors import EngineError, OptionError
from xl_tourney.functions import CATALOGUE
from xl_tourney.resource_limits import ResourceLimits

if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    # Hundreds of processes would compile the package anew, and each worker all tests, which takes
    # it longer than to import them; they may share what one has compiled.
    bytecode = f"{tempfile.gettempdir()}/xl_tourney_bytecode"
    sys.pycache_prefix = os.environ.setdefault("PYTHONPYCACHEPREFIX", bytecode)
    sys.dont_write_bytecode = False

# criteria that would be those of all tests
collect_ignore = ["stand_ins/calc_window.py", "kashdan.py", "solos.py", "big_wins.py"]
"""It runs in LibreOffice's own Python, and imports what is there alone."""
FAST = "fast"
"""The mark of the tests for the inner loop; all others are slow."""

WHOLE = frozenset({"run_folder", "libreoffice", "calc_menu", "chromium", "node_folder", "wheel"})
"""The fixtures of whole samples, LibreOffice, Chromium, Node and a wheel: who takes one is slow."""

PROCESSES = frozenset({"subprocess", "multiprocessing", "distributed", "started", "serving"})
"""A module that imports one of these starts processes: its tests are slow."""

EVERYWHERE = frozenset(
    {"_books_go", "_engine_is_there", "_own_cache", "request", "tmp_path_factory"}
)
"""The fixtures that every test, or every one of a room, has."""

FILES = frozenset({"path", "sample", "template"})
"""Parameters that stand for whole files, as fixtures do."""

NO_CASE = SimpleNamespace(params={})

SECONDS = 1.5
"""What a fast test may take."""


def pytest_configure(config: pytest.Config) -> None:
    """All tests of what the command names; and of each property so many examples.

    And nothing waits until the disk has what was written: no test outlasts a cut of its power.
    """
    if hasattr(config, "workerinput"):  # a process of several, which is named nothing
        config.option.markexpr = config.workerinput["markexpr"]
    elif config.args_source is config.ArgsSource.ARGS and not any(
        word.startswith("-m") for word in config.invocation_params.args
    ):
        config.option.markexpr = ""
    os.fsync = lambda descriptor: None
    examples = int(os.environ.get("XL_TOURNEY_EXAMPLES", 20))
    with suppress(ImportError):  # then no test of a property is collected
        from hypothesis import settings

        settings.register_profile("of this run", deadline=None, max_examples=examples)
        settings.load_profile("of this run")
    missing_extras.register(config)
    gc.disable()  # until what the collection makes is there; all of it stays


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Each of several processes runs the same tests."""
    node.workerinput["markexpr"] = node.config.option.markexpr


def _is_fast(config: pytest.Config) -> bool:
    return config.option.markexpr == FAST


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is fast; of a test that takes a fixture only the first case is."""
    seen: set[str] = set()
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        name, _, parameters = item.nodeid.partition("[")
        takes_one = fixtures - EVERYWHERE - (set(getattr(item, "callspec", NO_CASE).params) - FILES)
        is_again = bool(parameters) and bool(takes_one) and name in seen
        seen.add(name)
        globals_ = vars(getattr(item, "module", None) or object)
        if not (
            is_again
            or item.get_closest_marker("slow")
            or fixtures & WHOLE
            or PROCESSES & set(globals_)
        ):
            item.add_marker(FAST)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the tests that are too slow for the inner loop."""
    if _is_fast(terminalreporter.config):
        for report in terminalreporter.getreports("passed"):
            if report.duration > SECONDS:
                terminalreporter.write_line(
                    f"{report.duration:.1f} s, mark it slow: {report.nodeid}"
                )


def pytest_collection_finish() -> None:
    """What the collection made stays, so the garbage collector need not look at it again.

    During a test nearly all that it made is in use, and to look at it costs as much as to make it:
    the collector waits for the end of the test, unless that makes very much.
    """
    gc.freeze()
    gc.set_threshold(1_000_000, 1_000, 1_000)
    gc.enable()


YOUNG = 300_000
"""So many new objects are looked at when a test ends."""

SHARE = 100
"""A look at all objects takes one part in so many of the time of a run, at most."""

_look = SimpleNamespace(began=0.0, ended=0.0)


def pytest_runtest_logfinish() -> None:
    """Free what the tests have left behind; what a module kept is looked at once in a while."""
    if gc.get_count()[0] <= YOUNG:
        return
    now = time.process_time()
    if now - _look.ended < SHARE * (_look.ended - _look.began):
        gc.collect(1)
    else:
        gc.collect(2)
        _look.began, _look.ended = now, time.process_time()


NEEDED = "XL_TOURNEY_NEED_LIBREOFFICE"
"""With this variable set, tests fail without LibreOffice; else they are left out."""

CHROMIUM_NEEDED = "XL_TOURNEY_NEED_CHROMIUM"
"""With this variable set, tests fail without Chromium; else they are left out."""


def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run of the tests share."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``shared_folder`` for a test, which it makes a slow one."""
    return shared_folder(tmp_path_factory)


@pytest.fixture(scope="session")
def sample_files(run_folder: Path) -> SampleFiles:
    """The workbooks of the samples with their values."""
    return SampleFiles(run_folder / "samples")


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is kept in the user's cache folder, and nothing of it is used."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(shared_folder(tmp_path_factory) / "cache"))
        yield


@pytest.fixture(scope="session")
def libreoffice(_own_cache: None) -> LibreOffice:
    """The engine, with its profile made once for all tests, and all functions asked for."""
    engine = LibreOffice()
    try:
        engine.unsupported_functions(["SUM", *(function.name for function in CATALOGUE)])
    except EngineError as error:
        if os.environ.get(NEEDED):
            raise
        pytest.skip(f"{error} With {NEEDED} set, this is a failure.")
    return engine


@pytest.fixture(scope="session")
def typist(tmp_path_factory: pytest.TempPathFactory, libreoffice: LibreOffice) -> Iterator[Typist]:
    """A LibreOffice that types into workbooks."""
    with start_typist(tmp_path_factory.mktemp("typist")) as typist:
        yield typist


@pytest.fixture(scope="session")
def calc_menu(
    tmp_path_factory: pytest.TempPathFactory, libreoffice: LibreOffice
) -> Iterator[Window]:
    """A LibreOffice with our menu."""
    with start_window(tmp_path_factory.mktemp("calc_menu")) as window:
        yield window


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium."""
    try:
        return find_browser()
    except OptionError as error:
        if os.environ.get(CHROMIUM_NEEDED):
            raise
        pytest.skip(f"{error} With {CHROMIUM_NEEDED} set, this is a failure.")


@pytest.fixture(autouse=True)
def _engine_is_there(request: pytest.FixtureRequest) -> None:
    """A test for each engine runs for LibreOffice where that is installed."""
    chosen = getattr(request.node, "callspec", None)
    if chosen and "libreoffice" in map(str, chosen.params.values()):
        request.getfixturevalue("libreoffice")


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., tuple[int, str, str]]:
    """Run a command in a folder of its own; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(guarded_call, "call_guarded", _call_here)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return run


_call_in_a_process = guarded_call.call_guarded


def _call_here(
    call: Callable[[], object], subject: str, limits: ResourceLimits | None = None
) -> object:
    """What a command does, in this process: a fork costs a quarter more.

    Where a limit is asked for it is a process, and so it is in tests that start the command.
    What ends with its process may leave the garbage collector off; here it goes on.
    """
    if limits and (limits.seconds or limits.memory):
        return _call_in_a_process(call, subject, limits)
    try:
        return call()
    finally:
        gc.enable()
