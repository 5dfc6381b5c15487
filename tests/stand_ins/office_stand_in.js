// A stand-in for Office.js in a browser without Excel: what the add-in calls, and one sheet of cells.
// When the page is there, it runs driver.js of the same server.

class FunctionError extends Error {
  constructor(code, message) {
    super(message ?? "");
    Object.assign(this, { code: code ?? "#VALUE!", basicValue: code ?? "#VALUE!", type: "Error", basicType: "Error" });
  }
}

const associated = new Map();
globalThis.CustomFunctions = {
  Error: FunctionError,
  ErrorCode: {
    divisionByZero: "#DIV/0!",
    invalidName: "#NAME?",
    invalidNumber: "#NUM!",
    invalidReference: "#REF!",
    invalidValue: "#VALUE!",
    notAvailable: "#N/A",
    nullReference: "#NULL!",
  },
  associate: (name, call) => associated.set(name.toUpperCase(), call),
};

globalThis.standIn = {
  associated,
  FunctionError,
  // the selected cell, the anchor of its spill range, and what Excel does when it calculates a cell
  cell: null,
  spillParent: null,
  calculate: () => {},
  runCalls,
};

globalThis.Excel = {
  run: async (action) => {
    const load = () => {};
    const asRange = (range) => Object.assign(range, { load, calculate: () => standIn.calculate(range) });
    const cell = asRange(standIn.cell);
    cell.getSpillParentOrNullObject = () => (standIn.spillParent ? asRange(standIn.spillParent) : { isNullObject: true, load });
    return action({ workbook: { getActiveCell: () => cell }, sync: async () => {} });
  },
};

globalThis.Office = {
  actions: { associate: () => {} },
  context: { displayLanguage: "en-US" },
  onReady: async (callback) => {
    if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    callback?.({ host: "Excel" });
  },
};

// The calls of a file as Excel makes them: an error is an object, an argument left out is null,
// and the last argument is the invocation.
async function runCalls(file) {
  const toExcel = (value) => {
    if (Array.isArray(value)) return value.map(toExcel);
    return value?.error ? new FunctionError(value.error) : value;
  };
  const fromExcel = (value) => {
    if (Array.isArray(value)) return value.map(fromExcel);
    return value instanceof FunctionError ? { error: value.code, message: value.message } : value;
  };
  const calls = await (await fetch(file)).json();
  return Promise.all(
    calls.map(async ([name, parameters]) => {
      const call = associated.get(name);
      if (!call) return { error: "#NAME?", message: "is not associated" };
      try {
        return fromExcel(await call(...parameters.map(toExcel), { address: "Sheet1!A1" }));
      } catch (error) {
        return fromExcel(error instanceof FunctionError ? error : new FunctionError("#VALUE!", String(error)));
      }
    }),
  );
}

addEventListener("load", () => import("/driver.js"));
