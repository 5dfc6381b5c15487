"""The smallest room of each template, and few workbooks that have every choice of every option."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from xl_tourney.errors import OptionError
from xl_tourney.templates import Template
from xl_tourney.templates.parts.workbook import Functions, StandingsWorkbook

SMALL: Mapping[str, Mapping[str, int | str]] = {
    "bridge": {"pairs": 4, "tables": 2, "boards": 4},
    "chess": {"players": 5, "rounds": 3, "games": 6, "listed": "chosen", "categories": 1},
    "go": {"rows": 5, "rounds": 3, "games": 6},
    "kdice": {"rows": 4},
    "league": {"rows": 6},
    "tantrix": {"players": 4, "rows": 6},
}
"""Options by template: for tests to which it says nothing how many can play."""


def choices(template: Template) -> list[dict[str, str]]:
    """Options that together have every choice: the first ones the first of each, and so on."""
    offered = {option.name: option.choices for option in template.options if option.choices}
    count = max(map(len, offered.values()))
    return [{name: of[at % len(of)] for name, of in offered.items()} for at in range(count)]


def built(
    template: Template, functions: Functions, chosen: Mapping[str, str], **room: Any
) -> Iterator[tuple[Mapping[str, str], StandingsWorkbook]]:
    """An empty workbook with some choices; one for each of them if they do not go together."""
    try:
        yield chosen, template.build(functions=functions, **{**room, **chosen})
    except OptionError:
        for one in ({name: choice} for name, choice in chosen.items()):
            yield one, template.build(functions=functions, **{**room, **one})
