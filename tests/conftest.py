"""What all tests share: no deadlines, this machine's LibreOffice, a command's output."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from xl_tourney.chromium import find_browser
from xl_tourney.cli.main import main
from xl_tourney.engines.libreoffice import CACHE, LibreOffice
from xl_tourney.errors import EngineError, OptionError

settings.register_profile("busy machines", deadline=None)
settings.load_profile("busy machines")

NEEDED = "XL_TOURNEY_NEED_LIBREOFFICE"
"""With this variable set, tests fail without LibreOffice; else they are left out."""

CHROMIUM_NEEDED = "XL_TOURNEY_NEED_CHROMIUM"
"""With this variable set, tests fail without Chromium; else they are left out."""


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing is kept in the user's cache folder, and nothing of it is used."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session")
def libreoffice(_own_cache: None) -> LibreOffice:
    """The engine, with its profile made once for all tests."""
    engine = LibreOffice()
    try:
        engine.unsupported_functions(["SUM"])
    except EngineError as error:
        if os.environ.get(NEEDED):
            raise
        pytest.skip(f"{error} With {NEEDED} set, this is a failure.")
    return engine


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

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return run
