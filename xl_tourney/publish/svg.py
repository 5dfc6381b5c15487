"""A chart as SVG; its colours and type come from the style of the page."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from .charts import Chart, Series
from .standings import number_shown

WIDTH = 480
LONGEST = 24
"""How many characters of a category are shown."""
_LETTER, _LINE, _GAP = 7.2, 24, 12


def svg(chart: Chart, identity: str) -> str:
    """The chart with its title and its text; no two charts of a page have the same identity."""
    draw = _bars if chart.series[0].kind == "bars" else _columns
    height, shapes = draw(chart)
    legend = list(_legend(chart, height))
    height += _LINE * len(legend)
    return "\n".join(
        [
            f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" '
            f'aria-labelledby="{identity}-title {identity}-text">',
            f'<title id="{identity}-title">{escape(chart.title)}</title>',
            f'<desc id="{identity}-text">{escape(chart.text)}</desc>',
            *shapes,
            *legend,
            "</svg>",
        ]
    )


class _Scale:
    """From values to places, with ticks at round figures."""

    def __init__(self, chart: Chart, start: float, end: float) -> None:
        values = [v for one in chart.series for v in one.values if v is not None]
        low, high = min(0.0, *values), max(0.0, *values)
        step = _round_step((high - low) / 5 or 1)
        self._low, self._high = math.floor(low / step) * step, math.ceil(high / step) * step
        if self._low == self._high:
            self._high += step
        count = round((self._high - self._low) / step)
        self.ticks = [self._low + at * step for at in range(count + 1)]
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)


def _round_step(least: float) -> float:
    """The next of 1, 2, 2.5, 5, 10 … from a number on."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in (1, 2, 2.5, 5, 10) if power * step >= least * 0.999)


def _bars(chart: Chart) -> tuple[float, list[str]]:
    """Bars to the left and to the right, the first category on top."""
    names = [_short(name) for name in chart.categories]
    left = _LETTER * max(map(len, names), default=0) + _GAP
    scale = _Scale(chart, left + _GAP, WIDTH - 2 * _GAP)
    bottom = _LINE * len(names) + _GAP
    shapes = []
    for tick in scale.ticks:
        x, kind = scale(tick), "zero" if tick == 0 else "grid"
        shapes.append(f'<path class="{kind}" d="M{x:g} 4V{bottom}"/>')
        says = _figure(chart, tick)
        shapes.append(_text(x, bottom + 18, says, "middle"))
    for row, name in enumerate(chart.categories):
        y = _LINE * row + _GAP
        shapes.append(_text(left, y + 12, names[row], "end"))
        high = (_LINE - 8) / len(chart.series)
        for number, one in enumerate(chart.series):
            value = one.values[row]
            if value is not None:
                x, zero, at = scale(value), scale(0), y + high * number
                shapes.append(
                    f'<rect class="s{number}" x="{min(x, zero):g}" y="{at:g}" '
                    f'width="{abs(x - zero):.4g}" height="{high:g}">'
                    f"<title>{_says(chart, name, value)}</title></rect>"
                )
    shapes.append(_text((left + WIDTH) / 2, bottom + 42, chart.labels[1], "middle"))
    return bottom + 50, shapes


def _columns(chart: Chart) -> tuple[float, list[str]]:
    """Columns side by side, and lines over them."""
    top, bottom, left, right = 28, 268, 56, WIDTH - _GAP
    scale = _Scale(chart, *((top, bottom) if chart.downward else (bottom, top)))
    shapes = [_text(4, 14, chart.labels[1])]
    for tick in scale.ticks:
        y, kind = scale(tick), "zero" if tick == 0 else "grid"
        shapes.append(f'<path class="{kind}" d="M{left} {y:g}H{right}"/>')
        says = _figure(chart, tick)
        shapes.append(_text(left - 6, y + 4, says, "end"))
    room = (right - left) / max(1, len(chart.categories))
    wide = _LETTER * max(map(len, map(_short, chart.categories)), default=1) + _GAP
    every = math.ceil(wide / room)
    for at, name in enumerate(chart.categories):
        if at % every == 0:
            half = _LETTER * len(_short(name)) / 2
            x = min(left + room * (at + 0.5), WIDTH - half)
            shapes.append(_text(x, bottom + 18, _short(name), "middle"))
    columns = [one for one in chart.series if one.kind == "columns"]
    for number, one in enumerate(chart.series):
        if one.kind == "lines":
            shapes.append(_line(one, number, left, room, scale))
            continue
        wide = 0.7 * room / len(columns)
        for at, value in enumerate(one.values):
            if value is not None:
                x = left + room * (at + 0.15) + wide * columns.index(one)
                y, zero = scale(value), scale(0)
                shapes.append(
                    f'<rect class="s{number}" x="{x:.1f}" y="{min(y, zero):g}" '
                    f'width="{wide:.1f}" height="{abs(y - zero):g}">'
                    f"<title>{_says(chart, chart.categories[at], value)}</title></rect>"
                )
    shapes.append(_text((left + right) / 2, bottom + 42, chart.labels[0], "middle"))
    return bottom + 50, shapes


def _line(one: Series, number: int, left: float, room: float, scale: _Scale) -> str:
    points = " ".join(
        f"{left + room * (at + 0.5):.1f},{scale(value):g}"
        for at, value in enumerate(one.values)
        if value is not None
    )
    return _shape(number, points)


def _shape(number: int, points: str) -> str:
    """A line in the colour and the dashes of its number."""
    return f'<polyline class="line s{number}" points="{points}"/>'


def _legend(chart: Chart, top: float) -> Iterator[str]:
    """What each of several series is, with the shape that it is drawn in."""
    if len(chart.series) < 2:
        return
    for number, one in enumerate(chart.series):
        y = top + _LINE * number + 10
        if one.kind == "lines":
            sign = _shape(number, f"56,{y} 84,{y}")
        else:
            sign = f'<rect class="s{number}" x="56" y="{y - 6}" width="28" height="12"/>'
        yield sign + _text(92, y + 4, one.name)


def _says(chart: Chart, name: str, value: float) -> str:
    return escape(f"{name}: {_figure(chart, value)}")


def _figure(chart: Chart, value: float) -> str:
    return number_shown(value, chart.number_format).replace("-", "\N{MINUS SIGN}")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _text(x: float, y: float, says: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(says)}</text>'
