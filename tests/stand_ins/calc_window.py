"""Runs in LibreOffice's own Python and does with a document what a person or a script does.

It reads lines of JSON, ``["type", "Games", "C7", "Ada"]``, and answers each with a line.
"""

import json
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.sheet import TableFilterField
from com.sun.star.sheet.FilterOperator import EQUAL
from com.sun.star.table import TableSortField
from com.sun.star.util import URL

PROTOCOL = "org.xl-tourney.command:"
ROWS = 60
FILTERS = {"xlsx": "Calc MS Excel 2007 XML", "ods": "calc8"}


def prop(name, value):
    return PropertyValue(Name=name, Value=value)


class Window:
    def __init__(self, pipe):
        local = uno.getComponentContext()
        resolver = local.ServiceManager.createInstanceWithContext(
            "com.sun.star.bridge.UnoUrlResolver", local
        )
        for _ in range(240):
            try:
                context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
                break
            except Exception:
                time.sleep(0.25)
        self.services, self.context = context.ServiceManager, context
        self.desktop = self.service("com.sun.star.frame.Desktop")
        self.document = None

    def service(self, name):
        return self.services.createInstanceWithContext(name, self.context)

    def load(self, url):
        """Open a document, or an empty one, without a window."""
        hidden = (prop("Hidden", True),)
        for _ in range(120):
            self.document = self.desktop.loadComponentFromURL(url, "_blank", 0, hidden)
            if self.document:
                break
            time.sleep(0.5)  # it answers before it has started
        return self.document.Title

    def command(self, name, arguments):
        """What the menu's entry does, without dialogs."""
        url = URL()
        url.Complete = PROTOCOL + name
        transformer = self.service("com.sun.star.util.URLTransformer")
        _, url = transformer.parseStrict(url)
        document = self.document
        found = document.CurrentController.Frame.queryDispatch(url, "_self", 0)
        found.dispatch(url, [prop(k, v) for k, v in [*arguments.items(), ("quiet", True)]])
        return document.DocumentProperties.UserDefinedProperties.XlTourneySaid

    def cell(self, sheet, place):
        if sheet:
            return self.document.Sheets.getByName(sheet).getCellRangeByName(place)
        named = self.document.NamedRanges.getByName(place)
        return named.ReferredCells.getCellByPosition(0, 0)

    def type(self, cells):
        """Type into cells."""
        for sheet, place, value in cells:
            cell = self.cell(sheet, place)
            (cell.setString if isinstance(value, str) else cell.setValue)(value)

    def select(self, sheet, place):
        """Select cells."""
        self.document.CurrentController.select(self.cell(sheet, place))

    def save(self, url, kind, is_copy):
        """Save it, or a copy."""
        (self.document.storeToURL if is_copy else self.document.storeAsURL)(
            url, (prop("FilterName", FILTERS[kind]),)
        )

    def cells(self):
        """The formulas and values of all cells, by sheet."""
        found = {}
        for sheet in self.document.Sheets:
            cursor = sheet.createCursor()
            cursor.gotoEndOfUsedArea(True)
            found[sheet.Name] = [[*row] for row in cursor.FormulaArray]
        return found

    def hide(self, sheet, row):
        """Hide a row."""
        self.document.Sheets.getByName(sheet).Rows[row].IsVisible = False

    def filter(self, sheet, area, value):
        """Show only the rows with a number in the first column of an area."""
        cells = self.document.Sheets.getByName(sheet).getCellRangeByName(area)
        cells.Spreadsheet.unprotect("")
        descriptor = cells.createFilterDescriptor(True)
        descriptor.ContainsHeader = False
        field = TableFilterField(Operator=EQUAL, IsNumeric=True, NumericValue=value)
        descriptor.FilterFields = (field,)
        cells.filter(descriptor)
        cells.Spreadsheet.protect("")

    def sort(self, sheet, area):
        """Sort the rows of an area by its first column, the last first."""
        cells = self.document.Sheets.getByName(sheet).getCellRangeByName(area)
        cells.Spreadsheet.unprotect("")
        field = TableSortField(Field=0, IsAscending=False)
        fields = uno.Any("[]com.sun.star.table.TableSortField", (field,))
        cells.sort((prop("SortFields", fields),))
        cells.Spreadsheet.protect("")

    def rename_sheet(self, old, new):
        """Give a sheet another name."""
        self.document.Sheets.getByName(old).Name = new

    def lock(self, sheet, place):
        """Protect a cell."""
        there = self.document.Sheets.getByName(sheet)
        there.unprotect("")
        cell = there.getCellRangeByName(place)
        protection = cell.CellProtection
        protection.IsLocked = True
        cell.CellProtection = protection
        there.protect("")

    def menu(self):
        """The entries of the menu: their addresses, and their titles in the language here."""
        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        place = prop("nodepath", "/org.openoffice.Office.Addons/AddonUI/OfficeMenuBar")
        bars = provider.createInstanceWithArguments(
            "com.sun.star.configuration.ConfigurationAccess", (place,)
        )
        bar = bars.getByName("org.xltourney.Menu")
        entries = bar.getByName("Submenu")
        shown = [entries.getByName(name) for name in entries.ElementNames]
        return {bar.getByName("Title"): {one.URL: one.Title for one in shown}}

    def undo(self):
        """Take back the last step."""
        self.document.UndoManager.undo()

    def redo(self):
        """Do it again."""
        self.document.UndoManager.redo()

    def state(self):
        """What is in sight, and what could be taken back."""
        selection = self.document.CurrentSelection
        return {
            "undo": [*self.document.UndoManager.AllUndoActionTitles],
            "selection": getattr(selection, "AbsoluteName", ""),
            "sheet": self.document.CurrentController.ActiveSheet.Name,
            "protected": [s.Name for s in self.document.Sheets if s.isProtected()],
            "hidden": [[s.Name, y] for s in self.document.Sheets for y in self.hidden(s)],
            "modified": self.document.isModified(),
        }

    def hidden(self, sheet):
        """The hidden ones of the first rows, by one question for all: each takes its time."""
        shown = sheet.getCellRangeByPosition(0, 0, 0, ROWS - 1).queryVisibleCells()
        areas = shown.RangeAddresses
        return sorted({*range(ROWS)} - {y for a in areas for y in range(a.StartRow, a.EndRow + 1)})

    def end(self):
        """Close all without saving."""
        self.desktop.terminate()


window = Window(sys.argv[1])
print(json.dumps("ready"), flush=True)
for line in sys.stdin:
    verb, *words = json.loads(line)
    try:
        answer = getattr(window, verb)(*words)
    except Exception as error:
        answer = {"error": repr(error)}
    print(json.dumps(answer), flush=True)
