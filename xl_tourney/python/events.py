"""An event for Python programs: make its workbook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..commands.parts.books import PathLike
from ..errors import OptionError

if TYPE_CHECKING:
    from ..calculation.receipt import Receipt


def new(
    template: str,
    path: PathLike,
    data: PathLike | None = None,
    *,
    headings: Mapping[str, str] | None = None,
    force: bool = False,
    **options: Any,
) -> Receipt:
    """Make a workbook of a template, from a file of results or empty, and calculate it.

    Parameters
    ----------
    template
        tantrix, kdice, bridge, go, chess or league.
    path
        The workbook to write.
    data
        The file of results, such as a CSV file, a wall list or a TRF file; empty without.
    headings
        What a heading of the file means, as ``{"Home": "player_a"}``.
    force
        Write over a workbook that is there; a copy of it is kept.
    options
        Those of ``xl-tourney new TEMPLATE``, with ``_`` for ``-``, such as ``places=2``.

    Raises
    ------
    OptionError
        There is no such template or option.
    InputError
        The results cannot be read.
    WriteError
        A workbook is there already, or it cannot be written.

    Examples
    --------
    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "group.xlsx"
    >>> new("tantrix", path, players=4).errors
    []
    """
    from ..generator.generate import make
    from ..readers.tables.source import Source
    from ..templates import TEMPLATES

    if template not in TEMPLATES:
        raise OptionError(
            f"There is no template {template}; there are {', '.join(TEMPLATES.names)}."
        )
    chosen = TEMPLATES[template]
    known = {option.name for option in chosen.options}
    if unknown := sorted(options.keys() - known - {"functions"}):
        raise OptionError(
            f"{template} has no option {unknown[0]}; it has {', '.join(sorted(known))}."
        )
    source = Source(Path(data), headings or {}) if data is not None else None
    receipt, _ = make(
        chosen, source, Path(path), force=force, backup=True, **{**chosen.room, **options}
    )
    return receipt
