"""The commands as Python functions, and the stub of the package's names."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import resolve_name
from pathlib import Path
from typing import Any

from ..commands import everything
from ..commands.parts.declaration import Command, Parameter
from ..commands.parts.running import run
from ..errors import OptionError

_WIDTH = 100


def function_of(made: Command) -> Callable[..., Any]:
    """A command as a function: its parameters but those of terminals, and its result.

    >>> from xl_tourney import commands
    >>> print(inspect.signature(function_of(commands.find("standings"))))
    (book: 'Book') -> 'Report'
    """
    parameters = [one for one in made.parameters if not one.about.terminal]
    places = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    signature = inspect.Signature(
        [
            inspect.Parameter(
                one.name, places[one.is_keyword], default=one.default, annotation=_type(made, one)
            )
            for one in parameters
        ],
        return_annotation=made.returns,
    )

    def function(*arguments: Any, **named: Any) -> Any:
        bound = signature.bind(*arguments, **named).arguments
        for one in parameters:
            given = bound.get(one.name)
            if one.kind is Path and given is not None:
                bound[one.name] = Path(given)
            elif one.choices and isinstance(given, str) and given not in one.choices:
                raise OptionError(f"{one.name} is {given}; it is {', '.join(one.choices)}.")
        return run(made, bound).result

    function.__name__ = function.__qualname__ = made.name
    function.__module__ = "xl_tourney"
    function.__signature__ = signature  # type: ignore[attr-defined]
    about = "\n".join(f"{one.name}\n    {one.about.help}" for one in parameters)
    function.__doc__ = f"{made.help}\n\nParameters\n----------\n{about}\n\n{made.sections}".rstrip()
    return function


def _type(made: Command, one: Parameter) -> str:
    """A parameter's type as a caller writes it: more kinds of workbooks, and texts for paths."""
    book = "PathLike" if made.writes else "Book"
    return re.sub(r"\bPath\b", "PathLike", re.sub(r"\bPackage\b", book, one.text))


def format_stub(modules: Mapping[str, Iterable[str]]) -> str:
    """The stub of the package, with the names of some modules beside the commands."""
    functions, types = [], set()
    for made in everything():
        signature = inspect.signature(function_of(made))
        written = [*_written(signature)]
        text = f"def {made.name}({', '.join(written)}) -> {made.returns}: ..."
        if len(text) > _WIDTH:
            inside = "".join(f"    {one},\n" for one in written)
            text = f"def {made.name}(\n{inside}) -> {made.returns}: ..."
        functions.append(text)
        kinds = f"{made.returns} {[one.annotation for one in signature.parameters.values()]}"
        types |= set(_imports(made, set(re.findall(r"\w+", kinds))))
    lines = ['"""What a Python program calls. Made by: python docs/commands.py."""', ""]
    lines += ["# ruff: noqa: I001", "", *sorted(types)]
    lines += [f"from {m} import {n} as {n}" for m, names in modules.items() for n in names]
    return "\n".join([*lines, "", "__version__: str", "", *functions, ""])


def _written(signature: inspect.Signature) -> Iterator[str]:
    was_keyword = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not was_keyword:
            was_keyword = True
            yield "*"
        default = "" if one.default is one.empty else " = ..."
        yield f"{one.name}: {one.annotation}{default}".replace("'", '"')


def _imports(made: Command, names: set[str]) -> Iterator[str]:
    """The lines that import types, as the command's module does."""
    module = inspect.getmodule(made.call)
    assert module is not None and module.__file__
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            source = resolve_name("." * node.level + (node.module or ""), module.__package__)
            source = re.sub(r"^xl_tourney\b", "", source) or "."
            yield from (f"from {source} import {a.name}" for a in node.names if a.name in names)
    for name in names & {"Book", "PathLike"}:
        yield f"from .commands.parts.books import {name}"
