"""The Excel files with VBA wrappers: the add-in (.xlam), and a macro workbook (.xlsm).

Both are built from the add-in that the installed xlwings ships (its BSD-licensed part), because its
code works only with the same version of xlwings.  They are built without Excel.
"""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ... import __version__
from ...catalogue.host_names import CATEGORY
from ...errors import EngineError
from ...functions import CATALOGUE
from ...ooxml.part_rewriting import rewrite_parts
from . import vba

FILE = "xl_tourney.xlam"
PROJECT = "xl_tourney"
_FUNCTION_GROUPS = 19
"""Excel's built-in function groups; the next one is ours (``\\n20`` in the wrappers)."""

_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DEFINED_NAMES = "{8193D73E-4604-4355-AFF4-8A2333D13BE4}"
"""The extension that holds argument descriptions ([MS-OFFMACRO2] 2.2.2.1.1)."""

_GET_CONFIG = """\
Function GetConfig(configKey As String, Optional default As String = "", _
                   Optional source As String = "") As Variant
    'Only the user's own file is read: a workbook from elsewhere, or the folder that it lies in,
    'must not say which program to run.
    Dim configValue As String
    GetConfig = default
    If configKey = "ADD_WORKBOOK_TO_PYTHONPATH" Then GetConfig = "false"
    If GetConfigFromFile(GetConfigFilePath(), configKey, configValue) Then GetConfig = configValue
    GetConfig = ExpandEnvironmentStrings(GetConfig)
End Function
"""


def build_addin() -> bytes:
    """The add-in, with every function of the catalogue."""
    from pyopenvba import ExcelFile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        with ExcelFile(_xlwings_addin()) as book:
            project = book.vba_project()
            project.delete_module("Module1")
            book.set_module("xlwings", _adapt_xlwings_module(book.get_module("xlwings")))
            project.add_module(vba.MODULE, _format_source())
            book.save(path)
        return rewrite_parts(path.read_bytes(), _PART_REWRITERS)


def to_macro_workbook(workbook: bytes) -> bytes:
    """Convert a workbook (.xlsx) to one with its own wrappers (.xlsm)."""
    from pyopenvba import ExcelFile

    with ExcelFile(_xlwings_addin()) as xlwings_addin:
        modules = {name: xlwings_addin.get_module(name) for name in ("xlwings", "Dictionary")}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsm"
        path.write_bytes(_declare_macros(workbook))
        with ExcelFile(path) as book:
            project = book.add_vba_project()
            project.add_module("Dictionary", modules["Dictionary"], kind=_class_module_kind())
            project.add_module("xlwings", _adapt_xlwings_module(modules["xlwings"]))
            project.add_module(vba.MODULE, _format_source())
            book.save(path)
        return path.read_bytes()


def installed_xlwings_version() -> str:
    """The installed version of xlwings; an add-in works only with the one it was built with."""
    from importlib.metadata import version

    return version("xlwings")


def read_xlwings_version(addin_file: bytes) -> str | None:
    """The version of xlwings that an add-in was built with; None if it is not ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(addin_file)) as package:
            properties = package.read("docProps/core.xml").decode()
    except (zipfile.BadZipFile, KeyError):
        return None
    match = re.search(
        rf"<dc:description>{PROJECT} \S+ with xlwings (\S+)</dc:description>", properties
    )
    return match[1] if match else None


def _xlwings_addin() -> Path:
    """The empty add-in that the installed xlwings ships."""
    import xlwings

    path = Path(xlwings.__file__).with_name("quickstart_addin.xlam")
    if not path.is_file():
        raise EngineError(
            f"{path}: xlwings {installed_xlwings_version()} does not ship its add-in here; "
            "install it anew with pip install --force-reinstall xlwings."
        )
    return path


def _class_module_kind() -> object:
    from pyopenvba import VBAModuleKind

    return VBAModuleKind.other


def _format_source() -> str:
    return _to_crlf(vba.format_module(CATALOGUE))


def _to_crlf(source: str) -> str:
    """A source with the line ends of VBA."""
    return "\r\n".join(source.splitlines()) + "\r\n"


def _adapt_xlwings_module(source: str) -> str:
    """xlwings' module with our project name, reading only the user's own settings."""
    text, names = re.subn(r'(PROJECT_NAME As String = )"\w+"', rf'\1"{PROJECT}"', source)
    text, settings = re.subn(
        r"^Function GetConfig\(.*?^End Function\r?\n",
        lambda _: _GET_CONFIG,
        text,
        flags=re.DOTALL | re.MULTILINE,
    )
    if names != 1 or settings != 1:
        raise EngineError(
            f"The add-in of xlwings {installed_xlwings_version()} is not of the form that is known "
            "here; update xl-tourney, or install an older xlwings."
        )
    return _to_crlf(text)


def _rewrite_workbook_part(text: str) -> str:
    """Set the name of the sheet, the function group, and the help of the arguments."""
    text = re.sub(r'name="_myaddin\.conf"', f'name="{PROJECT}"', text)
    # the absolute path on the computer of xlwings' author
    text = re.sub(r"<mc:AlternateContent.*?</mc:AlternateContent>", "", text, flags=re.DOTALL)
    groups = (
        f'<functionGroups builtInGroupCount="{_FUNCTION_GROUPS}">'
        f"<functionGroup name={quoteattr(CATEGORY)}/></functionGroups>"
    )
    text = re.sub(r"</sheets>(<definedNames ?/>)?", f"</sheets>{groups}", text)
    return text.replace("<extLst>", f"<extLst>{_format_argument_help()}", 1)


def _format_argument_help() -> str:
    names = "".join(
        f"<x14:definedName name={quoteattr(function.name)}>"
        f'<x14:argumentDescriptions count="{len(function.parameters)}">'
        + "".join(
            f'<x14:argumentDescription index="{index}">{escape(vba.to_wizard_text(p.help))}'
            "</x14:argumentDescription>"
            for index, p in enumerate(function.parameters)
        )
        + "</x14:argumentDescriptions></x14:definedName>"
        for function in CATALOGUE
    )
    return (
        f'<ext uri="{_DEFINED_NAMES}" xmlns:x14="{_X14}">'
        f"<x14:definedNames>{names}</x14:definedNames></ext>"
    )


def _rewrite_sheet_part(text: str) -> str:
    """Fill the add-in's only sheet, which is hidden."""
    lines = (
        f"xl_tourney {__version__}, made for xlwings {installed_xlwings_version()}.",
        f"The interpreter is named in the file .{PROJECT}\\{PROJECT}.conf of your user folder.",
        "Written by: xl-tourney excel build",
    )
    rows = "".join(
        f'<row r="{row}"><c r="A{row}" t="inlineStr"><is><t>{escape(line)}</t></is></c></row>'
        for row, line in enumerate(lines, 1)
    )
    text = re.sub(r'<dimension ref="[^"]*" ?/>', '<dimension ref="A1:A3"/>', text)
    return re.sub(
        r"<sheetData>.*</sheetData>",
        lambda _: f"<sheetData>{rows}</sheetData>",
        text,
        flags=re.DOTALL,
    )


def _rewrite_properties_part(text: str) -> str:
    """Set the title that Excel lists, and the version for :func:`read_xlwings_version`."""
    text = re.sub(r"<dc:(title|description)>.*?</dc:\1>|<dc:(title|description) ?/>", "", text)
    description = f"{PROJECT} {__version__} with xlwings {installed_xlwings_version()}"
    return text.replace(
        "</cp:coreProperties>",
        f"<dc:title>{CATEGORY}</dc:title><dc:description>{description}</dc:description>"
        "</cp:coreProperties>",
    )


_PART_REWRITERS = {
    "xl/workbook.xml": _rewrite_workbook_part,
    "xl/worksheets/sheet1.xml": _rewrite_sheet_part,
    "docProps/core.xml": _rewrite_properties_part,
}


def _declare_macros(workbook: bytes) -> bytes:
    """Change the content type of a workbook's package to macro-enabled."""
    plain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macros = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    return rewrite_parts(
        workbook, {"[Content_Types].xml": lambda text: text.replace(plain, macros)}
    )
