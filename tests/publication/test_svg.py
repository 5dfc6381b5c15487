"""Pictures of small charts, shape by shape: columns and lines have a height of 240 units."""

# ruff: noqa: E501

from __future__ import annotations

import pytest

from xl_tourney.publication.charts import Chart, Series
from xl_tourney.publication.page.drawings import _round_step, _Scale, format_svg

COLUMNS_AND_A_LINE = """\
<svg viewBox="0 0 480 390" role="img" aria-labelledby="one-title one-text">
<title id="one-title">Shares &amp; odds</title>
<desc id="one-text">Text</desc>
<text x="4" y="14" text-anchor="start">Of all</text>
<path class="zero" d="M56 268H468"/>
<text x="50" y="272" text-anchor="end">0%</text>
<path class="grid" d="M56 208H468"/>
<text x="50" y="212" text-anchor="end">10%</text>
<path class="grid" d="M56 148H468"/>
<text x="50" y="152" text-anchor="end">20%</text>
<path class="grid" d="M56 88H468"/>
<text x="50" y="92" text-anchor="end">30%</text>
<path class="grid" d="M56 28H468"/>
<text x="50" y="32" text-anchor="end">40%</text>
<text x="159" y="286" text-anchor="middle">1st</text>
<text x="365" y="286" text-anchor="middle">2nd</text>
<rect class="s0" x="86.9" y="28" width="72.1" height="240"><title>1st: 40%</title></rect>
<rect class="s0" x="292.9" y="208" width="72.1" height="60"><title>2nd: 10%</title></rect>
<rect class="s1" x="159.0" y="148" width="72.1" height="120"><title>1st: 20%</title></rect>
<polyline class="line s2" points="159.0,118 365.0,118"/>
<text x="262" y="310" text-anchor="middle">Place</text>
<rect class="s0" x="56" y="322" width="28" height="12"/><text x="92" y="332" text-anchor="start">Own</text>
<rect class="s1" x="56" y="346" width="28" height="12"/><text x="92" y="356" text-anchor="start">All</text>
<polyline class="line s2" points="56,376 84,376"/><text x="92" y="380" text-anchor="start">Even</text>
</svg>"""
"""Columns of 40% and 10%, and of 20%, below a line at 25%."""

BARS = """\
<svg viewBox="0 0 480 110" role="img" aria-labelledby="two-title two-text">
<title id="two-title">Gap</title>
<desc id="two-text">Text</desc>
<path class="grid" d="M196.8 4V60"/>
<text x="196.8" y="78" text-anchor="middle">−0.5</text>
<path class="zero" d="M261.6 4V60"/>
<text x="261.6" y="78" text-anchor="middle">0.0</text>
<path class="grid" d="M326.4 4V60"/>
<text x="326.4" y="78" text-anchor="middle">0.5</text>
<path class="grid" d="M391.2 4V60"/>
<text x="391.2" y="78" text-anchor="middle">1.0</text>
<path class="grid" d="M456 4V60"/>
<text x="456" y="78" text-anchor="middle">1.5</text>
<text x="184.8" y="24" text-anchor="end">Ann</text>
<rect class="s0" x="261.6" y="12" width="194.4" height="16"><title>Ann: 1.5</title></rect>
<text x="184.8" y="48" text-anchor="end">AAAAAAAAAAAAAAAAAAAAAAA…</text>
<rect class="s0" x="196.8" y="36" width="64.8" height="16"><title>AAAAAAAAAAAAAAAAAAAAAAAAA: −0.5</title></rect>
<text x="332.4" y="102" text-anchor="middle">Games</text>
</svg>"""
"""Bars of 1.5 and −0.5, each unit 129.6 wide."""

DOWNWARD = """\
<svg viewBox="0 0 480 318" role="img" aria-labelledby="three-title three-text">
<title id="three-title">Places</title>
<desc id="three-text">T</desc>
<text x="4" y="14" text-anchor="start">Place</text>
<path class="zero" d="M56 28H468"/>
<text x="50" y="32" text-anchor="end">0</text>
<path class="grid" d="M56 108H468"/>
<text x="50" y="112" text-anchor="end">1</text>
<path class="grid" d="M56 188H468"/>
<text x="50" y="192" text-anchor="end">2</text>
<path class="grid" d="M56 268H468"/>
<text x="50" y="272" text-anchor="end">3</text>
<text x="159" y="286" text-anchor="middle">1</text>
<text x="365" y="286" text-anchor="middle">2</text>
<polyline class="line s0" points="159.0,108 365.0,268"/>
<text x="262" y="310" text-anchor="middle">Round</text>
</svg>"""
"""A line from place 1 down to place 3."""


def test_columns_and_a_line() -> None:
    series = [
        Series("columns", "Own", [0.4, 0.1]),
        Series("columns", "All", [0.2, None]),
        Series("lines", "Even", [0.25, 0.25]),
    ]
    chart = Chart("Shares & odds", ("Place", "Of all"), "Text", "0%", ["1st", "2nd"], series)
    assert format_svg(chart, "one") == COLUMNS_AND_A_LINE


def test_bars() -> None:
    names = ["Ann", "A" * 25]
    chart = Chart("Gap", ("Who", "Games"), "Text", "0.0", names, [Series("bars", "", [1.5, -0.5])])
    assert format_svg(chart, "two") == BARS


def test_a_line_of_places_goes_down() -> None:
    line = [Series("lines", "Ann", [1, 3])]
    chart = Chart("Places", ("Round", "Place"), "T", "0", ["1", "2"], line, True)
    assert format_svg(chart, "three") == DOWNWARD


@pytest.mark.parametrize(
    ("least", "step"),
    [(1, 1), (1.01, 2), (2.1, 2.5), (2.6, 5), (5.1, 10), (10, 10), (0.03, 0.05), (0.1, 0.1)],
)
def test_ticks_are_round_numbers_apart(least: float, step: float) -> None:
    assert _round_step(least) == pytest.approx(step)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([0], [0, 1]),
        ([5], [0, 1, 2, 3, 4, 5]),
        ([-5], [-5, -4, -3, -2, -1, 0]),
        ([3, None, -3], [-4, -2, 0, 2, 4]),
        ([11], [0, 2.5, 5, 7.5, 10, 12.5]),
    ],
)
def test_a_scale_begins_and_ends_at_a_tick(values: list[float | None], ticks: list[float]) -> None:
    chart = Chart("", ("", ""), "", "0", [], [Series("lines", "", values)])
    scale = _Scale(chart, 100, 200)
    assert scale.ticks == ticks
    assert (scale(ticks[0]), scale(ticks[-1])) == (100, 200)
