"""Rules of a sheet's features: validations, conditional formats, links, merged cells, views."""

from __future__ import annotations

from collections.abc import Collection

from ...grammar.references import Range
from .cell_rules import parse_range
from .formula_rules import check_formula
from .parts import (
    MAIN,
    OFFICE_RELATIONS,
    Element,
    Found,
    WorkbookParts,
    local_name,
    read_count,
)

_MAX_TITLE, _MAX_PROMPT, _MAX_ERROR = 32, 255, 224
"""[MS-OI29500] 2.1.613; [MS-XLSB] 2.5.37 has 225 for an error's text."""
_MAX_AREAS = 32_767
_MAX_TIP = 255
_MAX_FORMULAS = 3
_SCALES = {"colorScale": (2, 3), "dataBar": (2, 2), "iconSet": (3, 5)}
"""The least and the most values of a scale."""
_MAX_LIST = 255
_MAX_HEADER = 255
_MAX_LINKS = 65_530
_FORMULA_KINDS = {
    *("expression", "cellIs", "containsText", "notContainsText", "beginsWith", "endsWith"),
    *("containsBlanks", "notContainsBlanks", "containsErrors", "notContainsErrors"),
}


def check_features(root: Element, parts: WorkbookParts) -> Found:
    """The problems of a sheet's features."""
    yield from _check_ranges(root)
    yield from _check_validations(root, parts.sheet_names)
    yield from _check_conditional_formats(root, parts)
    yield from _check_links(root, parts.sheet_names)
    yield from _check_merged_cells(root)
    yield from _check_headers(root)


def _check_ranges(root: Element) -> Found:
    for element in root.iter():
        if element.tag.startswith(MAIN) and "sqref" in element.attrib:
            ranges = element.attrib["sqref"].split()
            if not ranges or any(parse_range(text) is None for text in ranges):
                yield element.attrib["sqref"], "is no list of ranges"
            if len(ranges) > _MAX_AREAS:
                yield local_name(element), f"is of more than {_MAX_AREAS} ranges"
    for dimension in root.iterfind(f"{MAIN}dimension"):
        if parse_range(dimension.get("ref", "")) is None:
            yield dimension.get("ref", ""), "is no dimension"


def _check_validations(root: Element, sheets: Collection[str]) -> Found:
    for container in root.iterfind(f"{MAIN}dataValidations"):
        validations = container.findall(f"{MAIN}dataValidation")
        if container.get("count", str(len(validations))) != str(len(validations)):
            yield "dataValidations", "has another count than it has validations"
        for validation in validations:
            place = f"validation of {validation.get('sqref')}"
            for attribute, most in (
                ("promptTitle", _MAX_TITLE),
                ("errorTitle", _MAX_TITLE),
                ("prompt", _MAX_PROMPT),
                ("error", _MAX_ERROR),
            ):
                if len(validation.get(attribute, "")) > most:
                    yield place, f"has more than {most} characters in its {attribute}"
            for name in ("formula1", "formula2"):
                formula = validation.findtext(f"{MAIN}{name}")
                if formula is None:
                    continue
                if formula.startswith('"') and len(formula) - 2 > _MAX_LIST:
                    yield place, f"has a list of more than {_MAX_LIST} characters"
                elif not formula.startswith('"'):
                    for message in check_formula(formula, sheets, "validation"):
                        yield place, message
            if validation.get("type", "none") != "none" and (
                validation.find(f"{MAIN}formula1") is None
            ):
                yield place, "has no formula"


def _check_conditional_formats(root: Element, parts: WorkbookParts) -> Found:
    dxf_count, sheets = parts.count("styles", f"{MAIN}dxfs/{MAIN}dxf"), parts.sheet_names
    priorities: set[str] = set()
    for container in root.iterfind(f"{MAIN}conditionalFormatting"):
        place = f"conditional format of {container.get('sqref')}"
        rules = container.findall(f"{MAIN}cfRule")
        if not rules:
            yield place, "has no rule"
        for rule in rules:
            priority = rule.get("priority", "")
            if not read_count(priority) or priority in priorities:
                yield place, f"has priority {priority}, which is none or there twice"
            priorities.add(priority)
            style = rule.get("dxfId")
            if style is not None and (read_count(style) is None or int(style) >= dxf_count):
                yield place, f"has format {style}, which is not there"
            formulas = rule.findall(f"{MAIN}formula")
            if rule.get("type") in _FORMULA_KINDS and not formulas:
                yield place, "has no formula"
            needed = 2 if rule.get("operator") in ("between", "notBetween") else 1
            if rule.get("type") == "cellIs" and 0 < len(formulas) < needed:
                yield place, f"has {len(formulas)} formula, but needs {needed}"
            if len(formulas) > _MAX_FORMULAS:
                yield place, f"has more than {_MAX_FORMULAS} formulas"
            for formula in formulas:
                for message in check_formula(formula.text or "", sheets, "conditional format"):
                    yield place, message
            for name, (least, most) in _SCALES.items():
                for scale in rule.iterfind(f"{MAIN}{name}"):
                    if not least <= len(scale.findall(f"{MAIN}cfvo")) <= most:
                        yield place, f"has a {name} that has not {least} to {most} values"


def _check_links(root: Element, sheets: Collection[str]) -> Found:
    links = root.findall(f"{MAIN}hyperlinks/{MAIN}hyperlink")
    if len(links) > _MAX_LINKS:
        yield "hyperlinks", f"are more than {_MAX_LINKS}"
    for link in links:
        place = f"link of {link.get('ref')}"
        if parse_range(link.get("ref", "")) is None:
            yield place, "has no cell"
        if link.get(f"{OFFICE_RELATIONS}id") is None and not link.get("location"):
            yield place, "leads nowhere"
        for message in check_formula(link.get("location", "0"), sheets):
            yield place, message
        if len(link.get("tooltip", "")) > _MAX_TIP:
            yield place, f"has a tooltip of more than {_MAX_TIP} characters"


def _check_merged_cells(root: Element) -> Found:
    for container in root.iterfind(f"{MAIN}mergeCells"):
        merged = container.findall(f"{MAIN}mergeCell")
        if not merged or container.get("count", str(len(merged))) != str(len(merged)):
            yield "mergeCells", "has another count than it has ranges"
        areas: list[Range] = []
        for element in merged:
            area = parse_range(element.get("ref", ""))
            if area is None or area.cell_count == 1:
                yield element.get("ref", ""), "is no range of merged cells"
            elif any(area.overlaps(other) for other in areas):
                yield element.get("ref", ""), "is merged, and overlaps other merged cells"
            else:
                areas.append(area)
        for formula in root.iter(f"{MAIN}f") if areas else ():
            array = parse_range(formula.get("ref", "")) if formula.get("t") == "array" else None
            if array and any(array.overlaps(area) for area in areas):
                yield formula.get("ref", ""), "has an array formula in merged cells"


def _check_headers(root: Element) -> Found:
    for container in root.iterfind(f"{MAIN}headerFooter"):
        for element in container:
            if len(element.text or "") > _MAX_HEADER:
                yield "headerFooter", f"has a text of more than {_MAX_HEADER} characters"
