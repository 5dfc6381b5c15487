"""Published final tables of many sports: how many figures and places agree, event by event.

python -m benchmarks.league_sports                       # by the engine, native and add-in
python -m benchmarks.league_sports --libreoffice         # in LibreOffice without functions, too
python -m benchmarks.league_sports --world-cups FOLDER   # all groups of the World Cups

FOLDER holds ``matches.csv`` and ``group_standings.csv`` of The Fjelstul World Cup Database
(github.com/jfjelstul/worldcup, CC-BY-SA 4.0), which does not come with the project.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.templates.calculated import Calculated
from tests.templates.league_sports import EVENTS
from tests.templates.plain_libreoffice import convert
from tests.templates.variants import standings
from xl_tourney.generator.generate import made
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES

LEAGUE = TEMPLATES["league"]
Apart = list[tuple[Any, ...]]


def differences(published: Sequence[Sequence[Any]], found: Sequence[Sequence[Any]]) -> Apart:
    """The figures that are not as published: the row's name, what is published, what is found."""
    apart: Apart = []
    for own, other in zip(published, found, strict=True):
        apart += [(own, a, b) for a, b in zip(own, other, strict=True) if a != b]
    return apart


def of_events() -> None:
    """Every event of the tests, in both variants."""
    total = wrong = 0
    sports = set()
    for event in EVENTS.values():
        sports.add(event.sport)
        for functions in ("native", "addin"):
            book = event.book(Path(tempfile.mkdtemp()), functions)
            apart = differences(event.published(), event.found(book))
            apart += differences(event.published_across(), event.found_across(book))
            count = sum(map(len, [*event.published(), *event.published_across()]))
            print(f"{event.name}, {functions}: {count} figures, {len(apart)} apart {apart[:3]}")
            total, wrong = total + count, wrong + len(apart)
    print(f"{len(EVENTS)} events of {len(sports)} sports, {total} figures, {wrong} apart")


def in_libreoffice() -> None:
    """The same workbooks, recalculated hard by a LibreOffice that knows none of our functions."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home)
        paths = []
        for event in EVENTS.values():
            content, _ = made(LEAGUE, event.games, f"{event.name}.xlsx", rules=event.rules)
            paths.append(folder / f"{event.name}.xlsx")
            paths[-1].write_bytes(content)
            convert(paths[-1:], folder / "out")
        cells, other = 0, []
        for path in paths:
            before, after = standings(path), standings(folder / "out" / path.name)
            for name, rows in before.items():
                for own, its in zip(rows, after[name], strict=True):
                    cells += len(own)
                    pairs = zip(own, its, strict=True)
                    other += [(path.stem, name, a, b) for a, b in pairs if not _same(a, b)]
        print(
            f"LibreOffice: {len(paths)} workbooks, {cells} cells of standings, {len(other)} apart"
        )
        print(*other[:20], sep="\n")


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) < 1e-9
    return (one or "") == (other or "")


# World Cups ---------------------------------------------------------------------------------------

_FIGURES = {
    "played": "played",
    "won": "wins",
    "tied": "draws",
    "lost": "losses",
    "scored": "goals_for",
    "conceded": "goals_against",
    "difference": "goal_difference",
    "points": "points",
    "place": "position",
}


def world_cups(folder: Path) -> Iterator[tuple[str, int, Apart]]:
    """Each group stage: how many figures there are, and those apart."""
    tables = {
        name: list(csv.DictReader((folder / f"{name}.csv").open(encoding="utf-8", newline="")))
        for name in ("group_standings", "matches")
    }
    stages: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
    for row in tables["group_standings"]:
        stages[row["tournament_id"], row["stage_name"]].append(row)
    for (cup, stage), rows in stages.items():
        either = (stage, stage.replace("first", "group").replace("group group", "group"))
        either += (stage.replace("first round", "group stage"),)
        group_of = {row["team_name"]: row["group_name"] for row in rows}
        games = [
            LeagueGame(
                game["home_team_name"],
                game["away_team_name"],
                float(game["home_team_score"]),
                float(game["away_team_score"]),
                game["match_date"],
                group=group_of[game["home_team_name"]],
            )
            for game in tables["matches"]
            if game["tournament_id"] == cup
            and game["home_team_name"] in group_of
            and game["stage_name"] in either
        ]
        games = list({frozenset((one.home, one.away)): one for one in games[::-1]}.values())
        year, is_of_women = int(cup[3:]), "Women" in rows[0]["tournament_name"]
        points = "3-1-0" if year >= (1995 if is_of_women else 1994) else "2-1-0"
        rules = "fifa-1986" if len({row["group_name"] for row in rows}) == 6 else "fifa-2022"
        built = LEAGUE.build(League(games), rules=rules, points=points)
        found = {
            (row.get("group_name") or rows[0]["group_name"], row["name"]): row
            for row in Calculated(built, Path(tempfile.mkdtemp())).table("standings")
        }
        apart: Apart = []
        for row in rows:
            own = found.get((row["group_name"], row["team_name"]), {})
            for key, published in _FIGURES.items():
                if own.get(key) != float(row[published]):
                    apart.append((row["team_name"], key, row[published], own.get(key)))
        yield f"{cup}, {stage}", len(rows) * len(_FIGURES), apart


def main() -> None:
    """What is asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--libreoffice", action="store_true")
    parser.add_argument("--world-cups", type=Path)
    asked = parser.parse_args()
    if asked.world_cups:
        total = wrong = 0
        for name, count, apart in world_cups(asked.world_cups):
            print(f"{name}: {count} figures, {len(apart)} apart {apart[:4]}")
            total, wrong = total + count, wrong + len(apart)
        print(f"World Cups: {total} figures, {wrong} apart")
        return
    of_events()
    if asked.libreoffice:
        in_libreoffice()


if __name__ == "__main__":
    main()
