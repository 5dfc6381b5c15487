"""The executor of a dask cluster."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import OptionError

_CONNECT_TIMEOUT = 10.0


@contextmanager
def connect(address: str | None) -> Iterator[dict[str, Any]]:
    """Connect to a dask scheduler: the executor and its arguments for :func:`recalc_many`.

    Without an address the arguments are empty.

    Errors
    ------
    OptionError
        dask is not installed, no scheduler answers at the address, or it has no workers.
    """
    if address is None:
        yield {}
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise OptionError(
            "A dask cluster needs the extra; pip install 'xl-tourney[dask]'."
        ) from error
    try:
        client = Client(address, timeout=_CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError(f"{address}: no dask scheduler answers there ({error}).") from error
    with _without_log(), client:
        try:
            client.wait_for_workers(1, timeout=_CONNECT_TIMEOUT)
        except TimeoutError as error:
            raise OptionError(f"{address}: the dask scheduler there has no workers.") from error
        yield {
            "executor": client.get_executor(pure=False, retries=1),
            "jobs": max(1, sum(client.ncores().values())),
            "is_lost": lambda: client.status != "running",
        }


@contextmanager
def _without_log() -> Iterator[None]:
    """Without the pages that dask prints when a connection breaks; receipts have a sentence."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
