"""What axe-core finds on a page."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
WITHOUT_CONTRAST = {"rules": {"color-contrast": {"enabled": False}}}
"""Contrast takes axe seconds a page; all pages have the same colours."""


def violations(page, options: dict[str, Any] | None = None) -> list[str]:
    """What is wrong; of what is right axe tells only that it is, which takes half the time."""
    page.evaluate(AXE)
    chosen = {"resultTypes": ["violations"], **(options or {})}
    found = page.evaluate("chosen => axe.run(chosen)", chosen)["violations"]
    return [f"{rule['id']}: {node['html']}" for rule in found for node in rule["nodes"]]
