"""The features that a league may have, a file each; every file of this folder is read.

:mod:`..feature` says what a feature is.
"""

from importlib import import_module
from pkgutil import walk_packages

for _module in walk_packages(__path__, f"{__name__}."):
    import_module(_module.name)
