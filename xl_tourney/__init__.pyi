"""What a Python program calls; imported when it is used first."""

from .python import EngineError as EngineError
from .python import InputError as InputError
from .python import OptionError as OptionError
from .python import Recalculated as Recalculated
from .python import TourneyError as TourneyError
from .python import WorkbookError as WorkbookError
from .python import WriteError as WriteError
from .python import explain as explain
from .python import new as new
from .python import publish as publish
from .python import recalc as recalc
from .python import standings as standings
from .python import update as update
from .python import verify as verify

__version__: str
