"""Every host, in the order in which they are shown."""

from __future__ import annotations

from ..host import Host
from .classic import CLASSIC, WRAPPERS
from .direct import PYTHON, SERVER
from .ironcalc import LAMBDAS
from .pyodide import PYODIDE
from .workbooks import ADD_IN, PLAIN_NAMES, RECALCULATION

HOSTS: tuple[Host, ...] = (
    PYTHON,
    *RECALCULATION,
    CLASSIC,
    WRAPPERS,
    SERVER,
    PYODIDE,
    ADD_IN,
    PLAIN_NAMES,
    LAMBDAS,
)
