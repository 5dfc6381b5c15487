"""Lists of games, one row a game: pairings of all rounds, exports of sites, PGN.

The rounds come from a column, or from lines such as “Round 2” between the games; where the file
says none, each game takes the first round in which both players are free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...errors import InputError
from ..entrants import EntrantNames, is_bye
from ..results_csv import CsvRow, CsvTable
from .headings import names_of, normalize_heading, round_in, words
from .workbook import texts_of

NO_GAMES = (
    "this is a final table without its games, taken as a list of players: its points are not "
    "read; export the crosstable, or the pairings of all rounds, to have them"
)
"""What is said of points that nobody can tell the games of."""
SIDES = ("white", "black")
PLAYERS = ("player_1", "player_2")
"""The sides where nobody knows the colours."""
FACTS = ("name", "number", "title", "rating", "rank", "federation", "club", "points")
"""What a row may say of each side."""
COLUMNS = {
    "white": ("white player", "white name", "player white", "white username", "white id"),
    "black": ("black player", "black name", "player black", "black username", "black id"),
    "player_1": ("player a", "name 1", "home"),
    "player_2": ("player b", "name 2", "away", "opponent"),
    "result": ("res", "winner", "score", "results", "outcome"),
    "round": ("rd", "rnd", "round number"),
    "handicap": ("handi", "hd", "stones", "handicap stones"),
    **{
        f"{side}_{fact}": (f"{fact} {side}", *(f"{side} {word}" for word in words))
        for side in SIDES
        for fact, words in {
            "first_name": (),
            "number": ("no",),
            "title": (),
            "rating": ("elo", "rtg"),
            "rank": ("grade", "level"),
            "federation": ("fed",),
            "club": ("team",),
            "points": ("pts",),
        }.items()
    },
}
"""The headings of a list of games."""
RESULTS = {
    "10": "w+|w+r|w+res|w+resign|w+t|w+time|1-0|1:0|1/0|1|w|white|whitewins|whitewon|weiß|weiss|"
    "blanc|blancas|bianco|1-0.|+1|1.0|1,0",
    "==": "½-½|½:½|1/2-1/2|1/2:1/2|0.5-0.5|0,5-0,5|0.5:0.5|.5-.5|=|½|1/2|0.5|0,5|d|draw|drawn|tie|"
    "remis|jigo|tablas|patta|nulle|½½|=-=",
    "01": "b+|b+r|b+res|b+resign|b+t|b+time|0-1|0:1|0/1|0|b|s|black|blackwins|blackwon|schwarz|"
    "noir|negras|nero|-1|0.0|0,0",
    "+-": "1-0!|+--|+:-|+/-|+-|1-0f|1f-0|1f-0f|1-0ff|1-0forfeit|x-f|1-0wo|1+-0-|+|1:0k|1-0k",
    "-+": "0-1!|--+|-:+|-/+|-+|0-1f|0f-1|0f-1f|0-1ff|0-1forfeit|f-x|0-1wo|0--1+|0:1k|0-1k",
    "00": "0-0|0:0",
    "--": "0-0!|---|-:-|-/-|0f-0f|0-0f|0-0ff",
    "??": "|*|?|-|:|vs|vs.|v|…|...|tbd|pending",
}
"""What a result gives White and Black, by the words for it, without spaces."""
_FREE = re.compile(
    r"\W*(?:(?:half|full|zero)[ -]?points?[ -])?(?:bye|not paired|nicht ausgelost|non apparié|n\.p|"
    r"not played|spielfrei|exempt)\b.*",
    re.IGNORECASE,
)
TITLES = words("GM|IM|FM|CM|WGM|WIM|WFM|WCM|AGM|AIM|AFM|ACM|NM")
_TITLES = rf"(?:{'|'.join(TITLES)}|-)"
_NUMBER_NAME = re.compile(rf"(?P<number>\d{{1,4}})\.?\s+(?:(?P<title>{_TITLES})\s+)?(?P<name>\D.*)")
_NAME_RANK = re.compile(
    r"(?P<name>\D.*?)\s*\(\s*(?P<rank>\d{1,2}\s*[KDPkdp])\s*(?:,\s*(?P<club>[^()]*?)\s*)?\)"
)
"""A player in OpenGotha's lists of games: Lui Eric(8D,BALT)."""
_NAME_NUMBER = re.compile(
    rf"(?P<name>\D.*?)\s+(?P<number>\d{{1,4}})\s+(?P<title>{_TITLES})\s+(?P<rating>\d{{1,4}})"
)


_POINTS = {
    **dict.fromkeys(("", "-", "0", "0.0", "0,0"), 0.0),
    **dict.fromkeys(("½", "0.5", "0,5", ".5", "1/2", "="), 0.5),
    **dict.fromkeys(("1", "1.0", "1,0", "+"), 1.0),
}
"""What stands for no more than a point; the signs are results."""
_MARGIN = re.compile(r"([wb])\+\d+(?:[.,]5|½)?")
"""A go game won by so many points."""


@dataclass(frozen=True)
class Game:
    """One game of a list, or a round without opponent."""

    row: CsvRow
    round: int
    """From 1; 0 while it is not known."""
    sides: tuple[dict[str, str], dict[str, str] | None]
    """What the row says of White and Black; Black is None in a round without opponent."""
    result: str
    """What White and Black got: ``10 == 01 00``, ``+- -+ --`` by forfeit, ``??`` not yet known."""

    @property
    def names(self) -> list[str]:
        """The keys of its players."""
        return [side["name"].casefold() for side in filter(None, self.sides)]


@dataclass(frozen=True)
class GameList:
    """The games of a table, and what their rows say of each player."""

    games: list[Game]
    players: dict[str, dict[str, str]]
    """The facts by key, in the order of the numbers, or in which players first appear."""
    knows_colours: bool

    @property
    def rounds(self) -> int:
        """The last round."""
        return max(game.round for game in self.games)

    def wall_list(
        self, cell: Callable[[int, str, int, Game], str], alone: Callable[[Game], str]
    ) -> dict[str, list[str]]:
        """The cells of each player: ``cell`` of the opponent's place, the result, the side."""
        place = {name: at for at, name in enumerate(self.players, 1)}
        rows = {name: [""] * self.rounds for name in self.players}
        for game in self.games:
            own, *others = game.names
            if own in others:
                raise game.row.error(f"{game.sides[0]['name']} stands on both sides; correct one")
            if not others:
                rows[own][game.round - 1] = alone(game)
                continue
            rows[own][game.round - 1] = cell(place[others[0]], game.result[0], 0, game)
            rows[others[0]][game.round - 1] = cell(place[own], game.result[1], 1, game)
        return rows


def split_name(names: Sequence[str]) -> re.Pattern[str] | None:
    """The pattern that takes number, title and rating out of all of some cells with names.

    >>> split_name(["28 WIM Ann", "1 Bob"]).fullmatch("28 WIM Ann")["name"]
    'Ann'
    """
    filled = [name for name in names if name and not _is_free(name)]
    patterns = (_NAME_NUMBER, _NUMBER_NAME, _NAME_RANK)
    return next((p for p in patterns if filled and all(map(p.fullmatch, filled))), None)


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
"""The rounds in Roman numerals, which are letters of other columns where I and II are not there."""


def name_sides(
    headings: list[str], rows: Sequence[Sequence[str]], columns: Mapping[str, tuple[str, ...]]
) -> list[str]:
    """Headings with a side each where they stand twice, and ``title`` above titles.

    >>> columns = {**COLUMNS, "name": (), "rating": ("rtg",), "title": ()}
    >>> name_sides(["Name", "Rtg", "Result", "", "Name", "Rtg"], [["Ann", "", "", "GM"]], columns)
    ['white', 'white_rating', 'Result', 'title', 'black', 'black_rating']
    """
    named = list(headings)
    for at, heading in enumerate(headings):
        cells = texts_of(rows, at)
        if not heading.strip() and cells and cells <= {*TITLES}:
            named[at] = "title"
        if heading.strip() in ("#", "№", "Nº"):
            named[at] = "number"
        if {"I", "II"} <= {*headings} and heading in _ROMAN:
            named[at] = f"R{_ROMAN.index(heading) + 1}"
    names = names_of(columns)
    fields = [names.get(normalize_heading(heading), "") for heading in named]
    if fields.count("name") != 2 and not {*SIDES} <= {*fields}:
        return named
    for fact in FACTS:
        places = [at for at, name in enumerate(fields) if name == fact]
        for at, side in zip(places, SIDES if len(places) == 2 else ()):
            named[at] = side if fact == "name" else f"{side}_{fact}"
    twice = {name for name in fields if fields.count(name) > 1} - {*FACTS, ""}
    return ["" if name in twice else heading for name, heading in zip(fields, named)]


def is_list(table: CsvTable) -> bool:
    """Whether a table is a list of games: two sides and a result."""
    return "result" in table and any(
        {*sides} <= {side for side in sides if side in table} for sides in (SIDES, PLAYERS)
    )


def _is_free(name: str) -> bool:
    return not name or is_bye(name) or bool(_FREE.fullmatch(name))


def read(table: CsvTable, most_rounds: int) -> GameList:
    """The games of a table with two sides and a result, one row a game."""
    sides = SIDES if {*SIDES} <= {side for side in SIDES if side in table} else PLAYERS
    games = list(_read_games(table, sides, most_rounds))
    if not games:
        raise InputError(f"{table.file}: there is no game below the headings; add what was played.")
    games = _with_one_spelling(table, games, sides)
    _refuse_missing_rounds(table, games)
    games = _with_rounds(table, games, most_rounds)
    players: dict[str, dict[str, str]] = {}
    for game in games:
        for side in filter(None, game.sides):
            known = players.setdefault(side["name"].casefold(), {})
            known |= {key: text for key, text in side.items() if text}
    numbers = [facts.get("number", "") for facts in players.values()]
    if all(number.isdecimal() for number in numbers) and len({*numbers}) == len(numbers):
        players = dict(sorted(players.items(), key=lambda item: int(item[1]["number"])))
    return GameList(games, players, sides is SIDES)


def _with_one_spelling(table: CsvTable, games: Sequence[Game], sides: Sequence[str]) -> list[Game]:
    """The games with one name for each player; who is nearly another one is asked about."""
    players = [side for game in games for side in game.sides if side]
    names = EntrantNames(table, ((side["name"], side.get("club", "")) for side in players))

    def named(game: Game, facts: dict[str, str], side: str) -> dict[str, str]:
        return facts | {"name": names.find(game.row, facts["name"], f"{side}_club")}

    found = []
    for game in games:
        white, black = game.sides
        first = named(game, white, sides[0])
        found.append(replace(game, sides=(first, named(game, black, sides[1]) if black else None)))
    names.ask((g.sides[0]["name"], g.sides[1]["name"]) for g in found if g.sides[1])
    return found


def _read_games(table: CsvTable, sides: Sequence[str], most_rounds: int) -> Iterator[Game]:
    """The games, each with the round that its row or a line above it says."""
    rows = list(table)
    patterns = [split_name([row.text(side) for row in rows]) for side in sides]
    current = next((n for text in reversed(table.above) if (n := round_in(text))), 0)
    for row in rows:
        filled = table.filled(row)
        title = round_in(" ".join(filled)) if len(filled) < 3 else None
        if title or len(filled) == 1 or not any(row.text(side) for side in sides):
            current = title or current
            table.leave_out(row, f"it begins round {title}" if title else "it is no game")
            continue
        white, black = (_facts(row, side, pattern) for side, pattern in zip(sides, patterns))
        result = _result(row, white, black)
        if _is_free(white["name"]):
            white, black, result = black, white, result[::-1]
        if _is_free(white["name"]):
            table.leave_out(row, "nobody is named in it")
            continue
        written = row.text("round")
        number = _parse_round_number(row, most_rounds) if written else current
        yield Game(row, number, (white, None if _is_free(black["name"]) else black), result)


def _refuse_missing_rounds(table: CsvTable, games: Sequence[Game]) -> None:
    """Refuse the pairings of a later round alone: its players have points from before.

    Points that are the result of the row's own game are not from before.
    """
    rounds_with_games = {game.round for game in games if game.round}
    missing = set(range(1, max(rounds_with_games, default=0))) - rounds_with_games
    before = [
        side
        for game in games
        if not rounds_with_games
        for side, result in zip(game.sides, game.result)
        if side
        and _POINTS.get(side.get("points", "").strip("()"), 2.0)
        not in (0, _POINTS.get(result, 0.0))
    ]
    if missing or len(before) > 1:
        lacks = f"round {min(missing)}" if missing else "the rounds before"
        raise table.error(
            f"these are pairings without {lacks}, so nobody can tell the points; export the "
            "pairings of all rounds, or the crosstable"
        )


def _parse_round_number(row: CsvRow, most: int) -> int:
    found = re.search(r"\d+", row.text("round"))
    number = int(found[0]) if found else 0
    if not 1 <= number <= most:
        raise row.error(
            f"round must be a number from 1 to {most}, not “{row.text('round')}”; correct it"
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
    for sides, of in RESULTS.items():
        if text in of.split("|"):
            return sides
    margin = _MARGIN.fullmatch(text)
    if margin:
        return "10" if margin[1] == "w" else "01"
    for sides, side in zip(("10", "01"), (white, black)):
        if written and written.casefold() == side["name"].casefold():
            return sides
    raise row.error(
        f"result must be 1-0, ½-½, 0-1, or 1-0F for a forfeit, not “{written}”; correct it"
    )


def _with_rounds(table: CsvTable, games: list[Game], most: int) -> list[Game]:
    """The games with their rounds; all get the first free one where the file has none."""
    if all(game.round for game in games):
        seen: set[tuple[int, str]] = set()
        for game in games:
            for side in filter(None, game.sides):
                key = game.round, side["name"].casefold()
                if key in seen:
                    raise game.row.error(
                        f"{side['name']} plays twice in round {game.round}; correct the round"
                    )
                seen.add(key)
        return games
    without = next((game for game in games if not game.round), games[0])
    if any(game.round for game in games):
        raise without.row.error("round is blank; fill it in, or clear the whole column")
    table.reading.notes.append(
        "it names no rounds; each game is in the first one in which both were free"
    )
    free: dict[str, int] = {}
    found = []
    for game in games:
        number = max(free.get(name, 0) for name in game.names) + 1
        free |= dict.fromkeys(game.names, number)
        found.append(replace(game, round=number))
    if max(free.values()) > most:
        raise table.error(
            f"somebody has {max(free.values())} games, more than {most} rounds; choose the games "
            "of one tournament"
        )
    return found
