"""The solver for mixed-integer programs: HiGHS, an extra that only some questions need."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .program import IntegerProgram


class UnsettledError(Exception):
    """There is no answer; the message is a clause that says why."""


class NoSolverError(UnsettledError):
    """The solver is not installed here."""

    def __init__(self) -> None:
        in_browser = sys.platform == "emscripten"
        remedy = "a browser has none" if in_browser else "install xl-tourney[race]"
        super().__init__(f"this needs a solver: {remedy}")


class TimeUpError(UnsettledError):
    """There was not enough time for a proof."""

    def __init__(self) -> None:
        super().__init__("time is up")


def is_installed() -> bool:
    """Whether the solver can be asked."""
    from importlib.util import find_spec

    return find_spec("highspy") is not None


@contextmanager
def _quiet() -> Iterator[None]:
    """Without standard output, also of C: from 1.16 on a new solver says who it is there."""
    try:
        kept = os.dup(1)
    except OSError:  # a program without a terminal has none
        yield
        return
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def solve(program: IntegerProgram, seconds: float) -> list[int] | None:
    """A solution, or None if there is none; no solution in time is :class:`TimeUpError`."""
    try:
        import highspy
        import numpy as np
    except ImportError as error:
        raise NoSolverError from error
    if seconds <= 0:
        raise TimeUpError
    if not program.fits:
        raise UnsettledError("the numbers are too large for the solver")
    columns, rows = len(program.upper), program.constraints
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = columns, len(rows)
    model.col_cost_ = np.zeros(columns)
    model.col_lower_ = np.zeros(columns)
    model.col_upper_ = np.array(program.upper, dtype=float)
    model.row_lower_ = np.array([row.lower for row in rows], dtype=float)
    model.row_upper_ = np.array([row.upper for row in rows], dtype=float)
    starts, variables, factors = [0], [], []
    for row in rows:
        variables += row.variables
        factors += row.factors
        starts.append(len(variables))
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = np.array(starts)
    model.a_matrix_.index_ = np.array(variables, dtype=np.int32)
    model.a_matrix_.value_ = np.array(factors, dtype=float)
    model.integrality_ = [highspy.HighsVarType.kInteger] * columns
    with _quiet():
        highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("parallel", "off")
    highs.setOptionValue("time_limit", float(seconds))
    highs.passModel(model)
    highs.run()
    status = highs.getModelStatus()
    if status == highspy.HighsModelStatus.kOptimal:
        return [round(value) for value in highs.getSolution().col_value]
    if status == highspy.HighsModelStatus.kInfeasible:
        return None
    raise TimeUpError
