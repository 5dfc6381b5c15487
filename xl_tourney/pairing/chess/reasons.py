"""Why two players of chess were paired: groups, floats, colours, and what another pair breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...errors import InputError, OptionError, typed_command
from ...events.event import Event
from ...exports.chess import read_tournament
from ...readers.chess.pairing_records import Forbidden
from ..pairing import ExplainedRound, Pair, Reason, count_points
from .criteria import COLOUR_RULES, can_all_meet, why_not
from .dutch import PairedEngine, pair, paired_engine
from .rounds import ChessRound, chess_rounds, held_pairs, round_to_pair

_STRENGTHS = {"2": "must have", "1": "strongly prefers", "0": "prefers"}


def explained_round(event: Event, number: int) -> ExplainedRound:
    """A round of a workbook; one to come is paired."""
    tournament = read_tournament(event)
    if tournament.boards:
        raise OptionError(
            f"{event.name}: why two teams meet is not explained; "
            f"{typed_command('check', event.name)} says whether a round is the one of C.04.6."
        )
    round_ = round_to_pair(tournament, number)
    is_to_come = tournament.waits(number)
    held = pair(round_).pairs if is_to_come else held_pairs(chess_rounds(tournament), number)
    names = {player.number: player.name for player in tournament.players}
    return ExplainedRound(names, held, lambda one: reasons_of(round_, one, held))


def reasons_of(round_: ChessRound, pair_: Pair, held: Sequence[Pair]) -> Iterator[Reason]:
    """Why a pair of a round is as it is; ``held`` is the round as it was paired.

    ``{0}`` and ``{1}`` of a reason are the players of the pair, White first; ``{2}`` is the obvious
    partner. What is said of that pair is tried: the round is paired anew with it.
    """
    engine = paired_engine(round_)
    for own in engine.players:
        own["acc"] = float(own["acc"])
    rule = next(
        (one for one in engine.pairs if (one["w"], one["b"] or None) == (pair_.white, pair_.black)),
        None,
    )
    if rule is None:
        for reason in why_not(round_, held):
            if set(reason.players) & pair_.players:
                yield reason._replace(
                    text="The round is not the one of the Dutch system: " + reason.text
                )
        return
    if pair_.black is None:
        yield from _bye(engine, pair_.white)
        return
    yield _groups(engine, pair_.white, pair_.black)
    article = "5.2." + str(rule["colorrule"])[-1]
    yield Reason(
        article, (pair_.white, pair_.black), f"{_colours(engine, pair_)}; {COLOUR_RULES[article]}"
    )
    yield from _obvious(round_, engine, pair_)


def _bye(engine: PairedEngine, row: int) -> Iterator[Reason]:
    points = engine.players[row]["acc"]
    yield Reason(
        "2.3.1",
        (row,),
        f"{{0}} is left over with {count_points(points)}: nobody with less can have the bye so "
        "that all others can be paired",
    )


def _groups(engine: PairedEngine, white: int, black: int) -> Reason:
    """Of which groups the two are, and who floats."""
    own, other = (engine.players[row] for row in (white, black))
    if own["acc"] == other["acc"]:
        group = _group(engine, own["scorelevel"])
        places = [group.index(row) + 1 for row in (white, black)]
        return Reason(
            "1.3",
            (white, black),
            f"both are of the group of {count_points(own['acc'])}, {{0}} is number {places[0]} and "
            f"{{1}} number {places[1]} of its {len(group)}",
        )
    down, up = (0, 1) if own["acc"] > other["acc"] else (1, 0)
    floater, resident = (own, other) if down == 0 else (other, own)
    return Reason(
        "1.4",
        (white, black),
        f"{{{down}}} floats down from the group of {count_points(floater['acc'])} to {{{up}}} in "
        f"that of {resident['acc']:g}: {_why_floats(engine, floater['scorelevel'])}",
    )


def _why_floats(engine: PairedEngine, level: int) -> str:
    """Why somebody of a group is left over in it; only what is shown is said."""
    bracket = next(one for one in engine.brackets if one["scorelevel"] == level)
    members = bracket["competitors"]
    from_above = len(members) - len(_group(engine, level))
    with_them = f", with {from_above} from above," if from_above else ""
    if len(members) == 1:
        return "nobody else has as many"
    if len(members) % 2:
        return f"its {len(members)} players{with_them} are an odd number"
    if not can_all_meet(engine, members):
        return f"its {len(members)} players{with_them} cannot all be paired among themselves"
    return "the round as a whole decides it, since players below need to be paired too"


def _group(engine: PairedEngine, level: int) -> list[int]:
    """The players of a score group, in their order."""
    return [
        row
        for row, own in enumerate(engine.players)
        if row and own["rfp"] and own["scorelevel"] == level
    ]


def _colours(engine: PairedEngine, pair_: Pair) -> str:
    """The colours that the two have had, and what they prefer."""
    parts = []
    for at, row in enumerate((pair_.white, pair_.black or 0)):
        own = engine.players[row]
        had = " ".join(own["csq"].strip()) or "no colour yet"
        wish, strength = own["cop"][0], own["cop"][1:]
        colour = {"w": "White", "b": "Black"}.get(wish)
        wants = f", and {_STRENGTHS[strength]} {colour}" if colour else ""
        parts.append(f"{{{at}}} has had {had}{wants}")
    return "; ".join(parts)


def _obvious(round_: ChessRound, engine: PairedEngine, pair_: Pair) -> Iterator[Reason]:
    """The partner whom the upper half of the group would give, and what the pair would break."""
    higher, lower = sorted(
        (pair_.white, pair_.black or 0), key=lambda row: (-engine.players[row]["acc"], row)
    )
    bracket = next(
        bracket
        for bracket in engine.brackets
        if any({one["w"], one["b"]} == {higher, lower} for one in bracket["pairs"])
    )
    order = sorted(
        bracket["competitors"], key=lambda row: (-engine.players[row]["scorelevel"], row)
    )
    moved = [row for row in order if engine.players[row]["scorelevel"] > bracket["scorelevel"]]
    upper = moved or order[: len(order) // 2]
    under = order[len(upper) :]
    if higher not in upper or upper.index(higher) >= len(under):
        return
    wanted = under[upper.index(higher)]
    numbers = (pair_.white, pair_.black or 0, wanted)
    first = "{0}" if higher == pair_.white else "{1}"
    if wanted == lower:
        yield Reason(
            "3.3",
            numbers[:2],
            "they are the two whom the order of the group has meet: number "
            f"{upper.index(higher) + 1} of its upper part, and of its lower part",
        )
        return
    yield _tried(round_, numbers, higher, wanted, first)


def _tried(
    round_: ChessRound, numbers: tuple[int, ...], one: int, other: int, first: str
) -> Reason:
    """What a pair would break: the round is paired with it, and judged."""
    begin = f"the order of the group has {first} meet {{2}} first, but "
    rivals = [row for row in round_.present if row not in (one, other)]
    bans = tuple(Forbidden(1, round_.rounds, frozenset({one, row})) for row in rivals)
    met = next(
        (n for n, cell in enumerate(round_.before[one - 1], 1) if cell.opponent + 1 == other), None
    )
    if met is not None and round_.before[one - 1][met - 1].result in "1=0":
        return Reason("2.1.1", numbers, f"{begin}they have met in round {met}")
    try:
        forced = pair(replace(round_, forbidden=(*round_.forbidden, *bans)))
    except InputError:
        return Reason("2.2.1", numbers, f"{begin}then not everybody could be paired")
    reason = why_not(round_, forced.pairs)[0]
    clause = reason.text.rpartition(": in the group")
    told = f"then in the group{clause[2]}" if clause[1] else "then another pair breaks a rule"
    return Reason(reason.article, numbers, begin + told)
