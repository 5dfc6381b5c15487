"""manifest.xml: what Excel is given to find the add-in, in the add-in only format.

The order of the elements and the lengths of the texts are those of the format's schemas
(``TaskPaneApp`` 1.1, ``VersionOverridesV1_0`` of task panes).  The page, the functions and the
button share one runtime that lives as long as the workbook is open.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape

from ... import __version__
from ...catalogue.host_names import CATEGORY, NAMESPACE

PAGE = "taskpane.html"


def format_manifest(url: str) -> str:
    """The manifest of the add-in at an address, without a slash at its end.

    The identity is made from the address: the same place is the same add-in.
    """
    return Template(Path(__file__).with_name("manifest.xml").read_text("utf-8")).substitute(
        ID=uuid.uuid5(uuid.NAMESPACE_URL, url),
        VERSION=__version__,
        NAME=escape(CATEGORY),
        NAMESPACE=NAMESPACE,
        URL=escape(url, {'"': "&quot;"}),
    )
