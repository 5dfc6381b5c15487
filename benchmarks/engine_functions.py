"""Each function once, as a cell formula for 5,000 players, through the default engine.

python -m benchmarks.engine_functions
"""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Sequence
from time import perf_counter

import xlsxwriter

from benchmarks.go_functions import wall_list
from xl_tourney.engines import load_engine
from xl_tourney.engines.base import CalculationRequest
from xl_tourney.grammar.references import Range

PLAYERS = 5_000
RESULT = 25  # column Z


def book(formula: str, columns: Iterable[Sequence[str | float]]) -> bytes:
    """A workbook of some columns, and a formula in Z1 that spills."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as workbook:
        sheet = workbook.add_worksheet("Players")
        for at, column in enumerate(columns):
            for row, value in enumerate(column):
                if isinstance(value, str):
                    sheet.write_string(row, at, value)
                else:
                    sheet.write_number(row, at, value)
        sheet.write_dynamic_array_formula(0, RESULT, 0, RESULT, f"={formula}")
    return file.getvalue()


def seconds(data: bytes, players: int = PLAYERS) -> float:
    """How long the engine takes to load and calculate a workbook."""
    request = CalculationRequest(data, {"Players": [Range(1, RESULT + 1, players, RESULT + 1)]})
    begin = perf_counter()
    (rows,) = load_engine().calculate(request).values["Players"]
    took = perf_counter() - begin
    without = [row for row in rows if not isinstance(row[0], float)]
    assert len(without) < players / 10, without[:3]
    return took


def main() -> None:
    """Print a table."""
    choose = random.Random(3)
    rounds = zip(*wall_list(PLAYERS))
    scores = [float(choose.randrange(10, 40)) for _ in range(PLAYERS)]
    ratings = [float(choose.randrange(1000, 2700)) for _ in range(PLAYERS)]
    go = [*map(list, rounds), scores, ratings]
    wall, score, rating = (f"{a}1:{b}{PLAYERS}" for a, b in ("AJ", "KK", "LL"))
    tps = [choose.randrange(100, 900) / 10 for _ in range(PLAYERS)]
    games = [float(choose.randrange(1, 10)) for _ in range(PLAYERS)]
    finishes = [[float(choose.randrange(1, 30)) for _ in range(PLAYERS)] for _ in range(7)]
    players = [tps, games, *finishes]
    first, second, seven = (f"{a}1:{b}{PLAYERS}" for a, b in ("AA", "BB", "CI"))
    for columns, calls in (
        (go, [f"{name}({wall})" for name in ("NBW", "CUSS")]),
        (go, [f"{n}({wall},{score})" for n in ("MMS", "SOS", "SOSOS", "SODOS")]),
        (go, [f"{n}({wall},{score})" for n in ("DIRECT_COMPARISON", "DC_PLACE")]),
        (go, [f"{n}({wall},{rating})" for n in ("PERFORMANCE_RATING", "OPERA")]),
        (players, [f"{n}({first},{second},10)" for n in ("GBQ", "WBQ")]),
        (players, [f"{n}({first},{second})" for n in ("TP_PERCENT", "GAMES_BEHIND")]),
        (players, [f"{n}({seven})" for n in ("TAPL", "YATES_TAPL", "TAPL_PVALUE", "TAZD", "BSS")]),
        (players, [f"{n}({first})" for n in ("PLACE", "MATCHPOINT", "CROSS_IMPS")]),
    ):
        for call in calls:
            print(f"{call:40}{seconds(book(call, columns)):6.2f} s")


if __name__ == "__main__":
    main()
