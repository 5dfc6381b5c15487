"""The declaration of a command: a typed function, and what its outcome is."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args, get_origin

from ...errors import Exit as Exit
from ...errors import OptionError
from ...grammar.references import CellAddress
from ...ooxml.package import Package
from ...ooxml.saving import Saved
from . import DECLARED

T = TypeVar("T")
Call = TypeVar("Call", bound="Callable[..., Outcome[Any]]")
NEEDED = inspect.Parameter.empty


class UsageError(OptionError):
    """What was asked for does not go together."""


def check_suffix(path: Path, suffixes: Sequence[str]) -> None:
    """Refuse the name of a file to write that does not end as what it will hold."""
    if path.suffix.lower() not in suffixes:
        *others, last = suffixes
        wanted = f"{', '.join(others)} or {last}" if others else last
        raise UsageError(f"{path}: the name must end in {wanted}; nothing was written.")


@dataclass(frozen=True)
class About:
    """What a parameter is for."""

    help: str
    example: object = None
    label: str = ""
    """What a form calls it, where its name says too little."""
    hint: str = ""
    """What a form says of it, where the help is for terminals."""
    form: bool = True
    """Whether a form may ask for it; else whoever calls the command knows it."""
    option: str = ""
    """What is typed for it in a terminal, such as ``-o/--output``, where it is not its name."""
    metavar: str | None = None
    choices: Sequence[str] | Callable[[], Iterable[str]] = ()
    """The words that it may be, or what gives them, where a room would be imported for them."""
    count: int = 1
    """How many words are typed for it."""
    fitting: Callable[[Any], Sequence[str]] | None = None
    """Of an event the words that are for it, the usual one first, where these are not all."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Of numbers by name: the names, each an option, with what ``{}`` in the help is for it."""
    suffixes: Sequence[str] = ()
    """What the name of a file to write may end in."""
    exists: bool = False
    """Whether a file has to be there."""
    folder: bool = False
    """Whether it may be a folder."""
    piped: bool = False
    """Whether ``-`` is what another program pipes into a terminal's command."""
    minimum: int | None = None
    asked: str = ""
    """What an agent calls it, where that is not its name."""
    agent: bool = True
    """Whether an agent may say it."""
    terminal: bool = False
    """Whether it is for terminals alone."""
    typed: Any = NEEDED
    """Its default in a terminal, where that is another one."""
    opened: Any = NEEDED
    """Its default where a spreadsheet program has the workbook open, if that is another one."""
    offers: Sequence[str] = ()
    """What a form offers for a text that may be another one, too."""
    names: Literal["", "name", "names"] = ""
    """Whether it is the name of a player or team of the event, or several."""


Typed = partial(About, terminal=True)
"""What a parameter is for that only terminals have."""
BOOK = About("The workbook.")
CLOCK = About("The clock of the run, such as 2026-03-31T18:00; RAND repeats its numbers then.")
DRY_RUN = About("Only say what would change.", label="Only try it")
BACKUP = About("Whether the old workbook is kept.", form=False, option="--backup/--no-backup")
WRITE_OVER = About("Write over a file that is there.", form=False)


class Parameter(NamedTuple):
    """A parameter of a command."""

    name: str
    kind: Any
    """Its type, without None; of a book that may be something else, too, that of a workbook."""
    text: str
    """Its type as it is written."""
    default: Any
    is_keyword: bool
    about: About

    @property
    def takes_path(self) -> bool:
        """Whether a book may also be a folder, or a file of another kind; that is not opened."""
        return self.kind is Package and "Path" in self.text

    @property
    def is_argument(self) -> bool:
        """Whether it is typed by its place, not as an option."""
        return not (self.is_keyword or self.about.option)

    @property
    def option(self) -> str:
        """What is typed for it as an option."""
        return self.about.option or f"--{self.name.replace('_', '-')}"

    @property
    def label(self) -> str:
        """What a form calls it."""
        return self.about.label or self.name.replace("_", " ").capitalize()

    @property
    def choices(self) -> Sequence[str]:
        """The words that it may be."""
        choices = self.about.choices
        if callable(choices):
            return tuple(choices())
        return choices or (get_args(self.kind) if get_origin(self.kind) is Literal else ())


class Member(NamedTuple):
    """One of the commands of a family, which its first argument names."""

    help: str
    typed: Mapping[str, Any]
    """The defaults in a terminal that it has for itself."""
    options: Sequence[Parameter]
    """What may be said of it beyond what all of the family take."""
    begins: str
    """How a file that it is given may begin."""
    asks: Sequence[str]
    """The options that forms show first."""


def format_cell(value: object) -> str:
    """A value as text, as a spreadsheet shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return f"{value:.15g}"
    return str(value)


class Edit(NamedTuple):
    """What is typed into a cell."""

    cell: CellAddress
    value: Any


class Rows(NamedTuple):
    """A table to show: numbers to the right, nothing cut off."""

    headings: Sequence[str]
    rows: Sequence[Sequence[Any]]
    numeric: Sequence[bool] = ()
    key: int = 0
    """The column that is repeated where a table is too wide."""
    title: str | None = None
    """Its heading, which may be empty, where it is any table with lines."""


@dataclass
class Outcome(Generic[T]):
    """What a command found, as data; whoever called it applies and shows it."""

    result: T
    """What a Python program gets."""
    text: str = ""
    """A document that was asked for, such as a page."""
    read: Sequence[str] = ()
    """What is said before all else: what was read of the files that were given."""
    lines: Sequence[str | Rows] = ()
    """What a person asked for, in sentences and tables."""
    notes: Sequence[str] = ()
    """What is to be said beside; the last one is of what is written."""
    data: Any = None
    """What a program asked for, for JSON."""
    status: Exit = Exit.DONE
    edits: Sequence[Edit] | None = ()
    """What is typed by it, which ``files`` has already, for programs in which the book is open;
    None where the workbook becomes another one, such as one with more rows."""
    package: Package | None = None
    """The workbook, where the command has opened it by itself."""
    files: Mapping[Path, bytes | None] = field(default_factory=dict)
    """What is written; None for a file of ours that is not to be there any more."""
    marks: Mapping[Path, bytes] = field(default_factory=dict)
    """What a file that is there must hold to be replaced, such as the mark of a page of ours."""
    folder: Path | None = None
    """The folder of the files, which is made if need be."""
    backup: bool = True
    """Whether a workbook that is replaced is kept."""
    force: bool = True
    """Whether other files that are there are written over."""
    after: Sequence[str | Callable[[], str]] = ()
    """What is said, or made from the files and then said, when all is written: by a browser."""
    on_write: Callable[[Saved], None] | None = None
    """Is told what became of the file."""


@dataclass(eq=False)
class Command:
    """An act, declared once."""

    call: Callable[..., Outcome[Any]]
    group: str
    """Under which heading it is listed."""
    title: str
    """Half a line for lists and menus, without a full stop."""
    json: str = ""
    """What is typed for its data as JSON, such as ``--json``; an agent has it then, too."""
    menu: str = ""
    """What it is called in menus; in none without."""
    asks: Sequence[str] = ()
    """The parameters that are asked for there."""
    games: Sequence[str] = ()
    """For which games it is, where it is not for all."""
    when: Callable[[Any], bool] | None = None
    """Whether it is for an event, where the game does not say that alone."""
    replaces: bool = False
    """Whether it replaces the workbook itself, as each workbook of a run over many is replaced."""
    members: Callable[[], Mapping[str, Member]] | None = None
    """Of a family of commands: which there are."""

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.call.__name__

    @cached_property
    def parameters(self) -> Sequence[Parameter]:
        """Its parameters, the workbook first; of a family, those that all of it have."""
        found = inspect.signature(self.call).parameters.values()
        return [self._read(one) for one in found if one.kind is not one.VAR_KEYWORD]

    @property
    def options(self) -> Sequence[Parameter]:
        """The parameter for what only some of a family take."""
        found = inspect.signature(self.call).parameters.values()
        return [self._read(one) for one in found if one.kind is one.VAR_KEYWORD]

    def _read(self, one: inspect.Parameter) -> Parameter:
        kind, about = get_args(eval(one.annotation, self.call.__globals__))[:2]
        kinds = [part for part in get_args(kind) if part is not type(None)]
        is_optional = type(None) in get_args(kind)
        text = _first_inside(one.annotation)
        kind = kinds[0] if is_optional or Package in kinds else kind
        return Parameter(one.name, kind, text, one.default, one.kind is one.KEYWORD_ONLY, about)

    def is_for(self, event: Any) -> bool:
        """Whether it has anything to do in an event."""
        is_game = not self.games or event.template.name in self.games
        return is_game and (self.when is None or self.when(event))

    @property
    def reads(self) -> bool:
        """Whether the place that it is called from opens the workbook for it."""
        return bool(self.parameters) and self.parameters[0].kind is Package

    @property
    def writes(self) -> bool:
        """Whether it changes the workbook; then it says whether the old one is kept."""
        return any(parameter.name == "backup" for parameter in self.parameters)

    def changes(self, arguments: Mapping[str, Any]) -> bool:
        """Whether a call with these arguments may change the workbook."""
        if any(parameter.name == "write" for parameter in self.parameters):
            return bool(arguments.get("write"))
        return self.writes

    @property
    def returns(self) -> str:
        """The type of its result, as it is written."""
        return _first_inside(self.call.__annotations__["return"])

    @property
    def help(self) -> str:
        """What it does, in paragraphs."""
        return self._sections[0]

    @property
    def sections(self) -> str:
        """The other sections of its docstring: what it gives and raises."""
        return self._sections[1]

    @cached_property
    def _sections(self) -> tuple[str, str]:
        doc = inspect.getdoc(self.call) or ""
        found = re.search(r"^\w+\n-+$", doc, re.MULTILINE)
        at = found.start() if found else len(doc)
        return doc[:at].rstrip(), doc[at:]


def _first_inside(annotation: str) -> str:
    """The first of what stands in brackets: ``int`` of ``Annotated[int, About("…")]``."""
    node = ast.parse(annotation, mode="eval").body
    assert isinstance(node, ast.Subscript), annotation
    inside = node.slice
    return ast.unparse(inside.elts[0] if isinstance(inside, ast.Tuple) else inside)


def command(group: str, title: str, **about: Any) -> Callable[[Call], Call]:
    """Declare the act that a function is; what is said of it are fields of :class:`Command`."""

    def declare(call: Call) -> Call:
        DECLARED[call.__name__] = Command(call, group, title, **about)
        return call

    return declare
