"""The act of making a workbook: one for each template."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from ...errors import OptionError
from ...messages import message
from ...ooxml.saving import refuse_existing
from ..parts.books import WORKBOOK_SUFFIXES
from ..parts.declaration import (
    WRITE_OVER,
    About,
    Member,
    Outcome,
    Parameter,
    Typed,
    UsageError,
    check_suffix,
    command,
)
from ..update import HEADINGS, ONLY, PASSWORD

if TYPE_CHECKING:
    from ...calculation.receipt import Receipt

DECLARED = Path(__file__).with_name("templates.json")
"""What the templates declare, for help, which is slow where it imports them.

``python docs/commands.py`` writes it.
"""
_TYPES: dict[str, type] = {"int": int, "float": float, "str": str}


@cache
def _templates() -> Mapping[str, Member]:
    """The templates, as they are declared in the file."""
    declared = json.loads(DECLARED.read_text(encoding="utf-8"))
    return {name: _member(name, **about) for name, about in declared.items()}


def _member(name: str, help: str, options: Sequence[Mapping[str, Any]], **about: Any) -> Member:
    path = {"path": Path(f"{name}.xlsx")}
    return Member(help, path, [_option(**option) for option in options], **about)


def _option(name: str, type: str, help: str, **about: Any) -> Parameter:
    return Parameter(name, _TYPES[type], type, None, True, About(help, **about))


@command(
    "An event",
    "Make a workbook from results, or an empty one",
    members=_templates,
    menu="New event…",
    asks=("template", "path", "data"),
)
def new(
    template: Annotated[str, About("tantrix, kdice, bridge, go, chess or league.", label="Game")],
    path: Annotated[Path, About("The workbook to write.", label="Workbook", option="-o/--output")],
    data: Annotated[
        Path | None,
        About(
            "The file of results, or a sheet of a workbook, as results.xlsx#Sheet; - is what "
            "another program pipes in, such as the clipboard; empty without.",
            label="Players or results",
            hint="A list, pasted or as a file; without one nobody is entered yet.",
            option="--data",
            folder=True,
            piped=True,
        ),
    ] = None,
    *,
    headings: Annotated[Mapping[str, str] | None, HEADINGS] = None,
    same: Annotated[
        Mapping[str, str] | None,
        About(
            "A name in the file that is misspelled, and the right one.",
            label="Same player",
            metavar='"NAME=NAME"',
        ),
    ] = None,
    only: Annotated[Mapping[str, str] | None, ONLY] = None,
    known_names: Annotated[
        Sequence[str],
        About(
            "A name that is right though it is nearly another one.",
            label="New name",
            option="--new-name",
        ),
    ] = (),
    password: Annotated[str | None, PASSWORD] = None,
    force: Annotated[bool, WRITE_OVER] = False,
    backup: Annotated[
        bool,
        Typed(
            "Whether a workbook that is written over is kept, in NAME.backups.",
            option="--backup/--no-backup",
        ),
    ] = True,
    functions: Annotated[
        Literal["native", "addin", "lambda"] | None,
        About(
            "What formulas call: functions that every spreadsheet program has (the default), "
            "those of the add-in (in an xlsm: its macros), or LAMBDAs in the workbook (Excel 365)."
        ),
    ] = None,
    format: Annotated[
        Literal["xlsx", "xlsm"] | None,
        Typed("xlsm: the workbook calls Python by itself, with no add-in."),
    ] = None,
    **options: Annotated[
        Any, About("Those of ``xl-tourney new TEMPLATE``, with ``_`` for ``-``, as ``places=2``.")
    ],
) -> Outcome[Receipt]:
    """Make a workbook from results, or an empty one to fill in.

    Raises
    ------
    OptionError
        There is no such template or option.
    InputError
        The results cannot be read.
    WriteError
        A workbook is there already, or it cannot be written.
    """
    from ...generator.generate import made
    from ...readers.files import file_on_disk
    from ...readers.tables.source import Source
    from ...templates import TEMPLATES
    from ...templates.parts.checks import LISTS
    from ...templates.parts.registry import Asked

    if template not in TEMPLATES:
        raise OptionError(
            f"There is no template {template}; there are {', '.join(TEMPLATES.names)}."
        )
    chosen = TEMPLATES[template]
    known = {option.name for option in chosen.options}
    if unknown := sorted(options.keys() - known):
        raise OptionError(
            f"{template} has no option {unknown[0]}; it has {', '.join(sorted(known))}."
        )
    path = path.with_suffix(f".{format}") if format else path
    check_suffix(path, WORKBOOK_SUFFIXES)
    calls = functions or ("addin" if path.suffix.lower() == ".xlsm" else "native")
    converters = _converters(calls, path)
    refuse_existing(path, force)
    asked = {one: Asked(options[one]) for one in LISTS if isinstance(options.get(one), int)}
    options = {**chosen.room, **options, **asked}
    source = None
    if data:
        source = Source(
            data, headings or {}, {}, same or {}, known_names, only or {}, password=password
        )
    if source and (file := file_on_disk(source.file)).exists():
        options.setdefault("as_of", date.fromtimestamp(file.stat().st_mtime).isoformat())
    content, receipt = made(chosen, source, str(path), calls, converters, **options)
    receipt.written = str(path)
    return Outcome(
        receipt,
        read=source.reading.sentences() if source else [],
        notes=[f"{path}: {_describe(content, receipt)}"],
        after=_undefined(content) if calls == "lambda" else [],
        files={path: content},
        force=force,
        backup=backup,
    )


def _describe(content: bytes, receipt: Receipt) -> str:
    """What was made; the file is not read for it: somebody may have saved it anew."""
    from ...calculation import calculator
    from ...events.standings.table import read_status
    from ...ooxml.package import Package

    if not calculator().calculates:
        return message("a spreadsheet program calculates its values when it opens it.")
    return message(f"{receipt.formulas} formulas calculated. {read_status(Package(content))}.")


def _undefined(content: bytes) -> list[str]:
    from ...hosts.lambdas.embedding import find_undefined_functions

    names = ", ".join(find_undefined_functions(content))
    return [f"{names}: not written as LAMBDA; in Excel they need the add-in."] if names else []


def _converters(functions: str, path: Path) -> list[Callable[[bytes], bytes]]:
    """The conversions of a finished workbook: embedded LAMBDA formulas, VBA wrappers."""
    is_macro_workbook = path.suffix.lower() == ".xlsm"
    if functions != "addin" and is_macro_workbook:
        raise UsageError(
            f"An .xlsm calls its functions as macros: leave out --functions {functions}, "
            "or write an .xlsx."
        )
    converters: list[Callable[[bytes], bytes]] = []
    if functions == "lambda":
        from ...hosts.lambdas.embedding import add_called_names

        converters.append(add_called_names)
    if is_macro_workbook:
        from ...hosts.excel.xlam import to_macro_workbook

        converters.append(to_macro_workbook)
    return converters
