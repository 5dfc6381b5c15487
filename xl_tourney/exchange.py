"""Two files that change places in one step, so that no save of another program is lost between."""

from __future__ import annotations

import errno
import os
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

_CURRENT_FOLDER = -100
_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
_NOT_SUPPORTED = frozenset((errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM))


def exchange(one: Path, other: Path) -> bool:
    """Let two files of a file system change places; False where that cannot be done in one step."""
    rename = _system_call()
    if rename is None or rename(os.fsencode(one), os.fsencode(other)) == 0:
        return rename is not None
    import ctypes

    number = ctypes.get_errno()
    if number in _NOT_SUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(one))


@lru_cache(maxsize=1)
def _system_call() -> Any:
    """The system's call, of two names; None where there is none."""
    if sys.platform not in ("linux", "darwin"):
        return None
    import ctypes

    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return lambda one, other: library.renamex_np(one, other, _EXCHANGE)
        call = library.renameat2
    except (OSError, AttributeError):
        return None
    return lambda one, other: call(_CURRENT_FOLDER, one, _CURRENT_FOLDER, other, _EXCHANGE)
