"""The court for a chess tournament: its pairings, points and places, held to the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from typing import Any, Literal

from ...catalogue.cells import CellError, is_error
from ...errors import InputError
from ...functions.chess.codes import parse_code
from ...functions.chess.comparison import TieBreakStandings
from ...functions.chess.event import Event
from ...functions.chess.rule_sets import NEWEST, RULE_SETS, parse_date
from ...functions.chess.wall_list import read as read_wall_list
from ...functions.wall_lists import Coming
from ...readers.chess.tournament import ChessTournament
from ...screen import on_one_screen
from .criteria import why_not
from .rounds import bye_above_win, chess_rounds, held_pairs, round_to_pair, said_of

Kind = Literal["pairing", "points", "place"]
_TEXT_SINCE = "2026-02-01"
"""The first day of the text of C.04.3 by which rounds are judged."""


@dataclass(frozen=True)
class Problem:
    """What does not follow the rules."""

    round: int | None
    """The round; None for points and places, which are those of the end."""
    kind: Kind
    players: tuple[int, ...]
    text: str
    """A sentence: what it is, and the rule with its article."""


@dataclass(repr=False)
class Verdict:
    """What a check found."""

    __repr__ = on_one_screen

    problems: list[Problem] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What could not be judged, and why."""
    rounds: int = 0
    """How many rounds were paired anew."""

    def to_json(self) -> dict[str, Any]:
        """The verdict as programs take it."""
        problems = [
            {key: value for key, value in asdict(one).items() if value is not None}
            for one in self.problems
        ]
        return {"problems": problems, "notes": self.notes, "rounds": self.rounds}


def check(tournament: ChessTournament) -> Verdict:
    """Hold a tournament to the rules, round by round, then its points and places.

    Each round is paired anew from the rounds before it, by the Dutch system (C.04.3), one of teams
    by theirs (C.04.6). Points are those that the results add up to; places those of the list of
    tie-breaks (C.07).
    """
    verdict = Verdict(notes=[warning for warning in tournament.warnings if _is_news(warning)])
    if tournament.teams:
        verdict.problems += _check_points(tournament)
        tournament = tournament.of_teams()
    if tournament.system == "round-robin":
        _check_meetings(tournament, verdict)
    else:
        _check_rounds(tournament, verdict)
    verdict.problems += _check_points(tournament)
    _check_places(tournament, verdict)
    return verdict


def _is_news(warning: str) -> bool:
    """Whether a warning of the reader is none of what is judged here."""
    return "add up to" not in warning and "ranks do not follow" not in warning


# Pairings -----------------------------------------------------------------------------------------


def _check_rounds(tournament: ChessTournament, verdict: Verdict) -> None:
    """Pair every round anew, and compare."""
    begun = parse_date(tournament.start.replace(" ", ""))
    last = max([tournament.rounds, *(bye.round for bye in tournament.byes)])
    for number in range(1, last + 1):
        try:
            found = list(check_round(tournament, number))
        except InputError as error:
            found = []
            verdict.notes.append(f"Round {number} is not judged: {error}")
        verdict.problems += found
        if not tournament.waits(number):
            verdict.rounds += 1
        elif number <= tournament.rounds:
            verdict.notes.append(
                f"Round {number} is not judged: some wait for a pairing in it; whoever is absent "
                "needs Z (in a TRF 0000 - Z)."
            )
    wrong = any(problem.kind == "pairing" for problem in verdict.problems)
    system = "C.04.6" if tournament.of_match else "C.04.3"
    if wrong and begun and begun.isoformat() < _TEXT_SINCE:
        verdict.notes.append(
            f"The tournament began on {begun.isoformat()}; rounds are judged by the text of "
            f"{system} in force from {_TEXT_SINCE}, by which some pairings differ from earlier "
            "texts."
        )


def check_round(tournament: ChessTournament, number: int) -> Iterator[Problem]:
    """What is wrong with a round: what no pairing may have, else that it is not the Dutch one."""
    players = tournament.players
    said = said_of(tournament, number)
    side = "team" if tournament.of_match else "player"
    free = [players[row - 1].number for row, one in said.items() if one is Coming.ALLOCATED]
    if len(free) > 1:
        yield Problem(
            number,
            "pairing",
            tuple(free),
            f"Round {number}: {side}s {_listed(free)} have the pairing-allocated bye; one {side} "
            f"at most is left over ({'C.04.6, 1.4' if tournament.of_match else 'C.04.3, 1.9.1'}).",
        )
    if len(free) > 1 or tournament.waits(number):
        return
    round_ = round_to_pair(tournament, number)
    held = held_pairs(chess_rounds(tournament), number)
    system = "C.04.6" if round_.boards else "C.04.3"
    for reason in why_not(round_, held):
        numbers = tuple(players[row - 1].number for row in reason.players)
        names = [f"{players[row - 1].number} {players[row - 1].name}" for row in reason.players]
        yield Problem(
            number,
            "pairing",
            numbers,
            f"Round {number}: {reason.text.format(*names)} ({system}, {reason.article}).",
        )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _check_meetings(tournament: ChessTournament, verdict: Verdict) -> None:
    """In a round robin everybody meets everybody equally often."""
    verdict.notes.append("A round robin: its order of rounds is drawn, and is not judged.")
    met: dict[frozenset[int], list[int]] = {}
    rounds = chess_rounds(tournament)
    for row, own in enumerate(rounds):
        for number, cell in enumerate(own, 1):
            if cell.opponent > row:
                met.setdefault(frozenset((row, cell.opponent)), []).append(number)
    verdict.rounds = tournament.rounds
    players = len(rounds)
    cycles = max(1, round(tournament.rounds / max(1, players - 1 + players % 2)))
    for pair, numbers in met.items():
        if len(numbers) > cycles:
            one, other = (tournament.players[row] for row in sorted(pair))
            verdict.problems.append(
                Problem(
                    numbers[-1],
                    "pairing",
                    (one.number, other.number),
                    f"Round {numbers[-1]}: {one.number} {one.name} and {other.number} {other.name} "
                    f"meet again, as in round {numbers[0]}; in a round robin everybody meets "
                    f"everybody {'once' if cycles == 1 else f'{cycles} times'} (C.05, Annex 1).",
                )
            )


# Points and places --------------------------------------------------------------------------------


def _check_points(tournament: ChessTournament) -> Iterator[Problem]:
    """A bye that is worth too much, and printed points that the results do not add up to."""
    for too_much in bye_above_win(tournament):
        yield Problem(None, "points", (), too_much)
    event = Event(
        read_wall_list(tournament.wall_list, "the wall list", tournament.of_match),
        "rematch",
        scoring=tournament.result_points,
        boards=tournament.of_match,
    )
    for player, points in zip(tournament.players, event.scores().final):
        if player.points is not None and player.points != points:
            yield Problem(
                None,
                "points",
                (player.number,),
                f"{player.number} {player.name}: {player.points:g} points are printed, but the "
                f"results add up to {points:g} ({_worth(tournament)}).",
            )


def _worth(tournament: ChessTournament) -> str:
    win, draw, loss, *_ = tournament.result_points
    rule = "record 162" if tournament.scoring else "Laws of Chess, 10.1"
    if tournament.of_match:
        rule = "record 362" if tournament.team_scoring else "C.07, 11"
    return f"a win {win:g}, a draw {draw:g}, a loss {loss:g}: {rule}"


def _check_places(tournament: ChessTournament, verdict: Verdict) -> None:
    """Printed ranks that do not follow the points and the list of tie-breaks."""
    ranked = [(p.rank, row) for row, p in enumerate(tournament.players) if p.rank]
    if not ranked:
        verdict.notes.append("No places are printed, so none are judged.")
        return
    if not tournament.codes:
        verdict.notes.append(
            "The file names no tie-breaks (202 or 212): of the places only the order by points is "
            "judged."
        )
    try:
        standings = TieBreakStandings(
            tournament.wall_list,
            [parse_code(code) for code in tournament.codes],
            [player.rating or 0.0 for player in tournament.players],
            "round-robin" if tournament.system == "round-robin" else "rematch",
            tournament.unrated,
            tournament.team_scoring if tournament.of_match else tournament.scoring,
            tournament.of_match,
        ).under(RULE_SETS[tournament.rules or NEWEST])
        keys = standings.sort_keys()
        values = [[standings.value(code, row) for code in standings.ranking] for _, row in ranked]
    except CellError as error:
        verdict.notes.append(f"Places are not judged: {error.value.message}.")
        return
    if missing := next((cell for own in values for cell in own if is_error(cell)), None):
        verdict.notes.append(f"Places are not judged: {getattr(missing, 'message', missing)}.")
        return
    for (rank, row), (next_rank, next_row) in pairwise(sorted(ranked)):
        is_better, level = keys[row] > keys[next_row], keys[row] == keys[next_row]
        if level or (is_better and rank != next_rank):
            continue  # who are level are parted by lots, or by what the file does not name
        own, other = tournament.players[row], tournament.players[next_row]
        at = next(k for k, pair in enumerate(zip(keys[row], keys[next_row])) if pair[0] != pair[1])
        code = standings.ranking[at]
        figures = [standings.value(code, place) for place in (row, next_row)]
        shared = "share place" if rank == next_rank else "stand in places"
        places = f"{rank}" if rank == next_rank else f"{rank} and {next_rank}"
        verdict.problems.append(
            Problem(
                None,
                "place",
                (own.number, other.number),
                f"{own.number} {own.name} and {other.number} {other.name} {shared} {places}, but "
                f"{code.written} is {_figure(figures[0])} and {_figure(figures[1])}"
                f"{', and less is better' if code.lower_is_better else ''} "
                f"(C.07, {code.article}).",
            )
        )


def _figure(value: Any) -> str:
    return f"{value:.10g}" if isinstance(value, (int, float)) else str(value)
