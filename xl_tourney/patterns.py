"""Patterns that are compiled when they are used first: of two hundred a run needs a few.

>>> WORD = regex(r"[a-z]+")
>>> WORD.findall("to be or not")
['to', 'be', 'or', 'not']
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from typing import Any, AnyStr


class _Pattern:
    """A pattern with the methods of a compiled one."""

    def __init__(self, *arguments: Any) -> None:
        self._arguments = arguments

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        import re

        value = vars(self)[name] = getattr(re.compile(*self._arguments), name)
        return value


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern as ``re.compile`` gives it, but later."""
    found: Any = _Pattern(pattern, flags)
    return found  # type: ignore[no-any-return]
