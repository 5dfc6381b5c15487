"""What holds for the workbooks of every template, whatever is in them."""

from __future__ import annotations

import re
from functools import cache, partial
from itertools import pairwise

import pytest
from openpyxl.formula.tokenizer import Token, Tokenizer
from openpyxl.formula.translate import Translator
from openpyxl.utils import column_index_from_string, get_column_letter, range_boundaries
from openpyxl.worksheet.formula import ArrayFormula

from tests.templates.calculated import formulas
from tests.templates.test_native_functions import NATIVE
from xl_tourney.functions import CATALOGUE
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts import theme
from xl_tourney.templates.parts.columns import COMPARED_DECIMALS
from xl_tourney.templates.parts.workbook import CALCULATION_SHEETS

bridge = partial(TEMPLATES["bridge"].build, boards=3, tables=4)


def of_sample(name, at=0, **options):
    template = TEMPLATES[name]
    sample = template.samples[at]
    return template.build(template.read(sample.path), **sample.options, **options)


BUILT = {
    "tantrix matches": partial(TEMPLATES["tantrix"].build, layout="match"),
    "tantrix games": partial(TEMPLATES["tantrix"].build, layout="game", wbq="yes"),
    "tantrix groups": partial(of_sample, "tantrix", 1),
    "kdice": TEMPLATES["kdice"].build,
    "bridge match-points": bridge,
    "bridge IMPs": partial(bridge, method="butler"),
    "bridge sections": partial(bridge, sections="yes"),
    "chess": partial(of_sample, "chess"),
    "go": partial(of_sample, "go"),
    "go round robin": partial(TEMPLATES["go"].build, system="round-robin", rows=6),
    "league table": partial(TEMPLATES["league"].build, layout="table"),
    "league games": partial(TEMPLATES["league"].build, layout="game"),
}
BESIDE = ("Read me", "Setup", "Checks")
"""The sheets that list what is unlike."""
FIRST_ROWS = {
    "What if": 14,
    "Player": 8,
    "Blank traveller": 8,
    "One group": 9,
    "Apart and together": 12,
    "Pairings": 8,
    "Prizes": 12,
    "Race": 35,
}
"""The first row of the table on a sheet, where it is not the sixth."""


@pytest.fixture(params=list(BUILT))
def kind(request):
    return request.param


@pytest.fixture
def workbook(kind):
    """To be looked at, and left as it is: built once for all tests."""
    return built(kind)


@cache
def built(kind: str, **options):
    return BUILT[kind](**options)


def test_one_formula_per_column_all_the_way_down(kind, workbook) -> None:
    """The page of one player lists statistics: there a line reads a column of its own.

    With groups, a column begins anew in each of them.  Named cells are no column.  The lines of a
    board of bridge refer to all lines of that board.
    """
    boards = [cell.value for cell in workbook["Lines"]["A"]] if kind.startswith("bridge") else []
    named = {place.attr_text.replace("$", "") for place in workbook.defined_names.values()}
    beside = {*BESIDE, "Calculation"} if kind == "tantrix groups" else BESIDE
    compared = 0
    for sheet in workbook:
        if sheet.title in beside:
            continue
        last = 10 if sheet.title == "Player" else None
        for column in sheet.iter_cols(min_row=FIRST_ROWS.get(sheet.title, 6), max_col=last):
            written = [
                cell
                for cell in column
                if cell.data_type == "f" and f"'{sheet.title}'!{cell.coordinate}" not in named
            ]
            if not written or isinstance(written[0].value, ArrayFormula):
                continue
            top = written[0]
            lines = boards.count(1) if sheet.title in ("Lines", "Travellers") else 0
            first = Translator(with_ranges_of_board(top, lines), top.coordinate)
            for cell in written:
                moved = first.translate_formula(cell.coordinate)
                assert with_ranges_of_board(cell, lines) == moved, (sheet.title, cell.coordinate)
                compared += 1
    assert compared > 150


def with_ranges_of_board(cell, lines: int) -> str:
    """A formula in which ranges of all lines of a board are those of the first board."""
    if not lines:
        return cell.value
    first = cell.row - (cell.row - 6) % lines
    board = re.compile(rf"(\$[A-Z]+){first}:(\$[A-Z]+){first + lines - 1}\b")
    return board.sub(rf"\1$6:\2${5 + lines}", cell.value)


MATHEMATICS = re.compile(rf",{COMPARED_DECIMALS}\)|\^2|10\^-|/2(?=\))")
"""Decimals to which sort keys are compared, squares, powers of ten and halves are no rules."""
REFUSED = re.compile(r'IF\(([^,(]+)="",0,IF\(ISNUMBER\(\1\),IF\(AND\(\1>=.+?\),0,1\),1\)\)')
"""What a cell's own rule takes is declared once, with its limits: `InputRule.refuses`."""
CODES = ("Typed percent NS", "Typed percent EW", "Dealer", "Vulnerable")
"""The columns of the bridge workbook that read a code such as A6040, character by character.

And those that repeat a list of words, which say how long it is.
"""


@pytest.mark.parametrize("kind", [kind for kind in BUILT if not kind.startswith(("go", "chess"))])
def test_formulas_hold_no_figures_of_the_rules(workbook) -> None:
    """But for what codes mean: the sheets Rounds of go and chess, CODES of the bridge workbook."""
    for sheet, cell, text in formulas(workbook):
        if sheet.cell(5, cell.column).value in CODES:
            continue
        text = MATHEMATICS.sub("", REFUSED.sub("0", text))
        numbers = {token.value for token in Tokenizer(text).items if token.subtype == Token.NUMBER}
        assert numbers <= {"0", "1"}, (sheet.title, cell.coordinate, text)


AREA = re.compile(r"'?([^'!(]+)'?!(\$[A-Z]+\$\d+(?::\$[A-Z]+\$\d+)?)")


@pytest.mark.parametrize("functions", ["native", pytest.param("addin", marks=pytest.mark.slow)])
def test_the_first_check_looks_at_every_computed_column(kind, functions) -> None:
    """So an error in any of them outranks every check, as each template shows with one column."""
    workbook = built(kind, functions=functions)
    assert workbook["Checks"]["A6"].value == "Every computed cell has a value"
    looked_at: dict[str, list[tuple[int, ...]]] = {}
    for sheet, area in AREA.findall(workbook["Checks"]["B6"].value):
        looked_at.setdefault(sheet, []).append(range_boundaries(area.replace("$", "")))
    for table in workbook.tables:
        for column in table.columns:
            at = column_index_from_string(table.letter(column.key))
            assert not column.formula or any(
                left <= at <= right and top <= table.first and table.last <= bottom
                for left, top, right, bottom in looked_at.get(table.sheet.title, ())
            ), (table.sheet.title, column.key)


NUMBER = re.compile(r"\d+\b(?!\()")
"""Rows and figures: formulas that differ only there call the same functions; not that of ATAN2(."""


@pytest.mark.slow
def test_formulas_use_only_what_every_program_knows(kind) -> None:
    """Beside our own functions, in the workbooks that call them."""
    texts = {NUMBER.sub("1", text) for _, _, text in formulas(built(kind, functions="addin"))}
    used = {
        token.value.rstrip("(")
        for text in texts
        for token in Tokenizer(text).items
        if token.type == Token.FUNC and token.subtype == Token.OPEN
    }
    assert used <= NATIVE | {function.name for function in CATALOGUE}


def test_formulas_name_no_whole_columns_and_are_short_enough(workbook) -> None:
    for sheet, cell, text in formulas(workbook):
        assert not re.search(r"\$?[A-Z]:\$?[A-Z]", text), (sheet.title, cell.coordinate)
        assert len(text) < 8192


def test_inputs_are_open_and_everything_else_is_protected(workbook) -> None:
    for sheet in workbook:
        assert sheet.protection.sheet and not sheet.protection.password
        for row in sheet.iter_rows():
            for cell in row:
                tinted = cell.fill.fgColor.rgb == "00FFF4CC"
                assert cell.protection.locked is not tinted
                assert not (tinted and cell.data_type == "f")


def test_inputs_are_checked_when_typed(workbook) -> None:
    """Only names, notes and rounds are free texts."""
    names = {"Player", "Players", "Pair", "Team"}
    free = names | {"Note", "Date or round", "Event or note", "Contract"}
    for sheet in workbook:
        rules = [rule for rule in sheet.data_validations.dataValidation if rule.type]
        assert all(rule.error and rule.prompt and rule.showErrorMessage for rule in rules)
        checked = {cell for rule in rules for area in rule.sqref.ranges for cell in area.cells}
        for row in sheet.iter_rows(min_row=6, min_col=1):
            for cell in row:
                if cell.protection.locked or (cell.row, cell.column) in checked:
                    continue
                beside = sheet.title == "Setup" and sheet.cell(cell.row, cell.column - 1).value
                named = beside in ("Title", "Note", "AsOf")
                assert named or sheet.cell(5, cell.column).value in free, cell


def test_pages_print_and_stay_in_sight(workbook) -> None:
    for sheet in workbook:
        is_wide, is_fitted = bool(sheet.col_breaks.brk), sheet.page_setup.scale is None
        assert sheet.sheet_properties.pageSetUpPr.fitToPage is is_fitted
        assert not (is_wide and is_fitted)
        assert sheet.oddFooter.right.text == "Page &P of &N" and sheet.oddHeader.right.text == "&A"
        assert sheet.print_title_rows
        if sheet.title not in ("Read me", "Setup"):
            assert sheet.freeze_panes


def test_no_conditional_format_names_a_cell_of_another_sheet(workbook) -> None:
    """Google Sheets refuses such a condition."""
    sheets = {name: one.attr_text.split("!")[0] for name, one in workbook.defined_names.items()}
    for sheet in workbook:
        own = {name for name, there in sheets.items() if there.strip("'") == sheet.title}
        for area in sheet.conditional_formatting:
            for text in (text for rule in area.rules for text in rule.formula):
                words = set(re.findall(r"[A-Za-z_][\w.]*", re.sub(r'"[^"]*"', "", text)))
                assert "!" not in text and not words & sheets.keys() - own, (sheet.title, text)


def points(sheet, first: int, last: int) -> float:
    """The width of columns, without those that are hidden."""
    looks = [sheet.column_dimensions.get(get_column_letter(n)) for n in range(first, last + 1)]
    widths = [8.43 if one is None else 0 if one.hidden else one.width for one in looks]
    return sum(0.75 * (7 * width + 5) for width in widths if width)


def test_a_filled_page_has_type_of_8_points(workbook) -> None:
    """The type of the tables has 11 points, on paper of 770 by 523 points within its margins.

    It keeps them when somebody clears what is printed: no more is shrunk to one page.
    """
    for sheet in workbook:
        if sheet.sheet_state != "visible":
            continue
        paper, high = (770, 491) if sheet.page_setup.orientation == "landscape" else (523, 738)
        printed = range_boundaries(sheet.print_area.rpartition("!")[2].replace("$", "") or "A1")
        last = printed[2] if sheet.print_area else sheet.max_column
        starts = [0, *(one.id for one in sheet.col_breaks.brk), last]
        for before, end in pairwise(starts):
            assert paper / points(sheet, before + 1, end) * 11 >= 8, sheet.title
        if sheet.page_setup.scale is not None:
            assert sheet.page_setup.scale * 11 >= 800
        if sheet.page_setup.fitToHeight == 1:
            rows = range(1, sheet.max_row + 1)
            heights = [sheet.row_dimensions[row].height or 15 for row in rows]
            assert high / sum(heights) * 11 >= 8, sheet.title


def test_a_phone_has_room_to_move_beside_what_stays(workbook) -> None:
    for sheet in workbook:
        if sheet.freeze_panes:
            frozen = sheet[sheet.freeze_panes].column - 1
            assert points(sheet, 1, frozen) / 0.75 <= 200, sheet.title


def test_headings_and_explanations_stay_inside_their_cells(workbook) -> None:
    """No word of a heading is cut, and no text goes on over the edge of its table."""
    for sheet in filter(lambda sheet: sheet.sheet_state == "visible", workbook):
        for row in sheet.iter_rows(min_row=5):
            for cell in row:
                width = sheet.column_dimensions[cell.column_letter].width
                if not isinstance(cell.value, str) or cell.data_type == "f":
                    continue
                if cell.fill.fgColor.rgb[-6:] == theme.HEADING.paper:
                    longest = max(map(len, cell.value.split()))
                    assert cell.alignment.textRotation or 1.1 * longest + 1.6 <= width, cell
                elif cell.alignment.indent == 1 and not cell.alignment.wrapText:
                    assert len(cell.value) <= 1.15 * width, (cell, cell.value)


def test_every_sheet_with_results_shows_what_the_checks_say(workbook) -> None:
    behind = ("Checks", "Calculation", "Pairs", "Lines")
    for sheet in workbook:
        if sheet.title not in behind:
            assert sheet["A3"].value == "=Status"


def test_the_first_sheet_leads_to_the_others(workbook) -> None:
    others = workbook.sheetnames[1:]
    links = [workbook["Read me"][f"A{row}"].hyperlink for row in range(5, 5 + len(others))]
    assert [link.location for link in links] == [f"'{name}'!A1" for name in others]


@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_readers_are_told_what_they_should_know(template) -> None:
    workbook = template.build(note="=Provisional", as_of="1 May 2026")
    named = dict(workbook.defined_names.items())
    places = [
        place for key, found in named.items() if key.startswith("StandingsTable")
        for place, _ in found.destinations
    ]  # fmt: skip
    for sheet in ("Read me", *places):
        assert workbook[sheet]["A4"].value == '=Note&""'
        assert workbook[sheet]["A1"].value == '=Title&IF(AsOf="","",", as of "&AsOf)'
    sheet, cell = named["Note"].attr_text.replace("$", "").replace("'", "").split("!")
    assert workbook[sheet][cell].value == "=Provisional"
    assert workbook[sheet][cell].data_type == "s"


@pytest.mark.slow
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_the_title_of_the_standings_says_from_when_they_are(template, calculated) -> None:
    dated, undated = template.build(title="Cup", as_of="1 May 2026"), template.build(title="Cup")
    place, _ = next(dated.defined_names["StandingsTable"].destinations)
    assert calculated(dated)[f"{place}!A1"] == "Cup, as of 1 May 2026"
    assert calculated(undated)[f"{place}!A1"] == "Cup"


def test_every_table_of_standings_can_be_found_by_name(workbook) -> None:
    named = {
        place.attr_text
        for name, place in workbook.defined_names.items()
        if name.startswith("StandingsTable")
    }
    areas = {
        f"'{one.sheet.title}'!$A${one.top}:${one.letter(one.columns[-1].key)}${one.last}"
        for one in workbook.tables
    }
    assert named and named <= areas


def test_sheets_that_only_calculate_are_hidden(workbook) -> None:
    hidden = [sheet.title for sheet in workbook if sheet.sheet_state == "hidden"]
    assert hidden and set(hidden) <= set(CALCULATION_SHEETS)
    assert not any(workbook[title].print_area for title in hidden), "LibreOffice would print it"
    listed = {row[0].value: row[1].value for row in workbook["Read me"].iter_rows(min_row=5)}
    assert all(listed[title].endswith(" Hidden.") for title in hidden)
    assert "Unhide" in listed["Hidden sheets"]
    targets = {row[4].value for row in workbook["Checks"].iter_rows(min_row=6)} - {None}
    assert targets <= set(workbook.sheetnames)


NAMED = {
    *("player", "other", "home", "away", "black", "white", "player_a", "player_b"),
    *("ns", "ew"),
}
"""The keys of columns that take a name, or the label of a pair, of a list on another page."""


def test_whoever_is_named_is_chosen_from_the_list(workbook) -> None:
    """A list to choose from in every cell that takes a name; names are listed in one place."""
    for table in workbook.tables:
        for column in table.columns:
            if column.is_input and column.number_format == "@" and column.key in NAMED:
                assert column.rule and column.rule.kind == "list", (table.sheet.title, column.key)
                assert "{" in str(column.rule.minimum), "the cells of the list"
            elif column.is_input and column.identifies and not column.rule:
                assert column.key in ("name", "pair", "round", "event"), column.key
