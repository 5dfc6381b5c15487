"""Units of measurement, by the symbols that CONVERT takes."""

from __future__ import annotations

from typing import Annotated

from ...catalogue.cells import na_error
from .declaration import Kind, NotKnownError, Register, StrictNumber
from .texts import to_text

register = Register()

_INCH, _FOOT, _YARD, _MILE, _NAUTICAL = 0.0254, 0.3048, 0.9144, 1609.344, 1852.0
_LIGHT_YEAR = 9.46073047258e15
_GALLON, _UK_GALLON = 0.003785411784, 0.00454609

_LENGTHS = {
    **{"ang": 1e-10, "ft": _FOOT, "in": _INCH, "ly": _LIGHT_YEAR, "m": 1.0},
    **{"mi": _MILE, "Nmi": _NAUTICAL, "Pica": _INCH / 72, "Picapt": _INCH / 72, "yd": _YARD},
}
"""The lengths that have squares and cubes."""

_UNITS: dict[str, dict[str, float]] = {
    "mass": {
        **{"g": 1.0, "sg": 14593.9029372064, "lbm": 453.59237, "u": 1.66053100460465e-24},
        **{"ozm": 28.349523125, "grain": 0.06479891, "cwt": 45359.237, "shweight": 45359.237},
        **dict.fromkeys(("uk_cwt", "lcwt", "hweight"), 50802.34544),
        **{"stone": 6350.29318, "ton": 907184.74},
        **dict.fromkeys(("uk_ton", "LTON", "brton"), 1016046.9088),
    },
    "length": {
        **_LENGTHS,
        **{"ell": 1.143, "pica": _INCH / 6, "survey_mi": 6336000 / 3937},
        **dict.fromkeys(("parsec", "pc"), 3.08567758128155e16),
    },
    "time": {
        **{"yr": 31557600.0, "day": 86400.0, "d": 86400.0, "hr": 3600.0, "mn": 60.0, "min": 60.0},
        **{"sec": 1.0, "s": 1.0},
    },
    "pressure": {
        **{"Pa": 1.0, "p": 1.0, "atm": 101325.0, "at": 101325.0, "psi": 6894.75729316836},
        **{"Torr": 101325 / 760},
    },
    "force": {"N": 1.0, "dyn": 1e-5, "dy": 1e-5, "lbf": 4.4482216152605, "pond": 9.80665e-3},
    "energy": {
        **{"J": 1.0, "e": 1e-7, "c": 4.184, "cal": 4.1868, "HPh": 2684519.53769617},
        **{"hh": 2684519.53769617, "Wh": 3600.0, "wh": 3600.0, "flb": 1.3558179483314},
        **{"BTU": 1055.05585262, "btu": 1055.05585262},
    },
    "power": {"W": 1.0, "w": 1.0, "HP": 745.69987158227, "h": 745.69987158227, "PS": 735.49875},
    "magnetism": {"T": 1.0, "ga": 1e-4},
    "volume": {
        **{"tsp": _GALLON / 768, "tspm": 5e-6, "tbs": _GALLON / 256, "oz": _GALLON / 128},
        **{"cup": _GALLON / 16, "pt": _GALLON / 8, "us_pt": _GALLON / 8, "uk_pt": _UK_GALLON / 8},
        **{"qt": _GALLON / 4, "uk_qt": _UK_GALLON / 4, "gal": _GALLON, "uk_gal": _UK_GALLON},
        **{"l": 1e-3, "L": 1e-3, "lt": 1e-3, "barrel": 42 * _GALLON},
        **{"bushel": 2150.42 * _INCH**3, "GRT": 100 * _FOOT**3, "regton": 100 * _FOOT**3},
        **{"MTON": 40 * _FOOT**3},
        **{f"{unit}{mark}": size**3 for unit, size in _LENGTHS.items() for mark in ("3", "^3")},
    },
    "area": {
        **{"uk_acre": 4840 * _YARD**2, "us_acre": 4046.87260987425, "ar": 100.0, "ha": 1e4},
        **{"Morgen": 2500.0},
        **{f"{unit}{mark}": size**2 for unit, size in _LENGTHS.items() for mark in ("2", "^2")},
    },
    "information": {"bit": 1.0, "byte": 8.0},
    "speed": {
        **{"admkn": 0.514773333333333, "kn": _NAUTICAL / 3600, "m/h": 1 / 3600, "m/hr": 1 / 3600},
        **{"mph": _MILE / 3600, "m/s": 1.0, "m/sec": 1.0},
    },
}
"""Units by dimension, each in units that are 1."""

_METRIC = frozenset(
    (
        *("g", "u", "ang", "m", "ly", "parsec", "pc", "sec", "s", "Pa", "p", "atm", "at", "Torr"),
        *("N", "dyn", "dy", "pond", "J", "e", "c", "cal", "Wh", "wh", "W", "w", "T", "ga"),
        *("l", "L", "lt", "ar", "bit", "byte", "m/h", "m/hr", "m/s", "m/sec"),
        *(f"{unit}{mark}" for unit in ("ang", "ly", "m") for mark in ("2", "^2", "3", "^3")),
    )
)
"""Units that take prefixes."""
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
    for dimension, units in _UNITS.items():
        if unit in units:
            return dimension, units[unit]
    for dimension, units in _UNITS.items():
        for length in (1, 2):
            prefix, rest = unit[:length], unit[length:]
            if rest not in units or rest not in _METRIC:
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
