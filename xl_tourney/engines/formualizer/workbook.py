"""The engine's workbook: opened from a request, and read."""

from __future__ import annotations

from datetime import timezone

import formualizer

from ...errors import EngineError
from ...grammar.structured_references import Tables
from ..base import CalculationRequest
from .registration import CallLog, register_functions

_NO_LIMIT = 1 << 40
_LIMITS = {
    "max_xml_depth": 256,
    **dict.fromkeys(
        ("max_entries", "max_part_bytes", "max_expanded_bytes", "max_input_bytes"), _NO_LIMIT
    ),
}
"""The package that it gets was read under our own limits."""


def open_workbook(request: CalculationRequest, log: CallLog) -> formualizer.Workbook:
    """The engine's workbook of a request, with our functions; nothing is calculated yet."""
    config = configuration(request.date1904, request.seed)
    workbook = formualizer.Workbook.from_bytes(request.package, config=config, load_limits=_LIMITS)
    workbook.set_temporal_egress("serial")
    if request.now:
        now = request.now
        offset = now.utcoffset()
        workbook.set_deterministic_clock(
            now.replace(tzinfo=timezone.utc) if offset is None else now,
            "utc" if offset is None else int(offset.total_seconds()),
        )
    register_functions(workbook, log, request.tables or Tables(()), config, request.date1904)
    return workbook


def configuration(date1904: bool = False, seed: int = 0) -> formualizer.WorkbookConfig:
    """One thread: our functions need Python's lock, and threads only wait for it.

    What refers to itself only in a branch of IF that is not taken is no circular reference.
    """
    evaluation = formualizer.EvaluationConfig()
    evaluation.enable_parallel = False
    evaluation.workbook_seed = seed
    evaluation.cycle_detection = "runtime"
    evaluation.date_system = "1904" if date1904 else "1900"
    return formualizer.WorkbookConfig(eval_config=evaluation)


def refusal(error: BaseException) -> BaseException:
    """The exception that is raised for an error of the engine."""
    if isinstance(error, (KeyboardInterrupt, SystemExit, MemoryError)):
        return error
    return EngineError(f"formualizer refuses the workbook ({error}).")
