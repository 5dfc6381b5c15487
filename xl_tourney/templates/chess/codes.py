"""The list of tie-breaks that a chess workbook has: their codes, articles, and what they are."""

from __future__ import annotations

from typing import NamedTuple

from ...catalogue.cells import CellError
from ...errors import OptionError
from ...functions.chess.codes import Code, parse_codes

MOST_WEIGHTED_CUTS = 2
"""How many cuts of a side the native Sonneborn-Berger makes."""


class TieBreakWords(NamedTuple):
    """What players call a tie-break, and what it is."""

    name: str
    meaning: str


TIE_BREAKS = {
    "PTS": TieBreakWords("points", "in the list, it alone ranks."),
    "DE": TieBreakWords("direct encounter", "the place among the tied by their own games."),
    "WIN": TieBreakWords("rounds won", "rounds with as many points as a win, played or not."),
    "WON": TieBreakWords("games won", "over the board, without forfeits."),
    "BPG": TieBreakWords("games with Black", "games played with Black."),
    "BWG": TieBreakWords("wins with Black", "games won with Black."),
    "PS": TieBreakWords("progressive score", "the scores after each round, added up."),
    "REP": TieBreakWords("rounds played", "rounds that the player elected to play."),
    "STD": TieBreakWords(
        "standard points", "1 for a round with more points than the opponent, ½ for as many."
    ),
    "TPN": TieBreakWords("pairing number", "lower is better."),
    "BH": TieBreakWords("Buchholz", "the sum of the opponents' scores."),
    "AOB": TieBreakWords("average opponents' Buchholz", "the mean of their sums."),
    "FB": TieBreakWords("fore Buchholz", "as if every game of the last round were a draw."),
    "SB": TieBreakWords("Sonneborn-Berger", "the opponents' scores times the points against them."),
    "KS": TieBreakWords("Koya", "points against opponents with at least half of the maximum."),
    "ARO": TieBreakWords("average rating of opponents", "ratings of the tournament's list."),
    "TPR": TieBreakWords(
        "performance rating", "the opponents' average rating, more or less by the score."
    ),
    "PTP": TieBreakWords("perfect performance", "the rating for which the score is expected."),
    "APRO": TieBreakWords("average opponents' TPR", "the mean of their performance ratings."),
    "APPO": TieBreakWords("average opponents' PTP", "the mean of their perfect performances."),
    "RTNG": TieBreakWords("rating", "higher is better."),
    "MPTS": TieBreakWords("match points", "in the list, it alone ranks."),
    "GPTS": TieBreakWords("game points", "the points on all boards; the list alone ranks."),
    "MPVGP": TieBreakWords("the other points", "game points where match points come first."),
    **{
        name: TieBreakWords("extended direct encounter", f"by both scores{then}.")
        for name, then in (
            ("EDE", ""),
            ("EDEBT", ", then board count, then the top boards"),
            ("EDEBB", ", then board count, then without the bottom boards"),
            ("EDET", ", then the top boards"),
            ("EDEB", ", then without the bottom boards"),
        )
    },
    "BC": TieBreakWords("board count", "of two tied teams: who won on the higher boards."),
    "TBR": TieBreakWords("top board results", "of two tied teams: the first board that differs."),
    "BBE": TieBreakWords("bottom boards eliminated", "of two tied teams: without the last boards."),
    **{
        f"E{theirs[0]}{own[0]}SB".upper(): TieBreakWords(
            f"extended Sonneborn-Berger, {theirs} by {own} points",
            f"the opponents' {theirs} points times the own {own} points against them.",
        )
        for theirs in ("match", "game")
        for own in ("match", "game")
    },
    "SSSC": TieBreakWords("score and schedule", "the second score, and Buchholz over a divisor."),
}
"""The tie-breaks in words, by their codes."""


def spoken(code: Code) -> str:
    """What players call a code.

    >>> spoken(parse_list("BH/M1")[0]), spoken(parse_list("SB/C2")[0])
    ('Buchholz Median 1', 'Sonneborn-Berger Cut 2')
    """
    cut = f" {'Median' if code.cut_high else 'Cut'} {code.cut_low}" if code.cut_low else ""
    score = " by game points" if code.reference == "GP" else ""
    return f"{TIE_BREAKS[code.name].name}{cut}{score}"


def in_a_sentence(words: str) -> str:
    """What a tie-break is called within a sentence; other words as they are.

    >>> in_a_sentence("Direct encounter"), in_a_sentence("Buchholz Cut 1"), in_a_sentence("SOS")
    ('direct encounter', 'Buchholz Cut 1', 'SOS')
    """
    names = (
        name for name, _ in TIE_BREAKS.values() if words.casefold().startswith(name.casefold())
    )
    name = max(names, key=len, default="")
    return name + words[len(name) :]


def words_of(slot: str) -> str:
    """A formula: the words for the code in a slot, which its description begins with."""
    description = f"INDEX({{kinds[description]}},MAX(1,{slot}))"
    return f'LEFT({description},FIND(":",{description}&":")-1)'


USUAL = (
    *("BH/C1", "BH", "BH/C2", "BH/M1", "SB", "SB/C1", "DE", "WIN", "WON", "BPG", "BWG", "PS"),
    *("PS/C1", "KS", "REP", "STD", "AOB", "FB", "FB/C1", "ARO", "ARO/C1", "TPR", "PTP", "APRO"),
    *("APPO", "TPN", "RTNG"),
)
"""The tie-breaks that every small workbook has in its list."""
USUAL_OF_TEAMS = (
    *("MPTS", "GPTS", "EDE", "EMGSB/C1", "EMGSB", "EMMSB/C1", "EMMSB", "EGMSB", "EGGSB", "BH/C1"),
    *("BH", "BH/M1", "BH:GP", "BH:GP/C1", "SSSC", "WIN", "WON", "STD", "TPN"),
)
"""The same of teams."""


def written(code: Code) -> str:
    """A code as the workbook's list has it."""
    parts = [code.name]
    if code.reference == "GP":
        parts[0] += ":GP"
    if code.cut_low:
        parts.append(f"{'M' if code.cut_high else 'C'}{code.cut_low}")
    if code.divisor:
        parts.append(f"K{code.divisor}")
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
    """A line on a code, with its modifiers.

    >>> meaning(parse_list("BH/M2")[0])
    "Buchholz Median 2: the sum of the opponents' scores. The 2 least significant and the 2 most \
significant are left out."
    """
    name = spoken(code)
    text = f"{name[:1].upper()}{name[1:]}: {TIE_BREAKS[code.name].meaning}"
    if code.cut_low:
        several = f"{code.cut_low} " if code.cut_low > 1 else ""
        left_out = "first" if code.name == "PS" else "least significant"
        both = f" and the {several}most significant" if code.cut_high else ""
        verb = "are" if several or both else "is"
        text += f" The {several}{left_out}{both} {verb} left out."
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
        known = ", ".join(f"{code} ({name})" for code, (name, _) in TIE_BREAKS.items())
        raise OptionError(
            f"tiebreaks: {error.value.message}; write codes such as BH/C1,BH,SB, of {known}."
        ) from error


def not_native(code: Code) -> str:
    """Why a code has no native formulas; blank for one that has."""
    if code.unrated is not None:
        return (
            f"{code.written} names a rating for unrated players of its own, and native formulas "
            "have one for all of them: the option unrated"
        )
    cuts = max(code.cut_low, code.cut_high)
    if code.name.endswith("SB") and cuts > MOST_WEIGHTED_CUTS:
        return (
            f"{code.written} cuts {cuts}, and native formulas of Sonneborn-Berger at most "
            f"{MOST_WEIGHTED_CUTS}"
        )
    return ""
