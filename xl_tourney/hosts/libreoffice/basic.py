"""The Basic forwarders: they make the plain ``=GBQ(…)`` of an Excel file calculate in Calc.

Calc looks for a name that it does not know among the Basic functions of the user's profile.  The
forwarders stand there and call the add-in.  The names of their arguments mean nothing, because
some words mean something to Basic.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from ...functions import CATALOGUE, Function
from .addin import SERVICE

MODULE = "XlTourney"

_HEAD = f'''REM XL Tourney: the plain names of its functions. Written by xl-tourney; do not edit.
Option Explicit
Private XlTourneyService As Object

Private Function XlTourneyAddIn() As Object
  If IsNull(XlTourneyService) Then XlTourneyService = CreateUnoService("{SERVICE}")
  XlTourneyAddIn = XlTourneyService
End Function

Private Function XlTourneyGiven(Optional argument As Variant) As Variant
  If IsMissing(argument) Then
    XlTourneyGiven = Empty
  Else
    XlTourneyGiven = argument
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

MISSING = "The XL Tourney add-in does not answer: run xl-tourney calc install."
"""What a cell shows when the forwarders are there and the add-in is not."""


def code() -> str:
    """The module's Basic."""
    return "\n".join([_HEAD, *map(_forwarder, CATALOGUE)])


def _forwarder(function: Function) -> str:
    names = [f"a{at}" for at, _ in enumerate(function.parameters, 1)]
    taken = ", ".join(f"Optional {name}" for name in names)
    given = ", ".join(f"XlTourneyGiven({name})" for name in names)
    return f"""Function {function.name}({taken})
  On Error GoTo failed
  {function.name} = XlTourneyCells(XlTourneyAddIn().{function.name}({given}))
  Exit Function
failed:
  {function.name} = "{MISSING}"
End Function
"""


def module() -> str:
    """The module as a file of a Basic library."""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" '
        '"module.dtd">\n<script:module xmlns:script="http://openoffice.org/2000/script" '
        f'script:name="{MODULE}" script:language="StarBasic">'
        f"{escape(code())}</script:module>\n"
    )
