"""The add-in and the forwarders in a LibreOffice profile: put in, taken out."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

from ... import atomic
from ...errors import EngineError
from . import basic, oxt
from .program import Profile, Program, find

_LIBRARY = Path("user", "basic", "Standard")
_ELEMENT = f' <library:element library:name="{basic.MODULE}"/>\n'
_END = "</library:library>"


def install(folder: Path | None = None, *, plain_names: bool = False) -> list[str]:
    """Register the add-in, with ``plain_names`` the forwarders too; what was done, in sentences.

    ``folder`` is a profile's folder; the user's own profile without it.
    """
    program, profile = find(), profile_at(folder)
    _must_be_closed(profile)
    add(program, profile)
    done = ["The add-in is registered: a cell can call =TOURNEY.GBQ(…)."]
    if plain_names:
        add_plain_names(program, profile)
        done.append("The plain names are there too: =GBQ(…) of an Excel file calculates.")
    else:
        done.append("For =GBQ(…), as Excel files have it, add --plain-names.")
    if profile.packages:
        done.append(f"Start LibreOffice with {' '.join(profile.options)}")
    return done


def uninstall(folder: Path | None = None) -> list[str]:
    """Take out what :func:`install` put in; what was done, in sentences."""
    program, profile = find(), profile_at(folder)
    _must_be_closed(profile)
    done = []
    if _remove(program, profile):
        done.append("The add-in is taken out.")
    if remove_plain_names(profile):
        done.append("The plain names are taken out.")
    return done or ["There was nothing to take out."]


def registered(program: Program, profile: Profile) -> Path | None:
    """Where the registered add-in lies, for the user or for all users; None without one.

    One that was taken out lies there too, with a mark, until LibreOffice tidies up.
    """
    for_all = profile.packages or program.soffice.parents[1] / "share" / "uno_packages" / "cache"
    for cache in (profile.root / "user" / "uno_packages" / "cache", for_all):
        for found in (cache / "uno_packages").glob(f"*.tmp_/{oxt.FILE}"):
            mark = found.parent.with_name(found.parent.name.removesuffix("_") + "removed")
            if not mark.exists():
                return found
    return None


def is_current(addin: Path) -> bool:
    """Whether a registered add-in is of this program, function by function."""
    return all(
        (addin / name).is_file() and (addin / name).read_text(encoding="utf-8") == text
        for name, text in oxt.parts().items()
    )


def plain_names(profile: Profile) -> str | None:
    """The forwarders in a profile; None without them."""
    path = profile.root / _LIBRARY / f"{basic.MODULE}.xba"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def profile_at(folder: Path | None) -> Profile:
    """The profile in a folder.

    The extension manager lets root install only for all users; where a folder is named, what is
    for all users goes there as well.
    """
    if folder is None:
        return Profile()
    folder = folder.absolute()
    return Profile(folder, folder / "packages" if _is_root() else None)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _for_all(profile: Profile) -> list[str]:
    return ["--shared"] if profile.packages or _is_root() else []


def _must_be_closed(profile: Profile) -> None:
    lock = profile.root / ".lock"
    if lock.exists():
        raise EngineError(
            f"LibreOffice is running: close it and try again (or, if it is not, delete {lock})."
        )


def add(program: Program, profile: Profile) -> None:
    """Register the add-in, instead of an older one."""
    for needed in (profile.folder, profile.packages):
        if needed:
            needed.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / oxt.FILE
        oxt.build(path)
        try:
            program.packages(profile, "add", "-f", "-s", *_for_all(profile), str(path))
        except EngineError as error:
            raise EngineError(
                f"The add-in cannot be registered: {error} It needs LibreOffice's Python, "
                "which Debian and Ubuntu have in the package python3-uno."
            ) from error


def _remove(program: Program, profile: Profile) -> bool:
    try:
        program.packages(profile, "remove", *_for_all(profile), oxt.IDENTIFIER)
    except EngineError as error:
        if "no such extension" in str(error):
            return False
        raise
    return True


def add_plain_names(program: Program, profile: Profile) -> None:
    """Write the forwarders into the profile's Standard library."""
    library = profile.root / _LIBRARY
    contents = library / "script.xlb"
    if not contents.exists():  # LibreOffice makes its profile when it starts
        program.office(profile, "--terminate_after_init", seconds=60)
    text = contents.read_text(encoding="utf-8")
    _write(library / f"{basic.MODULE}.xba", basic.module())
    if _ELEMENT.strip() not in text:
        text = re.sub(r"(<library:library [^>]*[^/])/>\s*$", rf"\1>\n{_END}\n", text)
        _write(contents, text.replace(_END, _ELEMENT + _END))


def remove_plain_names(profile: Profile) -> bool:
    """Remove the forwarders; whether there were any."""
    library = profile.root / _LIBRARY
    module, contents = library / f"{basic.MODULE}.xba", library / "script.xlb"
    if not module.exists():
        return False
    text = contents.read_text(encoding="utf-8")
    _write(contents, re.sub(rf"\s*{re.escape(_ELEMENT.strip())}", "", text))
    module.unlink()
    return True


def _write(path: Path, text: str) -> None:
    atomic.write(path, lambda file: file.write(text.encode()))
