Attribute VB_Name = "{name}"
'Written by xl-tourney {version} from its list of functions: do not change it here.
Option Explicit

Private python As New {connection}

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

