"""How each host spells the name of a function in a saved workbook."""

from __future__ import annotations

NAMESPACE = "TOURNEY"
"""The namespace in Office.js, and the service in LibreOffice."""

CATEGORY = "XL Tourney"
"""The category that Excel's function wizard lists the functions under."""


def host_spellings(name: str) -> dict[str, str]:
    """The spellings of a function's name, by host.

    >>> host_spellings("GBQ")["libreoffice"]
    'TOURNEY.GBQ'
    """
    return {
        "plain": name,
        "addin": f"[1]!{name}",
        "xll": f"_xll.{name}",
        "officejs": f"_xldudf_{NAMESPACE}_{name}",
        "libreoffice": f"{NAMESPACE}.{name}",
    }
