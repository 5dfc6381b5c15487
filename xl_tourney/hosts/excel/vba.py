"""The functions as VBA: a module of wrappers that call Python and give real error values.

A wrapper hands over the values of its cells, calls the module that xlwings serves by way of
xlwings' own ``XLPy``, and turns a text such as ``"#N/A"`` into the error of that name.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from ... import __version__
from ...functions import Function
from .errors import CVERR

MODULE = "XLTourney"
SERVED = "xl_tourney.hosts.excel.udfs"
LONGEST_HELP = 255
"""What the function wizard shows of a text, and a file may hold."""

_WORDS = """
access alias and any append as attribute base binary boolean byref byte byval call case close
compare const currency date debug declare dim do double each else elseif empty end enum eqv erase
error event exit explicit false for friend function get global gosub goto if imp implements in
input integer is len let lib like line lock long longlong longptr loop lset me mid mod name new next
not nothing null object on open option optional or output paramarray preserve print private property
public put raiseevent random read redim rem reset resume return rset seek select set shared single
spc static step stop string sub tab text then to true type typeof unlock until variant wend while
width with withevents write xor
"""
_RESERVED = frozenset(_WORDS.split())
_PLAIN = str.maketrans({"−": "-", "√": "root of ", "Σ": "sum of ", "χ": "chi", "₁": "1"})


def argument_name(name: str) -> str:
    """A parameter's name as VBA takes it: a word of the language gets a mark.

    >>> argument_name("games"), argument_name("step")
    ('games', 'step_')
    """
    return f"{name}_" if name.lower() in _RESERVED else name


def help_text(text: str) -> str:
    """A text as the function wizard shows it: short, and in letters that every VBA can hold.

    >>> help_text("1000·√games")
    '1000·root of games'
    """
    plain = text.translate(_PLAIN).encode("cp1252", "replace").decode("cp1252")
    return textwrap.shorten(plain, LONGEST_HELP, placeholder=" …")


def module(functions: Iterable[Function]) -> str:
    """The source of the module."""
    errors = "\n".join(f'        Case "{e}": AsError = CVErr({n})' for e, n in CVERR.items())
    head = _HEAD.format(name=MODULE, version=__version__, served=SERVED, errors=errors)
    return head + "\n".join(map(wrapper, functions))


def wrapper(function: Function) -> str:
    """One function: its help, its category, and its call."""
    name = function.name
    names = [argument_name(p.name) for p in function.parameters]
    declared = [
        f"Optional {argument}" if p.optional else argument
        for argument, p in zip(names, function.parameters)
    ]
    described = help_text(function.help.summary).replace('"', '""')
    return (
        f"Public Function {name}({', '.join(declared)})\n"
        f'Attribute {name}.VB_Description = "{described}"\n'
        f'Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n20"\n'
        f'    {name} = Called("{name}", Array({", ".join(names)}))\n'
        "End Function\n"
    )


_HEAD = """\
Attribute VB_Name = "{name}"
'Written by xl-tourney {version} from its list of functions: do not change it here.
Option Explicit

Private server As Object

Public Sub XLTourneyCheck()
    'Says whether Python answers, and if it does not, why: press Alt+F8 and type XLTourneyCheck.
    On Error GoTo failed
    Set server = XLPy
    MsgBox "Python answers: GBQ is " & GBQ(105, 9, 1) & " for a single player.", vbInformation
    Exit Sub
failed:
    MsgBox Err.Description, vbExclamation
End Sub

Private Function Called(name As String, arguments As Variant) As Variant
    Dim i As Long, tries As Long
    For i = LBound(arguments) To UBound(arguments)
        If IsObject(arguments(i)) Then arguments(i) = arguments(i).Value2
    Next i
    On Error GoTo failed
ask:
    If server Is Nothing Then Set server = XLPy
    Called = WithErrors(server.CallUDF("{served}", (name), (arguments)))
    Exit Function
failed:
    'Python may have been ended since the last call: it is started once more.
    Set server = Nothing
    tries = tries + 1
    If tries = 1 Then Resume ask
    Called = CVErr(2015)
End Function

Private Function WithErrors(ByVal result As Variant) As Variant
    Dim i As Long, j As Long
    If Not IsArray(result) Then
        result = AsError(result)
    ElseIf IsTable(result) Then
        For i = LBound(result, 1) To UBound(result, 1)
            For j = LBound(result, 2) To UBound(result, 2)
                result(i, j) = AsError(result(i, j))
            Next j
        Next i
    Else
        For i = LBound(result) To UBound(result)
            result(i) = AsError(result(i))
        Next i
    End If
    WithErrors = result
End Function

Private Function IsTable(result As Variant) As Boolean
    Dim last As Long
    On Error GoTo one_row
    last = UBound(result, 2)
    IsTable = True
one_row:
End Function

Private Function AsError(ByVal cell As Variant) As Variant
    AsError = cell
    If VarType(cell) <> vbString Then Exit Function
    If Left$(cell, 1) <> "#" Then Exit Function
    Select Case cell
{errors}
    End Select
End Function

"""
