// Who answers the pane: Python in a worker, about the workbook that Excel has open.

import { connect } from "./python_worker.js";
import { word } from "./words.js";

const SLICE = 4194304; // the most that Excel gives at once
const NAME = /[^\\/]+\.xls[xm]$/i;
const UNSAVED = "workbook.xlsx";
const LIKE_ANOTHER_TYPE = /[0-9=+@'-]/;

// The workbook belongs to Excel.
export const isOwn = false;

// Who shows a page that was made: nobody but the page itself.
export const shown = null;

export const language = Office.context.displayLanguage;

const python = connect(Promise.resolve().then(() => new Worker(new URL("desk_worker.js", import.meta.url), { type: "module", name: "Pane" })), language);
export const { ready, readFile } = python;

const answered = (call) => new Promise((resolve, reject) => call(({ status, value, error }) => (status === "succeeded" ? resolve(value) : reject(error))));

// What Excel would save now, with the values that it shows.
async function readWorkbook() {
  await Excel.run(async (context) => {
    context.workbook.application.calculate("Recalculate");
    await context.sync();
  });
  const file = await answered((done) => Office.context.document.getFileAsync("compressed", { sliceSize: SLICE }, done));
  try {
    const slices = [];
    for (let at = 0; at < file.sliceCount; at++) slices.push(new Uint8Array((await answered((done) => file.getSliceAsync(at, done))).data));
    return await new Blob(slices).arrayBuffer();
  } finally {
    file.closeAsync(); // Excel keeps two of them, no more
  }
}

function workbookName() {
  const [name] = NAME.exec(decodeURI(Office.context.document.url ?? "")) ?? [UNSAVED];
  return name;
}

// A text is typed as one: 1/2 is no date.  A cell in the format Text takes it as it is.
function asTyped(value, format) {
  if (value === null) return "";
  return typeof value === "string" && format !== "@" && LIKE_ANOTHER_TYPE.test(value) ? `'${value}` : value;
}

// Cells with what stands in them; where one of them is locked, nothing is written.
async function loadCells(context, places) {
  const cells = places.map(([sheet, row, column]) => {
    const worksheet = context.workbook.worksheets.getItem(sheet);
    const cell = worksheet.getCell(row - 1, column - 1);
    worksheet.protection.load("protected");
    cell.load("address,formulas,values,numberFormat");
    cell.format.protection.load("locked");
    return { worksheet, cell };
  });
  await context.sync();
  const locked = cells.find(({ worksheet, cell }) => worksheet.protection.protected && cell.format.protection.locked);
  if (locked) throw new Error(word("{cell} is protected, so nothing was written: unprotect its sheet (Review, Unprotect Sheet).", { cell: locked.cell.address }));
  return cells.map(({ cell }) => cell);
}

const isFormula = (cell) => String(cell.formulas[0][0]).startsWith("=") && cell.formulas[0][0] !== cell.values[0][0];

// What stood in the cells before each act, the latest last.
const acts = [];

// Into all cells or none.
async function typeInto(edits) {
  if (!edits.length) return;
  await Excel.run(async (context) => {
    const cells = await loadCells(context, edits);
    const former = cells.map((cell) => (isFormula(cell) ? { formula: cell.formulas[0][0] } : { value: cell.values[0][0] }));
    cells.forEach((cell, at) => (cell.values = [[asTyped(edits[at][3], cell.numberFormat[0][0])]]));
    await context.sync();
    acts.push({ edits, former });
  });
}

async function undo() {
  const last = acts.at(-1);
  if (!last) throw new Error(word("There is nothing to undo: the pane has typed nothing since it was opened."));
  await Excel.run(async (context) => {
    const cells = await loadCells(context, last.edits);
    const changed = cells.find((cell, at) => cell.values[0][0] !== (last.edits[at][3] ?? ""));
    if (changed) throw new Error(word("{cell} was changed since, so nothing was taken back.", { cell: changed.address }));
    cells.forEach((cell, at) => {
      const { formula, value } = last.former[at];
      if (formula) cell.formulas = [[formula]];
      else cell.values = [[asTyped(value, cell.numberFormat[0][0])]];
    });
    await context.sync();
  });
  acts.pop();
  return { lines: [word("What the pane typed last was taken back.")], notes: [], files: [], changed: true };
}

async function selectedCell() {
  return Excel.run(async (context) => {
    const cell = context.workbook.getActiveCell();
    cell.load("address,text");
    await context.sync();
    return { cell: cell.address, text: cell.text[0][0] };
  });
}

// A new workbook is opened by Excel, where it can.
async function openNew(name) {
  if (!Office.context.requirements.isSetSupported("ExcelApi", "1.8")) return;
  const bytes = new Uint8Array(await readFile(name));
  await Excel.createWorkbook(btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), "")));
}

const isOfNew = (question) => question.command === "new";

export async function ask(question, files = []) {
  if (question.ask === "commands") return withoutBackups(await python.ask(question));
  if (question.command === "undo") return undo();
  const file = workbookName();
  const isAboutSelection = question.command === "explain" && !question.filled.subject;
  const selected = isAboutSelection ? await selectedCell() : undefined;
  const given = isOfNew(question) ? files : [...files, [file, await readWorkbook()]];
  const answer = await python.ask({ ...question, file, selected }, given);
  const { edits = [], files: written = [] } = answer;
  const made = isOfNew(question) ? [answer.file] : written.filter((name) => NAME.test(name));
  for (const name of made) await openNew(name);
  await typeInto(edits);
  return { ...answer, files: [...new Set([...made, ...written])], changed: Boolean(edits.length) };
}

// What the pane has typed is taken back without backups, of which undo would ask.
function withoutBackups({ commands }) {
  return { commands: commands.map((one) => (one.name === "undo" ? { ...one, fields: [] } : one)) };
}
