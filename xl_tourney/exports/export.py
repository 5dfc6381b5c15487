"""The results of a workbook in use as a file that other programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from ..readers.files import Document

Writer = Callable[..., Document]
"""Writes an event; that of h9 also takes what the header of the file is to say about it."""


def formats_of(template: str) -> Mapping[str, Writer]:
    """The writers of a template, by format: its module here has them."""
    writers: Mapping[str, Writer] = import_module(f"{__package__}.{template}").FORMATS
    return writers
