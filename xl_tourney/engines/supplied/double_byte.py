"""Texts of double-byte countries: half and full width, bytes, and amounts in Thai.

Where Excel speaks Chinese, Japanese or Korean these functions convert letters, and count a wide one
as two bytes; elsewhere they are LEN and its like.  A text without wide letters has one value
everywhere; of another text it is that of such a country, and the receipt says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from ...catalogue.cells import value_error
from .declaration import NotKnownError, Number, Register, Text, Whole

register = Register()
_SOURCE = "OpenDocument 1.3, part 4, 6.20; Excel's documentation of DBCS languages"
_THAI = "Excel's documentation; numerals of Thai"

_QUOTES = {'"': "”", "'": "’", "`": "‘", "\\": "￥"}
"""The wide forms of these, which are no forms of theirs to Unicode."""
_MARKS = {"\uff9e": "゛", "\uff9f": "゜"}
"""The marks of voiced syllables where they stand alone."""


def _wide_form(narrow: str) -> str:
    return _MARKS.get(narrow) or _QUOTES.get(narrow) or unicodedata.normalize("NFKC", narrow)


@cache
def _wide_letters() -> Mapping[str, str]:
    """The wide letter of each narrow one, and of two narrow ones that are one wide letter.

    OpenDocument has no wide form of ``ｳﾞ``.
    """
    syllables = [*map(chr, range(0xFF61, 0xFFA0))]
    voiced = [letter + mark for letter in syllables for mark in _MARKS if letter != "ｳ"]
    return {
        **{both: wide for both in voiced if len(wide := _wide_form(both)) == 1},
        **{chr(code): chr(code + 0xFEE0) for code in range(0x21, 0x7F)},
        **_QUOTES,
        **{letter: _wide_form(letter) for letter in syllables},
        " ": "\u3000",
    }


@cache
def _narrow_letters() -> Mapping[str, str]:
    return {wide: narrow for narrow, wide in _wide_letters().items()} | {"―": "ｰ", "＼": "\\"}


@register("ASC", source=_SOURCE)
def narrow(text: Text) -> str:
    """A text with letters of half width.

    >>> narrow("ＡＢＣ　１２"), narrow("オフィス、ガ")
    ('ABC 12', 'ｵﾌｨｽ､ｶﾞ')
    """
    letters = _narrow_letters()
    return "".join(letters.get(letter, letter) for letter in text)


@register("JIS", "DBCS", source=_SOURCE)
def widen(text: Text) -> str:
    """A text with letters of full width.

    >>> widen("EXCEL 1"), widen("ｵﾌｨｽ､ｶﾞ")
    ('ＥＸＣＥＬ　１', 'オフィス、ガ')
    """
    letters = _wide_letters()
    return re.sub("|".join(map(re.escape, letters)), lambda match: letters[match[0]], text)


def _bytes(text: str) -> list[tuple[int, str]]:
    """The bytes of a text: the number of the letter that each belongs to, with the letter."""
    return [
        (place, letter)
        for place, letter in enumerate(text)
        for _ in range(2 if unicodedata.east_asian_width(letter) in "WF" else 1)
    ]


def _text(part: list[tuple[int, str]]) -> str:
    """The text of bytes; half of a letter is a space.

    >>> _text(_bytes("a電b")[1:3]), _text(_bytes("a電b")[2:])
    ('電', ' b')
    """
    letters = []
    place = 0
    while place < len(part):
        size = len(_bytes(part[place][1]))
        is_whole = part[place : place + size] == [part[place]] * size
        letters.append(part[place][1] if is_whole else " ")
        place += size if is_whole else 1
    return "".join(letters)


def _at_least(number: int, least: int) -> int:
    if number < least:
        raise value_error(f"a number of bytes is {least} or more")
    return number


@register("LENB", source=_SOURCE)
def count_bytes(text: Text) -> int:
    """The bytes of a text.

    >>> count_bytes("abc"), count_bytes("中本")
    (3, 4)
    """
    return len(_bytes(text))


@register("LEFTB", source=_SOURCE)
def first_bytes(text: Text, count: Whole = 1) -> str:
    """The first bytes of a text.

    >>> first_bytes("abc", 2), first_bytes("中本", 3)
    ('ab', '中 ')
    """
    return _text(_bytes(text)[: _at_least(count, 0)])


@register("RIGHTB", source=_SOURCE)
def last_bytes(text: Text, count: Whole = 1) -> str:
    """The last bytes of a text.

    >>> last_bytes("abc", 2), last_bytes("中本", 3)
    ('bc', ' 本')
    """
    found = _bytes(text)
    return _text(found[max(0, len(found) - _at_least(count, 0)) :])


@register("MIDB", source=_SOURCE)
def middle_bytes(text: Text, start: Whole, count: Whole) -> str:
    """Some bytes of a text.

    >>> middle_bytes("abc", 2, 5), middle_bytes("中本", 2, 3)
    ('bc', ' 本')
    """
    first = _at_least(start, 1) - 1
    return _text(_bytes(text)[first : first + _at_least(count, 0)])


@register("REPLACEB", source=_SOURCE)
def replace_bytes(text: Text, start: Whole, count: Whole, new: Text) -> str:
    """A text with another one in place of some bytes.

    >>> replace_bytes("abc", 2, 1, "X"), replace_bytes("中本", 2, 1, "X")
    ('aXc', ' X本')
    """
    found, first = _bytes(text), _at_least(start, 1) - 1
    return _text(found[:first]) + new + _text(found[first + _at_least(count, 0) :])


def _find(pattern: str, text: str, start: int) -> int:
    """The byte at which a pattern is found, from a byte on."""
    before = _bytes(text)[: _at_least(start, 1) - 1]
    if len(before) < start - 1:
        raise value_error("the start lies behind the text")
    first = before[-1][0] + 1 if before else 0
    found = re.compile(pattern, re.DOTALL).search(text, first)
    if found is None:
        raise value_error("the text is not found")
    return len(_bytes(text[: found.start()])) + 1


@register("FINDB", source=_SOURCE)
def find_bytes(sought: Text, text: Text, start: Whole = 1) -> int:
    """The byte of a text at which another one stands.

    >>> find_bytes("本", "中本"), find_bytes("b", "abcb", 3)
    (3, 4)
    """
    return _find(re.escape(sought), text, start)


@register("SEARCHB", source=_SOURCE)
def search_bytes(sought: Text, text: Text, start: Whole = 1) -> int:
    """The same in any case of letters; ``?`` is any letter, ``*`` any letters, ``~`` takes it off.

    >>> search_bytes("B", "abc"), search_bytes("?本", "a中本"), search_bytes("~*", "中*")
    (2, 2, 3)
    """
    parts = re.findall(r"~[~*?]|.", sought, re.DOTALL)
    signs = {"?": ".", "*": ".*?"}
    pattern = "".join(signs.get(part) or re.escape(part[-1]) for part in parts)
    return _find(f"(?i){pattern}", text, start)


_DIGITS = ("", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า")
_PLACES = ("", "สิบ", "ร้อย", "พัน", "หมื่น", "แสน")
_MILLION = 10**6


def _thai_number(number: int) -> str:
    if number >= _MILLION:
        millions, rest = divmod(number, _MILLION)
        return _thai_number(millions) + "ล้าน" + (_thai_number(rest) if rest else "")
    if number > 100 and number % 100 == 1:
        raise NotKnownError  # with the last 1 of 11, or with that of 1
    words = []
    for place, digit in reversed([*enumerate(map(int, reversed(str(number))))]):
        name = _DIGITS[digit]
        if place == 1 and digit in (1, 2):
            name = "ยี่" if digit == 2 else ""
        elif place == 0 and digit == 1 and number > 10:
            name = "เอ็ด"
        words.append(name + _PLACES[place] if digit else "")
    return "".join(words)


@register("BAHTTEXT", source=_THAI)
def amount_in_words(number: Number) -> str:
    """An amount of baht in Thai words.

    >>> amount_in_words(1234.0)
    'หนึ่งพันสองร้อยสามสิบสี่บาทถ้วน'
    """
    if abs(number) >= 1e15:
        raise NotKnownError
    amount = Decimal(repr(abs(number))).quantize(Decimal("0.01"), ROUND_HALF_UP)
    baht, satang = divmod(int(amount * 100), 100)
    sign = "ลบ" if number < 0 and amount else ""
    words = _thai_number(baht) + "บาท" if baht else "" if satang else "ศูนย์บาท"
    return sign + words + (f"{_thai_number(satang)}สตางค์" if satang else "ถ้วน")
