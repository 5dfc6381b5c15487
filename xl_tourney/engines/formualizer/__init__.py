"""formualizer: the default engine, in Rust."""

from .engine import ENGINE

__all__ = ["ENGINE"]
