"""LibreOffice: the third opinion, and an engine for what formualizer lacks.

It calculates a copy with our add-in and its forwarders, in a profile of its own that is made once
and kept in the cache folder.  It reads the clock of the machine: it cannot be told another.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from openpyxl.utils import FORMULAE

from .. import atomic
from ..catalogue.cells import ErrorValue
from ..errors import EngineError
from ..grammar.references import Area, Place
from ..hosts.libreoffice import basic, install, oxt, program
from ..hosts.libreoffice.program import Profile, Program
from . import saved_values, spilling
from .base import NotCalculated, Order, Outcome
from .saved_values import Values
from .spilling import Dynamic

_SETTINGS: Sequence[tuple[str, str, str]] = (
    ("Office.Calc/Formula/Load", "OOXMLRecalcMode", "0"),  # calculate everything on loading
    ("Office.Calc/Content/Update", "Link", "1"),  # never reach for other files
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),  # no macro of a workbook
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Setup/Office", "ooSetupInstCompleted", "true"),
    ("Setup/Product", "ooSetupLastVersion", "99.0"),  # draw no tests, as after an upgrade
)
_BOOK = "book.xlsx"

CACHE = "XL_TOURNEY_CACHE"
"""Names another folder for what is made once and kept."""


class LibreOffice:
    """Calculates with LibreOffice, which starts for every calculation."""

    name = "libreoffice"
    mistakes = ()
    calls_over = None

    @cached_property
    def _program(self) -> Program:
        return program.find()

    @cached_property
    def version(self) -> str:
        """The installed version."""
        return self._program.version

    def lacks(self, functions: Iterable[str]) -> frozenset[str]:
        """Ask LibreOffice itself: a name that it does not know gives ``#NAME?``."""
        names = list(functions)
        asked = {name for name in names if name not in self._has}
        if asked:
            asked |= FORMULAE - self._has.keys()  # all that are likely to be asked for, at once
            formulas = dict(enumerate(sorted(asked), 1))
            values = self.calculated(_workbook([f"{name}()" for name in formulas.values()]))
            for row, name in formulas.items():
                self._has[name] = values["Sheet"].get((row, 1)) != "#NAME?"
            answers = json.dumps(self._has).encode()
            atomic.write(self._answers, lambda file: file.write(answers))
        return frozenset(name for name in names if not self._has[name] or _asks_others(name))

    def array_formulas(self, formula: str, place: Place, area: Area) -> dict[tuple[int, int], str]:
        """It fills a fixed range as Excel does."""
        return {(place.row, place.column): formula}

    def calculate(self, order: Order) -> Outcome:
        """Let LibreOffice load the workbook and save it, and read the saved one."""
        data = order.data
        reached: dict[Place, Area] = {}
        arrays = spilling.find(data, [*order.arrays, *order.arrays_of_ours()])
        if arrays:
            data, sheets, reached = self._spilled(data, arrays)
        else:
            sheets = self.calculated(data)
        if any(value == "#VALUE!" for values in sheets.values() for value in values.values()):
            sheets = self._doubted(data, sheets)
        values = {
            sheet: [_rows(sheets.get(sheet, {}), area) for area in areas]
            for sheet, areas in order.wanted.items()
        }
        return Outcome(
            values, {p: (area, _rows(sheets[p.sheet], area)) for p, area in reached.items()}
        )

    def _spilled(
        self, data: bytes, arrays: Sequence[Dynamic]
    ) -> tuple[bytes, dict[str, Values], dict[Place, Area]]:
        """The workbook where every dynamic array has the room that it needs, and that room."""
        sheets = self.calculated(spilling.measuring(data, arrays))
        reached = spilling.areas(sheets, arrays)
        stopped = {
            array.place: ErrorValue("#SPILL!")
            for array in arrays
            if spilling.blocked(sheets[array.place.sheet], array, reached[array.place])
        }
        reached = {place: area for place, area in reached.items() if place not in stopped}
        if any(reached.get(array.place, array.area) != array.area for array in arrays):
            data = spilling.fitted(data, reached)
            sheets = self.calculated(data)
        for place, error in stopped.items():
            sheets[place.sheet] = {**sheets[place.sheet], place[1:]: error}
        return data, sheets, {place: area for place, area in reached.items() if area.size > 1}

    def _doubted(self, data: bytes, sheets: dict[str, Values]) -> dict[str, Values]:
        """The values without the errors that only LibreOffice gives: Excel has others there."""
        with self._saved(data, "fods") as path:
            own = saved_values.own_errors(path)
        doubted: dict[str, Any] = {name: dict(values) for name, values in sheets.items()}
        for (name, *cell), shown in own.items():
            circular = shown == "Err:522"
            why = "it refers to itself" if circular else f"LibreOffice gives it {shown}"
            doubted[name][cell[0], cell[1]] = NotCalculated(why, circular)
        return doubted

    def calculated(self, data: bytes) -> dict[str, Values]:
        """The values of a workbook, by sheet, as LibreOffice alone gives them."""
        with self._saved(data, "xlsx") as path:
            return saved_values.read(path)

    @contextmanager
    def _saved(self, data: bytes, kind: str) -> Iterator[Path]:
        """The workbook as LibreOffice saves it."""
        with _copy(self._profile) as profile, tempfile.TemporaryDirectory() as folder:
            source = Path(folder, _BOOK)
            source.write_bytes(_without_macros(data))
            yield self._program.convert(profile, source, Path(folder, "out"), kind)

    @property
    def _answers(self) -> Path:
        return self._profile.root / "functions.json"

    @cached_property
    def _has(self) -> dict[str, bool]:
        """Which functions it has, as far as it was ever asked."""
        known: dict[str, bool] = {}
        if self._answers.is_file():
            known = json.loads(self._answers.read_text(encoding="utf-8"))
        return known

    @cached_property
    def _profile(self) -> Profile:
        """Our profile, made when this version of LibreOffice and of the add-in has none yet."""
        made = hashlib.sha256(repr((self.version, _SETTINGS, basic.module())).encode())
        for part in oxt.parts().items():
            made.update(repr(part).encode())
        folder = _cache_folder() / f"libreoffice-{made.hexdigest()[:16]}"
        if not folder.is_dir():
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
                fresh = Path(temporary, "profile")
                _make(self._program, _profile_in(fresh))
                try:
                    fresh.rename(folder)
                except OSError:
                    if not folder.is_dir():  # else another process was faster
                        raise
        return _profile_in(folder)


def _without_macros(data: bytes) -> bytes:
    """A workbook without its VBA: functions in there would stand for ours, and do not run."""
    file = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(file, "w") as new:
            names = old.namelist()
            kept = [name for name in names if not name.lower().endswith("vbaproject.bin")]
            if kept == names:
                return data
            for name in kept:
                new.writestr(name, old.read(name))
    except zipfile.BadZipFile:
        return data  # LibreOffice will say so
    return file.getvalue()


def _asks_others(function: str) -> bool:
    """Whether a function asks another program or machine, which a recalculation does not."""
    return function.upper().removeprefix("_XLFN.") in ("DDE", "RTD", "WEBSERVICE")


def _cache_folder() -> Path:
    if named := os.environ.get(CACHE):
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "xl-tourney" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "xl-tourney"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "xl-tourney"


def _profile_in(folder: Path) -> Profile:
    return Profile(folder, folder / "packages")


@contextmanager
def _copy(profile: Profile) -> Iterator[Profile]:
    """A profile for one run: two LibreOffices cannot share one."""
    assert profile.folder
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        yield _profile_in(Path(shutil.copytree(profile.folder, Path(temporary, "profile"))))


def _make(soffice: Program, profile: Profile) -> None:
    """A new profile with our functions in it, tried out."""
    install.add(soffice, profile)
    install.add_plain_names(soffice, profile)
    settings = profile.root / "user" / "registrymodifications.xcu"
    text = settings.read_text(encoding="utf-8")
    items = "".join(map(_setting, _SETTINGS))
    settings.write_text(text.replace("</oor:items>", f"{items}</oor:items>"), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, _BOOK)
        source.write_bytes(_workbook(["TP_PERCENT(45,3)", "TOURNEY.TP_PERCENT(45,3)"]))
        (values,) = saved_values.read(
            soffice.convert(profile, source, Path(folder, "out"))
        ).values()
    if values != {(1, 1): 75.0, (2, 1): 75.0}:
        raise EngineError(
            f"LibreOffice does not run our functions (it gives {list(values.values())}); "
            "on Debian and Ubuntu it needs the package python3-uno."
        )


def _setting(setting: tuple[str, str, str]) -> str:
    path, name, value = setting
    return (
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
    )


def _workbook(formulas: Sequence[str]) -> bytes:
    """A workbook with one formula below the other."""
    from openpyxl import Workbook

    book, file = Workbook(), io.BytesIO()
    sheet = book.worksheets[0]
    for row, formula in enumerate(formulas, 1):
        sheet.cell(row, 1, f"={formula}")
    book.save(file)
    return file.getvalue()


def _rows(values: Values, area: Area) -> list[list[Any]]:
    return [
        [values.get((row, column)) for column in range(area.left, area.right + 1)]
        for row in range(area.top, area.bottom + 1)
    ]


ENGINE = LibreOffice()
