"""Embedding the LAMBDA formulas in a workbook, as defined names."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterable
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ...errors import WorkbookError
from ...functions import CATALOGUE
from ...ooxml import xml
from ...ooxml.package import Package
from ...ooxml.workbook import Workbook
from .definitions import FUNCTIONS, LAMBDAS

_NEW_FUNCTIONS = {
    name: f"_xlfn.{name}"
    for name in (
        *("BYCOL", "BYROW", "HSTACK", "ISOMITTED", "LAMBDA", "LET", "MAKEARRAY", "MAP"),
        *("REDUCE", "SEQUENCE", "TAKE", "UNICHAR", "VSTACK"),
    )
}
"""Functions newer than the file format, as they are stored."""

LONGEST_COMMENT = 255
_MARK = "(xl_tourney)"
"""The end of the comment of each name, by which it is known again."""
_TOKEN = re.compile(r'"[^"]*"|#[A-Z/0]+[!?]|\[[a-z_]+\]|[A-Za-z_][A-Za-z_0-9]*|\s+')
_CALLED_NAME = re.compile(r"\b([A-Z][A-Z_]*)\b")


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


@lru_cache(maxsize=1)
def _helpers() -> dict[str, frozenset[str]]:
    """The names that each formula calls itself."""
    return {
        name: frozenset(_CALLED_NAME.findall(re.sub(r'"[^"]*"', "", text))) & LAMBDAS.keys()
        for name, text in LAMBDAS.items()
    }


def with_helpers(names: Iterable[str]) -> list[str]:
    """The names and all helpers that they need, in the order of the definitions.

    >>> with_helpers(["IMPS"])
    ['XLT_NUMBER', 'XLT_NUMBERS', 'XLT_FIRST_ERROR', 'XLT_EMPTY', 'IMPS']
    """
    needed: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _helpers()[name]
    return [name for name in LAMBDAS if name in needed]


def comment_of(name: str) -> str:
    """The comment of a name, which Excel shows where the name is typed and in the Name Manager.

    >>> comment_of("XLT_ONE")
    'Helper of other names. (xl_tourney)'
    """
    text = CATALOGUE[name].help.summary if name in CATALOGUE else "Helper of other names."
    return f"{text} {_MARK}"


def add_defined_names(workbook: bytes, names: Iterable[str] = FUNCTIONS) -> bytes:
    """Add functions and their helpers to a workbook as defined names; no other part changes."""
    return with_defined_names(Package(workbook), names)


def add_called_names(workbook: bytes) -> bytes:
    """Add the functions that the cells of a workbook call."""
    called = _called_functions(workbook)
    return add_defined_names(workbook, [name for name in FUNCTIONS if name in called])


def with_defined_names(package: Package, names: Iterable[str]) -> bytes:
    """The workbook of a package with functions and their helpers; no other part changes.

    Names that came from here before are written anew.

    Raises
    ------
    WorkbookError
        The workbook uses one of the names for something else.
    """
    book = Workbook.open(package)
    part = xml.read_part(package, book.part)
    text = part.data.decode()
    ours = {
        _attribute(attributes, "name")
        for _, attributes, _ in re.findall(_NAME_ELEMENT, text)
        if _attribute(attributes, "comment").endswith(_MARK)
    } & LAMBDAS.keys()
    added = with_helpers([*names, *(name for name in ours if name in FUNCTIONS)])
    _check_names(book, ours, added)
    foreign = [name.name for name in book.defined_names if name.name not in ours]
    reserved = {name.lower() for name in (*foreign, *book.tables.names, *LAMBDAS)}
    changed = _insert_names(_remove_names(text, ours), added, reserved)
    if changed == text:
        return package.data
    return package.with_parts({book.part: part.encode(changed.encode())})


def find_undefined_functions(workbook: bytes) -> list[str]:
    """The functions that cells of a workbook call and no LAMBDA defines."""
    called = _called_functions(workbook)
    return [f.name for f in CATALOGUE if f.name in called - set(FUNCTIONS)]


def _called_functions(workbook: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
        text = "".join(package.read(name).decode("utf-8") for name in sheets)
    formulas = re.findall(r"<(?:f|formula|formula1|formula2)(?: [^>]*)?>([^<]*)</", text)
    return set(re.findall(r"\b([A-Z][A-Z_]*)\(", "".join(formulas)))


# The workbook part -------------------------------------------------------------------------------

_NAME_ELEMENT = r"<((?:\w+:)?)definedName\b([^>]*)>([^<]*)</\1definedName\s*>"
_ATTRIBUTE = r"""\b{}\s*=\s*["']([^"']*)["']"""


def _attribute(attributes: str, name: str) -> str:
    found = re.search(_ATTRIBUTE.format(name), attributes)
    return found[1] if found else ""


def _remove_names(text: str, names: Collection[str]) -> str:
    return re.sub(
        _NAME_ELEMENT,
        lambda found: "" if _attribute(found[2], "name") in names else found[0],
        text,
    )


def _check_names(book: Workbook, ours: Collection[str], added: Iterable[str]) -> None:
    """Refuse a workbook that uses one of the names for something else."""
    taken = {name.name.upper(): name for name in book.defined_names if name.name not in ours}
    tables = {name.upper() for name in book.tables.names}
    for name in added:
        if name in taken:
            sheet = f" on sheet {taken[name].scope}" if taken[name].scope else ""
            raise WorkbookError(
                f"{book.package.name}: has a name {taken[name].name} of its own{sheet}; delete or "
                "rename it in Excel's Name Manager, or choose other functions."
            )
        if name in tables:
            raise WorkbookError(
                f"{book.package.name}: has a table {name}; rename it, or choose other functions."
            )


def _insert_names(text: str, names: Iterable[str], reserved: Collection[str]) -> str:
    """Insert the names behind those that are there; else behind what must stand before them."""
    root = re.search(r"<((?:\w+:)?)workbook\b", text)
    prefix = root[1] if root else ""
    elements = "".join(
        f'<{prefix}definedName name="{name}" comment={quoteattr(comment_of(name))}>'
        f"{escape(to_stored_formula(LAMBDAS[name], reserved))}</{prefix}definedName>"
        for name in names
    )
    closing = f"</{prefix}definedNames>"
    if closing in text:
        return text.replace(closing, elements + closing, 1)
    text = re.sub(rf"<{prefix}definedNames\s*/>", "", text)
    elements = f"<{prefix}definedNames>{elements}{closing}"
    for before in ("externalReferences", "functionGroups", "sheets"):
        found = re.search(rf"</{prefix}{before}\s*>|<{prefix}{before}\b[^>]*/>", text)
        if found:
            return text[: found.end()] + elements + text[found.end() :]
    raise WorkbookError("The workbook has no sheets; save it anew in a spreadsheet program.")
