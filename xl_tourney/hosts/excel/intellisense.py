"""Tooltips in the sheet, for those who have Excel-DNA's IntelliSense add-in.

That add-in reads descriptions from a custom XML part of a file with macros, or from a file beside
it.  Ours are in the part.  The file is for other add-ins and for folders other than XLSTART: Excel
opens every file that it finds in XLSTART, this one too.
"""

from __future__ import annotations

from xml.sax.saxutils import quoteattr

from ...catalogue.host_names import to_vba_name
from ...functions import CATALOGUE, Function
from ...ooxml.part_rewriting import rewrite_parts

FILE = "xl_tourney.intellisense.xml"
NAMESPACE = "http://schemas.excel-dna.net/intellisense/1.0"

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_PROPERTIES_TYPE = "application/vnd.openxmlformats-officedocument.customXmlProperties+xml"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_ITEM_ID = "{6F1B7A4E-3A5C-4C51-9D0B-1E5F2C7A9B10}"


def format_file() -> str:
    """The descriptions of every function and argument."""
    functions = "\n".join(map(_format_function, CATALOGUE))
    return (
        f'{_DECLARATION}<IntelliSense xmlns="{NAMESPACE}">\n<FunctionInfo>\n{functions}\n'
        "</FunctionInfo>\n</IntelliSense>\n"
    )


def _format_function(function: Function) -> str:
    arguments = "".join(
        f"\n<Argument Name={quoteattr(to_vba_name(p.name))} "
        f"Description={quoteattr(_flat(p.help))}/>"
        for p in function.parameters
    )
    summary = quoteattr(_flat(function.help.summary))
    return (
        f"<Function Name={quoteattr(function.name)} Description={summary}>{arguments}\n</Function>"
    )


def _flat(text: str) -> str:
    return " ".join(text.split())


def embed(package: bytes) -> bytes:
    """A workbook's package with the descriptions as a custom XML part."""
    parts = {
        "customXml/item1.xml": format_file(),
        "customXml/itemProps1.xml": (
            f'{_DECLARATION}<ds:datastoreItem ds:itemID="{_ITEM_ID}" '
            f'xmlns:ds="{_OFFICE}/customXml"><ds:schemaRefs>'
            f'<ds:schemaRef ds:uri="{NAMESPACE}"/></ds:schemaRefs></ds:datastoreItem>'
        ),
        "customXml/_rels/item1.xml.rels": (
            f'{_DECLARATION}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship '
            f'Id="rId1" Type="{_OFFICE}/relationships/customXmlProps" Target="itemProps1.xml"/>'
            "</Relationships>"
        ),
    }
    changes = {
        "[Content_Types].xml": lambda text: before_end(
            text,
            "Types",
            f'<Override PartName="/customXml/itemProps1.xml" ContentType="{_PROPERTIES_TYPE}"/>',
        ),
        "xl/_rels/workbook.xml.rels": lambda text: before_end(
            text,
            "Relationships",
            f'<Relationship Id="rIdTooltips" Type="{_OFFICE}/relationships/customXml" '
            'Target="../customXml/item1.xml"/>',
        ),
    }
    return rewrite_parts(
        package, changes, added={name: text.encode() for name, text in parts.items()}
    )


def before_end(text: str, root: str, element: str) -> str:
    """A part with one more element as its last."""
    return text.replace(f"</{root}>", f"{element}</{root}>", 1)
