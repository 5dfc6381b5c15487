"""Texts: letters of every alphabet have two cases, and a number in a text has 15 digits."""

from __future__ import annotations

from typing import Annotated, Any

from .declaration import Kind, NotKnownError, Text, refuse_error, supplied

_SOURCE = "https://support.microsoft.com/office/text-functions-reference"


def _to_name(value: Any) -> Any:
    """A name of a link as it is shown: a blank cell as 0."""
    refuse_error(value)
    return 0.0 if value is None else value


@supplied("UPPER", source=_SOURCE)
def upper(text: Text) -> str:
    """Capital letters; ß has none.

    >>> upper("Müller, Straße")
    'MÜLLER, STRAßE'
    """
    return text.upper() if text.isascii() else "".join(map(_single_upper, text))


def _single_upper(letter: str) -> str:
    capital = letter.upper()
    return capital if len(capital) == 1 else letter


@supplied("LOWER", source=_SOURCE)
def lower(text: Text) -> str:
    """Small letters.

    >>> lower("ÄÖ ĄČ")
    'äö ąč'
    """
    return text.lower() if text.isascii() else "".join(map(_single_lower, text))


def _single_lower(letter: str) -> str:
    small = letter.lower()
    return small if len(small) == 1 else letter


@supplied("PROPER", source=_SOURCE)
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


@supplied("TRIM", source=_SOURCE)
def trim(text: Text) -> str:
    """A text without spaces at its ends, and with one between words; others than " " stay.

    >>> trim("  Ann   Lee "), trim("Ann\\u00a0 Lee\\u00a0")
    ('Ann Lee', 'Ann\\xa0 Lee\\xa0')
    """
    return " ".join(filter(None, text.split(" ")))


@supplied("LEN", source=_SOURCE)
def length(text: Text) -> int:
    """The number of characters; of those beyond 16 bits it depends on the age of the workbook.

    >>> length("2016"), length("Müller")
    (4, 6)
    """
    if not text.isascii() and max(text) > "\uffff":
        raise NotKnownError
    return len(text)


@supplied("HYPERLINK", source=_SOURCE)
def link(address: Text, name: Annotated[Any, Kind(_to_name)] = "") -> Any:
    """What a cell with a link shows: its name, which may be a number, or the address.

    >>> link("https://example.org", 3.0), link("https://example.org")
    (3.0, 'https://example.org')
    """
    return address if name == "" else name
