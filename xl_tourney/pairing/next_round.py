"""The pairing of the next round of an event: a file of results, or a workbook of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, OptionError
from ..events.event import Event
from ..exports.chess import read_tournament
from ..generator.generate import complete
from ..ooxml.package import Package
from ..readers.chess.tournament import ChessTournament
from ..readers.chess.trf import read_trf
from ..updates.print_areas import filled_in
from .bridge import pair_bridge
from .chess import event as chess
from .go import event as go
from .request import Paired, Request
from .schedules import pair_league, pair_tantrix

WORKBOOKS = (".xlsx", ".xlsm")
_PAIR: Mapping[str, Callable[[Event, Request], Paired]] = {
    "chess": chess.pair_workbook,
    "go": go.pair_workbook,
    "league": pair_league,
    "tantrix": pair_tantrix,
    "bridge": pair_bridge,
}
"""Who pairs the workbooks of a template."""


def pair_file(file: Path | Package | Event, request: Request | None = None) -> Paired:
    """Pair a round of a TRF or of a workbook.

    Raises
    ------
    InputError
        The file cannot be read, or the round cannot be paired.
    OptionError
        A name is not among the players, or this is not paired.
    """
    request = request or Request()
    if isinstance(file, Path) and file.suffix.lower() not in WORKBOOKS:
        return chess.pair_tournament(read_trf(file), request)
    return _pair(file if isinstance(file, Event) else Event.open(file), request)


def write_pairing(book: Path | Event, request: Request) -> tuple[Paired, bytes]:
    """Pair a round; the workbook has the pairs then where results are typed.

    Raises as :func:`pair_file` does; also

    OptionError
        The round has a result already, and it is not to be replaced.
    """
    if isinstance(book, Path):
        raise OptionError(f"{book}: --write is for workbooks; take --json of a TRF.")
    paired = _pair(book, replace(request, write=True))
    if paired.results and not request.force:
        raise OptionError(f"{paired.is_there(book.name)}; add --force to pair all the same.")
    content, _ = complete(filled_in(book, paired.cells), book.name, book.outline)
    return paired, content


def read_event(file: Path | Package) -> ChessTournament:
    """A chess tournament from a TRF or a workbook."""
    if isinstance(file, Path) and file.suffix.lower() not in WORKBOOKS:
        return read_trf(file)
    saved = Event.open(file)
    if saved.template.name != "chess":
        raise OptionError(
            f"{saved.name}: holds {saved.template.name}; only chess has rules of pairing to be "
            "held to."
        )
    return read_tournament(saved.calculated)


def _pair(saved: Event, request: Request) -> Paired:
    pair = _PAIR.get(saved.template.name)
    if pair is None:
        raise OptionError(
            f"{saved.package.name}: {saved.template.name} has no rounds to pair; update brings in "
            "what was played."
        )
    if typed_over := saved.typed_over():
        raise InputError(typed_over)
    return pair(saved.calculated, request)
