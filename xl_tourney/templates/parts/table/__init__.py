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

__all__ = [
    "NOT_ZERO",
    "TEXT_FORMAT",
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
    "write",
]
