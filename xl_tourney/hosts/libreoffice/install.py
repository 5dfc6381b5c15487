"""Installing the add-in and the forwarders in a LibreOffice profile."""

from __future__ import annotations

import json
import os
import re
import sys
import tempfile
from pathlib import Path

from ... import atomic
from ...errors import EngineError
from . import forwarders, menu, oxt
from .program import LibreOfficeProgram, UserProfile, find

_SETTINGS = Path("user", menu.SETTINGS)
_ANSWERING = "xl_tourney.cli.terminal.open_workbooks"
"""The module that answers the menu."""
_LIBRARY = Path("user", "basic", "Standard")
_ELEMENT = f' <library:element library:name="{forwarders.MODULE}"/>\n'
_END = "</library:library>"


def install(folder: Path | None = None, *, plain_names: bool = False) -> list[str]:
    """Register the add-in, with ``plain_names`` the forwarders too; return messages.

    ``folder`` is the folder of a profile; None for the user's own.
    """
    program, profile = find(), open_profile(folder)
    _require_not_running(profile)
    register_addin(program, profile)
    (profile.root / "user").mkdir(exist_ok=True)
    _write(profile.root / _SETTINGS, json.dumps([sys.executable, "-m", _ANSWERING]))
    messages = [
        "The add-in is registered: a cell can call =TOURNEY.GBQ(…).",
        f"The menu Tournament is there; {sys.executable} answers it.",
    ]
    if plain_names:
        write_forwarders(program, profile)
        messages.append("The plain names are there too: =GBQ(…) of an Excel file calculates.")
    else:
        messages.append("For =GBQ(…), as Excel files have it, add --plain-names.")
    if profile.packages:
        messages.append(f"Start LibreOffice with {' '.join(profile.arguments)}")
    return messages


def uninstall(folder: Path | None = None) -> list[str]:
    """Remove what :func:`install` installed; return messages."""
    program, profile = find(), open_profile(folder)
    _require_not_running(profile)
    messages = []
    if _unregister_addin(program, profile):
        messages.append("The add-in is taken out.")
    (profile.root / _SETTINGS).unlink(missing_ok=True)
    if remove_forwarders(profile):
        messages.append("The plain names are taken out.")
    return messages or ["There was nothing to take out."]


def find_registered_addin(program: LibreOfficeProgram, profile: UserProfile) -> Path | None:
    """The folder of the registered add-in, for the user or for all users; None without one.

    A removed add-in stays there, marked as removed, until LibreOffice cleans up.
    """
    shared_cache = (
        profile.packages or program.soffice.parents[1] / "share" / "uno_packages" / "cache"
    )
    for cache in (profile.root / "user" / "uno_packages" / "cache", shared_cache):
        for addin in (cache / "uno_packages").glob(f"*.tmp_/{oxt.FILE}"):
            removed = addin.parent.with_name(addin.parent.name.removesuffix("_") + "removed")
            if not removed.exists():
                return addin
    return None


def is_current(addin: Path) -> bool:
    """Whether a registered add-in equals the one of this version."""
    return all(
        (addin / name).is_file() and (addin / name).read_text(encoding="utf-8") == text
        for name, text in oxt.build_parts().items()
    )


def read_forwarders(profile: UserProfile) -> str | None:
    """The forwarders' module in a profile; None without it."""
    path = profile.root / _LIBRARY / f"{forwarders.MODULE}.xba"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def open_profile(folder: Path | None) -> UserProfile:
    """The profile in a folder.

    The extension manager lets root install only for all users; where a folder is named, what is
    for all users goes there as well.
    """
    if folder is None:
        return UserProfile()
    folder = folder.absolute()
    return UserProfile(folder, folder / "packages" if _is_root() else None)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _shared_option(profile: UserProfile) -> list[str]:
    return ["--shared"] if profile.packages or _is_root() else []


def _require_not_running(profile: UserProfile) -> None:
    lock = profile.root / ".lock"
    if lock.exists():
        raise EngineError(
            f"LibreOffice is running: close it and try again (or, if it is not, delete {lock})."
        )


def register_addin(program: LibreOfficeProgram, profile: UserProfile) -> None:
    """Register the add-in; it replaces an older one."""
    for path in (profile.folder, profile.packages):
        if path:
            path.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / oxt.FILE
        oxt.build(path)
        try:
            program.packages(profile, "add", "-f", "-s", *_shared_option(profile), str(path))
        except EngineError as error:
            raise EngineError(
                f"The add-in cannot be registered: {error} It needs LibreOffice's Python, "
                "which Debian and Ubuntu have in the package python3-uno."
            ) from error


def _unregister_addin(program: LibreOfficeProgram, profile: UserProfile) -> bool:
    try:
        program.packages(profile, "remove", *_shared_option(profile), oxt.IDENTIFIER)
    except EngineError as error:
        if "no such extension" in str(error):
            return False
        raise
    return True


def write_forwarders(program: LibreOfficeProgram, profile: UserProfile) -> None:
    """Write the forwarders into the profile's Standard library."""
    library = profile.root / _LIBRARY
    contents = library / "script.xlb"
    if not contents.exists():  # LibreOffice makes its profile when it starts
        program.run_soffice(profile, "--terminate_after_init", seconds=60)
    text = contents.read_text(encoding="utf-8")
    _write(library / f"{forwarders.MODULE}.xba", forwarders.format_module())
    if _ELEMENT.strip() not in text:
        text = re.sub(r"(<library:library [^>]*[^/])/>\s*$", rf"\1>\n{_END}\n", text)
        _write(contents, text.replace(_END, _ELEMENT + _END))


def remove_forwarders(profile: UserProfile) -> bool:
    """Remove the forwarders; return whether there were any."""
    library = profile.root / _LIBRARY
    module, contents = library / f"{forwarders.MODULE}.xba", library / "script.xlb"
    if not module.exists():
        return False
    text = contents.read_text(encoding="utf-8")
    _write(contents, re.sub(rf"\s*{re.escape(_ELEMENT.strip())}", "", text))
    module.unlink()
    return True


def _write(path: Path, text: str) -> None:
    atomic.write_bytes(path, text.encode())
