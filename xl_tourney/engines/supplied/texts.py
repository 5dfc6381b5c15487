"""Texts: letters of every alphabet have two cases, and a number in a text has 15 digits."""

from __future__ import annotations

import re
from typing import Annotated, Any

from ...catalogue.cells import value_error
from .declaration import Kind, NotKnownError, Register, Text, refuse_error, to_text

register = Register()
_SOURCE = "https://support.microsoft.com/office/text-functions-reference"


def _to_separator(value: Any) -> str:
    if value is None:
        raise value_error("a blank cell is no separator")
    return to_text(value)


Separator = Annotated[str, Kind(_to_separator)]


def _to_name(value: Any) -> Any:
    """A name of a link as it is shown: a blank cell as 0."""
    refuse_error(value)
    return 0.0 if value is None else value


@register("UPPER", source=_SOURCE)
def upper(text: Text) -> str:
    """Capital letters; ß has none.

    >>> upper("Müller, Straße")
    'MÜLLER, STRAßE'
    """
    return text.upper() if text.isascii() else "".join(map(_single_upper, text))


def _single_upper(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


@register("LOWER", source=_SOURCE)
def lower(text: Text) -> str:
    """Small letters.

    >>> lower("ÄÖ ĄČ")
    'äö ąč'
    """
    return text.lower() if text.isascii() else "".join(map(_single_lower, text))


def _single_lower(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


@register("PROPER", source=_SOURCE)
def proper(text: Text) -> str:
    """A capital after everything that is no letter, and small letters after letters.

    >>> proper("2-way street"), proper("76BudGet"), proper("it's élan")
    ('2-Way Street', '76Budget', "It'S Élan")
    """
    letters = []
    is_first = True
    for letter in text:
        letters.append(_single_upper(letter) if is_first else _single_lower(letter))
        is_first = not letter.isalpha()
    return "".join(letters)


@register("TRIM", source=_SOURCE)
def trim(text: Text) -> str:
    """A text without spaces at its ends, and with one between words; others than " " stay.

    >>> trim("  Ann   Lee "), trim("Ann\\u00a0 Lee\\u00a0")
    ('Ann Lee', 'Ann\\xa0 Lee\\xa0')
    """
    return " ".join(filter(None, text.split(" ")))


@register("LEN", source=_SOURCE)
def length(text: Text) -> int:
    """The number of characters; of those beyond 16 bits it depends on the age of the workbook.

    >>> length("2016"), length("Müller")
    (4, 6)
    """
    if not text.isascii() and max(text) > "\uffff":
        raise NotKnownError
    return len(text)


@register("NUMBERVALUE", source=_SOURCE)
def number_value(text: Text, decimal: Separator = "", group: Separator = "") -> float:
    """The number that a text is, with these separators: of each the first letter counts.

    >>> number_value("2.500,27", ",", "."), number_value("3.5%", ".", ",")
    (2500.27, 0.035)
    """
    if not decimal or not group:
        raise NotKnownError  # those of the country of the user
    if decimal[0] == group[0]:
        raise value_error("one separator cannot have two meanings")
    text = re.sub(r"\s", "", text)
    if not text:
        return 0.0
    whole, mark, fraction = text.partition(decimal[0])
    if group[0] in fraction:
        raise value_error("a group separator stands after the decimal separator")
    digits = whole.replace(group[0], "") + ("." if mark else "") + fraction
    percents = len(digits) - len(digits.rstrip("%"))
    digits = digits.rstrip("%")
    if not re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", digits):
        raise value_error(f"{text!r} is no number")
    return float(digits) / 100.0**percents


@register("HYPERLINK", source=_SOURCE)
def link(address: Text, name: Annotated[Any, Kind(_to_name)] = "") -> Any:
    """What a cell with a link shows: its name, which may be a number, or the address.

    >>> link("https://example.org", 3.0), link("https://example.org")
    (3.0, 'https://example.org')
    """
    return address if name == "" else name
