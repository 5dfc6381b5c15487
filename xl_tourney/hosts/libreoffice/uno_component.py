"""The UNO component of the Calc add-in, which runs inside LibreOffice.

This module and the functions are bundled in the add-in and run in LibreOffice's own Python, where
nothing else is installed.  Calc passes a range as a tuple of rows, an omitted argument as None, and
an empty cell as ``""`` in a range but as 0 on its own.  It takes rows of numbers and texts, with an
error as a NaN that carries Calc's error code.
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
"""Calc has a fixed list of categories; this one is for add-ins."""

_ERROR_CODES = {
    "#NULL!": 521,
    "#DIV/0!": 532,
    "#VALUE!": 519,
    "#REF!": 524,
    "#NAME?": 525,
    "#NUM!": 503,
    "#N/A": 32767,
}


def call_from_calc(function: Function, *arguments: Any) -> tuple[tuple[Any, ...], ...]:
    """Call a function with Calc's arguments.

    >>> call_from_calc(CATALOGUE["TP_PERCENT"], ((45.0,), ("",)), ((3.0,), ("",)))
    ((75.0,), ('',))
    """
    value = function.call_from_host(*map(_from_calc, function.parameters, arguments))
    rows = value if isinstance(value, list) else [[value]]
    return tuple(tuple(map(_to_calc, row)) for row in rows)


def _from_calc(p: Parameter, value: Any) -> Any:
    """A 0 for a text argument is an empty cell."""
    return None if p.kind.cell_type == "string" and value == 0 else value


def _to_calc(value: Any) -> Any:
    if isinstance(value, ErrorValue):
        return to_error_nan(value)
    if isinstance(value, bool):
        return float(value)
    return "" if value is None else value


def to_error_nan(error: str) -> float:
    """The NaN that Calc shows as an error; errors unknown to Calc are ``#VALUE!``."""
    code = _ERROR_CODES.get(error, _ERROR_CODES["#VALUE!"])
    number: float = struct.unpack("<d", struct.pack("<II", code, 0x7FF80000))[0]
    return number


class FunctionWizard:
    """The texts of the function wizard: the methods of ``com.sun.star.sheet.XAddIn``."""

    def getProgrammaticFuntionName(self, display_name: str) -> str:  # sic
        """The function behind a name in the wizard."""
        return display_name if display_name in CATALOGUE else ""

    def getDisplayFunctionName(self, name: str) -> str:
        """The name in the wizard."""
        return name if name in CATALOGUE else ""

    def getFunctionDescription(self, name: str) -> str:
        """The game, and what the function gives."""
        if name not in CATALOGUE:
            return ""
        function = CATALOGUE[name]
        return f"{function.category}: {function.help.summary}"

    def getDisplayArgumentName(self, name: str, index: int) -> str:
        """An argument's name."""
        return CATALOGUE[name].parameters[index].name if _has_parameter(name, index) else ""

    def getArgumentDescription(self, name: str, index: int) -> str:
        """An argument's help."""
        return CATALOGUE[name].parameters[index].help if _has_parameter(name, index) else ""

    def getProgrammaticCategoryName(self, name: str) -> str:
        """The category, as Calc calls it inside."""
        return CATEGORY

    def getDisplayCategoryName(self, name: str) -> str:
        """The category, as Calc shows it."""
        return CATEGORY


def _has_parameter(name: str, index: int) -> bool:
    return name in CATALOGUE and index < len(CATALOGUE[name].parameters)


class UnoService:
    """The methods of any UNO service: its name, and its locale."""

    locale: Any = None
    names: tuple[str, ...] = (SERVICE, "com.sun.star.sheet.AddIn")
    """Its own, which also stands in front of a function in a formula, and that of its kind."""

    def getServiceName(self) -> str:
        """The name of this implementation."""
        return self.names[0]

    def getImplementationName(self) -> str:
        """The same."""
        return self.names[0]

    def supportsService(self, name: str) -> bool:
        """Whether the component implements a service."""
        return name in self.names

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        """The services that the component implements."""
        return self.names

    def setLocale(self, locale: Any) -> None:
        """Set the locale; the texts are English in any."""
        self.locale = locale

    def getLocale(self) -> Any:
        """The locale."""
        return self.locale


def _make_method(function: Function) -> Any:
    return lambda self, *arguments: call_from_calc(function, *arguments)


def create_component(context: Any) -> Any:
    """Create the component.

    The UNO types are loaded only here: while the add-in is being registered, LibreOffice does not
    know its interface yet.
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
    methods = {function.name: _make_method(function) for function in CATALOGUE}
    component = type("AddIn", (unohelper.Base, UnoService, FunctionWizard, *interfaces), methods)()
    component.setLocale(uno.createUnoStruct("com.sun.star.lang.Locale", "en", "US", ""))
    return component
