"""The icon of the web add-in: a winners' podium, in every size that Office asks for."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from xl_tourney.hosts.officejs import site

ROWS = {
    **dict.fromkeys((0, 1, 2, 3, 14, 15), "................"),
    **dict.fromkeys((4, 5, 6, 7), "......####......"),
    **dict.fromkeys((8, 9), "..oooo####......"),
    **dict.fromkeys((10, 11, 12, 13), "..oooo####oooo.."),
}
"""Its smallest size: the winner in the middle, the second on the left, the third on the right."""
COLOURS = {(0x1F, 0x4E, 0x79): ".", (0xFF, 0xFF, 0xFF): "o", (0xFF, 0xC0, 0x00): "#"}


@pytest.mark.parametrize("size", [16, 32, 64, 80])
def test_every_size_is_the_same_picture(size: int) -> None:
    with Image.open(Path(site.__file__).parent / "static" / f"icon-{size}.png") as image:
        image.load()
        assert (image.size, image.mode) == ((size, size), "RGB")
        found = ["".join(COLOURS[image.getpixel((x, y))] for x in range(size)) for y in range(size)]
    times = size // 16
    wanted = ("".join(sign * times for sign in ROWS[row]) for row in range(16))
    assert found == [row for row in wanted for _ in range(times)]
