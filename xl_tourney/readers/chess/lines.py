"""The lines of a TRF: records of fixed columns, counted from 1, with errors that name them."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...errors import InputError
from ..files import decode_file, read_bytes

FIRST_ROUND = 92
"""The column where the first round of a 001 record begins."""
ROUND_WIDTH = 10
_CODE = re.compile(r"(?:[0-9]{3}|[A-Z]{3})(?= |$)")
_FIRST_CODE = re.compile(r"0[0-9][0-9]|1[0-9][0-9]|XX[A-Z]")
"""The code of the first line of a report; lines before it are comments."""
_COMMENTS = ("###", "DDD SSSS")
"""How comments begin, and the ruler that shows the columns."""
_NUMBER = re.compile(r"-?\d{1,9}")
_DECIMAL = re.compile(r"-?\d{1,6}(?:[.,]\d{1,4})?")


@dataclass(frozen=True)
class TrfLine:
    """A line of a file; text beyond its end is blank."""

    file: str
    number: int
    text: str

    @property
    def code(self) -> str:
        """The record's code, such as 001."""
        return self.text[:3].upper()

    def field(self, first: int, last: int | None = None) -> str:
        """The text of some columns, without the blanks around it."""
        return self.text[first - 1 : last].strip()

    def wrong(self, what: str, first: int | None = None, last: int | None = None) -> InputError:
        """The error of a line, or of some columns of it."""
        return InputError(f"{self.place(first, last)}: {what}.")

    def place(self, first: int | None = None, last: int | None = None) -> str:
        """Where something stands: ``line 27 (001, player 14), columns 132–135``."""
        who = f", player {self.field(5, 8)}" if self.code == "001" and self.field(5, 8) else ""
        columns = ""
        if first is not None:
            columns = f", column {first}" if first == last else f", columns {first}–{last}"
        return f"{self.file}, line {self.number} ({self.code}{who}){columns}"

    def whole(self, first: int, last: int, what: str) -> int | None:
        """A whole number in some columns; None where they are blank."""
        written = self._number(first, last, what, _NUMBER)
        return int(written) if written else None

    def decimal(self, first: int, last: int, what: str) -> float | None:
        """A number in some columns; None where they are blank."""
        written = self._number(first, last, what, _DECIMAL)
        return float(written.replace(",", ".")) if written else None

    def _number(self, first: int, last: int, what: str, form: re.Pattern[str]) -> str:
        written = self.field(first, last)
        if written and not form.fullmatch(written):
            raise self.wrong(f"“{written}” is no number, but {what} belongs there", first, last)
        return written

    def check_known(
        self, what: str, number: int | None, known: Container[int], *columns: int
    ) -> None:
        """Refuse the number of a player or a team who is not in the file."""
        if number not in known:
            raise self.wrong(f"{what} {number} is not in the file", *columns)

    def numbers(self, first: int, what: str, width: int = 4) -> list[int]:
        """Whole numbers from a column to the end, one blank apart; blanks are left out."""
        found = []
        for at in range(first, len(self.text) + 1, width + 1):
            number = self.whole(at, at + width - 1, what)
            if number is not None:
                found.append(number)
        return found


def read_lines(path: Path) -> Iterator[TrfLine]:
    """The records of a file; comments and blank lines are left out."""
    text = decode_file(read_bytes(path), ("utf-8", "latin-1"), path.name)
    begun = False
    for number, written in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        line = TrfLine(path.name, number, written.rstrip())
        begun = begun or bool(_CODE.match(line.code) and _FIRST_CODE.match(line.code))
        if not begun or not line.text or line.text.startswith(_COMMENTS):
            continue
        tab = line.text.find("\t") + 1
        if tab:
            raise line.wrong(
                "a tab stands where columns are counted; put blanks in its place", tab, tab
            )
        yield line


def is_record(line: TrfLine) -> bool:
    """Whether a line begins with a code."""
    return bool(_CODE.match(line.code + line.text[3:4]))
