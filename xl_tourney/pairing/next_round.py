"""The pairing of the next round of an event: a file of results, or a workbook of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from ..errors import InputError, OptionError
from ..events.event import Event
from ..exports.chess import read_tournament
from ..generator.generate import complete
from ..ooxml.package import Limits, Package
from ..ooxml.saving import Saved, refuse_open_workbook, replace_workbook, work_on
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


def pair_file(path: Path, request: Request | None = None, limits: Limits | None = None) -> Paired:
    """Pair a round of a TRF or of a workbook, which stays as it is.

    Raises
    ------
    InputError
        The file cannot be read, or the round cannot be paired.
    OptionError
        A name is not among the players, or this is not paired.
    """
    request = request or Request()
    if path.suffix.lower() not in WORKBOOKS:
        return chess.pair_tournament(read_trf(path), request)
    return _pair(Event.open(path, limits), request)


def write_pairing(path: Path, request: Request, *, backup: bool = True) -> tuple[Paired, Saved]:
    """Pair a round, and write the pairs where results are typed.

    Raises as :func:`pair_file` does; also

    OptionError
        The round has a result already, and it is not to be replaced.
    WriteError
        The workbook is open in a spreadsheet program, or cannot be written.
    """
    if path.suffix.lower() not in WORKBOOKS:
        raise OptionError(f"{path}: --write is for workbooks; take --json of a TRF.")

    def work(package: Package) -> tuple[Paired, Saved]:
        refuse_open_workbook(path)
        saved = Event.open(package)
        paired = _pair(saved, replace(request, write=True))
        if paired.results and not request.force:
            raise OptionError(f"{paired.is_there(str(path))}; add --force to pair all the same.")
        content = filled_in(saved, paired.cells)
        content, _ = complete(content, str(path), saved.outline)
        return paired, replace_workbook(package, content, backup=backup)

    return work_on(path, work)


def read_event(path: Path, limits: Limits | None = None) -> ChessTournament:
    """A chess tournament from a TRF or a workbook."""
    if path.suffix.lower() not in WORKBOOKS:
        return read_trf(path)
    saved = Event.open(path, limits)
    if saved.template.name != "chess":
        raise OptionError(
            f"{path}: holds {saved.template.name}; only chess has rules of pairing to be held to."
        )
    return read_tournament(saved.calculated)


def _pair(saved: Event, request: Request) -> Paired:
    pair = _PAIR.get(saved.template.name)
    if pair is None:
        raise OptionError(f"{saved.package.name}: {saved.template.name} is not paired here.")
    if typed_over := saved.typed_over():
        raise InputError(typed_over)
    return pair(saved.calculated, request)
