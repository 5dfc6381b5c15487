"""The games of a PGN as a table: its tags, one row a game; the moves are not read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ....errors import InputError

_TAG = re.compile(r'^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$', re.MULTILINE)
_COLUMNS = {
    "Round": "round",
    "White": "white",
    "Black": "black",
    "Result": "result",
    "WhiteElo": "white_rating",
    "BlackElo": "black_rating",
    "WhiteTitle": "white_title",
    "BlackTitle": "black_title",
}
_UNKNOWN = ("?", "-")


def is_pgn(text: str) -> bool:
    """Whether a text begins as a PGN does."""
    return bool(re.match(r'\ufeff?\s*(?:%.*\n\s*)*\[(?:Event|Site|Date|White) "', text))


def rows(text: str, file: str = "the PGN") -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a game, and the games, by their numbers, that name no players.

    The games are in the order in which they began, where that is known.

    >>> tags = '[Round "1.2"]\\n[White "Ann"]\\n[Black "Bob"]\\n[Result "1-0"]\\n'
    >>> rows(tags)[0][1]
    ['1', 'Ann', 'Bob', '1-0', '', '', '', '']
    """
    games: list[dict[str, str]] = []
    for name, value in _TAG.findall(text):
        if not games or name in games[-1]:
            games.append({})
        games[-1][name] = value.replace('\\"', '"')
    _refuse_several_events(games, file)
    others = [
        (number, game.get("Event", "a game"))
        for number, game in enumerate(games, 1)
        if not {"White", "Black"} <= game.keys()
    ]
    games = [game for game in games if {"White", "Black"} <= game.keys()]
    if all("UTCDate" in game and "UTCTime" in game for game in games):
        games.sort(key=lambda game: (game["UTCDate"], game["UTCTime"]))
    for game in games:
        game["Round"] = game.get("Round", "").partition(".")[0]
    texts = [[game.get(tag, "") for tag in _COLUMNS] for game in games]
    made = [["" if text in _UNKNOWN else text for text in row] for row in texts]
    return [list(_COLUMNS.values()), *made], others


def _refuse_several_events(games: Sequence[Mapping[str, str]], file: str) -> None:
    """Refuse the games of several tournaments: events with more than one round each."""
    rounds: dict[str, set[str]] = {}
    for game in games:
        rounds.setdefault(game.get("Event", ""), set()).add(game.get("Round", "").partition(".")[0])
    events = [event for event, held in rounds.items() if len(held - {*_UNKNOWN, ""}) > 1]
    if len(events) > 1:
        shown = ", ".join(events[:3]) + (" …" if len(events) > 3 else "")
        raise InputError(
            f"{file}: these are games of {len(events)} tournaments ({shown}); keep those of one "
            "in a file of its own."
        )
