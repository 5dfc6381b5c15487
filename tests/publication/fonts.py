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

    Carlito is made of it, the font of the pages of events where Calibri is not.
    """
    import mkdocs

    for font in Path(mkdocs.__file__).parent.glob("themes/readthedocs/css/fonts/lato-*.woff"):
        (folder / f"{font.stem}.ttf").write_bytes(unpacked(font.read_bytes()))
    path = folder / "fonts.conf"
    path.write_text(CONFIGURATION.format(folder), "utf-8")
    return {"FONTCONFIG_FILE": str(path)}


def unpacked(woff: bytes) -> bytes:
    """A font of the web as a system has it: the same tables, not compressed, and another head."""
    flavor, count = struct.unpack(">4xI4xH", woff[:14])
    power = count.bit_length() - 1
    head = struct.pack(">IHHHH", flavor, count, 16 << power, power, 16 * count - (16 << power))
    data, at = b"", 12 + 16 * count
    for entry in range(44, 44 + 20 * count, 20):
        tag, offset, packed, size, checksum = struct.unpack(">4sIIII", woff[entry : entry + 20])
        table = woff[offset : offset + packed]
        table = zlib.decompress(table) if packed < size else table
        head += struct.pack(">4sIII", tag, checksum, at + len(data), size)
        data += table + bytes(-size % 4)
    return head + data
