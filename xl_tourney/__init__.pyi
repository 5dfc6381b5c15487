"""What a Python program calls; imported when it is used first."""

from .errors import EngineError as EngineError
from .errors import InputError as InputError
from .errors import OptionError as OptionError
from .errors import TourneyError as TourneyError
from .errors import WorkbookError as WorkbookError
from .errors import WriteError as WriteError
from .python.events import explain as explain
from .python.events import new as new
from .python.events import publish as publish
from .python.events import standings as standings
from .python.events import update as update
from .python.events import verify as verify
from .python.recalculated import Recalculated as Recalculated
from .python.recalculated import recalc as recalc

__version__: str
