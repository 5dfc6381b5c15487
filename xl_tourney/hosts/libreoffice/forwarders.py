"""The Basic forwarders, which make the plain ``=GBQ(…)`` of an Excel file calculate in Calc.

Calc looks up an unknown name among the Basic functions of the user's profile.  The forwarders are
there and call the add-in.  Their arguments are numbered, because some of the parameters' names are
reserved words of Basic.
"""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape

from ...functions import CATALOGUE, Function
from .uno_component import SERVICE

MODULE = "XlTourney"

NO_ADDIN_MESSAGE = "The XL Tourney add-in does not answer: run xl-tourney calc install."
"""The value of a cell where the add-in of the forwarders is missing."""


def format_basic() -> str:
    """The Basic source of the module."""
    head = (
        Path(__file__).with_name(f"{MODULE}.bas").read_text("utf-8").replace("@SERVICE@", SERVICE)
    )
    return "\n".join([head, *map(_format_forwarder, CATALOGUE)])


def _format_forwarder(function: Function) -> str:
    names = [f"a{number}" for number, _ in enumerate(function.parameters, 1)]
    declared = ", ".join(f"Optional {name}" for name in names)
    forwarded = ", ".join(f"XlTourneyArgument({name})" for name in names)
    return f"""Function {function.name}({declared})
  On Error GoTo failed
  {function.name} = XlTourneyCells(XlTourneyAddIn().{function.name}({forwarded}))
  Exit Function
failed:
  {function.name} = "{NO_ADDIN_MESSAGE}"
End Function
"""


def format_module() -> str:
    """The module as a file of a Basic library."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" '
        '"module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" '
        f'script:name="{MODULE}" script:language="StarBasic">'
        f"{escape(format_basic())}</script:module>\n"
    )
