"""Small events that have what samples lack: withdrawals, byes, forfeits, entrants without names."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.templates.tables import Tables
from xl_tourney.calculation import calculator
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import read_book
from xl_tourney.grammar.references import CellAddress, parse_reference
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.output import package
from xl_tourney.templates.parts.table.formulas import formulas_of


class Event(NamedTuple):
    """An event that is made for the tests."""

    template: str
    results: str
    """The file of results, as CSV."""
    options: Mapping[str, Any]
    typed: Mapping[str, object] = {}
    """What is typed into the workbook, by the place in a table."""


_CHESS = """name,rating,r1,r2,r3,r4,r5
Ada,2100,5w1,3b½,2w1,4b1,6w½
Ben,2050,6b1,4w1,1b0,3w½,5b1
Cleo,2000,7w1,1w½,4b½,2b½,H
Dan,1950,8b1,2b0,3w½,1w0,7w+
Eva,1900,1b0,7b1,6w1,H,2w0
Finn,1850,2w0,8b1,5b0,7w1,1b½
Gus,1800,3b0,5w0,U,6b0,4b-
Hal,1750,4w0,6w0,Z,Z,Z
"""
"""Hal leaves after round 2; Gus has the bye of round 3 and does not come to round 5; Cleo and Eva
ask for half a point."""
_GO = "name,rank\nAnn,2d\nBob,1d\nCy,1d\nDora,1k\n"
_GO_GAMES = {
    f"games[{at}].{key}": value
    for at, game in enumerate(
        [
            (1, 1, "Ann", "Bob", "B+3.5"),
            (1, 2, "Cy", "Dora", "W+R"),
            (2, 1, "Dora", "Ann", "W+7"),
            (2, 2, "Bob", "Cy", "B+F"),
            (3, 1, "Ann", "Cy", "W+0.5"),
            (3, 2, "Bob", "Dora", "B+12"),
        ]
    )
    for key, value in zip(("round", "board", "black", "white", "result"), game)
}
_BRIDGE = """board,ns,ew,score
1,1,4,420
1,2,5,-50
1,3,6,420
2,1,5,110
2,2,6,140
2,3,4,110
3,1,6,-100
3,2,4,600
3,3,5,630
"""
"""Pairs of which only the numbers are known."""
_LEAGUE = """round,home,away,home_score,away_score,overtime
1,Ashford,Brigg,3,2,OT
1,Castle,Dunmore,4,1,
1,Eastvale,Fairview,2,3,
2,Brigg,Castle,2,5,
2,Dunmore,Ashford,1,2,OT
2,Fairview,Ashford,1,4,
3,Ashford,Castle,2,3,
3,Eastvale,Brigg,1,2,
3,Brigg,Dunmore,3,1,
4,Castle,Ashford,3,4,SO
4,Dunmore,Brigg,4,2,
4,Dunmore,Castle,,,
"""
_TANTRIX = """player_a,player_b,games,tps_a,tps_b,event
Finn,Isla,3,45,15,Cup
Isla,Kai,3,32.5,27.5,Cup
Kai,Finn,3,41,19,Cup
Noa,Finn,3,22,38,Cup
Noa,Isla,,,,Cup
"""
_LOTS = """round,home,away,home_score,away_score
1,Ashford,Brigg,1,1
1,Castle,Dunmore,1,1
2,Ashford,Castle,0,0
2,Brigg,Dunmore,0,0
3,Dunmore,Ashford,2,2
3,Brigg,Castle,2,2
"""
"""Everything is equal, so that lots decide."""
_IMPS = """board,ns,ew,contract,by,tricks,score
1,1,4,3NT,N,9,
1,2,5,3NT,N,8,
1,3,6,4S,N,10,
2,1,5,,,,A6040
2,2,6,2H,E,8,
2,3,4,2H,E,9,
3,1,6,4H,W,9,
3,2,4,3D,S,9,
3,3,5,,,,PASS
"""
"""An adjusted score and a board that was passed in."""
_MCMAHON = """name,rank
Ann,2d
Bob,1d
Cy,1k
Dora,1k
Emil,3k
"""
_MCMAHON_GAMES = {
    f"games[{at}].{key}": value
    for at, game in enumerate(
        [
            (1, 1, "Ann", "Bob", "W+2.5"),
            (1, 2, "Cy", "Dora", "0"),
            (2, 1, "Bob", "Cy", "B+R"),
            (2, 2, "Dora", "Emil", "W+T"),
            (3, 1, "Cy", "Ann", "W+20"),
        ]
    )
    for key, value in zip(("round", "board", "black", "white", "result"), game)
}

EVENTS: Mapping[str, Event] = {
    "chess_open": Event(
        "chess", _CHESS, {"rules": "2024", "tiebreaks": "BH/C1,BH,SB,DE", "rounds": 5}
    ),
    "go_games": Event(
        "go", _GO, {"rows": 5, "rounds": 3, "criteria": "NBW,SOS,DC", "games": 6}, _GO_GAMES
    ),
    "bridge_numbers": Event("bridge", _BRIDGE, {}),
    "league_overtime": Event(
        "league",
        _LEAGUE,
        {
            "points": "3-2-1-0",
            "criteria": "Points,Head-to-head points,Difference,For",
            "teams": 6,
            "rows": 14,
        },
        {"listed[1].deducted": 1, "listed[5].out_after": 2},
    ),
    "league_lots": Event(
        "league",
        _LOTS,
        {
            "points": "3-1-0",
            "criteria": "Points,Difference,For,Head-to-head points",
            "teams": 4,
            "rows": 7,
        },
        {f"listed[{at}].lot": lot for at, lot in enumerate((3, 1, 4, 2))},
    ),
    "bridge_imps": Event("bridge", _IMPS, {"method": "cross-imps"}),
    "go_mcmahon": Event(
        "go", _MCMAHON, {"rows": 6, "rounds": 3, "system": "mcmahon", "games": 6}, _MCMAHON_GAMES
    ),
    "tantrix_cup": Event("tantrix", _TANTRIX, {"players": 4, "rows": 6}),
}


@cache
def event(name: str) -> Book:
    """The calculated workbook of an event."""
    template, results, options, typed = EVENTS[name]
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.csv"
        path.write_text(results, "utf-8")
        return calculated(TEMPLATES[template], path, typed, **options)


def calculated(
    template: Template, results: Path, typed: Mapping[str, Any] | None = None, **options: Any
) -> Book:
    """A workbook of some results, with what is typed into it, calculated once."""
    workbook = template.build(template.read(results), **options)
    empty = Package(package(workbook), f"{results.stem}.xlsx")
    tables = Tables(workbook.tables)
    cells = {_address(tables.place(place)): value for place, value in (typed or {}).items()}
    content, _ = calculator().calculate(
        Package(with_values(empty, cells), empty.name), formulas_of(workbook)
    )
    return read_book(Package(content, empty.name), is_calculated=True)


def _address(place: str) -> CellAddress:
    sheet, _, cell = place.rpartition("!")
    area = parse_reference(cell)
    return CellAddress(sheet.strip("'"), area.top, area.left)
