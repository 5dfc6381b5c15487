"""The commands as Python functions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..commands.parts.declaration import Command, Parameter
from ..commands.parts.running import run
from ..errors import OptionError


def function_of(made: Command) -> Callable[..., Any]:
    """A command as a function: its parameters but those of terminals, and its result.

    >>> from xl_tourney import commands
    >>> print(inspect.signature(function_of(commands.find("standings"))))
    (book: 'Book') -> 'Report'
    """
    parameters = [one for one in made.parameters if not one.about.terminal]
    places = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    typed = [
        inspect.Parameter(
            one.name, places[one.is_keyword], default=one.default, annotation=_type(made, one)
        )
        for one in parameters
    ]
    typed += [
        inspect.Parameter(one.name, inspect.Parameter.VAR_KEYWORD, annotation=one.text)
        for one in made.options
    ]
    signature = inspect.Signature(
        typed,
        return_annotation=made.returns,
    )

    def function(*arguments: Any, **named: Any) -> Any:
        bound = signature.bind(*arguments, **named).arguments
        for one in parameters:
            given = bound.get(one.name)
            if one.kind is Path and given is not None:
                bound[one.name] = Path(given)
            words = [given] if isinstance(given, str) else given or ()
            if one.choices and (wrong := [word for word in words if word not in one.choices]):
                raise OptionError(f"{one.name} is {wrong[0]}; it is {', '.join(one.choices)}.")
        for one in made.options:
            bound |= bound.pop(one.name, {})
        outcome = run(made, bound)
        for later in outcome.after:
            if not isinstance(later, str):
                later()
        return outcome.result

    function.__name__ = function.__qualname__ = made.name
    function.__module__ = "xl_tourney"
    function.__signature__ = signature  # type: ignore[attr-defined]
    about = "\n".join(f"{one.name}\n    {one.about.help}" for one in [*parameters, *made.options])
    function.__doc__ = f"{made.help}\n\nParameters\n----------\n{about}\n\n{made.sections}".rstrip()
    return function


def _type(made: Command, one: Parameter) -> str:
    """A parameter's type as a caller writes it: more kinds of workbooks, and texts for paths."""
    book = "PathLike" if made.writes else "Book"
    text = re.sub(r"\bPackage( \| Path)?\b", book, one.text)
    return re.sub(r"\bPath\b", "PathLike", text)
