"""LibreOffice as an engine, also for what formualizer lacks.

It calculates a copy with our add-in and its plain names, in a profile of its own that is made once
and kept in the cache folder.  It reads the clock of the machine and cannot be given another time.
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
from ..grammar.function_names import plain_name
from ..grammar.references import CellAddress, Range
from ..grammar.spreadsheet_functions import functions_with
from ..guarded_call import temporary_folder
from ..hosts.libreoffice import forwarders, install, oxt, program
from ..hosts.libreoffice.program import LibreOfficeProgram, UserProfile
from ..ooxml.minimal_package import minimal_package
from ..ooxml.sheet.new_cells import formula_cell
from ..ooxml.xml import MAIN_NAMESPACE
from . import dynamic_arrays
from .base import CalculationRequest, CalculationResult, NotCalculated, rows_in
from .dynamic_arrays import DynamicArray
from .mistakes import mistakes_of
from .saved_workbook import CellValues, libreoffice_errors, read_values

_SETTINGS: Sequence[tuple[str, str, str]] = (
    ("Office.Calc/Formula/Load", "OOXMLRecalcMode", "0"),  # calculate everything on loading
    ("Office.Calc/Content/Update", "Link", "1"),  # never reach for other files
    ("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),  # no macro of a workbook
    ("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Inet/Settings", "ooInetProxyType", "2"),  # a proxy by hand, where nobody answers
    ("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("Inet/Settings", "ooInetNoProxy", ""),
    ("Setup/Office", "ooSetupInstCompleted", "true"),
    ("Setup/Product", "ooSetupLastVersion", "99.0"),  # draw no tests, as after an upgrade
)
_FILE_NAME = "book.xlsx"

CACHE = "XL_TOURNEY_CACHE"
"""The environment variable that names another cache folder."""


ABOUT_THE_MACHINE = mistakes_of("libreoffice")
"""It would tell of the copy that it calculates and of this machine, not of the workbook."""


class LibreOffice:
    """Calculates with LibreOffice, which starts for every calculation."""

    name = "libreoffice"
    mistakes = ABOUT_THE_MACHINE
    broadcast_functions = None
    rewriter = None

    @cached_property
    def _program(self) -> LibreOfficeProgram:
        return program.find()

    @cached_property
    def version(self) -> str:
        """The installed version."""
        return self._program.version

    def unsupported_functions(self, names: Iterable[str]) -> frozenset[str]:
        """Functions that LibreOffice calculates to ``#NAME?``, or that reach outside."""
        names = list(names)
        unknown = {name for name in names if name not in self._is_supported}
        if unknown:
            unknown |= FORMULAE - self._is_supported.keys()  # all that are likely to follow
            by_row = dict(enumerate(sorted(unknown), 1))
            values = self.calculate_values(_workbook([f"{name}()" for name in by_row.values()]))
            self._is_supported |= self._known()  # another process may have asked meanwhile
            for row, name in by_row.items():
                self._is_supported[name] = values["Sheet"].get((row, 1)) != "#NAME?"
            atomic.write_bytes(self._function_file, json.dumps(self._is_supported).encode())
        outside = functions_with("reaches-outside")  # they ask another program or machine
        return frozenset(
            name for name in names if not self._is_supported[name] or plain_name(name) in outside
        )

    def expand_array_formula(
        self, formula: str, anchor: CellAddress, range_: Range
    ) -> dict[tuple[int, int], str]:
        """The formula in its anchor: LibreOffice fills a fixed range as Excel does."""
        return {(anchor.row, anchor.column): formula}

    def calculate(self, request: CalculationRequest) -> CalculationResult:
        """Let LibreOffice load the workbook and save it, and read the saved one."""
        package = request.package
        spill_ranges: dict[CellAddress, Range] = {}
        arrays = dynamic_arrays.find_dynamic_arrays(
            package, [*request.spill_candidates, *request.catalogue_spill_candidates()]
        )
        if arrays:
            package, sheets, spill_ranges = self._calculate_spilled(package, arrays)
        else:
            sheets = self.calculate_values(package)
        if any(value == "#VALUE!" for values in sheets.values() for value in values.values()):
            sheets = self._without_libreoffice_errors(package, sheets)
        values = {
            sheet: [rows_in(sheets.get(sheet, {}), range_) for range_ in ranges]
            for sheet, ranges in request.ranges.items()
        }
        spills = {
            anchor: (range_, rows_in(sheets[anchor.sheet], range_))
            for anchor, range_ in spill_ranges.items()
        }
        return CalculationResult(values, spills)

    def _calculate_spilled(
        self, package: bytes, arrays: Sequence[DynamicArray]
    ) -> tuple[bytes, dict[str, CellValues], dict[CellAddress, Range]]:
        """The workbook with dynamic arrays in their new ranges, its values, and these ranges."""
        sheets = self.calculate_values(dynamic_arrays.add_measuring_formulas(package, arrays))
        ranges = dynamic_arrays.measured_ranges(sheets, arrays)
        blocked = [
            array.anchor
            for array in arrays
            if dynamic_arrays.is_blocked(sheets[array.anchor.sheet], array, ranges[array.anchor])
        ]
        ranges = {anchor: range_ for anchor, range_ in ranges.items() if anchor not in blocked}
        if any(
            ranges.get(array.anchor, array.saved_range) != array.saved_range for array in arrays
        ):
            package = dynamic_arrays.set_spill_ranges(package, ranges)
            sheets = self.calculate_values(package)
        for sheet, row, column in blocked:
            sheets[sheet] = {**sheets[sheet], (row, column): ErrorValue("#SPILL!")}
        spills = {anchor: range_ for anchor, range_ in ranges.items() if range_.cell_count > 1}
        return package, sheets, spills

    def _without_libreoffice_errors(
        self, package: bytes, sheets: dict[str, CellValues]
    ) -> dict[str, CellValues]:
        """The values without the errors that Excel does not have."""
        with self._saved(package, "fods") as path:
            errors = libreoffice_errors(path)
        replaced: dict[str, Any] = {name: dict(values) for name, values in sheets.items()}
        for (sheet, row, column), error in errors.items():
            is_circular = error == "Err:522"
            reason = "it refers to itself" if is_circular else f"LibreOffice gives it {error}"
            replaced[sheet][row, column] = NotCalculated(reason, is_circular)
        return replaced

    def calculate_values(self, package: bytes) -> dict[str, CellValues]:
        """The values of a workbook, by sheet, as LibreOffice saves them."""
        with self._saved(package, "xlsx") as path:
            return read_values(path)

    @contextmanager
    def _saved(self, package: bytes, file_format: str) -> Iterator[Path]:
        """The workbook as LibreOffice saves it."""
        with _copy(self._profile) as profile, temporary_folder() as folder:
            source = Path(folder, _FILE_NAME)
            atomic.create(source, _without_macros(package))
            yield self._program.convert(profile, source, Path(folder, "out"), file_format)

    @property
    def _function_file(self) -> Path:
        return self._profile.root / "functions.json"

    @cached_property
    def _is_supported(self) -> dict[str, bool]:
        """For each function that was ever asked for, whether LibreOffice has it."""
        return self._known()

    def _known(self) -> dict[str, bool]:
        if not self._function_file.is_file():
            return {}
        known: dict[str, bool] = json.loads(self._function_file.read_text(encoding="utf-8"))
        return known

    @cached_property
    def _profile(self) -> UserProfile:
        """Our profile, made when this version of LibreOffice and of the add-in has none yet."""
        made_from = repr((self.version, _SETTINGS, forwarders.format_module(), oxt.digest()))
        digest = hashlib.sha256(made_from.encode())
        folder = _cache_folder() / f"libreoffice-{digest.hexdigest()[:16]}"
        if not folder.is_dir():
            try:
                folder.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise EngineError(
                    f"{folder.parent}: LibreOffice needs a folder for its profile "
                    f"({error.strerror}); name one in the variable {CACHE}."
                ) from error
            with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
                new_folder = Path(temporary, "profile")
                _make_profile(self._program, _profile_in(new_folder))
                try:
                    new_folder.rename(folder)
                except OSError:
                    if not folder.is_dir():  # else another process was faster
                        raise
        return _profile_in(folder)


def _without_macros(package: bytes) -> bytes:
    """A workbook without its VBA: functions in there would hide ours, and do not run."""
    file = io.BytesIO()
    try:
        with zipfile.ZipFile(io.BytesIO(package)) as old, zipfile.ZipFile(file, "w") as new:
            names = old.namelist()
            copied = [name for name in names if not name.lower().endswith("vbaproject.bin")]
            if copied == names:
                return package
            for name in copied:
                new.writestr(name, old.read(name))
    except zipfile.BadZipFile:
        return package  # LibreOffice will refuse it
    return file.getvalue()


def _cache_folder() -> Path:
    if folder := os.environ.get(CACHE):
        return Path(folder)
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "xl-tourney" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "xl-tourney"
    return Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "xl-tourney"


def _profile_in(folder: Path) -> UserProfile:
    return UserProfile(folder, folder / "packages")


@contextmanager
def _copy(profile: UserProfile) -> Iterator[UserProfile]:
    """A profile for one run: two LibreOffices cannot share one."""
    assert profile.folder
    with temporary_folder() as temporary:
        yield _profile_in(Path(shutil.copytree(profile.folder, Path(temporary, "profile"))))


def _make_profile(soffice: LibreOfficeProgram, profile: UserProfile) -> None:
    """Make a profile with our functions, and try them out."""
    install.register_addin(soffice, profile)
    install.write_forwarders(soffice, profile)
    settings = profile.root / "user" / "registrymodifications.xcu"
    xml = settings.read_text(encoding="utf-8")
    items = "".join(map(setting_xml, _SETTINGS))
    atomic.write_bytes(settings, xml.replace("</oor:items>", f"{items}</oor:items>").encode())
    with temporary_folder() as folder:
        source = Path(folder, _FILE_NAME)
        atomic.create(source, _workbook(["TP_PERCENT(45,3)", "TOURNEY.TP_PERCENT(45,3)"]))
        saved = soffice.convert(profile, source, Path(folder, "out"))
        (values,) = read_values(saved).values()
    if values != {(1, 1): 75.0, (2, 1): 75.0}:
        raise EngineError(
            f"LibreOffice does not run our functions (it gives {list(values.values())}); "
            "on Debian and Ubuntu it needs the package python3-uno."
        )


def setting_xml(setting: tuple[str, str, str]) -> str:
    """A setting of LibreOffice, its path, name and value, as a profile holds it."""
    path, name, value = setting
    return (
        f'<item oor:path="/org.openoffice.{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
    )


def _workbook(formulas: Sequence[str]) -> bytes:
    """A workbook with one formula below the other."""
    cells = enumerate((formula_cell((row, 1), text) for row, text in enumerate(formulas, 1)), 1)
    rows = b"".join(b'<row r="%d">%b</row>' % numbered for numbered in cells)
    sheet = b'<worksheet xmlns="%b"><sheetData>%b</sheetData></worksheet>'
    return minimal_package([("Sheet", sheet % (MAIN_NAMESPACE.encode(), rows))])


ENGINE = LibreOffice()
