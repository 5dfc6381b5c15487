"""Go wall lists as CSV, read and written: one row a player, the rounds in columns R1, R2 and so on.

Opponents are named by the number of the column ``no``, or by their row among the players, the first
is 1.  In an extract some of these rows are missing.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..files import Document
from ..results_csv import CsvRow, CsvTable, format_rows
from ..tables import games
from ..tables.games import Game
from ..tables.headings import Columns, names_of, normalize_heading, round_headings
from ..tables.source import Given
from ..values import is_rank, own_numbers, parse_points, parse_rank, parse_rating
from .tournament import (
    MAX_NUMBER,
    MAX_ROUNDS,
    GoPlayer,
    GoTournament,
    NotPlayed,
    complete_colours,
    named_apart,
    normalize_round,
    parse_opponent,
    sum_points,
    system_of,
    without_bye,
)

# A list of games as a tournament of go.

_SIGNS = {"1": "+", "0": "-", "=": "=", "?": "?", "+": "+!", "-": "-!"}
_ALONE = {"10": "0+", "+-": "0+", "??": "0+", "==": "0="}
"""A round without opponent, by what White got."""


def tournament_of_games(table: CsvTable) -> GoTournament:
    """The tournament of a table with two sides and a result, one row a game."""
    found = games.read(table, MAX_ROUNDS)
    if {"1-0", "0-1"} & {"".join(cell.split()) for cell in table.cells("result")}:
        side = "White" if found.knows_colours else "the first of the two players"
        table.reading.notes.append(f"the result “1-0” is read as won by {side}")

    def cell(opponent: int, result: str, side: int, game: Game) -> str:
        if not found.knows_colours:
            return f"{opponent}{_SIGNS[result]}"
        stones = game.row.required_integer("handicap", 0, 99) if game.row.text("handicap") else 0
        separator = "" if _SIGNS[result].endswith("!") else "/"
        return f"{opponent}{_SIGNS[result]}{separator}{'wb'[side]}{stones}"

    rounds = found.wall_list(cell, lambda game: _ALONE.get(game.result, "0-"))
    players = [
        GoPlayer(
            facts["name"],
            facts.get("club", ""),
            facts.get("federation", ""),
            parse_rank(CsvRow(table.file, 0, {"rank": facts.get("rank", "")}), "rank"),
            rounds=tuple(rounds[name]),
        )
        for name, facts in found.players.items()
    ]
    return GoTournament(tuple(players), system=system_of(players))


_ROUNDS = [f"r{number}" for number in range(1, MAX_ROUNDS + 1)]
COLUMNS: Columns = {
    "no": ("number", "nr", "num"),
    "place": ("pl", "pos", "position", "rg"),
    "name": ("player", "player name", "full name", "surname", "last name", "family name"),
    "first_name": ("given name",),
    "club": (),
    "country": ("co", "nation", "nat", "ctry"),
    "rank": ("rk", "grade", "strength", "str", "level", "lvl", "dan", "gr"),
    "rating": ("gor", "egf rating"),
    "pin": ("egd pin", "egf pin"),
    "start": ("smms", "start score", "mm start", "mcmahon start", "initial mms"),
    "mms": ("mm", "mcmahon score", "mcmahon"),
    "wins": ("nbw", "nbv", "nb wins", "w", "points", "pts", "pt", "score"),
    "out_after": ("out after round", "out", "withdrew after"),
    **{name: round_headings(name[1:]) for name in _ROUNDS},
    **games.COLUMNS,
}


def read(given: Given) -> GoTournament:
    """Read a wall list, or a list of games."""
    table = CsvTable(given, COLUMNS, rename=_name_columns)
    rounds = table.consecutive_columns(_ROUNDS)
    if games.is_list(table) and not rounds:
        return tournament_of_games(table)
    table.require_columns(("name",))
    rows = table.rows_of_players(("no", "place"))
    if not rounds and any(row.text(column) for row in rows for column in ("mms", "wins")):
        table.reading.notes.append(games.NO_GAMES)
        listed = without_bye([_parse_player(row, []) for row in rows])
        entered = named_apart(listed, lambda at, text: rows[at].error(text))
        return GoTournament(complete_colours(entered), system=system_of(entered))
    numbered = _number_rows(rows, "no") if "no" in table else dict(enumerate(rows, 1))
    listed = _list_players(numbered, rounds)
    if not _sides_agree(listed) and "place" in table and own_numbers(rows, "place"):
        by_place = _number_rows(rows, "place")
        if _sides_agree(again := _list_players(by_place, rounds)):
            numbered, listed = by_place, again
    named = named_apart(without_bye(listed), lambda at, text: numbered[at + 1].error(text))
    players = complete_colours(named)
    if "start" in table:
        return GoTournament(players, system="mcmahon", nbw="wins")
    if rounds and "mms" in table:
        return _with_starts(players, numbered)
    _note_wins(table, players, numbered)
    return GoTournament(players, system=system_of(players))


def _name_columns(headings: list[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings with sides, and ``rank`` above the only column of ranks: in German both the
    place and the rank are called Rang.

    >>> _name_columns(["Platz", "Name", "Rang"], [["1", "Ann", "3 dan"], ["2", "Bo", "1k"]])
    ['Platz', 'Name', 'rank']
    """
    named = games.name_sides(headings, rows, COLUMNS)
    columns = [[row[at].strip() for row in rows if at < len(row)] for at in range(len(named))]
    ranks = [
        at
        for at, cells in enumerate(columns)
        if any(cells) and all(is_rank(cell) for cell in cells if cell)
    ]
    if len(ranks) == 1:
        named[ranks[0]] = "rank"
    return named


def split_lines(text: str) -> list[list[str]] | None:
    """A printed list whose cells have single blanks between them; None without headings.

    What a line has more words than there are headings belongs to the name.

    >>> split_lines("Cup\\nPl Name Str MMS 1\\n1 Lee Ann 3d 32 2+\\n2 Li 2d 31 1-\\n")[2:]
    [['1', 'Lee Ann', '3d', '32', '2+'], ['2', 'Li', '2d', '31', '1-']]
    """
    lines = [line.split() for line in text.splitlines()]
    names = names_of(COLUMNS)
    fields = [[names.get(normalize_heading(word), "") for word in words] for words in lines]
    start = next(
        (at for at, of in enumerate(fields) if of.count("name") == 1 and {"rank", "r1"} <= {*of}),
        None,
    )
    if start is None:
        return None
    count, at = len(lines[start]), fields[start].index("name")
    behind = count - at - 1
    rows = [
        [*words[:at], " ".join(words[at : len(words) - behind]), *words[len(words) - behind :]]
        if len(words) >= count
        else [" ".join(words)]
        for words in lines[start + 1 :]
    ]
    return [*([" ".join(words)] for words in lines[:start]), lines[start], *rows]


def _list_players(numbered: Mapping[int, CsvRow], rounds: list[str]) -> list[GoPlayer]:
    return [
        _parse_player(numbered[number], rounds) if number in numbered else GoPlayer("")
        for number in range(1, max(numbered) + 1)
    ]


def _sides_agree(players: Sequence[GoPlayer]) -> bool:
    """Whether each opponent who has a row names the player in the same round."""
    return all(
        parse_opponent(players[other - 1].rounds[round_]) == at
        for at, player in enumerate(players, 1)
        for round_, entry in enumerate(player.rounds)
        if 0 < (other := parse_opponent(entry)) <= len(players) and players[other - 1].name
    )


def _with_starts(players: tuple[GoPlayer, ...], numbered: Mapping[int, CsvRow]) -> GoTournament:
    """The McMahon tournament whose start scores follow from the final ones."""
    scores = {at: parse_points(row, "mms") or 0.0 for at, row in numbered.items()}
    starts = [
        scores.get(at, 0.0) - sum_points(player.rounds, round_down=False)
        for at, player in enumerate(players, 1)
    ]
    if all(start.is_integer() for start in starts):
        score: NotPlayed = "written"
    else:  # OpenGotha rounds halves of absences down
        score = "down"
        starts = [
            scores.get(at, 0.0) - sum_points(player.rounds, round_down=True)
            for at, player in enumerate(players, 1)
        ]
    found = tuple(replace(player, start=start) for player, start in zip(players, starts))
    return GoTournament(found, system="mcmahon", nbw="wins", score=score, sums=score)


def _note_wins(
    table: CsvTable, players: Sequence[GoPlayer], numbered: Mapping[int, CsvRow]
) -> None:
    """Say whose printed wins are not what the rounds add up to."""
    for at, row in numbered.items():
        printed = parse_points(row, "wins") if at <= len(players) else None
        own = sum_points(players[at - 1].rounds, round_down=False)
        if printed is not None and math.floor(printed) != math.floor(own):
            table.reading.notes.append(
                f"row {row.number}: {players[at - 1].name} has {printed:g} wins in the file, but "
                f"the rounds add up to {own:g}"
            )


def _number_rows(rows: list[CsvRow], column: str) -> dict[int, CsvRow]:
    """The rows by the numbers that opponents are named by."""
    numbered: dict[int, CsvRow] = {}
    for row in rows:
        number = row.required_integer(column, 1, MAX_NUMBER)
        if number in numbered:
            raise row.error(
                f"{column} {number} stands in row {numbered[number].number} too; correct it"
            )
        numbered[number] = row
    return numbered


def _parse_player(row: CsvRow, rounds: list[str]) -> GoPlayer:
    first, start = row.text("first_name"), row.optional_number("start")
    out = row.required_integer("out_after", 0, MAX_ROUNDS) if row.text("out_after") else None
    return GoPlayer(
        f"{row.required_text('name')} {first}".strip(),
        row.text("club"),
        row.text("country"),
        parse_rank(row, "rank"),
        parse_rating(row, "rating"),
        start or 0.0,
        tuple(_parse_round(row, name) for name in rounds),
        row.text("pin"),
        out,
    )


def _parse_round(row: CsvRow, name: str) -> str:
    text = row.text(name)
    entry = normalize_round(text)
    if entry is None:
        raise row.error(
            f"{name} must be a result such as 14+, 10-/w2 or 0=, or blank, not “{text}”; correct it"
        )
    opponent = parse_opponent(entry)
    if opponent > MAX_NUMBER:
        raise row.error(f"{name} ({text}) names player {opponent}; correct it")
    return entry


def format_csv(tournament: GoTournament) -> Document:
    """The wall list of a tournament as :func:`read` takes it."""
    mcmahon = tournament.system == "mcmahon"
    is_extract = not all(player.name for player in tournament.players)
    rows = [
        {
            **vars(player),
            "no": number if is_extract else None,
            "start": player.start if mcmahon else None,
            "out_after": player.out,
            **dict(zip(_ROUNDS, player.rounds)),
        }
        for number, player in enumerate(tournament.players, 1)
        if player.name
    ]
    return format_rows(COLUMNS, rows, ["name", *_ROUNDS[: tournament.rounds]])
