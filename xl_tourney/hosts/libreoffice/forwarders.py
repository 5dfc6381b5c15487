"""The Basic forwarders, which make the plain ``=GBQ(…)`` of an Excel file calculate in Calc.

Calc looks up an unknown name among the Basic functions of the user's profile.  The forwarders are
there and call the add-in.  Their arguments are numbered, because some of the parameters' names are
reserved words of Basic.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from ...functions import CATALOGUE, Function
from .uno_component import SERVICE

MODULE = "XlTourney"

_HEAD = f'''REM XL Tourney: the plain names of its functions. Written by xl-tourney; do not edit.
Option Explicit
Private XlTourneyService As Object

Private Function XlTourneyAddIn() As Object
  If IsNull(XlTourneyService) Then XlTourneyService = CreateUnoService("{SERVICE}")
  XlTourneyAddIn = XlTourneyService
End Function

Private Function XlTourneyArgument(Optional argument As Variant) As Variant
  If IsMissing(argument) Then
    XlTourneyArgument = Empty
  Else
    XlTourneyArgument = argument
  End If
End Function

Private Function XlTourneyCells(rows As Variant) As Variant
  If UBound(rows) = 0 And UBound(rows(0)) = 0 Then
    XlTourneyCells = rows(0)(0)
    Exit Function
  End If
  Dim block(UBound(rows), UBound(rows(0))) As Variant
  Dim r As Long, c As Long
  For r = 0 To UBound(rows)
    For c = 0 To UBound(rows(0))
      block(r, c) = rows(r)(c)
    Next c
  Next r
  XlTourneyCells = block
End Function
'''

NO_ADDIN_MESSAGE = "The XL Tourney add-in does not answer: run xl-tourney calc install."
"""The value of a cell where the add-in of the forwarders is missing."""


def format_basic() -> str:
    """The Basic source of the module."""
    return "\n".join([_HEAD, *map(_format_forwarder, CATALOGUE)])


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
