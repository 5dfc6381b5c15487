"""Rounds of chess against an endorsed program and against gacrux, and of go against OpenGotha.

Every round of a folder of TRF files, which an endorsed program paired, is paired anew from the
rounds before it; then so many random tournaments, made by the generator of gacrux, are held to the
rules by ``check``, and small rounds are asked of a second program. Each difference is printed.

    python -m benchmarks.pairing [FOLDER OF TRF] [--random 1000] [--seed 0]
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from xl_tourney.pairing.chess import dutch
from xl_tourney.pairing.chess.check import check
from xl_tourney.pairing.chess.rounds import chess_rounds, held_pairs, round_to_pair
from xl_tourney.pairing.chess.second_opinion import second_opinion
from xl_tourney.pairing.go.event import held_round
from xl_tourney.pairing.go.field import field_of
from xl_tourney.pairing.go.matching import Costs, Rules, pair, total
from xl_tourney.readers.chess import read_trf
from xl_tourney.readers.go.read import read as read_go
from xl_tourney.readers.go.tournament import GoTournament

FOLDER = Path("tests/data/pairing")
"""Where the files are looked for when no folder is named."""
GO = Path("tests/data/go")
GO_CRITERIA = ("again", "score", "floats", "colours")
"""The criteria of go that do not depend on the seeding."""


def compare(paths: list[Path]) -> None:
    """Pair every round anew; print those that differ, and how long the slowest one took."""
    agree = total = second = asked = 0
    slowest = 0.0, ""
    for path in paths:
        tournament = read_trf(path)
        rounds = chess_rounds(tournament)
        for number in range(1, tournament.rounds + 1):
            round_ = round_to_pair(tournament, number)
            begun = time.process_time()
            found = {(pair.white, pair.black) for pair in dutch.pair(round_).pairs}
            slowest = max(slowest, (time.process_time() - begun, f"{path.stem}, round {number}"))
            wanted = {(pair.white, pair.black) for pair in held_pairs(rounds, number)}
            total += 1
            agree += found == wanted
            if found != wanted:
                print(f"{path.stem}, round {number}: {found - wanted} instead of {wanted - found}")
            other = second_opinion(round_)
            if other is not None:
                asked += 1
                own = {frozenset(filter(None, pair)) for pair in found}
                second += other == own
                if other != own:
                    print(f"{path.stem}, round {number}: the second program has {other - own}")
    print(f"{agree} of {total} rounds of {len(paths)} tournaments agree.")
    print(f"The second program agrees in {second} of the {asked} rounds that it was asked.")
    print(f"The slowest round took {slowest[0]:.1f} s of a processor: {slowest[1]}.")


def compare_go(paths: list[Path]) -> tuple[Costs, Costs]:
    """What the rounds of go files cost as OpenGotha paired them, and as they are paired here."""
    theirs, ours = Costs(), Costs()
    for path in paths:
        tournament = read_go(path)
        if tournament.system == "round-robin":
            continue
        found = [_costs_of_round(path, tournament, n) for n in range(1, tournament.rounds + 1)]
        held, own = (Costs(*map(sum, zip(*side))) for side in zip(*found))
        theirs, ours = (Costs(*map(sum, zip(*both))) for both in ((theirs, held), (ours, own)))
        print(
            f"{path.stem}: "
            + ", ".join(
                f"{name} {getattr(held, name)} and {getattr(own, name)}" for name in GO_CRITERIA
            )
        )
    return theirs, ours


def _costs_of_round(path: Path, tournament: GoTournament, number: int) -> tuple[Costs, Costs]:
    """The costs of a round as held, and as paired here, with handicaps as the file asks for."""
    held = held_round(tournament, number)
    present = frozenset().union(*(pair.players for pair in held))
    absent = {row for row in range(1, len(tournament.players) + 1) if row not in present}
    field = field_of(tournament, number, absent, mcmahon=tournament.system == "mcmahon")
    written = re.search(r'hdBasedOnMMS="(\w+)" hdCeiling="(\d+)"', path.read_text("utf-8"))
    by = "none"
    if written and written[2] != "0":
        by = "score" if written[1] == "true" else "rank"
    rules = Rules(tournament.system, handicap_by=by, apart_rounds=0)
    return total(field, held, rules), total(field, pair(field, rules, 1).pairs, rules)


def random_tournaments(count: int, seed: int, folder: Path) -> Iterator[Path]:
    """Tournaments by the generator of gacrux: 6 to 30 players, with byes, absences and forfeits."""
    from gacrux.tournamentgenerator import tournamentgenerator

    for number in range(seed, seed + count):
        players = 6 + number * 7 % 25
        rounds = min(9, 3 + number % 7, max(3, players // 2))
        path = folder / f"r_{number:04}_{players}x{rounds}.trf"
        generator = tournamentgenerator()
        generator.statistics.set_params(0.02, 0.05, 0.03)
        generator.params = {
            "number_of_rounds": rounds,
            "current_round": 0,
            "players": players,
            "members": 1,
            "rating": [],
            "statistics": ["0.02", "0.05", "0.03"],
            "method": ["dutch"],
            "experimental": [],
            "acceleration": number % 10 == 9,
            "maxmeets": 0,
            "generate": [str(number), "1"],
            "verbose": 0,
            "output_file": str(path),
        }
        generator.process_tournaments()
        yield path


def judge(paths: Iterator[Path]) -> None:
    """Hold random tournaments to the rules; print each problem."""
    tournaments = rounds = differing = 0
    for path in paths:
        try:
            verdict = check(read_trf(path))
        except Exception as error:
            print(f"{path.stem}: {error!r}")
            continue
        tournaments += 1
        rounds += verdict.rounds
        problems = [one for one in verdict.problems if one.kind != "place"]
        differing += bool(problems)
        for problem in problems:
            print(f"{path.stem}: {problem.text}")
    print(f"{tournaments} random tournaments, {rounds} rounds: {differing} differ from gacrux.")


def main() -> None:
    """Run what the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--random", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    folder = chosen.folder or FOLDER
    compare(sorted(folder.glob("*.trf")))
    print("Go: what rounds cost as OpenGotha paired them, and as they are paired here.")
    theirs, ours = compare_go(sorted(GO.glob("*.xml")))
    for name in GO_CRITERIA:
        print(f"{name}: {getattr(theirs, name)} and {getattr(ours, name)} in sum")
    with tempfile.TemporaryDirectory() as name:
        judge(random_tournaments(chosen.random, chosen.seed, Path(name)))


if __name__ == "__main__":
    main()
