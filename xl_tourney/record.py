"""Classes of named values whose import costs next to nothing.

The methods of a data class or a named tuple are written and compiled when its module is imported:
forty of them take longer than to calculate a small workbook.  A record only looks up the names of
its values.  It is for what is made a few times in a run; of cells there are too many for that.

>>> class Place(Record):
...     row: int
...     column: int = 1
...     notes: list[str] = new(list)
>>> place = Place(7)
>>> place.row, place.column, place.notes
(7, 1, [])
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_):
        """Only who checks types looks at it."""
        return lambda cls: cls


T = TypeVar("T")


def new(make: Callable[[], T]) -> T:
    """A default value that is made anew for each record."""
    return cast("T", partial(make))


@dataclass_transform(eq_default=False)
class Record:
    """A class whose annotations are its values, in their order; without one it has its default."""

    _made: ClassVar[dict[str, Callable[[], Any]]] = {}

    def __init_subclass__(cls) -> None:
        defaults = vars(cls)
        cls._made = {name: of for name, of in defaults.items() if isinstance(of, partial)}

    def __init__(self, *values: Any, **named: Any) -> None:
        made = {name: make() for name, make in self._made.items()}
        vars(self).update(made | dict(zip(type(self).__annotations__, values)) | named)
