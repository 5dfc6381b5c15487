"""Classes of named values whose import costs little.

The methods of a data class are written and compiled when its module is imported, and so is each
annotation of a named tuple: forty of them take longer than to calculate a small workbook.  A record
only looks up the names of its values; it is for what is made a few times in a run.  What is made
for each cell is a named tuple, as that of ``typing`` but for its annotations, which nobody reads.

>>> class Place(Record):
...     row: int
...     column: int = 1
...     notes: list[str] = new(list)
>>> place = Place(7)
>>> place.row, place.column, place.notes
(7, 1, [])
>>> Place(7, colum=2)
Traceback (most recent call last):
TypeError: Place has the values row, column, notes
"""

from __future__ import annotations

from collections import namedtuple
from functools import partial

TYPE_CHECKING = False  # that of typing takes as long to import as twenty records
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, TypeVar
    from typing import NamedTuple as NamedTuple

    from typing_extensions import dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_):
        """Only who checks types looks at it."""
        return lambda cls: cls

    class _NamedTupleType(type):
        def __new__(cls, name, bases, namespace):
            fields = namespace["__annotations__"]
            defaults = [namespace.pop(field) for field in fields if field in namespace]
            values = namedtuple(name, fields, defaults=defaults)
            return type(name, (values,), {**namespace, "__slots__": ()})

    NamedTuple = type.__new__(_NamedTupleType, "NamedTuple", (), {})


def new(make: Callable[[], T]) -> T:
    """A default value that is made anew for each record."""
    return partial(make)  # type: ignore[return-value]


@dataclass_transform(eq_default=False)
class Record:
    """A class whose annotations are its values, in their order; without one it has its default."""

    _made: ClassVar[dict[str, Callable[[], Any]]] = {}
    _names: ClassVar[dict[str, None]] = {}
    _required: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        own = {name: made for name, made in vars(cls).items() if isinstance(made, partial)}
        cls._made = cls._made | own
        cls._names = cls._names | dict.fromkeys(cls.__annotations__)
        cls._required = frozenset(name for name in cls._names if not hasattr(cls, name))

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self._names
        given = dict(zip(names, values)) | named
        is_complete = self._required <= given.keys() <= names.keys()
        if not is_complete or len(given) < len(values) + len(named):
            raise TypeError(f"{type(self).__name__} has the values {', '.join(names)}")
        vars(self).update({name: make() for name, make in self._made.items()} | given)


class Value(Record):
    """A record that equals another one of its class with the same values."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(tuple(vars(self).values()))
