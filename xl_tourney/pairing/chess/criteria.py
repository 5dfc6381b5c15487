"""Why a round is not the one of the Dutch system: the first rule of C.04.3 that it fails."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ...functions.chess.wall_list import PLAYED
from ..pairing import Pair, Reason, count_points
from .dutch import PairedEngine, judged_engine, paired_engine
from .rounds import ChessRound

CRITERIA = {
    "QC6": ("2.4.1", "more players than necessary float down"),
    "QC7": ("2.4.2", "players with more points than necessary float down"),
    "QN8": ("2.4.3", "more players than necessary will float down in the next group"),
    "QC8": ("2.4.3", "players with more points than necessary will float on from the next group"),
    "QC9": ("2.4.4", "the bye goes to somebody with more unplayed games than necessary"),
    "QC10": ("2.4.5", "more topscorers, or their opponents, get a colour difference above two"),
    "QC11": ("2.4.6", "more topscorers, or their opponents, get a colour three times in a row"),
    "QC12": ("2.4.7", "more players than necessary do not get the colour they prefer"),
    "QC13": ("2.4.8", "more players than necessary do not get a colour they strongly prefer"),
    "QC14": ("2.4.9", "more players float down who did in the round before"),
    "QC15": ("2.4.10", "more players float up who did in the round before"),
    "QC16": ("2.4.11", "more players float down who did two rounds before"),
    "QC17": ("2.4.12", "more players float up who did two rounds before"),
    "QC18": ("2.4.13", "a player who floated down in the round before floats further"),
    "QC19": ("2.4.14", "a player who floated up in the round before meets one further above"),
    "QC20": ("2.4.15", "a player who floated down two rounds before floats further"),
    "QC21": ("2.4.16", "a player who floated up two rounds before meets one further above"),
}
"""The criteria of quality in their order, by gacrux' names: the article, and what fails."""
_LATER = ("3.8.1", "it is as good by every criterion, but comes later in the order of 4.2 to 4.4")
COLOUR_RULES = {
    "5.2.1": "both colour preferences are granted",
    "5.2.2": "the stronger colour preference is granted",
    "5.2.3": "colours alternate from the last round in which one had White and the other Black",
    "5.2.4": "the preference of the higher ranked player is granted",
    "5.2.5": "the number of the higher ranked player, odd or even, gives the colour",
}


_MOST_NAMED = 6
"""How many pairs a sentence names."""


def why_not(round_: ChessRound, held: Sequence[Pair]) -> list[Reason]:
    """The rules that a round as it was held fails; none where it is the Dutch one.

    A pair that no round may have comes first; else the first criterion by which the two differ, in
    the first bracket in which they do, and colours where the same two have them the other way.

    Raises
    ------
    InputError
        The round cannot be paired.
    """
    return [*(_why_not_of_teams if round_.boards else _why_not)(round_, tuple(held))]


def _why_not_of_teams(round_: ChessRound, held: tuple[Pair, ...]) -> Iterator[Reason]:
    """The matches that are not those of the team system (C.04.6), and whom the teams meet by it."""
    right = paired_engine(round_).pairs
    rivals = {one["w"]: one["b"] for one in right} | {one["b"]: one["w"] for one in right}
    with_white = {one["w"] for one in right}
    for pair in held:
        white, black = pair.white, pair.black or 0
        before = round_.before[white - 1]
        if black and any(one.opponent + 1 == black and one.result in PLAYED for one in before):
            yield Reason("2.1.1", (white, black), "{} and {} have met before")
        elif rivals.get(white) == black:
            if black and white not in with_white:
                yield Reason("4.2", (black, white), "{} has White on board 1 against {}")
        elif rivals.get(white):
            yield Reason("3.5", (white, rivals[white]), "by the order of the criteria {} meets {}")
        elif white in rivals:
            yield Reason("3.4", (white,), "the bye that the pairing allocates goes to {}")


@lru_cache(maxsize=64)
def _why_not(round_: ChessRound, held: tuple[Pair, ...]) -> list[Reason]:
    """A round is judged once, as long as it and the rounds before it are the same."""
    engine = paired_engine(round_)
    right = {(one["w"], one["b"] or None) for one in engine.pairs}
    actual = {(pair.white, pair.black) for pair in held}
    if right == actual:
        return []
    turned = [pair for pair in actual if pair not in right and pair[::-1] in right]
    reasons = list(_forbidden(round_, held, engine))
    others = {pair for pair in actual - right if pair not in turned}
    if not reasons and others:
        reasons.append(_first_difference(round_, held, engine, right - actual, others, turned))
    if round_.number == 1 and len(turned) == sum(pair.black is not None for pair in held):
        colour = "White" if round_.first_colour == "w" else "Black"
        return [
            *reasons,
            Reason("5.1", (), f"all colours are turned: the first player has {colour}"),
        ]
    for white, black in _in_order(turned):
        rule = next(
            one["colorrule"] for one in engine.pairs if (one["w"], one["b"]) == (black, white)
        )
        article = "5.2." + str(rule)[-1]
        reasons.append(
            Reason(
                article,
                (white, black or 0),
                f"{{0}} has White against {{1}}, where {{1}} should: {COLOUR_RULES[article]}",
            )
        )
    return reasons


def _forbidden(round_: ChessRound, held: Sequence[Pair], engine: PairedEngine) -> Iterator[Reason]:
    """Pairs that no round may have."""
    for pair in held:
        own = round_.before[pair.white - 1]
        if pair.black is None:
            if any(cell.result in "U+F" for cell in own):
                yield Reason(
                    "2.1.2",
                    (pair.white,),
                    "{0} gets the bye, but has had a bye, or a win without play, before",
                )
            continue
        for number, cell in enumerate(own, 1):
            if cell.opponent + 1 == pair.black and cell.result in PLAYED:
                yield Reason(
                    "2.1.1", (pair.white, pair.black), f"{{0}} and {{1}} have met in round {number}"
                )
        white, black = (engine.players[row] for row in (pair.white, pair.black))
        same = white["cop"] == black["cop"] and white["cop"] in ("w2", "b2")
        if same and not (white["top"] or black["top"]):
            colour = "White" if white["cop"] == "w2" else "Black"
            yield Reason(
                "2.1.3",
                (pair.white, pair.black),
                f"{{0}} and {{1}} must both have {colour}, and are not topscorers",
            )
        if any(
            {pair.white, pair.black} <= ban.players
            for ban in round_.forbidden
            if ban.first_round <= round_.number <= ban.last_round
        ):
            yield Reason("2.1", (pair.white, pair.black), "{0} and {1} are to be kept apart")


def _first_difference(
    round_: ChessRound,
    held: Sequence[Pair],
    engine: PairedEngine,
    missing: set[tuple[int, int | None]],
    others: set[tuple[int, int | None]],
    turned: Sequence[tuple[int, int | None]],
) -> Reason:
    """The first bracket and criterion in which the held round is worse."""
    gone = [pair for pair in missing if pair[::-1] not in turned]
    rows = _rows([*_in_order(others), *_in_order(gone)])
    place = {row: f"{{{at}}}" for at, row in enumerate(dict.fromkeys(rows))}
    article, clause = _criterion(round_, held, engine)
    return Reason(
        article, tuple(place), f"{_named(others, place)} instead of {_named(gone, place)}: {clause}"
    )


def _in_order(pairs: Iterable[tuple[int, int | None]]) -> list[tuple[int, int | None]]:
    """Pairs in the order of their first players, the bye last."""
    return sorted(pairs, key=lambda pair: (pair[1] is None, min(filter(None, pair))))


def _rows(pairs: Sequence[tuple[int, int | None]]) -> list[int]:
    return [row for pair in pairs for row in pair if row]


def _named(pairs: Iterable[tuple[int, int | None]], place: dict[int, str]) -> str:
    """Pairs in words; of many the first ones."""
    words = [
        f"{place[white]} – {place[black]}" if black else f"the bye of {place[white]}"
        for white, black in _in_order(pairs)
    ]
    more = [f"{len(words) - _MOST_NAMED} pairs more"] if len(words) > _MOST_NAMED else []
    *first, last = [*words[:_MOST_NAMED], *more]
    return f"{', '.join(first)} and {last}" if first else last


def _criterion(round_: ChessRound, held: Sequence[Pair], engine: PairedEngine) -> tuple[str, str]:
    judged = judged_engine(round_, held)
    scores = engine.scores
    byes = [next((pair.white for pair in held if pair.black is None), None), engine.bye]
    if None not in byes and byes[0] != byes[1]:
        points = [engine.players[row or 0]["acc"] for row in byes]
        if points[0] > points[1]:
            fewer = count_points(points[1])
            return "2.3.1", f"somebody with {fewer} could have the bye, not {float(points[0]):g}"
    own = {bracket["scorelevel"]: bracket for bracket in judged.brackets}
    for bracket in engine.brackets:
        other = own.get(bracket["scorelevel"])
        if other is None or _pairs(other) == _pairs(bracket):
            continue
        group = f"in the group of {count_points(scores[bracket['scorelevel']])} "
        for name, (article, clause) in CRITERIA.items():
            was, is_right = (_figure(name, one, engine) for one in (other, bracket))
            if was != is_right:
                if was > is_right:
                    both = [*was, *is_right]
                    count = f": {both[0]} instead of {both[1]}" if len(both) == 2 else ""
                    return article, group + clause + count
                break
        else:
            return _LATER[0], group + _LATER[1]
        if not _can_be_completed(judged, engine, bracket["scorelevel"]):
            return "2.2.1", group + "the players below could not all be paired any more"
        return "1.9.2", group + "the round as a whole comes out worse, though this group does not"
    return _LATER


def _can_be_completed(judged: PairedEngine, engine: PairedEngine, level: int) -> bool:
    """Whether the players whom the held round leaves below a bracket can all be paired."""
    settled = {
        row
        for bracket in judged.brackets
        if bracket["scorelevel"] >= level
        for one in bracket["pairs"]
        for row in (one["w"], one["b"])
    }
    left = [row for row, own in enumerate(engine.players[:-1]) if own["rfp"] and row not in settled]
    return can_all_meet(engine, left)


def can_all_meet(engine: PairedEngine, rows: Sequence[int]) -> bool:
    """Whether players can all be paired among themselves by 2.1; row 0 stands for the bye."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(rows)
    may_meet = engine.engine.opponents
    graph.add_edges_from(
        (one, other)
        for one in rows
        for other in rows
        if one < other and may_meet[one][other]["canmeet"]
    )
    return 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(rows)


def _figure(name: str, bracket: dict[str, Any], engine: PairedEngine) -> list[Any]:
    """How much of a criterion a bracket fails; less is better."""
    floaters = bracket["downfloaters"]
    if name == "QC6":
        return [len(floaters)]
    if name == "QC7":
        return sorted((engine.players[row]["acc"] for row in floaters), reverse=True)
    quality = bracket["quality"][name]
    return quality if isinstance(quality, list) else [quality or 0]


def _pairs(bracket: dict[str, Any]) -> set[tuple[int, int]]:
    return {(one["w"], one["b"]) for one in bracket["pairs"]}
