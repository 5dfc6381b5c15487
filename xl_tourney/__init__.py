"""Tournament functions for spreadsheets, the workbooks to use them in, and their recalculation.

>>> import xl_tourney
>>> "recalc" in dir(xl_tourney)
True

The names in ``__all__`` are described in docs/how-to/python.md; each is imported when it
is used first.
"""

__version__ = "0.1.0"
_MODULES = {
    ".errors": (
        "EngineError",
        "InputError",
        "OptionError",
        "TourneyError",
        "WorkbookError",
        "WriteError",
    ),
    ".commands.workbooks.recalc": ("Recalculated",),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    module = next((module for module, names in _MODULES.items() if name in names), None)
    value: object
    if module:
        value = getattr(import_module(module, __name__), name)
    elif name == "__all__":
        found = import_module(".commands", __name__).names()
        value = sorted([*found, *(name for names in _MODULES.values() for name in names)])
    elif not name.startswith("_") and (made := import_module(".commands", __name__).find(name)):
        value = import_module(".python.derived", __name__).function_of(made)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})  # type: ignore[misc]
