"""The VBA module of wrappers, which call Python and return real error values.

Everything in this module can be called from a cell, so it holds the functions of the catalogue, two
macros, and nothing else.  A wrapper passes its arguments to :mod:`.vba_connection`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ... import __version__
from ...catalogue.host_names import CATEGORY, to_vba_name
from ...functions import Function
from . import vba_connection

MODULE = "XLTourney"
MAX_HELP_CHARACTERS = 255
"""The longest help text that the function wizard shows and a file may hold."""

_SENTENCE_END = re.compile(r"([.?!])\s+(?=[A-Z])")
_REPLACEMENTS = str.maketrans({"−": "-", "√": "root of ", "Σ": "sum of ", "χ": "chi", "₁": "1"})


def to_wizard_text(text: str) -> str:
    """A text for the function wizard: whole sentences, in the code page 1252 of VBA.

    >>> to_wizard_text("1000·√games")
    '1000·root of games'
    >>> to_wizard_text("The score.  " + 30 * "More of it. ")[-23:]
    'More of it. More of it.'
    """
    plain = " ".join(text.translate(_REPLACEMENTS).split())
    plain = plain.encode("cp1252", "replace").decode("cp1252")
    if len(plain) <= MAX_HELP_CHARACTERS:
        return plain
    ends = [match.end(1) for match in _SENTENCE_END.finditer(plain)]
    whole = [end for end in ends if end <= MAX_HELP_CHARACTERS]
    if not whole:
        raise ValueError(f"no sentence ends in the first {MAX_HELP_CHARACTERS} characters: {text}")
    return plain[: whole[-1]]


def format_module(functions: Iterable[Function]) -> str:
    """The source of the module."""
    head = Path(__file__).with_name(f"{MODULE}.bas").read_text("utf-8")
    head = head.format(
        name=MODULE, version=__version__, connection=vba_connection.CLASS, category=CATEGORY
    )
    return head + "\n".join(map(format_wrapper, functions))


def format_wrapper(function: Function) -> str:
    """The wrapper of a function: its help, its category, and its call."""
    name = function.name
    names = [to_vba_name(p.name) for p in function.parameters]
    declared = [
        f"Optional {argument}" if p.optional else argument
        for argument, p in zip(names, function.parameters)
    ]
    description = to_wizard_text(function.help.summary).replace('"', '""')
    return (
        f"Public Function {name}({', '.join(declared)})\n"
        f'Attribute {name}.VB_Description = "{description}"\n'
        f'Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n20"\n'
        f'    {name} = python.CallFunction("{name}", Array({", ".join(names)}))\n'
        "End Function\n"
    )
