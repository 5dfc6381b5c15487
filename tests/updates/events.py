"""Small events of each game: what the results file holds at the start and at five updates.

The updates are: a late entry, a correction, a withdrawal (somebody is no longer in the file), a
name that is spelt otherwise, and more rounds.  At last the file is the published source.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from xl_tourney.events.standings.table import StandingsTable
from xl_tourney.readers import xml
from xl_tourney.readers.bridge.read import read as read_bridge
from xl_tourney.readers.go.read import read as read_go
from xl_tourney.templates import TEMPLATES

DATA = Path(__file__).parents[1] / "data"
Rows = list[list[object]]
Facts = dict[str, tuple[str, ...]]
"""What was published of each player: figures as texts."""


@dataclass(frozen=True)
class Event:
    """The files of an event, and what to expect."""

    files: Sequence[Rows]
    typed: tuple[str, str, str]
    """A sheet, a heading and what the director types below it, in the first row."""
    published: Facts
    headings: Sequence[str]
    """The columns of the published figures in the standings, the name first."""
    options: Sequence[object] = ()
    clash: tuple[str, str] | None = None
    """A name as the fourth update spells it, and as it is right."""

    def figures(self, table: StandingsTable) -> Facts:
        """The published figures as the standings have them."""
        at = [table.headings.index(heading) for heading in self.headings]
        found = ([row[column] for column in at] for row in table.rows)
        return {name: tuple(values) for name, *values in found}


def sample_rows(template: str, at: int = 0) -> Rows:
    """The rows of a sample that is CSV, the headings first."""
    path: Path = TEMPLATES[template].samples[at].path
    with path.open(encoding="utf-8", newline="") as file:
        return [list(row) for row in csv.reader(file)]


def renamed(rows: Rows, old: str, new: str) -> Rows:
    """The rows with another name."""
    return [[new if cell == old else cell for cell in row] for row in rows]


def with_cell(rows: Rows, row: int, heading: str, value: object) -> Rows:
    """The rows with one other cell; row 1 is the first below the headings."""
    column = rows[0].index(heading)
    return [
        [value if (n, c) == (row, column) else cell for c, cell in enumerate(cells)]
        for n, cells in enumerate(rows)
    ]


def without(rows: Rows, row: int) -> Rows:
    """The rows without one."""
    return [cells for n, cells in enumerate(rows) if n != row]


def tantrix() -> Event:
    rows = sample_rows("tantrix")
    wrong = with_cell(with_cell(rows, 1, "tps_a", 19.2), 1, "tps_b", 20.8)
    published = {
        "P06": ("94.2", "9"),
        "P07": ("19.2", "2"),
        "P08": ("29.6", "2"),
        "P24": ("81.9", "9"),
        "P25": ("35.1", "4"),
    }
    return Event(
        [
            wrong[:2],
            without(wrong[:4], 2),
            without(rows[:4], 2),
            rows[:2],
            renamed(without(rows[:4], 2), "P24", "P 24"),
            rows,
        ],
        ("Own", "A1", "Own sheet"),
        published,
        ("Player", "TPs", "Games"),
        ("--players", 4, "--rows", 3),
        ("P 24", "P24"),
    )


def kdice() -> Event:
    rows = sample_rows("kdice")
    games = rows[0].index("games")
    wrong = with_cell(rows, 1, "p1", 50)
    return Event(
        [
            wrong[:4],
            wrong[:6],
            rows[:6],
            without(rows[:6], 2),
            renamed(rows[:6], "player 05", "playr 05"),
            rows,
        ],
        ("Players", "Note", "Seen at the table"),
        {str(row[0]): (str(row[games]),) for row in rows[1:]},
        ("Player", "Games"),
        ("--rows", 5),
        ("playr 05", "player 05"),
    )


def league() -> Event:
    """A table week by week."""
    rows = sample_rows("league")
    behind = rows[0].index("published_games_behind")
    published = {
        str(row[0]): (
            str(row[1]),
            str(row[2]),
            "–" if row[behind] == "-" else str(row[behind]),
        )
        for row in rows[1:]
    }

    def week(share: float) -> Rows:
        counts = ([int(int(str(cell)) * share) for cell in row[1:3]] for row in rows[1:])
        return [rows[0], *([row[0], *two, *row[3:]] for row, two in zip(rows[1:], counts))]

    return Event(
        [
            week(0.2)[:7],
            with_cell(week(0.4), 1, "wins", 50),
            week(0.5),
            without(week(0.6), 7),
            renamed(week(0.8), "St Louis", "St Louys"),
            rows,
        ],
        ("Own", "A1", "Own sheet"),
        published,
        ("Team", "W", "L", "GB"),
        ("--rows", 6),
        ("St Louys", "St Louis"),
    )


def bridge() -> Event:
    """Two boards with a late table, a wrong score and a table left out, then all boards."""
    source = DATA / "bridge" / "cross_imp_howell.usebio.xml"
    session = read_bridge(source)
    heading: list[object] = ["board", "ns", "ew", "score"]
    lines = [(line.board, line.ns, line.ew, line.score) for line in session.lines]
    rows = [list(line) for line in sorted(lines, key=lambda line: line[0])]
    first = [heading, *(row for row in rows if row[0] in (rows[0][0], rows[0][0] + 1))]
    wrong = with_cell(first, 1, "score", 990)
    event = xml.read(source).require("EVENT")
    pairs = event.require("PARTICIPANTS").children("PAIR")
    return Event(
        [
            without(wrong, 4),
            wrong,
            first,
            without(first, 3),
            first,
            [heading, *rows],
        ],
        ("Setup", "Players", "Ann & Bob"),
        {pair.text("PAIR_NUMBER"): (pair.text("PLACE").rstrip("="),) for pair in pairs},
        ("Pair", "Place"),
        ("--method", "cross-imps", "--winners", 1, "--boards", 2, "--tables", 4, "--pairs", 9),
    )


def wall_lists(
    heading: Sequence[str],
    rows: Rows,
    held: Sequence[int],
    swap: Mapping[str, str],
    clash: tuple[str, str],
) -> list[Rows]:
    """The files of a tournament round by round, from rows with all their rounds at the end.

    ``held`` are the rounds that each file has; ``swap`` is a wrong result of the first round for
    each side's right one.
    """
    before = len(heading)

    def file(players: int, rounds: int, results: Mapping[str, str] = swap) -> Rows:
        found: Rows = [[*heading, *(f"r{k}" for k in range(1, rounds + 1))]]
        for row in rows[:players]:
            cells = [str(cell) for cell in row[before : before + rounds]]
            cells[0] = results.get(cells[0], cells[0])
            late = str(players + 1)
            found.append([*row[:before], *("" if cell[:1] == late else cell for cell in cells)])
        return found

    count, (wrong, right) = len(rows), clash
    return [
        file(count - 1, held[0]),
        file(count, held[1]),
        file(count, held[2], {}),
        file(count - 1, held[3], {}),
        renamed(file(count, held[4], {}), right, wrong),
        file(count, held[5], {}),
    ]


def go() -> Event:
    tournament = read_go(DATA / "go" / "rr4_u20.h9")
    rows: Rows = [[p.name, p.rank, *p.rounds] for p in tournament.players]
    clash = ("P004 y", "P004 x")
    return Event(
        wall_lists(("name", "rank"), rows, (1, 1, 1, 2, 2, 3), {"4+": "4-", "1-": "1+"}, clash),
        ("Wall list", "Club", "Typed club"),
        {"P003 x": ("1", "3"), "P004 x": ("2", "2"), "P001 x": ("3", "1"), "P002 x": ("4", "0")},
        ("Player", "Place", "NBW"),
        ("--system", "round-robin", "--criteria", "NBW,DC", "--rows", 4, "--rounds", 2),
        clash,
    )


def chess() -> Event:
    heading, *sample = sample_rows("chess", 1)
    points = heading.index("points")
    kept = [heading.index(name) for name in ("name", "rating")]
    rows = [[*(row[at] for at in kept), *row[points + 1 :]] for row in sample]
    clash = ("Playr 5", "Player 5")
    return Event(
        wall_lists(
            ("name", "rating"), rows, (2, 2, 3, 4, 5, 10), {"5b1": "5b0", "3w0": "3w1"}, clash
        ),
        ("Players", "Club", "Typed club"),
        {str(row[1]): (f"{float(str(row[points])):g}",) for row in sample},
        ("Player", "Points"),
        (
            *("--system", "round-robin", "--tiebreaks", "WIN", "--listed", "chosen"),
            *("--players", 6, "--rounds", 4, "--categories", 1),
        ),
        clash,
    )


EVENTS: dict[str, Callable[[], Event]] = {
    event.__name__: event for event in (tantrix, kdice, league, bridge, go, chess)
}
