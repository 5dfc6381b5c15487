"""How each host spells the names of functions and of their parameters."""

from __future__ import annotations

import keyword

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


_KEYWORDS = """
access alias and any append as attribute base binary boolean byref byte byval call case close
compare const currency date debug declare dim do double each else elseif empty end enum eqv erase
error event exit explicit false for friend function get global gosub goto if imp implements in
input integer is len let lib like line lock long longlong longptr loop lset me mid mod name new next
not nothing null object on open option optional or output paramarray preserve print private property
public put raiseevent random read redim rem reset resume return rset seek select set shared single
spc static step stop string sub tab text then to true type typeof unlock until variant wend while
width with withevents write xor
"""
_RESERVED = frozenset((*_KEYWORDS.split(), *keyword.kwlist))


def to_vba_name(name: str) -> str:
    """A parameter's name in VBA and Python; a reserved word gets an underscore.

    >>> to_vba_name("games"), to_vba_name("step")
    ('games', 'step_')
    """
    return f"{name}_" if name.lower() in _RESERVED else name
