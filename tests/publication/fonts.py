"""One font for a browser, whatever this machine has: what fits with it fits on every machine."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{0}</dir><cachedir>{0}/cache</cachedir></fontconfig>
"""


def only_lato(folder: Path) -> dict[str, str]:
    """The environment of a browser that knows Lato alone, which mkdocs brings for its pages.

    Made smaller it is Carlito, as wide as Calibri, which the pages of events ask for.
    """
    import mkdocs

    for font in Path(mkdocs.__file__).parent.glob("themes/readthedocs/css/fonts/lato-*.woff"):
        (folder / f"{font.stem}.ttf").write_bytes(unpacked(font.read_bytes()))
    path = folder / "fonts.conf"
    path.write_text(CONFIGURATION.format(folder), "utf-8")
    return {"FONTCONFIG_FILE": str(path)}


SMALLER = 1.1
"""A digit of Lato is 0.58 of an em wide, one of Calibri 0.507; an n 0.557 and 0.525."""


def unpacked(woff: bytes) -> bytes:
    """A font of the web as a system has it, and smaller: its tables, not compressed."""
    flavor, count = struct.unpack(">4xI4xH", woff[:14])
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavor, count, 16 << power, power, 16 * count - (16 << power))
    data, at = b"", 12 + 16 * count
    for entry in range(44, 44 + 20 * count, 20):
        tag, offset, packed, size, checksum = struct.unpack(">4sIIII", woff[entry : entry + 20])
        table = woff[offset : offset + packed]
        table = zlib.decompress(table) if packed < size else table
        if tag == b"head":  # units of an em
            (units,) = struct.unpack(">H", table[18:20])
            table = table[:18] + struct.pack(">H", round(units * SMALLER)) + table[20:]
        head += struct.pack(">4sIII", tag, checksum, at + len(data), size)
        data += table + bytes(-size % 4)
    return head + data
