"""What every template writes: texts that stay texts, named cells, inputs, tables of formulas."""

from .cells import NOT_ZERO, TEXT_FORMAT, name_cells, write
from .columns import (
    Column,
    ColumnKind,
    InputRule,
    columns_of_variant,
    computed,
    is_duplicate,
    refused,
    refused_in,
    text_column,
)
from .table import Table
from .words import RACE_STATUS, SETTLED, Choices, word_cell

__all__ = [
    "NOT_ZERO",
    "RACE_STATUS",
    "SETTLED",
    "TEXT_FORMAT",
    "Choices",
    "Column",
    "ColumnKind",
    "InputRule",
    "Table",
    "columns_of_variant",
    "computed",
    "is_duplicate",
    "name_cells",
    "refused",
    "refused_in",
    "text_column",
    "word_cell",
    "write",
]
