"""What may be typed into a cell, and formulas that find what may not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from .. import theme
from .addresses import Placement, with_sheet


@dataclass(frozen=True)
class InputRule:
    """The values that may be typed into a cell, and the message about them."""

    kind: Literal["whole", "decimal", "list", "textLength"]
    message: str
    minimum: float | str = 0
    """The least number, or what a list holds: texts, or cells such as ``{listed[name]}``."""
    maximum: float | None = None
    """The largest number; none for any."""
    is_strict: bool = True
    """Whether anything else is refused; else the person who types it is asked."""
    decimals: int | None = 2
    """How many decimals a number has at most; None for any.

    A spreadsheet makes 0.084 of 2:1, which is a time, and 0.6 of 60%: with so many decimals, and
    where only halves are below :attr:`whole_from`, neither is taken for a number.
    """
    whole_from: float = 1
    """From where on a number may have decimals."""
    halves: bool = True
    """Whether it may be a half below that, as in a match of chess."""

    @property
    def is_number(self) -> bool:
        """Whether numbers are typed."""
        return self.kind in ("whole", "decimal")

    @property
    def choices(self) -> tuple[str, ...]:
        """The texts of a list; none where it is one of cells."""
        text = str(self.minimum)
        is_list = self.kind == "list" and text.startswith('"')
        return tuple(text.strip('"').split(",")) if is_list else ()

    def _fits(self, cell: str) -> str:
        """Whether a number is one that the rule takes."""
        tests = [f"{cell}>={self.minimum}"]
        if self.maximum is not None:
            tests.append(f"{cell}<={self.maximum}")
        if self.kind == "whole":
            tests.append(f"INT({cell})={cell}")
        elif self.decimals is not None:
            unit = f"{cell}+{cell}" if self.halves else cell
            tests.append(f"ROUND({cell},{self.decimals})={cell}")
            tests.append(f"OR(ABS({cell})>={self.whole_from},INT({unit})={unit})")
        return f"AND({','.join(tests)})"

    def refuses(self, cell: str) -> str:
        """A formula: 1 where a cell holds what the rule does not take, however it came there.

        >>> InputRule("whole", "A number of games.").refuses("B6")
        'IF(B6="",0,IF(ISNUMBER(B6),IF(AND(B6>=0,INT(B6)=B6),0,1),1))'
        """
        return f'IF({cell}="",0,IF(ISNUMBER({cell}),IF({self._fits(cell)},0,1),1))'

    def apply(self, sheet: Worksheet, cells: str, tables: Mapping[str, Placement]) -> None:
        """Have the cells checked when they are typed into, and numbers that do not fit marked."""
        listed, first = self.kind == "list", cells.partition(":")[0]
        is_custom = self.kind == "decimal" and self.decimals is not None
        validation = DataValidation(
            type="custom" if is_custom else self.kind,
            operator="between" if listed or self.maximum is not None else "greaterThanOrEqual",
            formula1=self._fits(first) if is_custom else with_sheet(str(self.minimum), tables),
            formula2=None if is_custom or self.maximum is None else str(self.maximum),
            allow_blank=not listed,
            errorStyle=None if self.is_strict else "warning",
            showErrorMessage=True,
            showInputMessage=True,
            errorTitle="Please check",
            error=self.message,
            prompt=self.message,
        )
        sheet.add_data_validation(validation)
        validation.add(cells)
        if self.is_number:
            theme.highlight(sheet, cells, [(f"{self.refuses(first)}=1", theme.LOOK_OUT)])
