"""An event of each game by the command line: new, updates, a page after each of them.

At the end the standings are those of a workbook that is made from all results at once.  Others
tests compare such workbooks with the published source.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from xl_tourney.cli.terminal.options import Exit
from xl_tourney.publish.standings import Standings, read_standings
from xl_tourney.readers.bridge.read import read as read_bridge
from xl_tourney.readers.chess.read import read as read_chess
from xl_tourney.readers.go.read import read as read_go
from xl_tourney.templates import TEMPLATES

Rows = list[list[object]]


def rows_of(path: Path) -> Rows:
    with path.open(encoding="utf-8", newline="") as file:
        return [list(row) for row in csv.reader(file)]


def tantrix() -> list[Rows]:
    """A wrong result that is corrected, and players who enter late."""
    heading, *rows = rows_of(TEMPLATES["tantrix"].sample)
    wrong = [*rows[0]]
    at = [heading.index(name) for name in ("tps_a", "tps_b")]
    wrong[at[0]], wrong[at[1]] = rows[0][at[1]], rows[0][at[0]]
    return [[heading, wrong], [heading, wrong, rows[1]], [heading, *rows[:3]], [heading, *rows]]


def kdice() -> list[Rows]:
    """A player who is listed late, and one whose percentages were mistyped."""
    heading, *rows = rows_of(TEMPLATES["kdice"].sample)
    wrong = [[*row] for row in rows[:4]]
    wrong[0][heading.index("p1")] = 50
    return [[heading, *wrong], [heading, *rows[:3], *rows[4:7]], [heading, *rows]]


def league() -> list[Rows]:
    """A table week by week."""
    heading, *rows = rows_of(TEMPLATES["league"].sample)
    at = [heading.index(name) for name in ("wins", "losses")]
    weeks = []
    for share in (0.4, 0.8):
        week = [[*row] for row in rows[:-1]]
        for row in week:
            for column in at:
                row[column] = int(float(str(row[column])) * share)
        weeks.append([heading, *week])
    return [*weeks, [heading, *rows]]


def bridge() -> list[Rows]:
    """Boards as they come in, one of them with a score on the wrong side."""
    session = read_bridge(TEMPLATES["bridge"].sample)
    heading = ["board", "ns", "ew", "score", "ns_names", "ew_names"]
    rows = [
        [
            line.board,
            line.ns,
            line.ew,
            line.score,
            *(session.names.get(p, "") for p in (line.ns, line.ew)),
        ]
        for line in session.lines
    ]
    boards = list(dict.fromkeys(row[0] for row in rows))
    first = [[*row] for row in rows if row[0] in boards[:6]]
    first[0][3] = 990
    return [[heading, *first], [heading, *rows]]


def go() -> list[Rows]:
    """Round by round."""
    tournament = read_go(TEMPLATES["go"].samples[1].path)
    count = tournament.rounds
    heading = ["name", "rank", "rating", *(f"r{k}" for k in range(1, count + 1))]

    def row(player, rounds: int) -> list[object]:
        cells = [*player.rounds[:rounds], *[""] * (count - rounds)]
        return [player.name, player.rank, player.rating, *cells]

    return [
        [heading, *(row(player, rounds) for player in tournament.players)] for rounds in (2, count)
    ]


def chess() -> list[Rows]:
    """Round by round."""
    tournament = read_chess(TEMPLATES["chess"].samples[-1].path)
    count = max(len(player.rounds) for player in tournament.players)
    heading = ["name", "rating", *(f"r{k}" for k in range(1, count + 1))]
    return [
        [
            heading,
            *(
                [p.name, p.rating, *p.rounds[:rounds], *[""] * (count - rounds)]
                for p in tournament.players
            ),
        ]
        for rounds in (2, count)
    ]


EVENTS: dict[str, Callable[[], list[Rows]]] = {
    event.__name__: event for event in (tantrix, kdice, league, bridge, go, chess)
}

OPTIONS = {"chess": ("--system", "rematch"), "go": ("--system", "round-robin")}


def without_numbers(table: Standings) -> list[list[str]]:
    """The rows without the number in the list, which is by order of entry."""
    shown = [at for at, heading in enumerate(table.headings) if heading not in ("No.", "Entry")]
    return [[row[at] for at in shown] for row in table.rows]


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_ends_as_its_last_file_says(run, tmp_path, name) -> None:
    first, *files = EVENTS[name]()
    results = tmp_path / "results.csv"

    def save(rows: Rows) -> None:
        with results.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)

    save(first)
    new = ("new", name, "--data", results, *OPTIONS.get(name, ()))
    assert run(*new, "-o", "event.xlsx")[0] == Exit.DONE
    book = tmp_path / "event.xlsx"
    workbook = openpyxl.load_workbook(book)
    ((sheet, note),) = workbook.defined_names["Note"].destinations
    workbook[sheet][note.replace("$", "")] = "Typed by the director"
    workbook.create_sheet("Own")["A1"] = "Own sheet"
    workbook.save(book)
    for number, rows in enumerate(files, 1):
        save(rows)
        code, out, err = run("update", book, "--data", results)
        assert code == Exit.DONE, err
        assert "only in the workbook" not in out or name == "kdice"
        assert (tmp_path / f"event.bak{number if number > 1 else ''}.xlsx").exists()
    code, _, err = run("publish", book)
    assert code == Exit.DONE, err
    assert run(*new, "-o", "whole.xlsx")[0] == Exit.DONE
    updated, whole = (
        [without_numbers(table) for table in read_standings(tmp_path / f"{which}.xlsx")]
        for which in ("event", "whole")
    )
    assert updated == whole
    after = openpyxl.load_workbook(book)
    assert after[sheet][note.replace("$", "")].value == "Typed by the director"
    assert after["Own"]["A1"].value == "Own sheet"
