"""A LibreOffice that stays open and types into workbooks, as a director does."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Literal, NamedTuple
from xml.sax.saxutils import escape

from tests.templates.plain_libreoffice import make_profile
from xl_tourney.hosts.libreoffice import program

_MODULE = "Typing"
_END = "</library:library>"
_SECONDS = 240
_BASIC = """
Dim book As Object

Sub Serve(folder As String)
  Do While Not FileExists(folder & "/stop")
    If FileExists(folder & "/job") Then
      TypeAll folder
      Kill folder & "/job"
    End If
    Wait 50
  Loop
  StarDesktop.terminate()
End Sub

Sub TypeAll(folder As String)
  Dim files, stream, shown, parts, cell, filter(0) As New com.sun.star.beans.PropertyValue
  Dim hidden(0) As New com.sun.star.beans.PropertyValue
  hidden(0).Name = "Hidden"
  hidden(0).Value = True
  filter(0).Name = "FilterName"
  filter(0).Value = "Calc MS Excel 2007 XML"
  files = createUnoService("com.sun.star.ucb.SimpleFileAccess")
  stream = createUnoService("com.sun.star.io.TextInputStream")
  stream.setInputStream(files.openFileRead(folder & "/job"))
  stream.setEncoding("UTF-8")
  If FileExists(folder & "/shown") Then Kill folder & "/shown"
  shown = createUnoService("com.sun.star.io.TextOutputStream")
  shown.setOutputStream(files.openFileWrite(folder & "/shown"))
  shown.setEncoding("UTF-8")
  Dim url As String
  url = stream.readLine()
  If stream.readLine() = "load" Then
    If Not IsNull(book) Then book.close(True)
    book = StarDesktop.loadComponentFromURL(url, "_blank", 0, hidden())
  End If
  Do While Not stream.isEOF()
    parts = Split(stream.readLine(), Chr(9))
    If UBound(parts) = 3 Then
      If parts(0) = "" Then
        cell = book.NamedRanges.getByName(parts(1)).getReferredCells().getCellByPosition(0, 0)
      Else
        If Not book.Sheets.hasByName(parts(0)) Then
          book.Sheets.insertNewByName(parts(0), book.Sheets.Count)
        End If
        cell = book.Sheets.getByName(parts(0)).getCellRangeByName(parts(1))
      End If
      If parts(2) = "show" Then
        shown.writeString(cell.getString() & Chr(10))
      ElseIf parts(2) = "undo" Then
        Do While book.getUndoManager().isUndoPossible()
          book.getUndoManager().undo()
        Loop
      ElseIf parts(2) = "insert" Then
        cell.Spreadsheet.unprotect("")
        cell.Spreadsheet.Rows.insertByIndex(cell.RangeAddress.StartRow, CLng(parts(3)))
      ElseIf parts(2) = "fill" Then
        FillRows cell.Spreadsheet, cell.RangeAddress.StartRow, CLng(parts(3))
      ElseIf parts(2) = "number" Then
        cell.setValue(Val(parts(3)))
      ElseIf parts(2) = "input" And Not IsText(book, cell) Then
        cell.setFormula(parts(3))
      Else
        cell.setString(parts(3))
      End If
    End If
  Loop
  stream.closeInput()
  shown.closeOutput()
  book.storeToURL(url, filter())
End Sub

Function IsText(book As Object, cell As Object) As Boolean
  IsText = (book.getNumberFormats().getByKey(cell.NumberFormat).Type And 256) <> 0
End Function

Sub FillRows(sheet As Object, first As Long, count As Long)
  Dim above, row As Long
  above = sheet.getCellRangeByPosition(0, first - 1, 255, first - 1).RangeAddress
  For row = first To first + count - 1
    sheet.copyRange(sheet.getCellByPosition(0, row).CellAddress, above)
  Next row
End Sub
"""


class Rows(NamedTuple):
    """Rows that are inserted above a cell, or that get what stands in the row above it."""

    count: int
    verb: Literal["insert", "fill"]


class Verb(Enum):
    """What else is done in a workbook."""

    SHOW = "show"
    """Read the text of a cell."""
    UNDO = "undo"
    """Take back all that was done since the workbook was opened."""


Typed = tuple[str, str, "str | float | Rows | Verb"]
"""A sheet, a cell, and what is typed or done there; or no sheet, and the cell's name."""


class Input(str):
    """What is typed as a person types it: 2:1 becomes a time, 60% a number.

    In a cell whose format is text, it stays a text.
    """


class Typist:
    """Types into cells of a workbook, and saves it.

    It stays open, and is opened anew if its file is no longer what was saved.
    """

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self._process = process
        self._folder = folder
        self._open: tuple[Path, int] | None = None

    def type_into(self, book: Path, cells: Sequence[Typed]) -> list[str]:
        """Type, and save; gives the texts of the cells that were to be shown."""
        before = book.stat().st_mtime_ns
        lines = [book.as_uri(), "go on" if self._open == (book, before) else "load"]
        for sheet, cell, value in cells:
            kind = "number"
            if isinstance(value, str):
                kind = "input" if isinstance(value, Input) else "text"
            if isinstance(value, Rows):
                value, kind = value
            elif isinstance(value, Verb):
                value, kind = "", value.value
            lines.append(f"{sheet}\t{cell}\t{kind}\t{value}")
        job = self._folder / "job"
        job.with_name("new").write_text("\n".join(lines), encoding="utf-8")
        job.with_name("new").rename(job)
        while job.exists():
            assert self._process.poll() is None, "LibreOffice has ended"
            time.sleep(0.02)
        self._open = book, book.stat().st_mtime_ns
        assert self._open[1] > before
        return (self._folder / "shown").read_text(encoding="utf-8").splitlines()


@contextmanager
def start_typist(folder: Path) -> Iterator[Typist]:
    """Start LibreOffice in a profile of its own, and end it."""
    soffice = program.find()
    profile = make_profile(folder / "profile")
    soffice.run_soffice(profile, "--terminate_after_init")
    library = profile.root / "user" / "basic" / "Standard"
    contents = library / "script.xlb"
    text = contents.read_text(encoding="utf-8")
    element = f'<library:element library:name="{_MODULE}"/>'
    contents.write_text(text.replace(_END, element + _END), encoding="utf-8")
    (library / f"{_MODULE}.xba").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<script:module xmlns:script="http://openoffice.org/2000/script" '
        f'script:name="{_MODULE}" script:language="StarBasic">{escape(_BASIC)}</script:module>',
        encoding="utf-8",
    )
    jobs = folder / "jobs"
    jobs.mkdir()
    quiet = ("--headless", "--norestore", "--nolockcheck", "--nodefault")
    macro = f'macro:///Standard.{_MODULE}.Serve("{jobs.as_uri()}")'
    command = [str(soffice.soffice), *quiet, *profile.arguments, macro]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            yield Typist(process, jobs)
        finally:
            (jobs / "stop").touch()
            process.wait(timeout=_SECONDS)
