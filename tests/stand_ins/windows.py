"""The part of Windows and of Excel that the VBA of the add-in calls, simulated.

The clock stands still but for :meth:`Windows.Sleep`, so that a test can measure how long a cell
waits.  A process is started, answers, ends or hangs as :class:`PythonBehaviour` says.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from pathlib import PureWindowsPath
from typing import Any, Literal

from pyopenvba.interpreter import (
    EMPTY,
    NOTHING,
    HostBridge,
    Interpreter,
    VBAInt,
    VBAObject,
    VBARuntimeError,
    member,
    method,
)
from pyopenvba.interpreter._runtime import UNRESOLVED

from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel import ribbon, vba_connection, xlam

INTERPRETER = r"C:\Python\Scripts\pythonw.exe"
SETTINGS = r"C:\Users\me\.xl_tourney\xl_tourney.conf"
_ENVIRONMENT = {"%USERPROFILE%": r"C:\Users\me", "%TEMP%": r"C:\Temp"}
PROCESS_ID = 4711
FILE_NOT_FOUND = -2147024894

LIBRARIES = """
Function Activate(ByRef result As Variant, ByVal classId As String, ByVal mode As Long) As Long
    Dim found As Object
    Set found = SimulatedWindows.FindServer(classId)
    If found Is Nothing Then
        result = "No command specified in the configuration, cannot autostart server"
        Activate = -1
    Else
        Set result = found
    End If
End Function
Function LoadLibrary(ByVal path As String) As Long
    LoadLibrary = SimulatedWindows.LoadLibrary(path)
End Function
Function CurrentProcessId() As Long
    CurrentProcessId = SimulatedWindows.ProcessId
End Function
Sub Sleep(ByVal milliseconds As Long)
    SimulatedWindows.Sleep milliseconds
End Sub
Function StrPtr(ByVal text As String) As Long
    StrPtr = IIf(text = Chr$(0), 0, 1)
End Function
"""
"""The functions that the class declares from libraries, and one of VBA that is not simulated.

A box that was cancelled answers with ``"\\0"``, as no text has a place in memory.
"""


@dataclass
class PythonBehaviour:
    """How a Python behaves that is started."""

    after_start: Literal["answers", "ends", "hangs"] = "answers"
    seconds_to_answer: float = 1.0
    printed: str = ""
    """The text of its log."""
    error_output: str = ""
    """What it printed before its log was open."""


class Process(VBAObject):  # type: ignore[misc]
    """A process that WScript.Shell has started."""

    vba_type_name = "WshExec"

    def __init__(self, windows: Windows) -> None:
        self.windows = windows
        self.behaviour = windows.behaviour
        self.started = windows.now
        self.running = self.behaviour.after_start != "ends"

    @member  # type: ignore[untyped-decorator]
    def Status(self) -> Any:
        """0 while it runs."""
        return VBAInt(0 if self.running else 1, "Long")

    @member  # type: ignore[untyped-decorator]
    def StdErr(self) -> Any:
        """The text of its error output."""
        return TextStream(self.behaviour.error_output)

    @method  # type: ignore[untyped-decorator]
    def Terminate(self) -> Any:
        """End it."""
        self.running = False
        return EMPTY

    def is_serving(self) -> bool:
        """Whether its class is registered."""
        waited = (self.windows.now - self.started).total_seconds()
        answers = self.behaviour.after_start == "answers"
        return self.running and answers and waited >= self.behaviour.seconds_to_answer


class TextStream(VBAObject):  # type: ignore[misc]
    """A text that is read."""

    vba_type_name = "TextStream"

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines(keepends=True)

    @member  # type: ignore[untyped-decorator]
    def AtEndOfStream(self) -> Any:
        """Whether everything has been read."""
        return not self.lines

    @method  # type: ignore[untyped-decorator]
    def ReadLine(self) -> Any:
        """The next line."""
        return self.lines.pop(0).rstrip("\r\n")

    @method  # type: ignore[untyped-decorator]
    def ReadAll(self) -> Any:
        """The rest."""
        text, self.lines = "".join(self.lines), []
        return text

    @method  # type: ignore[untyped-decorator]
    def Close(self) -> Any:
        """Nothing to do."""
        return EMPTY


class FileSystem(VBAObject):  # type: ignore[misc]
    """Scripting.FileSystemObject over the simulated files."""

    vba_type_name = "FileSystemObject"

    def __init__(self, windows: Windows) -> None:
        self.files = windows.files

    @method  # type: ignore[untyped-decorator]
    def FileExists(self, path: Any) -> Any:
        """Whether a file is there."""
        return path in self.files

    @method  # type: ignore[untyped-decorator]
    def OpenTextFile(self, path: Any, mode: Any = 1) -> Any:
        """A file, to be read."""
        return TextStream(self.files[path])

    @method  # type: ignore[untyped-decorator]
    def GetParentFolderName(self, path: Any) -> Any:
        """The folder of a file."""
        return str(PureWindowsPath(path).parent)

    @method  # type: ignore[untyped-decorator]
    def GetTempName(self) -> Any:
        """A name that no file has."""
        return f"rad{len(self.files):05}.tmp"

    @method  # type: ignore[untyped-decorator]
    def DeleteFile(self, path: Any) -> Any:
        """Remove a file."""
        if path not in self.files:
            raise VBARuntimeError(53, "File not found")
        del self.files[path]
        return EMPTY


class Shell(VBAObject):  # type: ignore[misc]
    """WScript.Shell."""

    vba_type_name = "WshShell"

    def __init__(self, windows: Windows) -> None:
        self.windows = windows

    @method  # type: ignore[untyped-decorator]
    def ExpandEnvironmentStrings(self, text: Any) -> Any:
        """A text with the values of the environment's variables."""
        for variable, value in _ENVIRONMENT.items():
            text = text.replace(variable, value)
        return text

    @method  # type: ignore[untyped-decorator]
    def Popup(self, text: Any, seconds: Any = 0, title: Any = "", style: Any = 0) -> Any:
        """Show a message."""
        return self.windows.interpreter.show_message(str(text), int(style), str(title))

    @method  # type: ignore[untyped-decorator]
    def Run(self, command: Any) -> Any:
        """Open a file."""
        self.windows.opened.append(str(command))
        return EMPTY

    @method  # type: ignore[untyped-decorator]
    def Exec(self, command: Any) -> Any:
        """Start a program."""
        return self.windows.start(str(command))


class Application(VBAObject):  # type: ignore[misc]
    """Excel."""

    vba_type_name = "Application"

    def __init__(self) -> None:
        self.full_calculations = 0

    @method  # type: ignore[untyped-decorator]
    def CalculateFull(self) -> Any:
        """Calculate every formula of every open workbook."""
        self.full_calculations += 1
        return EMPTY


class Windows(VBAObject):  # type: ignore[misc]
    """A computer with the add-in, a Python and the library of xlwings."""

    vba_type_name = "SimulatedWindows"

    def __init__(self, server: Any) -> None:
        self.server = server
        self.now = datetime.datetime(2026, 5, 1, 12)
        self.files = {
            SETTINGS: f'"SHOW CONSOLE","False"\r\n"INTERPRETER_WIN","{INTERPRETER}"\r\n',
            INTERPRETER: "",
            rf"C:\Python\xlwings64-{xlam.installed_xlwings_version()}.dll": "",
        }
        self.behaviour = PythonBehaviour()
        self.refuses_to_start = ""
        self.commands: list[str] = []
        self.processes: list[Process] = []
        self.loaded: list[str] = []
        self.opened: list[str] = []
        self.application = Application()
        self.active_cell: Any = NOTHING
        self.interpreter = Interpreter(host=Host(self))
        self.interpreter.freeze(self.now)

    def start(self, command: str) -> Process:
        """Start Python."""
        if self.refuses_to_start:
            raise VBARuntimeError(FILE_NOT_FOUND, self.refuses_to_start)
        self.commands.append(command)
        process = Process(self)
        self.processes.append(process)
        log_file = re.findall(r'"([^"]+)"', command)[-1]
        self.files[log_file] = self.behaviour.printed
        return process

    def end_processes(self) -> None:
        """End every Python, as the Task Manager does."""
        for process in self.processes:
            process.running = False

    def run(self, name: str, arguments: list[Any] | None = None) -> Any:
        """Call a function of the add-in as a cell does, or start a macro."""
        return self.interpreter.run(name, arguments or [], module=xlam.MODULE)

    @property
    def last_message(self) -> str:
        """The text of the last message box."""
        return str(self.interpreter.dialogs[-1][1])

    def pass_time(self, seconds: float) -> None:
        """Let the clock go on."""
        self.now += datetime.timedelta(seconds=seconds)
        self.interpreter.freeze(self.now)

    @method  # type: ignore[untyped-decorator]
    def FindServer(self, class_id: Any) -> Any:
        """The object of a class that a running process has registered."""
        for process, command in zip(self.processes, self.commands):
            if str(class_id) in command and process.is_serving():
                return Connection(process, self.server)
        return NOTHING

    @method  # type: ignore[untyped-decorator]
    def LoadLibrary(self, path: Any) -> Any:
        """Load a library; its handle, or 0."""
        self.loaded.append(str(path))
        return VBAInt(1 if self.files.get(path) == "" else 0, "Long")

    @member  # type: ignore[untyped-decorator]
    def ProcessId(self) -> Any:
        """The process of Excel."""
        return VBAInt(PROCESS_ID, "Long")

    @method  # type: ignore[untyped-decorator]
    def Sleep(self, milliseconds: Any) -> Any:
        """Wait."""
        self.pass_time(float(milliseconds) / 1000)
        return EMPTY


class Connection(VBAObject):  # type: ignore[misc]
    """The object that a process serves; calls fail when the process has ended."""

    vba_type_name = "XLPython"

    def __init__(self, process: Process, server: Any) -> None:
        self.process, self.server = process, server

    @method  # type: ignore[untyped-decorator]
    def CallUDF(self, module: Any, name: Any, arguments: Any) -> Any:
        """Call a function of Python."""
        if not self.process.running:
            raise VBARuntimeError(462, "The remote server machine does not exist")
        return self.server(str(module), str(name), arguments)


class Host(HostBridge):  # type: ignore[misc]
    """The names that Excel gives to VBA."""

    def __init__(self, windows: Windows) -> None:
        self.windows = windows

    def global_object(self, name: str) -> object:
        objects = {
            "simulatedwindows": self.windows,
            "application": self.windows.application,
            "activecell": self.windows.active_cell,
        }
        return objects.get(name.lower(), UNRESOLVED)

    def create(self, type_name: str) -> object:
        made = {"wscript.shell": Shell, "scripting.filesystemobject": FileSystem}
        kind = made.get(type_name.lower())
        return UNRESOLVED if kind is None else kind(self.windows)


def load_modules(windows: Windows) -> None:
    """Put the add-in's modules into the interpreter, with the libraries' functions simulated."""
    # attributes of procedures are stored in files but are no statements
    functions = re.sub(r"(?m)^Attribute \w+\.VB_.*$", "", xlam.format_module(CATALOGUE))
    connection = vba_connection.format_class(xlam.installed_xlwings_version())
    connection = re.sub(r"(?m)^Private Declare (?:.* _\n)*.*$", "", connection)
    windows.interpreter.add_module(LIBRARIES, name="Libraries")
    windows.interpreter.add_module(connection, name=vba_connection.CLASS, kind="class")
    windows.interpreter.add_module(ribbon.format_class(), name=ribbon.CLASS, kind="class")
    windows.interpreter.add_module(functions, name=xlam.MODULE)
