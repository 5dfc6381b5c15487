"""A second solver for the same programs, to hear another opinion: scipy's."""

from __future__ import annotations

from .program import IntegerProgram


def second_solver() -> str:
    """The name of the second solver with its version; empty where none is installed."""
    try:
        import scipy
    except ImportError:
        return ""
    return f"scipy {scipy.__version__}"


def is_solvable(program: IntegerProgram, seconds: float) -> bool | None:
    """Whether a program has a solution; None if that was not settled in time."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    columns = len(program.upper)
    if not columns:
        return all(row.lower <= 0 <= row.upper for row in program.constraints)
    starts, variables, factors = [0], [], []
    for row in program.constraints:
        variables += row.variables
        factors += row.factors
        starts.append(len(variables))
    matrix = csr_array((factors, variables, starts), shape=(len(program.constraints), columns))
    found = milp(
        np.zeros(columns),
        integrality=np.ones(columns),
        bounds=Bounds(0, np.array(program.upper, dtype=float)),
        constraints=LinearConstraint(
            matrix,
            [row.lower for row in program.constraints],
            [row.upper for row in program.constraints],
        ),
        options={"time_limit": seconds},
    )
    return {0: True, 2: False}.get(found.status)
