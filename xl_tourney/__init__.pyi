"""What a Python program calls. Made by: python docs/commands.py."""

# ruff: noqa: I001

from .calculation.receipt import Receipt
from .commands.parts.books import Book
from .commands.parts.books import PathLike
from .events.report import Report
from .explanations.explanation import Explanation
from .explanations.other_rules import OtherRules
from .functions.race.whatif import WhatIf
from .ooxml.backups import Backup
from .ooxml.package import Limits
from .pairing.chess.check import Verdict
from .pairing.request import Paired
from .readers.files import Document
from .recalculation.verification.suite import Verification
from .updates.update import Update
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import date
from datetime import datetime
from pathlib import Path
from typing import Any
from typing import Literal
from .errors import EngineError as EngineError
from .errors import InputError as InputError
from .errors import OptionError as OptionError
from .errors import TourneyError as TourneyError
from .errors import WorkbookError as WorkbookError
from .errors import WriteError as WriteError
from .commands.workbooks.recalc import Recalculated as Recalculated

__version__: str

def check(file: Book) -> Verdict: ...
def explain(book: Book, subject: str | None = ...) -> Explanation: ...
def export(
    book: Book,
    *,
    to: str,
    output: PathLike | None = ...,
    force: bool = ...,
    head: Mapping[str, str] | None = ...,
    anyway: bool = ...,
    safe_csv: bool = ...,
) -> Document: ...
def new(
    template: str,
    path: PathLike,
    data: PathLike | None = ...,
    *,
    headings: Mapping[str, str] | None = ...,
    same: Mapping[str, str] | None = ...,
    known_names: Sequence[str] = ...,
    force: bool = ...,
    functions: Literal["native", "addin", "lambda"] | None = ...,
    **options: Any,
) -> Receipt: ...
def pair(
    file: PathLike,
    *,
    round: int | None = ...,
    absent: str = ...,
    withdrawn: str = ...,
    adjourned: str = ...,
    write: bool = ...,
    force: bool = ...,
    backup: bool = ...,
    double: bool = ...,
    first_day: date | None = ...,
    days: int = ...,
    apart: Sequence[str] = ...,
    movement: Literal["mitchell", "share-and-relay", "howell"] | None = ...,
    tables: int | None = ...,
    sheets: PathLike | None = ...,
    kinds: Sequence[str] = ...,
    seed: int | None = ...,
) -> Paired: ...
def print(
    book: Book,
    output: PathLike | None = ...,
    *,
    round: int | None = ...,
    kinds: Sequence[str] = ...,
) -> Path: ...
def publish(
    book: Book,
    page: PathLike | None = ...,
    *,
    anyway: bool = ...,
    url: str = ...,
    embed: bool = ...,
    languages: Sequence[str] = ...,
    title: str = ...,
    png: bool = ...,
) -> Path: ...
def recalc(
    book: Book,
    *,
    check: bool = ...,
    output: PathLike | None = ...,
    engine: str = ...,
    now: datetime | None = ...,
    force: bool = ...,
    strict: bool = ...,
    third_opinion: bool = ...,
    limits: Limits | None = ...,
) -> Recalculated: ...
def rename(
    book: PathLike,
    old: str,
    new: str,
    *,
    dry_run: bool = ...,
    backup: bool = ...,
) -> Update: ...
def rules(
    path: PathLike | None = ...,
    *,
    compare: Sequence[str] | None = ...,
    tiebreaks: str | None = ...,
    unrated: float | None = ...,
    league: bool = ...,
) -> Sequence[Mapping[str, Any]]: ...
def standings(book: Book) -> Report: ...
def undo(
    book: PathLike,
    *,
    list: bool = ...,
    to: str | None = ...,
    force: bool = ...,
) -> Sequence[Backup]: ...
def update(
    book: PathLike,
    data: PathLike | None = ...,
    *,
    headings: Mapping[str, str] | None = ...,
    same: Mapping[str, str] | None = ...,
    known_names: Sequence[str] = ...,
    room: Mapping[str, int] | None = ...,
    keep_typed: bool = ...,
    same_event: bool = ...,
    dry_run: bool = ...,
    backup: bool = ...,
) -> Update: ...
def verify(
    book: Book,
    engines: Sequence[str] = ...,
    *,
    now: datetime | None = ...,
) -> Verification: ...
def whatif(
    book: PathLike,
    *,
    team: str | None = ...,
    wish: Literal["reach", "miss", "best", "worst"] = ...,
    places: int | None = ...,
    meetings: int | None = ...,
    assumptions: Sequence[str] = ...,
    rules: Sequence[str] = ...,
    seconds: float = ...,
    check: bool = ...,
    write: bool = ...,
    backup: bool = ...,
    anyway: bool = ...,
) -> WhatIf | OtherRules: ...
