"""The order of child elements that ECMA-376-1 gives: Excel repairs a file that has another."""

from __future__ import annotations

from .parts import MAIN, Element, Found, local_name

_ORDERS = {
    "workbook": """
        fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups
        externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr
        smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst
    """,
    "worksheet": """
        sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection
        protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells
        phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins
        pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors
        smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls
        webPublishItems tableParts extLst
    """,
    "styleSheet": """
        numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst
    """,
    "table": "autoFilter sortState tableColumns tableStyleInfo extLst",
    "tableColumn": "calculatedColumnFormula totalsRowFormula xmlColumnPr extLst",
    "sheetView": "pane selection pivotSelection extLst",
    "sheetPr": "tabColor outlinePr pageSetUpPr",
    "dataValidation": "formula1 formula2",
    "cfRule": "formula colorScale dataBar iconSet extLst",
    "headerFooter": "oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter",
    "c": "f v is extLst",
    "dxf": "font numFmt fill alignment border protection extLst",
    "xf": "alignment protection extLst",
    "border": "start end left right top bottom diagonal vertical horizontal",
}
_RANKS = {
    f"{MAIN}{parent}": {f"{MAIN}{name}": rank for rank, name in enumerate(names.split())}
    for parent, names in _ORDERS.items()
}


def check_order(root: Element) -> Found:
    """The elements of a part that are not where they must be, or not known there."""
    for parent in root.iter():
        ranks = _RANKS.get(parent.tag)
        if ranks is None:
            continue
        last = -1
        for child in parent:
            if not child.tag.startswith(MAIN):
                continue
            rank = ranks.get(child.tag)
            if rank is None:
                yield local_name(child), f"is not known in {local_name(parent)}"
            elif rank < last:
                yield local_name(child), f"comes too late in {local_name(parent)}"
            else:
                last = rank
