"""Tournament functions for spreadsheets, the workbooks to use them in, and their recalculation.

>>> import xl_tourney
>>> "recalc" in dir(xl_tourney)
True

What stands in ``__all__`` is described in docs/python.md; it is imported when it is used first.
"""

__version__ = "0.1.0"
__all__ = [
    "EngineError",
    "InputError",
    "OptionError",
    "Recalculated",
    "TourneyError",
    "WorkbookError",
    "WriteError",
    "explain",
    "new",
    "publish",
    "recalc",
    "standings",
    "update",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(".python", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
