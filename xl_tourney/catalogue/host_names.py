"""How each host writes the name of a function in a saved workbook."""

from __future__ import annotations

NAMESPACE = "TOURNEY"
"""The namespace in Office.js, and the service in LibreOffice."""

CATEGORY = "XL Tourney"
"""The category that Excel's function wizard lists the functions under."""


def spellings(name: str) -> dict[str, str]:
    """A function's name in every host.

    >>> spellings("GBQ")["libreoffice"]
    'TOURNEY.GBQ'
    """
    return {
        "plain": name,
        "addin": f"[1]!{name}",
        "xll": f"_xll.{name}",
        "officejs": f"_xldudf_{NAMESPACE}_{name}",
        "libreoffice": f"{NAMESPACE}.{name}",
    }
