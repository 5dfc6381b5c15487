"""The pages of the Tantrix workbook: the first one, and how the others look (marks, chart)."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.tantrix.leads import EVEN_SHARE
from ...functions.tantrix.points import DRAW, GAME_TPS, MARGIN_TEXT, WINNER
from ..parts import theme
from ..parts.pages import read_first_page
from ..parts.plan import Bars, EmptyColumns, Hidden, Look, Mark, Matrix, Qualifying
from ..parts.qualification.page import RaceNote
from ..parts.qualification.terms import terms
from ..parts.table import Column
from .standings import ITSELF, OF_RACE
from .tables import STANDS, VOID

SORTED = "Sorted by TP%."
NEXT_PURPOSE = (
    "The next placed of each group, sorted by TP%. Q qualifies as one of the best, ? is tied "
    "across that line, = shares the place. GBQ is that of the own group."
)
HOW_MANY_NEXT = "NextPlaces on Setup says how many qualify."
COMPARISON_OF_GROUP = (
    '="Group "&CompareGroup&": how many games, each won by five tiles, the player in the row is '
    "behind the one in the column; below 0 is ahead. If only one of the two plays, it takes two "
    'wins for each of them."'
)
OF_NEXT: Sequence[Look] = [Qualifying("place name:gbq", "NextPlaces")]


def standings_purpose(label: str = "") -> str:
    """The line below the title of the standings, of a group where there are several."""
    group = '"Group "&"{}"&". "&'.format(label.replace('"', '""')) if label else ""
    return (
        f'={group}"Q qualifies, ? is tied across the qualifying line, = shares the '
        'place. GBQ: above 0 is behind, below 0 ahead of "&'
        'IF(MeasuredFrom="leader","the leader","the last qualifying place")&"."'
    )


def _matrix(
    table: str, columns: Sequence[Column], names: Sequence[str], title: str, beside: str
) -> tuple[str, list[Look]]:
    """The columns of a matrix, and its headings; empty ones are not shown."""
    against = [column.key for column in columns if column.key.startswith("against")]
    keys = f"{against[0]}:{against[-1]}"
    return keys, [Matrix(f"{table}[no]", "all[name]", names, title, beside), EmptyColumns(keys)]


def of_comparison(columns: Sequence[Column], names: Sequence[str]) -> list[Look]:
    """The looks of the page that compares any two."""
    keys, headings = _matrix("compared", columns, names, "Games behind No.", "alone")
    return [*headings, Mark(keys, _ITSELF)]


def of_standings(
    columns: Sequence[Column], names: Sequence[str], group: str, only_played: bool
) -> list[Look]:
    """The looks of the standings: matrix, columns that need fixtures, marks and the chart."""
    last = next(key for key in reversed([c.key for c in columns]) if not key.startswith("against"))
    keys, headings = _matrix("standings", columns, names, "TPs against No.", last)
    hidden = {} if group or not only_played else dict.fromkeys(OF_RACE, "")
    return [
        *([] if group else [RaceNote()]),
        Hidden(hidden),
        *headings,
        EmptyColumns(f"to_play:{last}"),
        Qualifying("place no:decided", "Places", after=[Mark(keys, _ITSELF)]),
        Bars(
            label="name",
            value="gbq",
            title="Games behind the last qualifying place",
            axes=("Player", "Games behind (below 0: ahead)"),
            text="Bar chart of GBQ by player in the order of the standings; bars to the left are "
            "ahead of the last qualifying place, bars to the right behind it. The figures are in "
            "the column GBQ of the table above.",
            rows=len(names) or None,
        ),
    ]


_ITSELF = [(f'{{cell}}="{ITSELF}"', theme.QUIET)]
"""The empty diagonal of a matrix."""


def read_me(by_game: bool, many: bool) -> dict[str, list[tuple[str, str]]]:
    """How to fill the workbook in, and what its tables say."""
    return read_first_page(
        "tantrix",
        {"games": by_game, "groups": many},
        {"race": [] if many else terms("TPs", "player")},
        void=VOID,
        stands=STANDS,
        even=EVEN_SHARE,
        winner=WINNER,
        margin=MARGIN_TEXT,
        game=GAME_TPS,
        draw=DRAW,
    )
