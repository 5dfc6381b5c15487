"""What a Python program calls. Made by: python docs/commands.py."""

# ruff: noqa: I001

from .commands.parts.books import Book
from .commands.parts.books import PathLike
from .events.report import Report
from .explanations.explanation import Explanation
from .pairing.chess.check import Verdict
from .recalculation.verification.verify import Verification
from .updates.update import Update
from collections.abc import Mapping
from collections.abc import Sequence
from datetime import datetime
from .errors import EngineError as EngineError
from .errors import InputError as InputError
from .errors import OptionError as OptionError
from .errors import TourneyError as TourneyError
from .errors import WorkbookError as WorkbookError
from .errors import WriteError as WriteError
from .python.events import new as new
from .python.events import publish as publish
from .python.recalculated import Recalculated as Recalculated
from .python.recalculated import recalc as recalc

__version__: str

def check(file: PathLike) -> Verdict: ...
def explain(book: Book, subject: str | None = ...) -> Explanation: ...
def rename(
    book: PathLike,
    old: str,
    new: str,
    *,
    dry_run: bool = ...,
    backup: bool = ...,
) -> Update: ...
def standings(book: Book) -> Report: ...
def update(
    book: PathLike,
    data: PathLike | None = ...,
    *,
    headings: Mapping[str, str] | None = ...,
    same: Mapping[str, str] | None = ...,
    room: Mapping[str, int] | None = ...,
    keep_typed: bool = ...,
    dry_run: bool = ...,
    backup: bool = ...,
) -> Update: ...
def verify(
    book: Book,
    engines: Sequence[str] = ...,
    *,
    now: datetime | None = ...,
) -> Verification: ...
