// A stand-in for Office.js over a workbook that the test holds: `excel` does what is asked of it in one batch, `saved`
// gives its file, `created` takes a new one.  What was not loaded, and synchronised, cannot be read.

const MOST_SLICE = 20000;
const MOST_FILES = 2;

class Thing {
  constructor(context, what) {
    Object.assign(this, { context, what, loaded: {} });
  }
  load(names) {
    for (const name of names.split(",")) this.context.queue.push({ of: this, load: name });
  }
}

function property(type, name) {
  Object.defineProperty(type.prototype, name, {
    get() {
      if (!(name in this.loaded)) throw new Error(`PropertyNotLoaded: ${name}`);
      return this.loaded[name];
    },
    set(value) {
      this.context.queue.push({ of: this, set: name, value });
    },
  });
}

class Protection extends Thing {}
["protected", "locked"].forEach((name) => property(Protection, name));

class Range extends Thing {
  constructor(context, what) {
    super(context, what);
    this.format = { protection: new Protection(context, what) };
  }
}
["address", "formulas", "values", "text", "numberFormat"].forEach((name) => property(Range, name));

class Worksheet {
  constructor(context, sheet) {
    Object.assign(this, { context, sheet, protection: new Protection(context, { sheet }) });
  }
  getCell(row, column) {
    return new Range(this.context, { sheet: this.sheet, row: row + 1, column: column + 1 });
  }
}

class Context {
  queue = [];
  workbook = {
    worksheets: { getItem: (sheet) => new Worksheet(this, sheet) },
    getActiveCell: () => new Range(this, { selected: true }),
    application: { calculate: () => this.queue.push({ of: {}, calculate: true }) },
  };
  async sync() {
    const queue = this.queue.splice(0);
    const found = JSON.parse(await excel(JSON.stringify(queue.map(({ of, ...asked }) => ({ ...of.what, ...asked })))));
    queue.forEach(({ of, load }, at) => load && (of.loaded[load] = found[at]));
  }
}

globalThis.Excel = {
  run: async (action) => {
    const context = new Context();
    const found = await action(context);
    await context.sync();
    return found;
  },
  createWorkbook: (base64) => created(base64),
};

let files = 0;

async function getFileAsync(kind, { sliceSize }, done) {
  if (kind !== "compressed" || files >= MOST_FILES) return done({ status: "failed", error: new Error("the file is not available") });
  files++;
  const bytes = Uint8Array.from(atob(await saved()), (letter) => letter.charCodeAt(0));
  const size = Math.min(sliceSize, MOST_SLICE);
  const file = {
    size: bytes.length,
    sliceCount: Math.ceil(bytes.length / size),
    getSliceAsync: (index, then) => then({ status: "succeeded", value: { index, data: [...bytes.slice(index * size, (index + 1) * size)] } }),
    closeAsync: () => files--,
  };
  return done({ status: "succeeded", value: file });
}

const associated = new Map();
globalThis.Office = {
  onReady: async (callback) => {
    if (document.readyState === "loading") await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
    callback?.({ host: "Excel" });
  },
  actions: { associate: (name, call) => associated.set(name, call) },
  addin: { showAsTaskpane: async () => {} },
  context: {
    displayLanguage: new URLSearchParams(location.search).get("language") ?? "en-US",
    document: { url: "https://club.example/documents/event.xlsx", getFileAsync },
    requirements: { isSetSupported: () => true },
  },
};
globalThis.CustomFunctions = { Error, ErrorCode: {}, associate: () => {} };

// A button of the ribbon is pressed; there when the add-in says that it is done.
globalThis.press = (name) => new Promise((resolve) => associated.get(name)({ completed: resolve }));
