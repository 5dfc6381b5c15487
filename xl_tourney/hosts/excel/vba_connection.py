"""The VBA class that starts Python, calls it, and reports why it does not answer.

It is a class because a cell can call no procedure of a class.  xlwings' own module is not part of
the files: its ``RunPython`` and ``RunFrozenPython`` would let any cell start any program.
"""

from __future__ import annotations

from ... import __version__
from .error_codes import CVERR
from .server import BOOTSTRAP

CLASS = "XLTourneyPython"
UDF_MODULE = "xl_tourney.hosts.excel.udfs"
REASONS_MODULE = "xl_tourney.hosts.excel.reasons"
SETTINGS_FILE = r"%USERPROFILE%\.xl_tourney\xl_tourney.conf"
SECONDS_TO_ANSWER = 5
"""How long a cell waits for a Python that has been started."""
SECONDS_OF_PAUSE = 60
"""How long cells are answered at once after a Python that did not answer."""


def format_class(xlwings_version: str) -> str:
    """The source of the class, for the library of a version of xlwings."""
    values = {
        "VERSION": __version__,
        "XLWINGS": xlwings_version,
        "FUNCTIONS": UDF_MODULE,
        "REASONS": REASONS_MODULE,
        "SETTINGS": SETTINGS_FILE,
        "ANSWER": str(SECONDS_TO_ANSWER),
        "PAUSE": str(SECONDS_OF_PAUSE),
        "BOOTSTRAP": BOOTSTRAP,
        "ERRORS": "\n".join(f'        Case "{e}": AsError = CVErr({n})' for e, n in CVERR.items()),
    }
    source = _SOURCE
    for name, value in values.items():
        source = source.replace(f"@{name}@", value)
    return source


_SOURCE = r"""Attribute VB_Name = "XLTourneyPython"
'Written by xl-tourney @VERSION@: do not change it here.
'The connection to Python. It is a class, because no cell can call a procedure of a class.
Option Explicit

Private Const ADDIN_VERSION As String = "@VERSION@"
Private Const SETTINGS_FILE As String = "@SETTINGS@"
Private Const REMEDY As String = "In a command window: xl-tourney excel install"
Private Const SECONDS_TO_ANSWER As Long = @ANSWER@
Private Const SECONDS_OF_PAUSE As Long = @PAUSE@
Private Const MAX_PRINTED As Long = 500

#If Win64 Then
Private Const LIBRARY As String = "xlwings64-@XLWINGS@.dll"
Private Declare PtrSafe Function Activate Lib "xlwings64-@XLWINGS@.dll" _
    Alias "XLPyDLLActivateAuto" _
    (ByRef result As Variant, ByVal classId As String, ByVal mode As Long) As Long
#Else
Private Const LIBRARY As String = "xlwings32-@XLWINGS@.dll"
Private Declare PtrSafe Function Activate Lib "xlwings32-@XLWINGS@.dll" _
    Alias "XLPyDLLActivateAuto" _
    (ByRef result As Variant, ByVal classId As String, ByVal mode As Long) As Long
#End If
Private Declare PtrSafe Function LoadLibrary Lib "KERNEL32" _
    Alias "LoadLibraryA" (ByVal path As String) As LongPtr
Private Declare PtrSafe Function CurrentProcessId Lib "KERNEL32" _
    Alias "GetCurrentProcessId" () As Long
Private Declare PtrSafe Sub Sleep Lib "KERNEL32" (ByVal milliseconds As Long)

Private server As Object
Private process As Object
Private classId As String
Private logFile As String
Private interpreter As String
Private libraryFile As String
Private failure As String
Private failedAt As Date
Private explaining As Boolean
Private reasons As String
Private rowOffset As Long
Private columnOffset As Long

Public Function CallFunction(ByVal name As String, arguments As Variant) As Variant
    Dim i As Long, wasConnected As Boolean
    For i = LBound(arguments) To UBound(arguments)
        If IsObject(arguments(i)) Then arguments(i) = arguments(i).Value2
    Next i
    On Error GoTo failed
again:
    wasConnected = Not server Is Nothing
    If Not wasConnected Then Connect
    If server Is Nothing Then
        CallFunction = CVErr(2015)
        Exit Function
    End If
    CallFunction = WithErrors(server.CallUDF("@FUNCTIONS@", (name), (arguments)))
    If explaining Then AddReason name, arguments
    Exit Function
failed:
    'Python may have ended since the last call. It is started once more, but only if it had lived.
    Set server = Nothing
    If wasConnected Then Resume again
    RememberFailure "Python failed at " & name & ": " & Err.Description
    CallFunction = CVErr(2015)
End Function

Public Function FindProblem() As String
    'The sentences that tell what is wrong; empty when Python answers.
    Dim problem As String, pythonVersion As String
    failedAt = 0
    Set server = Nothing
    Connect
    On Error GoTo failed
    If Not server Is Nothing Then
        pythonVersion = server.CallUDF("@REASONS@", "VERSION", Array())
        If pythonVersion = ADDIN_VERSION Then Exit Function
        failure = "The functions in Excel are of xl-tourney " & ADDIN_VERSION & _
            ", but Python has xl-tourney " & pythonVersion & ". Close Excel. " & REMEDY
    End If
    problem = failure
report:
    FindProblem = problem & vbCrLf & vbCrLf & Describe()
    Exit Function
failed:
    problem = "Python fails: " & Err.Description
    Resume report
End Function

Public Function Describe() As String
    Describe = "xl-tourney: " & ADDIN_VERSION & vbCrLf & _
        "Python: " & IIf(interpreter = "", "unknown", interpreter) & vbCrLf & _
        "Library: " & IIf(libraryFile = "", LIBRARY, libraryFile)
End Function

Public Function ExplainCell(cell As Object) As String
    Dim formulaCells As Object
    If cell Is Nothing Then
        ExplainCell = "Select a cell with an error first."
        Exit Function
    End If
    If Not IsError(cell.Value) Then
        ExplainCell = "The selected cell shows no error."
        Exit Function
    End If
    Set formulaCells = FindFormulaCells(cell)
    rowOffset = cell.Row - formulaCells.Row
    columnOffset = cell.Column - formulaCells.Column
    reasons = ""
    explaining = True
    On Error Resume Next
    formulaCells.Calculate
    On Error GoTo 0
    explaining = False
    If reasons <> "" Then
        ExplainCell = reasons
    ElseIf server Is Nothing And failure <> "" Then
        ExplainCell = failure & vbCrLf & "XLTourneyCheck (Alt+F8) tries again."
    Else
        ExplainCell = "No function of xl-tourney gives this error. " & _
            "Look at the cells that the formula refers to."
    End If
End Function

Private Function FindFormulaCells(cell As Object) As Object
    'The cells that are calculated together; SpillParent is new in Excel 365.
    Set FindFormulaCells = cell
    On Error Resume Next
    If cell.HasArray Then Set FindFormulaCells = cell.CurrentArray
    If cell.HasSpill Then Set FindFormulaCells = cell.SpillParent
End Function

Private Sub AddReason(ByVal name As String, arguments As Variant)
    Dim extended() As Variant, reason As String, i As Long
    On Error Resume Next
    ReDim extended(0 To UBound(arguments) + 2)
    extended(0) = rowOffset
    extended(1) = columnOffset
    For i = LBound(arguments) To UBound(arguments)
        extended(i + 2) = arguments(i)
    Next i
    reason = server.CallUDF("@REASONS@", (name), (extended))
    If reason = "" Then Exit Sub
    If InStr(reasons, reason) > 0 Then Exit Sub
    If reasons <> "" Then reasons = reasons & vbCrLf
    reasons = reasons & reason
End Sub

Private Sub Connect()
    On Error GoTo failed
    If Attach() Then Exit Sub
    If failedAt <> 0 Then
        If (Now - failedAt) * 86400 < SECONDS_OF_PAUSE Then Exit Sub
    End If
    StartPython
    Exit Sub
failed:
    RememberFailure Err.Description
End Sub

Private Function Attach() As Boolean
    'Whether the Python that was started serves its functions; it returns at once.
    Dim result As Variant
    If process Is Nothing Then Exit Function
    If process.Status <> 0 Then Exit Function
    If Activate(result, classId, 1) <> 0 Then Exit Function
    Set server = result
    failure = ""
    failedAt = 0
    Attach = True
End Function

Private Sub StartPython()
    Dim shell As Object, began As Double, waited As Double
    #If Mac Then
    Err.Raise 1000, , "The add-in is for Excel on Windows; on a Mac use xlwings Lite."
    #End If
    EndPython
    Set shell = CreateObject("WScript.Shell")
    ReadInterpreter shell.ExpandEnvironmentStrings(SETTINGS_FILE)
    interpreter = shell.ExpandEnvironmentStrings(interpreter)
    FindLibrary
    classId = NewClassId()
    logFile = shell.ExpandEnvironmentStrings("%TEMP%") & "\xl_tourney-" & _
        Mid$(classId, 2, 8) & ".log"
    Execute shell
    began = Timer
    Do
        If Attach() Then Exit Sub
        If process.Status <> 0 Then
            Err.Raise 1000, , "Python ended before it could answer." & FormatPrinted()
        End If
        waited = Timer - began
        If waited < 0 Then waited = waited + 86400
        If waited > SECONDS_TO_ANSWER - 0.1 Then
            Err.Raise 1000, , "Python has not answered for " & SECONDS_TO_ANSWER & _
                " seconds." & FormatPrinted()
        End If
        Sleep 50
    Loop
End Sub

Private Sub Execute(shell As Object)
    'No command window stands between, and no part of a workbook's name is in the command.
    Dim quote As String, reason As String
    quote = Chr$(34)
    On Error GoTo failed
    Set process = shell.Exec(quote & interpreter & quote & " -I -B -c " & quote & _
        "@BOOTSTRAP@" & quote & " " & classId & " " & quote & logFile & quote & " " & _
            CurrentProcessId())
    Exit Sub
failed:
    reason = Err.Description
    On Error GoTo 0
    Err.Raise 1000, , "Windows does not let Excel start " & interpreter & " (" & reason & ")."
End Sub

Private Sub ReadInterpreter(ByVal settingsFile As String)
    Dim files As Object, settings As Object, entry As String, comma As Long
    interpreter = ""
    libraryFile = ""
    Set files = CreateObject("Scripting.FileSystemObject")
    If Not files.FileExists(settingsFile) Then
        Err.Raise 1000, , "There is no file " & settingsFile & _
            ", which names the Python to call. " & REMEDY
    End If
    Set settings = files.OpenTextFile(settingsFile, 1)
    Do Until settings.AtEndOfStream
        entry = Replace(settings.ReadLine, Chr$(34), "")
        comma = InStr(entry, ",")
        If comma > 0 Then
            If UCase$(Left$(entry, comma - 1)) = "INTERPRETER_WIN" Then
                interpreter = Mid$(entry, comma + 1)
            End If
        End If
    Loop
    settings.Close
    If interpreter = "" Then
        Err.Raise 1000, , settingsFile & " names no INTERPRETER_WIN. " & REMEDY
    End If
End Sub

Private Sub FindLibrary()
    Dim files As Object, folder As String
    Set files = CreateObject("Scripting.FileSystemObject")
    'A relative path would be looked up in the folder of the open workbook.
    If Not (interpreter Like "[A-Za-z]:\*" Or interpreter Like "\\*") Then
        Err.Raise 1000, , "The path of Python, " & interpreter & ", is not a full one. " & REMEDY
    End If
    If Not files.FileExists(interpreter) Then
        Err.Raise 1000, , "There is no Python at " & interpreter & ". " & REMEDY
    End If
    folder = files.GetParentFolderName(interpreter)
    libraryFile = folder & "\" & LIBRARY
    If Not files.FileExists(libraryFile) Then
        libraryFile = files.GetParentFolderName(folder) & "\" & LIBRARY
    End If
    If Not files.FileExists(libraryFile) Then
        libraryFile = ""
        Err.Raise 1000, , LIBRARY & " is neither in " & folder & _
            " nor in the folder above it: " & _
            "xlwings of another version is installed there, or none. " & REMEDY
    End If
    If LoadLibrary(libraryFile) = 0 Then
        Err.Raise 1000, , "Windows does not load " & libraryFile & _
            ": it is damaged or blocked. " & REMEDY
    End If
End Sub

Private Function FormatPrinted() As String
    Dim printed As String
    printed = ReadPrinted()
    If printed <> "" Then FormatPrinted = vbCrLf & "It printed:" & vbCrLf & _
        Right$(printed, MAX_PRINTED)
End Function

Private Function ReadPrinted() As String
    Dim files As Object, lines As Object
    On Error Resume Next
    Set files = CreateObject("Scripting.FileSystemObject")
    If files.FileExists(logFile) Then
        Set lines = files.OpenTextFile(logFile, 1)
        If Not lines.AtEndOfStream Then ReadPrinted = lines.ReadAll
        lines.Close
    End If
    'Python itself could not start; after its end this does not wait.
    If process.Status <> 0 Then ReadPrinted = ReadPrinted & process.StdErr.ReadAll
End Function

Private Sub EndPython()
    On Error Resume Next
    If process Is Nothing Then Exit Sub
    If process.Status = 0 Then process.Terminate
    CreateObject("Scripting.FileSystemObject").DeleteFile logFile
    Set process = Nothing
End Sub

Private Sub RememberFailure(ByVal reason As String)
    Set server = Nothing
    failure = reason
    failedAt = Now
End Sub

Private Function NewClassId() As String
    Dim digits As String
    Randomize Timer + CurrentProcessId()
    Do While Len(digits) < 32
        digits = digits & Hex$(Int(Rnd * 16))
    Loop
    NewClassId = "{" & Left$(digits, 8) & "-" & Mid$(digits, 9, 4) & "-" & _
        Mid$(digits, 13, 4) & "-" & _
        Mid$(digits, 17, 4) & "-" & Right$(digits, 12) & "}"
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
@ERRORS@
    End Select
End Function
"""
