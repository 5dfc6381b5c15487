"""The Excel files with VBA wrappers: the add-in (.xlam), and a macro workbook (.xlsm).

Both carry the same modules, the function group, the help of the arguments and the tooltips.  They
work only with the version of xlwings that they were made for, whose library has it in its name.

An example: of ``GBQ`` a wrapper is written in VBA, the wrappers are put into a project without
compiled code, and the project into a workbook whose content type says add-in.
"""

from __future__ import annotations

import io
import re
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ... import __version__, atomic
from ...catalogue.host_names import CATEGORY, to_vba_name
from ...functions import CATALOGUE, Function
from ...ooxml.part_rewriting import rewrite_parts
from . import intellisense, ribbon, vba_connection

# The VBA module of wrappers, which call Python and return real error values.
#
# Everything in this module can be called from a cell, so it holds the functions of the catalogue,
# the macros, and what the ribbon calls.  A wrapper passes its arguments to :mod:`.vba_connection`.

MODULE = "XLTourney"
MAX_HELP_CHARACTERS = 255
"""The longest help text that the function wizard shows and a file may hold."""

_SENTENCE_END = re.compile(r"([.?!])\s+(?=[A-Z])")
_REPLACEMENTS = str.maketrans({"−": "-", "√": "root of ", "Σ": "sum of ", "χ": "chi", "₁": "1"})


def to_wizard_text(text: str) -> str:
    """A text for the function wizard: whole sentences, in the code page 1252 of VBA.

    >>> to_wizard_text("1000·√games")
    '1000·root of games'
    >>> to_wizard_text("The score.  " + 30 * "More of it. ")[-23:]
    'More of it. More of it.'
    """
    plain = " ".join(text.translate(_REPLACEMENTS).split())
    plain = plain.encode("cp1252", "replace").decode("cp1252")
    if len(plain) <= MAX_HELP_CHARACTERS:
        return plain
    ends = [match.end(1) for match in _SENTENCE_END.finditer(plain)]
    whole = [end for end in ends if end <= MAX_HELP_CHARACTERS]
    if not whole:
        raise ValueError(f"no sentence ends in the first {MAX_HELP_CHARACTERS} characters: {text}")
    return plain[: whole[-1]]


def format_module(functions: Iterable[Function]) -> str:
    """The source of the module."""
    head = Path(__file__).with_name(f"{MODULE}.bas").read_text("utf-8")
    head = head.format(
        name=MODULE,
        version=__version__,
        connection=vba_connection.CLASS,
        ribbon=ribbon.CLASS,
        category=CATEGORY,
    )
    return head + "\n".join(map(format_wrapper, functions))


def format_wrapper(function: Function) -> str:
    """The wrapper of a function: its help, its category, and its call."""
    name = function.name
    names = [to_vba_name(p.name) for p in function.parameters]
    declared = [
        f"Optional {argument}" if p.optional else argument
        for argument, p in zip(names, function.parameters)
    ]
    description = to_wizard_text(function.help.summary).replace('"', '""')
    return (
        f"Public Function {name}({', '.join(declared)})\n"
        f'Attribute {name}.VB_Description = "{description}"\n'
        f'Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n20"\n'
        f'    {name} = python.CallFunction("{name}", Array({", ".join(names)}))\n'
        "End Function\n"
    )


# The VBA project of a file: our modules and nothing else, for Excel to compile anew.

_PROJECT_NAME = "XLTourneyProject"
VBA_PART = "xl/vbaProject.bin"
NO_CACHE = bytes.fromhex("CC61FFFF000000")
"""The stream ``_VBA_PROJECT`` without compiled code: no version of Excel takes another's."""
_PROJECT_NAME_RECORD = 4
_XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
WORKBOOK_TYPE = "application/vnd.ms-excel.sheet.macroEnabled.main+xml"
ADDIN_TYPE = "application/vnd.ms-excel.addin.macroEnabled.main+xml"


def add_project(workbook: bytes, standard: Mapping[str, str], classes: Mapping[str, str]) -> bytes:
    """Convert a workbook (.xlsx) to one with macros (.xlsm), with these modules by name."""
    from pyopenvba import ExcelFile, VBAModuleKind

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.xlsm"
        atomic.create(path, set_content_type(workbook, _XLSX_TYPE, WORKBOOK_TYPE))
        with ExcelFile(path) as book:
            project = book.add_vba_project()
            for name, source in classes.items():
                project.add_module(name, _to_crlf(source), kind=VBAModuleKind.other)
            for name, source in standard.items():
                project.add_module(name, _to_crlf(source))
            for module in project.modules:
                module.source = str(module.source)  # rewritten without its compiled code
            book.save(path)
        package = path.read_bytes()
    return rewrite_parts(package, {}, {VBA_PART: _finish})


def set_content_type(package: bytes, old: str, new: str) -> bytes:
    """Change the content type of a package's workbook part."""
    return rewrite_parts(package, {"[Content_Types].xml": lambda text: text.replace(old, new)})


def _to_crlf(source: str) -> str:
    """A source with the line ends of VBA."""
    return "\r\n".join(source.splitlines()) + "\r\n"


def _finish(project: bytes) -> bytes:
    """Set the project's name, and remove the compiled code."""
    from pyopenvba.cfb import CFB
    from pyopenvba.vba import compress, decompress

    file = CFB.from_bytes(project)
    directory = decompress(file.get_stream_in_storage("VBA", "dir"))
    file.write_stream_in_storage("VBA", "dir", compress(_rename(directory)))
    settings = file.get_stream("PROJECT").decode("cp1252")
    settings = re.sub(r'(?m)^Name="\w+"', f'Name="{_PROJECT_NAME}"', settings)
    file.write_stream("PROJECT", settings.encode("cp1252"))
    file.write_stream_in_storage("VBA", "_VBA_PROJECT", NO_CACHE)
    data: bytes = file.to_bytes()
    return data


def _rename(directory: bytes) -> bytes:
    """The project's records with our name ([MS-OVBA] 2.3.4.2.1.6)."""
    at = 0
    while True:
        kind = int.from_bytes(directory[at : at + 2], "little")
        size = int.from_bytes(directory[at + 2 : at + 6], "little")
        end = at + 6 + size
        if kind == _PROJECT_NAME_RECORD:
            name = _PROJECT_NAME.encode("ascii")
            record = directory[at : at + 2] + len(name).to_bytes(4, "little") + name
            return directory[:at] + record + directory[end:]
        at = end


FILE = "xl_tourney.xlam"
PROJECT = "xl_tourney"
_FUNCTION_GROUPS = 19
"""Excel's built-in function groups; the next one is ours (``\\n20`` in the wrappers)."""

_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_DEFINED_NAMES = "{8193D73E-4604-4355-AFF4-8A2333D13BE4}"
"""The extension that holds argument descriptions ([MS-OFFMACRO2] 2.2.2.1.1)."""


def build_addin() -> bytes:
    """The add-in, with every function of the catalogue, and the tab of the ribbon."""
    workbook = ribbon.embed(to_macro_workbook(_build_carrier()))
    return set_content_type(workbook, WORKBOOK_TYPE, ADDIN_TYPE)


def to_macro_workbook(workbook: bytes) -> bytes:
    """Convert a workbook (.xlsx) to one with its own wrappers (.xlsm)."""
    classes = {
        vba_connection.CLASS: vba_connection.format_class(installed_xlwings_version()),
        ribbon.CLASS: ribbon.format_class(),
    }
    macro_workbook = add_project(workbook, {MODULE: format_module(CATALOGUE)}, classes)
    described = rewrite_parts(macro_workbook, {"xl/workbook.xml": _describe_functions})
    return intellisense.embed(described)


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


def _build_carrier() -> bytes:
    """The workbook of the add-in: one sheet, in a window that is hidden."""
    from openpyxl import Workbook

    workbook = Workbook()
    workbook.views[0].visibility = "hidden"
    workbook.properties.title = CATEGORY
    workbook.properties.creator = PROJECT
    workbook.properties.description = (
        f"{PROJECT} {__version__} with xlwings {installed_xlwings_version()}"
    )
    sheet = workbook.worksheets[0]
    sheet.title = PROJECT
    for line in (
        f"xl_tourney {__version__}, made for xlwings {installed_xlwings_version()}.",
        f"The interpreter is named in the file .{PROJECT}\\{PROJECT}.conf of your user folder.",
        "Written by: xl-tourney excel build",
    ):
        sheet.append([line])
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


def _describe_functions(text: str) -> str:
    """Set the function group and the help of the arguments in a workbook part."""
    groups = (
        f'<functionGroups builtInGroupCount="{_FUNCTION_GROUPS}">'
        f"<functionGroup name={quoteattr(CATEGORY)}/></functionGroups>"
    )
    text = text.replace("</sheets>", f"</sheets>{groups}", 1)
    if "<extLst>" in text:
        return text.replace("<extLst>", f"<extLst>{_format_argument_help()}", 1)
    return text.replace("</workbook>", f"<extLst>{_format_argument_help()}</extLst></workbook>")


def _format_argument_help() -> str:
    names = "".join(
        f"<x14:definedName name={quoteattr(function.name)}>"
        f'<x14:argumentDescriptions count="{len(function.parameters)}">'
        + "".join(
            f'<x14:argumentDescription index="{index}">{escape(to_wizard_text(p.help))}'
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
