"""The command line: arguments and printing only."""

import gc
import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class _Later(ModuleType):
    """A module that others import and few commands use; it is loaded when it is used."""

    def __getattr__(self, name: str) -> "Any":
        if name[:2] == "__":
            raise AttributeError(name)
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        module = import_module(self.__name__)
        vars(self).update(vars(module))
        return getattr(module, name)


for _name in (
    *("bz2", "calendar", "decimal", "inspect", "ipaddress", "lzma", "random", "shutil", "tempfile"),
):
    sys.modules.setdefault(_name, _Later(_name))
collects = gc.isenabled()
gc.disable()  # nothing of what is imported is garbage: to look through it takes a tenth longer
from .main import main  # noqa: E402  (imported while the collector rests)

gc.freeze()
if collects:
    gc.enable()

__all__ = ["main"]
