// The custom functions: each call goes to Python in a worker, so that Excel and the pane never wait.

import { FUNCTIONS } from "./catalogue.js";
import { normalizeAddress, rememberErrors } from "./reasons.js";
import { word } from "./words.js";

// #NAME? and #REF! may come in, but no function can return them; nor newer errors.
const CODES = {
  "#DIV/0!": "divisionByZero",
  "#N/A": "notAvailable",
  "#NULL!": "nullReference",
  "#NUM!": "invalidNumber",
  "#VALUE!": "invalidValue",
};

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let batch = [];
let count = 0;
let failure = null;

// Resolved with the seconds that Python took to start.
export const ready = new Promise((resolve, reject) => {
  worker.addEventListener("message", ({ data }) => {
    if (data.ready !== undefined) resolve(data.ready);
    else if (data.failure !== undefined) fail(data.failure, reject);
    else settle(data.ids, JSON.parse(data.answers));
  });
  worker.addEventListener("error", (event) => fail(event.message || word("a file of this add-in is missing"), reject));
});
ready.catch(() => {}); // the pane shows it, and so does each cell

function fail(message, reject) {
  failure = word("Python does not run: {reason}", { reason: message });
  reject(new Error(failure));
  for (const { reject: rejectCall } of waiting.values()) rejectCall(makeError({ error: "#N/A", message: failure }));
  waiting.clear();
}

function settle(ids, answers) {
  ids.forEach((id, index) => {
    waiting.get(id)?.resolve(answers[index]);
    waiting.delete(id);
  });
}

function send() {
  const ids = batch.map(([id]) => id);
  const calls = JSON.stringify(batch.map(([, call]) => call));
  batch = [];
  worker.postMessage({ ids, calls });
}

// All calls of one turn go to Python together.
function call(name, parameters) {
  if (failure) return Promise.reject(makeError({ error: "#N/A", message: failure }));
  return new Promise((resolve, reject) => {
    const id = ++count;
    waiting.set(id, { resolve, reject });
    if (!batch.length) setTimeout(send);
    batch.push([id, [name, parameters]]);
  });
}

// A cell as Excel gives it: an error or a formatted value is an object, an empty cell "" or null.
function cellToPython(cell) {
  if (Array.isArray(cell)) return cell.map(cellToPython);
  if (cell === undefined || cell === null) return null;
  return typeof cell === "object" ? (cell.basicValue ?? cell.code ?? null) : cell;
}

function makeError({ error, message }) {
  return new CustomFunctions.Error(CustomFunctions.ErrorCode[CODES[error] ?? "invalidValue"], message);
}

// Excel's last argument describes the call; a cell that is an object has a type.
function isInvocation(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !("type" in value);
}

const isError = (cell) => typeof cell === "object" && cell !== null;

function makeFunction(entry) {
  return async (...values) => {
    const invocation = isInvocation(values.at(-1)) ? values.pop() : undefined;
    const rows = await call(entry.name, values.map(cellToPython));
    if (invocation?.address) rememberErrors(normalizeAddress(invocation.address), rows);
    const isSingle = rows.length === 1 && rows[0].length === 1;
    if (isSingle && isError(rows[0][0])) throw makeError(rows[0][0]);
    if (!entry.returnsArray) return rows[0][0];
    return rows.map((row) => row.map((cell) => (isError(cell) ? makeError(cell) : cell)));
  };
}

for (const entry of FUNCTIONS) CustomFunctions.associate(entry.name, makeFunction(entry));
