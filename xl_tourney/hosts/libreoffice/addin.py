"""What runs inside LibreOffice: every function of the catalogue as a Calc add-in.

This module and the functions are copied into the add-in and run in LibreOffice's own Python, where
nothing else is installed.  What Calc hands over: a range is a tuple of rows, an argument left out
is None, an empty cell is ``""`` in a range but 0 on its own.  What it takes: rows of numbers and
texts, with an error as a NaN that carries Calc's code.
"""

from __future__ import annotations

import struct
from typing import Any

from ...catalogue.cells import ErrorValue
from ...catalogue.host_names import NAMESPACE
from ...functions import CATALOGUE, Function, Parameter

SERVICE = NAMESPACE
INTERFACE = "org.xltourney.Functions"
CATEGORY = "Add-In"
"""Calc has a fixed list of categories, and this one is for functions from elsewhere."""

_CODES = {
    "#NULL!": 521,
    "#DIV/0!": 532,
    "#VALUE!": 519,
    "#REF!": 524,
    "#NAME?": 525,
    "#NUM!": 503,
    "#N/A": 32767,
}


def call(function: Function, *arguments: Any) -> tuple[tuple[Any, ...], ...]:
    """A function as Calc calls it.

    >>> call(CATALOGUE["TP_PERCENT"], ((45.0,), ("",)), ((3.0,), ("",)))
    ((75.0,), ('',))
    """
    given = map(_from_calc, function.parameters, arguments)
    value = function.from_host(*given)
    rows = value if isinstance(value, list) else [[value]]
    return tuple(tuple(map(_to_calc, row)) for row in rows)


def _from_calc(p: Parameter, value: Any) -> Any:
    """A 0 where a word belongs is an empty cell: no word is a number."""
    return None if p.kind.cell_type == "string" and value == 0 else value


def _to_calc(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return error_number(value)
    if isinstance(value, bool):
        return float(value)
    return "" if value is None else value


def error_number(error: str) -> float:
    """The NaN that Calc shows as an error; errors that it does not know are ``#VALUE!``."""
    code = _CODES.get(error, _CODES["#VALUE!"])
    number: float = struct.unpack("<d", struct.pack("<II", code, 0x7FF80000))[0]
    return number


class Wizard:
    """What the function wizard says: the methods of ``com.sun.star.sheet.XAddIn``."""

    def getProgrammaticFuntionName(self, shown: str) -> str:  # the interface has this spelling
        """The function behind a name in the wizard."""
        return shown if shown in CATALOGUE else ""

    def getDisplayFunctionName(self, name: str) -> str:
        """The name in the wizard."""
        return name if name in CATALOGUE else ""

    def getFunctionDescription(self, name: str) -> str:
        """The game, and what the function gives."""
        if name not in CATALOGUE:
            return ""
        function = CATALOGUE[name]
        return f"{function.category}: {function.help.summary}"

    def getDisplayArgumentName(self, name: str, place: int) -> str:
        """An argument's name."""
        return CATALOGUE[name].parameters[place].name if _has(name, place) else ""

    def getArgumentDescription(self, name: str, place: int) -> str:
        """An argument's help."""
        return CATALOGUE[name].parameters[place].help if _has(name, place) else ""

    def getProgrammaticCategoryName(self, name: str) -> str:
        """The category, as Calc calls it inside."""
        return CATEGORY

    def getDisplayCategoryName(self, name: str) -> str:
        """The category, as Calc shows it."""
        return CATEGORY


def _has(name: str, place: int) -> bool:
    return name in CATALOGUE and place < len(CATALOGUE[name].parameters)


class Service:
    """What LibreOffice asks of any service: its name, and the language of its texts."""

    locale: Any = None

    def getServiceName(self) -> str:
        """The name in front of a function in a formula."""
        return SERVICE

    def getImplementationName(self) -> str:
        """The name of this implementation."""
        return SERVICE

    def supportsService(self, name: str) -> bool:
        """Whether it is such a service."""
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        """What it is: itself, and an add-in of Calc."""
        return (SERVICE, "com.sun.star.sheet.AddIn")

    def setLocale(self, locale: Any) -> None:
        """Take the language; there is one."""
        self.locale = locale

    def getLocale(self) -> Any:
        """Give the language back."""
        return self.locale


def _method(function: Function) -> Any:
    return lambda self, *arguments: call(function, *arguments)


def create(context: Any) -> Any:
    """The add-in's object.

    The types are asked for only here, because while the add-in is being registered LibreOffice
    does not know its interface yet.
    """
    import uno  # type: ignore[import-not-found]
    import unohelper  # type: ignore[import-not-found]

    interfaces = [
        uno.getClass(name)
        for name in (
            "com.sun.star.sheet.XAddIn",
            "com.sun.star.lang.XServiceName",
            "com.sun.star.lang.XServiceInfo",
            INTERFACE,
        )
    ]
    methods = {function.name: _method(function) for function in CATALOGUE}
    made = type("AddIn", (unohelper.Base, Service, Wizard, *interfaces), methods)()
    made.setLocale(uno.createUnoStruct("com.sun.star.lang.Locale", "en", "US", ""))
    return made
