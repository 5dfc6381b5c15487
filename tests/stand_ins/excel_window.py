"""An Excel that has a workbook open and the add-in loaded: pyOpenVBA's model of Excel.

Added are the members that the model lacks and the ribbon calls.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyopenvba.apps.excel import Application, ExcelApplication, Workbook
from pyopenvba.apps.excel._bridge import ExcelBridge
from pyopenvba.apps.excel._io import save_workbook
from pyopenvba.interpreter import EMPTY, VBAInt, VBAObject, member, method

from xl_tourney.hosts.excel import xlam

from .windows import Host, Windows

_LANGUAGES = {"en": 0x409, "de": 0x407, "pl": 0x415, "ja": 0x411, "sv": 0x41D}
_MANUAL = -4135
YES = 6
CANCEL = "\0"
"""What a box answers that was cancelled."""


class _Members(Application):  # type: ignore[misc]
    """What the model of Excel lacks; values are as they were saved."""

    @method  # type: ignore[untyped-decorator]
    def Calculate(self) -> Any:
        """Nothing: the model would take seconds for it."""
        return EMPTY

    @method  # type: ignore[untyped-decorator]
    def OnUndo(self, text: Any, procedure: Any) -> Any:
        """Name what Undo does."""
        self.undo = str(text), str(procedure)
        return EMPTY

    @member  # type: ignore[untyped-decorator]
    def LanguageSettings(self) -> Any:
        """The languages of Office."""
        return _Spoken(self.language)

    @member  # type: ignore[untyped-decorator]
    def DefaultFilePath(self) -> Any:
        """Where workbooks go that were never saved."""
        return self.default_folder

    @method  # type: ignore[untyped-decorator]
    def GetOpenFilename(self) -> Any:
        """The file that is chosen."""
        return self.chosen_file


class _BookMembers(Workbook):  # type: ignore[misc]
    """What the model of a workbook lacks."""

    @method  # type: ignore[untyped-decorator]
    def SaveCopyAs(self, filename: Any) -> Any:
        """Save a copy; a path of Windows is the name of a file in the workbook's folder."""
        name, path, saved = self.name, self.path, self.saved
        save_workbook(self, Path(path or self.application.default_folder, str(filename)))
        self.name, self.path, self.saved = name, path, saved
        self.application.windows.files[str(filename)] = ""
        return EMPTY


class _Spoken(VBAObject):  # type: ignore[misc]
    vba_type_name = "LanguageSettings"

    def __init__(self, code: str) -> None:
        self.code = code

    @method  # type: ignore[untyped-decorator]
    def LanguageID(self, what: Any) -> Any:
        """The number of a language; 2 is that of menus."""
        assert int(what) == 2
        return VBAInt(_LANGUAGES[self.code], "Long")


class Button(VBAObject):  # type: ignore[misc]
    """A button of the ribbon."""

    vba_type_name = "IRibbonControl"

    def __init__(self, tag: str) -> None:
        self.tag = tag

    @member  # type: ignore[untyped-decorator]
    def Tag(self) -> Any:
        """Its tag."""
        return self.tag


class _Bridge(ExcelBridge):  # type: ignore[misc]
    """The names that VBA has from Excel and from Windows."""

    def __init__(self, windows: Windows, application: Any) -> None:
        super().__init__(application)
        self._windows = Host(windows)

    def global_object(self, name: str) -> object:
        if name.lower() == "simulatedwindows":
            return self._windows.global_object(name)
        return super().global_object(name)

    def create(self, type_name: str) -> object:
        return self._windows.create(type_name)


class ExcelWindow:
    """The window of a workbook, with the buttons of the ribbon."""

    def __init__(self, windows: Windows, book: Path | None, folder: Path) -> None:
        self.windows = windows
        self.excel = ExcelApplication.open(book, with_vba=False) if book else ExcelApplication()
        self.application = self.excel.application
        self.application._vba_members = _Members._vba_members
        self.application.calculation = _MANUAL
        self.application.windows = windows
        self.application.language = "en"
        self.application.default_folder = str(folder)
        self.application.chosen_file = False
        self.application.undo = None
        self.application._this_workbook = Workbook(self.application, xlam.FILE)
        self.application.interpreter = windows.interpreter
        windows.interpreter.host = _Bridge(windows, self.application)

    def press(self, command: str, *answers: object) -> list[str]:
        """Press a button and answer what it asks; gives what is said at the end."""
        for opened in self.excel.workbooks():
            opened._vba_members = _BookMembers._vba_members
        interpreter = self.windows.interpreter
        interpreter.dialogs.clear()
        interpreter.answers[:] = answers
        self.windows.run("XLTourneyRun", [Button(f"{command}|9|{command}|")])
        assert not interpreter.answers, "it asked for less"
        return [text for kind, text, *_ in interpreter.dialogs[len(answers) :]]

    def label(self, tag: str, callback: str) -> str:
        """What a button is called in the language of Excel."""
        code = f"Function Said(control As Object)\n Dim found\n {callback} control, found\n"
        self.windows.interpreter.add_module(f"{code} Said = found\nEnd Function", name="Asking")
        return str(self.windows.interpreter.run("Said", [Button(tag)], module="Asking"))

    def cells(self) -> dict[tuple[str, int, int], Any]:
        """What is typed: the formula or the value of each cell."""
        return {
            (sheet.name, *place): (cell.formula or cell.value)
            for sheet in self.excel.workbook.sheets_
            for place, cell in sheet.cells_.items()
            if cell.formula or cell.value is not EMPTY
        }
