"""What a button of Excel's ribbon asks and is answered, in texts and cells as VBA has them.

A question is ``name␟value␞…``, where a parameter of the command has ``--`` before its name.  The
answer is rows of six cells, of which the first says what the others are::

    title  Nächste Runde
    field  absent  text  Players who do not take part …  (what stands there)  Ada␟Ben
    edit   Games   12    2       Ada
    said   Round 4 …
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from locale import windows_locale
from typing import Any

import xlwings as xw

from ...commands import find
from ...commands.parts.declaration import NEEDED, Command
from ...hosts.excel.ribbon import RECORD, UNIT
from ...languages import language_for, message, say, speaking
from .open_workbooks import answer

_CELLS = 6
_OTHERS = "--others"
"""What is asked for in one box: the options of a game, which a command does not name."""
_LINES = 40
"""The most lines that a message has, so that it is no higher than a screen."""
_PROMPT = 900
"""The letters that surely go into what ``InputBox`` shows."""
_HOW = {
    "names": message("Names or numbers, with ; between:"),
    "name": message("A name or a number:"),
    "choice": message("The number of one of these:"),
}


@xw.func
def COMMAND(question: str) -> Any:
    """What a command says, asks for and types."""
    told = dict(one.split(UNIT, 1) for one in question.split(RECORD) if one)
    language = language_for(windows_locale.get(int(told["language"]), ""))
    found = answer(
        {
            **{name: told.get(name, "") for name in ("command", "book", "folder", "name")},
            "selected": {name: told[name] for name in ("sheet", "cell", "text") if name in told},
            "language": language.code,
            "arguments": dict(_arguments(told)),
            "form": "form" in told,
        }
    )
    with speaking(language):
        rows = [*_rows(found, find(told["command"])), ()]  # of one row xlwings makes no table
    return [[*row, *[""] * (_CELLS - len(row))] for row in rows]


def _arguments(told: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The parameters that were given; several others are ``rounds=5; handicap``."""
    words = {"yes": True, "no": False}
    for name, value in told.items():
        if name == _OTHERS:
            for one in filter(str.strip, value.split(";")):
                other, _, said = one.partition("=")
                yield other.strip(), said.strip() or True
        elif name.startswith("--"):
            yield name[2:], words.get(value, value)


def _rows(found: Mapping[str, Any], made: Command | None) -> Iterator[Sequence[Any]]:
    yield "title", found["title"]
    others = []
    for one in found.get("fields", ()):
        if made and one["name"] in made.asks:
            is_needed = any(p.name == one["name"] and p.default is NEEDED for p in made.parameters)
            yield _field(one, is_needed)
        else:
            others.append(one["name"])
    if others:
        example, all_ = f"{others[0]}=1; {others[-1]}=2", ", ".join(others)
        prompt = say("What else, as {example}? There are {all}.", example=example, all=all_)
        yield "field", _OTHERS[2:], "text", prompt, "", ""
    if found.get("again"):
        yield ("again",)
    for sheet, row, column, value in found.get("edits", ()):
        yield "edit", sheet, row, column, "" if value is None else value
    lines = found.get("said", "").splitlines()
    for at in range(0, len(lines), _LINES):
        yield "said", "\n".join(lines[at : at + _LINES])
    for file in found["files"][:1]:
        yield "workbook" if file.endswith((".xlsx", ".xlsm")) else "page", file


def _field(one: Mapping[str, Any], is_needed: bool) -> Sequence[Any]:
    """What is asked for in Excel's own boxes: a text, yes or no, a file that is there."""
    kind, prompt, value = one["kind"], one["help"], one["value"]
    choices, words = ([*filter(None, one[key])] for key in ("choices", "words"))
    if kind == "tick":
        return "field", one["name"], kind, prompt, "yes" if value else "no", ""
    if kind == "file" and not is_needed:
        return "field", one["name"], kind, f"{prompt}\n\n{say('Choose a file?')}", "", ""
    if choices:
        prompt = _listed(f"{prompt}\n\n{say(_HOW.get(kind, _HOW['choice']))}", words)
    if kind == "choice" and value:
        value = str(choices.index(value) + 1)
    return "field", one["name"], "text", prompt, value, UNIT.join(choices)


def _listed(prompt: str, choices: Sequence[str]) -> str:
    """A question with its numbered choices, as many as go into the box."""
    for at, one in enumerate(choices, 1):
        if len(prompt) + len(one) > _PROMPT:
            return f"{prompt}\n…"
        prompt += f"\n{at}  {one}"
    return prompt
