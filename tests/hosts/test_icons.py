"""The pictures of the web add-in, in every size that Office asks for: a podium, one a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from xl_tourney.commands import everything
from xl_tourney.hosts.officejs import site

ROWS = {
    **dict.fromkeys((0, 1, 2, 3, 14, 15), "................"),
    **dict.fromkeys((4, 5, 6, 7), "......####......"),
    **dict.fromkeys((8, 9), "..oooo####......"),
    **dict.fromkeys((10, 11, 12, 13), "..oooo####oooo.."),
}
"""Its smallest size: the winner in the middle, the second on the left, the third on the right."""
COLOURS = {(0x1F, 0x4E, 0x79): ".", (0xFF, 0xFF, 0xFF): "o", (0xFF, 0xC0, 0x00): "#"}


def rows(name: str, size: int) -> list[str]:
    """A picture as its points of the smallest size, which are squares in others."""
    with Image.open(Path(site.__file__).parent / "static" / f"{name}-{size}.png") as image:
        image.load()
        assert image.size == (size, size)
        pixels = image.convert("RGB")
        lines = [
            "".join(COLOURS[pixels.getpixel((x, y))] for x in range(size)) for y in range(size)
        ]
    found = ["".join(line[:: size // 16]) for line in lines[:: size // 16]]
    times = size // 16
    assert lines == ["".join(sign * times for sign in row) for row in found for _ in range(times)]
    return found


@pytest.mark.parametrize("size", [16, 32, 64, 80])
def test_every_size_is_the_same_picture(size: int) -> None:
    assert rows("icon", size) == [ROWS[row] for row in range(16)]


def test_every_command_has_a_picture_of_its_own() -> None:
    names = [one.name for one in everything() if one.menu]
    pictures = {tuple(rows(name, 16)): name for name in names}
    assert len(pictures) == len(names) and tuple(ROWS[row] for row in range(16)) not in pictures
    for picture, name in pictures.items():
        assert rows(name, 32) == rows(name, 80) == [*picture]
