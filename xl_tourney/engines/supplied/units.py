"""Units of measurement, by the symbols that CONVERT takes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated

from ...catalogue.cells import na_error
from .declaration import Kind, NotKnownError, Register, StrictNumber, to_text

register = Register()

_SQUARES, _CUBES = ("2", "^2"), ("3", "^3")
"""How the symbol of an area or a volume ends that is made of a length."""


def _size(written: str, known: Mapping[str, float]) -> float:
    """The size of a unit, a product or quotient of numbers and of units that are known.

    >>> _size("4840*yd^2", {"yd": 0.9144}), _size("1e-3", {})
    (4046.8564224, 0.001)
    """
    size = 1.0
    for sign, factor, power in re.findall(r"([*/]?)(\w[\w.]*(?:(?<=e)-\w+)?)(?:\^(\d))?", written):
        value = (known[factor] if factor in known else float(factor)) ** int(power or 1)
        size = size / value if sign == "/" else size * value
    return size


@cache
def _units() -> tuple[Mapping[str, Mapping[str, float]], frozenset[str]]:
    """Units by dimension, each with its size in units that are 1; and those that take prefixes."""
    units: dict[str, dict[str, float]] = {}
    known: dict[str, float] = {}
    metric: set[str] = set()
    derived = []
    for line in Path(__file__).with_name("units.tsv").read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        dimension, written, symbols = line.split("\t")
        size = _size(written, known)
        for symbol in symbols.split(" "):
            unit = symbol.removesuffix("+")
            units.setdefault(dimension.removesuffix("²"), {})[unit] = known[unit] = size
            ends = (*_SQUARES, *_CUBES) if dimension.endswith("²") else ()
            metric |= {f"{unit}{end}" for end in ("", *ends) if symbol != unit}
            derived += [(unit, end, size) for end in ends]
    for unit, end, size in derived:
        dimension, power = ("area", 2) if end in _SQUARES else ("volume", 3)
        units[dimension][f"{unit}{end}"] = size**power
    return units, frozenset(metric)


_PREFIXES = {
    **{"Y": 24, "Z": 21, "E": 18, "P": 15, "T": 12, "G": 9, "M": 6, "k": 3, "h": 2, "da": 1},
    **{"e": 1, "d": -1, "c": -2, "m": -3, "u": -6, "n": -9, "p": -12, "f": -15, "a": -18},
    **{"z": -21, "y": -24},
}
_BINARY_PREFIXES = {f"{letter}i": 10 * (n + 1) for n, letter in enumerate("kMGTPEZY")}
_TEMPERATURES = {
    **dict.fromkeys(("C", "cel"), (1.0, 273.15)),
    **dict.fromkeys(("F", "fah"), (5 / 9, 459.67 * 5 / 9)),
    **dict.fromkeys(("K", "kel"), (1.0, 0.0)),
    **{"Rank": (5 / 9, 0.0), "Reau": (1.25, 273.15)},
}
"""Kelvins of a degree, and at 0 degrees."""
_OF_OTHER_CONSTANTS = ("mmHg", "eV", "ev", "u")
"""Units of physical constants that Excel has in another version than today's."""

_Unit = Annotated[str, Kind(to_text, is_repeated_for_arrays=False)]


def _find(unit: str) -> tuple[str, float] | None:
    """The dimension of a unit, and its size."""
    by_dimension, metric = _units()
    for dimension, units in by_dimension.items():
        if unit in units:
            return dimension, units[unit]
    for dimension, units in by_dimension.items():
        for length in (1, 2):
            prefix, rest = unit[:length], unit[length:]
            if rest not in units or rest not in metric:
                continue
            if prefix in _PREFIXES:
                power = 10.0 ** abs(_PREFIXES[prefix])
                size = power if _PREFIXES[prefix] > 0 else 1 / power
                exponent = int(rest[-1]) if rest[-1] in "23" else 1
                return dimension, units[rest] * size**exponent
            if dimension == "information" and prefix in _BINARY_PREFIXES:
                return dimension, units[rest] * 2.0 ** _BINARY_PREFIXES[prefix]
    return None


def _is_of_other_constants(unit: str) -> bool:
    return any(
        unit == constant or (unit.endswith(constant) and unit[: -len(constant)] in _PREFIXES)
        for constant in _OF_OTHER_CONSTANTS
    )


@register("CONVERT", source="https://support.microsoft.com/office/convert-function")
def convert(number: StrictNumber, unit: _Unit, other: _Unit) -> float:
    """A number of units in another unit; ``#N/A`` for units that are none, or of another kind.

    >>> convert(1.0, "lbm", "kg"), round(convert(68.0, "F", "C"), 9), convert(6.0, "mi", "km")
    (0.45359237, 20.0, 9.656064)
    """
    if unit in _TEMPERATURES and other in _TEMPERATURES:
        if unit == other or {unit, other} in ({"C", "cel"}, {"F", "fah"}, {"K", "kel"}):
            return number
        (size, zero), (other_size, other_zero) = _TEMPERATURES[unit], _TEMPERATURES[other]
        return (number * size + zero - other_zero) / other_size
    if any(_is_of_other_constants(name) for name in (unit, other)):
        raise NotKnownError
    found, target = _find(unit), _find(other)
    if found is None or target is None or found[0] != target[0]:
        raise na_error(f"{unit} cannot be converted into {other}")
    return number * found[1] / target[1]
