"""The dialogs of the menu: a form made from what a command asks for, and a text that is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

Field = Mapping[str, Any]
"""What is asked for: ``name``, ``kind``, ``help``, and the ``value`` that stands there.

Where there are ``choices``, ``words`` say what each is called.

A kind is ``text``, ``tick``, ``choice``, ``file``, ``name`` or ``names`` of players.
"""

_WIDTH, _GAP, _LINE, _BUTTON = 260, 6, 10, 50
"""In the units of dialogs: a column, what is between controls, a line of text, a button."""
_LETTERS = 72
"""How many letters surely go on a line of a column; of Japanese ones half as many."""
_MOST = 8
"""How many fields go into a column."""
_LIST = 80
_ANSWER = 380, 200
"""The width and the height of what is said: a line of a table fits, and sentences wrap."""
_PLACE = 60, 40
"""Where a dialog stands over its window."""
_TOGGLED: dict[str, Any] = {"MultiSelectionSimpleMode": True}
"""A click on a name adds it, and another one takes it out again."""
_BOLD = {"FontWeight": 150.0}
_PUSH = {"OK": 1, "Cancel": 2}
"""The buttons, which LibreOffice labels in its language."""
_MODELS = {
    "text": "Edit",
    "tick": "CheckBox",
    "choice": "ListBox",
    "file": "FileControl",
    "name": "ComboBox",
    "names": "ListBox",
}


class Dialogs:
    """The dialogs over a window."""

    def __init__(self, service: Callable[[str], Any], window: Any) -> None:
        self._service, self._window = service, window

    def show(self, title: str, text: str) -> None:
        """Say something; the text can be selected."""
        width, height = _ANSWER
        dialog = _Dialog(self._service, title, width)
        font = {"FontName": "Liberation Mono"}  # for tables
        kind: dict[str, Any] = {"MultiLine": True, "ReadOnly": True, "VScroll": True, **font}
        dialog.add("Edit", height, Text=text, **kind)
        dialog.run(self._window, "OK")

    def ask(self, title: str, fields: Sequence[Field]) -> dict[str, Any] | None:
        """What was filled in, by the names of the fields; None if it was cancelled."""
        dialog = _Dialog(self._service, title)
        models = []
        for at, one in enumerate(fields):
            if at and at % _MOST == 0:
                dialog.next_column()
            lines = -(-sum(1 + (letter > "⺀") for letter in one["help"]) // _LETTERS)
            is_tick = one["kind"] == "tick"
            if is_tick:
                models.append(_add_control(dialog, one))
            else:
                dialog.add("FixedText", _LINE, 0, Label=one["label"], **_BOLD)
            gap = _GAP if is_tick else 0
            dialog.add("FixedText", lines * _LINE, gap, Label=one["help"], MultiLine=True)
            if not is_tick:
                models.append(_add_control(dialog, one))
        if not dialog.run(self._window, "OK", "Cancel"):
            return None
        filled = {one["name"]: _value(one, model) for one, model in zip(fields, models)}
        asked = {one["name"]: one["value"] for one in fields}
        return {name: value for name, value in filled.items() if value != asked[name]}


def _add_control(dialog: _Dialog, one: Field) -> Any:
    kind, choices, words = one["kind"], one["choices"], tuple(one["words"])
    model, height = _MODELS[kind], 14
    if kind == "tick":
        state = int(one["value"])
        return dialog.add(model, height, 0, Label=one["label"], MultiLine=True, State=state)
    if kind == "choice":
        at = choices.index(one["value"]) if one["value"] in choices else 0
        return dialog.add(model, height, StringItemList=words, Dropdown=True, SelectedItems=(at,))
    if kind == "names":
        return dialog.add(model, _LIST, StringItemList=words, MultiSelection=True, **_TOGGLED)
    if kind == "name":
        return dialog.add(model, height, StringItemList=words, Dropdown=True, Text=one["value"])
    return dialog.add(model, height, Text=one["value"])


def _value(one: Field, model: Any) -> Any:
    """What was filled in."""
    kind, choices = one["kind"], one["choices"]
    if kind == "tick":
        return bool(model.State)
    if kind == "choice":
        return choices[model.SelectedItems[0]] if model.SelectedItems else one["value"]
    if kind == "names":
        return "; ".join(choices[at] for at in model.SelectedItems)
    return model.Text


class _Dialog:
    """A dialog whose controls stand one below the other, in columns."""

    def __init__(self, service: Callable[[str], Any], title: str, width: int = _WIDTH) -> None:
        self._service, self._width = service, width
        self._model = service("awt.UnoControlDialogModel")
        self._model.Title = title
        self._model.PositionX, self._model.PositionY = _PLACE
        self._left = self._top = self._bottom = _GAP
        self._count = 0

    def next_column(self) -> None:
        """Go on to the right."""
        self._left, self._top = self._left + self._width + _GAP, _GAP

    def add(self, kind: str, height: int, gap: int = _GAP, **properties: Any) -> Any:
        """Add a control below the last one; gives its model."""
        made = self._insert(kind, self._left, self._top, self._width, height, **properties)
        self._top += height + gap
        self._bottom = max(self._bottom, self._top)
        return made

    def run(self, window: Any, *buttons: str) -> bool:
        """Show it until it is closed; whether that was by OK."""
        self._model.Width = self._left + self._width + _GAP
        left = self._model.Width
        for name in reversed(buttons):
            left -= _BUTTON + _GAP
            kind = {"PushButtonType": _PUSH[name], "DefaultButton": name == "OK"}
            self._insert("Button", left, self._bottom, _BUTTON, 14, **kind)
        self._model.Height = self._bottom + 14 + _GAP
        dialog = self._service("awt.UnoControlDialog")
        dialog.setModel(self._model)
        dialog.createPeer(window.Toolkit, window)
        try:
            return bool(dialog.execute())
        finally:
            dialog.dispose()

    def _insert(
        self, kind: str, left: int, top: int, width: int, height: int, **properties: Any
    ) -> Any:
        made = self._model.createInstance(f"com.sun.star.awt.UnoControl{kind}Model")
        self._count += 1
        place = {"PositionX": left, "PositionY": top, "Width": width, "Height": height}
        for name, value in {**place, "TabIndex": self._count, **properties}.items():
            setattr(made, name, value)  # which makes a sequence one of the right type
        self._model.insertByName(f"c{self._count}", made)
        return made
