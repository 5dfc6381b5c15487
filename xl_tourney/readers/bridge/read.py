r"""The reader of bridge sessions, which detects the file format.

Of PBN, the Portable Bridge Notation, it reads the score tables, as one table of travellers::

    [Board "7"]
    [ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\4L;Declarer\1R;Result\2R;Score_NS\6R"]
     3  4 3NT  N  9  "600"
     1  2 4S   S 11  "-"

Deals, auctions and play are not read.  A file without score tables is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...errors import InputError
from ..tables.source import Given, Source, source_of
from . import travellers_csv, usebio
from .session import Session

_TAG = re.compile(r'\[(\w+)\s+"(.*)"\]\s*')
_TOKEN = re.compile(r'"[^"]*"|\S+')
_COLUMNS = {
    "board": "board",
    "section": "section",
    "pairid_ns": "ns",
    "pairid_ew": "ew",
    "contract": "contract",
    "declarer": "by",
    "result": "tricks",
    "score_ns": "score",
    "score_ew": "score_ew",
    "names_ns": "ns_names",
    "names_ew": "ew_names",
}
"""The columns of a score table that are read, by the names of the travellers'."""
_BLANKS = ("-", "", "*", "?", "#")


def is_pbn(text: str) -> bool:
    """Whether a text is in this notation: a deal or a board, and not a game of chess."""
    return bool(re.search(r'^\[(?:Deal|Board|ScoreTable) "', text, re.MULTILINE))


def score_table_rows(text: str) -> list[list[str]]:
    """The headings and a row for each line of the score tables; only headings without any.

    >>> table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW"]'
    >>> score_table_rows(f'[Board "7"]\\n{table}\\n3 4 - "50"\\n')[1]
    ['7', '', '3', '4', '', '', '', '-50', '', '', '']
    """
    found = [[row.get(key, "") for key in _COLUMNS] for row in _score_lines(text)]
    return [list(_COLUMNS.values()), *found]


def _score_lines(text: str) -> Iterator[dict[str, str]]:
    board = ""
    columns: list[str] = []
    for line in text.splitlines():
        if line.startswith("%"):
            continue
        tag = _TAG.fullmatch(line.strip())
        if tag:
            name, value = tag.groups()
            board = value if name == "Board" and value else board
            columns = value.lower().split(";") if name == "ScoreTable" else []
        elif columns and line.strip():
            names = [column.partition("\\")[0].strip() for column in columns]
            cells = [token.strip('"').strip() for token in _TOKEN.findall(line)]
            row = dict(zip(names, cells), board=board)
            if len(cells) != len(names):  # names of players that hold blanks
                row = {name: text for name, text in row.items() if not name.startswith("names")}
            yield _with_score({name: "" if text in _BLANKS else text for name, text in row.items()})


def _with_score(row: dict[str, str]) -> dict[str, str]:
    """A row with the score of North-South, where it only has what East-West made."""
    own, other = row.get("score_ns", ""), row.pop("score_ew", "")
    if not own and re.fullmatch(r"\d+", other):
        row["score_ns"] = f"-{other}"
    return row


def read(given: Given) -> Session:
    """Read USEBIO XML or travellers as a table, told apart by how the file begins."""
    source = source_of(given)
    if source.start.startswith((b"[", b"%")) and is_pbn(source.text):
        return travellers_csv.read(source.with_rows(_score_tables(source)))
    if source.is_table or not source.start.startswith(b"<"):
        return travellers_csv.read(source)
    session = usebio.read(source.file)
    source.note_rows(len(session.lines))
    return session


def _score_tables(source: Source) -> list[list[str]]:
    """The lines of the score tables in a PBN; deals alone are refused."""
    rows = score_table_rows(source.text)
    if len(rows) == 1:
        raise InputError(
            f"{source.file.name}: these are deals without results (no ScoreTable); export the "
            "results of the session."
        )
    return rows
