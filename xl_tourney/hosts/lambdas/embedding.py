"""Embedding the LAMBDA formulas in a workbook, as defined names."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection
from xml.sax.saxutils import escape

from ...errors import EngineError
from ...functions import CATALOGUE
from ...ooxml.part_rewriting import rewrite_parts
from .definitions import FUNCTIONS, LAMBDAS

_NEW_FUNCTIONS = {
    **{
        name: f"_xlfn.{name}"
        for name in (
            *("BYCOL", "BYROW", "HSTACK", "ISOMITTED", "LAMBDA", "LET", "MAKEARRAY", "MAP"),
            *("REDUCE", "SEQUENCE", "TAKE", "UNICHAR", "VSTACK"),
        )
    },
}
"""Functions newer than the file format, as they are stored."""

_TOKEN = re.compile(r'"[^"]*"|#[A-Z/0]+[!?]|\[[a-z_]+\]|[A-Za-z_][A-Za-z_0-9]*|\s+')


def to_stored_formula(text: str, reserved: Collection[str] = ()) -> str:
    """A formula as a workbook's file stores it, with prefixes for new functions and parameters.

    A parameter whose name is also a defined name of the workbook gets an underscore.

    >>> to_stored_formula("LAMBDA(games, [step], IF(ISOMITTED(step), 0, games))", {"step"})
    '_xlfn.LAMBDA(_xlpm.games,_xlop.step_,IF(_xlfn.ISOMITTED(_xlpm.step_),0,_xlpm.games))'
    """

    def store_token(match: re.Match[str]) -> str:
        token = match[0]
        if token.isspace() or token[0] in '"#':
            return token.strip()
        if token in _NEW_FUNCTIONS:
            return _NEW_FUNCTIONS[token]
        if token.isupper():
            return token
        name = token.strip("[]")
        return f"{'_xlop' if token[0] == '[' else '_xlpm'}.{name}{'_' * (name in reserved)}"

    return _TOKEN.sub(store_token, text.strip())


def add_defined_names(workbook: bytes) -> bytes:
    """Add the functions to a workbook as defined names."""
    return rewrite_parts(workbook, {"xl/workbook.xml": _add_to_workbook_part})


def find_undefined_functions(workbook: bytes) -> list[str]:
    """The functions that cells of a workbook call and no LAMBDA defines."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
        text = "".join(package.read(name).decode("utf-8") for name in sheets)
    formulas = "".join(re.findall(r"<f[^>]*>([^<]*)</f>", text))
    called = set(re.findall(r"\b([A-Z_]+)\(", formulas))
    return [f.name for f in CATALOGUE if f.name in called - set(FUNCTIONS)]


def _add_to_workbook_part(part: str) -> str:
    """Add the defined names to the workbook part, before ``calcPr``."""
    defined = re.findall(r'<definedName [^>]*?name="([^"]*)"', part)
    reserved = {name.lower() for name in (*defined, *LAMBDAS)}
    added = "".join(
        f'<definedName name="{name}">{escape(to_stored_formula(text, reserved))}</definedName>'
        for name, text in LAMBDAS.items()
    )
    if "</definedNames>" in part:
        return part.replace("</definedNames>", f"{added}</definedNames>")
    part = re.sub(r"<definedNames ?/>", "", part)
    if "<calcPr" not in part:
        raise EngineError("The workbook has no place for names; make it with xl-tourney new.")
    return part.replace("<calcPr", f"<definedNames>{added}</definedNames><calcPr", 1)
