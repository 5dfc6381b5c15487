"""The hosts that are real programs, in the order in which they are listed."""

from __future__ import annotations

from .base import Host
from .ironcalc import LAMBDAS
from .python import PYTHON
from .recalculation import ADD_IN, PLAIN_NAMES, RECALCULATION

HOSTS: tuple[Host, ...] = (PYTHON, *RECALCULATION, ADD_IN, PLAIN_NAMES, LAMBDAS)
