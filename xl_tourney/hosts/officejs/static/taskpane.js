// The task pane: the state of Python, the event, the reason of an error, and help with examples to insert.

import { FUNCTIONS, NAMESPACE } from "./catalogue.js";
import { listenForEvents } from "./event.js";
import { ready } from "./functions.js";
import { showHelp } from "./help.js";
import { findReasons, normalizeAddress, takeErrors } from "./reasons.js";
import { speak, word } from "./words.js";

const WAIT_MILLISECONDS = 3000;
const byId = (id) => document.getElementById(id);

function show(id, text) {
  byId(id).textContent = text;
}

async function runInExcel(place, action) {
  try {
    show(place, await Excel.run(action));
  } catch (error) {
    show(place, word("Excel refuses it: {reason}", { reason: error.message }));
  }
}

// The formula into the selected cell, if that is empty.
async function insertFormula(formula, context) {
  const cell = context.workbook.getActiveCell();
  cell.load("address,formulas");
  await context.sync();
  if (cell.formulas[0][0] !== "") return word("{cell} is not empty: select an empty cell.", { cell: cell.address });
  cell.formulas = [[formula]];
  await context.sync();
  return `${cell.address}: ${formula}`;
}

const CALLS_OURS = new RegExp(`\\b${NAMESPACE}\\.(${FUNCTIONS.map((entry) => entry.name).join("|")})\\(`, "i");

async function explainCell(context) {
  const cell = context.workbook.getActiveCell();
  const parent = cell.getSpillParentOrNullObject();
  cell.load("address,formulas,values,valueTypes,rowIndex,columnIndex");
  parent.load("address,formulas,rowIndex,columnIndex");
  await context.sync();
  if (cell.valueTypes[0][0] !== "Error") return word("{cell} shows no error.", { cell: cell.address });
  const anchor = parent.isNullObject ? cell : parent;
  const formula = String(anchor.formulas[0][0]);
  if (!CALLS_OURS.test(formula)) return word("The formula of {cell} calls none of these functions.", { cell: anchor.address });
  const address = normalizeAddress(anchor.address);
  const former = takeErrors(address);
  anchor.calculate();
  await context.sync();
  const calls = (await takeErrorsWhenCalled(address)) ?? former.slice(-1);
  const found = findReasons(calls, cell.rowIndex - anchor.rowIndex, cell.columnIndex - anchor.columnIndex);
  return found.join("\n") || word("No function gave the error of {cell}: it comes from another part of the formula.", { cell: anchor.address });
}

// What the functions say when the cell is calculated again; null if that never happens.
async function takeErrorsWhenCalled(address) {
  const end = performance.now() + WAIT_MILLISECONDS;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const calls = takeErrors(address);
    if (calls.length) return calls;
  }
  return null;
}

Office.onReady(async () => {
  listenForEvents();
  await speak(Office.context.displayLanguage);
  showHelp(byId("help"), byId("search"), (formula) => runInExcel("message", (context) => insertFormula(formula, context)));
  byId("why").addEventListener("click", () => {
    show("reason", "…");
    runInExcel("reason", explainCell);
  });
  ready.then(
    (seconds) => show("state", word("Python is ready ({seconds} s).", { seconds: seconds.toFixed(1) })),
    (error) => show("state", error.message),
  );
});
