"""All rounds of a round robin at once: the fixtures of a league, the groups of a Tantrix event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import Any

from ..errors import OptionError, typed_command
from ..events.cells import up_to_last
from ..events.event import Event
from ..grammar.references import CellAddress
from ..readers.entrants import find_entrants, is_bye
from .pairing import Pairing
from .request import Paired, Request
from .round_robin import (
    MOST_LISTED,
    Round,
    berger,
    dates,
    drawn_numbers,
    fixtures,
    pairing_of,
    renumbered,
)

_MANY = "divide them into groups, in a column group of the list that new reads"


def pair_league(book: Event, request: Request) -> Paired:
    """The fixtures of a league: a row each, home and away, by the circle method."""
    if not book.has_inputs("home", "away"):
        raise OptionError(
            f"{book.name}: a row is the record of a team; fixtures need a workbook with one row a "
            "game: xl-tourney new league --layout game."
        )
    teams = _listed(book)
    cycles = 2 if request.double else 1
    apart = [find_entrants(group, teams, "--apart") for group in request.apart]
    merged: list[Round] = []
    met_at_home = 0
    for members in _groups(book, teams):
        rounds = fixtures(len(members), cycles)
        own = [[members.index(team) + 1 for team in group if team in members] for group in apart]
        numbers, at_once = drawn_numbers(len(members), rounds, own, request.seed)
        met_at_home += at_once
        _merge(merged, members, renumbered(rounds, numbers))
    note = (
        f"Two teams that --apart names are both at home {met_at_home} times; that is the fewest "
        "found."
    )
    first, *others = starmap(pairing_of, enumerate(merged, 1))
    pairings = [replace(first, notes=(note,) if met_at_home else ()), *others]
    days = dates(request.first_day, request.days, len(merged)) if request.first_day else []
    when: list[Any] = [day.isoformat() for day in days] or [one.round for one in pairings]
    rows = [
        {"round": when[at], "home": teams[pair.white], "away": teams[pair.black]}
        for at, pairing in enumerate(pairings)
        for pair in pairing.pairs
        if pair.black
    ]
    paired = _paired(book, request, pairings, teams, ("home", "away"), rows)
    return replace(paired, days=days, sides=("Home", "Away"))


def pair_tantrix(book: Event, request: Request) -> Paired:
    """The matches of Tantrix groups: in each one everybody meets everybody, by Berger's tables."""
    players = {n: name for n, name in _listed(book).items() if not is_bye(name)}
    merged: list[Round] = []
    for members in _groups(book, players):
        _merge(merged, members, berger(len(members), 2 if request.double else 1))
    pairings = [*starmap(pairing_of, enumerate(merged, 1))]
    rows = [
        {
            "player_a": players[pair.white],
            "player_b": players[pair.black],
            "event": f"Round {pairing.round}",
        }
        for pairing in pairings
        for pair in pairing.pairs
        if pair.black
    ]
    paired = _paired(book, request, pairings, players, ("player_a", "player_b"), rows)
    return replace(paired, sides=("Player A", "Player B"))


def _paired(
    book: Event,
    request: Request,
    pairings: Sequence[Pairing],
    names: Mapping[int, str],
    keys: tuple[str, str],
    rows: Sequence[Mapping[str, Any]],
) -> Paired:
    """The rounds, and where their games are written in the list of results."""
    there = [
        " – ".join(map(row.text, keys)) for row in book.inputs(*keys) if not row.is_blank(*keys)
    ]
    is_written = request.write and (request.force or not there)
    cells = _free_rows(book, keys, rows) if is_written else {}
    return Paired(pairings, names, cells, there)


def _listed(book: Event) -> dict[int, str]:
    """Those who are listed, by their rows."""
    return dict(enumerate((row.text("name") for row in book.listed("name")), 1))


def _groups(book: Event, names: Mapping[int, str]) -> list[list[int]]:
    """The numbers of those who meet: of each group, and of divisions, which are none, all."""
    listed = book.listed("name")
    columns = (column for table in book.tables if table.option for column in table.columns)
    has_groups = any(column.key == "group" and column.heading == "Group" for column in columns)
    found: dict[str, list[int]] = {}
    for number in names:
        group = listed[number - 1].text("group") if has_groups else ""
        found.setdefault(group.casefold(), []).append(number)
    for members in [*found.values()] or [[]]:
        if not 2 <= len(members) <= MOST_LISTED:
            few = "list them on Setup"
            raise OptionError(
                f"{book.name}: a round robin is for 2 to {MOST_LISTED}, and {len(members)} are "
                f"listed; {few if len(members) < 2 else _MANY}."
            )
    return [*found.values()]


def _merge(merged: list[Round], members: Sequence[int], rounds: Sequence[Round]) -> None:
    """Add the rounds of a group, whose members are numbered from 1 there, to those of all."""
    merged += [[] for _ in range(len(rounds) - len(merged))]
    for all_pairs, pairs in zip(merged, rounds):
        all_pairs += [(members[one - 1], other and members[other - 1]) for one, other in pairs]


def _free_rows(
    book: Event, keys: tuple[str, ...], rows: Sequence[Mapping[str, Any]]
) -> dict[CellAddress, Any]:
    """Where rows of a list of results are written: behind the last that is used."""
    listed = book.inputs(*keys)
    used = len(up_to_last(listed, *keys))
    needed = used + len(rows)
    if needed > len(listed):
        most = next(option.maximum for option in book.template.options if option.name == "rows")
        more = f"{typed_command('update', book.name, rows=needed)} makes more"
        raise OptionError(
            f"{book.name}: has room for {len(listed)} games, and {needed} are needed; "
            f"{more if most is None or needed <= most else _MANY}."
        )
    free = zip(listed[used:], rows)
    return {room.cell(key): value for room, row in free for key, value in row.items()}
