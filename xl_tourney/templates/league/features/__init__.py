"""The features that a league may have, a file each; every file of this folder is read.

:mod:`..feature` says what a feature is.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
