"""The check of the installation: packages, engines, add-ins, and the next step."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Literal

from packaging.requirements import Requirement

from .. import __version__
from ..engines import ENGINES, load_engine
from ..errors import TourneyError, WriteError

State = Literal["ready", "missing", "wrong"]
PROJECT = "xl-tourney"


@dataclass(frozen=True)
class Finding:
    """The state of one component."""

    subject: str
    state: State
    """``missing`` may be intended; ``wrong`` will not work."""
    message: str
    remedy: str = ""
    """The command that repairs it."""

    def to_json(self) -> dict[str, str]:
        """The finding as the command prints it with ``--json``."""
        return {"what": self.subject, "state": self.state, "says": self.message, "do": self.remedy}


def check_installation() -> list[Finding]:
    """Check every component."""
    return [
        Finding("xl-tourney", "ready", f"{__version__}, Python {platform.python_version()}"),
        *check_packages(),
        *map(_check_engine, ENGINES),
        check_excel_addin(),
        check_libreoffice_addin(),
    ]


def next_step(findings: list[Finding]) -> Finding | None:
    """The first finding with a remedy; what is wrong comes before what is missing."""
    for state in ("wrong", "missing"):
        for finding in findings:
            if finding.state == state and finding.remedy:
                return finding
    return None


def check_packages() -> Iterator[Finding]:
    """The required packages that are missing or have a wrong version."""
    try:
        requirements = [Requirement(line) for line in requires(PROJECT) or ()]
    except PackageNotFoundError:
        yield Finding("packages", "missing", f"{PROJECT} runs from its folder", "pip install .")
        return
    for requirement in requirements:
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield from _check_package(requirement)


def _check_package(requirement: Requirement) -> Iterator[Finding]:
    remedy = f'pip install "{requirement.name}{requirement.specifier}"'
    try:
        installed = version(requirement.name)
    except PackageNotFoundError:
        yield Finding(requirement.name, "wrong", "is not installed", remedy)
        return
    if not requirement.specifier.contains(installed, prereleases=True):
        message = f"{installed} is installed, but {requirement.specifier} is needed"
        yield Finding(requirement.name, "wrong", message, remedy)


def _check_engine(name: str) -> Finding:
    try:
        return Finding(f"engine {name}", "ready", load_engine(name).version)
    except TourneyError as error:
        return Finding(f"engine {name}", "missing", str(error))


def check_excel_addin() -> Finding:
    """Check the Excel add-in: built for the installed xlwings, and calling this Python."""
    from ..hosts.excel.install import (
        INTERPRETER,
        Installation,
        find_interpreter,
        find_obstacle,
        read_settings,
    )
    from ..hosts.excel.xlam import installed_xlwings_version

    subject, remedy = "Excel add-in", "xl-tourney excel install"
    try:
        installation = Installation.locate()
    except WriteError:
        message = "is for Windows; “xl-tourney excel build” makes it here for another machine"
        return Finding(subject, "missing", message)
    if not installation.addin.is_file():
        return Finding(subject, "missing", f"is not in {installation.folder}", remedy)
    built_for, installed = installation.version(), installed_xlwings_version()
    if built_for != installed:
        message = f"was made for xlwings {built_for or '(unknown)'}, but {installed} is installed"
        return Finding(subject, "wrong", message, remedy)
    called_interpreter = read_settings(installation.settings).get(INTERPRETER)
    if called_interpreter != str(find_interpreter()):
        message = f"calls {called_interpreter or 'no Python'}, and not {find_interpreter()}"
        return Finding(subject, "wrong", message, remedy)
    obstacle = find_obstacle(find_interpreter())
    if obstacle:
        return Finding(subject, "wrong", obstacle, remedy)
    return Finding(subject, "ready", f"in {installation.folder}")


def check_libreoffice_addin() -> Finding:
    """Check the LibreOffice add-in."""
    from ..hosts.libreoffice import forwarders, install, program

    subject, remedy = "LibreOffice add-in", "xl-tourney calc install"
    profile = program.UserProfile()
    try:
        addin = install.find_registered_addin(program.find(), profile)
    except TourneyError as error:
        return Finding(subject, "missing", str(error))
    if addin is None:
        return Finding(subject, "missing", "is not registered for this user", remedy)
    installed_forwarders = install.read_forwarders(profile)
    if not install.is_current(addin) or installed_forwarders not in (
        None,
        forwarders.format_module(),
    ):
        remedy = f"{remedy} --plain-names" if installed_forwarders else remedy
        return Finding(subject, "wrong", "was made by another version of xl-tourney", remedy)
    return Finding(
        subject,
        "ready",
        f"registered, {'with' if installed_forwarders else 'without'} the plain names",
    )
