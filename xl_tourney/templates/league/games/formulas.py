"""The kinds of columns that games and their sums are made of."""

from __future__ import annotations

from ...parts.columns import for_listed
from ...parts.table import Column, ColumnKind
from ..feature import SIDES, Rules

for_named = ColumnKind("=IF({row[named]},", ',"")')
"""Columns of results and fixtures; other rows stay blank."""
for_counted = ColumnKind("=IF({row[counted]},", ',"")')
"""Columns of games that count; other rows stay blank."""


def flag(condition: str) -> str:
    """1 where a condition holds, else 0: columns of these are summed."""
    return f"IF({condition},1,0)"


LATE = "{results.row[overtime]}"
_WORD = f'LOWER(TRIM(SUBSTITUTE(SUBSTITUTE({LATE}&"","(",""),")","")))'


def is_word_of_overtime(words: str) -> str:
    """Whether the column Overtime holds one of the words of a named cell."""
    return f'ISNUMBER(FIND("|"&{_WORD}&"|",{words}))'


LOST_BY_BOTH, NO_RESULT, ANNULLED = map(
    is_word_of_overtime, ("BothLostWords", "NoResultWords", "AnnulledWords")
)
"""What was decided of a game.  No column holds it: saved workbooks stay as they are laid out."""


def sum_of_side(side: str, key: str, heading: str, column: str, *conditions: str) -> Column:
    """The sum of a team over its games on one side."""
    formula = sum_at(side, column, *conditions)
    return for_listed(f"{side}_{key}", f"{heading} {side}", formula)


def sum_at(side: str, column: str, *conditions: str) -> str:
    """The same as a formula."""
    more = "".join(f",{condition}" for condition in conditions)
    return f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{{row[no]}}{more})"


BYES = "+".join(
    f"COUNTIFS({{matches[no_{side}]}},{{row[no]}},{{matches[entry]}},Entry_bye)" for side in SIDES
)
"""The byes of a team: rows of Results with a word such as bye for the opponent."""


def of_both_sides(key: str, heading: str, said: str = "") -> Column:
    """The sum of what a team has at home, and away."""
    return for_listed(key, heading, f"{{row[home_{key}]}}+{{row[away_{key}]}}", said=said)


def column_of_score(side: str, rules: Rules) -> str:
    """The column with the scores of a side, which may follow from what games are made of."""
    return f"matches[{side}_result]" if rules.is_in_parts else f"results[{side}_score]"
