"""Columns that several templates have: who it is, the place, and the row of the sorted table."""

from __future__ import annotations

from .table import Column

NAME_WIDTH = 24.0


def name_of(listed: str, heading: str) -> Column:
    """The name that is typed into the same row of the table ``listed``."""
    there = f"{{{listed}.row[name]}}"
    return Column("name", heading, f'=IF({there}="","",{there})', width=NAME_WIDTH, align="left")


def places(table: str, by: str, counts: str) -> list[Column]:
    """The place of each row by other columns, how many share it, and its row when sorted.

    Rows stay blank where the column ``counts`` is 0.
    """

    def of(formula: str) -> str:
        return f'=IF({{row[{counts}]}}=0,"",{formula})'

    return [
        Column("place", "Place", f"=PLACE({{{table}[{by}]}})", whole=True),
        Column(
            "sharing",
            "Sharing the place",
            of(f"COUNTIF({{{table}[place]}},{{row[place]}})"),
            width=12,
        ),
        Column(
            "position",
            "Row of the table",
            of("{row[place]}+COUNTIF({upto[place]},{row[place]})-1"),
            width=11,
        ),
    ]


def qualifying(counts: str, limit: str) -> Column:
    """Q for who is within a number of places, ? for who is tied across it, = for shared places."""
    within = (
        f'IF({{row[place]}}+{{row[sharing]}}-1<={limit},"Q",IF({{row[place]}}<={limit},"?",""))'
    )
    tied = 'IF({row[sharing]}>1,"=","")'
    return Column("mark", "Mark", f'=IF({{row[{counts}]}}=0,"",{within}&{tied})', align="center")


def in_order(listed: str) -> Column:
    """The number of who stands in this row of the sorted table, of so many as are listed."""
    row = "{group.row[no]}"
    found = f'=IF({row}>{listed},"",MATCH({row},{{group[position]}},0))'
    return Column("no", "No.", found, width=6, align="center")
