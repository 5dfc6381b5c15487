"""Each chess function once, as a cell formula for 581 players, through the default engine.

python -m benchmarks.chess_functions
"""

from __future__ import annotations

from pathlib import Path

from benchmarks.engine_functions import book, seconds
from xl_tourney.functions import CATALOGUE
from xl_tourney.readers.chess import read_trf

LARGEST = Path(__file__).parent.parent / "tests" / "data" / "chess" / "real_14.trf"
UNRATED = 1400


def main() -> None:
    """Print a table."""
    event = read_trf(LARGEST)
    players, rounds = len(event.players), event.rounds
    ratings = [float(rating or UNRATED) for (rating,) in event.ratings]
    columns: list[list[str | float]] = [*map(list, zip(*event.wall_list)), [*ratings]]
    wall, rated = f"A1:I{players}", f"J1:J{players}"
    rest = '"2026","rematch"'
    calls = [
        f"CHESS_POINTS({wall})",
        f"PROGRESSIVE({wall})",
        *(f'GAMES_COUNT({wall},"{what}",{rest})' for what in ("WON", "BPG", "STD")),
        *(f'BUCHHOLZ({wall},1,0,"{kind}",{rest})' for kind in ("BH", "FB")),
        *(f'BUCHHOLZ({wall},0,0,"{kind}",{rest})' for kind in ("AOB", "AOB/F")),
        f"SONNEBORN_BERGER({wall},1,0,{rest})",
        f'KOYA({wall},0,"rematch")',
        f'DIRECT_ENCOUNTER({wall},"","rematch")',
        f'DIRECT_ENCOUNTER({wall},"","round-robin")',
        *(
            f'RATING_TIEBREAK({wall},{rated},"{what}",0,0,"",{rest})'
            for what in ("ARO", "TPR", "PTP", "APRO", "APPO")
        ),
        f'TIEBREAK({wall},"BH/C1,BH,SB,DE,ARO,PTP",{rated},{rest})',
        f'CHESS_PLACE({wall},"BH/C1,BH,SB,DE,ARO,PTP",{rated},{rest})',
        f"RATING_DP({rated}/4000)",
        f"EXPECTED_SCORE({rated}-2000)",
    ]
    print(f"{players} players, {rounds} rounds, {len(CATALOGUE)} functions known")
    for call in calls:
        print(f"{call:70}{seconds(book(call, columns), players):6.2f} s")


if __name__ == "__main__":
    main()
