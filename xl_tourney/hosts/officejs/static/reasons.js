// Why the latest calls of a cell gave errors: the sentences of the functions.

const MOST_CELLS = 10000;
const MOST_CALLS = 8;
const callsOfCell = new Map();

// An address without $, quotes and the workbook's name: "My Sheet!B2".
export function normalizeAddress(address) {
  const end = address.lastIndexOf("!");
  const sheet = address.slice(0, Math.max(end, 0)).replace(/^'|'$/g, "").replaceAll("''", "'").replace(/^.*\]/, "");
  return `${sheet}!${address.slice(end + 1).replaceAll("$", "")}`.toUpperCase();
}

export function rememberErrors(address, rows) {
  const messages = rows.map((row) => row.map((cell) => (typeof cell === "object" && cell ? cell.message : "")));
  if (!messages.flat().some(Boolean)) return;
  const calls = callsOfCell.get(address) ?? [];
  callsOfCell.delete(address); // the latest stands last
  callsOfCell.set(address, [...calls, messages].slice(-MOST_CALLS));
  if (callsOfCell.size > MOST_CELLS) callsOfCell.delete(callsOfCell.keys().next().value);
}

// Take out what is known of a cell.
export function takeErrors(address) {
  const calls = callsOfCell.get(address) ?? [];
  callsOfCell.delete(address);
  return calls;
}

// The sentence of each call for a cell of its result, or of its first error.
export function findReasons(calls, row, column) {
  const sentences = calls.map((messages) => messages[row]?.[column] || messages.flat().find(Boolean));
  return [...new Set(sentences)];
}
