"""The pairs of a round robin: the games to come where all pairings are fixed and few are listed.

Each pair has a row for each time that it is to meet.  The number of a row does not depend on how
many players there is room for.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import theme
from ..columns import NAME_WIDTH
from ..table import Column, computed
from .race import TemplateRace, game_columns

SYSTEM = "round-robin"
"""The system in which all pairings are fixed."""
MOST_PLAYERS = 64
"""The most players with whom the pairs are listed."""
SIDES = ("low", "high")
"""The names of the two sides of a pair in columns: the lower and the higher number."""
INPUTS = ("player_a", "player_b")
"""The columns with their names."""


def rows(players: int, meetings: int) -> list[dict[str, object]]:
    """The numbers of each pair, and which of its games it is."""
    return [
        {"no_low": low, "no_high": high, "meeting": meeting}
        for high in range(2, players + 1)
        for low in range(1, high)
        for meeting in range(1, meetings + 1)
    ]


def columns(race: TemplateRace, met: str, listed_in: str) -> Iterator[Column]:
    """The table ``matches`` of a round robin.

    ``met`` is how many games with a result a pair has, ``listed_in`` the round in which one without
    is listed; an error if there is none.
    """
    for side, heading in zip(SIDES, ("A", "B")):
        yield Column(f"no_{side}", f"No. of {heading}", style=theme.VALUE, width=8)
    yield Column("meeting", "Game of the pair", style=theme.VALUE, width=8)
    for side, key in zip(SIDES, INPUTS):
        yield computed.left(
            key,
            key.replace("_", " ").title(),
            f'=INDEX({race.column("name")},{{row[no_{side}]}})&""',
            width=NAME_WIDTH,
        )
    nobody = f"OR({','.join(f'{{row[{key}]}}=' + chr(34) * 2 for key in INPUTS)})"
    yield computed.count("met", "Games with a result", f"=IF({nobody},0,{met})")
    yield computed.count(
        "to_play",
        "To play",
        f"=IF({nobody},0,IF(AND({{row[meeting]}}<=PairMeets,{{row[met]}}<{{row[meeting]}}),1,0))",
    )
    yield computed.left(
        "round",
        "Listed in",
        f'=IF({{row[to_play]}}=0,"",IF({{row[meeting]}}>{{row[met]}}+1,"",'
        f'IFERROR("Round "&{listed_in},"")))',
    )
    yield from game_columns(race)
