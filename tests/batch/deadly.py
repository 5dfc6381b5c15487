"""Workbooks that nobody wants to meet, and a cell function that kills the process it runs in."""

from __future__ import annotations

import copy
import os
import signal
import time
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

from xl_tourney.catalogue.declaration import function
from xl_tourney.catalogue.kinds import Each
from xl_tourney.functions import CATALOGUE

from ..recalculation import books

TAG = f'<worksheet xmlns="{books.MAIN}"><sheetData>'


def install() -> None:
    """Let cells of this process call ``KILL``, as a worker's initializer or on a cluster."""
    if "KILL" not in CATALOGUE:
        function("Deadly")(KILL)


def KILL(games: Each) -> float:
    """End the process without a word.

    Parameters
    ----------
    games
        Anything.

    Examples
    --------
    >>> 1
    1
    """
    die()
    return 0.0


def die() -> None:
    """What a fault in a library does."""
    if os.name == "nt":
        os._exit(9)
    os.kill(os.getpid(), signal.SIGKILL)


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def not_a_zip(path: Path) -> None:
    path.write_bytes(b"name,points\n")


def truncated(path: Path) -> None:
    books.book(path, {"A1": 1, "A2": ("=A1+1", 0)})
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])


def encrypted(path: Path) -> None:
    head = bytes.fromhex("D0CF11E0A1B11AE1")
    path.write_bytes(head + bytes(504) + "EncryptedPackage".encode("utf-16-le"))


def zip_bomb(path: Path) -> None:
    """A sheet of 32 MB in a file of 40 kB."""
    books.raw(path, "", sheet=TAG.encode() + bytes(1) * (32 << 20))


def dtd(path: Path) -> None:
    entity = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    formula = '<row r="1"><c r="A1"><f>1+1</f><v>0</v></c></row>'
    books.raw(path, "", sheet=f"{entity}{TAG}{formula}</sheetData></worksheet>")


def without_end(path: Path) -> None:
    """Formulas that would keep an engine busy for hours."""
    row = '<row r="{0}"><c r="A{0}"><f>SUM(SEQUENCE(300,1000)*{0})</f><v>0</v></c></row>'
    books.raw(path, "".join(map(row.format, range(1, 10_000))))


def swelling(path: Path) -> None:
    """Formulas over a million cells each."""
    books.book(path, {f"{column}1": ("=SUM(SEQUENCE(1000,1000)*1)", 0) for column in "ABCDEFGH"})


def deadly(path: Path) -> None:
    books.book(path, {"A1": 1, "A2": ("=KILL(A1)", 0)})


def sparse(path: Path) -> None:
    """A file of 40 GB without a byte on the disk."""
    with path.open("wb") as file:
        file.truncate(40 << 30)


def pipe(path: Path) -> None:
    """What waits for a writer when it is opened."""
    os.mkfifo(path)


def shared_bytes(path: Path) -> None:
    """Two thousand parts on the same bytes."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("part 0", b"x" * 100_000)
        for number in range(1, 2_000):
            again = copy.copy(archive.infolist()[0])
            again.filename = again.orig_filename = f"part {number}"
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again


BAD: dict[Callable[[Path], None], str] = {
    not_a_zip: "is not a workbook",
    truncated: "is not a workbook",
    encrypted: "is encrypted with a password",
    zip_bomb: "unpacks to more than",
    dtd: "declares a document type",
    without_end: "it took more than",
    deadly: "died",
}
"""What each is refused with."""

ODD_FILES: dict[Callable[[Path], None], str] = {
    sparse: "larger than",
    shared_bytes: "shares its bytes",
}
"""Bad ones that are refused before anything is calculated; a pipe is none of a folder's files."""


def season(
    folder: Path,
    workbooks: int,
    bad: int,
    kinds: Sequence[Callable[[Path], None]] = tuple(BAD),
    *,
    all_different: bool = False,
) -> dict[str, str]:
    """A folder of small stale workbooks with bad ones among them; the reason by bad path.

    With ``all_different`` no two have the same bytes: each has a comment of its own.
    """
    folder.mkdir()
    one = books.book(folder.parent / "one.xlsx", stale()).read_bytes()
    reasons: dict[str, str] = {}
    for number in range(workbooks):
        path = folder / f"{number:05}.xlsx"
        if number % (workbooks // bad) == 0 and len(reasons) < bad:
            make = kinds[len(reasons) % len(kinds)]
            make(path)
            reasons[str(path)] = (BAD | ODD_FILES)[make]
        elif all_different:
            path.write_bytes(one[:-2] + (5).to_bytes(2, "little") + b"%05d" % number)
        else:
            path.write_bytes(one)
    return reasons


def stale() -> dict[str, object]:
    """Cells whose cached values are wrong: a few formulas, two of them ours."""
    return {
        "A1": 55,
        "A2": 5,
        "B1": 3,
        "B2": 3,
        "C1": ("=A1+B1", 0),
        "C2": ("=QOOA({50,50})", 0),
        "C3": ("=TAPL({7,6,5,4,4,4,5})", 0),
    }


FRESH = {"C1": 58.0, "C2": 0.486881, "C3": 270.449361513125}


def is_whole(path: Path) -> bool:
    """Whether a package can be read to its end."""
    with zipfile.ZipFile(path) as file:
        return file.testzip() is None
