"""The lists in a JSON file as tables: a column for each key of its objects."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import InputError
from .workbook import Rows, format_value

_MOST_DEPTH = 6


def read(text: str, file: str) -> dict[str, Rows]:
    """The lists of objects or of lists by where they stand; inner keys stand behind a blank."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    try:
        whole = _parse(text)
    except ValueError as error:
        raise InputError(f"{file}: this is no JSON ({error}); correct it.") from error
    except RecursionError as error:
        raise InputError(f"{file}: this JSON is nested too deeply; save a plain list.") from error
    return {name or "list": rows for name, rows in _find_lists(whole, "", 0)}


def _parse(text: str) -> Any:
    """One value, or one in each line."""
    try:
        return json.loads(text)
    except ValueError:
        lines = [line for line in text.splitlines() if line.strip()]
        if len(lines) < 2 or not all(line.startswith("{") for line in lines):
            raise
        return list(map(json.loads, lines))


def _find_lists(value: Any, name: str, depth: int) -> Iterator[tuple[str, Rows]]:
    if isinstance(value, list) and value:
        if all(isinstance(item, dict) for item in value):
            yield name, _rows(value)
        elif all(isinstance(item, list) for item in value):
            yield name, [list(map(_format, row)) for row in value]
    elif isinstance(value, dict) and depth < _MOST_DEPTH:
        for key, inner in value.items():
            yield from _find_lists(inner, f"{name} {key}".strip(), depth + 1)


def _rows(objects: Sequence[dict[str, Any]]) -> Rows:
    flat = [dict(_flatten(item, "", 0)) for item in objects]
    heading = list(dict.fromkeys(key for item in flat for key in item))
    return [heading, *[[item.get(key, "") for key in heading] for item in flat]]


def _flatten(item: dict[str, Any], name: str, depth: int) -> Iterator[tuple[str, str]]:
    for key, value in item.items():
        path = f"{name} {key}".strip()
        if isinstance(value, dict) and value and depth < _MOST_DEPTH:
            yield from _flatten(value, path, depth + 1)
        else:
            yield path, _format(value)


def _format(value: Any) -> str:
    """A value as text; a list such as [2, 1] as 2-1, and what is empty as blank."""
    if value in ([], {}):
        return ""
    return "-".join(map(_format, value)) if isinstance(value, list) else format_value(value)
