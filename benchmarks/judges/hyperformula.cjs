// node hyperformula.cjs FOLDER REQUEST ANSWER: the values of all cells of a workbook.
const fs = require("fs");
const { HyperFormula, DetailedCellError } = require(`${process.argv[2]}/node_modules/hyperformula`);

const { sheets, names } = JSON.parse(fs.readFileSync(process.argv[3], "utf8"));
const engine = HyperFormula.buildFromSheets(
  sheets,
  {
    licenseKey: "gpl-v3",
    evaluateNullToZero: false,
    leapYear1900: true,
    nullDate: { year: 1899, month: 12, day: 31 },
    useArrayArithmetic: true,
    useWildcards: true,
    matchWholeCell: true,
    caseSensitive: false,
    maxRows: 100000,
  },
  Object.entries(names).map(([name, expression]) => ({ name, expression })),
);
const values = Object.fromEntries(
  Object.entries(engine.getAllSheetsValues()).map(([sheet, rows]) => [
    sheet,
    rows.map((row) => row.map((cell) => (cell instanceof DetailedCellError ? cell.value : cell))),
  ]),
);
fs.writeFileSync(process.argv[4], JSON.stringify(values));
