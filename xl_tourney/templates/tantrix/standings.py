"""The pages that show the players in their order: standings, next placed, who is behind whom."""

from __future__ import annotations

from dataclasses import replace

from openpyxl.utils import get_column_letter

from ..parts import theme
from ..parts.columns import NAME_WIDTH
from ..parts.pages import HEADINGS
from ..parts.qualification.terms import race_headings
from ..parts.table import Column, computed
from .results import TPS
from .tables import BEHIND

NUMBERS = HEADINGS - 1
"""The row above the headings, with the number of the player in each column of a matrix."""
OF_RACE = race_headings("TPs", "player")
"""The columns that need fixtures."""
ITSELF = "×"
"""The text on the diagonal of a matrix."""
_ALIGN = {
    "name": "left",
    "state": "left",
    "group": "left",
    "decided": "left",
    "place": "center",
    "mark": "center",
}
"""How a published column is aligned that holds no figures."""


def _shown(
    key: str,
    heading: str,
    width: float = 8,
    number_format: str = "General",
    of_withdrawn: str = "",
) -> Column:
    """A column of the sums for the player in this row."""
    found = f"INDEX({{all[{key}]}},{{row[no]}})"
    if of_withdrawn:
        found = f'IF(INDEX({{all[out]}},{{row[no]}})=1,"{of_withdrawn}",{found})'
    style = theme.STRONG if key in ("place", "name", "gbq") else None
    formula = f'=IF({{row[no]}}="","",{found})'
    align = _ALIGN.get(key, "right")
    return Column(key, heading, formula, False, number_format, width, align, style=style)


def standings(room: int, many: bool, wbq: bool, by_game: bool) -> list[Column]:
    """The table that is published: the group in its order, and the matrix of scores."""
    listed = 'COUNTIF({group[key]},">0")' if many else "PlayersListed"
    at = (
        f'=IF(ROWS({{before[no]}})>{listed},"",'
        "SUMPRODUCT(({group[position]}=ROWS({before[no]}))*{group[no]}))"
    )
    unit = "Games" if by_game else "Matches"
    to_play = '=IF(OR({row[no]}="",Fixtures=0),"",INDEX({all[to_play]},{row[no]}))'
    table = [
        _shown("place", "Place", 7, of_withdrawn="\N{EN DASH}"),
        _shown("mark", "Mark", 7),
        computed.centred("no", "No.", at, width=6),
        _shown("name", "Player", NAME_WIDTH),
        _shown("games", "Games"),
        replace(_shown("tps", "TPs", 9, TPS), words="Tournament points"),
        replace(_shown("percent", "TP%", 8, TPS), words="Percentage of TPs played for"),
        replace(_shown("gbq", "GBQ", 8, BEHIND), words="Games behind qualifying"),
        *([_shown_wbq()] if wbq else []),
        _shown("decided", "Decided by", 12, of_withdrawn="withdrew"),
        *([_shown("record", "W\N{EN DASH}D\N{EN DASH}L", 11)] if by_game else []),
        *(
            replace(column, head=f'=IF(Fixtures=0,"","{column.heading}")')
            for column in (
                Column("to_play", f"{unit} to play", to_play, width=9),
                *([] if many else map(_of_race, OF_RACE)),
            )
        ),
    ]
    first = len(table) + 1
    letters = (get_column_letter(first + place) for place in range(room))
    return table + [_against(f"{letter}${NUMBERS}", place) for place, letter in enumerate(letters)]


def _of_race(key: str) -> Column:
    heading = OF_RACE[key]
    in_tps = TPS if key in ("to_clinch", "to_stay") else "General"
    return replace(_shown(key, heading.short, 11, in_tps), words=heading.words, note=heading.note)


def _shown_wbq() -> Column:
    asked = '=IF(OR({row[no]}="",ShowWBQ<>"yes"),"",INDEX({all[wbq]},{row[no]}))'
    return Column("wbq", "WBQ", asked, False, BEHIND, 8, words="Wins behind qualifying")


def _against(other: str, place: int) -> Column:
    """One column of the matrix: everybody's TPs against the player in one row of the table."""
    pair = f"MIN({{row[no]}},{other}),{{matches[high]}},MAX({{row[no]}},{other})"
    score = (
        f"SUMIFS({{matches[tps_a]}},{{matches[no_a]}},{{row[no]}},{{matches[no_b]}},{other})"
        f"+SUMIFS({{matches[tps_b]}},{{matches[no_b]}},{{row[no]}},{{matches[no_a]}},{other})"
    )
    met = f'COUNTIFS({{matches[low]}},{pair},{{matches[games]}},">0")'
    return _matrix_column(f"against_{place}", other, f'IF({met}=0,"",{score})', TPS, 7)


def _matrix_column(key: str, other: str, formula: str, number_format: str, width: float) -> Column:
    """A figure of the player in the row against the one whose number is in the cell ``other``."""
    found = f'=IF(OR({{row[no]}}="",{other}=""),"",IF({{row[no]}}={other},"{ITSELF}",{formula}))'
    return computed.centred(key, "", found, number_format=number_format, width=width)


def compared(room: int, many: bool) -> list[Column]:
    """How many games each player of a group is behind each other one, unrounded."""
    of_group = "({all[group]}=CompareGroup)*" if many else ""
    count = "SUMPRODUCT(({all[group]}=CompareGroup)*{all[plays]})" if many else "PlayersIn"
    at = (
        f'=IF(ROWS({{before[no]}})>{count},"",SUMPRODUCT({of_group}'
        "({all[position]}=ROWS({before[no]}))*{all[plays]}*{all[no]}))"
    )
    lead = "INDEX({{all[lead]}},{0})".format
    behind = "INDEX({all[reference]},{row[no]})-INDEX({all[lead]},{row[no]})"
    table = [
        _shown("place", "Place", 7),
        computed.centred("no", "No.", at, width=6),
        _shown("name", "Player", NAME_WIDTH),
        Column(
            "behind",
            "GBQ, not rounded",
            f'=IF({{row[no]}}="","",ROUND({behind},Decimals))',
            number_format=BEHIND,
            width=11,
        ),
        Column(
            "alone",
            "Wins if only one plays",
            '=IF({row[no]}="","",{row[behind]}/WinAlone)',
            number_format=BEHIND,
            width=11,
        ),
    ]
    first = len(table) + 1
    others = (f"{get_column_letter(first + place)}${NUMBERS}" for place in range(room))
    return table + [
        _matrix_column(
            f"against_{place}",
            other,
            f"ROUND({lead(other)}-{lead('{row[no]}')},Decimals)",
            BEHIND,
            8,
        )
        for place, other in enumerate(others)
    ]


def next_placed() -> list[Column]:
    """The next placed of all groups, the best on top; all who share the place of a group."""

    def listed_column(key: str, heading: str, formula: str) -> Column:
        found = f'=IF({{all.row[next_no]}}="","",{formula})'
        style = theme.STRONG if key == "place" else None
        return computed.centred(key, heading, found, width=7, style=style)

    def shown(key: str, heading: str, width: float = 8, number_format: str = "General") -> Column:
        column = _shown(key, heading, width, number_format)
        return replace(column, formula=column.formula.replace("{row[no]}", "{all.row[next_no]}"))

    group = "INDEX({all[next_group]},{all.row[next_no]})"
    return [
        listed_column("place", "Place", f"INDEX({{next[place]}},{group})"),
        listed_column("mark", "Mark", "INDEX({all[next_mark]},{all.row[next_no]})"),
        shown("name", "Player", NAME_WIDTH),
        shown("group", "Group", 16),
        shown("games", "Games"),
        shown("tps", "TPs", 9, TPS),
        shown("percent", "TP%", 8, TPS),
        shown("gbq", "GBQ", 8, BEHIND),
    ]
