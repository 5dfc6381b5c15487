"""The list of tie-breaks that a chess workbook has: their codes, articles, and what they are."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalogue.cells import CellError
from ...errors import OptionError
from ...functions.chess.codes import CRITERIA, Code, Criterion, parse_code, parse_codes

MOST_WEIGHTED_CUTS = 2
"""How many cuts of a side the native Sonneborn-Berger makes."""


def by_article() -> list[Criterion]:
    """All tie-breaks, in the order of their articles."""
    return sorted(
        CRITERIA.values(), key=lambda one: [int(n) for n in one.article.split(".") if n] or [99]
    )


def individual() -> list[Criterion]:
    """The tie-breaks of individual tournaments."""
    return [record for record in by_article() if not record.teams]


def of_teams() -> list[Criterion]:
    """The tie-breaks that teams can have: all without ratings."""
    return [record for record in by_article() if not record.rated and record.code != "RTNG"]


USUAL = (
    *("BH/C1", "BH", "BH/C2", "BH/M1", "SB", "SB/C1", "DE", "WIN", "WON", "BPG", "BWG", "PS"),
    *("PS/C1", "KS", "REP", "STD", "AOB", "FB", "FB/C1", "ARO", "ARO/C1", "TPR", "PTP", "APRO"),
    *("APPO", "TPN", "RTNG"),
)
"""The tie-breaks that every small workbook has in its list, in the order of its columns."""
USUAL_OF_TEAMS = (
    *("MPTS", "GPTS", "EDE", "EMGSB/C1", "EMGSB", "EMMSB/C1", "EMMSB", "EGMSB", "EGGSB", "BH/C1"),
    *("BH", "BH/M1", "BH:GP", "BH:GP/C1", "SSSC", "WIN", "WON", "STD", "TPN"),
)
"""The same of teams."""


def also_offered(criteria: Sequence[Criterion]) -> str:
    """Of some tie-breaks those that a new small workbook has in its list beside the usual ones."""
    known = {parse_code(code).name for code in USUAL}
    offered = (record for record in criteria if record.is_offered)
    return ",".join(record.code for record in offered if record.code not in known)


def spoken(code: Code) -> str:
    """What players call a code.

    >>> spoken(parse_list("BH/M1")[0]), spoken(parse_list("SB/C2")[0])
    ('Buchholz Median 1', 'Sonneborn-Berger Cut 2')
    """
    cut = f" {'Median' if code.cut_high else 'Cut'} {code.cut_low}" if code.cut_low else ""
    score = " by game points" if code.reference == "GP" else ""
    return f"{code.tie_break.name}{cut}{score}"


def in_a_sentence(words: str) -> str:
    """What a tie-break is called within a sentence; other words as they are.

    >>> in_a_sentence("Direct encounter"), in_a_sentence("Buchholz Cut 1"), in_a_sentence("SOS")
    ('direct encounter', 'Buchholz Cut 1', 'SOS')
    """
    names = (
        record.name
        for record in by_article()
        if words.casefold().startswith(record.name.casefold())
    )
    name = max(names, key=len, default="")
    return name + words[len(name) :]


def words_of(slot: str) -> str:
    """A formula: the words for the code in a slot, which its description begins with."""
    description = f"INDEX({{kinds[description]}},MAX(1,{slot}))"
    return f'LEFT({description},FIND(":",{description}&":")-1)'


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
    found = [code.article] if code.article else []
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
    text = f"{name[:1].upper()}{name[1:]}: {code.tie_break.meaning}"
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
        known = ", ".join(f"{record.code} ({record.name})" for record in by_article())
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
            f"{code.written} cuts {cuts}, and native formulas of {code.tie_break.name} at most "
            f"{MOST_WEIGHTED_CUTS}"
        )
    return ""
