"""Chess: the codes of tie-breaks, as regulations and tournament files list them (Article 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from ...catalogue.cells import describe_cell, to_block, to_text, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind
from ..wall_lists import MINUS_TO_HYPHEN
from .event import Reference
from .rule_sets import RULE_SETS


class TieBreak(NamedTuple):
    """A tie-break of C.07."""

    article: str
    modifiers: str = ""
    """The letters of the modifiers that it takes."""
    lower_is_better: bool = False
    rated: bool = False
    """Whether it is one of Article 10, which unrated players take out of the list."""
    teams: bool = False
    since: str = "2023"
    """The first text that has it."""


_CUTS = "CMP"

TIE_BREAKS = {
    "PTS": TieBreak("4.1"),
    "MPTS": TieBreak("11", teams=True),
    "GPTS": TieBreak("11", teams=True),
    "MPVGP": TieBreak("13.1", teams=True),
    "DE": TieBreak("6", "P", lower_is_better=True),
    "WIN": TieBreak("7.1"),
    "WON": TieBreak("7.2"),
    "BPG": TieBreak("7.3"),
    "BWG": TieBreak("7.4"),
    "PS": TieBreak("7.5", "C"),
    "REP": TieBreak("7.6"),
    "STD": TieBreak("7.7", since="2026"),
    "TPN": TieBreak("7.8", "R", lower_is_better=True, since="2026"),
    "BH": TieBreak("8.1", _CUTS + "F"),
    "AOB": TieBreak("8.2", "PF"),
    "FB": TieBreak("8.3", _CUTS),
    "SB": TieBreak("9.1", _CUTS),
    "KS": TieBreak("9.2", "L"),
    "ARO": TieBreak("10.1", "CMU", rated=True),
    "TPR": TieBreak("10.2", "U", rated=True),
    "PTP": TieBreak("10.3", "U", rated=True),
    "APRO": TieBreak("10.4", "U", rated=True),
    "APPO": TieBreak("10.5", "U", rated=True),
    "RTNG": TieBreak("10.6", "RU", since="2026"),
    "BC": TieBreak("12.1", lower_is_better=True, teams=True),
    "TBR": TieBreak("12.2", lower_is_better=True, teams=True),
    "BBE": TieBreak("12.3", lower_is_better=True, teams=True),
    **{name: TieBreak("13.2", _CUTS, teams=True) for name in ("EMMSB", "EMGSB", "EGMSB", "EGGSB")},
    **{
        name: TieBreak(article, "P", lower_is_better=True, teams=True)
        for name, article in (
            ("EDE", "13.3"),
            ("EDEBT", "13.3.2"),
            ("EDEBB", "13.3.2"),
            ("EDET", "13.3.2"),
            ("EDEB", "13.3.2"),
        )
    },
    "SSSC": TieBreak("13.4", "KP", teams=True),
}
"""Every tie-break by its code, with its article."""

_ALIASES = {"GE": "REP", "SNO": "TPN"}
_NAME = "|".join(sorted([*TIE_BREAKS, *_ALIASES], key=len, reverse=True))
_MODIFIER = r"C\d{1,3}|M\d{1,3}|K\d{1,3}|L[+-]?\d{1,3}(?:\.\d+)?|U\d{1,4}|V\d{4}|[PFR]"
_CODE = rf"({_NAME})(?::(MP|GP))?((?:[/-]?(?:{_MODIFIER}))*)"


class Code(NamedTuple):
    """A tie-break with its modifiers."""

    written: str
    name: str
    reference: Reference | None = None
    cut_low: int = 0
    cut_high: int = 0
    forfeits_played: bool = False
    fore: bool = False
    reversed: bool = False
    half_points: float | None = None
    """Koya's limit in half points."""
    points: float | None = None
    """Koya's limit in points."""
    unrated: float | None = None
    rules: str | None = None
    divisor: int | None = None

    @property
    def tie_break(self) -> TieBreak:
        """Its tie-break in C.07."""
        return TIE_BREAKS[self.name]

    @property
    def article(self) -> str:
        """Its article."""
        return self.tie_break.article

    @property
    def lower_is_better(self) -> bool:
        """Whether a lower value is the better one."""
        if self.name == "RTNG":
            return self.reversed
        return self.tie_break.lower_is_better != self.reversed


def parse_code(written: str) -> Code:
    """A code with its modifiers.

    >>> parse_code("bh-c1").cut_low, parse_code("BH:GP/M2").cut_high, parse_code("KSL+0.5").points
    (1, 2, 0.5)
    """
    found = re.fullmatch(_CODE, written.translate(MINUS_TO_HYPHEN).upper())
    if not found:
        raise value_error(f"{describe_cell(written)} is not a tie-break of C.07")
    name, score, modifiers = found.groups()
    reference: Reference | None = None if score is None else "GP" if score == "GP" else "MP"
    code = Code(written, _ALIASES.get(name, name), reference)
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
