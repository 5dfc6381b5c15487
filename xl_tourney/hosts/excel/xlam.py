"""The Excel files that call Python: the add-in, and a workbook with its own wrappers.

Both are made from the add-in that the installed xlwings ships (its BSD-licensed part), because its
code works only with the very version of xlwings that it came with.  They are made without Excel.
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
from ...ooxml.rewriting import rewritten
from . import vba

FILE = "xl_tourney.xlam"
PROJECT = "xl_tourney"
_FUNCTION_GROUPS = 19
"""How many groups of functions Excel has; the next is ours (``\\n20`` in the wrappers)."""

_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DEFINED_NAMES = "{8193D73E-4604-4355-AFF4-8A2333D13BE4}"
"""The extension that holds argument descriptions ([MS-OFFMACRO2] 2.2.2.1.1)."""

_SETTINGS = """\
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


def addin() -> bytes:
    """The add-in, with every function of the catalogue."""
    from pyopenvba import ExcelFile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        with ExcelFile(_shipped()) as book:
            project = book.vba_project()
            project.delete_module("Module1")
            book.set_module("xlwings", _xlwings_module(book.get_module("xlwings")))
            project.add_module(vba.MODULE, _source())
            book.save(path)
        return rewritten(path.read_bytes(), _PARTS)


def macro_workbook(workbook: bytes) -> bytes:
    """A workbook (.xlsx) as one that carries its own wrappers (.xlsm)."""
    from pyopenvba import ExcelFile

    with ExcelFile(_shipped()) as shipped:
        modules = {name: shipped.get_module(name) for name in ("xlwings", "Dictionary")}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsm"
        path.write_bytes(_macro_enabled(workbook))
        with ExcelFile(path) as book:
            project = book.add_vba_project()
            project.add_module("Dictionary", modules["Dictionary"], kind=_class_module())
            project.add_module("xlwings", _xlwings_module(modules["xlwings"]))
            project.add_module(vba.MODULE, _source())
            book.save(path)
        return path.read_bytes()


def xlwings_version() -> str:
    """The version of xlwings that is installed; an add-in works with that one alone."""
    from importlib.metadata import version

    return version("xlwings")


def made_with(addin_file: bytes) -> str | None:
    """The version of xlwings that an add-in was made with; None if it is not ours."""
    try:
        with zipfile.ZipFile(io.BytesIO(addin_file)) as package:
            properties = package.read("docProps/core.xml").decode()
    except (zipfile.BadZipFile, KeyError):
        return None
    found = re.search(
        rf"<dc:description>{PROJECT} \S+ with xlwings (\S+)</dc:description>", properties
    )
    return found[1] if found else None


def _shipped() -> Path:
    """The empty add-in that the installed xlwings ships."""
    import xlwings

    path = Path(xlwings.__file__).with_name("quickstart_addin.xlam")
    if not path.is_file():
        raise EngineError(
            f"{path}: xlwings {xlwings_version()} does not ship its add-in here; "
            "install it anew with pip install --force-reinstall xlwings."
        )
    return path


def _class_module() -> object:
    from pyopenvba import VBAModuleKind

    return VBAModuleKind.other


def _source() -> str:
    return _lines(vba.module(CATALOGUE))


def _lines(source: str) -> str:
    """A source with the ends of lines that VBA has."""
    return "\r\n".join(source.splitlines()) + "\r\n"


def _xlwings_module(source: str) -> str:
    """xlwings' own module under our project's name, which reads the user's own settings alone."""
    text, named = re.subn(r'(PROJECT_NAME As String = )"\w+"', rf'\1"{PROJECT}"', source)
    text, settings = re.subn(
        r"^Function GetConfig\(.*?^End Function\r?\n",
        lambda _: _SETTINGS,
        text,
        flags=re.DOTALL | re.MULTILINE,
    )
    if named != 1 or settings != 1:
        raise EngineError(
            f"The add-in of xlwings {xlwings_version()} is not of the form that is known here; "
            "update xl-tourney, or install an older xlwings."
        )
    return _lines(text)


def _workbook_part(text: str) -> str:
    """The names: of the sheet, of the category of functions, and the help for each argument."""
    text = re.sub(r'name="_myaddin\.conf"', f'name="{PROJECT}"', text)
    # where xlwings' author had the file open is nobody's business
    text = re.sub(r"<mc:AlternateContent.*?</mc:AlternateContent>", "", text, flags=re.DOTALL)
    groups = (
        f'<functionGroups builtInGroupCount="{_FUNCTION_GROUPS}">'
        f"<functionGroup name={quoteattr(CATEGORY)}/></functionGroups>"
    )
    text = re.sub(r"</sheets>(<definedNames ?/>)?", f"</sheets>{groups}", text)
    return text.replace("<extLst>", f"<extLst>{_argument_help()}", 1)


def _argument_help() -> str:
    names = "".join(
        f"<x14:definedName name={quoteattr(function.name)}>"
        f'<x14:argumentDescriptions count="{len(function.parameters)}">'
        + "".join(
            f'<x14:argumentDescription index="{at}">{escape(vba.help_text(p.help))}'
            "</x14:argumentDescription>"
            for at, p in enumerate(function.parameters)
        )
        + "</x14:argumentDescriptions></x14:definedName>"
        for function in CATALOGUE
    )
    return (
        f'<ext uri="{_DEFINED_NAMES}" xmlns:x14="{_X14}">'
        f"<x14:definedNames>{names}</x14:definedNames></ext>"
    )


def _sheet_part(text: str) -> str:
    """What the add-in's only sheet says, to whoever makes it visible."""
    said = (
        f"xl_tourney {__version__}, made for xlwings {xlwings_version()}.",
        f"The interpreter is named in the file .{PROJECT}\\{PROJECT}.conf of your user folder.",
        "Written by: xl-tourney excel build",
    )
    rows = "".join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{escape(line)}</t></is></c></row>'
        for at, line in enumerate(said, 1)
    )
    text = re.sub(r'<dimension ref="[^"]*" ?/>', '<dimension ref="A1:A3"/>', text)
    return re.sub(
        r"<sheetData>.*</sheetData>",
        lambda _: f"<sheetData>{rows}</sheetData>",
        text,
        flags=re.DOTALL,
    )


def _properties_part(text: str) -> str:
    """What the add-in is, where :func:`made_with` finds it; and the title that Excel lists."""
    text = re.sub(r"<dc:(title|description)>.*?</dc:\1>|<dc:(title|description) ?/>", "", text)
    said = f"{PROJECT} {__version__} with xlwings {xlwings_version()}"
    return text.replace(
        "</cp:coreProperties>",
        f"<dc:title>{CATEGORY}</dc:title><dc:description>{said}</dc:description></cp:coreProperties>",
    )


_PARTS = {
    "xl/workbook.xml": _workbook_part,
    "xl/worksheets/sheet1.xml": _sheet_part,
    "docProps/core.xml": _properties_part,
}


def _macro_enabled(workbook: bytes) -> bytes:
    """The package of a workbook, declared as one that may hold macros."""
    plain = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macros = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    return rewritten(workbook, {"[Content_Types].xml": lambda text: text.replace(plain, macros)})
