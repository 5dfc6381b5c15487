"""The list of tie-breaks that a chess workbook has: their codes, articles, and what they are."""

from __future__ import annotations

import re

from ...catalogue.cells import CellError
from ...errors import OptionError
from ...functions.chess.codes import Code, parse_codes

MOST_WEIGHTED_CUTS = 2
"""How many cuts of a side the native Sonneborn-Berger makes."""

MEANINGS = {
    "PTS": "Points. In the list, it alone ranks.",
    "DE": "Direct encounter: the place among the tied by their own games.",
    "WIN": "Rounds with as many points as a win, played or not.",
    "WON": "Games won over the board.",
    "BPG": "Games played with Black.",
    "BWG": "Games won with Black.",
    "PS": "Progressive scores: the scores after each round, added up.",
    "REP": "Rounds that the player elected to play.",
    "STD": "Standard points: 1 for a round with more points than the opponent, ½ for as many.",
    "TPN": "Pairing number; lower is better.",
    "BH": "Buchholz: the sum of the opponents' scores.",
    "AOB": "Average of the opponents' Buchholz.",
    "FB": "Fore Buchholz: as if every game of the last round were a draw.",
    "SB": "Sonneborn-Berger: the opponents' scores times the points against them.",
    "KS": "Koya: points against opponents with at least half of the maximum.",
    "ARO": "Average rating of the opponents.",
    "TPR": "Tournament performance rating.",
    "PTP": "Perfect tournament performance.",
    "APRO": "Average performance rating of the opponents.",
    "APPO": "Average perfect performance of the opponents.",
    "RTNG": "Rating; higher is better.",
}
"""What each tie-break is, in a line."""

_NAMES = {
    "PTS": "points",
    "DE": "direct encounter",
    "WIN": "rounds won",
    "WON": "games won over the board",
    "BPG": "games with Black",
    "BWG": "games won with Black",
    "PS": "progressive score",
    "REP": "rounds that were played",
    "STD": "standard points",
    "TPN": "pairing number",
    "BH": "Buchholz",
    "AOB": "average Buchholz of the opponents",
    "FB": "fore Buchholz",
    "SB": "Sonneborn-Berger",
    "KS": "Koya",
    "ARO": "average rating of the opponents",
    "TPR": "performance rating",
    "PTP": "perfect performance",
    "APRO": "average performance of the opponents",
    "APPO": "average perfect performance of the opponents",
    "RTNG": "rating",
}
"""What players call each tie-break."""


def spoken(code: Code) -> str:
    """What players call a code.

    >>> spoken(parse_list("BH/M1")[0]), spoken(parse_list("SB/C2")[0])
    ('Buchholz Median 1', 'Sonneborn-Berger Cut 2')
    """
    cut = f" {'Median' if code.cut_high else 'Cut'} {code.cut_low}" if code.cut_low else ""
    return f"{_NAMES[code.name]}{cut}"


USUAL = (
    *("BH/C1", "BH", "BH/C2", "BH/M1", "SB", "SB/C1", "DE", "WIN", "WON", "BPG", "BWG", "PS"),
    *("PS/C1", "KS", "REP", "STD", "AOB", "FB", "FB/C1", "ARO", "ARO/C1", "TPR", "PTP", "APRO"),
    *("APPO", "TPN", "RTNG"),
)
"""The tie-breaks that every small workbook has in its list."""


def written(code: Code) -> str:
    """A code as the workbook's list has it."""
    parts = [code.name]
    if code.reference == "GP":
        parts[0] += ":GP"
    if code.cut_low:
        parts.append(f"{'M' if code.cut_high else 'C'}{code.cut_low}")
    if code.half_points:
        parts.append(f"L{code.half_points:+g}")
    if code.points is not None:
        limit = f"{code.points:+g}"
        parts.append(f"L{limit}" if "." in limit else f"L{limit}.0")
    letters = {"P": code.forfeits_played, "F": code.fore, "R": code.reversed}
    parts += [letter for letter, there in letters.items() if there]
    if code.unrated is not None:
        parts.append(f"U{code.unrated:g}")
    if code.rules:
        parts.append(f"V{code.rules}")
    return "/".join(parts)


def articles(code: Code) -> str:
    """The articles that a code follows."""
    found = [code.article]
    if code.cut_low:
        found.append("14")
    if code.half_points or code.points:
        found.append("14.5")
    return ", ".join(found)


def meaning(code: Code) -> str:
    """A line on a code, with its modifiers."""
    text = MEANINGS[code.name]
    if code.cut_low:
        what = "the first scores" if code.name == "PS" else "the least significant"
        both = " and the most significant" if code.cut_high else ""
        text += f" Without {what}{both}: {code.cut_low}."
    if code.forfeits_played:
        text += " Forfeits count as played."
    if code.rules:
        text += f" By the text of {code.rules}."
    return text


def parse_list(codes: str) -> list[Code]:
    """A list of codes as a person writes it."""
    try:
        return parse_codes(codes)
    except CellError as error:
        known = ", ".join(
            f"{code} ({re.split('[:.,;]', text)[0]})" for code, text in MEANINGS.items()
        )
        raise OptionError(
            f"tiebreaks: {error.value.message}; write codes such as BH/C1,BH,SB, of {known}."
        ) from error


def not_individual(code: Code) -> str:
    """Why a code is not for individual tournaments; blank for one that is."""
    if code.tie_break.teams or code.reference == "GP":
        return f"{code.written} is for teams, and this workbook for individual players"
    return ""


def not_native(code: Code) -> str:
    """Why a code has no native formulas; blank for one that has."""
    if code.unrated is not None:
        return (
            f"{code.written} names a rating for unrated players of its own, and native formulas "
            "have one for all of them: the option unrated"
        )
    cuts = max(code.cut_low, code.cut_high)
    if code.name == "SB" and cuts > MOST_WEIGHTED_CUTS:
        return (
            f"{code.written} cuts {cuts}, and native formulas of Sonneborn-Berger at most "
            f"{MOST_WEIGHTED_CUTS}"
        )
    return ""
