"""The native chess workbook against CHESS_PLACE and TIEBREAK, on every tournament of the test data.

python -m benchmarks.chess_native [file ...]
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from openpyxl import Workbook

from tests.templates.calculated import Calculated
from xl_tourney.functions.chess.codes import parse_codes
from xl_tourney.functions.chess.tie_breaks import tie_breaks
from xl_tourney.readers.chess import ChessTournament, read
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.chess.placing import MAX_CODES

DATA = Path(__file__).parent.parent / "tests" / "data" / "chess"
LISTS = (
    ("BH/C1", "BH", "BH/C2", "BH/M1", "BH/M2", "SB"),
    ("SB/C1", "SB/C2", "SB/M1", "SB/M2", "WIN", "WON"),
    ("DE", "BPG", "BWG", "PS", "PS/C1", "KS"),
    ("WIN", "DE", "REP", "STD", "TPN", "KS/L+1"),
    ("BH", "SB", "DE", "FB", "FB/C1", "AOB"),
    ("DE/P", "BH/P", "SB/C1/P", "KS/L-1", "BH/C1", "RTNG"),
    ("ARO", "ARO/C1", "ARO/M1", "TPR", "PTP", "APRO"),
    ("APPO", "AOB/F", "FB/M1/P", "BH/C1/V2024", "SB/V2026", "RTNG/R"),
)
"""Every tie-break, and every modifier, in lists of six."""
LARGE = 200
"""A tournament of more players is calculated with some of the lists only."""


def agree(event: ChessTournament, rules: str, codes: tuple[str, ...]) -> list[str]:
    """Where the native workbook shows another value or place than the functions."""
    unrated = 1000
    with tempfile.TemporaryDirectory() as folder:
        workbook = TEMPLATES["chess"].build(
            event, rules=rules, tiebreaks=",".join(codes), unrated=unrated, listed="chosen"
        )
        book = Calculated(workbook, Path(folder))
    rows = book[book_range(workbook)]
    system = event.system if event.system != "swiss" else "rematch"
    found = tie_breaks(
        tuple(map(tuple, event.wall_list)),
        parse_codes(",".join(codes)),
        [float(rating or 0) for (rating,) in event.ratings],
        rules,
        system,
        float(unrated),
        event.scoring,
    )
    places = found.places()
    heading, *shown = rows
    at = {name: column for column, name in enumerate(heading)}
    wrong = []
    for row in shown:
        if row[at["No."]] == "":
            continue
        player = int(row[at["No."]]) - 1
        if row[at["Place"]] != places[player]:
            wrong.append(f"{codes} row {player + 1}: place {row[at['Place']]} not {places[player]}")
        for k, code in enumerate(codes):
            value, true = row[at["Points"] + 1 + k], found.columns[k][player]
            number = true if isinstance(true, float) else ""
            if (value == "") != (number == "") or (value != "" and abs(value - number) > 1e-9):
                wrong.append(f"{code} row {player + 1}: {value!r} not {true!r}")
    return wrong


def book_range(workbook: Workbook) -> str:
    """The table of standings."""
    return workbook.defined_names["StandingsTable"].attr_text.replace("$", "").replace("'", "")


def main() -> None:
    """Print a line for each file, and how many agree."""
    files = [Path(name) for name in sys.argv[1:]] or sorted(DATA.glob("*.trf"))
    right = total = 0
    for path in files:
        event = read(path)
        if event.teams or not event.rounds:
            print(f"{path.name}: teams, or no round")
            continue
        start = time.process_time()
        lists = LISTS if len(event.players) <= LARGE else random.Random(path.name).sample(LISTS, 2)
        for rules in ("2024", "2026"):
            for codes in lists:
                assert len(codes) <= MAX_CODES
                wrong = agree(replace(event, byes=()), rules, codes)
                total += 1
                right += not wrong
                for line in wrong[:4]:
                    print(f"  {path.name} {rules}: {line}")
        print(f"{path.name}: {len(event.players)} players, {time.process_time() - start:.1f} s")
    print(f"{right} of {total} lists of tie-breaks agree")


if __name__ == "__main__":
    main()
