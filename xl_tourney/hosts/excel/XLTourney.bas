Attribute VB_Name = "{name}"
'Written by xl-tourney {version} from its list of functions: do not change it here.
Option Explicit

Private python As New {connection}
Private ribbon As New {ribbon}

Public Sub XLTourneyCheck()
    'Says whether Python answers, or why not: press Alt+F8 and type XLTourneyCheck.
    Dim problem As String
    problem = python.FindProblem()
    If problem <> "" Then
        MsgBox problem, vbExclamation, "{category}"
        Exit Sub
    End If
    Application.CalculateFull
    MsgBox "Python answers, and everything has been recalculated." & vbCrLf & vbCrLf & _
        python.Describe(), vbInformation, "{category}"
End Sub

Public Sub XLTourneyWhy()
    'Says why the selected cell shows an error: press Alt+F8 and type XLTourneyWhy.
    MsgBox python.ExplainCell(ActiveCell), vbInformation, "{category}"
End Sub

Public Sub XLTourneyRun(control As Object)
    'A button of the ribbon; no cell has a tag.
    ribbon.Run Split(control.Tag, "|")(0), python
End Sub

Public Sub XLTourneyLabel(control As Object, ByRef label As Variant)
    label = ribbon.Describe(control.Tag, 1)
End Sub

Public Sub XLTourneyTip(control As Object, ByRef tip As Variant)
    tip = ribbon.Describe(control.Tag, 2)
End Sub

Public Sub XLTourneyUndo()
    'Takes back what the last button typed: Excel calls it.
    ribbon.Undo
End Sub

