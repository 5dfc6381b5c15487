"""What a command is, and how one is run."""

from __future__ import annotations

from typing import Any

DECLARED: dict[str, Any] = {}
"""The commands whose modules are imported, by name."""
