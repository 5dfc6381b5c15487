REM XL Tourney: the plain names of its functions. Written by xl-tourney; do not edit.
Option Explicit
Private XlTourneyService As Object

Private Function XlTourneyAddIn() As Object
  If IsNull(XlTourneyService) Then XlTourneyService = CreateUnoService("@SERVICE@")
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
