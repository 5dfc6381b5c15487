"""LibreOffice as an engine, also for what formualizer lacks.

It calculates a copy with our add-in and its plain names, in a profile of its own that is made once
and kept in the cache folder.  It reads the clock of the machine and cannot be given another time.

Of dynamic arrays it knows only those over a fixed range.  Two formulas at the end of the anchor's
row, ROWS and COLUMNS of the array, measure it; then its range in the file is the measured one.
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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from openpyxl.utils import FORMULAE

from .. import atomic
from ..catalogue.cells import ErrorValue
from ..errors import EngineError
from ..grammar.function_names import plain_name
from ..grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    cell_reference,
)
from ..grammar.spreadsheet_functions import functions_with
from ..guarded_call import temporary_folder
from ..hosts.libreoffice import forwarders, install, oxt, program
from ..hosts.libreoffice.program import LibreOfficeProgram, UserProfile
from ..ooxml import xml
from ..ooxml.minimal_package import minimal_package
from ..ooxml.package import Package
from ..ooxml.sheet.cached_values import to_python
from ..ooxml.sheet.cell_patches import array_range_patch, namespace_prefix, splice
from ..ooxml.sheet.formula_cells import CellXml, Patch
from ..ooxml.sheet.new_cells import formula_cell
from ..ooxml.sheet.outline import read_cell_values, read_outline
from ..ooxml.sheet.sheet_xml import SheetXml
from ..ooxml.workbook import Workbook
from ..ooxml.xml import MAIN_NAMESPACE
from .base import CalculationRequest, CalculationResult, NotCalculated, rows_in
from .mistakes import mistakes_of

CellValues = Mapping[tuple[int, int], Any]
"""The values of a sheet by row and column, without empty cells."""

_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def read_values(path: Path) -> dict[str, CellValues]:
    """The values of every sheet, by the sheet's name."""
    package = Package.from_path(path)
    workbook = Workbook.open(package)
    values: dict[str, CellValues] = {}
    for name, part in workbook.worksheets:
        cells = read_cell_values(xml.read_part(package, part), None, workbook, package.name)
        values[name] = {place: to_python(value) for place, value in cells.items()}
    return values


def libreoffice_errors(path: Path) -> dict[tuple[str, int, int], str]:
    """The errors such as ``Err:522`` in a flat OpenDocument file, by sheet, row and column.

    Excel has none of them; a saved Excel workbook has ``#VALUE!`` in their place.
    """
    errors: dict[tuple[str, int, int], str] = {}
    sheet, row, column = "", 0, 0
    for event, element in ElementTree.iterparse(path, ("start", "end")):
        if event == "start":
            if element.tag == f"{_TABLE}table":
                sheet, row = element.get(f"{_TABLE}name", ""), 1
            elif element.tag == f"{_TABLE}table-row":
                column = 1
        elif element.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"):
            text = element.findtext(f"{_TEXT}p", "")
            if text.startswith("Err:") and element.get(f"{_TABLE}formula"):
                errors[sheet, row, column] = text
            column += int(element.get(f"{_TABLE}number-columns-repeated", "1"))
            element.clear()
        elif element.tag == f"{_TABLE}table-row":
            row += int(element.get(f"{_TABLE}number-rows-repeated", "1"))
            element.clear()
    return errors


_LAST_COLUMN = 1024
"""The last column that every LibreOffice has."""


class DynamicArray(NamedTuple):
    """A formula whose value spills."""

    anchor: CellAddress
    saved_range: Range
    """Its spill range in the file."""


def find_dynamic_arrays(package: bytes, candidates: Iterable[CellAddress]) -> list[DynamicArray]:
    """The candidates that are anchors of dynamic arrays."""
    addresses = set(candidates)
    if not addresses:
        return []
    workbook = Workbook.open(Package(package))
    return [
        DynamicArray(anchor, range_)
        for sheet, _ in workbook.worksheets
        for cell in workbook.scan(sheet).formula_cells
        if cell.is_dynamic and (range_ := cell.array_range)
        if (anchor := CellAddress(sheet, cell.row, cell.column)) in addresses
    ]


def add_measuring_formulas(package: bytes, arrays: Sequence[DynamicArray]) -> bytes:
    """The workbook with the formulas that measure its dynamic arrays, each at its row's end."""
    columns = _measuring_columns(arrays)

    def add(sheet: SheetXml, cells: Mapping[CellAddress, CellXml]) -> Iterator[Patch]:
        part = sheet.part._replace(data=sheet.data)
        ends = {row.number: row.close for row in read_outline(part, "", ()).rows}
        for anchor, cell in cells.items():
            end, prefix = ends[cell.row], namespace_prefix(sheet.data, cell)
            for column, function in enumerate(("ROWS", "COLUMNS"), columns[anchor]):
                place, formula = (cell.row, column), f"{function}({sheet.formula(cell)})"
                area = b' t="array" ref="%s"' % cell_reference(*place).encode()
                yield end, end, formula_cell(place, formula, b"", area, prefix)

    return _patched(package, columns, add)


def _measuring_columns(arrays: Sequence[DynamicArray]) -> dict[CellAddress, int]:
    """For each array the first of the two columns in its row where it is measured."""
    columns: dict[CellAddress, int] = {}
    free: dict[tuple[str, int], int] = {}
    for anchor in (array.anchor for array in arrays):
        row = anchor.sheet, anchor.row
        columns[anchor] = free[row] = free.get(row, _LAST_COLUMN + 1) - 2
    return columns


def measured_ranges(
    sheets: Mapping[str, CellValues], arrays: Sequence[DynamicArray]
) -> dict[CellAddress, Range]:
    """The spill range of each array; one cell where it cannot be measured."""
    ranges = {}
    for anchor, measuring_column in _measuring_columns(arrays).items():
        values, (_, top, left) = sheets[anchor.sheet], anchor
        height, width = (
            int(size) if isinstance(size := values.get((top, column)), float) else 1
            for column in (measuring_column, measuring_column + 1)
        )
        bottom, right = min(top + height - 1, MAX_ROW), min(left + width - 1, MAX_COLUMN)
        ranges[anchor] = Range(top, left, bottom, right)
    return ranges


def is_blocked(values: CellValues, array: DynamicArray, spill_range: Range) -> bool:
    """Whether a cell with a value of its own lies in the array's way."""
    return any(
        spill_range.contains(*cell) and not array.saved_range.contains(*cell) for cell in values
    )


def set_spill_ranges(package: bytes, ranges: Mapping[CellAddress, Range]) -> bytes:
    """The workbook with each dynamic array over its measured range."""

    def set_ranges(sheet: SheetXml, cells: Mapping[CellAddress, CellXml]) -> Iterator[Patch]:
        for anchor, cell in cells.items():
            yield array_range_patch(sheet.data, cell, str(ranges[anchor]))

    return _patched(package, ranges, set_ranges)


def _patched(
    data: bytes,
    anchors: Iterable[CellAddress],
    patches: Callable[[SheetXml, Mapping[CellAddress, CellXml]], Iterator[Patch]],
) -> bytes:
    """The workbook with patches to the sheets of these anchors."""
    package = Package(data)
    workbook = Workbook.open(package)
    parts = {}
    for name in {anchor.sheet for anchor in anchors}:
        sheet = workbook.scan(name)
        cells = {CellAddress(name, cell.row, cell.column): cell for cell in sheet.formula_cells}
        of_anchors = {anchor: cells[anchor] for anchor in anchors if anchor in cells}
        patched = splice(sheet.data, patches(sheet, of_anchors))
        parts[sheet.part.name] = sheet.part.encode(patched)
    return package.with_uncompressed_parts(parts)


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
        arrays = find_dynamic_arrays(
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
        sheets = self.calculate_values(add_measuring_formulas(package, arrays))
        ranges = measured_ranges(sheets, arrays)
        blocked = [
            array.anchor
            for array in arrays
            if is_blocked(sheets[array.anchor.sheet], array, ranges[array.anchor])
        ]
        ranges = {anchor: range_ for anchor, range_ in ranges.items() if anchor not in blocked}
        if any(
            ranges.get(array.anchor, array.saved_range) != array.saved_range for array in arrays
        ):
            package = set_spill_ranges(package, ranges)
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
