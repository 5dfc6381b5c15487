"""The registry of hosts, in the order in which they are listed."""

from __future__ import annotations

from .base import Host
from .ironcalc import LAMBDAS
from .officejs import OFFICE_JS
from .pyodide import PYODIDE
from .python import PYTHON, SERVER
from .recalculation import ADD_IN, PLAIN_NAMES, RECALCULATION
from .xlwings_classic import CLASSIC, WRAPPERS

HOSTS: tuple[Host, ...] = (
    PYTHON,
    *RECALCULATION,
    CLASSIC,
    WRAPPERS,
    SERVER,
    PYODIDE,
    OFFICE_JS,
    ADD_IN,
    PLAIN_NAMES,
    LAMBDAS,
)
