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
    ".python.events": ("explain", "new", "publish", "standings", "update", "verify"),
    ".python.recalculated": ("Recalculated", "recalc"),
}
__all__ = sorted(name for names in _MODULES.values() for name in names)


def __getattr__(name: str) -> object:
    module = next((module for module, names in _MODULES.items() if name in names), None)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(module, __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
