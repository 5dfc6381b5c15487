"""The cells of crosstables as programs write them, in the form of the wall list: 12w1, 12b=, U.

======================================  =============================================
chess-results, Swiss-Manager            ``12w1  12s½  12b+  -1  -½``, in many languages
Vega                                    ``1 53  ½ 7  0 BYE``, with marks in HTML
USCF, SwissSys, WinTD                   ``W  53  L3  D 7  H---  X  5``
the French federation (PAPI)            ``+ 53B  = 7N  > 3B  EXE``
others                                  ``w53+  53/1``
======================================  =============================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...functions.chess.wall_list import parse_round, results_agree
from ..results_csv import CsvRow

Cells = Sequence[Sequence[str]]
_COLOURS = ("wb", "ws", "wz", "bn", "bc", "bp", "bs", "hs", "vs", "vm", "бч", "λμ")
"""The letters of White and Black, in the languages that tables are written in."""
_RESULTS = {
    **dict.fromkeys(("1", "w"), "1"),
    **dict.fromkeys(("½", "=", "0.5", "0,5", ".5", "1/2", "d", "r"), "="),
    **dict.fromkeys(("0", "l"), "0"),
    **dict.fromkeys(("+", "x", ">", "1f", "+f"), "+"),
    **dict.fromkeys(("-", "f", "<", "0f", "-f"), "-"),
    **dict.fromkeys(("*", "?", ""), "?"),
}
_BYES = {
    "U": "u|bye|1 bye|+ bye|-1|+|1|fpb|spielfrei|frei|exempt|exe|ex|exento|libre|vrij|wolny|volno|"
    "1 -",
    "H": "h|½ bye|= bye|0.5 bye|0,5 bye|1/2 bye|-½|-=|=|½|0.5|.5|hpb|½ -",
    "Z": "z|0 bye|- bye|-0|0|0 -|zpb|not paired|nicht ausgelost|non apparié|n.p.|abs|absent|np",
}
_LETTER_BYES = {"b": "U", "bye": "U", "x": "U", "h": "H", "hpb": "H", "u": "Z", "f": "Z", "z": "Z"}
"""Rounds without an opponent where W, L and D are the results: U is unpaired."""
_RESULT = "|".join(sorted(map(re.escape, filter(None, _RESULTS)), key=len, reverse=True))
_COLOUR = r"[^\W\d_]"
_NUMBER_FIRST = re.compile(rf"(?P<who>\d{{1,4}})\s*(?P<colour>{_COLOUR})\s*(?P<result>{_RESULT}|)")
_NO_COLOUR = re.compile(rf"(?P<who>\d{{1,4}})(?:\s*[/: ]\s*)(?P<result>{_RESULT})")
_RESULT_FIRST = re.compile(
    rf"(?P<result>{_RESULT})(?:\s*[/ ]\s*|(?<=[-+=½<>\w]))"
    rf"(?P<colour>{_COLOUR}?)\s*(?P<who>\d{{1,4}})\s*\(?(?P<after>{_COLOUR}?)\)?"
)
_COLOUR_FIRST = re.compile(rf"(?P<colour>{_COLOUR})\s*(?P<who>\d{{1,4}})\s*(?P<result>{_RESULT})")
_VEGA = re.compile(r"([10½]) (\d{1,4}|BYE)")
_VEGA_MARKS = {"class “cw”": "w", "class “cb”": "b", "class “cf”": "f"}
"""How a page of Vega marks an opponent: White, Black, or that there was no game."""
_BLANK = ("", "*", "…", "...")


def _normalize(cell: str) -> str:
    text = " ".join(cell.split()).casefold().replace("\N{MINUS SIGN}", "-").replace("–", "-")
    return re.sub(r"(?<=\w)-{2,}$", "", text)


def _bye(text: str, letters: bool) -> str | None:
    """The round that a text without an opponent says; None where it says none."""
    if text in _BLANK or set(text) == {"-"}:
        return "" if text in _BLANK else "Z"
    if letters and text in _LETTER_BYES:
        return _LETTER_BYES[text]
    return next((bye for bye, words in _BYES.items() if text in words.split("|")), None)


def round_of(row: CsvRow, column: str) -> str:
    """The text of a round with what the marks of Vega's pages say: ``1 w53``, or ``1f 53``."""
    text = row.text(column)
    found = _VEGA.fullmatch(text)
    if not found or not found[2].isdecimal():
        return text
    sign = "".join(row.marked(column, _VEGA_MARKS))
    return f"{found[1]}f {found[2]}" if sign == "f" else f"{found[1]} {sign}{found[2]}"


def _translate(cells: Cells, pattern: re.Pattern[str]) -> list[list[str]] | None:
    """The cells in the form of the wall list; None if the pattern does not fit all of them."""
    rows = [[_normalize(cell) for cell in row] for row in cells]
    found = {text: pattern.fullmatch(text) for row in rows for text in row}
    games = {text: game.groupdict() for text, game in found.items() if game}
    letters = {g["colour"] or g.get("after") for g in games.values() if "colour" in g} - {"", None}
    pair = next((pair for pair in _COLOURS if letters <= set(pair)), "wb")
    signs_only = pattern is _RESULT_FIRST and {g["result"] for g in games.values()} <= set("+-=<>")
    results = _RESULTS | ({"+": "1", "-": "0"} if signs_only else {})
    is_letter = pattern is _RESULT_FIRST and any(
        game["result"] in ("w", "l", "d") for game in games.values()
    )

    def translate(text: str) -> str | None:
        if text not in games:
            return _bye(text, is_letter)
        game = games[text]
        if int(game["who"]) == 0:
            return None
        colour = game.get("colour") or game.get("after") or ""
        sign = {pair[0]: "w", pair[1]: "b", "": "-"}.get(colour)
        return sign and f"{int(game['who'])}{sign}{results[game['result']]}"

    if not games:
        return None
    texts = {text: translate(text) for text in found}
    if None in texts.values():
        return None
    return [[texts[text] or "" for text in row] for row in rows]


def _as_written(cells: Cells) -> list[list[str]] | None:
    fits = all(parse_round(cell) or not cell.strip() for row in cells for cell in row)
    return [list(row) for row in cells] if fits else None


def readings(cells: Cells) -> Iterator[list[list[str]]]:
    """Each way in which all cells of the rounds can be read, the usual one first.

    >>> next(readings([["2w1", "-½"], ["1s0", "+"]]))
    [['2w1', '-½'], ['1s0', '+']]
    >>> list(readings([["1 2", "½ BYE"], ["0 1", "0 BYE"]]))[0]
    [['2-1', 'H'], ['1-0', 'Z']]
    >>> next(readings([["W   2", "H"], ["L   1", "U---"]]))
    [['2-1', 'H'], ['1-0', 'Z']]
    >>> next(readings([["+ 2B", "EXE"], ["- 1N", "= 3B"], ["", "= 2N"]]))
    [['2w1', 'U'], ['1b0', '3w='], ['', '2b=']]
    """
    patterns = (_NUMBER_FIRST, _RESULT_FIRST, _NO_COLOUR, _COLOUR_FIRST)
    for pattern in (None, *patterns):
        found = _translate(cells, pattern) if pattern else _as_written(cells)
        if found is not None:
            yield found


# A round robin as a square of results: a row and a column for each player.
#
# The square does not say who met when, and no figure of a round robin depends on it; so the rounds
# are those of Berger's tables, without their colours.

_TOKEN = re.compile(r"1/2|0[.,]5|½|[10=+-]")
_OWN = ("", "x", "×", "*", "#", "\\", "■", "█", "—", "-", "**", "xx", "xxx", "***")


def round_of_meeting(one: int, other: int, players: int) -> int:
    """The round, from 0, in which two places meet in a single round robin.

    >>> [round_of_meeting(0, other, 4) for other in (1, 2, 3)]
    [1, 2, 0]
    """
    places = players + players % 2
    one, other = sorted((one, other))
    return (2 * one if other == places - 1 else one + other) % (places - 1)


def _results(cell: str) -> list[str] | None:
    """The results in a cell, one a cycle; None where it holds something else."""
    text = "".join(cell.split()).casefold().replace("\N{MINUS SIGN}", "-")
    if text in ("", "*", "?", "…"):
        return []
    found = _TOKEN.findall(text)
    if not found or "".join(found) != re.sub(r"[|;]", "", text):
        return None
    return [_RESULTS[token] for token in found]


def find_disagreement(cells: Cells) -> tuple[int, int] | None:
    """The row and the column of a result that the opposite cell does not confirm, if any.

    >>> find_disagreement([["x", "1", "½"], ["1", "x", "1"], ["½", "0", "x"]])
    (0, 1)
    """
    for one, row in enumerate(cells):
        for other in range(one):
            own, theirs = _results(row[other]) or [], _results(cells[other][one]) or []
            if len(own) != len(theirs) or not all(map(results_agree, own, theirs)):
                return other, one
    return None


def rounds_of_square(cells: Cells) -> list[list[str]] | None:
    """A square of results as a wall list; None if the cells are none.

    >>> rounds_of_square([["x", "1", "½"], ["0", "x", "1"], ["½", "0", "x"]])
    [['', '2-1', '3-='], ['3-1', '1-0', ''], ['2-0', '', '1-=']]
    """
    size = len(cells)
    if size < 3 or any(len(row) != size for row in cells):
        return None
    if any(row[at].strip().casefold() not in _OWN for at, row in enumerate(cells)):
        return None
    results = {
        (one, other): _results(cells[one][other])
        for one in range(size)
        for other in range(size)
        if one != other
    }
    if None in results.values() or not any(results.values()):
        return None
    cycles = max(len(found or []) for found in results.values())
    rounds = size - 1 + size % 2
    rows = [[""] * (rounds * cycles) for _ in cells]
    for (one, other), found in results.items():
        for cycle, result in enumerate(found or []):
            at = cycle * rounds + round_of_meeting(one, other, size)
            rows[one][at] = f"{other + 1}-{result}"
    return rows
