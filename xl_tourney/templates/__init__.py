"""The workbooks that can be made: results in, a workbook out.

>>> from xl_tourney.templates import TEMPLATES
>>> [option.name for option in TEMPLATES["tantrix"].options][:2]
['title', 'note']
"""

from __future__ import annotations

from .parts.output import package
from .parts.registry import TEMPLATES, Option, Template

TEMPLATES.announce(__name__, ("bridge", "chess", "go", "kdice", "league", "tantrix"))

__all__ = ["TEMPLATES", "Option", "Template", "package"]
