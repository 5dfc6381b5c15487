"""The templates by name: one declaration each, from which the command line is made.

A template is a typed function that takes results (or None) and options by name, or as a dataclass,
and gives the plan of a workbook.  The type of an option is ``Annotated[type, PLACES]`` with a
setting of the workbook, or ``Annotated[type, About("help", …)]``; ``int | None`` with a default of
None is worked out from the results, and ``Literal``, or a setting that is chosen from a list, makes
a choice.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from openpyxl.packaging.custom import StringProperty

from ...defined_names import LANGUAGE, TEMPLATE_PROPERTY
from ...errors import OptionError
from ...languages import LANGUAGES, language_of
from ...readers.tables.source import Given
from .plan.builder import build
from .plan.types import WorkbookPlan
from .settings import COMMON, About, Number, Setting
from .workbook import Functions, StandingsWorkbook

SAMPLES = Path(__file__).parents[2] / "samples"
Plan = Callable[..., WorkbookPlan]


EDITION = "edition"
"""Which columns the tables of a template had when a workbook was made: its layout says it."""


class AtLeast(int):
    """Room for so many rows, and for twice as many as the results have."""


class Asked(int):
    """Room that a director asks for: with a row more if all is used, so that it is enough."""


class Usual(int):
    """Room that nobody asks for: the results say nothing of it."""


@dataclass(frozen=True)
class Sample:
    """A file of real results among the samples, and the options of its workbook."""

    file: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """Where the file is."""
        return SAMPLES / self.file

    @property
    def name(self) -> str:
        """The name of its workbook."""
        return f"{Path(self.file).stem}.xlsx"


@dataclass(frozen=True)
class Option:
    """Something that may be chosen for a workbook."""

    name: str
    help: str
    type: type[int] | type[float] | type[str]
    default: Number | str | None
    choices: tuple[str, ...] = ()
    minimum: Number | None = None
    maximum: Number | None = None
    offers: tuple[str, ...] = ()
    """What a form offers for a text that may be another one, too."""

    def check(self, value: object) -> None:
        """Refuse a value that the template cannot use."""
        if value is None and self.default is None:
            return
        takes = (int, float) if self.type is float else self.type
        if not isinstance(value, takes) or isinstance(value, bool):
            raise OptionError(f"{self.name} must be {self._expected}, not {value!r}.")
        if self.choices and value not in self.choices:
            raise OptionError(f"{self.name} must be {self._expected}, not {value}.")
        if isinstance(value, (int, float)):
            low, high = self.minimum, self.maximum
            within = (low is None or value >= low) and (high is None or value <= high)
            if not (within and math.isfinite(value)):
                raise OptionError(f"{self.name} must be {self._expected}, not {value:g}.")

    @property
    def _expected(self) -> str:
        if self.choices:
            return f"one of {', '.join(self.choices)}"
        kind = {int: "a whole number", float: "a number", str: "a text"}[self.type]
        limits = [
            f"{bound} {limit:g}"
            for bound, limit in (("of at least", self.minimum), ("of at most", self.maximum))
            if limit is not None
        ]
        return " ".join([kind, " and ".join(limits)]).strip()


_LANGUAGE = Option(
    LANGUAGE, "The language of sheets, headings and sentences.", str, "en", tuple(LANGUAGES)
)
"""The option of every template; the formulas, and what is typed, are the same in all languages."""


class Template:
    """A kind of workbook: how its results are read, its options, what it is made of."""

    def __init__(
        self,
        plan: Plan,
        read: Callable[[Given], Any],
        samples: Sequence[Sample],
        room: Mapping[str, int] | None = None,
        begins: str = "",
        asks: Sequence[str] = (),
        editions: Sequence[str] = (),
    ) -> None:
        self.plan = plan
        self.editions = tuple(editions)
        """The editions of its tables, the newest first, if they once had other columns."""
        self.name = plan.__name__
        self.read = read
        self.begins, self.asks = begins, asks
        """How a list that an event begins with may look, and the options that forms show first."""
        self.samples = tuple(samples)
        self.room = {option: AtLeast(rows) for option, rows in (room or {}).items()}
        """The rows that a new workbook has if nobody says how many."""
        self.help = inspect.cleandoc(plan.__doc__ or "")
        hints = get_type_hints(plan, include_extras=True)
        common = [_option(name, Annotated[str, setting], None) for name, setting in COMMON.items()]
        self.record = hints.get("options")
        """The dataclass that holds the options of its own, if it has one."""
        parameters = inspect.signature(self.record or plan).parameters.values()
        fields = get_type_hints(self.record, include_extras=True) if self.record else hints
        own = [
            _option(p.name, fields[p.name], p.default)
            for p in parameters
            if self.record or p.kind is p.KEYWORD_ONLY
        ]
        self.options = (*common, _LANGUAGE, *own)

    @property
    def sample(self) -> Path:
        """The first file of real results."""
        return self.samples[0].path

    @property
    def summary(self) -> str:
        """The first sentence of the help."""
        return " ".join(self.help.partition("\n\n")[0].split())

    def build(
        self,
        results: Any = None,
        *,
        functions: Functions = "native",
        is_outline: bool = False,
        **options: Any,
    ) -> StandingsWorkbook:
        """The workbook of these results, or an empty one; an unknown option is a mistake of ours.

        An outline has only the first row of formulas of each table, and all that is typed: it says
        where everything stands.

        Its formulas have no values yet: whoever writes it has it calculated.
        """
        for option in self.options:
            option.check(options.get(option.name, option.default))
        language = language_of(options.pop(LANGUAGE, None) or "en", self.name)
        common = {name: setting.of(options.pop(name, None)) for name, setting in COMMON.items()}
        edition = {EDITION: options.pop(EDITION, self.editions[0])} if self.editions else {}
        given = {"options": self.record(**options)} if self.record else options
        plan = self.plan(results, functions, **given, **edition)
        workbook = build(plan, common, functions, language, is_outline)
        workbook.custom_doc_props.append(StringProperty(name=TEMPLATE_PROPERTY, value=self.name))
        return workbook

    def meant_by(self, layout: Mapping[str, Any]) -> list[dict[str, Any]]:
        """What the layout of a saved workbook may mean: one that says no edition may be of any."""
        if not self.editions or EDITION in layout:
            return [dict(layout)]
        return [{**layout, EDITION: edition} for edition in self.editions]

    def __repr__(self) -> str:
        return f"<template {self.name}>"


class Templates:
    """All templates by name, in the order of their names.

    The package of a template is imported when the template is asked for: most runs ask for one.
    """

    def __init__(self) -> None:
        self._templates: dict[str, Template | None] = {}
        """None for a template that is not imported yet."""
        self._packages: dict[str, str] = {}

    def announce(self, package: str, names: Sequence[str]) -> None:
        """Name the templates of a package; each is declared in a package of its own name."""
        self._templates |= dict.fromkeys(names)
        self._packages |= {name: f"{package}.{name}" for name in names}

    def add(self, template: Template) -> None:
        """Take a template in; a name is declared once."""
        if self._templates.get(template.name):
            raise TypeError(f"{template.name} is declared twice")
        self._templates[template.name] = template

    @property
    def names(self) -> Sequence[str]:
        """The names of all templates."""
        return tuple(self._templates)

    def __getitem__(self, name: str) -> Template:
        if self._templates[name] is None:
            import_module(self._packages[name])
        template = self._templates[name]
        assert template, f"{self._packages[name]} does not declare {name}"
        return template

    def __contains__(self, name: object) -> bool:
        return name in self._templates

    def __iter__(self) -> Iterator[Template]:
        return map(self.__getitem__, self.names)


TEMPLATES = Templates()


def template(
    *,
    read: Callable[[Given], Any],
    begins: str,
    asks: Sequence[str],
    samples: Sequence[Sample],
    room: Mapping[str, int] | None = None,
    editions: Sequence[str] = (),
) -> Callable[[Plan], Template]:
    """Declare the function below as a template; every template has samples of real results.

    ``begins`` is how a list that an event begins with may look, and ``asks`` has the options that a
    form shows first; ``room`` is how many entrants a new workbook has rows for at least, by option.
    The ``editions`` of its tables, the newest first, are told to the function by name, which makes
    the columns of that edition: so a workbook that an earlier version made is found again.
    """

    def declare(plan: Plan) -> Template:
        declared = Template(plan, read, samples, room, begins, asks, editions)
        TEMPLATES.add(declared)
        return declared

    return declare


def _option(name: str, hint: Any, default: Any) -> Option:
    hint = _without_none(hint)  # Python 3.10 adds None to the hint where it is the default
    if get_origin(hint) is not Annotated:
        raise TypeError(f"the option {name} has no help")
    annotated, declared = get_args(hint)
    kind = _without_none(annotated)
    choices: tuple[str, ...] = get_args(kind) if get_origin(kind) is Literal else ()
    about: About = declared
    if isinstance(declared, Setting):
        about = declared.about
        choices = choices or (declared.rule.choices if declared.rule else ())
    kind = str if choices else kind
    limits = about.minimum, about.maximum
    return Option(name, about.help, kind, default, choices, *limits, about.offers)


def _without_none(hint: Any) -> Any:
    """The other type of ``X | None``; any other hint as it is."""
    if get_origin(hint) not in (Union, UnionType):
        return hint
    (other,) = (part for part in get_args(hint) if part is not NoneType)
    return other


def games_of_all(entrants: int) -> int:
    """The games where everybody meets everybody once."""
    return entrants * (entrants - 1) // 2


def usual_rounds(usual: int, entrants: int) -> Usual:
    """The rounds where nobody says how many: so many that a few need not meet again."""
    few = entrants - 1 + entrants % 2
    return Usual(min(usual, few) if entrants > 3 else usual)


def row_capacity(
    option: str,
    wanted: int | None,
    needed: int,
    *,
    minimum: int,
    spare: int,
    maximum: int,
    coming: int = 0,
) -> int:
    """How many rows to prepare: as asked for, or some more than the results have.

    ``coming`` is how many they will have once all is paired, as far as there is room.
    """
    if needed > maximum:
        raise OptionError(
            f"There is room for {maximum} {option}, and the results have {needed}; make several "
            "workbooks of them."
        )
    likely = max(needed, coming)
    if wanted is None:
        return min(maximum, max(minimum, likely + spare))
    if isinstance(wanted, AtLeast):
        return min(maximum, max(wanted, 2 * likely))
    if wanted < needed:
        raise OptionError(f"{option} is {wanted}, but the results have {needed}; ask for more.")
    is_filled = isinstance(wanted, Asked) and wanted == likely
    return min(maximum, wanted + 1) if is_filled else wanted
