"""How long Excel waits for Python: xlwings' classic path, over the stand-in for COM.

    python -m benchmarks.excel_calls

10,000 cells that call a function each shall take under a second; one call for 10,000 rows, under
50 milliseconds.  The time is the processor's, so that other programs do not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.stand_ins.pywin32 import FakeRange, call_udf, windows_xlwings

CELLS = 10_000
ROUNDS = 7
SINGLE_S, ARRAY_S = 1.0, 0.05


def best(run: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of the processor."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def as_the_wrapper_does(excel: Any, name: str, *values: Any) -> Any:
    """A call with the values of its cells, in the form in which our VBA makes it."""
    return excel.CallUDF("xl_tourney.hosts.excel", name, values)


def main() -> int:
    """Measure and print; 1 when something is slower than promised."""
    column = tuple((float(at % 300),) for at in range(CELLS))
    games = tuple((float(at % 15 + 1),) for at in range(CELLS))
    finishes = tuple(
        tuple(float(at % (place + 2) + 1) for place in range(7)) for at in range(CELLS)
    )
    slow = 0
    with windows_xlwings() as excel:
        measured: list[tuple[str, Callable[[], object], float]] = [
            (
                "single cells, TP_PERCENT",
                lambda: [as_the_wrapper_does(excel, "TP_PERCENT", 55.0, 3.0) for _ in column],
                SINGLE_S,
            ),
            (
                "single cells, TP_PERCENT, xlwings' own wrapper",
                lambda: [
                    call_udf(excel, "TP_PERCENT", FakeRange(55.0), FakeRange(3.0)) for _ in column
                ],
                SINGLE_S,
            ),
            (
                "single rows, TAPL",
                lambda: [as_the_wrapper_does(excel, "TAPL", (row,)) for row in finishes],
                SINGLE_S,
            ),
            (
                "one array, TP_PERCENT",
                lambda: as_the_wrapper_does(excel, "TP_PERCENT", column, games),
                ARRAY_S,
            ),
            (
                "one array, GBQ",
                lambda: as_the_wrapper_does(excel, "GBQ", column, games, 4.0),
                ARRAY_S,
            ),
        ]
        for name, run, promised in measured:
            taken = best(run)
            slow += taken > promised
            print(f"{name:50} {1000 * taken:8.1f} ms of {1000 * promised:6.0f}")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
