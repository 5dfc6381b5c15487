"""The entries of a file of rules, each taken once, with one sentence a mistake."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, field, fields
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from ....errors import OptionError

T = TypeVar("T")
_IS_DERIVED = "is_derived"


def derived(default: T) -> T:
    """A field of a record that no entry says."""
    found: T = field(default=default, metadata={_IS_DERIVED: True})
    return found


class Entries:
    """The entries of a file, or of a part of it; what is left over is a mistake, and is said."""

    def __init__(self, entries: Mapping[str, Any], where: str, under: str = "") -> None:
        self.where, self.under = where, under
        self.left = dict(entries)
        self.known: list[str] = []

    def error(self, key: str, message: str) -> OptionError:
        """A mistake in an entry."""
        return OptionError(f"{self.where}: {self.under}{key} {message}.")

    def _take(self, key: str, default: Any = None) -> Any:
        self.known.append(key)
        return self.left.pop(key, default)

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._take(key, default)
        if value is None:
            raise self.error(key, f'is missing; add a line {key} = "…"')
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(key, f"is {value!r}; it must be a text in quotes")
        return " ".join(value.split())

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> Any:
        """One of some texts."""
        found = self.text(key, default)
        if found not in choices:
            *some, last = choices
            raise self.error(key, f"is “{found}”; it must be {', '.join(some)} or {last}")
        return found

    def number(self, key: str, least: float = 0, whole: bool = False) -> float | None:
        """A number, None if it is not there."""
        value = self._take(key)
        if value is None:
            return None
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not least <= value <= 9999 or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise self.error(key, f"is {value!r}; it must be {kind} from {least:g}")
        return float(value)

    def whole(self, key: str, least: float = 1) -> int | None:
        """A whole number, None if it is not there."""
        number = self.number(key, least, whole=True)
        return None if number is None else int(number)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._take(key, False)
        if not isinstance(value, bool):
            raise self.error(key, f"is {value!r}; it must be true or false, without quotes")
        return value

    def table(self, key: str) -> Entries | None:
        """A part with entries of its own."""
        value = self._take(key)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(key, f"is {value!r}; it must be a part that begins with [{key}]")
        return Entries(value, self.where, f"{self.under}{key}.")

    def tables(self, key: str) -> list[Entries]:
        """Parts of one kind."""
        value = self._take(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error(key, f"must be parts that begin with [[{key}]] each")
        return [Entries(one, self.where, f"{key} {at}: ") for at, one in enumerate(value, 1)]

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(key)
        if not isinstance(value, list) or not value or not all(isinstance(v, str) for v in value):
            raise self.error(key, f'must be a list of texts such as {key} = ["Points", "For"]')
        return tuple(" ".join(name.split()) for name in value)

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers from 1, none if it is not there."""
        value = self._take(key, [])
        if not isinstance(value, list) or any(type(n) is not int or n < 1 for n in value):
            raise self.error(key, f"must be a list of whole numbers from 1 such as {key} = [3, 5]")
        return tuple(value)

    def texts(self, key: str) -> tuple[tuple[str, str], ...]:
        """A part with a text for each of any names."""
        part = self.table(key)
        return tuple((name, part.text(name)) for name in list(part.left)) if part else ()

    def record(self, kind: Callable[..., T], is_there: bool = False) -> T | None:
        """A record of these entries, one for each of its fields, by the type of that.

        None if none of them is there, or if they say nothing.  A field without a default must be
        there.  Its metadata say the ``least`` number, what is ``missing`` without it, and the
        ``entry`` if its name is not that of the field.
        """
        hints = get_type_hints(kind)
        said = {
            one.metadata.get("entry", one.name): one
            for one in fields(kind)  # type: ignore[arg-type]
            if not one.metadata.get(_IS_DERIVED)
        }
        if not (is_there or said.keys() & self.left.keys()):
            self.known += said
            return None
        values = {one.name: self._value(key, one, hints[one.name]) for key, one in said.items()}
        says_nothing = all(value is None or value is False for value in values.values())
        return None if says_nothing else kind(**values)

    def _value(self, key: str, one: Any, hint: Any) -> Any:
        """The value of a field."""
        is_needed = one.default is MISSING
        kinds = tuple(part for part in get_args(hint) or (hint,) if part is not NoneType)
        value: Any
        if get_origin(hint) is Literal:
            return self.choice(key, kinds, one.default)
        if get_origin(hint) is tuple:
            return self._several(key, is_needed, kinds)
        (kind,) = kinds
        if kind is str:
            return self.text(key, None if is_needed else one.default)
        if kind is bool:
            return self.flag(key)
        if kind is int:
            value = self.whole(key, one.metadata.get("least", 1))
        else:
            value = self.number(key, one.metadata.get("least", 0))
        if value is None and is_needed:
            missing = one.metadata.get("missing", "a number")
            raise self.error(key, f"is missing; add {missing}")
        return one.default if value is None else value

    def _several(self, key: str, is_needed: bool, kinds: tuple[Any, ...]) -> tuple[Any, ...]:
        if get_origin(kinds[0]) is tuple:
            return self.texts(key)
        if kinds[0] is int:
            return self.wholes(key)
        return self.names(key) if is_needed or key in self.left else self._take(key, ())

    def done(self) -> None:
        """Refuse what is left over."""
        for key in self.left:
            *some, last = self.known
            raise self.error(key, f"is not known; known are {', '.join(some)} and {last}")
