"""Commands that heed interrupts, wherever the tests run."""

from __future__ import annotations

import signal


def heed_interrupts() -> None:
    """A shell lets what runs in the background, such as these tests, ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
