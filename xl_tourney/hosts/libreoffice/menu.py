"""The menu *Tournament* of Calc, which runs inside LibreOffice: commands on the open document.

An entry is a command of ``xl-tourney``, ``org.xl-tourney.command:pair``.  A copy of the document
goes to the program that installed the menu, and what it would type comes back into the cells as one
step to undo.  The program stays, one for all documents.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

from ... import __version__
from .copies import SAID, Copy
from .dialogs import Dialogs
from .uno_component import UnoService

SERVICE = "org.xltourney.Menu"
PROTOCOL = "org.xl-tourney.command:"
SETTINGS = "xl_tourney.json"
"""The file in the folder ``user`` of a profile that says which program answers."""
BESIDE = {"undo": "Undo the last change", "desk": "Open the desk"}
"""What the menu has beside commands on a workbook, and what it is called there."""
_SECONDS = 120.0
"""How long an answer may take."""
_INSTALL = "run xl-tourney calc install."
_FILTER = "Calc MS Excel 2007 XML"
_OF_LIBREOFFICE = ("PYTHON", "LD_LIBRARY_PATH")
"""How variables begin that are for LibreOffice's own Python."""


class ProgramError(Exception):
    """The program does not answer, or cannot write; the message says what to do."""


class Program:
    """The program that answers, started when it is asked first."""

    def __init__(self, settings: Path) -> None:
        self._settings = settings
        self._process: Any = None
        self._lines: Queue[str] = Queue()

    def ask(self, question: Mapping[str, Any]) -> dict[str, Any]:
        """What the program answers.

        Raises
        ------
        ProgramError
            It is gone, of another version, or gives no answer.
        """
        if self._process is None or self._process.poll() is not None:
            self._start()
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError:
            pass  # it has ended, and its answer is empty
        return self._answer()

    def _start(self) -> None:
        try:
            command = json.loads(self._settings.read_text("utf-8"))
        except (OSError, ValueError):
            raise ProgramError(f"Nobody says which xl-tourney answers: {_INSTALL}") from None
        kept = {k: v for k, v in os.environ.items() if not k.startswith(_OF_LIBREOFFICE)}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=tempfile.gettempdir() if sys.platform == "win32" else "/",
                env=kept,
                encoding="utf-8",
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError:
            raise ProgramError(
                f"{command[0]} is gone, which installed this menu: {_INSTALL}"
            ) from None
        self._lines = Queue()
        Thread(target=self._read, args=(self._process.stdout, self._lines), daemon=True).start()
        version = self._answer()["version"]
        if version != __version__:
            self.end()
            raise ProgramError(
                f"This menu is of xl-tourney {__version__}, and {command[0]} has {version}: "
                f"{_INSTALL}"
            )

    def _read(self, stream: Any, lines: Queue[str]) -> None:
        for line in stream:
            lines.put(line)
        lines.put("")

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=_SECONDS)
        except Empty:
            self.end()
            raise ProgramError(
                f"xl-tourney gave no answer in {_SECONDS:g} seconds and was stopped."
            ) from None
        if not line:
            self.end()
            raise ProgramError(
                f"xl-tourney ended without an answer; nothing was written. If it does so again, "
                f"{_INSTALL}"
            )
        found: dict[str, Any] = json.loads(line)
        return found

    def end(self) -> None:
        """End the program."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


_PROGRAMS: dict[Path, Program] = {}
"""The program of this LibreOffice, by the file that names it."""
_COPIES: dict[str, Copy] = {}
"""The copies of open documents, the latest last."""
_MOST_COPIES = 3
_TYPED: dict[str, set[str]] = {}
"""What the steps to undo are called that commands have typed, by document."""


class Menu(UnoService):
    """What an entry of the menu does in the window of a document."""

    names = (SERVICE, "com.sun.star.frame.ProtocolHandler")

    def __init__(self, uno: Any, context: Any) -> None:
        self._uno, self._context = uno, context
        self._frame: Any = None

    def initialize(self, arguments: Sequence[Any]) -> None:
        """Take the window that the menu is in."""
        self._frame = arguments[0] if arguments else None

    def queryDispatch(self, url: Any, target: str, flags: int) -> Any:
        """Who does what an entry asks for."""
        return self if url.Complete.startswith(PROTOCOL) else None

    def queryDispatches(self, requests: Sequence[Any]) -> tuple[Any, ...]:
        """The same for several."""
        return tuple(self.queryDispatch(r.FeatureURL, r.FrameName, r.SearchFlags) for r in requests)

    def addStatusListener(self, listener: Any, url: Any) -> None:
        """An entry is always there."""

    def removeStatusListener(self, listener: Any, url: Any) -> None:
        """An entry is always there."""

    def dispatch(self, url: Any, arguments: Sequence[Any]) -> None:
        """Run a command; with ``quiet`` without dialogs, and what it says is kept."""
        given = {one.Name: one.Value for one in arguments if one.Name.islower()}
        is_quiet = given.pop("quiet", False)
        document = self._frame.Controller.Model
        name = url.Complete[len(PROTOCOL) :]
        try:
            answer = self._run(document, name, given, is_quiet)
        except ProgramError as error:
            answer = {"said": str(error), "files": []}
        except Exception as error:  # of LibreOffice, which itself would say nothing
            answer = {"said": f"LibreOffice refuses it ({error}).", "files": []}
        if answer is None:
            return
        if is_quiet:
            _keep(document, answer["said"])
            return
        self._dialogs.show(answer.get("title", "xl-tourney"), answer["said"])
        for file in answer["files"][:1]:
            self._open(self._uno.systemPathToFileUrl(file))

    def _run(
        self, document: Any, name: str, given: dict[str, Any], is_quiet: bool
    ) -> dict[str, Any] | None:
        """What a command says; None if somebody changed their mind."""
        if name == "undo":
            return {"said": self._undo(document), "files": []}
        question = self._question(document, name, given)
        again = not is_quiet
        while again:
            form = self._program.ask({**question, "form": True})
            again = form.get("again", False)
            if form.get("fields"):
                filled = self._dialogs.ask(form["title"], form["fields"])
                if filled is None:
                    return None
                given.update(filled)
        answer = self._program.ask(question)
        if answer.get("edits"):
            self._type(document, answer["title"], answer["edits"])
        return answer

    def _question(self, document: Any, name: str, given: dict[str, Any]) -> dict[str, Any]:
        """A command, and the document as it is."""
        document.calculate()
        copy = _COPIES.pop(document.RuntimeUID, None)
        if not copy or not copy.path.exists():  # whoever tidies up took it
            copy = Copy()
        changes = copy.changes(document, lambda path: self._save_copy(document, path))
        _COPIES[document.RuntimeUID] = copy
        for oldest in [*_COPIES][:-_MOST_COPIES]:
            del _COPIES[oldest]
        if document.URL.startswith("file:"):
            folder, file = os.path.split(self._uno.fileUrlToSystemPath(document.URL))
        else:
            folder, file = self._path("$(work)"), f"{document.Title}.xlsx"
        return {
            "command": name,
            "arguments": given,
            "book": str(copy.path),
            "changes": changes,
            "folder": folder,
            "name": file,
            "selected": _selected(document),
            "language": self._paths.getSubstituteVariableValue("$(vlang)")[:2],
        }

    def _save_copy(self, document: Any, path: Path) -> None:
        value = self._uno.createUnoStruct("com.sun.star.beans.PropertyValue")
        value.Name, value.Value = "FilterName", _FILTER
        document.storeToURL(self._uno.systemPathToFileUrl(str(path)), (value,))

    def _undo(self, document: Any) -> str:
        """Take back what a command typed last, if nothing was typed since; what is said of it."""
        undo = document.UndoManager
        titles = undo.AllUndoActionTitles
        if not titles or titles[0] not in _TYPED.get(document.RuntimeUID, ()):
            return (
                "There is nothing to undo that a command has typed last; what was typed by hand is "
                "taken back by Edit, Undo."
            )
        undo.undo()
        return f"{titles[0]}: was taken back."

    def _type(self, document: Any, title: str, edits: Sequence[Any]) -> None:
        """Write into cells, as one step to undo; into all of them or none."""
        cells = [
            (document.Sheets.getByName(sheet).getCellByPosition(column - 1, row - 1), value)
            for sheet, row, column, value in edits
        ]
        for cell, _ in cells:
            if cell.Spreadsheet.isProtected() and cell.CellProtection.IsLocked:
                place = cell.AbsoluteName.replace("$", "")
                raise ProgramError(
                    f"{place} is protected, so nothing was written: unprotect its sheet, or the "
                    "cell (Format, Cells, Cell Protection)."
                )
        undo = document.UndoManager
        undo.enterUndoContext(title)
        _TYPED.setdefault(document.RuntimeUID, set()).add(title)
        document.lockControllers()
        try:
            for cell, value in cells:
                if isinstance(value, (int, float)):
                    cell.setValue(value)
                else:
                    cell.setString(value or "")
        finally:
            document.unlockControllers()
            undo.leaveUndoContext()

    def _open(self, url: str) -> None:
        """Show what was made: a workbook here, a page where pages are shown."""
        if url.endswith((".xlsx", ".xlsm")):
            self._service("frame.Desktop").loadComponentFromURL(url, "_blank", 0, ())
        else:
            self._service("system.SystemShellExecute").execute(url, "", 1)  # an address alone

    @property
    def _program(self) -> Program:
        settings = Path(self._path("$(user)"), SETTINGS)
        return _PROGRAMS.setdefault(settings, Program(settings))

    @property
    def _dialogs(self) -> Dialogs:
        return Dialogs(self._service, self._frame.ContainerWindow)

    @property
    def _paths(self) -> Any:
        return self._service("util.PathSubstitution")

    def _path(self, variable: str) -> str:
        return str(self._uno.fileUrlToSystemPath(self._paths.getSubstituteVariableValue(variable)))

    def _service(self, name: str) -> Any:
        services = self._context.ServiceManager
        return services.createInstanceWithContext(f"com.sun.star.{name}", self._context)


def _selected(document: Any) -> dict[str, str]:
    """The first cell that is selected, and what it shows."""
    selection = document.CurrentSelection
    if not hasattr(selection, "getCellByPosition"):
        return {}
    cell = selection.getCellByPosition(0, 0)
    address = cell.AbsoluteName.rpartition(".")[2]
    return {
        "sheet": cell.Spreadsheet.Name,
        "cell": address.replace("$", ""),
        "text": cell.String,
    }


def _keep(document: Any, said: str) -> None:
    """Keep what was said in a property of the document; as that is handed on, without a token."""
    said = re.sub(r"\?token=\S+", "", said)
    properties = document.DocumentProperties.UserDefinedProperties
    if not properties.PropertySetInfo.hasPropertyByName(SAID):
        properties.addProperty(SAID, 128, "")  # it may be removed
    properties.setPropertyValue(SAID, said)


def create_menu(context: Any, *arguments: Any) -> Any:
    """Create the menu of a window."""
    import uno  # type: ignore[import-not-found]
    import unohelper  # type: ignore[import-not-found]

    interfaces = [
        uno.getClass(f"com.sun.star.{name}")
        for name in (
            "frame.XDispatchProvider",
            "frame.XDispatch",
            "lang.XInitialization",
            "lang.XServiceInfo",
        )
    ]
    return type("TournamentMenu", (unohelper.Base, Menu, *interfaces), {})(uno, context)
