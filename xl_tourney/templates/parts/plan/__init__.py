"""What a workbook is made of; ``builder`` writes it."""

from .charts import Bars as Bars
from .charts import Lines as Lines
from .charts import Profile as Profile
from .looks import EVERYWHERE as EVERYWHERE
from .looks import PROBLEMS as PROBLEMS
from .looks import BlockLines as BlockLines
from .looks import EmptyColumns as EmptyColumns
from .looks import Hidden as Hidden
from .looks import Mark as Mark
from .looks import Matrix as Matrix
from .looks import NamedStandings as NamedStandings
from .looks import Qualifying as Qualifying
from .looks import RowHeights as RowHeights
from .types import SETTINGS as SETTINGS
from .types import Cell as Cell
from .types import Look as Look
from .types import SheetPlan as SheetPlan
from .types import TablePlan as TablePlan
from .types import WorkbookPlan as WorkbookPlan
from .types import read_sheets as read_sheets
