"""The page of home and away: two tables side by side, each in an order of its own."""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.tantrix.leads import win_share
from ...parts import theme
from ...parts.columns import NAME_WIDTH, Heading, for_listed, sort_key
from ...parts.plan import Hidden, SheetPlan
from ...parts.table import Column, computed
from ..feature import Rules
from ..features.overtime import Shootouts
from ..standings import headings
from ..tables import DIFFERENCE

SHEET = "Home and away"


def figures(side: str, rules: Rules) -> list[Column]:
    """What the table of a side is sorted by, and the row of each team in it."""
    played, won, tied, lost, scored, conceded, points = (
        f"{{row[{side}_{key}]}}"
        for key in ("played", "won", "tied", "lost", "scored", "conceded", "points")
    )
    share = formula_of(win_share, won, tied, played, "Half")
    ahead, equal = ["1"], ""
    for key in ("key", "difference", "scored"):
        cells, own = f"{{group[{side}_{key}]}}", f"{{row[{side}_{key}]}}"
        ahead.append(f'COUNTIFS({equal}{cells},">"&{own})')
        equal += f"{cells},{own},"
    place = f"{{row[{side}_place]}}"
    return [
        for_listed(f"{side}_played", f"Played {side}", f"{won}+{tied}+{lost}"),
        for_listed(
            f"{side}_difference",
            f"Difference {side}",
            f"{{row[{side}_ahead]}}" if rules.sums_differences else f"{scored}-{conceded}",
        ),
        for_listed(
            f"{side}_key", f"To sort by {side}", sort_key(f'IF(Criterion1="Pct",{share},{points})')
        ),
        for_listed(f"{side}_place", f"Place {side}", "+".join(ahead)),
        for_listed(
            f"{side}_position",
            f"Row of the table {side}",
            f"{place}+COUNTIF({{upto[{side}_place]}},{place})-1",
        ),
    ]


_RECORD = {"won": "Won", "lost": "Lost"}


def hidden(side: str, rules: Rules, has_ties: bool) -> Hidden:
    """The columns that say nothing in a league."""
    keys = [f"{side}_points"] if rules.is_by_percentage else []
    keys += [] if has_ties or rules.has_draws or rules.of(Shootouts) else [f"{side}_tied"]
    return Hidden(dict.fromkeys(keys, ""))


def table(side: str, rules: Rules) -> list[Column]:
    """The table of one side; only the NHL's has losses after regular time apart."""
    headed = dict(headings(rules))
    if not rules.of(Shootouts):
        headed |= {key: headed[key]._replace(words=text) for key, text in _RECORD.items()}
    record = ("won", "lost", "late_lost") if rules.of(Shootouts) else ("won", "tied", "lost")
    number = f"{side}_no"
    nth = "{group.row[no]}"
    found = f'=IF({nth}>TeamsListed,"",MATCH({nth},{{group[{side}_position]}},0))'

    def shown(key: str, width: float = 6, align: str = "right") -> Column:
        figure = key if key == "name" else f"{side}_{key}"
        value = f"INDEX({{group[{figure}]}},{{row[{number}]}})"
        if key == "lost" and rules.of(Shootouts):
            value += f"-INDEX({{group[{side}_late_lost]}},{{row[{number}]}})"
        heading = Heading(side.capitalize()) if key == "name" else headed[key]
        return heading.of(
            f"{side}_{key}",
            f'=IF({{row[{number}]}}="","",{value})',
            number_format=DIFFERENCE if key == "difference" else "General",
            width=width,
            align=align,
            style=theme.STRONG if key in ("place", "name", "points") else None,
        )

    return [
        shown("place", align="center"),
        computed.centred(number, "No.", found, width=6),
        shown("name", NAME_WIDTH, "left"),
        *map(shown, ("played", *record, "scored", "conceded", "difference", "points")),
    ]


SHEET_PLAN = SheetPlan(
    "The games at home and those away from home, a table each.",
    "The games at home and those away from home: by points (by Pct where Pct comes first), "
    "difference and goals for.",
)
