"""Events from a list to the last page: forms, and results at boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Act(NamedTuple):
    """A form that is filled in."""

    command: str
    filled: Mapping[str, Any] = {}
    """By parameter; ``data`` is the text of a list, several names are a list."""


class Results(NamedTuple):
    """What is typed at the first boards of the round that is shown."""

    results: Sequence[str]
    round: str = ""
    """Another round, chosen first."""


Play = Sequence["Act | Results"]
_CHESS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\nEve,1900\n"
_TANTRIX = "name,group\nAnn,A\nBob,A\nCy,A\nDora,B\nEd,B\nFlo,B\n"
_LEAGUE = "home,away\nReds,Blues\nGreens,Golds\nBlues,Greens\nGolds,Reds\n"
_SEED = {"seed": "1"}
PLAYS: Mapping[str, Play] = {
    "chess": [
        Act("new", {"data": _CHESS, "rounds": "3", "players": "8", "games": "12"}),
        Act("pair", {"absent": ["Eve"], **_SEED}),
        Results(["1-0", "+--"]),
        Act("update", {"data": f"{_CHESS}Late,1500\n"}),
        Act("rename", {"old": "Ben", "new": "Benjamin"}),
        Act("pair", _SEED),
        Results(["1/2", "0-1", "1-0"]),
        Results(["0-1"], round="1"),
        Act("pair", {"withdrawn": ["Dan"], **_SEED}),
        Act("explain", {"subject": "Benjamin"}),
        Act("publish"),
    ],
    "league": [
        Act("new", {"data": _LEAGUE, "rules": "premier-league-2019", "rows": "8"}),
        Results(["2-1", "0-0"]),
        Act("update", {"data": f"{_LEAGUE}Reds,Late\n"}),
        Act("rename", {"old": "Reds", "new": "Red Stars"}),
        Results(["2-2"]),
        Act("explain", {"subject": "Red Stars over Blues"}),
        Act("publish"),
    ],
    "tantrix": [
        Act("new", {"data": _TANTRIX, "places": "1", "players": "8", "rows": "8"}),
        Act("pair", _SEED),
        Results(["22.5-17.5"]),
        Act("update", {"data": f"{_TANTRIX}Late,A\n"}),
        Act("rename", {"old": "Cy", "new": "Cyril"}),
        Results(["20-20"]),
        Act("explain", {"subject": "Bob"}),
        Act("publish"),
    ],
    "bridge": [
        Act("new", {"pairs": "4", "tables": "2", "boards": "6"}),
        Act("pair", {"tables": "2", "movement": "howell"}),
        Results(["420", "-50"]),
        Results(["NP"], round="2"),
        Results(["400"], round="1"),
        Act("explain", {"subject": "1"}),
        Act("publish"),
    ],
}

PAGE, PANE, HALL = ("chess", "bridge"), ("tantrix",), ("league",)
"""What is played on the page without a server, in the pane of Excel, and in the hall.

They ask all commands of an event, show boards with buttons and with fields, and rounds and
travellers.  tests/hosts/test_pyodide_event.py has the commands of all games in the Python of a
browser, tests/desk/test_desk.py their boards, benchmarks/desk_evening.py evenings of all games.
"""
