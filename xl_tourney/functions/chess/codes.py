"""Chess: the codes of tie-breaks, as regulations and tournament files list them (Article 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Annotated

from ...catalogue.cells import describe_cell, to_block, to_text, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind
from ..wall_lists import MINUS_TO_HYPHEN
from . import direct_encounter as direct_encounter  # registers its tie-break, as the next do
from .criteria import ALIASES as ALIASES
from .criteria import CRITERIA as CRITERIA
from .criteria import Code as Code
from .criteria import Criterion as Criterion
from .criteria import Reference
from .criteria import c07 as c07
from .criteria import perfect as perfect
from .criteria import team_codes as team_codes
from .rule_sets import RULE_SETS

_MODIFIER = r"C\d{1,3}|M\d{1,3}|K\d{1,3}|L[+-]?\d{1,3}(?:\.\d+)?|U\d{1,4}|V\d{4}|[PFR]"


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = "|".join(sorted(names, key=len, reverse=True))
    return re.compile(rf"({longest_first})(?::(MP|GP))?((?:[/-]?(?:{_MODIFIER}))*)")


def parse_code(written: str) -> Code:
    """A code with its modifiers.

    >>> parse_code("bh-c1").cut_low, parse_code("BH:GP/M2").cut_high, parse_code("KSL+0.5").points
    (1, 2, 0.5)
    """
    pattern = _pattern((*CRITERIA, *ALIASES))
    found = pattern.fullmatch(written.translate(MINUS_TO_HYPHEN).upper())
    if not found:
        raise value_error(f"{describe_cell(written)} is not a tie-break of C.07")
    name, score, modifiers = found.groups()
    reference: Reference | None = None if score is None else "GP" if score == "GP" else "MP"
    code = Code(written, ALIASES.get(name, name), reference)
    for modifier in re.findall(_MODIFIER, modifiers):
        letter = modifier[0]
        if letter != "V" and letter not in code.tie_break.modifiers:
            raise value_error(f"{describe_cell(written)}: {name} takes no /{modifier}")
        code = _modified(code, letter, modifier[1:])
    if code.fore and code.name == "BH":
        code = code._replace(name="FB", fore=False)
    return code


def _modified(code: Code, letter: str, value: str) -> Code:
    if letter == "C":
        return code._replace(cut_low=int(value))
    if letter == "M":
        return code._replace(cut_low=int(value), cut_high=int(value))
    if letter == "L":
        limit = float(value)
        return code._replace(points=limit) if "." in value else code._replace(half_points=limit)
    if letter == "U":
        return code._replace(unrated=float(value))
    if letter == "K":
        return code._replace(divisor=int(value))
    if letter == "V":
        if value not in RULE_SETS:
            raise value_error(
                f"{describe_cell(code.written)}: V{value} is no rule set; "
                f"say {', '.join(RULE_SETS)}"
            )
        return code._replace(rules=value)
    if letter == "P":
        return code._replace(forfeits_played=True)
    return code._replace(fore=True) if letter == "F" else code._replace(reversed=True)


def parse_codes(written: str) -> list[Code]:
    """The codes of a list, parted by commas, semicolons or spaces."""
    return [parse_code(part) for part in re.split(r"[,;\s]+", written) if part]


def _read(value: object, where: str) -> list[Code | None]:
    codes: list[Code | None] = []
    for cell in (cell for row in to_block(value) for cell in row):
        codes += parse_codes(to_text(cell, where)) or [None]
    if not any(codes):
        raise value_error(f"{where} must name a tie-break, such as BH/C1")
    return codes


Codes = Annotated[
    list[Code | None],
    Kind("tie-break codes", _read, takes_range=True),
    SharedHelp(
        "Codes parted by commas, spaces or cells: BH/C1, SB, DE, KS/L+1, ARO/C1, EDE …  /Cn cuts n "
        "low, /Mn n low and high, /P forfeits as played, /F fore, /R reversed, /Un unrated, "
        "/V2024 the text; for teams :MP or :GP.",
        {"#VALUE!": "A code is not a tie-break of C.07, or its modifier does not belong to it."},
    ),
]


def primary_score(codes: Sequence[Code | None]) -> Reference:
    """The score that ranks first: the first one in the list, else match points."""
    for code in codes:
        if code and code.name in ("MPTS", "GPTS"):
            return "GP" if code.name == "GPTS" else "MP"
        if code and code.name == "PTS":
            return code.reference or "MP"
    return "MP"
