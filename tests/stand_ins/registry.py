"""All hosts, in the order in which they are listed: real ones, and what stands in for others."""

from __future__ import annotations

from xl_tourney.conformance.differences import DIFFERENCES
from xl_tourney.conformance.hosts import ADD_IN, PLAIN_NAMES, PYTHON, RECALCULATION, Host

from .lambdas import LAMBDAS
from .officejs import OFFICE_JS
from .pyodide import PYODIDE
from .server import SERVER
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
ALL_DIFFERENCES = (*DIFFERENCES, *(found for host in HOSTS for found in host.differences))
