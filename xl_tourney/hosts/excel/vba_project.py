"""The VBA project of a file: our modules and nothing else, for Excel to compile anew."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ... import atomic
from ...ooxml.part_rewriting import rewrite_parts
from . import vba, vba_connection

NAME = "XLTourneyProject"
PART = "xl/vbaProject.bin"
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
    return rewrite_parts(package, {}, {PART: _finish})


def add_functions(workbook: bytes, source: str, xlwings_version: str) -> bytes:
    """Convert a workbook to one with the wrappers, and the connection for a version of xlwings."""
    return add_project(
        workbook,
        standard={vba.MODULE: source},
        classes={vba_connection.CLASS: vba_connection.format_class(xlwings_version)},
    )


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
    settings = re.sub(r'(?m)^Name="\w+"', f'Name="{NAME}"', settings)
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
            name = NAME.encode("ascii")
            record = directory[at : at + 2] + len(name).to_bytes(4, "little") + name
            return directory[:at] + record + directory[end:]
        at = end
