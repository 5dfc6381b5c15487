"""A call that a thread makes beside other work.

The standard future does the same, but its module takes longer to import than a small workbook's
values take to calculate.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """A call that is being made; worth it where the call leaves Python's lock alone, as zlib does.

    >>> Beside(lambda: 6 * 7).result()
    42
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._value: T
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._make, args=(call,))
        self._thread.start()

    def _make(self, call: Callable[[], T]) -> None:
        try:
            self._value = call()
        except BaseException as error:
            self._error = error

    def result(self) -> T:
        """What the call gave, when it is there; what it raised is raised here."""
        self._thread.join()
        if self._error:
            raise self._error
        return self._value
