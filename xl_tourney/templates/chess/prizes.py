"""Prizes: categories by rating, birth, sex, club and federation, and who wins in each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..parts import theme
from ..parts.columns import NAME_WIDTH
from ..parts.table import TEXT_FORMAT, Column, InputRule, computed, refused_in
from .tie_breaks.families import for_player

MAX_CATEGORIES = 12
MOST_PRIZES = 8
"""How many prizes a category can have."""

_WIDTH = NAME_WIDTH - 1
"""So that seven categories go onto one page."""


def categories() -> list[Column]:
    """The categories, as they are typed in."""
    whole = InputRule("whole", "A whole number; blank for no limit.", 0, 9999)
    number = InputRule("whole", "How many prizes the category has.", 0, MOST_PRIZES)

    def text(key: str, heading: str, width: float, message: str) -> Column:
        rule = InputRule("textLength", message, 0, 255)
        return Column(key, heading, "", False, TEXT_FORMAT, width, "left", rule)

    return [
        Column("no", "No.", width=6, align="center", style=theme.VALUE),
        text("name", "Category", NAME_WIDTH, "What the prize is called; blank for none."),
        Column("prizes", "Prizes", width=8, rule=number),
        Column("rating_from", "Rating from", width=_WIDTH, rule=whole),
        Column("rating_to", "Rating to", width=_WIDTH, rule=whole),
        Column("born_from", "Born from", width=_WIDTH, rule=whole),
        Column("born_to", "Born to", width=_WIDTH, rule=whole),
        text("sex", "Sex", NAME_WIDTH, "m or w; blank for all."),
        text("club", "Club", NAME_WIDTH, "A club as on the sheet Players; blank for all."),
        text("federation", "Federation", NAME_WIDTH, "As on the sheet Players; blank for all."),
    ]


def cutoffs(count: int) -> list[Column]:
    """One row: down to which place each category gives its prizes, and what of it is no number."""

    def last(c: int) -> str:
        rows, prizes = f"{{score[eligible_{c}]}}", _of(c, "prizes")
        return f"=IF(OR(COUNT({rows})=0,{prizes}<1),0,SMALL({rows},MIN(COUNT({rows}),{prizes})))"

    def no_numbers(c: int) -> str:
        return f"={refused_in(categories(), partial(_cell, c))}"

    numbers = range(1, count + 1)
    return [
        *(Column(f"last_{c}", f"Last of category {c}", last(c)) for c in numbers),
        *(Column(f"refused_{c}", f"No numbers in category {c}", no_numbers(c)) for c in numbers),
        Column("refused", "No numbers", f"=SUM({{row[refused_1:refused_{count}]}})"),
    ]


def _cell(category: int, key: str) -> str:
    return f"INDEX({{categories[{key}]}},{category})"


def _of(category: int, key: str) -> str:
    found = _cell(category, key)
    return f"N({found})" if key in ("prizes",) else found


def eligible(count: int) -> Iterator[Column]:
    """The row in the standings of whom a category is for, who has no prize of one before."""
    for c in range(1, count + 1):
        limits = []
        for key, column in (("rating", "rating"), ("born", "birth")):
            low, high = _of(c, f"{key}_from"), _of(c, f"{key}_to")
            value = f"N({{listed.row[{column}]}})"
            limits.append(f'IF({low}="",TRUE,{value}>={low})')
            unknown = f"IF({value}=0,{'TRUE' if key == 'rating' else 'FALSE'},{value}<={high})"
            limits.append(f'IF({high}="",TRUE,{unknown})')
        for key in ("sex", "club", "federation"):
            wanted = _of(c, key)
            limits.append(f'IF({wanted}="",TRUE,{{listed.row[{key}]}}={wanted})')
        free = "TRUE"
        if c > 1:
            won = ",".join(
                f"IF(ISNUMBER({{row[eligible_{b}]}}),{{row[eligible_{b}]}}<={{cutoffs.top[last_{b}]}},"
                "FALSE)"
                for b in range(1, c)
            )
            free = f'IF(OnePrize="yes",NOT(OR({won})),TRUE)'
        yield for_player(
            f"eligible_{c}",
            f"Row for category {c}",
            f'IF({_of(c, "name")}="","",IF(AND({",".join([*limits, free])}),{{row[position]}},""))',
        )


def winners(count: int) -> list[Column]:
    """The winners: a column a category, a row a prize."""

    def winner(c: int) -> str:
        place = f"SMALL({{score[eligible_{c}]}},{{row[nth]}})"
        name = f"INDEX({{standings[name]}},{place})"
        return (
            f'=IF({{row[nth]}}>MIN({_of(c, "prizes")},COUNT({{score[eligible_{c}]}})),"",'
            f'INDEX({{standings[place]}},{place})&". "&{name})'
        )

    def head(c: int) -> str:
        """The name of a category, which stands above."""
        return f'={_of(c, "name")}&""'

    return [
        Column("nth", "Prize", width=6, align="center", style=theme.VALUE),
        *(
            computed.left(f"winner_{c}", f"{c}", winner(c), width=_WIDTH, head=head(c))
            for c in range(1, count + 1)
        ),
    ]
