"""A call in a thread.

The standard future does the same, but its module takes longer to import than the values of a small
workbook take to calculate.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundCall(Generic[T]):
    """A call that runs in a thread; useful where it releases Python's lock, as zlib does.

    >>> BackgroundCall(lambda: 6 * 7).result()
    42
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._value: T
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(call,))
        self._thread.start()

    def _run(self, call: Callable[[], T]) -> None:
        try:
            self._value = call()
        except BaseException as error:
            self._error = error

    def result(self) -> T:
        """Wait for the call; return what it returned, or raise what it raised."""
        self._thread.join()
        if self._error:
            raise self._error
        return self._value
