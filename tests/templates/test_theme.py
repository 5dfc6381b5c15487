"""Everything that is written can be read."""

from __future__ import annotations

import pytest

from xl_tourney.templates.parts import theme


def _luminance(colour: str) -> float:
    """As the WCAG define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_of_black_on_white() -> None:
    assert contrast("000000", "FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("name", theme.STYLES)
def test_every_look_has_enough_contrast(name) -> None:
    look = theme.STYLES[name]
    assert contrast(look.text, look.paper) >= 4.5
