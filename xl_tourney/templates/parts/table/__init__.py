"""What every template writes: texts that stay texts, named cells, inputs, tables of formulas."""

from .cells import NOT_ZERO as NOT_ZERO
from .cells import TEXT_FORMAT as TEXT_FORMAT
from .cells import name_cells as name_cells
from .cells import write as write
from .columns import Column as Column
from .columns import ColumnKind as ColumnKind
from .columns import InputRule as InputRule
from .columns import columns_of_variant as columns_of_variant
from .columns import computed as computed
from .columns import is_duplicate as is_duplicate
from .columns import refused as refused
from .columns import refused_in as refused_in
from .columns import text_column as text_column
from .table import Table as Table
from .words import RACE_STATUS as RACE_STATUS
from .words import SETTLED as SETTLED
from .words import Choices as Choices
from .words import word_cell as word_cell
