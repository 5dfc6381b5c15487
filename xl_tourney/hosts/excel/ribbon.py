"""The tab *Tournament* of Excel's ribbon: a part of the add-in, and the VBA class behind it.

``customUI14.xml`` is made from the commands.  The tag of a button is what it says in each language:
``pair|9|Next round…|…|7|Nächste Runde…|…``, a language by its number in Windows.
"""

from __future__ import annotations

from pathlib import Path

from ... import __version__
from ...catalogue.host_names import CATEGORY
from ...ooxml.part_rewriting import rewrite_parts
from .intellisense import before_end

CLASS = "XLTourneyRibbon"
PART = "customUI/customUI14.xml"
COMMANDS_MODULE = "xl_tourney.cli.terminal.ribbon"
"""What answers; it knows the commands, which nothing here does."""
UNIT, RECORD = "\x1f", "\x1e"
"""What stands between the texts of a question."""
_RELATION = (
    '<Relationship Id="rIdRibbon" Target="customUI/customUI14.xml" '
    'Type="http://schemas.microsoft.com/office/2007/relationships/ui/extensibility"/>'
)


def format_class() -> str:
    """The source of the class."""
    source = Path(__file__).with_name(f"{CLASS}.cls").read_text("utf-8")
    values = {"VERSION": __version__, "CATEGORY": CATEGORY}
    values |= {"UNIT": str(ord(UNIT)), "RECORD": str(ord(RECORD))}
    for name, value in values.items():
        source = source.replace(f"@{name}@", value)
    return source


def embed(package: bytes) -> bytes:
    """An add-in's package with the tab."""
    relate = {"_rels/.rels": lambda text: before_end(text, "Relationships", _RELATION)}
    content = Path(__file__).with_name(Path(PART).name).read_bytes()
    return rewrite_parts(package, relate, added={PART: content})
