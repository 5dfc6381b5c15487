"""Charts as SVG; the style sheet of the page sets colours and fonts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ...events.standings.formats import format_number
from ...languages import in_sentence, message, say, say_value
from ..charts import Chart, Series
from ..progress import Progress
from ..state import say_round, say_round_in_short

WIDTH = 480
MAX_LABEL = 24
"""The longest label of a category, in characters."""
_LETTER, _LINE, _GAP = 7.2, 24, 12


def format_svg(chart: Chart, identity: str) -> str:
    """The chart with its title and alternative text; ``identity`` is unique on the page."""
    draw = _draw_bars if chart.series[0].kind == "bars" else _draw_columns
    height, shapes = draw(chart)
    legend = list(_draw_legend(chart, height))
    height += _LINE * len(legend)
    return "\n".join(
        [
            f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" '
            f'aria-labelledby="{identity}-title {identity}-text">',
            f'<title id="{identity}-title">{escape(say(chart.title))}</title>',
            f'<desc id="{identity}-text">{escape(say(chart.text))}</desc>',
            *shapes,
            *legend,
            "</svg>",
        ]
    )


class _Scale:
    """The mapping of values to coordinates, with ticks at round numbers."""

    def __init__(self, chart: Chart, start: float, end: float) -> None:
        values = [v for series in chart.series for v in series.values if v is not None]
        low, high = min(0.0, *values), max(0.0, *values)
        step = _round_step((high - low) / 5 or 1)
        self._low, self._high = math.floor(low / step) * step, math.ceil(high / step) * step
        if self._low == self._high:
            self._high += step
        count = round((self._high - self._low) / step)
        self.ticks = [self._low + index * step for index in range(count + 1)]
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        share = (value - self._low) / (self._high - self._low)
        return round(self._start + share * (self._end - self._start), 1)


def _round_step(least: float) -> float:
    """The least of 1, 2, 2.5, 5, 10 … that is not below a number."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in (1, 2, 2.5, 5, 10) if power * step >= least * 0.999)


def _draw_bars(chart: Chart) -> tuple[float, list[str]]:
    """Horizontal bars, the first category on top."""
    names = [_shorten(name) for name in chart.categories]
    left = _LETTER * max(map(len, names), default=0) + _GAP
    scale = _Scale(chart, left + _GAP, WIDTH - 2 * _GAP)
    bottom = _LINE * len(names) + _GAP
    shapes = []
    for tick in scale.ticks:
        x, kind = scale(tick), "zero" if tick == 0 else "grid"
        shapes.append(f'<path class="{kind}" d="M{x:g} 4V{bottom}"/>')
        shapes.append(_text(x, bottom + 18, _format_value(chart, tick), "middle"))
    for row, name in enumerate(chart.categories):
        y = _LINE * row + _GAP
        shapes.append(_text(left, y + 12, names[row], "end"))
        height = (_LINE - 8) / len(chart.series)
        for number, series in enumerate(chart.series):
            value = series.values[row]
            if value is not None:
                x, zero, top = scale(value), scale(0), y + height * number
                shapes.append(
                    f'<rect class="s{number}" x="{min(x, zero):g}" y="{top:g}" '
                    f'width="{abs(x - zero):.4g}" height="{height:g}">'
                    f"<title>{_tooltip(chart, name, value)}</title></rect>"
                )
    shapes.append(_text((left + WIDTH) / 2, bottom + 42, say(chart.labels[1]), "middle"))
    return bottom + 50, shapes


def _draw_columns(chart: Chart) -> tuple[float, list[str]]:
    """Grouped columns, and lines over them."""
    top, bottom, left, right = 28, 268, 56, WIDTH - _GAP
    scale = _Scale(chart, *((top, bottom) if chart.downward else (bottom, top)))
    shapes = [_text(4, 14, say(chart.labels[1]))]
    for tick in scale.ticks:
        y, kind = scale(tick), "zero" if tick == 0 else "grid"
        shapes.append(f'<path class="{kind}" d="M{left} {y:g}H{right}"/>')
        shapes.append(_text(left - 6, y + 4, _format_value(chart, tick), "end"))
    category_width = (right - left) / max(1, len(chart.categories))
    names = [_shorten(say_value(say_round_in_short(name))) for name in chart.categories]
    label_width = _LETTER * max(map(len, names), default=1) + _GAP
    label_step = math.ceil(label_width / category_width)
    for index, name in enumerate(names):
        if index % label_step == 0:
            x = min(left + category_width * (index + 0.5), WIDTH - _LETTER * len(name) / 2)
            shapes.append(_text(x, bottom + 18, name, "middle"))
    columns = [series for series in chart.series if series.kind == "columns"]
    for number, series in enumerate(chart.series):
        if series.kind == "lines":
            shapes.append(_draw_line(series, number, left, category_width, scale))
            continue
        column_width = 0.7 * category_width / len(columns)
        for index, value in enumerate(series.values):
            if value is not None:
                x = left + category_width * (index + 0.15)
                x += column_width * columns.index(series)
                y, zero = scale(value), scale(0)
                shapes.append(
                    f'<rect class="s{number}" x="{x:.1f}" y="{min(y, zero):g}" '
                    f'width="{column_width:.1f}" height="{abs(y - zero):g}">'
                    f"<title>{_tooltip(chart, chart.categories[index], value)}</title></rect>"
                )
    shapes.append(_text((left + right) / 2, bottom + 42, say(chart.labels[0]), "middle"))
    return bottom + 50, shapes


def _draw_line(
    series: Series, number: int, left: float, category_width: float, scale: _Scale
) -> str:
    points = " ".join(
        f"{left + category_width * (index + 0.5):.1f},{scale(value):g}"
        for index, value in enumerate(series.values)
        if value is not None
    )
    return _polyline(number, points)


def _polyline(number: int, points: str) -> str:
    """A line with the class of its series."""
    return f'<polyline class="line s{number}" points="{points}"/>'


def _draw_legend(chart: Chart, top: float) -> Iterator[str]:
    """The legend of several series, with a sample of each."""
    if len(chart.series) < 2:
        return
    for number, series in enumerate(chart.series):
        y = top + _LINE * number + 10
        if series.kind == "lines":
            sample = _polyline(number, f"56,{y} 84,{y}")
        else:
            sample = f'<rect class="s{number}" x="56" y="{y - 6}" width="28" height="12"/>'
        yield sample + _text(92, y + 4, say(series.name))


def _tooltip(chart: Chart, name: str, value: float) -> str:
    return escape(f"{name}: {_format_value(chart, value)}")


def _format_value(chart: Chart, value: float) -> str:
    return format_number(value, chart.number_format).replace("-", "\N{MINUS SIGN}")


def _shorten(name: str) -> str:
    return name if len(name) <= MAX_LABEL else f"{name[: MAX_LABEL - 1]}…"


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


PLACES_WIDTH, PLACES_HEIGHT = 320, 84
MOST_BELOW = 40
"""So many letters have room below the line of places."""
_AFTER_EACH = message("place after each round")
_LEVEL = message("Ordered by {criterion}; who was level then stands as today.")


def format_places(name: str, rounds: Sequence[str], places: Sequence[int], size: int) -> str:
    """The places of a player after each round as a line, first place on top."""
    left, right, top, bottom = 12, PLACES_WIDTH - 40, 10, PLACES_HEIGHT - 24
    step = (right - left) / max(1, len(places) - 1)
    height = (bottom - top) / max(1, size - 1)
    points = [(left + step * at, top + height * (place - 1)) for at, place in enumerate(places)]
    said = ", ".join(f"{say_round(label)}: {place}" for label, place in zip(rounds, places))
    marks = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3">'
        f"<title>{escape(say_round(label))}: {place}</title></circle>"
        for (x, y), label, place in zip(points, rounds, places)
    )
    line = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    last_x, last_y = points[-1]
    first, last, between = say_round(rounds[0]), say_round(rounds[-1]), say(_AFTER_EACH)
    fits = len(first + between + last) <= MOST_BELOW
    meaning = _text((left + right) / 2, PLACES_HEIGHT - 4, between, "middle")
    return (
        f'<svg class="places" viewBox="0 0 {PLACES_WIDTH} {PLACES_HEIGHT}" role="img" '
        f'aria-label="{escape(f"{name}: {say(_AFTER_EACH)}. {said}.")}">'
        f'<path class="grid" d="M{left} {top}H{right}M{left} {bottom}H{right}"/>'
        f'<polyline class="line s0" points="{line}"/>{marks}'
        f"{_text(last_x + 8, last_y + 5, str(places[-1]))}"
        f"{_text(left, PLACES_HEIGHT - 4, first)}"
        f"{meaning if fits else ''}"
        f"{_text(right, PLACES_HEIGHT - 4, last, 'end')}</svg>"
    )


MOST_LINES = 8
"""Of so many players the places are drawn: who stands first today."""
LOWEST = 16
"""Lower places are drawn on the lowest line."""


def format_progress(
    progress: Progress, names: Mapping[str, str], identity: str
) -> tuple[str, str, str]:
    """The places of the first players after each round: a title, lines with names, a note."""
    shown = list(progress.places.items())[:MOST_LINES]
    title = say("Places after each round")
    lowest = min(LOWEST, max(place for _, places in shown for place in places))
    labels = [_shorten(names[anchor]) for anchor, _ in shown]
    left, right, top = 34, WIDTH - _LETTER * max(map(len, labels)) - _GAP, 20
    row = 22
    bottom = top + row * (lowest - 1)
    step = (right - left - _GAP) / (len(progress.rounds) - 1)
    shapes = []
    for place in range(1, lowest + 1):
        y = top + row * (place - 1)
        shapes.append(f'<path class="grid" d="M{left} {y}H{right:.0f}"/>')
        more = "+" if place == LOWEST < progress.size else ""
        shapes.append(_text(left - 8, y + 5, f"{place}{more}", "end"))
    rounds = [say_round_in_short(label) for label in progress.rounds]
    widest = 1.5 * _LETTER * max(map(len, rounds))
    every = math.ceil(widest / step) if step else 1
    for at, label in enumerate(rounds):
        if (len(progress.rounds) - 1 - at) % every == 0:
            anchor = "start" if at == 0 else "middle"
            shapes.append(_text(left + step * at, bottom + 24, label, anchor))
    for number, ((_, places), label) in enumerate(zip(shown, labels)):
        points = " ".join(
            f"{left + step * at:.0f},{top + row * (min(place, lowest) - 1)}"
            for at, place in enumerate(places)
        )
        shapes.append(_polyline(number, points))
        shapes.append(_text(right, top + row * (min(places[-1], lowest) - 1) + 5, label))
    note = say(_LEVEL, criterion=in_sentence(say(progress.criterion)))
    text = "; ".join(
        f"{label}: {', '.join(map(str, places))}" for (_, places), label in zip(shown, labels)
    )
    drawing = "\n".join(
        [
            f'<svg viewBox="0 0 {WIDTH} {bottom + 32}" role="img" '
            f'aria-labelledby="{identity}-title {identity}-text">',
            f'<title id="{identity}-title">{escape(title)}</title>',
            f'<desc id="{identity}-text">{escape(text)}.</desc>',
            *shapes,
            "</svg>",
        ]
    )
    return title, drawing, note
