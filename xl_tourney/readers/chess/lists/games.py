"""Lists of games, one row a game: pairings of all rounds, exports of sites, PGN.

The rounds come from a column, or from lines such as “Round 2” between the games; where the file
says none, each game takes the first round in which both players are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ....errors import InputError
from ...entrants import is_bye
from ...results_csv import CsvRow, CsvTable
from ...values import parse_rating
from ..tournament import MAX_ROUNDS, ChessPlayer, ChessTournament

SIDES = ("white", "black")
FACTS = ("name", "number", "title", "rating", "federation")
"""What a row may say of each side."""
RESULTS = {
    "10": "1-0|1:0|1/0|1|w|white|whitewins|whitewon|weiß|weiss|blanc|blancas|bianco|1-0.|+1",
    "==": "½-½|½:½|1/2-1/2|1/2:1/2|0.5-0.5|0,5-0,5|0.5:0.5|.5-.5|=|½|1/2|0.5|0,5|d|draw|drawn|tie|"
    "remis|tablas|patta|nulle|½½|=-=",
    "01": "0-1|0:1|0/1|0|b|s|black|blackwins|blackwon|schwarz|noir|negras|nero|-1",
    "+-": "+--|+:-|+/-|+-|1-0f|1f-0|1f-0f|1-0ff|1-0forfeit|x-f|1-0wo|1+-0-|+|1:0k|1-0k",
    "-+": "--+|-:+|-/+|-+|0-1f|0f-1|0f-1f|0-1ff|0-1forfeit|f-x|0-1wo|0--1+|0:1k|0-1k",
    "--": "---|-:-|-/-|0-0|0f-0f|0-0f|0:0|0-0ff",
    "??": "|*|?|-|:|vs|vs.|v|…|...|tbd|pending",
}
"""What a result gives White and Black, by the words for it, without spaces."""
_BYES = {"10": "U", "==": "H", "01": "Z", "+-": "U", "--": "Z", "??": "U", "-+": "Z"}
_ROUND_TITLE = re.compile(
    r"(?:round|runde|rd|ronde|ronda|turno|kolo|runda|тур|forduló|omgång)\.?\s*(\d{1,2})\b"
    r"|\b(\d{1,2})\.\s*(?:round|runde|rd|ronde|ronda|turno|kolo|runda|тур|forduló)",
    re.IGNORECASE,
)
_NOT_PAIRED = ("not paired", "nicht ausgelost", "non apparié", "n.p.", "not played")
_TITLES = r"(?:GM|IM|FM|CM|WGM|WIM|WFM|WCM|AGM|AIM|AFM|ACM|NM|-)"
_NUMBER_NAME = re.compile(rf"(?P<number>\d{{1,4}})\.?\s+(?:(?P<title>{_TITLES})\s+)?(?P<name>\D.*)")
_NAME_NUMBER = re.compile(
    rf"(?P<name>\D.*?)\s+(?P<number>\d{{1,4}})\s+(?P<title>{_TITLES})\s+(?P<rating>\d{{1,4}})"
)


@dataclass
class _Side:
    """A player as the rows name him."""

    facts: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Game:
    row: CsvRow
    round: int | None
    sides: tuple[dict[str, str], dict[str, str] | None]
    """Black is None in a round without opponent."""
    result: str


def split_name(names: Sequence[str]) -> re.Pattern[str] | None:
    """The pattern that takes number, title and rating out of all of some cells with names.

    >>> split_name(["28 WIM Ann", "1 Bob"]).fullmatch("28 WIM Ann")["name"]
    'Ann'
    """
    filled = [name for name in names if name and not _is_free(name)]
    patterns = (_NAME_NUMBER, _NUMBER_NAME)
    return next((p for p in patterns if filled and all(map(p.fullmatch, filled))), None)


def _is_free(name: str) -> bool:
    first = name.split()[0] if name.split() else ""
    return not name or is_bye(name) or is_bye(first) or name.casefold() in _NOT_PAIRED


def read(table: CsvTable) -> ChessTournament:
    """The tournament of a table with columns white and black, one row a game."""
    table.require_columns(("white", "black", "result"))
    games = list(_read_games(table))
    if not games:
        raise InputError(f"{table.file}: there is no game below the headings; add what was played.")
    warnings: list[str] = []
    games = _with_rounds(table.file, games, warnings)
    players: dict[str, _Side] = {}
    for game in games:
        for side in filter(None, game.sides):
            known = players.setdefault(side["name"].casefold(), _Side())
            known.facts |= {key: text for key, text in side.items() if text}
    order = list(players)
    numbers = [players[name].facts.get("number", "") for name in order]
    if all(number.isdecimal() for number in numbers) and len({*numbers}) == len(numbers):
        order.sort(key=lambda name: int(players[name].facts["number"]))
    place = {name: at for at, name in enumerate(order, 1)}
    for game in games:
        _enter(game, players, place)
    count = max(game.round or 1 for game in games)
    return ChessTournament(
        tuple(_player(table, at, players[name], count) for at, name in enumerate(order, 1)),
        warnings=tuple(warnings),
    )


def _read_games(table: CsvTable) -> Iterator[_Game]:
    """The games, each with the round that its row or a line above it says."""
    rows = list(table)
    patterns = [split_name([row.text(side) for row in rows]) for side in SIDES]
    current = next((n for text in reversed(table.above) if (n := _title_round(text))), None)
    for row in rows:
        filled = [cell.strip() for cell in row.record if cell.strip()]
        title = _title_round(" ".join(filled)) if len(filled) < 3 else None
        if title:
            current = title
            continue
        if [cell.strip() for cell in row.record] == [cell.strip() for cell in table.written]:
            continue
        if len(filled) == 1 or not any(row.text(side) for side in SIDES):
            table.note(row)
            continue
        white, black = (_facts(row, side, pattern) for side, pattern in zip(SIDES, patterns))
        result = _result(row, white, black)
        if _is_free(white["name"]):
            white, black, result = black, white, result[::-1]
        if _is_free(white["name"]):
            table.note(row)
            continue
        written = row.text("round")
        number = _parse_round_number(row) if written else current
        yield _Game(row, number, (white, None if _is_free(black["name"]) else black), result)


def _title_round(text: str) -> int | None:
    found = _ROUND_TITLE.search(text)
    return int(found[1] or found[2]) if found else None


def _parse_round_number(row: CsvRow) -> int:
    found = re.search(r"\d+", row.text("round"))
    number = int(found[0]) if found else 0
    if not 1 <= number <= MAX_ROUNDS:
        raise row.error(
            f"round must be a number from 1 to {MAX_ROUNDS}, not “{row.text('round')}”; correct it"
        )
    return number


def _facts(row: CsvRow, side: str, pattern: re.Pattern[str] | None) -> dict[str, str]:
    name = row.text(side)
    facts = {key: row.text(f"{side}_{key}") for key in FACTS[1:]}
    found = pattern.fullmatch(name) if pattern else None
    first = row.text(f"{side}_first_name")
    facts["name"] = f"{name}, {first}" if first else name
    if found:
        facts |= {key: text for key, text in found.groupdict().items() if text and text != "-"}
    return facts


def _result(row: CsvRow, white: dict[str, str], black: dict[str, str]) -> str:
    written = row.text("result")
    text = "".join(written.split()).casefold().replace("\N{MINUS SIGN}", "-").replace("–", "-")
    for sides, words in RESULTS.items():
        if text in words.split("|"):
            return sides
    for sides, side in zip(("10", "01"), (white, black)):
        if written and written.casefold() == side["name"].casefold():
            return sides
    raise row.error(
        f"result must be 1-0, ½-½, 0-1, or 1-0F for a forfeit, not “{written}”; correct it"
    )


def _with_rounds(file: str, games: list[_Game], warnings: list[str]) -> list[_Game]:
    """The games with their rounds; all get the first free one where the file has none."""
    if all(game.round for game in games):
        seen: set[tuple[int | None, str]] = set()
        for game in games:
            for side in filter(None, game.sides):
                key = game.round, side["name"].casefold()
                if key in seen:
                    raise game.row.error(
                        f"{side['name']} plays twice in round {game.round}; correct the round"
                    )
                seen.add(key)
        return games
    if any(game.round for game in games):
        row = next(game.row for game in games if not game.round)
        raise row.error("round is blank; fill it in, or clear the whole column")
    warnings.append(
        f"{file}: it names no rounds; each game is in the first one in which both were free."
    )
    free: dict[str, int] = {}
    found = []
    for game in games:
        names = [side["name"].casefold() for side in filter(None, game.sides)]
        number = max(free.get(name, 0) for name in names) + 1
        free |= dict.fromkeys(names, number)
        found.append(replace(game, round=number))
    if max(free.values()) > MAX_ROUNDS:
        raise InputError(
            f"{file}: somebody has {max(free.values())} games, more than {MAX_ROUNDS} rounds; "
            "choose the games of one tournament."
        )
    return found


def _enter(game: _Game, players: dict[str, _Side], place: dict[str, int]) -> None:
    white, black = game.sides
    own, number = white["name"].casefold(), game.round or 1
    if black is None:
        players[own].rounds[number] = _BYES[game.result]
        return
    other = black["name"].casefold()
    if own == other:
        raise game.row.error(f"{white['name']} plays against himself; correct the names")
    players[own].rounds[number] = f"{place[other]}w{game.result[0]}"
    players[other].rounds[number] = f"{place[own]}b{game.result[1]}"


def _player(table: CsvTable, at: int, side: _Side, rounds: int) -> ChessPlayer:
    facts = side.facts
    cells = CsvRow(table.file, 0, {"rating": facts.get("rating", "")})
    rating = parse_rating(cells, "rating")
    return ChessPlayer(
        at,
        facts["name"],
        title=facts.get("title", "").upper(),
        rating=int(rating) if rating else None,
        federation=facts.get("federation", ""),
        rounds=tuple(side.rounds.get(number, "") for number in range(1, rounds + 1)),
    )
