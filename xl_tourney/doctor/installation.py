"""What is installed, which hosts are ready, what does not fit, and what to do next."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Literal

from packaging.requirements import Requirement

from .. import __version__
from ..engines import ENGINES, engine
from ..errors import TourneyError, WriteError

State = Literal["ready", "missing", "wrong"]
PROJECT = "xl-tourney"


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    what: str
    state: State
    """``missing`` may be as it should; ``wrong`` will not work."""
    says: str
    do: str = ""
    """The command that mends it."""


def examine() -> list[Finding]:
    """Everything that there is to say."""
    return [
        Finding("xl-tourney", "ready", f"{__version__}, Python {platform.python_version()}"),
        *packages(),
        *map(_engine, ENGINES),
        excel(),
        libreoffice(),
    ]


def next_step(findings: list[Finding]) -> Finding | None:
    """What to do first: what is wrong comes before what is missing."""
    for state in ("wrong", "missing"):
        for finding in findings:
            if finding.state == state and finding.do:
                return finding
    return None


def packages() -> Iterator[Finding]:
    """The packages that do not fit, or are not there."""
    try:
        needed = [Requirement(line) for line in requires(PROJECT) or ()]
    except PackageNotFoundError:
        yield Finding("packages", "missing", f"{PROJECT} runs from its folder", "pip install .")
        return
    for one in needed:
        if one.marker is None or one.marker.evaluate({"extra": ""}):
            yield from _package(one)


def _package(needed: Requirement) -> Iterator[Finding]:
    mend = f'pip install "{needed.name}{needed.specifier}"'
    try:
        found = version(needed.name)
    except PackageNotFoundError:
        yield Finding(needed.name, "wrong", "is not installed", mend)
        return
    if not needed.specifier.contains(found, prereleases=True):
        says = f"{found} is installed, but {needed.specifier} is needed"
        yield Finding(needed.name, "wrong", says, mend)


def _engine(name: str) -> Finding:
    try:
        return Finding(f"engine {name}", "ready", engine(name).version)
    except TourneyError as error:
        return Finding(f"engine {name}", "missing", str(error))


def excel() -> Finding:
    """The add-in for Excel: made for the xlwings that is installed, and calling this Python."""
    from ..hosts.excel.install import INTERPRETER, Place, interpreter, read_settings
    from ..hosts.excel.xlam import xlwings_version

    what, mend = "Excel add-in", "xl-tourney excel install"
    try:
        place = Place.usual()
    except WriteError:
        says = "is for Windows; “xl-tourney excel build” makes it here for another machine"
        return Finding(what, "missing", says)
    if not place.addin.is_file():
        return Finding(what, "missing", f"is not in {place.folder}", mend)
    made, installed = place.version(), xlwings_version()
    if made != installed:
        says = f"was made for xlwings {made or '(unknown)'}, but {installed} is installed"
        return Finding(what, "wrong", says, mend)
    called = read_settings(place.settings).get(INTERPRETER)
    if called != str(interpreter()):
        says = f"calls {called or 'no Python'}, and not {interpreter()}"
        return Finding(what, "wrong", says, mend)
    if not _library(installed):
        says = f"needs xlwings64-{installed}.dll, which is not in {sys.prefix}"
        mend = f"pip install --force-reinstall xlwings=={installed}"
        return Finding(what, "wrong", says, mend)
    return Finding(what, "ready", f"in {place.folder}")


def _library(installed: str) -> bool:
    """Whether xlwings' library lies where the add-in looks for it."""
    folders = {Path(sys.prefix), Path(sys.executable).parent}
    names = [f"xlwings{bits}-{installed}.dll" for bits in (64, 32)]
    return any((folder / name).is_file() for folder in folders for name in names)


def libreoffice() -> Finding:
    """The add-in for LibreOffice."""
    from ..hosts.libreoffice import basic, install, program

    what, mend = "LibreOffice add-in", "xl-tourney calc install"
    profile = program.Profile()
    try:
        addin = install.registered(program.find(), profile)
    except TourneyError as error:
        return Finding(what, "missing", str(error))
    if addin is None:
        return Finding(what, "missing", "is not registered for this user", mend)
    names = install.plain_names(profile)
    if not install.is_current(addin) or names not in (None, basic.module()):
        mend = f"{mend} --plain-names" if names else mend
        return Finding(what, "wrong", "was made by another version of xl-tourney", mend)
    return Finding(what, "ready", f"registered, {'with' if names else 'without'} the plain names")
